package ner_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/ner"
)

// Papers of courts, and what parties write to them: who takes part, whose number
// it is, which court wrote. The first line of each piece of testdata/rulings.txt
// says so: plaintiffs (P), defendants (D), agents (A), lawyers (L), third parties
// (V), cédulas (C), radicado (R), court (J). Magistrates, clerks, parties of cited
// rulings and numbers of other cases are in none.
func TestRulings(t *testing.T) {
	pieces, err := os.ReadFile(filepath.Join("testdata", "rulings.txt"))
	if err != nil {
		t.Fatal(err)
	}
	e := ensemble(t, nil)
	for _, piece := range strings.Split(strings.TrimSpace(string(pieces)), "\n====\n") {
		want, paper, _ := strings.Cut(piece, "\n")
		r := e.Extract(paper)
		got := "P=" + r.Joined(ner.Plaintiff) + "|D=" + r.Joined(ner.Defendant) + "|A=" + r.Joined(ner.Agent) +
			"|L=" + r.Joined(ner.Attorney) + "|V=" + r.Joined(ner.LinkedParty) + "|C=" + strings.Join(r.Values(ner.Cedula), ",") +
			"|R=" + strings.Join(r.Values(ner.Radicado), ",") + "|J=" + r.Value(ner.Court)
		if !strings.EqualFold(got, want) {
			t.Errorf("%.120s…\n got %s\nwant %s", paper, got, want)
		}
	}
}
