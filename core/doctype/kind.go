package doctype

import (
	_ "embed"
	"math"
	"slices"
	"sync"

	"github.com/cotejo/cotejo/core/boost"
)

// A forest of decision trees decides the kind. It learned from papers of people which phrases count, where, and
// with which others; go run ./testkit/measure train-kinds writes it.

//go:embed data/kinds.txt
var kindsTable []byte

var forest = sync.OnceValue(func() *boost.Forest {
	f, err := boost.Read(kindsTable, factNames(), kinds)
	if err != nil {
		panic("doctype: " + err.Error())
	}
	return f
})

// mostCases bounds the numbers of cases that are counted.
const mostCases = 4

// factNames names what facts returns, in its order.
func factNames() []string {
	var names []string
	for _, row := range allRows() {
		names = append(names, row.kind+": "+row.first())
	}
	for _, kind := range scored {
		names = append(names, "score of "+kind, "first title: "+kind)
	}
	for _, kind := range kinds {
		names = append(names, "lead of "+kind)
	}
	return append(names, "to a court", "headed by a court", "letterhead of a court", "words", "numbers of cases")
}

// facts returns what the forest asks about: in which zone the phrases of each row stand (3 a title, 2 the head, 1 elsewhere),
// the scores of the kinds, sender and addressee.
func (r *scanner) facts(scores []float64, cases int) []float32 {
	rows := make([]float32, r.table.rows)
	for p, z := range r.best {
		row := r.table.phrases[p].row
		rows[row] = max(rows[row], float32(zones-z))
	}
	for k, score := range scores {
		rows = append(rows, float32(score), asOne(r.firstTitle == k+1))
	}
	for k, score := range scores[:len(kinds)] {
		rows = append(rows, float32(score-max(maxOf(scores[:k]), maxOf(scores[k+1:len(kinds)]))))
	}
	return append(rows, asOne(r.toCourt), asOne(r.headed && !r.greeted), asOne(r.letterhead),
		float32(math.Log1p(float64(r.words))), float32(min(cases, mostCases)))
}

// maxOf returns the greatest score, a low one of none.
func maxOf(scores []float64) float64 {
	greatest := -100.0
	for _, s := range scores {
		greatest = max(greatest, s)
	}
	return greatest
}

func asOne(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

// likeliest returns the kind and its probability.
func likeliest(chances []float64) (kind int, chance float64) {
	chance = slices.Max(chances)
	return slices.Index(chances, chance), math.Min(chance, mostSure)
}
