package smtp_test

import (
	"bytes"
	"encoding/base64"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/testkit/smtptest"
)

// part is one of a message.
type part struct {
	kind, name string
	content    []byte
}

// partsOf decodes a message as a mail program does.
func partsOf(t testing.TB, data string) (head mail.Header, parts []part) {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	message, err := mail.ReadMessage(strings.NewReader(data))
	must(err)
	kind, parameters, err := mime.ParseMediaType(message.Header.Get("Content-Type"))
	must(err)
	if kind != "multipart/mixed" {
		t.Fatalf("the message is %s", kind)
	}
	for reader := multipart.NewReader(message.Body, parameters["boundary"]); ; {
		p, err := reader.NextRawPart()
		if err == io.EOF {
			return message.Header, parts
		}
		must(err)
		kind, _, err := mime.ParseMediaType(p.Header.Get("Content-Type"))
		must(err)
		name := ""
		if said := p.Header.Get("Content-Disposition"); said != "" {
			disposition, parameters, err := mime.ParseMediaType(said)
			must(err)
			if disposition != "attachment" {
				t.Errorf("%q is no attachment", said)
			}
			name = parameters["filename"]
		}
		var decoded io.Reader = quotedprintable.NewReader(p)
		if p.Header.Get("Content-Transfer-Encoding") == "base64" {
			decoded = base64.NewDecoder(base64.StdEncoding, p)
		}
		content, err := io.ReadAll(decoded)
		must(err)
		parts = append(parts, part{kind, name, content})
	}
}

func TestAttachmentsArriveByteForByte(t *testing.T) {
	server := smtptest.Start(t)
	binary := make([]byte, 300_000)
	for i := range binary {
		binary[i] = byte(i * i >> 3)
	}
	files := []notification.AttachedFile{
		{Attachment: notification.Attachment{Name: "Auto.pdf", MediaType: "application/pdf"}, Content: binary},
		{Attachment: notification.Attachment{Name: "Citación del señor Ñáñez.pdf", MediaType: "application/pdf"}, Content: []byte("%PDF-\r\n.\r\n..\n")},
		{Attachment: notification.Attachment{Name: strings.Repeat("ñ 😀", 29) + ".png", MediaType: "image/png"}, Content: []byte{0}},
		{Attachment: notification.Attachment{Name: `100% 'a'; b=c, (1)*.jpg`, MediaType: "image/jpeg"}, Content: []byte{0xff, '\n'}},
		{Attachment: notification.Attachment{Name: strings.Repeat("a b", 38) + ".pdf", MediaType: "application/pdf"}, Content: []byte{1}},
	}
	d := dispatch
	d.Attachments = files
	m := mailer(t, server)
	for range 2 { // a second delivery has them, too
		if err := m.Send(t.Context(), d); err != nil {
			t.Fatal(err)
		}
	}
	for _, message := range server.Messages() {
		head, parts := partsOf(t, message.Data)
		if got := head.Get("Message-Id"); got != "<"+dispatch.ID+"@juzgado.gov.co>" {
			t.Errorf("Message-ID %s", got)
		}
		if len(parts) != len(files)+1 {
			t.Fatalf("%d parts", len(parts))
		}
		text := strings.TrimRight(strings.ReplaceAll(string(parts[0].content), "\r\n", "\n"), "\n")
		if parts[0].kind != "text/plain" || text != dispatch.Body {
			t.Errorf("the text is %s %q", parts[0].kind, text)
		}
		for i, want := range files {
			if got := parts[i+1]; got.kind != want.MediaType || got.name != want.Name || !bytes.Equal(got.content, want.Content) {
				t.Errorf("got %s %q with %d bytes, want %s %q with %d", got.kind, got.name, len(got.content), want.MediaType, want.Name, len(want.Content))
			}
		}
		for line := range strings.Lines(message.Data) {
			if len(line) > 79 {
				t.Errorf("a line of %d: %q", len(line), line)
			}
		}
	}
}

// TestNameOfAttachmentBeginsNoHeader sends names that core never lets through.
func TestNameOfAttachmentBeginsNoHeader(t *testing.T) {
	server := smtptest.Start(t)
	m := mailer(t, server)
	rapid.Check(t, func(r *rapid.T) {
		d, before := dispatch, len(server.Messages())
		name := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"a\r\nBcc: eva@x.co", "a\"; x=\"", "a\n\n%PDF", "=?utf-8?q?=0D=0A?="})).Draw(r, "name")
		d.Attachments = []notification.AttachedFile{{Attachment: notification.Attachment{Name: name, MediaType: "application/pdf"}, Content: []byte("x")}}
		if err := m.Send(t.Context(), d); err != nil {
			r.Fatal(err)
		}
		head, parts := partsOf(t, server.Messages()[before].Data)
		if head.Get("Bcc") != "" || len(parts) != 2 || string(parts[1].content) != "x" || parts[1].kind != "application/pdf" {
			r.Errorf("%+v %+v", head, parts)
		}
	})
}
