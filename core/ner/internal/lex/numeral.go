package lex

import "strconv"

// Numerals are the numbers that words name, folded: Quinto, cinco, quinta.
var Numerals = func() map[string]int {
	out := map[string]int{}
	for w, n := range Table[string]("lex.numerals") {
		out[w], _ = strconv.Atoi(n)
	}
	return out
}()
