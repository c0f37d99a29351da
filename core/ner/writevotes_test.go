package ner_test

import (
	"flag"
	"iter"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/filings"
)

var (
	votesFile = flag.String("votes", "", "file that TestWriteVotes writes, as data/votes.json; it writes none without")
	votesFrom = flag.Int("votes-filings", 6000, "filings that TestWriteVotes learns from; as many to calibrate on")
)

// TestWriteVotes is a tool, not a test: go run ./testkit/measure train-votes runs it. It learns how reliable
// the extractors' votes are and writes the result to the file that core/ner embeds. It
// learns from filings of two thirds of the tuning layouts and calibrates on filings of
// the rest, both as printed, flattened, without accents and with the errors of a
// scanner. Run it after every change of an extractor.
func TestWriteVotes(t *testing.T) {
	if *votesFile == "" {
		t.Skip("a tool that go run ./testkit/measure train-votes runs, not a test")
	}
	const seed = 11
	learn, calibrate := filings.Tuning(), filings.Tuning()
	var apart []string
	for i, id := range filings.Layouts() {
		if i%3 == 2 {
			apart = append(apart, id)
		}
	}
	learn.Layouts.Not = append(append([]string{}, learn.Layouts.Not...), apart...)
	calibrate.Layouts.Only = apart
	model, err := ner.LearnVotes(filed(seed, *votesFrom, learn, true, document.Sentencia), filed(seed+1, *votesFrom, calibrate, false, document.Impugnacion, document.Desacato))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(*votesFile, model, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %d bytes from %d filings", *votesFile, len(model), 2**votesFrom)
}

// filed invents filings in all the ways in which they are read; of every
// fifth, when some shall be silent, one extractor or several do not read it.
func filed(seed uint64, n int, o filings.Options, silence bool, stamped ...document.Type) iter.Seq[ner.Paper] {
	return func(yield func(ner.Paper) bool) {
		g, rng := filings.New(seed, o), rand.New(rand.NewPCG(seed, 3))
		extractors := ner.Extractors()
		for i := range n {
			p := asRead(invent(g, i, rng, stamped), rng)
			if silent := rng.IntN(5) == 0; silent && silence {
				rng.Shuffle(len(extractors), func(i, j int) { extractors[i], extractors[j] = extractors[j], extractors[i] })
				for _, x := range extractors[:1+rng.IntN(4)] {
					p.Silent = append(p.Silent, x.Name())
				}
			}
			if !yield(p) {
				return
			}
		}
	}
}

// invent makes the i-th filing: usual ones, those that bear a number, which are
// rare otherwise, those full of numbers that are none, and some in words of
// their own.
func invent(g *filings.Generator, i int, rng *rand.Rand, stamped []document.Type) filings.Filing {
	switch i % 12 {
	case 0, 6:
		return g.Of(stamped[rng.IntN(len(stamped))])
	case 3:
		return g.Trap()
	case 9:
		return g.Paper(ownWords[rng.IntN(len(ownWords))], filings.ForTuning)
	}
	return g.Filing()
}

// ownWords are the types of which papers in words of their own state parties as
// a tutela does.
var ownWords = []document.Type{document.Tutela, document.HabeasCorpus, document.Impugnacion, document.Desacato}

// asRead is a filing as a reader gives it, of one in seven only the beginning:
// what is said once there must be believed as well.
func asRead(f filings.Filing, rng *rand.Rand) ner.Paper {
	f = read(f, rng)
	if text := []rune(f.Text); rng.IntN(7) == 0 && len(text) > 800 {
		end := min(len(text), 300+rng.IntN(900))
		values := map[ner.Field][]string{}
		for _, s := range f.Gold.Spans {
			if s.End <= end && !slices.Contains(values[s.Field], s.Value) {
				values[s.Field] = append(values[s.Field], s.Value)
			}
		}
		return ner.Paper{Text: string(text[:end]), Recognised: ner.RecognisedIf(f.Recognised, string(text[:end])), Values: values}
	}
	return ner.Paper{Text: f.Text, Recognised: ner.RecognisedIf(f.Recognised, f.Text), Values: f.Gold.Values}
}

func read(f filings.Filing, rng *rand.Rand) filings.Filing {
	switch n := rng.IntN(20); {
	case n < 8:
		return f
	case n < 10:
		return f.Flattened()
	case n < 11:
		return f.WithoutAccents()
	}
	return f.WithNoise(0.03*rng.Float64(), rng)
}
