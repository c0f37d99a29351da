package unpack

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net/mail"
	"net/textproto"
	"strings"

	"github.com/emersion/go-message"

	"github.com/cotejo/cotejo/core/receipt"
)

// Bounds of what is read of a message that comes back for an e-mail.
const (
	maxReceiptParts  = 100
	maxReceiptText   = 256 << 10 // bytes of text in all
	maxReceiptStatus = 64 << 10  // bytes of each status or returned header
	maxReceiptGroups = 100
)

// ReceiptReader implements ports.ReceiptReader.
type ReceiptReader struct{}

// ReadReceipt implements ports.ReceiptReader; see Receipt.
func (ReceiptReader) ReadReceipt(content []byte) (receipt.Message, error) { return Receipt(content) }

// Receipt returns what is to be judged of a message that comes back for an e-mail. A message that
// breaks off has what came before. Fault: Unprocessable, with the code message_damaged, if there
// is no header.
func Receipt(content []byte) (receipt.Message, error) {
	entity, err := message.ReadWithOptions(skipMailbox(bytes.NewReader(content)), &message.ReadOptions{MaxHeaderBytes: maxHeader})
	if entity == nil {
		return receipt.Message{}, messageDamaged(err)
	}
	r := &receiptReader{parts: maxReceiptParts, text: maxReceiptText}
	fields := entity.Header.Fields()
	for fields.Next() {
		value := decoded(fields.Value())
		if strings.EqualFold(fields.Key(), "From") {
			value = senders(fields.Value())
		}
		r.found.Header = append(r.found.Header, receipt.Field{Name: fields.Key(), Value: value})
	}
	r.entity(entity, 0)
	r.found.Text = r.bodies.text()
	return r.found, nil
}

// senders returns the addresses of a From field without the names before them and comments, which may look like addresses; ""
// where it has none.
func senders(field string) string {
	list, err := mail.ParseAddressList(field)
	if err != nil {
		return ""
	}
	var addresses []string
	for _, a := range list {
		addresses = append(addresses, a.Address)
	}
	return strings.Join(addresses, ", ")
}

// receiptReader gathers the parts of a message. parts and text bound what is left to read.
type receiptReader struct {
	found  receipt.Message
	bodies bodies
	parts  int
	text   int64
}

func (r *receiptReader) entity(e *message.Entity, level int) {
	if parts := e.MultipartReader(); parts != nil {
		for level < maxLevels && r.parts > 0 {
			r.parts--
			part, _ := parts.NextPart()
			if part == nil {
				return
			}
			r.entity(part, level+1)
		}
		return
	}
	kind, _, _ := e.Header.ContentType()
	disposition, _, _ := e.Header.ContentDisposition()
	switch kind {
	case "message/delivery-status", "message/global-delivery-status":
		if len(r.found.Delivery) == 0 {
			r.found.Delivery = groups(beginning(e.Body, maxReceiptStatus))
		}
	case "message/disposition-notification", "message/global-disposition-notification":
		if all := groups(beginning(e.Body, maxReceiptStatus)); len(r.found.Disposition) == 0 && len(all) > 0 {
			r.found.Disposition = all[0]
		}
	case "message/rfc822", "text/rfc822-headers", "message/rfc822-headers", "message/global", "message/global-headers":
		if all := groups(beginning(e.Body, maxReceiptStatus)); len(all) > 0 {
			r.found.Returned = append(r.found.Returned, all[0])
		}
	case "text/plain", "text/html", "text", "":
		if disposition == "attachment" {
			return
		}
		content := beginning(e.Body, r.text)
		r.text -= int64(len(content))
		to := &r.bodies.plain
		if kind == "text/html" {
			to = &r.bodies.html
		}
		to.WriteString(inUTF8(string(content)) + "\n")
	}
}

// beginning reads the beginning of a part, as far as it can be read.
func beginning(r io.Reader, most int64) []byte {
	content, _ := io.ReadAll(io.LimitReader(r, most))
	return content
}

// groups parses groups of fields that blank lines, and lines that are no fields, separate.
func groups(content []byte) (all []receipt.Fields) {
	lines := textproto.NewReader(bufio.NewReader(bytes.NewReader(bytes.TrimLeft(content, " \t\r\n"))))
	var group receipt.Fields
	for len(all) < maxReceiptGroups {
		line, err := lines.ReadContinuedLine()
		if name, value, ok := strings.Cut(line, ":"); ok && line != "" {
			group = append(group, receipt.Field{Name: strings.TrimSpace(name), Value: decoded(value)})
		} else if len(group) > 0 {
			all, group = append(all, group), nil
		}
		if err != nil {
			if len(group) > 0 && errors.Is(err, io.EOF) {
				all = append(all, group)
			}
			return all
		}
	}
	return all
}
