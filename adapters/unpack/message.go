package unpack

import (
	"bufio"
	"bytes"
	"errors"
	"image"
	_ "image/gif"  // pictures in signatures
	_ "image/jpeg" // and photographs
	_ "image/png"
	"io"
	"mime"
	"strings"
	"unicode/utf8"

	"github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset" // all charsets
	"github.com/emersion/go-message/mail"
	"golang.org/x/text/encoding/charmap"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

const (
	// maxHeader bounds the header of a message, maxLevels how deep its parts are nested.
	maxHeader = 1 << 20
	maxLevels = 20
)

// message adds the attachments of a message. The outermost one is o.found.Message; one within
// another is a part with its text, behind which its attachments follow.
func (o *opener) message(r io.Reader, name string, depth int) error {
	entity, err := message.ReadWithOptions(skipMailbox(r), &message.ReadOptions{MaxHeaderBytes: maxHeader})
	if entity == nil {
		return messageDamaged(err)
	}
	m := messageOf(mail.HeaderFromMap(entity.Header.Map()))
	b := &bodies{}
	in := name
	if in == "" && depth > 0 {
		in = m.Subject
	}
	at := len(o.found.Parts)
	if err := o.entity(entity, in, depth, 0, b); err != nil {
		return err
	}
	m.Body = b.text()
	if depth == 0 {
		o.found.Message = &m
		return nil
	}
	// The text of a message within another is a file of it.
	return o.keep(at, document.Part{Name: document.CleanName(m.Subject, "correo") + ".eml", In: in, Content: printed(m)})
}

// skipMailbox skips the line with which mailboxes separate messages, and blank lines before it.
func skipMailbox(r io.Reader) io.Reader {
	b := bufio.NewReader(r)
	for {
		head, _ := b.Peek(5)
		switch {
		case len(head) > 0 && (head[0] == '\n' || head[0] == '\r'):
			_, _ = b.Discard(1)
		case string(head) == "From ":
			if _, err := b.ReadString('\n'); err != nil {
				return b
			}
		default:
			return b
		}
	}
}

func messageOf(h mail.Header) document.Message {
	var m document.Message
	if from, err := h.AddressList("From"); err == nil && len(from) > 0 {
		m.Sender, m.SenderName = from[0].Address, from[0].Name
	} else {
		m.Sender = decoded(h.Get("From"))
	}
	for _, field := range []string{"To", "Cc"} {
		to, _ := h.AddressList(field)
		for _, a := range to {
			m.Recipients = append(m.Recipients, a.Address)
		}
	}
	m.Subject = decoded(h.Get("Subject"))
	m.ID, _ = h.MessageID()
	if m.ID == "" {
		m.ID = strings.Trim(strings.TrimSpace(h.Get("Message-Id")), "<>")
	}
	m.SentAt, _ = h.Date()
	return m
}

var words = mime.WordDecoder{CharsetReader: message.CharsetReader}

// decoded returns the text of a field, whose letters may be encoded, or in the charset of Windows.
func decoded(s string) string {
	if text, err := words.DecodeHeader(s); err == nil {
		s = text
	}
	return strings.Join(strings.Fields(inUTF8(s)), " ")
}

// inUTF8 returns text in UTF-8 that does not say what it is in.
func inUTF8(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	if text, err := charmap.Windows1252.NewDecoder().String(s); err == nil {
		return text
	}
	return strings.ToValidUTF8(s, "�")
}

// bodies are the texts of a message.
type bodies struct{ plain, html strings.Builder }

// text returns the body: the plain form, unless it says next to nothing beside the other.
func (b *bodies) text() string {
	plain := strings.TrimSpace(b.plain.String())
	if b.html.Len() == 0 {
		return plain
	}
	const stub = 10 // times as long
	if html := strings.TrimSpace(textOf(b.html.String())); plain == "" || len(html) > stub*len(plain) {
		return html
	}
	return plain
}

// entity adds what an entity has.
func (o *opener) entity(e *message.Entity, in string, depth, level int, b *bodies) error {
	if o.entities++; o.entities > maxEntities {
		return fault.New(fault.Unprocessable, "too_many_parts",
			"El correo tiene más de 2000 partes; guarde los archivos que trae y envíelos por separado.")
	}
	if parts := e.MultipartReader(); parts != nil {
		if level == maxLevels {
			return o.add(document.Part{Name: "parte del correo", In: in, Err: tooDeep()}, depth)
		}
		for {
			part, err := parts.NextPart()
			if errors.Is(err, io.EOF) {
				return nil
			}
			if part == nil {
				// A message that breaks off has what came before.
				return o.add(document.Part{Name: "resto del correo", In: in, Err: messageDamaged(err)}, depth)
			}
			if err := o.entity(part, in, depth, level+1, b); err != nil {
				return err
			}
		}
	}
	kind, params, _ := e.Header.ContentType()
	disposition, more, _ := e.Header.ContentDisposition()
	name := more["filename"]
	if name == "" {
		name = params["name"]
	}
	if name == "" {
		name = nameIn(e.Header.Get("Content-Disposition"))
	}
	name = decoded(name)
	content, err := o.take(e.Body)
	if _, ok := fault.As(err); ok {
		return err
	}
	isText := kind == "text/plain" || kind == "text/html"
	if isText && name == "" && disposition != "attachment" {
		to := &b.plain
		if kind == "text/html" {
			to = &b.html
		}
		to.WriteString(inUTF8(string(content)) + "\n")
		return nil
	}
	p := document.Part{Name: name, In: in, Content: content, Inline: isInline(e, kind, disposition, content)}
	if name != "" {
		p.Name = document.CleanFileName(name)
	} else if kind == "message/rfc822" {
		p.Name = "correo.eml"
	}
	if err != nil && len(content) == 0 {
		p.Err = messageDamaged(err) // what came of another is read as far as it goes
	}
	return o.add(p, depth)
}

// decorative is the size in pixels up to which a picture within a text is no photograph of a paper.
const decorative = 250_000

// isInline reports whether a part is a picture within the text, as signatures have. Telephones send
// photographs of papers within the text, too.
func isInline(e *message.Entity, kind, disposition string, content []byte) bool {
	if !strings.HasPrefix(kind, "image/") || disposition == "attachment" && e.Header.Get("Content-Id") == "" {
		return false
	}
	return isDecorative(content)
}

// isDecorative reports whether a file is a picture too small for a page.
func isDecorative(content []byte) bool {
	size, _, err := image.DecodeConfig(bytes.NewReader(content))
	return err == nil && size.Width*size.Height < decorative
}

// printed returns a message as text.
func printed(m document.Message) []byte {
	return []byte(strings.Join([]string{"From: " + m.Sender, "To: " + strings.Join(m.Recipients, ", "), "Subject: " + mime.QEncoding.Encode("utf-8", m.Subject),
		"Date: " + m.SentAt.Format("Mon, 02 Jan 2006 15:04:05 -0700"), "Content-Type: text/plain; charset=utf-8", "", m.Body}, "\r\n"))
}
