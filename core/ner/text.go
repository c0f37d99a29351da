package ner

import (
	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/place"
)

// Text is a text prepared once for all extractors, and what its head says about all of it.
// All positions count code points; an invalid byte counts as one, as in a range over the
// string.
//
// Give it NFC: a combining mark that stands alone parts no word but matches
// nothing either. A Text does not change once it is made.
type Text struct {
	*doc.Text
	paper
	presented int  // where the paragraph begins in which somebody presents the filing; Len when none does
	cut       bool // the text goes on in another part, see parts.go
}

// paper is what the head of a text tells of all of it.
type paper struct {
	continues bool        // it belongs to a case that already has a number
	attacks   bool        // it opens a case against a court or a ruling
	answers   bool        // who is sued wrote it
	issuer    place.Court // the court that wrote it, the zero value when a party did
	offices   []string    // how the radicados of the courts begin that it names, see Offices
}

// NewText prepares s. It takes time and memory linear in the length of s.
func NewText(s string) *Text {
	t := &Text{Text: new(doc.Text)}
	t.Prepare(s, doc.Heading, t.introduces)
	t.presented, t.issuer = t.presentation(), t.findIssuer()
	t.continues = t.issued() || t.followsUp()
	t.attacks, t.answers = t.attacksRuling(), t.answersClaim()
	t.offices = place.Offices(t.Text)
	return t
}

// next prepares the part that follows t: of the same paper, in the section in
// which t ends, and presented before it begins.
func (t *Text) next(s string, cut bool) *Text {
	n := &Text{Text: new(doc.Text), paper: t.paper, presented: -1, cut: cut}
	n.Prepare(s, t.SectionAt(t.Len()), n.introduces)
	return n
}
