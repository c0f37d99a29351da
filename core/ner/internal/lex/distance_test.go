package lex

import (
	"testing"

	"pgregory.net/rapid"
)

// Only as much of the table of distances is worked out as the limit needs: the
// whole one says the same.
func TestWithinSaysWhatTheWholeTableSays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.StringMatching(`[ab ]{0,14}`)
		x, y := letters.Draw(t, "x"), letters.Draw(t, "y")
		limit := rapid.IntRange(1, 5).Draw(t, "limit")
		if got, want := Within(x, y, limit), wholeDistance(x, y) <= limit; got != want {
			t.Fatalf("%q and %q differ in %d letters, within %d: %v", x, y, wholeDistance(x, y), limit, got)
		}
	})
}

func wholeDistance(a, b string) int {
	table := make([][]int, len(a)+1)
	for i := range table {
		table[i] = make([]int, len(b)+1)
		for j := range table[i] {
			switch {
			case i == 0 || j == 0:
				table[i][j] = i + j
			case a[i-1] == b[j-1]:
				table[i][j] = table[i-1][j-1]
			default:
				table[i][j] = 1 + min(table[i-1][j-1], table[i-1][j], table[i][j-1])
			}
		}
	}
	return table[len(a)][len(b)]
}
