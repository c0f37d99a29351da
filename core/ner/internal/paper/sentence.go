package paper

import (
	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/party"
)

// Where a sentence begins.

// MaxSideWords bounds the search for such a word backwards.
const MaxSideWords = 50

// CaseLabels are the labels of the case number at the head of a paper.
var CaseLabels = lex.Set("paper.caseLabels")

// SentenceStart returns the first word of the sentence or line in which word k
// stands; a line that was broken for want of room is no end.
func SentenceStart(t *doc.Text, k int) int {
	for n := 0; k > 0 && n < MaxSideWords; k, n = k-1, n+1 {
		for i, c := range t.Between(k - 1) {
			switch {
			case c == '\n' && !t.Wrapped(int(t.Words[k-1].End)),
				c == '.' && i == 0 && party.PointEnds(t, k-1) && !CaseLabels[t.Key(k-1)],
				t.Flat && i > 0 && lex.IsBlank(c) && lex.IsBlank(t.Between(k - 1)[i-1]):
				return k
			}
		}
	}
	return k
}
