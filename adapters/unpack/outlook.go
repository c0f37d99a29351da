package unpack

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/mail"
	"path"
	"strings"
	"time"
	"unicode/utf16"

	"github.com/richardlehane/mscfb"
	"golang.org/x/text/encoding/charmap"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// Properties of messages (MS-OXPROPS), by the numbers in the names of their streams (MS-OXMSG).
const (
	propSubject      = 0x0037
	propSenderName   = 0x0c1a
	propSender       = 0x0c1f // an address of Exchange inside an organisation
	propSenderSMTP   = 0x5d01
	propSentSMTP     = 0x5d02
	propHeaders      = 0x007d
	propDisplayTo    = 0x0e04
	propBody         = 0x1000
	propHTML         = 0x1013
	propMessageID    = 0x1035
	propSubmitTime   = 0x0039
	propDeliveryTime = 0x0e06
	propData         = 0x3701
	propShortName    = 0x3704
	propLongName     = 0x3707
	propDisplayName  = 0x3001
	propContentID    = 0x3712
)

// outlook adds the attachments of a message that Outlook saved (MS-OXMSG), as message does.
func (o *opener) outlook(file io.ReaderAt, name string, depth int) error {
	found, err := o.streams(file)
	if err != nil {
		if _, ok := fault.As(err); ok {
			return err
		}
		return messageDamaged(err)
	}
	if len(found.streams) == 0 {
		return messageDamaged(errors.New("a compound file without properties of a message"))
	}
	return o.stored(found, "", name, depth)
}

// streams returns the properties in a file by their paths.
func (o *opener) streams(file io.ReaderAt) (compound, error) {
	if err := checkTree(file); err != nil {
		return compound{}, err
	}
	container, err := mscfb.New(file)
	if err != nil {
		return compound{}, err
	}
	found := compound{streams: map[string][]byte{}, folders: map[string]bool{}}
	for entry, err := container.Next(); err == nil; entry, err = container.Next() {
		if !strings.HasPrefix(entry.Name, "__substg1.0_") && !strings.HasPrefix(entry.Name, "__properties") || entry.FileInfo().IsDir() {
			continue
		}
		content, err := o.take(entry)
		if err != nil {
			return compound{}, err
		}
		folder := path.Join(entry.Path...)
		found.streams[path.Join(folder, entry.Name)] = content
		for folder != "." && folder != "" && !found.folders[folder] {
			found.folders[folder] = true
			folder = path.Dir(folder)
		}
	}
	return found, nil
}

// compound is what a file of Outlook has: streams with the properties, and the folders in which they are, by their paths.
type compound struct {
	streams map[string][]byte
	folders map[string]bool
}

// stored adds the message whose streams lie in a folder of the file.
func (o *opener) stored(found compound, folder, name string, depth int) error {
	p := properties{found, folder}
	m := document.Message{
		ID: strings.Trim(p.text(propMessageID), "<> "), Sender: p.text(propSenderSMTP), SenderName: p.text(propSenderName),
		Subject: strings.TrimSpace(p.text(propSubject)), SentAt: p.time(propSubmitTime),
	}
	if m.Sender == "" {
		m.Sender = p.text(propSentSMTP)
	}
	if s := p.text(propSender); m.Sender == "" && strings.Contains(s, "@") {
		m.Sender = s
	}
	if m.SentAt.IsZero() {
		m.SentAt = p.time(propDeliveryTime)
	}
	p.readHeaders(&m)
	if len(m.Recipients) == 0 && p.text(propDisplayTo) != "" {
		m.Recipients = strings.Split(p.text(propDisplayTo), "; ")
	}
	var b bodies
	b.plain.WriteString(p.decoded(propBody, maxBytes))
	b.html.WriteString(p.html())
	m.Body = b.text()

	in := name
	if depth == 0 {
		o.found.Message = &m
		in = ""
	} else if err := o.keep(len(o.found.Parts), document.Part{Name: document.CleanName(m.Subject, "correo") + ".eml", In: in, Content: printed(m)}); err != nil {
		return err
	}
	for i := range maxParts {
		a := properties{found, path.Join(folder, fmt.Sprintf("__attach_version1.0_#%08X", i))}
		if !a.isThere() {
			break
		}
		if err := o.stream(a, in, depth); err != nil {
			return err
		}
	}
	return nil
}

