package doc

import "github.com/cotejo/cotejo/core/ner/internal/lex"

// Lines of a text, how long a full one is, and whether their ends were lost.

// Line is a line of the text without the blanks and the rules of a table around it.
type Line struct {
	Start, End int32
	Indent     int32 // blanks before it, a tab counts as eight
	Gap        bool  // an empty line or a page break stands before it
	capitals   int32
}

// divide finds the words and lines.
func (t *Text) divide() {
	t.Words = make([]Word, 0, len(t.Chars)/6+1)
	t.Lines = make([]Line, 0, len(t.Chars)/60+1)
	at, gap := 0, false
	for at < len(t.Chars) {
		end := at
		for end < len(t.Chars) && t.Chars[end] != '\n' {
			end++
		}
		l := Line{Start: int32(at), End: int32(end), Gap: gap}
		for l.Start < l.End && (lex.IsBlank(t.Chars[l.Start]) || t.Chars[l.Start] == '|') {
			l.Indent++
			if t.Chars[l.Start] == '\t' {
				l.Indent += 7
			}
			l.Start++
		}
		for l.End > l.Start && (lex.IsBlank(t.Chars[l.End-1]) || t.Chars[l.End-1] == '|') {
			l.End--
		}
		if gap = l.Start == l.End; !gap {
			t.Lines = append(t.Lines, l)
		}
		at = end + 1
	}
	t.divideWords()
}

// LineAt returns the index of the line that holds position p or, in the blank
// between two, the next.
func (t *Text) LineAt(p int) int {
	from, to := 0, len(t.Lines)
	for from < to {
		if mid := int(uint(from+to) >> 1); int(t.Lines[mid].End) > p {
			to = mid
		} else {
			from = mid + 1
		}
	}
	return from
}

// countCapitals counts the capital letters of each line.
func (t *Text) countCapitals() {
	l := 0
	for _, w := range t.Words {
		for l < len(t.Lines) && t.Lines[l].End <= w.Start {
			l++
		}
		if l == len(t.Lines) {
			return
		}
		switch w.Shape {
		case Upper:
			t.Lines[l].capitals += w.End - w.Start
		case Title, Mixed:
			t.Lines[l].capitals++
		}
	}
}

// room returns the room that a line takes on paper in small letters: a capital
// is a third wider.
func (l Line) room() int { return int(l.End-l.Start+l.Indent) + int(l.capitals)/3 }

// closeGaps makes nothing of an empty line or a page break in the middle of a
// sentence: the line above it is full and ends with a word, and the one below
// goes on.
func (t *Text) closeGaps() {
	if t.width == 0 || t.Flat {
		return
	}
	for i := 1; i < len(t.Lines); i++ {
		above, l := t.Lines[i-1], &t.Lines[i]
		if !l.Gap || !t.Wrapped(int(above.End)) || !t.goesOnBelow(above, *l) {
			continue
		}
		l.Gap = false
		first := true
		for p := above.End; p < l.Start; p++ {
			if t.Chars[p] == '\n' && first {
				first = false
				continue
			}
			t.Chars[p] = ' '
		}
	}
}

// goesOnBelow reports whether the words of the line above an empty one go on
// below it.
func (t *Text) goesOnBelow(above, below Line) bool {
	last, first := t.WordAt(int(above.End)-1), t.WordAt(int(below.Start))
	if first == 0 || first >= len(t.Words) || t.Words[last].End != above.End && t.Chars[above.End-1] != ',' || t.Words[first].Start != below.Start || !t.tells(above) {
		return false
	}
	switch {
	case t.Words[first].Shape == Lower:
		return true
	case t.Words[first].Shape == Number || t.ColonSoon(first) || !t.tells(below):
		return false
	}
	const led = lex.Function | lex.Particle | lex.Honorific
	if w := t.Words[last]; w.Shape == Lower {
		return w.Class&led != 0
	}
	return last > 0 && t.Words[last-1].Shape == Lower && t.Words[last-1].Class&(lex.Function|lex.Honorific) != 0 && t.Words[last].Class&lex.Given != 0 && t.Words[first].Class&lex.Surname != 0
}

// tells reports whether a line has the small words of a sentence.
func (t *Text) tells(l Line) bool {
	small := 0
	for k := t.WordAt(int(l.Start)); k < len(t.Words) && t.Words[k].End <= l.End && small < 3; k++ {
		if t.Words[k].Shape == Lower {
			small++
		}
	}
	return small >= 3
}

