package ner

import (
	"bytes"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// A court's name often continues behind a comma or a dash with its chamber: Tribunal Superior
// de Cúcuta, Sala Laboral; Subsección D, Sección Segunda del Tribunal Administrativo.

// chamberEnd returns the last word of a court's name that ends with word last, its chambers
// included.
func (t *Text) chamberEnd(last int) int {
	for k := last + 1; k < len(t.words) && chambers[t.key(k)] && t.words[k].shape != lower && joinsChamber(t.between(last)); k = last + 1 {
		end := k
		for next := k + 1; next < len(t.words) && string(t.between(next-1)) == " "; next++ {
			w := &t.words[next]
			switch {
			case w.shape != lower && (next > k+1 || w.class&lex.CourtHead == 0):
				end = next
			case w.class&lex.Particle == 0 && !t.is(next, "lo"):
				next = len(t.words)
			}
		}
		if end == k {
			return last
		}
		last = end
	}
	return last
}

// joinsChamber reports whether a chamber behind the characters belongs to the court before
// them: blanks, commas, dashes, the point of "D.C.".
func joinsChamber(gap []byte) bool { return len(gap) <= 4 && len(bytes.Trim(gap, " ,-.")) == 0 }

// withChambers extends the name of a court by the chambers that stand behind it.
func (t *Text) withChambers(m Mention) Mention {
	first, last := t.wordAt(m.Start), t.wordAt(m.End-1)
	if m.Value == "" || last >= len(t.words) || t.words[first].class&lex.CourtHead == 0 && !chambers[t.key(first)] {
		return m
	}
	if end := t.chamberEnd(last); end > last {
		from := m.End
		m.End = int(t.words[end].end)
		m.Value, m.Raw = lex.Tidy(m.Value+t.Slice(from, m.End)), t.Slice(m.Start, m.End)
	}
	return m
}

// locates reports whether a mention is but the place where the institution before it is:
// Huila in "Juzgado Octavo Civil Municipal de Neiva, Huila".
func (t *Text) locates(m Mention) bool {
	k := t.wordAt(m.Start)
	if k == 0 || string(t.between(k-1)) == " " {
		return false
	}
	_, used := t.placeAt(k)
	return used > 0 && int(t.words[k+used-1].end) >= m.End || t.departmentAt(k, t.wordAt(m.End-1))
}
