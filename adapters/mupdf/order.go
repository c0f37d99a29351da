package mupdf

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/document"
)

// A form is filled after it is drawn: its values come behind all labels, often in an order of
// their own. This file puts such lines to the place where they stand. What is drawn down the page
// from one jump back to the next is a strand. Strands of columns and stamps stay one after the
// other; a strand is merged with one before it if its lines stand beside labels.

const (
	labelledShare = 0.5 // of the lines of a strand that stand beside another's, from which on those are labels
	standsApart   = 1.9 // of the size of a font: from line to line in a form without colons
	levelShare    = 0.5 // of the height of the lower line, which two lines on one baseline share
	fewestBlanks  = 3   // underscores or dots in a row that are a blank to fill in
	maxStrands    = 100 // on a page; more are letters in any order
	maxLines      = 2000
	counterDigits = 3 // of the number of a line in the margin
)

// strand are lines in the order of drawing, from above to below.
type strand []textLine

// byPlace merges strands that label one another.
func byPlace(lines []textLine) []textLine {
	strands := strandsOf(lines)
	if len(strands) > maxStrands || len(lines) > maxLines {
		return lines
	}
	var all []strand
	for _, s := range strands {
		i := slices.IndexFunc(all, func(before strand) bool { return before.labelling(s) != unlabelled })
		if i < 0 {
			all = append(all, s)
			continue
		}
		all[i] = all[i].merged(s, all[i].labelling(s) == inLine)
	}
	if len(all) == len(strands) {
		return lines
	}
	lines = nil
	for _, s := range all {
		s[0].beginsBlock = true
		lines = append(lines, s...)
	}
	return lines
}

// strandsOf parts lines where the drawing jumps back up the page.
func strandsOf(lines []textLine) (all []strand) {
	first := 0
	for i := range lines {
		if i+1 == len(lines) || isAbove(lines[i+1].box, lines[i].box) {
			all = append(all, slices.Clone(lines[first:i+1]))
			first = i + 1
		}
	}
	return all
}

// isAbove reports whether a box ends above the middle of the other.
func isAbove(b, other document.Box) bool { return b.Y1 < (other.Y0+other.Y1)/2 }

// labelling is how the lines of one of two strands are labels of the other's.
type labelling int

const (
	unlabelled labelling = iota
	inCells              // of a table
	inLine               // with colons or blanks
)

// labelling returns how the lines of s and later are labels and values.
func (s strand) labelling(later strand) labelling {
	if later.isCounter() || s.isCounter() || isColumn(s) && isColumn(later) {
		return unlabelled
	}
	pairs, labelled, apart := 0, 0, 0
	areLabels := true // a label has no digits
	for i, l := range later {
		j, found := s.beside(l)
		if !found {
			continue
		}
		pairs++
		left, right := s[j], l
		if right.box.X0 < left.box.X0 {
			left, right = right, left
		}
		areLabels = areLabels && !left.hasDigit()
		switch {
		case isLabel(left) || isFilled(s[j], l):
			labelled++
		case s.isApart(j) && later.isApart(i):
			apart++
		}
	}
	if !areLabels {
		apart = 0
	}
	switch {
	case labelled+apart == 0 || float64(labelled+apart) < labelledShare*float64(pairs):
		return unlabelled
	case labelled > 0:
		return inLine
	}
	return inCells
}

// isCounter reports whether most lines are numbers of lines.
func (s strand) isCounter() bool {
	count := 0
	for _, l := range s {
		if text := l.words[0].Text; len(l.words) == 1 && len(text) <= counterDigits && strings.Trim(text, "0123456789") == "" {
			count++
		}
	}
	return 2*count > len(s)
}

// beside returns the line on the baseline of l that ends nearest to its left, or begins nearest to its right.
func (s strand) beside(l textLine) (nearest int, found bool) {
	for i, other := range s {
		if !isLevelWith(other, l) {
			continue
		}
		if !found || isNearer(other.box, s[nearest].box, l.box) {
			nearest, found = i, true
		}
	}
	return nearest, found
}

func isNearer(a, b, to document.Box) bool {
	aLeft, bLeft := a.X0 <= to.X0, b.X0 <= to.X0
	if aLeft != bLeft {
		return aLeft
	}
	if aLeft {
		return a.X0 > b.X0
	}
	return a.X0 < b.X0
}

func isLevelWith(a, b textLine) bool {
	shared := min(a.box.Y1, b.box.Y1) - max(a.box.Y0, b.box.Y0)
	return a.isLevel && b.isLevel && shared > levelShare*min(height(a.box), height(b.box))
}

// isLabel reports whether a line asks for what stands beside it.
func isLabel(l textLine) bool { return strings.HasSuffix(l.words[len(l.words)-1].Text, ":") }

func (l textLine) hasDigit() bool {
	return slices.ContainsFunc(l.words, func(w document.Word) bool { return strings.ContainsAny(w.Text, "0123456789") })
}

// isFilled reports whether one of two lines stands over a blank of the other.
func isFilled(a, b textLine) bool {
	return slices.ContainsFunc(a.words, func(w document.Word) bool { return isBlankIn(w, b) }) ||
		slices.ContainsFunc(b.words, func(w document.Word) bool { return isBlankIn(w, a) })
}

// isBlankIn reports whether w is a blank that a word of l fills.
func isBlankIn(w document.Word, l textLine) bool {
	if utf8.RuneCountInString(w.Text) < fewestBlanks || strings.Trim(w.Text, "_.…") != "" {
		return false
	}
	return slices.ContainsFunc(l.words, func(o document.Word) bool { return min(o.Box.X1, w.Box.X1) > max(o.Box.X0, w.Box.X0) })
}

// isApart reports whether a line stands far from those above and below it.
func (s strand) isApart(i int) bool {
	far := func(above, below textLine) bool {
		return middle(below.box)-middle(above.box) >= standsApart*max(above.size, below.size)
	}
	return (i == 0 || far(s[i-1], s[i])) && (i+1 == len(s) || far(s[i], s[i+1]))
}

// merged returns the lines of both strands from above to below. Lines on one baseline become one,
// or cells one after the other.
func (s strand) merged(later strand, inLine bool) strand {
	all := slices.Clone(s)
	var rest strand
	for _, l := range later {
		i, found := all.beside(l)
		switch {
		case !found:
			rest = append(rest, l)
		case inLine:
			all[i] = joined(all[i], l)
		case all[i].box.X0 <= l.box.X0:
			l.beginsBlock = false
			all = slices.Insert(all, i+1, l)
		default:
			l.beginsBlock, all[i].beginsBlock = all[i].beginsBlock, false
			all = slices.Insert(all, i, l)
		}
	}
	for _, l := range rest {
		at := slices.IndexFunc(all, func(o textLine) bool { return middle(l.box) < middle(o.box) })
		if at < 0 {
			at = len(all)
		}
		all = slices.Insert(all, at, l)
	}
	return all
}

func middle(b document.Box) float64 { return (b.Y0 + b.Y1) / 2 }

// joined is a line of the words of both, from left to right, without the blanks that are filled in.
func joined(a, b textLine) textLine {
	words := slices.Concat(
		slices.DeleteFunc(slices.Clone(a.words), func(w document.Word) bool { return isBlankIn(w, b) }),
		slices.DeleteFunc(slices.Clone(b.words), func(w document.Word) bool { return isBlankIn(w, a) }))
	slices.SortStableFunc(words, func(v, w document.Word) int { return cmp.Compare(v.Box.X0, w.Box.X0) })
	a.words, a.box = words, a.box.Union(b.box)
	return a
}
