package sanitize

import (
	"strings"
	"unicode"
)

// softHyphen marks where a word may be divided at the end of a line. It shows nothing elsewhere.
const softHyphen = "\u00ad"

// withoutSoftHyphens joins the words that soft hyphens divide. A word that goes on in the next
// line is whole in the first, and the line ends behind it.
func withoutSoftHyphens(s string) string {
	if !strings.Contains(s, softHyphen) {
		return s
	}
	step(len(s))
	var b strings.Builder
	b.Grow(len(s))
	owed := false // a line end, behind the word that is being joined
	for found := true; found; {
		var part string
		part, s, found = strings.Cut(s, softHyphen)
		if at := strings.IndexFunc(part, unicode.IsSpace); owed && at >= 0 {
			b.WriteString(part[:at])
			part, owed = "\n"+strings.TrimPrefix(strings.TrimLeft(part[at:], " \t"), "\n"), false
		}
		b.WriteString(part)
		if line := strings.TrimLeft(s, " \t"); strings.HasPrefix(line, "\n") {
			if next := strings.TrimLeft(line[1:], " \t"); next != "" && next[0] != '\n' {
				s, owed = next, true
			}
		}
	}
	return b.String()
}
