package party

import (
	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Items of a list of parties, each with its number or its dash.

// ItemNumber returns the number of the item of a list that word k begins, 1. or
// 2), 0 when it begins none.
func ItemNumber(t *doc.Text, k int) int {
	if k < 0 || k+1 >= len(t.Words) || t.Words[k].Shape != doc.Number || t.Words[k].End-t.Words[k].Start > 2 || t.Words[k+1].Shape == doc.Lower {
		return 0
	}
	switch gap := t.Between(k); gap[0] {
	case '.', ')', '-':
		if len(gap) == 1 || len(gap) > 3 {
			return 0 // 1.E., of a scanned I.E.
		}
	default:
		return 0
	}
	n := 0
	for p := t.Words[k].Start; p < t.Words[k].End; p++ {
		if !lex.IsDigit(t.Chars[p]) {
			return 0
		}
		n = n*10 + int(t.Chars[p]-'0')
	}
	return n
}

// nextItem reports whether the next item of the list begins with word next whose
// item before begins with word first: 2. behind 1., a dash behind a dash.
func nextItem(t *doc.Text, first, next int) bool {
	if n := ItemNumber(t, next); n > 1 {
		return n == ItemNumber(t, first-1)+1
	}
	return first > 0 && t.DashBefore(next) && t.DashBefore(first) && Begins(t, next)
}
