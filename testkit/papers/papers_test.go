package papers_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/text"
	"github.com/cotejo/cotejo/testkit/papers"
)

// What a paper is said to name stands in it.
func TestGoldStandsInThePapers(t *testing.T) {
	learn, err := papers.ToLearn()
	if err != nil || len(learn) == 0 {
		t.Fatalf("%d papers: %v", len(learn), err)
	}
	report, err := papers.ToReport()
	if err != nil || len(report) == 0 {
		t.Fatalf("%d papers: %v", len(report), err)
	}
	all := append(learn, report...)
	seen := map[string]bool{}
	for _, p := range all {
		if seen[p.ID] {
			t.Errorf("%s: twice", p.ID)
		}
		seen[p.ID] = true
		if norm.NFC.String(p.Text) != p.Text {
			t.Errorf("%s: not NFC", p.ID)
		}
		for kind := range strings.SplitSeq(p.Gold.Type, "|") {
			if kind != "" && !slices.Contains(document.Types(), document.Type(kind)) {
				t.Errorf("%s: unknown type %q", p.ID, kind)
			}
		}
		if p.Recognised {
			continue // the scanner made something else of it
		}
		isPrinted := func(field string) bool { return !slices.Contains(p.Reworded, field) }
		for field, names := range map[string][]string{"plaintiff": p.Gold.Plaintiff, "defendant": p.Gold.Defendant, "agent": {p.Gold.Agent}} {
			for _, name := range names {
				if name != "" && isPrinted(field) && !hasWords(p.Text, name) {
					t.Errorf("%s: %q is not named", p.ID, name)
				}
			}
		}
		for field, number := range map[string]string{"cedula": p.Gold.Cedula, "agent_cedula": p.Gold.AgentCedula, "radicado": p.Gold.Radicado} {
			if number != "" && isPrinted(field) && !hasNumber(p.Text, number) {
				t.Errorf("%s: the number %s does not stand in it", p.ID, number)
			}
		}
		if p.Gold.Email != "" && isPrinted("email") && !slices.ContainsFunc(strings.Split(p.Gold.Email, "|"), func(e string) bool {
			return strings.Contains(strings.ToLower(p.Text), strings.ToLower(e))
		}) {
			t.Errorf("%s: the address %s does not stand in it", p.ID, p.Gold.Email)
		}
	}
}

func TestPairsAreWhole(t *testing.T) {
	all, err := papers.PairsToLearn()
	if err != nil || len(all) == 0 {
		t.Fatalf("%d pairs: %v", len(all), err)
	}
	seen := map[string]bool{}
	for _, p := range all {
		if seen[p.ID] {
			t.Errorf("%s: twice", p.ID)
		}
		seen[p.ID] = true
		if len(p.A) < 200 || len(p.B) < 200 || p.Why == "" {
			t.Errorf("%s: not whole", p.ID)
		}
		for _, relation := range append(p.Accept, p.Gold) {
			if !slices.Contains([]string{"duplicate", "new_claim", "mass", "same_case", "unrelated"}, relation) {
				t.Errorf("%s: unknown relation %q", p.ID, relation)
			}
		}
	}
}

// SOURCES.md names each file and who wrote it.
func TestEachFileHasItsSource(t *testing.T) {
	sources, err := os.ReadFile("SOURCES.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("*/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	for _, file := range files {
		if !strings.Contains(string(sources), "`"+filepath.ToSlash(file)+"`") {
			t.Errorf("%s: SOURCES.md does not name it", file)
		}
	}
}

// hasWords reports whether a text has all words of one of the spellings.
func hasWords(s, spellings string) bool {
	words := wordsOf(s)
	return slices.ContainsFunc(strings.Split(spellings, "|"), func(spelling string) bool {
		return !slices.ContainsFunc(wordsOf(spelling), func(w string) bool { return !slices.Contains(words, w) })
	})
}

func wordsOf(s string) []string {
	return strings.FieldsFunc(text.Fold(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// hasNumber reports whether the digits of one of the spellings follow each other in a text, in any grouping.
func hasNumber(s, spellings string) bool {
	digits := func(s string) string {
		return strings.Map(func(r rune) rune {
			if '0' <= r && r <= '9' {
				return r
			}
			return -1
		}, s)
	}
	return slices.ContainsFunc(strings.FieldsFunc(spellings, func(r rune) bool { return r == '|' || r == ';' }), func(n string) bool { return strings.Contains(digits(s), digits(n)) })
}
