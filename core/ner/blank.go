package ner

import (
	"bytes"
	"slices"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
)

// Numbers that a paper leaves blank: C.C. No. ________.

const (
	// blankWords bounds the words for an identity document before the line on which to
	// write its number, blankLine is how many low lines make one.
	blankWords, blankLine = 6, 3
	// maxBlanks bounds the lines that are looked at.
	maxBlanks = 40
)

// settleBlanks believes of a paper that was poorly read and leaves the number of a
// plaintiff blank that the number of somebody else is that one's own: how they belong
// together may have been misread.
func (b *ballot) settleBlanks() {
	if b.text.Noise < doc.MinNoise || !slices.ContainsFunc(b.candidates, func(c *candidate) bool { return c.Field == Cedula }) {
		return
	}
	bearers := b.text.blankBearers()
	bearers = slices.DeleteFunc(bearers, func(name string) bool { return !b.claims(name) })
	if len(bearers) == 0 {
		return
	}
	for _, c := range b.candidates {
		own := func(o string) bool {
			return slices.ContainsFunc(bearers, func(name string) bool { return sameOwner(name, o) })
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
		case !c.Field.Files() || !sameOwner(c.Value, name):
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

// blankBearers returns the names before the lines on which the numbers of identity
// documents were to be written.
func (t *Text) blankBearers() (names []string) {
	for k, found := 0, 0; k < len(t.Words) && found < maxBlanks; k++ {
		if bytes.Count(t.Between(k), []byte("_")) < blankLine {
			continue
		}
		first := t.blankOf(k)
		if first < 0 {
			continue
		}
		found++
		if name := t.ownerBefore(int(t.Words[first].Start)); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// blankOf returns the first of the words up to word k that say of the line to write on
// behind it that an identity document's number belongs there, -1 when they do not.
func (t *Text) blankOf(k int) int {
	first := -1
	for n := 0; n < blankWords && k-n >= 0; n++ {
		if gap := t.Between(k - n); n > 0 && (bytes.IndexByte(gap, '_') >= 0 || bytes.Count(gap, []byte("\n")) > 1) || t.Words[k-n].Shape == doc.Number {
			break
		}
		switch t.Key(k - n) {
		case "cedula", "ciudadania", "identificacion", "identidad", "documento", "cc", "ce", "ti", "rc", "ppt", "nuip", "c":
			first = k - n
		}
	}
	return first
}
