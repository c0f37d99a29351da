package ner_test

import (
	"crypto/sha256"
	"flag"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"unicode"

	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/corpora"
	"github.com/cotejo/cotejo/testkit/filings"
)

var (
	sequenceFile    = flag.String("sequence", "", "file that TestWriteSequence writes, as data/sequence.bin; it writes none without")
	sequenceCorpora = flag.String("corpora", "", "folder of the published texts that it learns from, see testkit/corpora/SOURCES.md; empty for filings alone")
	sequenceFrom    = flag.Int("sequence-filings", 7000, "filings that it learns from")
)

// TestWriteSequence is a tool, not a test: go run ./testkit/measure train runs it. It trains the model of the sequence extractor and writes it where it is
// embedded. It learns who sues whom from invented filings of the tuning layouts and
// wordings, a part of which is flattened, written in capitals or with other labels, loses
// its accents or is misread as a scanner would; and what names of persons, institutions
// and places, streets and numbers look like from published texts, whose unseen parts it
// leaves alone. The same flags and texts give the same bytes.
func TestWriteSequence(t *testing.T) {
	if *sequenceFile == "" {
		t.Skip("a tool that go run ./testkit/measure train runs, not a test")
	}
	const rounds, seed = 5, 1
	learned := examples(*sequenceFrom, seed)
	if *sequenceCorpora != "" {
		all, err := corpora.Read(*sequenceCorpora)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range all {
			for _, d := range c.Train {
				learned = append(learned, ner.Example{Text: d.Text, Names: d.Names, Whole: true})
				if len(c.Train) < few {
					learned = append(learned, ner.Example{Text: inCapitals(d.Text, d.Names), Names: d.Names, Whole: true})
				}
			}
		}
	}
	model, err := ner.TrainSequence(learned, rounds, seed)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(*sequenceFile, model, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %d bytes from %d texts, sha256 %x", *sequenceFile, len(model), len(learned), sha256.Sum256(model))
}

// few is the number of texts below which a corpus is learned from twice, the
// second time with its names in capitals, as rulings write them.
const few = 100

// inCapitals writes the names of a text in capitals; no name moves.
func inCapitals(text string, names []ner.Mention) string {
	runes := []rune(text)
	for _, m := range names {
		if m.Field == ner.PersonName {
			for i := m.Start; i < m.End; i++ {
				runes[i] = unicode.ToUpper(runes[i])
			}
		}
	}
	return string(runes)
}

// otherLabels changes words for others of their length, so that no name moves.
var otherLabels = strings.NewReplacer("ACCIONANTE", "DEMANDANTE", "DEMANDANTE", "ACCIONANTE", "Accionante", "Demandante", "Demandante", "Accionante",
	"ACCIONAD", "DEMANDAD", "DEMANDAD", "ACCIONAD", "Accionad", "Demandad", "Demandad", "Accionad")

// examples invents filings, a third of them as they are.
func examples(n int, seed uint64) []ner.Example {
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
			names[k] = ner.Mention{Field: kindOf(s.Field), Start: s.Start, End: s.End}
		}
		out[i] = ner.Example{Text: f.Text, Names: names}
	}
	return out
}

// kindOf is what the model calls a field of filings.
func kindOf(f ner.Field) ner.Field {
	switch f {
	case ner.Cedula, ner.Radicado, ner.NIT, ner.Phone:
		return ner.Identifier
	case ner.Email:
		return ner.Mailbox
	case ner.PlaintiffAddress, ner.DefendantAddress:
		return ner.Street
	}
	return f
}
