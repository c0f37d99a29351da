package filings

// Legal boilerplate, shared by filings of a field as it is in life.

import "strings"

var groundsTable = func() map[string][]string {
	out := map[string][]string{}
	for _, line := range lines("grounds.txt") {
		key, paragraph, ok := strings.Cut(line, ": ")
		if !ok {
			panic("filings: grounds.txt: " + line)
		}
		out[key] = append(out[key], paragraph)
	}
	return out
}()

// groundsFor returns the paragraphs that fit a matter: those of its rights and
// those that fit any.
func groundsFor(m *matter) []string {
	var out []string
	for _, r := range m.rights {
		out = append(out, groundsTable[r]...)
	}
	return append(out, groundsTable["siempre"]...)
}
