package role

import (
	"slices"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/paper"
	"github.com/cotejo/cotejo/core/ner/internal/party"
)

// Where the value of a label stands: behind it, below it, over several lines.

// labelValue returns where the value of label i stands.
func (t *Text) labelValue(hits []labelHit, i int) span {
	h := hits[i]
	next := t.Len()
	if i+1 < len(hits) {
		next = hits[i+1].start
	}
	if t.Flat && h.start < t.Presented {
		next = min(next, t.Presented)
	}
	if row, column := t.headerOf(hits, i); len(row) > 1 {
		return t.columnBelow(h.line, len(row), column)
	}
	l := t.Lines[h.line]
	start := h.after
	for start < int(l.End) && (lex.IsBlank(t.Chars[start]) || t.Chars[start] == '-' || t.Chars[start] == '.' || t.Chars[start] == '*') {
		start++
	}
	line := h.line
	if start >= int(l.End) { // the value is on the next line
		line = t.lineBelow(hits, i)
		if line < 0 {
			return span{}
		}
		start = int(t.Lines[line].Start)
		if start >= next && !(line > h.line+1) {
			return span{}
		}
		if line > h.line+1 {
			next = int(t.Lines[line].End)
		}
	}
	if start >= next {
		return span{}
	}
	end := int(t.Lines[line].End)
	column := start - int(t.Lines[line].Start) + int(t.Lines[line].Indent)
	for n := 0; n < 6 && line+1 < len(t.Lines); n++ {
		if !t.goesOn(line, column) && !(listsParties(h.kind) && t.partyBelow(hits, line)) && !(t.Wrapped(int(t.Lines[line].End)) && !t.Lines[line+1].Gap && t.Chars[t.Lines[line].End-1] != '.' && !t.courtBegins(line+1)) {
			break
		}
		if int(t.Lines[line+1].Start) == t.Presented {
			break
		}
		line++
		end = int(t.Lines[line].End)
	}
	return span{start, min(end, next)}
}

func listsParties(k labelKind) bool { return k == defendantLabel || k == linkedLabel }

// partyBelow reports whether the line below names a party, and neither a label
// nor somebody who presents himself stands in it.
func (t *Text) partyBelow(hits []labelHit, line int) bool {
	next := t.Lines[line+1]
	if _, labelled := slices.BinarySearchFunc(hits, line+1, func(h labelHit, l int) int { return h.line - l }); labelled || next.Gap {
		return false
	}
	k := t.WordAt(int(next.Start))
	return k < len(t.Words) && t.Words[k].Start == next.Start && t.Words[k].Shape != doc.Lower && t.Words[k].Class&(lex.CourtHead|lex.Honorific) == 0 &&
		party.Begins(t.Text, k) && !paper.Introduces(t.Text, k) && int(next.Start) < t.Presented
}

// courtBegins reports whether a line begins with the name of a court.
func (t *Text) courtBegins(line int) bool {
	k := t.WordAt(int(t.Lines[line].Start))
	return k < len(t.Words) && t.Words[k].Class&lex.CourtHead != 0 && t.Words[k].Shape != doc.Lower
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
		if n < len(t.Lines) && t.Lines[n].Gap {
			return -1
		}
	}
	if line >= len(t.Lines) {
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
		end := int(t.Lines[hits[i].line].End)
		if j < last {
			end = hits[j+1].start
		}
		if !t.AllBlank(hits[j].after, end) {
			return nil, 0
		}
	}
	return hits[first : last+1], i - first
}

// columnBelow returns one of n columns of the line below a line, parted by wide gaps. It returns
// nothing when that line has another number of them.
func (t *Text) columnBelow(line, n, column int) span {
	if t.Flat || line+1 >= len(t.Lines) || t.Lines[line+1].Gap {
		return span{}
	}
	l := t.Lines[line+1]
	cells := []span{{start: int(l.Start)}}
	for k := t.WordAt(int(l.Start)); k < len(t.Words) && t.Words[k].End <= l.End; k++ {
		cells[len(cells)-1].end = int(t.Words[k].End)
		if k+1 < len(t.Words) && t.Words[k+1].End <= l.End && t.WideGap(k) {
			cells = append(cells, span{start: int(t.Words[k+1].Start)})
		}
	}
	if len(cells) != n {
		return span{}
	}
	cells[n-1].end = int(l.End)
	return cells[column]
}

func (t *Text) aloneOnLine(h labelHit) bool {
	return t.AllBlank(h.after, int(t.Lines[h.line].End))
}

// goesOn reports whether the value in a line goes on in the next: the
// line ends in the middle of a phrase, or the next is set under the value.
func (t *Text) goesOn(line, column int) bool {
	l, next := t.Lines[line], t.Lines[line+1]
	if next.Gap {
		return false
	}
	if column > 4 && int(next.Indent) >= column-3 && int(next.Indent) > 4 {
		return true
	}
	if t.numbered(l) && t.numbered(next) {
		return true
	}
	if c := t.Chars[l.End-1]; c == ',' || c == '-' || c == ';' {
		return true
	}
	last := t.WordAt(int(l.End) - 1)
	if last < len(t.Words) && t.Words[last].End == l.End {
		switch t.Key(last) {
		case "de", "y", "del", "la", "e", "para", "los", "las", "en":
			return true
		}
	}
	if next.End-next.Start > 2 && t.Chars[next.Start] == '-' && lex.IsBlank(t.Chars[next.Start+1]) {
		return true
	}
	first := t.WordAt(int(next.Start))
	if first < len(t.Words) && t.Words[first].Class&lex.Particle != 0 && t.Words[first].Class&lex.Function != 0 && t.Words[first].Start == next.Start {
		return true
	}
	if first < len(t.Words) && (t.Words[first].Shape == doc.Lower || t.Words[first].Class&lex.LegalForm != 0) {
		return int(l.End-l.Start) >= 20
	}
	return false
}

// numbered reports whether a line is an item of a list: 2. Ana Ruiz.
func (t *Text) numbered(l doc.Line) bool {
	k := t.WordAt(int(l.Start))
	if k >= len(t.Words) || t.Words[k].Start != l.Start || t.Words[k].Shape != doc.Number || t.Words[k].End-l.Start > 2 || t.Words[k].End >= l.End {
		return false
	}
	c := t.Chars[t.Words[k].End]
	return c == '.' || c == ')' || c == '-'
}

// near reports whether label i follows the one before it within a few lines.
func (t *Text) near(hits []labelHit, i int) bool {
	return i > 0 && hits[i].line-hits[i-1].line <= 3 && hits[i].start-hits[i-1].start < 600
}
