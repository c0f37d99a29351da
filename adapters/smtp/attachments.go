package smtp

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	gomail "github.com/wneessen/go-mail"

	"github.com/cotejo/cotejo/core/notification"
)

// attach adds a file to a message, in base64. The library reads it from a when it sends the message.
func attach(message *gomail.Msg, a notification.AttachedFile) {
	message.AttachReadSeeker(a.Name, bytes.NewReader(a.Content), func(f *gomail.File) {
		f.Header.Set("Content-Type", a.MediaType)
		f.Header.Set("Content-Disposition", "attachment;"+fileNameParameter(a.Name))
	})
}

// lineOfName is how many characters of a name a line of a header has; with the rest of the parameter
// it is below the 78 of RFC 5322.
const lineOfName = 55

// fileNameParameter writes a name as RFC 2231 does: as it is if it is short and plain, otherwise
// encoded, in numbered parts of one line each. The library would write one line of any length.
func fileNameParameter(name string) string {
	if len(name) <= lineOfName && isPlain(name) {
		return fmt.Sprintf("\r\n filename=%q", name)
	}
	var parts []string
	part := "UTF-8''"
	for _, r := range name {
		encoded := encodeRune(r)
		if len(part)+len(encoded) > lineOfName {
			parts, part = append(parts, part), ""
		}
		part += encoded
	}
	parts = append(parts, part)
	if len(parts) == 1 {
		return "\r\n filename*=" + parts[0]
	}
	var b strings.Builder
	for i, part := range parts {
		if i > 0 {
			b.WriteByte(';')
		}
		fmt.Fprintf(&b, "\r\n filename*%d*=%s", i, part)
	}
	return b.String()
}

// isPlain reports whether a name may stand in quotes as it is.
func isPlain(name string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '\\' })
}

// encodeRune percent-encodes what is no letter, digit, dot, hyphen or underscore of ASCII.
func encodeRune(r rune) string {
	if r < utf8.RuneSelf && (r == '.' || r == '-' || r == '_' || '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z') {
		return string(r)
	}
	var b strings.Builder
	for _, c := range []byte(string(r)) {
		fmt.Fprintf(&b, "%%%02X", c)
	}
	return b.String()
}
