package role

import (
	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/field"
	"github.com/cotejo/cotejo/core/ner/internal/ident"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/party"
)

// The record that a judicial office makes when it gives a paper to a court lists the
// parties in rows: number, name, part.

// maxListed bounds the lines in which such rows are looked for.
const maxListed = 80

// distributed reads the plaintiffs of the rows of a record of distribution, and their
// numbers.
func (t *Text) distributed() []Mention {
	var out []Mention
	for l := 0; l < len(t.Lines) && l < maxListed && !t.Flat; l++ {
		end := int(t.Lines[l].End)
		first, last := t.WordAt(int(t.Lines[l].Start)), t.WordAt(end-1)
		if last >= len(t.Words) || int(t.Words[last].Start) >= end || last-first < 3 || last-first > 9 || party.Sides[t.Key(last)] != field.Plaintiff {
			continue
		}
		from, to := first, last-1 // of the name
		var id ident.Cedula
		if c, ok := ident.BareNumber(t.Text, first, end); ok {
			id, from = c, t.WordAt(c.End)
		} else {
			for to > first && t.Words[to].Shape == doc.Number {
				to--
			}
			id, _ = ident.BareNumber(t.Text, to+1, end)
		}
		if id.Digits == "" {
			continue
		}
		if m, ok := t.listedName(from, to); ok {
			out = append(out, m, ofNumber(id, 1, m.Value))
		}
	}
	return out
}

// listedName reads words first to last as a person's name, in columns or not.
func (t *Text) listedName(first, last int) (Mention, bool) {
	known := 0
	for k := first; k <= last; k++ {
		if t.Words[k].Class&lex.Particle == 0 && !party.NameWordAt(t.Text, k, false) {
			return Mention{}, false
		}
		if t.Words[k].Class&(lex.Given|lex.Surname) != 0 {
			known++
		}
	}
	if n := last - first + 1; n < 2 || n > party.MaxNameWords || 2*known < n {
		return Mention{}, false
	}
	start, end := int(t.Words[first].Start), int(t.Words[last].End)
	return Mention{Field: field.Plaintiff, Value: lex.PersonName(t.Slice(start, end)), Start: start, End: end, Confidence: 0.85}, true
}
