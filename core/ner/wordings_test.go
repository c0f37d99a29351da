package ner_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/ner"
)

// Ways of saying who complains of whom, and for whom (wordings.txt); papers of
// courts, and what parties write to them, where magistrates, clerks, parties of
// cited rulings and numbers of other cases are none of the paper's (rulings.txt).
// The first line of each piece says what the rest names, by these letters.
var namedBy = map[string]func(ner.Result) string{
	"P": func(r ner.Result) string { return r.Joined(ner.Plaintiff) },
	"D": func(r ner.Result) string { return r.Joined(ner.Defendant) },
	"A": func(r ner.Result) string { return r.Joined(ner.Agent) },
	"L": func(r ner.Result) string { return r.Joined(ner.Attorney) },
	"V": func(r ner.Result) string { return r.Joined(ner.LinkedParty) },
	"C": func(r ner.Result) string { return strings.Join(r.Values(ner.Cedula), ",") },
	"R": func(r ner.Result) string { return strings.Join(r.Values(ner.Radicado), ",") },
	"J": func(r ner.Result) string { return r.Value(ner.Court) },
}

// The parties of wordings.txt are among what TestWriteParties learns from: what is read here tells that a
// kind of wording is not lost, and nothing of papers that nobody saw (docs/quality.md does).
func TestWordings(t *testing.T) {
	e := ensemble(t, nil)
	for _, c := range []struct {
		file, letters string
		wrong         int // how many may be: models decide, and that of papers of courts knows none of these
	}{{"wordings.txt", "PDALVC", 26}, {"rulings.txt", "PDALVCRJ", 20}} {
		file, letters, wrong := c.file, c.letters, 0
		pieces, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		for _, piece := range strings.Split(strings.TrimSpace(string(pieces)), "\n====\n") {
			want, paper, _ := strings.Cut(piece, "\n")
			r := e.Extract(paper)
			var got []string
			for _, letter := range strings.Split(letters, "") {
				got = append(got, letter+"="+namedBy[letter](r))
			}
			if got := strings.Join(got, "|"); !strings.EqualFold(got, want) {
				t.Logf("%s: %.120s…\n got %s\nwant %s", file, paper, got, want)
				wrong++
			}
		}
		if wrong > c.wrong {
			t.Errorf("%s: %d pieces are read wrongly, %d may be", file, wrong, c.wrong)
		}
	}
}
