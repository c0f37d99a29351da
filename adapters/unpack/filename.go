package unpack

import (
	"io"
	"net/url"
	"regexp"
	"strings"

	"github.com/emersion/go-message"
)

var extendedName = regexp.MustCompile(`(?i)\b(?:file)?name\*(?:\d+\*?)?=\s*"?([^;"\r\n]+)`)

// nameIn returns the name of a file in a field whose charset the standard library does not know
// (RFC 2231), or "".
func nameIn(field string) string {
	var encoded strings.Builder
	charset := ""
	for _, m := range extendedName.FindAllStringSubmatch(field, -1) {
		value := strings.TrimSpace(m[1])
		if parts := strings.SplitN(value, "'", 3); len(parts) == 3 && charset == "" {
			charset, value = parts[0], parts[2]
		}
		encoded.WriteString(value)
	}
	raw, err := url.PathUnescape(encoded.String())
	if err != nil || charset == "" {
		return ""
	}
	r, err := message.CharsetReader(strings.ToLower(charset), strings.NewReader(raw))
	if err != nil {
		return inUTF8(raw)
	}
	name, err := io.ReadAll(r)
	if err != nil {
		return inUTF8(raw)
	}
	return string(name)
}
