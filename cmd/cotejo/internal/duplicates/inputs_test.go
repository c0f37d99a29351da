package duplicates_test

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/testkit/cotejo"
	"github.com/cotejo/cotejo/testkit/filings"
)

// three are a filing, the same badly read, and another one.
func three(t *testing.T) (texts map[string]string, pdf []byte) {
	t.Helper()
	f, pdf := cotejo.BornDigital(t, 5)
	g := filings.New(77, filings.Options{})
	return map[string]string{"a": f.Text, "b": g.Noisy(f, .01).Text, "c": g.Filing().Text}, pdf
}

func asLines(texts map[string]string) []byte {
	var b bytes.Buffer
	for _, id := range []string{"a", "b", "c"} {
		json.NewEncoder(&b).Encode(map[string]string{"id": id, "text": texts[id], "doc_type": "tutela"})
	}
	return b.Bytes()
}

func gzipped(t *testing.T, data []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(data)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zstandard(t *testing.T, data []byte) []byte {
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	return z.EncodeAll(data, nil)
}

func TestDedupReadsEveryKindOfInput(t *testing.T) {
	t.Parallel()
	texts, pdf := three(t)
	var table bytes.Buffer
	rows := csv.NewWriter(&table)
	rows.WriteAll([][]string{{"id", "texto", "tipo"}, {"a", texts["a"], "tutela"}, {"b", texts["b"], "tutela"}, {"c", texts["c"], "tutela"}})
	for _, c := range []struct {
		kind string
		fill func(folder string)
		args []string
		a, b string
	}{
		{"lines", func(f string) { cotejo.Write(t, f, "x.jsonl", string(asLines(texts))) }, []string{"x.jsonl"}, "a", "b"},
		{"gzip", func(f string) { cotejo.Write(t, f, "x.jsonl.gz", string(gzipped(t, asLines(texts)))) }, []string{"x.jsonl.gz"}, "a", "b"},
		{"zstandard", func(f string) { cotejo.Write(t, f, "x.jsonl.zst", string(zstandard(t, asLines(texts)))) }, []string{"x.jsonl.zst"}, "a", "b"},
		{"a table", func(f string) { cotejo.Write(t, f, "x.csv", table.String()) }, []string{"x.csv"}, "a", "b"},
		{"a workbook", func(f string) {
			cotejo.SheetOf(t, f, "x.xlsx", "id|text\na|"+flat(texts["a"])+"\nb|"+flat(texts["b"])+"\nc|"+flat(texts["c"]))
		}, []string{"x.xlsx"}, "a", "b"},
		{"a folder of texts and PDFs", func(f string) {
			cotejo.Write(t, f, "a.pdf", string(pdf))
			cotejo.Write(t, f, "b.txt", texts["b"])
			cotejo.Write(t, f, "c.txt", texts["c"])
			cotejo.Write(t, f, "d.doc", "")
		}, []string{"."}, "a.pdf", "b.txt"},
		{"several inputs", func(f string) {
			cotejo.Write(t, f, "x.jsonl", string(asLines(texts)))
			cotejo.Write(t, f, "z.txt", texts["c"])
		}, []string{"x.jsonl", "z.txt"}, "a", "b"},
	} {
		t.Run(c.kind, func(t *testing.T) {
			folder := t.TempDir()
			c.fill(folder)
			got := cotejo.Run(t, folder, append([]string{"dedup", "-q"}, c.args...)...)
			if got.Status != 0 || got.Stderr != "" {
				t.Fatalf("%+v", got)
			}
			found := map[string]dedup.Relation{}
			for _, p := range cotejo.DecodeLines[pairLine](t, got.Stdout) {
				found[p.A+" "+p.B] = p.Relation
			}
			if found[c.a+" "+c.b] != dedup.Duplicate {
				t.Errorf("found %v", found)
			}
		})
	}
}

// flat puts a text into a cell of cotejo.SheetOf.
func flat(text string) string {
	return strings.NewReplacer("\n", " ", "\f", " ", "|", " ").Replace(text)
}

func TestDedupReadsTheDatabaseOfTheService(t *testing.T) {
	t.Parallel()
	_, pdf := three(t)
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "in"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.pdf", "b.pdf"} {
		cotejo.Write(t, filepath.Join(folder, "in"), name, string(pdf)+"\n%"+name) // not the same bytes
	}
	if got := cotejo.Run(t, folder, "process", "--create", "in", "--settle", "10ms"); got.Status != 0 {
		t.Fatalf("%+v", got)
	}
	got := cotejo.Run(t, folder, "dedup", "--database", "-o", "p.jsonl")
	if got.Status != 0 || !strings.Contains(got.Stderr, "2 documentos, 1 par comparado: 1 duplicado") {
		t.Fatalf("%+v", got)
	}
	pairs := cotejo.DecodeLines[pairLine](t, contentOf(t, folder, "p.jsonl"))
	if len(pairs) != 1 || pairs[0].Relation != dedup.Duplicate || pairs[0].A == pairs[0].B {
		t.Errorf("%+v", pairs)
	}
	none := cotejo.Run(t, t.TempDir(), "dedup", "--database")
	if none.Status != 3 || !strings.Contains(none.Stderr, "no existe la base de datos") {
		t.Errorf("without a database: %+v", none)
	}
}

