package ner

import (
	"bytes"
	"slices"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/field"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// What a paper leaves blank: C.C. No. ________, [NOMBRE DEL ACCIONANTE].

// placeholders are words of a template, or of a note that something is illegible. A name between
// the same brackets is not a party.
var placeholders = lex.Set("blank.placeholders")

// mentionsOf returns what an extractor finds in a text: values as printed, without placeholders.
func mentionsOf(x Extractor, t *Text) []Mention {
	return asPrinted(t, withoutPlaceholders(t, x.Extract(t)))
}

// withoutPlaceholders drops parties that stand within the brackets of a template.
func withoutPlaceholders(t *Text, mentions []Mention) []Mention {
	return slices.DeleteFunc(mentions, func(m Mention) bool { return m.Field.IsParty() && isPlaceholder(t, m.Start) })
}

// isPlaceholder reports whether a position stands between square brackets that also hold the word
// of a placeholder. Brackets are looked for on the line of the position, and near it.
func isPlaceholder(t *Text, p int) bool {
	const near = 100 // code points
	line := t.Lines[t.LineAt(p)]
	start, end := max(int(line.Start), p-near), min(int(line.End), p+near)
	if p < start || p >= end {
		return false
	}
	from := start + bytes.LastIndexAny(t.Chars[start:p], "[]")
	if from < start || t.Chars[from] != '[' {
		return false
	}
	for k := t.WordAt(from); k < len(t.Words) && int(t.Words[k].Start) < end; k++ {
		if placeholders[t.Key(k)] {
			return true
		}
		if bytes.IndexByte(t.Between(k), ']') >= 0 {
			break
		}
	}
	return false
}

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
