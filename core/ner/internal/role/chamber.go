package role

import (
	"bytes"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/place"
)

// A court's name often continues behind a comma or a dash with its chamber: Tribunal Superior
// de Cúcuta, Sala Laboral; Subsección D, Sección Segunda del Tribunal Administrativo.

// chamberEnd returns the last word of a court's name that ends with word last, its chambers
// included.
func (t *Text) chamberEnd(last int) int {
	for k := last + 1; k < len(t.Words) && place.Chambers[t.Key(k)] && t.Words[k].Shape != doc.Lower && joinsChamber(t.Between(last)); k = last + 1 {
		end := k
		for next := k + 1; next < len(t.Words) && string(t.Between(next-1)) == " "; next++ {
			w := &t.Words[next]
			switch {
			case w.Shape != doc.Lower && (next > k+1 || w.Class&lex.CourtHead == 0):
				end = next
			case w.Class&lex.Particle == 0 && !t.Is(next, "lo"):
				next = len(t.Words)
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

// WithChambers extends the name of a court by the chambers that stand behind it.
func (t *Text) WithChambers(m Mention) Mention {
	first, last := t.WordAt(m.Start), t.WordAt(m.End-1)
	if m.Value == "" || last >= len(t.Words) || t.Words[first].Class&lex.CourtHead == 0 && !place.Chambers[t.Key(first)] {
		return m
	}
	if end := t.chamberEnd(last); end > last {
		from := m.End
		m.End = int(t.Words[end].End)
		m.Value, m.Raw = lex.Tidy(m.Value+t.Slice(from, m.End)), t.Slice(m.Start, m.End)
	}
	return m
}

// Locates reports whether a mention is but the place where the institution before it is:
// Huila in "Juzgado Octavo Civil Municipal de Neiva, Huila".
func (t *Text) Locates(m Mention) bool {
	k := t.WordAt(m.Start)
	if k == 0 || string(t.Between(k-1)) == " " {
		return false
	}
	_, used := place.At(t.Text, k)
	return used > 0 && int(t.Words[k+used-1].End) >= m.End || place.DepartmentAt(t.Text, k, t.WordAt(m.End-1))
}
