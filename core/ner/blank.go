package ner

import (
	"slices"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/field"
)

// Numbers that a paper leaves blank: C.C. No. ________.

// settleBlanks believes of a paper that was poorly read and leaves the number of a
// plaintiff blank that the number of somebody else is that one's own: how they belong
// together may have been misread.
func (b *ballot) settleBlanks() {
	if b.text.Noise < doc.MinNoise || !slices.ContainsFunc(b.candidates, func(c *candidate) bool { return c.Field == Cedula }) {
		return
	}
	bearers := b.text.BlankBearers()
	bearers = slices.DeleteFunc(bearers, func(name string) bool { return !b.claims(name) })
	if len(bearers) == 0 {
		return
	}
	for _, c := range b.candidates {
		own := func(o string) bool {
			return slices.ContainsFunc(bearers, func(name string) bool { return field.SameOwner(name, o) })
		}
		if c.Field == Cedula && !c.foreign && !slices.ContainsFunc(c.owners, own) {
			c.foreign = true
			c.Confidence *= 0.3
			c.rank = c.Confidence
		}
	}
}

// claims reports whether a name is more likely a plaintiff's than that of who acts for
// one.
func (b *ballot) claims(name string) bool {
	claims, acts := 0.0, 0.0
	for _, c := range b.candidates {
		switch {
		case !c.Field.Files() || !field.SameOwner(c.Value, name):
		case c.Field == Plaintiff:
			claims = max(claims, c.Confidence)
		default:
			acts = max(acts, c.Confidence)
		}
	}
	return claims >= minClaim && claims > acts
}

// minClaim is the confidence from which somebody may be a plaintiff.
const minClaim = 0.1
