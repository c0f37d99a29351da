package ner_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/ner"
)

// Ways of saying who complains of whom, and for whom. The first line of each
// piece of testdata/wordings.txt says what the rest names: plaintiffs (P),
// defendants (D), agents (A), lawyers (L), third parties (V), cédulas (C).
func TestWordings(t *testing.T) {
	pieces, err := os.ReadFile(filepath.Join("testdata", "wordings.txt"))
	if err != nil {
		t.Fatal(err)
	}
	e := ensemble(t, nil)
	for _, piece := range strings.Split(strings.TrimSpace(string(pieces)), "\n====\n") {
		want, paper, _ := strings.Cut(piece, "\n")
		r := e.Extract(paper)
		got := "P=" + r.Joined(ner.Plaintiff) + "|D=" + r.Joined(ner.Defendant) + "|A=" + r.Joined(ner.Agent) +
			"|L=" + r.Joined(ner.Attorney) + "|V=" + r.Joined(ner.LinkedParty) + "|C=" + strings.Join(r.Values(ner.Cedula), ",")
		if !strings.EqualFold(got, want) {
			t.Errorf("%.120s…\n got %s\nwant %s", paper, got, want)
		}
	}
}