func contentOf(t *testing.T, folder, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// What is not a filing is like no other, were it the very same.
func TestDedupFindsNothingAmongHostileTexts(t *testing.T) {
	t.Parallel()
	var all bytes.Buffer
	for name, text := range map[string]string{
		"empty": "", "blank": " \n\t\f ", "one word": "TUTELA", "punctuation": strings.Repeat(".,;:—¡!¿? \n", 400), "NUL": strings.Repeat("\x00", 5000),
		"one letter": strings.Repeat("a", 2<<20), "one letter apart": strings.Repeat("a ", 1<<17), "marks": strings.Repeat("\u0301", 90_000),
		"one word again": strings.Repeat("tutela ", 20_000),
	} {
		for i := range 3 {
			json.NewEncoder(&all).Encode(map[string]string{"id": fmt.Sprint(name, i), "text": text})
		}
	}
	for i := range 3 { // no UTF-8
		fmt.Fprintf(&all, "{\"id\": \"bytes%d\", \"text\": \"%s\"}\n", i, strings.Repeat("\xff\xc3\x80\xfe", 5000))
	}
	folder := t.TempDir()
	cotejo.Write(t, folder, "x.jsonl", all.String())
	got := cotejo.Run(t, folder, "dedup", "x.jsonl", "--clusters", "c.jsonl")
	if got.Status != 0 || got.Stdout != "" || !strings.Contains(got.Stderr, "30 documentos") || contentOf(t, folder, "c.jsonl") != "" {
		t.Errorf("%.2000v", got)
	}
}

func TestDedupTellsWhatIsWrongWithItsInput(t *testing.T) {
	t.Parallel()
	texts, _ := three(t)
	folder := t.TempDir()
	lines := asLines(texts)
	for name, data := range map[string][]byte{
		"prose.jsonl": []byte("Señor juez:\n\nno es JSON\n"), "empty.jsonl": nil, "list.jsonl": []byte("[1, 2]\n"),
		"twice.jsonl": append(bytes.Clone(lines), lines...), "broken.jsonl.gz": gzipped(t, lines)[:80], "plain.jsonl.gz": lines, "plain.jsonl.zst": lines,
		"notext.csv": []byte("id,nombre\n1,Ana\n"), "x.docx": []byte("PK"), "fake.xlsx": []byte("PK"), "good.jsonl": lines,
	} {
		cotejo.Write(t, folder, name, string(data))
	}
	for _, c := range []struct {
		rule, stderr string
		status       int
		args         []string
	}{
		{"lines of prose", "prose.jsonl:1: no es JSON válido", 1, []string{"prose.jsonl"}},
		{"nothing", "0 documentos, 0 pares comparados", 0, []string{"empty.jsonl"}},
		{"lines that are no objects", "debe ser un objeto", 1, []string{"list.jsonl"}},
		{"IDs that repeat", "3 documentos repiten un id", 0, []string{"twice.jsonl"}},
		{"a torn gzip", "no se pudo seguir leyendo", 1, []string{"broken.jsonl.gz"}},
		{"what is no gzip", "no se puede descomprimir", 1, []string{"plain.jsonl.gz"}},
		{"what is no zstandard", "no se pudo seguir leyendo", 1, []string{"plain.jsonl.zst"}},
		{"a table without texts", "falta la columna «text»", 1, []string{"notext.csv"}},
		{"a file of another kind", "no se sabe qué contiene", 2, []string{"x.docx"}},
		{"what is no workbook", "no es un libro de Excel", 6, []string{"fake.xlsx"}},
		{"weights that are no numbers", "«a» no es un número", 2, []string{"good.jsonl", "--weights", "a,b,c"}},
		{"a threshold that is no number", "--threshold alto: no es un número", 2, []string{"good.jsonl", "--threshold", "alto"}},
		{"a weight that is not finite", "van de 0 a 1", 2, []string{"good.jsonl", "--weights", "NaN,0,1"}},
		{"too little memory", "al menos 128MB", 2, []string{"good.jsonl", "--memory", "1KB"}},
		{"a folder without filings", "no contiene archivos .txt ni .pdf", 2, []string{t.TempDir()}},
	} {
		t.Run(c.rule, func(t *testing.T) {
			temporary := t.TempDir()
			got := cotejo.Invocation{Folder: folder, Env: []string{"TMPDIR=" + temporary}, Args: append([]string{"dedup"}, c.args...)}.Run(t)
			if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
				t.Errorf("left behind: %v, %v", left, err)
			}
			if got.Status != c.status || !strings.Contains(got.Stderr, c.stderr) || strings.Contains(got.Stderr, "panic") {
				t.Errorf("%+v", got)
			}
		})
	}
}

