package role

import (
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/field"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Names of which a form has the parts apart: Primer apellido, Segundo apellido, Nombres.

// namePart is a label of a part of a name, and what stands in its cell.
type namePart struct {
	surname     bool
	line        int
	first, last int // words of the label
	value       span
}

// Bounds of such a form.
const (
	maxPartWords = 4
	maxPartLines = 2 // lines between two labels
)

// namesInParts returns the names whose parts labels name one by one, each as a plaintiff's.
func (t *Text) namesInParts() (out []Mention) {
	if t.Flat {
		return nil
	}
	var run []namePart
	flush := func() {
		if m, ok := t.joinedName(run); ok {
			out = append(out, m)
		}
		run = nil
	}
	for _, p := range t.nameParts() {
		if n := len(run); n > 0 && (p.line-run[n-1].line > maxPartLines || p.line > run[n-1].line && t.repeats(run, p)) {
			flush()
		}
		run = append(run, p)
	}
	flush()
	return out
}

// repeats reports whether the words of a label stand in a run already: another name begins.
func (t *Text) repeats(run []namePart, p namePart) bool {
	return slices.ContainsFunc(run, func(o namePart) bool { return t.Key(o.first) == t.Key(p.first) && t.Key(o.last) == t.Key(p.last) })
}

// nameParts finds the labels and their cells.
func (t *Text) nameParts() (all []namePart) {
	for k := 0; k < len(t.Words); k++ {
		key := t.Key(k)
		if key != "nombre" && key != "nombres" && key != "apellido" && key != "apellidos" {
			continue
		}
		p := namePart{surname: key[0] == 'a', first: k, last: k, line: t.LineAt(int(t.Words[k].Start))}
		switch t.Key(k - 1) {
		case "primer", "segundo", "otros", "1er", "2do":
			p.first--
		}
		l := t.Lines[p.line]
		start := int(t.Words[p.first].Start)
		atStart := start <= int(l.Start)+3 || t.WideGap(p.first-1) || strings.Contains(string(t.Between(p.first-1)), "|")
		if !atStart || t.Is(k+1, "y") || t.Is(k+1, "o") || t.Is(k+1, "completo") || t.Is(k+1, "completos") || t.Is(k+1, "de") || t.Is(k+1, "del") {
			continue
		}
		all = append(all, p)
	}
	for i := range all {
		all[i].value = t.cellOf(all, i)
	}
	return all
}

// cellOf returns where the value of label i stands: beside it, or below it in its column.
func (t *Text) cellOf(all []namePart, i int) span {
	p := all[i]
	l := t.Lines[p.line]
	end := int(l.End)
	if i+1 < len(all) && all[i+1].line == p.line {
		end = int(t.Words[all[i+1].first].Start)
	}
	if v := t.nameCell(span{int(t.Words[p.last].End), end}); v.start < v.end {
		return v
	}
	if i > 0 && all[i-1].line == p.line || i+1 < len(all) && all[i+1].line == p.line {
		return t.cellBelow(p)
	}
	return span{}
}

// cellBelow returns the cell of the line below that begins nearest to a label.
func (t *Text) cellBelow(p namePart) (best span) {
	if p.line+1 >= len(t.Lines) {
		return best
	}
	label, l := t.Lines[p.line], t.Lines[p.line+1]
	column := func(line doc.Line, at int) int { return at - int(line.Start) + int(line.Indent) }
	want, nearest := column(label, int(t.Words[p.first].Start)), 6
	for k := t.WordAt(int(l.Start)); k < len(t.Words) && t.Words[k].End <= l.End; k++ {
		first := k
		for k+1 < len(t.Words) && t.Words[k+1].End <= l.End && string(t.Between(k)) == " " {
			k++
		}
		if off := max(column(l, int(t.Words[first].Start))-want, want-column(l, int(t.Words[first].Start))); off < nearest {
			best, nearest = t.nameCell(span{int(t.Words[first].Start), int(t.Words[k].End)}), off
		}
	}
	return best
}

// nameCell returns the words of a cell if they can be a part of a name.
func (t *Text) nameCell(s span) (v span) {
	words := 0
	for k := t.WordAt(s.start); k < len(t.Words) && int(t.Words[k].End) <= s.end; k++ {
		w := t.Words[k]
		if words == 0 {
			v.start = int(w.Start)
		}
		if words++; words > maxPartWords || w.Shape == doc.Number || w.Shape == doc.Alnum || w.Class&(lex.Identity|lex.Common|lex.CourtHead|lex.EntityHead) != 0 && w.Class&(lex.Given|lex.Surname) == 0 {
			return span{}
		}
		if words > 1 && t.WideGap(k-1) {
			break
		}
		v.end = int(w.End)
	}
	return v
}

// joinedName joins the parts of a name, given names before surnames.
func (t *Text) joinedName(parts []namePart) (Mention, bool) {
	var given, surnames []string
	m := Mention{Field: field.Plaintiff, Confidence: 0.9, Start: t.Len(), standing: standing{Joined: true}}
	for _, p := range parts {
		if p.value.start >= p.value.end {
			continue
		}
		m.Start, m.End = min(m.Start, p.value.start), max(m.End, p.value.end)
		if part := t.Slice(p.value.start, p.value.end); p.surname {
			surnames = append(surnames, part)
		} else {
			given = append(given, part)
		}
	}
	if len(given) == 0 || len(surnames) == 0 {
		return m, false
	}
	m.Value = lex.PersonName(strings.Join(append(given, surnames...), " "))
	if f, _ := t.sideBefore(m.Start, m.Start-400); f != "" && f != field.LinkedParty {
		m.Field = f
	}
	return m, true
}
