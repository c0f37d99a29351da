package sequence

import (
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
)

// prepared returns a text that nobody presents.
func prepared(s string) *doc.Text {
	t := new(doc.Text)
	t.Prepare(s, doc.Heading, func(int) bool { return false })
	return t
}

// Sentences that name nobody are left out of what the sequence model decodes, names
// and what may be a torn piece of one are not.
func TestPlainWordsAreThoseOfSentencesThatNameNobody(t *testing.T) {
	x := prepared("por lo que se ordene la entrega a Ana Ruiz, haparro que vive con su madre")
	var d Decoder
	f := d.Read(x, x.Len(), 0, len(x.Words))
	f.LeavePlain()
	for i := range x.Words {
		w := string(x.Folded(i))
		named := w == "ana" || w == "ruiz" || w == "haparro"
		if f.isPlain(i) == named {
			t.Errorf("%s: left out %v", w, f.isPlain(i))
		}
	}
}

// Numbers and words of filings with capitals are left out where no name is near.
func TestWordsFarFromAnyNameAreLeftOut(t *testing.T) {
	left := func(paper string) (out int) {
		x := prepared(paper)
		var d Decoder
		f := d.Read(x, x.Len(), 0, len(x.Words))
		f.LeavePlain()
		for i := range x.Words {
			if f.isPlain(i) {
				out++
			}
		}
		return out
	}
	numbers := strings.Repeat("12 ", 20)
	for paper, want := range map[string]int{
		"El Decreto 2591 de 1991":                   5,
		numbers + "Ana Ruiz":                        20 - farFromNames,
		"Ana Ruiz " + numbers + "Ana Ruiz":          20 - 2*farFromNames,
		"12 12 Ana Ruiz 12 12":                      0,
		numbers + "juez " + numbers + "Ana Ruiz 12": 2*20 - 3*farFromNames,
	} {
		if got := left(paper); got != want {
			t.Errorf("%s: %d words left out, want %d", paper, got, want)
		}
	}
}
