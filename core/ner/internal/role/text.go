package role

import (
	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/paper"
)

// Text is a text prepared once for all extractors, and what its head says about all of it.
// All positions count code points; an invalid byte counts as one, as in a range over the
// string.
//
// Give it NFC: a combining mark that stands alone parts no word but matches
// nothing either. A Text does not change once it is made.
type Text struct {
	*doc.Text
	paper.Head
	Cut bool // the text goes on in another part, see parts.go
}

// NewText prepares s, of which the spans, in order, were recognised. It takes time and memory
// linear in the length of s.
func NewText(s string, recognised ...doc.Span) *Text {
	t := prepare(s, doc.Heading, recognised)
	t.Head = paper.ReadHead(t.Text)
	return t
}

// prepare prepares s, which begins in a section of the given kind.
func prepare(s string, opening doc.SectionKind, recognised []doc.Span) *Text {
	t := &Text{Text: &doc.Text{Recognised: recognised}}
	t.Prepare(s, opening, func(k int) bool { return paper.Introduces(t.Text, k) })
	return t
}

// Next prepares the part that follows t: of the same paper, in the section in
// which t ends, and presented before it begins.
func (t *Text) Next(s string, cut bool, recognised ...doc.Span) *Text {
	n := prepare(s, t.SectionAt(t.Len()), recognised)
	n.Head, n.Cut = t.Head, cut
	n.Presented = -1
	return n
}
