package ner_test

import (
	"crypto/sha256"
	"flag"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/core/ner/parties"
	"github.com/cotejo/cotejo/testkit/corpora"
	"github.com/cotejo/cotejo/testkit/filings"
)

var (
	proseFile    = flag.String("prose", "", "file that TestWriteProse writes, as data/prose.bin; it writes none without")
	proseRulings = flag.String("corpora", "", "folder of the published rulings that it learns from, see testkit/corpora/SOURCES.md")
	proseFrom    = flag.Int("prose-filings", 3000, "filings that it learns from beside the rulings")
)

// TestWriteProse is a tool, not a test: go run ./testkit/measure train runs it. It trains the model of package
// prose on rulings, whose headings name the parties, and on the papers of courts among
// invented filings of the tuning part. The other filings teach it which texts it does not
// judge. The same texts give the same bytes.
func TestWriteProse(t *testing.T) {
	if *proseFile == "" {
		t.Skip("a tool that go run ./testkit/measure train runs, not a test")
	}
	const folds, rounds, seed = 8, 3, 1
	parts, err := corpora.ReadRulings(*proseRulings)
	if err != nil {
		t.Fatal(err)
	}
	var learned []ner.Told
	var texts []string
	for i, r := range parts.Train {
		texts = append(texts, r.Text)
		for _, view := range []string{r.Prose(), r.FromReference()} {
			if view != "" {
				learned = append(learned, ner.Told{Text: view, Ruling: true, Group: i, Right: func(role parties.Role, value string, _, _ int) bool {
					return corpora.Agrees([parties.Roles]string{r.Plaintiff, r.Defendant}[role], value)
				}})
			}
		}
	}
	told, others := toldFilings(*proseFrom, seed, len(parts.Train))
	learned = append(learned, told...)
	model, err := ner.LearnProse(learned, others, ner.LowerWords(texts), folds, rounds, seed)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(*proseFile, model, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %d bytes from %d texts, sha256 %x", *proseFile, len(model), len(learned), sha256.Sum256(model))
}

// toldFilings invents filings, a quarter of them papers of courts, which are returned to
// learn from, in groups from the given one on; others are the texts of the rest.
func toldFilings(n int, seed uint64, group int) (told []ner.Told, others []string) {
	g := filings.New(seed, filings.Tuning())
	rng := rand.New(rand.NewPCG(seed, 5))
	for i := range n {
		f := g.Filing()
		ruling := i%4 == 0
		if ruling {
			f = g.Of(document.Sentencia)
		}
		if i%7 == 0 {
			f = f.WithNoise(0.03*rng.Float64(), rng)
		}
		if !ruling {
			others = append(others, f.Text)
			continue
		}
		told = append(told, ner.Told{Text: f.Text, Group: group + i, Right: func(role parties.Role, _ string, start, end int) bool {
			for _, s := range f.Gold.Spans {
				shared := min(end, s.End) - max(start, s.Start)
				if s.Field == [parties.Roles]ner.Field{ner.Plaintiff, ner.Defendant}[role] && 2*shared > max(end-start, s.End-s.Start) {
					return true
				}
			}
			return false
		}})
	}
	return told, others
}
