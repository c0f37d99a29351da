package ner

import "github.com/cotejo/cotejo/core/ner/internal/lex"

// Double spacing: where every line stands between empty ones, an empty line
// ends no paragraph.

// minSpaced is the number of sentences that must run on over an empty line
// before a text counts as double spaced.
const minSpaced = 3

// closeSpacing takes from a double-spaced text the empty lines inside its
// paragraphs: below a full line that ends no sentence. It writes blanks for
// their line ends, so that positions stay.
func (t *Text) closeSpacing() {
	var inner []int
	sure := 0
	for i := 1; i < len(t.lines); i++ {
		if !t.lines[i].gap || !t.runsOver(i) {
			continue
		}
		inner = append(inner, i)
		if k := t.wordAt(int(t.lines[i].start)); k < len(t.words) && t.words[k].start == t.lines[i].start && t.words[k].shape == lower {
			sure++
		}
	}
	if sure < minSpaced {
		return
	}
	for _, i := range inner {
		t.lines[i].gap = false
		first := true
		for p := t.lines[i-1].end; p < t.lines[i].start; p++ {
			if t.cp[p] != '\n' {
				continue
			}
			if !first {
				t.cp[p] = ' '
			}
			first = false
		}
	}
}

// runsOver reports whether the sentence of line i-1 goes on in line i: that
// line is full, ends with no sign that closes one, and nobody presents himself
// in the next.
func (t *Text) runsOver(i int) bool {
	end := int(t.lines[i-1].end)
	switch t.cp[end-1] {
	case '.', ':', ';':
		return false
	}
	return t.wrapped(end) && !t.presentsItself(i)
}

// presentsItself reports whether line i begins a paragraph with a name and what
// identifies its bearer, and the line above is left with a whole phrase: LORENA
// PRADA, mayor de edad, below the label of the other side.
func (t *Text) presentsItself(i int) bool {
	k := t.wordAt(int(t.lines[i].start))
	if k == 0 || k >= len(t.words) || t.words[k].start != t.lines[i].start {
		return false
	}
	const open = lex.Function | lex.Particle | lex.Honorific | lex.Identity | lex.Common | lex.Given | lex.Surname
	before := t.words[k-1]
	return before.end == t.lines[i-1].end && before.shape != lower && before.class&open == 0 && t.introduces(k)
}
