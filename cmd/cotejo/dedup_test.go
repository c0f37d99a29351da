package main_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/testkit/filings"
)

type pairLine struct {
	A, B       string
	Relation   dedup.Relation
	MinHash    float64 `json:"minhash_score"`
	TFIDF      float64 `json:"tfidf_score"`
	Entity     float64 `json:"entity_score"`
	Ensemble   float64 `json:"ensemble_score"`
	Similarity float64 `json:"similarity"`
	Reasons    []dedup.Reason
}

// shelf writes invented filings to folder/shelf.jsonl.
func shelf(t *testing.T, folder string, n int) filings.Set {
	t.Helper()
	set := filings.NewSet(23, n, filings.HeldOut())
	f, err := os.Create(filepath.Join(folder, "shelf.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	out := json.NewEncoder(f)
	for _, x := range set.Filings {
		if err := out.Encode(map[string]any{"id": x.ID, "text": x.Text, "doc_type": x.Type}); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return set
}

func TestDedupTellsDuplicatesFromFormLetters(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	set := shelf(t, folder, 150)
	got := invocation{folder: folder, args: []string{"dedup", "shelf.jsonl", "--out", "pairs.jsonl", "--clusters", "clusters.jsonl", "--memory", "256MB"}}.run(t)
	if got.status != 0 || got.stdout != "" || !strings.Contains(got.stderr, "duplicados") {
		t.Fatalf("%+v", got)
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*.work")); len(left) > 0 {
		t.Errorf("left %q", left)
	}
	written, err := os.ReadFile(filepath.Join(folder, "pairs.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	truth := map[[2]string]filings.Relation{}
	for _, p := range set.Pairs {
		truth[[2]string{p.A, p.B}] = p.Relation()
	}
	duplicates := 0
	for _, p := range decodeLines[pairLine](t, string(written)) {
		if want := truth[[2]string{p.A, p.B}]; (p.Relation == dedup.Duplicate) != (want == filings.Duplicate) {
			t.Errorf("%s and %s are %q, want %q", p.A, p.B, p.Relation, want)
		}
		if len(p.Reasons) == 0 || p.Relation == dedup.Duplicate && (p.Similarity < .7 || p.MinHash <= 0 || p.TFIDF <= 0 || p.Entity <= 0) {
			t.Errorf("%+v", p)
		}
		if p.Relation == dedup.Duplicate {
			duplicates++
		}
	}
	want := 0
	for _, r := range truth {
		if r == filings.Duplicate {
			want++
		}
	}
	if duplicates < want*95/100 {
		t.Errorf("%d duplicates, want %d", duplicates, want)
	}
	clusters, err := os.ReadFile(filepath.Join(folder, "clusters.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range decodeLines[struct {
		Representative string
		Members        []string
		Edges          []pairLine
	}](t, string(clusters)) {
		if len(c.Members) < 2 || len(c.Edges) < len(c.Members)-1 || !slices.Contains(c.Members, c.Representative) {
			t.Errorf("%+v", c)
		}
	}
}

func TestDedupWritesToStdoutAndSigns(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	shelf(t, folder, 40)
	run := func(args ...string) result {
		return invocation{folder: folder, args: append([]string{"dedup", "-q"}, args...)}.run(t)
	}
	whole := run("shelf.jsonl")
	if whole.status != 0 || len(decodeLines[pairLine](t, whole.stdout)) == 0 {
		t.Fatalf("%+v", whole)
	}
	if none := run("shelf.jsonl", "--type", "memorial"); none.stdout != "" || none.status != 0 {
		t.Errorf("of another type: %+v", none)
	}
	strict := run("shelf.jsonl", "--threshold", "0.999", "--weights", "0.5,0.25,0.25")
	if len(decodeLines[pairLine](t, strict.stdout)) >= len(decodeLines[pairLine](t, whole.stdout)) {
		t.Error("a threshold of .999 finds as much")
	}
	signed := decodeLines[map[string]float64](t, run("shelf.jsonl", "--signatures-only").stdout)
	if len(signed) != 1 || signed[0]["documents"] < 40 || signed[0]["mb_per_s"] <= 0 {
		t.Errorf("signed %v", signed)
	}
}

func TestDedupGoesOnAfterABadLineAndSaysSo(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	shelf(t, folder, 20)
	f, _ := os.OpenFile(filepath.Join(folder, "shelf.jsonl"), os.O_APPEND|os.O_WRONLY, 0)
	f.WriteString("{\"id\": \"x\"}\n")
	f.Close()
	got := invocation{folder: folder, args: []string{"dedup", "shelf.jsonl", "-o", "p.jsonl"}}.run(t)
	if got.status != 1 || !strings.Contains(got.stderr, `falta "text"`) || !strings.Contains(got.stderr, "1 no se pudo leer") {
		t.Errorf("%+v", got)
	}
	if _, err := os.Stat(filepath.Join(folder, "p.jsonl")); err != nil {
		t.Error(err)
	}
}

func TestDedupRefusesWhatItCannotDo(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	shelf(t, folder, 10)
	for _, c := range []struct {
		rule, stderr string
		status       int
		args         []string
	}{
		{"no input", "falta la ENTRADA", 2, nil},
		{"a missing input", "nada.jsonl: no existe", 2, []string{"nada.jsonl"}},
		{"two weights", "deben ser tres números", 2, []string{"shelf.jsonl", "--weights", "0.5,0.5"}},
		{"weights that sum to two", "los tres pesos suman 1", 2, []string{"shelf.jsonl", "--weights", "1,0.5,0.5"}},
		{"a threshold of seven", "van de 0 a 1", 2, []string{"shelf.jsonl", "--threshold", "7"}},
		{"no memory", "un tamaño como 512MB", 2, []string{"shelf.jsonl", "--memory", "poca"}},
		{"a work folder with other files", "contiene otros archivos", 2, []string{"shelf.jsonl", "--work", "."}},
		{"an output in no folder", "no se puede escribir", 1, []string{"shelf.jsonl", "--out", "no/hay/p.jsonl", "--work", "w"}},
	} {
		t.Run(c.rule, func(t *testing.T) {
			got := invocation{folder: folder, args: append([]string{"dedup"}, c.args...)}.run(t)
			if got.status != c.status || !strings.Contains(got.stderr, c.stderr) {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestReindexMakesFingerprintsAnew(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if got := (invocation{folder: folder, args: []string{"reindex"}}).run(t); got.status != 3 {
		t.Errorf("without a database: %+v", got)
	}
	if made := (invocation{folder: folder, args: []string{"process", ".", "-q"}}).run(t); made.status > 1 {
		t.Fatalf("making a database: %+v", made)
	}
	got := invocation{folder: folder, args: []string{"reindex", "--json", "--all"}}.run(t)
	if got.status != 0 || got.stdout != "{\"documents\":0,\"made\":0}\n" {
		t.Errorf("%+v", got)
	}
}
