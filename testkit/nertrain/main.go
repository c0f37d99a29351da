// Command nertrain trains the model of core/ner's sequence extractor on
// invented filings and writes it where it is embedded:
//
//	go run ./testkit/nertrain -o core/ner/data/sequence.bin
//
// The filings are those of the tuning layouts and wordings; a part of them is
// flattened, written in capitals or with other labels, loses its accents or is
// misread as a scanner would. The same
// flags give the same bytes.
package main

import (
	"flag"
	"log"
	"math/rand/v2"
	"os"
	"strings"
	"unicode"

	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/filings"
)

func main() {
	out := flag.String("o", "core/ner/data/sequence.bin", "file to write")
	n := flag.Int("n", 6000, "number of filings")
	rounds := flag.Int("rounds", 5, "times to go over them")
	seed := flag.Uint64("seed", 1, "seed of filings and order")
	flag.Parse()

	model, err := ner.TrainSequence(examples(*n, *seed), *rounds, *seed)
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(*out, model, 0o644); err != nil {
		log.Fatal(err)
	}
	log.Printf("%s: %d bytes from %d filings", *out, len(model), *n)
}

// otherLabels changes words for others of their length, so that no name moves.
var otherLabels = strings.NewReplacer("ACCIONANTE", "DEMANDANTE", "DEMANDANTE", "ACCIONANTE", "Accionante", "Demandante", "Demandante", "Accionante",
	"ACCIONAD", "DEMANDAD", "DEMANDAD", "ACCIONAD", "Accionad", "Demandad", "Demandad", "Accionad")

// examples invents filings, half of them as they are.
func examples(n int, seed uint64) []ner.Example {
	g := filings.New(seed, filings.Tuning())
	rng := rand.New(rand.NewPCG(seed, 99))
	out := make([]ner.Example, n)
	for i := range out {
		f := g.Filing()
		switch rng.IntN(10) {
		case 0:
			f = f.Flattened()
		case 1:
			f = f.WithoutAccents()
		case 2:
			f = f.AccentsDropped("")
		case 3, 4, 5:
			f = f.WithNoise(0.015*rng.Float64(), rng)
		case 6:
			f.Text = strings.Map(unicode.ToUpper, f.Text)
		case 7:
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
