package dedup

import (
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/text"
)

// TestPlacesLookAtFewWords keeps a text of numbers alone from costing the square of its length.
func TestPlacesLookAtFewWords(t *testing.T) {
	for _, c := range []struct {
		rule  string
		words string
		place bool
	}{
		{"four words beside it", "uno dos tres cuatro", true},
		{"three words", "uno dos tres", false},
		{"numbers between the words do not count", "uno 1 dos 2 tres 3 cuatro", true},
		{"the words stand too far away", strings.Repeat("1.020.304 ", placeReach) + "uno dos tres cuatro", false},
	} {
		t.Run(c.rule, func(t *testing.T) {
			r := &reading{text: c.words}
			r.words = text.AppendSpans(nil, c.words)
			if got := r.wordsAfter(0) != 0; got != c.place {
				t.Errorf("after: %v, want %v", got, c.place)
			}
			reversed := strings.Fields(c.words)
			slices.Reverse(reversed)
			r.text = strings.Join(reversed, " ")
			r.words = text.AppendSpans(nil, r.text)
			if got := r.wordsBefore(len(r.words)) != 0; got != c.place {
				t.Errorf("before: %v, want %v", got, c.place)
			}
		})
	}
}

func TestMisreadNumbers(t *testing.T) {
	for _, c := range []struct {
		rule    string
		x, y    uint64
		misread bool
	}{
		{"one digit", 88412, 88472, true},
		{"two digits, each taken for one that looks alike", 88412, 83472, true},
		{"two other digits", 88412, 82452, false},
		{"a lost digit", 88412, 8842, true},
		{"two lost digits", 884127, 8812, false},
		{"two lost digits of a number with its year", 20210041977, 202104197, true},
		{"the beginning of a number", 20210041977, 2021, true},
	} {
		if got := numberMisread(c.x, c.y); got != c.misread || numberMisread(c.y, c.x) != got {
			t.Errorf("%s: %d and %d, misread: %t", c.rule, c.x, c.y, got)
		}
	}
}
