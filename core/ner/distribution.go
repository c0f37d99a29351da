package ner

import "github.com/cotejo/cotejo/core/ner/internal/lex"

// The record that a judicial office makes when it gives a paper to a court lists the
// parties in rows: number, name, part.

// maxListed bounds the lines in which such rows are looked for.
const maxListed = 80

// distributed reads the plaintiffs of the rows of a record of distribution, and their
// numbers.
func (t *Text) distributed() []Mention {
	var out []Mention
	for l := 0; l < len(t.lines) && l < maxListed && !t.flat; l++ {
		end := int(t.lines[l].end)
		first, last := t.wordAt(int(t.lines[l].start)), t.wordAt(end-1)
		if last >= len(t.words) || int(t.words[last].start) >= end || last-first < 3 || last-first > 9 || sides[t.key(last)] != Plaintiff {
			continue
		}
		from, to := first, last-1 // of the name
		var id cedula
		if c, ok := t.bareNumber(first, end); ok {
			id, from = c, t.wordAt(c.end)
		} else {
			for to > first && t.words[to].shape == number {
				to--
			}
			id, _ = t.bareNumber(to+1, end)
		}
		if id.digits == "" {
			continue
		}
		if m, ok := t.listedName(from, to); ok {
			out = append(out, m, Mention{Field: Cedula, Value: id.digits, Start: id.start, End: id.end, Confidence: id.score, Owner: m.Value})
		}
	}
	return out
}

// listedName reads words first to last as a person's name, in columns or not.
func (t *Text) listedName(first, last int) (Mention, bool) {
	known := 0
	for k := first; k <= last; k++ {
		if t.words[k].class&lex.Particle == 0 && !t.nameWordAt(k, false) {
			return Mention{}, false
		}
		if t.words[k].class&(lex.Given|lex.Surname) != 0 {
			known++
		}
	}
	if n := last - first + 1; n < 2 || n > maxNameWords || 2*known < n {
		return Mention{}, false
	}
	start, end := int(t.words[first].start), int(t.words[last].end)
	return Mention{Field: Plaintiff, Value: lex.PersonName(t.Slice(start, end)), Start: start, End: end, Confidence: 0.85}, true
}
