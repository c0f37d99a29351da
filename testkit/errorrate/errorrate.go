// Package errorrate counts the characters that a reading got wrong: the edit
// distance to what is printed, over the length of what is printed. Whitespace
// is folded, since line ends are a matter of layout, and the lines that people
// sign on do not count, though they are printed as underscores.
package errorrate

import (
	"slices"
	"strings"
)

// Fold takes the underscores out, makes every run of whitespace one space and
// takes it from both ends.
func Fold(s string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(s, "_", "")), " ")
}

// Count returns the edit distance between the folded texts, and the length of
// the printed one, both in code points.
func Count(printed, read string) (wrong, length int) {
	a, b := []rune(Fold(printed)), []rune(Fold(read))
	return distance(a, b), len(a)
}

// CountWords is Count with words in the place of characters.
func CountWords(printed, read string) (wrong, length int) {
	a, b := strings.Fields(Fold(printed)), strings.Fields(Fold(read))
	return distance(a, b), len(a)
}

// distance is the edit distance between two sequences.
func distance[T comparable](a, b []T) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, r := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j := range b {
			cost := diagonal
			if r != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// Of is the share of the printed characters that were misread; above 1 when
// more was read than is there. Nothing read where nothing is printed is 0.
func Of(printed, read string) float64 {
	wrong, length := Count(printed, read)
	return float64(wrong) / float64(max(1, length))
}

// Confusion is a run of printed characters and what was read in its place,
// with the characters before and after it.
type Confusion struct{ Printed, Read, Before, After string }

// Confusions returns what one cheapest way of editing the printed text into the
// read one changes, in order. It takes memory by the product of the lengths: it
// is meant for a page.
func Confusions(printed, read string) []Confusion {
	a, b := []rune(Fold(printed)), []rune(Fold(read))
	cost := make([][]int32, len(a)+1)
	for i := range cost {
		cost[i] = make([]int32, len(b)+1)
		for j := range cost[i] {
			switch {
			case i == 0 || j == 0:
				cost[i][j] = int32(i + j)
			default:
				cost[i][j] = min(cost[i-1][j], cost[i][j-1]) + 1
				cost[i][j] = min(cost[i][j], cost[i-1][j-1]+differ(a[i-1], b[j-1]))
			}
		}
	}
	const context = 12
	var out []Confusion
	endA, endB := -1, -1 // of the run that the way back is in
	i, j := len(a), len(b)
	flush := func() {
		if endA >= 0 {
			out = append(out, Confusion{string(a[i:endA]), string(b[j:endB]),
				string(a[max(0, i-context):i]), string(a[endA:min(len(a), endA+context)])})
			endA = -1
		}
	}
	for i > 0 || j > 0 {
		if i > 0 && j > 0 && a[i-1] == b[j-1] && cost[i][j] == cost[i-1][j-1] {
			flush()
			i, j = i-1, j-1
			continue
		}
		if endA < 0 {
			endA, endB = i, j
		}
		switch {
		case i > 0 && j > 0 && cost[i][j] == cost[i-1][j-1]+1:
			i, j = i-1, j-1
		case i > 0 && cost[i][j] == cost[i-1][j]+1:
			i--
		default:
			j--
		}
	}
	flush()
	slices.Reverse(out)
	return out
}

func differ(a, b rune) int32 {
	if a == b {
		return 0
	}
	return 1
}
