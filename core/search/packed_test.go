package search

import (
	"testing"

	"pgregory.net/rapid"
)

// Words are the same number when they are the same word.
func TestPackedWordsAreToldApart(t *testing.T) {
	word := rapid.StringMatching(`[a-cñ0]{0,18}`)
	rapid.Check(t, func(t *rapid.T) {
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		if rapid.Bool().Draw(t, "beginning of it") && len(a) > 0 {
			b = a[:rapid.IntRange(0, len(a)).Draw(t, "end")]
		}
		aHead, aTail, aFits := packed(a)
		bHead, bTail, bFits := packed(b)
		if aFits != (len(a) <= 16) {
			t.Fatalf("%q fits: %t", a, aFits)
		}
		if aFits && bFits && (aHead == bHead && aTail == bTail) != (a == b) {
			t.Fatalf("%q and %q", a, b)
		}
	})
}
