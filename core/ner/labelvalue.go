package ner

import (
	"slices"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Where the value of a label stands: behind it, below it, over several lines.

// labelValue returns where the value of label i stands.
func (t *Text) labelValue(hits []labelHit, i int) span {
	h := hits[i]
	next := t.Len()
	if i+1 < len(hits) {
		next = hits[i+1].start
	}
	if t.flat && h.start < t.presented {
		next = min(next, t.presented)
	}
	if row, column := t.headerOf(hits, i); len(row) > 1 {
		return t.columnBelow(h.line, len(row), column)
	}
	l := t.lines[h.line]
	start := h.after
	for start < int(l.end) && (lex.IsBlank(t.cp[start]) || t.cp[start] == '-' || t.cp[start] == '.' || t.cp[start] == '*') {
		start++
	}
	line := h.line
	if start >= int(l.end) { // the value is on the next line
		line = t.lineBelow(hits, i)
		if line < 0 {
			return span{}
		}
		start = int(t.lines[line].start)
		if start >= next && !(line > h.line+1) {
			return span{}
		}
		if line > h.line+1 {
			next = int(t.lines[line].end)
		}
	}
	if start >= next {
		return span{}
	}
	end := int(t.lines[line].end)
	column := start - int(t.lines[line].start) + int(t.lines[line].indent)
	for n := 0; n < 6 && line+1 < len(t.lines); n++ {
		if !t.goesOn(line, column) && !(listsParties(h.kind) && t.partyBelow(hits, line)) && !(t.wrapped(int(t.lines[line].end)) && !t.lines[line+1].gap && t.cp[t.lines[line].end-1] != '.' && !t.courtBegins(line+1)) {
			break
		}
		if int(t.lines[line+1].start) == t.presented {
			break
		}
		line++
		end = int(t.lines[line].end)
	}
	return span{start, min(end, next)}
}

func listsParties(k labelKind) bool { return k == defendantLabel || k == linkedLabel }

// partyBelow reports whether the line below names a party, and neither a label
// nor somebody who presents himself stands in it.
func (t *Text) partyBelow(hits []labelHit, line int) bool {
	next := t.lines[line+1]
	if _, labelled := slices.BinarySearchFunc(hits, line+1, func(h labelHit, l int) int { return h.line - l }); labelled || next.gap {
		return false
	}
	k := t.wordAt(int(next.start))
	return k < len(t.words) && t.words[k].start == next.start && t.words[k].shape != lower && t.words[k].class&(lex.CourtHead|lex.Honorific) == 0 &&
		t.beginsParty(k) && !t.introduces(k) && int(next.start) < t.presented
}

// courtBegins reports whether a line begins with the name of a court.
func (t *Text) courtBegins(line int) bool {
	k := t.wordAt(int(t.lines[line].start))
	return k < len(t.words) && t.words[k].class&lex.CourtHead != 0 && t.words[k].shape != lower
}

// maxStacked bounds the labels that stand above one another before their values.
const maxStacked = 8

// lineBelow returns the line that holds the value of label i, which is alone
// on its line, -1 when there is none. When several such labels follow one another
// their values do so too, and no empty line parts them.
func (t *Text) lineBelow(hits []labelHit, i int) int {
	first, last := i, i
	for last+1 < len(hits) && last < i+maxStacked && hits[last+1].line == hits[last].line+1 && t.aloneOnLine(hits[last+1]) {
		last++
	}
	for first > 0 && first > i-maxStacked && hits[first-1].line == hits[first].line-1 && t.aloneOnLine(hits[first-1]) {
		first--
	}
	below := hits[last].line + 1
	line := below + i - first
	for n := below + 1; n <= line; n++ {
		if n < len(t.lines) && t.lines[n].gap {
			return -1
		}
	}
	if line >= len(t.lines) {
		return -1
	}
	return line
}

// maxColumns bounds the labels that stand side by side over their values.
const maxColumns = 6

// headerOf returns the labels that head columns on the line of label i, and which of them it is: only
// blanks part them, nothing stands behind the last, and they are maxColumns at most.
func (t *Text) headerOf(hits []labelHit, i int) (row []labelHit, column int) {
	first, last := i, i
	for first > 0 && hits[first-1].line == hits[i].line && last-first < maxColumns {
		first--
	}
	for last+1 < len(hits) && hits[last+1].line == hits[i].line && last-first < maxColumns {
		last++
	}
	if last-first >= maxColumns {
		return nil, 0
	}
	for j := first; j <= last; j++ {
		end := int(t.lines[hits[i].line].end)
		if j < last {
			end = hits[j+1].start
		}
		if !t.isBlankBetween(hits[j].after, end) {
			return nil, 0
		}
	}
	return hits[first : last+1], i - first
}

// columnBelow returns one of n columns of the line below a line, parted by wide gaps. It returns
// nothing when that line has another number of them.
func (t *Text) columnBelow(line, n, column int) span {
	if t.flat || line+1 >= len(t.lines) || t.lines[line+1].gap {
		return span{}
	}
	l := t.lines[line+1]
	cells := []span{{start: int(l.start)}}
	for k := t.wordAt(int(l.start)); k < len(t.words) && t.words[k].end <= l.end; k++ {
		cells[len(cells)-1].end = int(t.words[k].end)
		if k+1 < len(t.words) && t.words[k+1].end <= l.end && t.wideGap(k) {
			cells = append(cells, span{start: int(t.words[k+1].start)})
		}
	}
	if len(cells) != n {
		return span{}
	}
	cells[n-1].end = int(l.end)
	return cells[column]
}

func (t *Text) aloneOnLine(h labelHit) bool {
	return t.isBlankBetween(h.after, int(t.lines[h.line].end))
}

func (t *Text) isBlankBetween(start, end int) bool {
	for p := start; p < end; p++ {
		if !lex.IsBlank(t.cp[p]) {
			return false
		}
	}
	return true
}

// goesOn reports whether the value in a line goes on in the next: the
// line ends in the middle of a phrase, or the next is set under the value.
func (t *Text) goesOn(line, column int) bool {
	l, next := t.lines[line], t.lines[line+1]
	if next.gap {
		return false
	}
	if column > 4 && int(next.indent) >= column-3 && int(next.indent) > 4 {
		return true
	}
	if t.numbered(l) && t.numbered(next) {
		return true
	}
	if c := t.cp[l.end-1]; c == ',' || c == '-' || c == ';' {
		return true
	}
	last := t.wordAt(int(l.end) - 1)
	if last < len(t.words) && t.words[last].end == l.end {
		switch t.key(last) {
		case "de", "y", "del", "la", "e", "para", "los", "las", "en":
			return true
		}
	}
	if next.end-next.start > 2 && t.cp[next.start] == '-' && lex.IsBlank(t.cp[next.start+1]) {
		return true
	}
	first := t.wordAt(int(next.start))
	if first < len(t.words) && t.words[first].class&lex.Particle != 0 && t.words[first].class&lex.Function != 0 && t.words[first].start == next.start {
		return true
	}
	if first < len(t.words) && (t.words[first].shape == lower || t.words[first].class&lex.LegalForm != 0) {
		return int(l.end-l.start) >= 20
	}
	return false
}

// numbered reports whether a line is an item of a list: 2. Ana Ruiz.
func (t *Text) numbered(l line) bool {
	k := t.wordAt(int(l.start))
	if k >= len(t.words) || t.words[k].start != l.start || t.words[k].shape != number || t.words[k].end-l.start > 2 || t.words[k].end >= l.end {
		return false
	}
	c := t.cp[t.words[k].end]
	return c == '.' || c == ')' || c == '-'
}

// near reports whether label i follows the one before it within a few lines.
func (t *Text) near(hits []labelHit, i int) bool {
	return i > 0 && hits[i].line-hits[i-1].line <= 3 && hits[i].start-hits[i-1].start < 600
}
