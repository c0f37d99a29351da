package filings

// The embedded tables: plain text that a person can read and extend. They are
// parsed once, before main, and never change.

import (
	"embed"
	"strings"
)

//go:embed data
var files embed.FS

// lines returns the lines of a table without comments and empty ones.
func lines(name string) []string {
	b, err := files.ReadFile("data/" + name)
	if err != nil {
		panic("filings: " + err.Error())
	}
	var out []string
	for line := range strings.Lines(string(b)) {
		if line = strings.TrimRight(line, " \r\n"); line != "" && !strings.HasPrefix(line, "#") {
			out = append(out, line)
		}
	}
	return out
}

// lists reads a table of "key: item, item" lines, items parted by separator.
func lists(name, separator string) map[string][]string {
	out := map[string][]string{}
	for _, line := range lines(name) {
		key, rest, ok := strings.Cut(line, ":")
		if !ok {
			panic("filings: " + name + ": " + line)
		}
		for item := range strings.SplitSeq(rest, separator) {
			out[key] = append(out[key], strings.TrimSpace(item))
		}
	}
	return out
}
