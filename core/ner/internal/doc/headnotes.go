package doc

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
	for l, line := range t.Lines {
		k := t.WordAt(int(line.Start))
		if k >= len(t.Words) || first < 0 && k > maxNumbered {
			return
		}
		indexed = indexed || t.indexes(k, int(line.End))
		switch {
		case first < 0 && t.numbers(k, int(line.End)):
			first = l + 1
		case first < 0 && indexed:
			first = l
		case first >= 0 && t.Words[k].Start == line.Start && t.Is(k, "referencia") && t.Words[k].Shape != Lower:
			if from := t.WordAt(int(t.Lines[first].Start)); indexed && k-from >= minHeadnotes {
				t.Words, t.Lines = slices.Delete(t.Words, from, k), slices.Delete(t.Lines, first, l)
				t.Lines[first].Gap = true
			}
			return
		}
	}
}

// numbers reports whether the line of word k, which ends at position end, is the number of a
// ruling and no more: Sentencia T-381/22.
func (t *Text) numbers(k, end int) bool {
	last := t.WordAt(end - 1)
	return t.Is(k, "sentencia") && last-k >= 2 && last-k <= 4 && t.Lone(k+1) && t.DashBefore(k+2) && t.Words[k+2].Shape != Lower
}

// indexes reports whether the line of word k, which ends at position end, begins with
// capitals and goes on behind a dash in small letters: ACCION DE TUTELA-Procedencia.
func (t *Text) indexes(k, end int) bool {
	for first := k; k+1 < len(t.Words) && int(t.Words[k+1].Start) < end; k++ {
		if s := t.Words[k].Shape; s != Upper && s != Number {
			return false
		}
		if t.DashBefore(k+1) && t.Words[k+1].Shape == Title {
			return k > first
		}
	}
	return false
}
