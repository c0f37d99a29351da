package ner_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
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
	"C": func(r ner.Result) string { return strings.Join(r.Values(ner.Cedula), ",") },
	"R": func(r ner.Result) string { return strings.Join(r.Values(ner.Radicado), ",") },
	"J": func(r ner.Result) string { return r.Value(ner.Court) },
}

var updateWordings = flag.Bool("update-wordings", false, "write the pieces that are read wrongly into testdata/wordings.wrong")

// The parties of wordings.txt are among what TestWriteParties learns from: what is read here tells that a
// kind of wording is not lost, and nothing of papers that nobody saw (docs/quality.md does). Models decide, and that of
// papers of courts knows none of these: wordings.wrong lists the pieces that are read wrongly, and how. After training,
// go test ./core/ner -run TestWordings -args -update-wordings brings the list up to date; its diff says what has changed.
func TestWordings(t *testing.T) {
	const known = "testdata/wordings.wrong"
	var wrong strings.Builder
	e := ensemble(t, nil)
	for _, file := range []string{"wordings.txt", "rulings.txt"} {
		pieces, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		for n, piece := range strings.Split(strings.TrimSpace(string(pieces)), "\n====\n") {
			want, paper, _ := strings.Cut(piece, "\n")
			r := e.Extract(paper)
			for field := range strings.SplitSeq(want, "|") {
				letter, value, _ := strings.Cut(field, "=")
				if got := namedBy[letter](r); !strings.EqualFold(got, value) {
					fmt.Fprintf(&wrong, "%s %d, %s: %q is read as %q\n", file, n+1, letter, value, got)
				}
			}
		}
	}
	if *updateWordings {
		if err := os.WriteFile(known, []byte(wrong.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	was, err := os.ReadFile(known)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(was), "\n")
	for line := range strings.Lines(wrong.String()) {
		if line = strings.TrimSuffix(line, "\n"); !slices.Contains(lines, line) {
			t.Errorf("%s, and is not in %s", line, known)
		}
	}
	for _, line := range lines {
		if line != "" && !strings.Contains(wrong.String(), line+"\n") {
			t.Errorf("no longer true of %s: %s", known, line)
		}
	}
}