// A run that ends between the names of its two results is gone on with as any
// other.
func TestDedupGoesOnAfterItsFirstResult(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	shelf(t, folder, 40)
	if got := shelfInto(folder, "whole").Run(t); got.Status != 0 {
		t.Fatalf("%+v", got)
	}
	if err := os.MkdirAll(filepath.Join(folder, "torn.clusters", "in the way"), 0o700); err != nil {
		t.Fatal(err)
	}
	if got := shelfInto(folder, "torn").Run(t); got.Status != 1 || !strings.Contains(got.Stderr, "torn.clusters") {
		t.Fatalf("%+v", got)
	}
	if err := os.RemoveAll(filepath.Join(folder, "torn.clusters")); err != nil {
		t.Fatal(err)
	}
	if got := shelfInto(folder, "torn").Run(t); got.Status != 0 {
		t.Fatalf("%+v", got)
	}
	for _, name := range []string{".jsonl", ".clusters"} {
		if got := contentOf(t, folder, "torn"+name); got == "" || got != contentOf(t, folder, "whole"+name) {
			t.Errorf("%s is another, of %d bytes", name, len(got))
		}
	}
}

// shelfInto compares a shelf and writes both results under a name.
func shelfInto(folder, out string) cotejo.Invocation {
	return cotejo.Invocation{Folder: folder, Args: []string{"dedup", "shelf.jsonl", "-q", "--out", out + ".jsonl", "--clusters", out + ".clusters"}}
}

func TestDedupOfNothingLeavesNothing(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	got := cotejo.Run(t, folder, "dedup", "missing.jsonl", "--out", "p.jsonl")
	if left, err := os.ReadDir(folder); got.Status != 2 || err != nil || len(left) > 0 {
		t.Errorf("%+v left %v, %v", got, left, err)
	}
}
