package duplicates_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/core/sanitize"
	"github.com/cotejo/cotejo/testkit/cotejo"
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
	got := cotejo.Run(t, folder, "dedup", "shelf.jsonl", "--out", "pairs.jsonl", "--clusters", "clusters.jsonl", "--memory", "256MB")
	if got.Status != 0 || got.Stdout != "" || !strings.Contains(got.Stderr, "duplicados") {
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
	for _, p := range cotejo.DecodeLines[pairLine](t, string(written)) {
		// A repetition that is listed as another claim counts among the missed below.
		if want := truth[[2]string{p.A, p.B}]; p.Relation == dedup.Duplicate && want != filings.Duplicate {
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
	for _, c := range cotejo.DecodeLines[struct {
		Representative string
		Members        []string
		Edges          []pairLine
	}](t, string(clusters)) {
		if len(c.Members) < 2 || len(c.Edges) < len(c.Members)-1 || !slices.Contains(c.Members, c.Representative) {
			t.Errorf("%+v", c)
		}
	}
}

// TestDedupJudgesAsVerification: two files get the relation and the reasons that the service's
// verification of a text gives.
func TestDedupJudgesAsVerification(t *testing.T) {
	const letter = "ACCIONANTES: %s\nACCIONADO: NUEVA EPS y SECRETARÍA DE SALUD DE BOYACÁ\n\nHECHOS\n\n1. El 3 de junio de 2026 la m\u0065\u0301dica ordenó adalimumab <b>sin demora</b>.\n" +
		"2. La entidad no lo entrega, aunque fui cuatro veces a su oficina, y el dolor no me deja trabajar.\n\nPRETENSIONES\n\nOrdenar a NUEVA EPS que entregue adalimumab.\n\nC.C. %s"
	folder := t.TempDir()
	ensemble, err := ner.NewEnsemble(ner.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	d, err := dedup.NewDetector(dedup.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	var prints []dedup.Fingerprint
	for name, text := range map[string]string{
		"a.txt": fmt.Sprintf(letter, "ROSALBA PINEDA CÁCERES y HERNÁN ALDANA BUITRAGO", "40.218.773"),
		"b.txt": fmt.Sprintf(letter, "ROSALBA PINEDA CÁCERES", "40.218.773"),
		"c.txt": fmt.Sprintf(letter, "NATALIA OCHOA VILLEGAS", "1.049.611.320"),
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		text = sanitize.Text(text)
		prints = append(prints, d.Fingerprint(dedup.Filing{ID: name, Text: text, Parties: ensemble.Extract(text).Parties()}))
	}
	got := cotejo.Run(t, folder, "dedup", "-q", "a.txt", "b.txt", "c.txt")
	if got.Status != 0 {
		t.Fatalf("%+v", got)
	}
	pairs := cotejo.DecodeLines[pairLine](t, got.Stdout)
	if len(pairs) != 3 {
		t.Fatalf("%d pairs: %s", len(pairs), got.Stdout)
	}
	for _, p := range pairs {
		of := func(id string) dedup.Fingerprint {
			return prints[slices.IndexFunc(prints, func(f dedup.Fingerprint) bool { return f.ID == filepath.Base(id) })]
		}
		if want, _ := d.Compare(of(p.A), of(p.B)); p.Relation != want.Relation || !slices.Equal(dedup.Texts(p.Reasons), dedup.Texts(want.Reasons)) {
			t.Errorf("%s and %s: %q %q, want %q %q", p.A, p.B, p.Relation, dedup.Texts(p.Reasons), want.Relation, dedup.Texts(want.Reasons))
		}
	}
}

func TestDedupWritesToStdoutAndSigns(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	shelf(t, folder, 40)
	run := func(args ...string) cotejo.Result {
		return cotejo.Run(t, folder, append([]string{"dedup", "-q"}, args...)...)
	}
	whole := run("shelf.jsonl")
	if whole.Status != 0 || len(cotejo.DecodeLines[pairLine](t, whole.Stdout)) == 0 {
		t.Fatalf("%+v", whole)
	}
	if none := run("shelf.jsonl", "--type", "memorial"); none.Stdout != "" || none.Status != 0 {
		t.Errorf("of another type: %+v", none)
	}
	strict := run("shelf.jsonl", "--threshold", "0.999", "--weights", "0.5,0.25,0.25")
	if len(cotejo.DecodeLines[pairLine](t, strict.Stdout)) >= len(cotejo.DecodeLines[pairLine](t, whole.Stdout)) {
		t.Error("a threshold of .999 finds as much")
	}
	signed := cotejo.DecodeLines[map[string]float64](t, run("shelf.jsonl", "--signatures-only").Stdout)
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
	got := cotejo.Run(t, folder, "dedup", "shelf.jsonl", "-o", "p.jsonl")
	if got.Status != 1 || !strings.Contains(got.Stderr, `falta "text"`) || !strings.Contains(got.Stderr, "1 no se pudo leer") {
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
			got := cotejo.Run(t, folder, append([]string{"dedup"}, c.args...)...)
			if got.Status != c.status || !strings.Contains(got.Stderr, c.stderr) {
				t.Errorf("%+v", got)
			}
		})
	}
}
