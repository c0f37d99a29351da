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
