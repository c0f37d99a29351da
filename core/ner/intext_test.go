package ner_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/core/text"
	"github.com/cotejo/cotejo/testkit/filings"
)

// letters returns the folded letters and digits of a string without what stands between.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text.Fold(s))
}

// footnoted puts marks of footnotes behind some words with a capital.
func footnoted(s string, rng *rand.Rand) string {
	words := strings.SplitAfter(s, " ")
	for i, w := range words {
		if bare := strings.TrimRight(w, " "); bare != w && len(bare) > 3 && unicode.IsUpper([]rune(bare)[0]) && unicode.IsLower(rune(bare[len(bare)-1])) && rng.IntN(4) == 0 {
			words[i] = fmt.Sprintf("%s%d ", bare, 1+rng.IntN(29))
		}
	}
	return strings.Join(words, "")
}

// TestValuesStandInTheText holds that no value is given whose words the text does not have,
// but for case, accents and points: neither a repaired letter nor the name that a gazetteer
// knows an institution by.
func TestValuesStandInTheText(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 7))
	var papers []string
	g := filings.New(9, filings.Tuning())
	for range 250 {
		s := g.Filing().Text
		papers = append(papers, s, footnoted(s, rng))
	}
	b, err := os.ReadFile(filepath.Join("testdata", "rulings.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, piece := range strings.Split(string(b), "\n====\n") {
		_, paper, _ := strings.Cut(piece, "\n")
		papers = append(papers, paper, footnoted(paper, rng))
	}
	e := ensemble(t, nil)
	for _, paper := range papers {
		all := letters(paper)
		r := e.Extract(paper)
		for _, x := range append(r.Entities, r.Alternatives...) {
			switch x.Field {
			case ner.Plaintiff, ner.Defendant, ner.Agent, ner.Attorney, ner.LinkedParty, ner.Cedula, ner.Email:
			default: // courts and radicados are written in one form
				continue
			}
			for _, w := range strings.Fields(x.Value) {
				if !strings.Contains(all, letters(w)) {
					t.Errorf("%s %q of %q: %q is not in the text\n%.300s", x.Field, x.Value, x.Raw, w, paper)
				}
			}
		}
	}
}