// Wrapped reports whether the line that ends at or after position p was
// broken for want of room rather than at its end: the first word of the next
// line would not have fitted.
func (t *Text) Wrapped(p int) bool {
	i := t.LineAt(p - 1)
	if t.width == 0 || i+1 >= len(t.Lines) {
		return false
	}
	l, next := t.Lines[i], t.Lines[i+1]
	word := 0
	for q := next.Start; q < next.End && !lex.IsBlank(t.Chars[q]); q++ {
		word++
	}
	if next.Start < next.End && t.upperAt(int(next.Start)) {
		word += word / 3
	}
	return l.room()+1+word > t.width-t.width/12
}

// upperAt reports whether the word at position p is in capitals.
func (t *Text) upperAt(p int) bool {
	k := t.WordAt(p)
	return k < len(t.Words) && int(t.Words[k].Start) == p && t.Words[k].Shape == Upper
}

// Bounds of the length of a full line on paper.
const minWidth, maxWidth = 45, 130

// lineWidth estimates the length to which the lines of a text were broken: the
// length that one in ten of the longer lines exceeds. It is 0 for a text whose
// paragraphs are single lines.
func lineWidth(lines []Line) int {
	var count [maxWidth + 1]int
	total := 0
	for _, l := range lines {
		if n := l.room(); n >= minWidth {
			count[min(n, maxWidth)]++
			total++
		}
	}
	if total == 0 || count[maxWidth]*4 > total {
		return 0
	}
	above := 0
	for n := maxWidth; n > minWidth; n-- {
		if above += count[n]; above*10 > total {
			return n
		}
	}
	return minWidth
}

// minFlat is a length that no paragraph of a filing has.
const minFlat = 1800

// flattened reports whether the head of a text is one enormous line.
func flattened(lines []Line) bool {
	for _, l := range lines[:min(3, len(lines))] {
		if l.End-l.Start > minFlat {
			return true
		}
	}
	return len(lines) <= 2 && len(lines) > 0 && lines[0].End-lines[0].Start > minFlat/6
}

// maxSeams bounds the words whose gaps tell whether any mark the lost line ends.
const maxSeams = 400

// lacksGaps reports whether no words of the head are parted by more than a blank.
func (t *Text) lacksGaps() bool {
	wide := 0
	for k := 0; k+1 < len(t.Words) && k < maxSeams; k++ {
		if t.WideGap(k) {
			wide++
		}
	}
	return wide < 3
}

// BeginsLine reports whether word k begins a line.
func (t *Text) BeginsLine(k int) bool {
	start := t.Words[k].Start
	return t.Lines[t.LineAt(int(start))].Start == start
}

// EndsLine reports whether word k ends a line, or one sign stands behind it.
func (t *Text) EndsLine(k int) bool {
	return t.LineAt(int(t.Words[k].Start)) < len(t.Lines) && int(t.Words[k].End)+1 >= int(t.Lines[t.LineAt(int(t.Words[k].Start))].End)
}

// MaxParagraph bounds a paragraph in code points to either side of a place
// in it: a text without line ends is one paragraph.
const MaxParagraph = 2500

// Paragraph returns the bounds of the paragraph around position p.
func (t *Text) Paragraph(p int) (from, to int) {
	l := t.LineAt(p)
	if l >= len(t.Lines) {
		return p, p
	}
	a, b := l, l
	for a > 0 && !t.Lines[a].Gap && p-int(t.Lines[a-1].Start) < MaxParagraph && !t.endsBlock(a-1) {
		a--
	}
	for b+1 < len(t.Lines) && !t.Lines[b+1].Gap && int(t.Lines[b+1].End)-p < MaxParagraph {
		b++
	}
	return max(int(t.Lines[a].Start), p-MaxParagraph), min(int(t.Lines[b].End), p+MaxParagraph)
}

// endsBlock reports whether line l closes what is above it: a short line that
// is not the last of a wrapped paragraph.
func (t *Text) endsBlock(l int) bool {
	e := t.Lines[l]
	if t.Wrapped(int(e.End)) {
		return false
	}
	switch t.Chars[e.End-1] {
	case ',', '-':
		return false
	}
	return true
}
