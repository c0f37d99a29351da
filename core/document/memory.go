package document

import "strings"

// Memory holds the beginnings of earlier pages, in order, while the next page is read. Its size is
// bounded: it keeps the first page, which names the parties, and the latest ones.
type Memory []string

const (
	remembered     = 8       // pages
	rememberedText = 1 << 14 // bytes of a page: several times what is printed on one
)

// With returns a memory that includes the page p.
func (m Memory) With(p Page) Memory {
	text := p.Text
	if len(text) > rememberedText {
		text = strings.ToValidUTF8(text[:rememberedText], "")
	}
	if len(m) < remembered {
		return append(m[:len(m):len(m)], text)
	}
	return append(append(Memory{m[0]}, m[2:]...), text)
}
