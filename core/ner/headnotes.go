package ner

import "slices"

// Headnotes stand between the number of a ruling of the Corte Constitucional and the line
// "Referencia", where its head begins: what it is about, for an index, often over several
// pages. They name no party, and nothing in them counts as near the head.

const (
	// maxNumbered bounds the words before the first headnote.
	maxNumbered = 100
	// minHeadnotes is how many words must stand before the line "Referencia".
	minHeadnotes = 12
)

// dropHeadnotes takes the words and lines of the headnotes out of the text. Their characters
// stay, so that no position moves.
func (t *Text) dropHeadnotes() {
	first, indexed := -1, false
	for l, line := range t.lines {
		k := t.wordAt(int(line.start))
		if k >= len(t.words) || first < 0 && k > maxNumbered {
			return
		}
		indexed = indexed || t.indexes(k, int(line.end))
		switch {
		case first < 0 && t.numbers(k, int(line.end)):
			first = l + 1
		case first < 0 && indexed:
			first = l
		case first >= 0 && t.words[k].start == line.start && t.is(k, "referencia") && t.words[k].shape != lower:
			if from := t.wordAt(int(t.lines[first].start)); indexed && k-from >= minHeadnotes {
				t.words, t.lines = slices.Delete(t.words, from, k), slices.Delete(t.lines, first, l)
				t.lines[first].gap = true
			}
			return
		}
	}
}

// numbers reports whether the line of word k, which ends at position end, is the number of a
// ruling and no more: Sentencia T-381/22.
func (t *Text) numbers(k, end int) bool {
	last := t.wordAt(end - 1)
	return t.is(k, "sentencia") && last-k >= 2 && last-k <= 4 && t.lone(k+1) && t.dashBefore(k+2) && t.words[k+2].shape != lower
}

// indexes reports whether the line of word k, which ends at position end, begins with
// capitals and goes on behind a dash in small letters: ACCION DE TUTELA-Procedencia.
func (t *Text) indexes(k, end int) bool {
	for first := k; k+1 < len(t.words) && int(t.words[k+1].start) < end; k++ {
		if s := t.words[k].shape; s != upper && s != number {
			return false
		}
		if t.dashBefore(k+1) && t.words[k+1].shape == title {
			return k > first
		}
	}
	return false
}
