package doc

import "github.com/cotejo/cotejo/core/ner/internal/lex"

// Double spacing: where every line stands between empty ones, an empty line
// ends no paragraph.

// minSpaced is the number of sentences that must run on over an empty line
// before a text counts as double spaced.
const minSpaced = 3

// closeSpacing takes from a double-spaced text the empty lines inside its
// paragraphs: below a full line that ends no sentence. It writes blanks for
// their line ends, so that positions stay.
func (t *Text) closeSpacing(introduces func(k int) bool) {
	var inner []int
	sure := 0
	for i := 1; i < len(t.Lines); i++ {
		if !t.Lines[i].Gap || !t.runsOver(i, introduces) {
			continue
		}
		inner = append(inner, i)
		if k := t.WordAt(int(t.Lines[i].Start)); k < len(t.Words) && t.Words[k].Start == t.Lines[i].Start && t.Words[k].Shape == Lower {
			sure++
		}
	}
	if sure < minSpaced {
		return
	}
	for _, i := range inner {
		t.Lines[i].Gap = false
		first := true
		for p := t.Lines[i-1].End; p < t.Lines[i].Start; p++ {
			if t.Chars[p] != '\n' {
				continue
			}
			if !first {
				t.Chars[p] = ' '
			}
			first = false
		}
	}
}

// runsOver reports whether the sentence of line i-1 goes on in line i: that
// line is full, ends with no sign that closes one, and nobody presents himself
// in the next.
func (t *Text) runsOver(i int, introduces func(k int) bool) bool {
	end := int(t.Lines[i-1].End)
	switch t.Chars[end-1] {
	case '.', ':', ';':
		return false
	}
	return t.Wrapped(end) && !t.presentsItself(i, introduces)
}

// presentsItself reports whether line i begins a paragraph with a name and what
// identifies its bearer, and the line above is left with a whole phrase: LORENA
// PRADA, mayor de edad, below the label of the other side.
func (t *Text) presentsItself(i int, introduces func(k int) bool) bool {
	k := t.WordAt(int(t.Lines[i].Start))
	if k == 0 || k >= len(t.Words) || t.Words[k].Start != t.Lines[i].Start {
		return false
	}
	const open = lex.Function | lex.Particle | lex.Honorific | lex.Identity | lex.Common | lex.Given | lex.Surname
	before := t.Words[k-1]
	return before.End == t.Lines[i-1].End && before.Shape != Lower && before.Class&open == 0 && introduces(k)
}
