package ner

import "github.com/cotejo/cotejo/core/ner/internal/lex"

// Lines of a text, how long a full one is, and whether their ends were lost.

// line is a line of the text without the blanks and the rules of a table around it.
type line struct {
	start, end int32
	indent     int32 // blanks before it, a tab counts as eight
	gap        bool  // an empty line or a page break stands before it
	capitals   int32
}

// divide finds the words and lines.
func (t *Text) divide() {
	t.words = make([]word, 0, len(t.cp)/6+1)
	t.lines = make([]line, 0, len(t.cp)/60+1)
	at, gap := 0, false
	for at < len(t.cp) {
		end := at
		for end < len(t.cp) && t.cp[end] != '\n' {
			end++
		}
		l := line{start: int32(at), end: int32(end), gap: gap}
		for l.start < l.end && (lex.IsBlank(t.cp[l.start]) || t.cp[l.start] == '|') {
			l.indent++
			if t.cp[l.start] == '\t' {
				l.indent += 7
			}
			l.start++
		}
		for l.end > l.start && (lex.IsBlank(t.cp[l.end-1]) || t.cp[l.end-1] == '|') {
			l.end--
		}
		if gap = l.start == l.end; !gap {
			t.lines = append(t.lines, l)
		}
		at = end + 1
	}
	t.divideWords()
}

// lineAt returns the index of the line that holds position p or, in the blank
// between two, the next.
func (t *Text) lineAt(p int) int {
	from, to := 0, len(t.lines)
	for from < to {
		if mid := int(uint(from+to) >> 1); int(t.lines[mid].end) > p {
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
	for _, w := range t.words {
		for l < len(t.lines) && t.lines[l].end <= w.start {
			l++
		}
		if l == len(t.lines) {
			return
		}
		switch w.shape {
		case upper:
			t.lines[l].capitals += w.end - w.start
		case title, mixed:
			t.lines[l].capitals++
		}
	}
}

// room returns the room that a line takes on paper in small letters: a capital
// is a third wider.
func (l line) room() int { return int(l.end-l.start+l.indent) + int(l.capitals)/3 }

// closeGaps makes nothing of an empty line or a page break in the middle of a
// sentence: the line above it is full and ends with a word, and the one below
// goes on.
func (t *Text) closeGaps() {
	if t.width == 0 || t.flat {
		return
	}
	for i := 1; i < len(t.lines); i++ {
		above, l := t.lines[i-1], &t.lines[i]
		if !l.gap || !t.wrapped(int(above.end)) || !t.goesOnBelow(above, *l) {
			continue
		}
		l.gap = false
		first := true
		for p := above.end; p < l.start; p++ {
			if t.cp[p] == '\n' && first {
				first = false
				continue
			}
			t.cp[p] = ' '
		}
	}
}

// goesOnBelow reports whether the words of the line above an empty one go on
// below it.
func (t *Text) goesOnBelow(above, below line) bool {
	last, first := t.wordAt(int(above.end)-1), t.wordAt(int(below.start))
	if first == 0 || first >= len(t.words) || t.words[last].end != above.end && t.cp[above.end-1] != ',' || t.words[first].start != below.start || !t.tells(above) {
		return false
	}
	switch {
	case t.words[first].shape == lower:
		return true
	case t.words[first].shape == number || t.colonSoon(first) || !t.tells(below):
		return false
	}
	const led = lex.Function | lex.Particle | lex.Honorific
	if w := t.words[last]; w.shape == lower {
		return w.class&led != 0
	}
	return last > 0 && t.words[last-1].shape == lower && t.words[last-1].class&(lex.Function|lex.Honorific) != 0 && t.words[last].class&lex.Given != 0 && t.words[first].class&lex.Surname != 0
}

// tells reports whether a line has the small words of a sentence.
func (t *Text) tells(l line) bool {
	small := 0
	for k := t.wordAt(int(l.start)); k < len(t.words) && t.words[k].end <= l.end && small < 3; k++ {
		if t.words[k].shape == lower {
			small++
		}
	}
	return small >= 3
}

// wrapped reports whether the line that ends at or after position p was
// broken for want of room rather than at its end: the first word of the next
// line would not have fitted.
func (t *Text) wrapped(p int) bool {
	i := t.lineAt(p - 1)
	if t.width == 0 || i+1 >= len(t.lines) {
		return false
	}
	l, next := t.lines[i], t.lines[i+1]
	word := 0
	for q := next.start; q < next.end && !lex.IsBlank(t.cp[q]); q++ {
		word++
	}
	if next.start < next.end && t.upperAt(int(next.start)) {
		word += word / 3
	}
	return l.room()+1+word > t.width-t.width/12
}

// upperAt reports whether the word at position p is in capitals.
func (t *Text) upperAt(p int) bool {
	k := t.wordAt(p)
	return k < len(t.words) && int(t.words[k].start) == p && t.words[k].shape == upper
}

// Bounds of the length of a full line on paper.
const minWidth, maxWidth = 45, 130

// lineWidth estimates the length to which the lines of a text were broken: the
// length that one in ten of the longer lines exceeds. It is 0 for a text whose
// paragraphs are single lines.
func lineWidth(lines []line) int {
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
func flattened(lines []line) bool {
	for _, l := range lines[:min(3, len(lines))] {
		if l.end-l.start > minFlat {
			return true
		}
	}
	return len(lines) <= 2 && len(lines) > 0 && lines[0].end-lines[0].start > minFlat/6
}

// maxSeams bounds the words whose gaps tell whether any mark the lost line ends.
const maxSeams = 400

// lacksGaps reports whether no words of the head are parted by more than a blank.
func (t *Text) lacksGaps() bool {
	wide := 0
	for k := 0; k+1 < len(t.words) && k < maxSeams; k++ {
		if t.wideGap(k) {
			wide++
		}
	}
	return wide < 3
}
