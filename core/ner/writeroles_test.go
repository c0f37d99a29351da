package ner_test

import (
	"crypto/sha256"
	"flag"
	"os"
	"testing"

	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/corpora"
)

var (
	rolesFile = flag.String("roles", "", "file that TestWriteRoles writes, as data/roles.bin; it writes none without")
	rolesFrom = flag.Int("roles-filings", 2500, "filings that it learns from beside the rulings")
)

// rolesRounds is how often the examples are gone over.
const rolesRounds = 3

// TestWriteRoles is a tool, not a test: make train runs it. It learns what tells the role of a
// name from rulings, in which the parties that the heading names are marked wherever they
// stand, and from invented filings of the tuning part. The same texts give the same bytes.
func TestWriteRoles(t *testing.T) {
	if *rolesFile == "" {
		t.Skip("a tool that make train runs, not a test")
	}
	parts, err := corpora.ReadRulings(*sequenceCorpora)
	if err != nil {
		t.Fatal(err)
	}
	learned := append(rulingExamples(parts.Train), examples(*rolesFrom, 1)...)
	model, err := ner.LearnRoles(learned, rolesRounds, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(*rolesFile, model, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %d bytes from %d texts, sha256 %x", *rolesFile, len(model), len(learned), sha256.Sum256(model))
}

// rulingExamples are the views of rulings, with the parties that the heading names.
func rulingExamples(rulings []corpora.Ruling) []ner.Example {
	var out []ner.Example
	for _, r := range rulings {
		for _, view := range []string{r.FromReference(), r.Prose()} {
			if names := r.Project(view); len(names) > 0 {
				out = append(out, ner.Example{Text: view, Names: names})
			}
		}
	}
	return out
}
