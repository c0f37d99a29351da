package document

import "strings"

// Memory is what is remembered of the pages of a document while the next is read: the
// beginnings of their texts, in order. It is as large for a thousand pages as for
// remembered ones, of which the first stays: there a paper names who files it.
type Memory []string

const (
	remembered     = 8       // pages
	rememberedText = 1 << 14 // bytes of a page: several times what is printed on one
)

// With returns the memory that has the next page, too.
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