// stream adds an attachment.
func (o *opener) stream(a properties, in string, depth int) error {
	embedded := properties{a.compound, path.Join(a.folder, "__substg1.0_3701000D")}
	name := a.text(propLongName)
	if name == "" {
		name = a.text(propShortName)
	}
	if embedded.isThere() {
		if name == "" {
			name = a.text(propDisplayName)
		}
		name = document.CleanName(name, "correo")
		if depth == maxNesting {
			return o.add(document.Part{Name: name, In: in, Err: tooDeep()}, depth)
		}
		return o.stored(a.compound, embedded.folder, name, depth+1)
	}
	content := a.streams[path.Join(a.folder, "__substg1.0_37010102")]
	p := document.Part{In: in, Content: content, Inline: a.text(propContentID) != "" && isDecorative(content)}
	if name != "" {
		p.Name = document.CleanFileName(name)
	}
	return o.add(p, depth)
}

// properties are those of a message or an attachment.
type properties struct {
	compound
	folder string
}

func (p properties) isThere() bool { return p.folders[p.folder] }

// text returns a property that is a line of text or a header, which is cut off where that of an e-mail is too long.
func (p properties) text(number int) string { return p.decoded(number, maxHeader) }

// decoded returns the first bytes of a property that is text, in UTF-16 or the code page of Windows.
func (p properties) decoded(number, most int) string {
	if s, ok := p.streams[path.Join(p.folder, fmt.Sprintf("__substg1.0_%04X001F", number))]; ok {
		units := make([]uint16, min(len(s), most)/2)
		for i := range units {
			units[i] = binary.LittleEndian.Uint16(s[2*i:])
		}
		return strings.TrimRight(string(utf16.Decode(units)), "\x00")
	}
	s := p.streams[path.Join(p.folder, fmt.Sprintf("__substg1.0_%04X001E", number))]
	s, _ = charmap.Windows1252.NewDecoder().Bytes(s[:min(len(s), most)])
	return strings.TrimRight(string(s), "\x00")
}

// html returns the body in HTML; it is bytes, or text.
func (p properties) html() string {
	if s := p.streams[path.Join(p.folder, fmt.Sprintf("__substg1.0_%04X0102", propHTML))]; len(s) > 0 {
		return inUTF8(string(s))
	}
	return p.decoded(propHTML, maxBytes)
}

// time returns a property that is a time: 16 bytes in the list of those of fixed length, which a
// header of 32 bytes precedes in a whole message and one of 24 in one within another.
func (p properties) time(number int) time.Time {
	list := p.streams[path.Join(p.folder, "__properties_version1.0")]
	header := 32
	if p.folder != "" {
		header = 24
	}
	// Ticks of 100 ns since 1601: from 1970 to what a time.Duration holds.
	const entry, kindOfTime, since1601, most = 16, 0x0040, 116_444_736_000_000_000, 200_000_000_000_000_000
	for at := header; at+entry <= len(list); at += entry {
		tag := binary.LittleEndian.Uint32(list[at:])
		if ticks := binary.LittleEndian.Uint64(list[at+8:]); tag == uint32(number)<<16|kindOfTime && ticks > since1601 && ticks < most {
			return time.Unix(0, 0).Add(time.Duration(ticks-since1601) * 100).UTC()
		}
	}
	return time.Time{}
}

// readHeaders takes from the header of the transport what the properties do not say.
func (p properties) readHeaders(m *document.Message) {
	header, err := mail.ReadMessage(strings.NewReader(strings.TrimLeft(p.text(propHeaders), "\r\n ") + "\r\n\r\n"))
	if err != nil {
		return
	}
	if from, err := header.Header.AddressList("From"); err == nil && m.Sender == "" {
		m.Sender = from[0].Address
	}
	if m.ID == "" {
		m.ID = strings.Trim(header.Header.Get("Message-Id"), "<> ")
	}
	if at, err := header.Header.Date(); err == nil && m.SentAt.IsZero() {
		m.SentAt = at
	}
	for _, field := range []string{"To", "Cc"} {
		to, _ := header.Header.AddressList(field)
		for _, a := range to {
			m.Recipients = append(m.Recipients, a.Address)
		}
	}
}
