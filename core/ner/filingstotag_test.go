package ner_test

import (
	"math/rand/v2"
	"strings"
	"unicode"

	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/filings"
)

// filingsToTag invents filings from which the model of the extractor Sequence learns beside the papers of people: those of the
// tuning part, a third of them as they are, others flattened, in capitals, with other labels, without accents or misread.
func filingsToTag() []ner.Example {
	const n, seed = 2500, 1
	g := filings.New(seed, filings.Tuning())
	rng := rand.New(rand.NewPCG(seed, 99))
	out := make([]ner.Example, n)
	for i := range out {
		f := g.Filing()
		switch rng.IntN(12) {
		case 0, 1:
			f = f.Flattened()
		case 2:
			f = f.WithoutAccents()
		case 3:
			f = f.AccentsDropped("")
		case 4, 5, 6:
			f = f.WithNoise(0.02*rng.Float64(), rng)
		case 7:
			f.Text = strings.Map(unicode.ToUpper, f.Text)
		case 8:
			f.Text = otherLabels.Replace(f.Text)
		}
		names := make([]ner.Mention, len(f.Gold.Spans))
		for k, s := range f.Gold.Spans {
			names[k] = ner.Mention{Field: s.Field, Start: s.Start, End: s.End}
		}
		out[i] = ner.Example{Text: f.Text, Names: names}
	}
	return out
}

// otherLabels changes words for others of their length, so that no name moves.
var otherLabels = strings.NewReplacer("ACCIONANTE", "DEMANDANTE", "DEMANDANTE", "ACCIONANTE", "Accionante", "Demandante", "Demandante", "Accionante",
	"ACCIONAD", "DEMANDAD", "DEMANDAD", "ACCIONAD", "Accionad", "Demandad", "Demandad", "Accionad")
