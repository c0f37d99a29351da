package extract_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/cotejo"
	"github.com/cotejo/cotejo/testkit/filings"
)

type extractLine struct {
	ID       any
	Fields   map[string]string
	Entities []struct {
		Field, Value, Raw string
		Start, End, Page  int
		Confidence        float64
		Sources           []struct {
			Extractor  string
			Confidence float64
		}
	}
}

// TestExtractGolden runs `cotejo extract` in testdata over every input
// there and compares with the .golden file beside it. Confidences and sources
// are left out: how far the extractors are believed is for their own tests.
func TestExtractGolden(t *testing.T) {
	t.Parallel()
	folder := "testdata"
	inputs, err := filepath.Glob(filepath.Join(folder, "*.*[tl]"))
	if err != nil || len(inputs) == 0 {
		t.Fatal("no inputs", err)
	}
	for _, input := range inputs {
		t.Run(filepath.Base(input), func(t *testing.T) {
			run := cotejo.Run(t, folder, "extract", "-q", filepath.Base(input))
			var got bytes.Buffer
			got.WriteString(run.Stderr)
			for _, line := range cotejo.DecodeLines[map[string]any](t, run.Stdout) {
				delete(line, "alternatives")
				for _, e := range line["entities"].([]any) {
					delete(e.(map[string]any), "confidence")
					delete(e.(map[string]any), "sources")
				}
				text, err := json.MarshalIndent(line, "", "  ")
				if err != nil {
					t.Fatal(err)
				}
				got.Write(append(text, '\n'))
			}
			cotejo.Golden(t, input+".golden", got.String())
		})
	}
}

func TestExtractReadsPDFTextAndLinesAlike(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	filing, pdf := cotejo.BornDigital(t, 4)
	cotejo.Write(t, folder, "a.PDF", string(pdf))
	cotejo.Write(t, folder, "a.txt", filing.Text)
	line, err := json.Marshal(map[string]any{"id": 12, "text": filing.Text})
	if err != nil {
		t.Fatal(err)
	}
	got := cotejo.Invocation{Folder: folder, Stdin: string(line), Args: []string{"extract", "a.PDF", "a.txt", "-"}}.Run(t)
	lines := cotejo.DecodeLines[extractLine](t, got.Stdout)
	if got.Status != 0 || len(lines) != 3 {
		t.Fatalf("status %d, %d lines\n%s", got.Status, len(lines), got.Stderr)
	}
	if lines[0].ID != "a.PDF" || lines[1].ID != "a.txt" || lines[2].ID != 12.0 {
		t.Errorf("ids %v, %v, %v", lines[0].ID, lines[1].ID, lines[2].ID)
	}
	for i, l := range lines {
		for _, field := range []ner.Field{ner.Plaintiff, ner.Defendant, ner.Cedula, ner.Email, ner.Radicado, ner.Court} {
			if _, there := l.Fields[string(field)]; !there {
				t.Errorf("line %d has no field %s", i, field)
			}
		}
		if want := filing.Gold.Value(ner.Cedula); l.Fields["cedula"] != want {
			t.Errorf("line %d: cédula %q, want %q", i, l.Fields["cedula"], want)
		}
		for _, e := range l.Entities {
			if e.Confidence <= 0 || e.Confidence > 1 || len(e.Sources) == 0 || (e.Page > 0) != (i == 0) {
				t.Errorf("line %d: %+v", i, e)
			}
		}
	}
	text := []rune(filing.Text)
	for _, e := range lines[1].Entities {
		if string(text[e.Start:e.End]) != e.Raw {
			t.Errorf("%s at %d to %d: the text has %q, raw is %q", e.Field, e.Start, e.End, string(text[e.Start:e.End]), e.Raw)
		}
	}
}

func TestExtractTellsBadLinesAndGoesOn(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	cotejo.Write(t, folder, "x.jsonl", "\ufeff"+`{"id":"uno","text":"Accionante: ANA PÉREZ"}

{"id":"roto","text":
{"id":3,"text":""}
[1]
{"id":"sin texto"}
{"id":"número","text":5}
{"id":{},"text":"x"}
{"text":"sin id"}
`+`{"id":"último","text":"sin fin de línea"}`)
	got := cotejo.Run(t, folder, "extract", "-q", "x.jsonl", "x.doc", "nada.jsonl")
	var ids []any
	for _, l := range cotejo.DecodeLines[extractLine](t, got.Stdout) {
		ids = append(ids, l.ID)
	}
	if want := []any{"uno", 3.0, "x.jsonl:9", "último"}; got.Status != 1 || !equal(ids, want) {
		t.Errorf("status %d, ids %v, want %v", got.Status, ids, want)
	}
	want := `cotejo: x.jsonl, línea 3: no es JSON válido (byte 21)
cotejo: x.jsonl, línea 5: debe ser un objeto como {"id": "1", "text": "…"}
cotejo: x.jsonl, línea 6: falta "text"
cotejo: x.jsonl, línea 7: "text" debe ser un texto
cotejo: x.jsonl, línea 8: "id" debe ser un texto o un número
cotejo: x.doc: no existe el archivo
cotejo: nada.jsonl: no existe el archivo
`
	if got.Stderr != want {
		t.Errorf("got\n%s\nwant\n%s", got.Stderr, want)
	}
}

func TestExtractKnowsEncodings(t *testing.T) {
	t.Parallel()
	const text = "Accionante: JOSÉ MUÑOZ PEÑA\nC.C. 79.123.456\n"
	windows := strings.NewReplacer("É", "\xc9", "Ñ", "\xd1").Replace(text)
	wide := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(text)) {
		wide = append(wide, byte(u), byte(u>>8))
	}
	folder := t.TempDir()
	files := []string{"utf8.txt", "bom.txt", "windows.txt", "utf16.txt", "decomposed.txt", "crlf.txt"}
	for i, content := range []string{text, "\ufeff" + text, windows, string(wide),
		strings.NewReplacer("É", "E\u0301", "Ñ", "N\u0303").Replace(text), strings.ReplaceAll(text, "\n", "\r\n")} {
		cotejo.Write(t, folder, files[i], content)
	}
	got := cotejo.Run(t, folder, append([]string{"extract"}, files...)...)
	lines := cotejo.DecodeLines[extractLine](t, got.Stdout)
	if len(lines) != len(files) || got.Status != 0 {
		t.Fatalf("status %d, %d lines\n%s", got.Status, len(lines), got.Stderr)
	}
	for i, l := range lines {
		if !strings.Contains(strings.ToUpper(l.Fields["demandante"]), "MUÑOZ") || len(l.Entities) != len(lines[0].Entities) {
			t.Errorf("%s: demandante %q, %d entities", files[i], l.Fields["demandante"], len(l.Entities))
		}
		for k, e := range l.Entities {
			if k < len(lines[0].Entities) && (e.Start != lines[0].Entities[k].Start || e.Raw != lines[0].Entities[k].Raw) {
				t.Errorf("%s: entity %d differs from UTF-8's: %+v", files[i], k, e)
			}
		}
	}
}

func TestExtractSurvivesHostileText(t *testing.T) {
	t.Parallel()
	var in strings.Builder
	in.WriteString("{\"id\":\"nul\",\"text\":\"a\\u0000b\"}\n")
	in.WriteString("{\"id\":\"bytes\",\"text\":\"\xff\xfe\"}\n")
	in.WriteString("{\"id\":\"half \\ud800\",\"text\":\"\\udc00\"}\n")
	in.WriteString(`{"id":"long","text":"` + strings.Repeat("a", 1<<20) + "\"}\n")
	in.WriteString(`{"id":"deep","text":` + strings.Repeat("[", 20000) + "\n")
	got := cotejo.Invocation{Folder: t.TempDir(), Stdin: in.String(), Args: []string{"extract", "-"}}.Run(t)
	if lines := cotejo.DecodeLines[extractLine](t, got.Stdout); got.Status != 1 || len(lines) != 4 || !utf8.ValidString(got.Stdout) {
		t.Errorf("status %d, %d lines\n%s", got.Status, len(lines), got.Stderr)
	}
	if !strings.Contains(got.Stderr, "entrada estándar, línea 5: ") {
		t.Errorf("stderr %q", got.Stderr)
	}
}

func equal(a, b []any) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// TestExtractExplains holds what people are reported against a golden file, without
// the numbers of confidences: how sure the extractors are is for their own tests.
func TestExtractExplains(t *testing.T) {
	t.Parallel()
	folder := "testdata"
	run := cotejo.Run(t, folder, "extract", "-q", "--explain", "tutela.txt")
	if run.Status != 0 || run.Stderr != "" {
		t.Fatalf("%+v", run)
	}
	told, _, _ := strings.Cut(run.Stdout, "otras lecturas")
	cotejo.Golden(t, filepath.Join(folder, "tutela.explained"), regexp.MustCompile(`\b[01]\.\d\d\b`).ReplaceAllString(told, "0.00"))
}

func TestExtractTakesFolders(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, sub := range []string{"a", "b"} {
		if err := os.Mkdir(filepath.Join(folder, sub), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	cotejo.Write(t, folder, "a/2.txt", "Accionante: ANA RUIZ")
	cotejo.Write(t, folder, "a/1.txt", "Accionante: LUZ DÍAZ")
	cotejo.Write(t, folder, "a/x.doc", "nada")
	cotejo.Write(t, folder, "b/x.doc", "nada")
	got := cotejo.Run(t, folder, "extract", "a", "b")
	lines := cotejo.DecodeLines[extractLine](t, got.Stdout)
	if got.Status != 1 || len(lines) != 2 || lines[0].ID != filepath.Join("a", "1.txt") || !strings.Contains(got.Stderr, "b: es una carpeta") {
		t.Errorf("%+v", got)
	}
	if both := cotejo.Run(t, folder, "extract", "--explain", "a"); strings.Count(both.Stdout, "== a") != 2 || strings.Contains(both.Stdout, "{") {
		t.Errorf("%+v", both)
	}
}

// TestExtractOnAllProcessors holds that many documents, worked at once, come out
// as they do one after the other.
func TestExtractOnAllProcessors(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	var lines bytes.Buffer
	encoder := json.NewEncoder(&lines)
	papers := filings.New(3, filings.Options{})
	for i := range 120 {
		f := papers.Filing()
		if i%4 == 0 {
			cotejo.Write(t, folder, fmt.Sprintf("%03d.txt", i), f.Text)
		} else if err := encoder.Encode(map[string]any{"id": i, "text": f.Text}); err != nil {
			t.Fatal(err)
		}
	}
	cotejo.Write(t, folder, "más.jsonl", lines.String())
	extract := cotejo.Invocation{Folder: folder, Args: []string{"extract", "."}}
	extract.Env = []string{"GOMAXPROCS=1", "SVC_OCR_WORKERS=1"}
	alone := extract.Run(t)
	extract.Env = []string{"GOMAXPROCS=4"}
	together := extract.Run(t)
	if alone.Status != 0 || len(cotejo.DecodeLines[extractLine](t, alone.Stdout)) != 120 {
		t.Fatalf("status %d\n%s", alone.Status, alone.Stderr)
	}
	if alone.Stdout != together.Stdout || together.Status != 0 {
		t.Errorf("on four processors something else comes out; status %d\n%s", together.Status, together.Stderr)
	}
}

func TestExtractCountsTheFilesOfAFolder(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for i := range 3 {
		cotejo.Write(t, folder, fmt.Sprintf("%d.txt", i), "Accionante: ANA RUIZ")
	}
	seen := cotejo.Invocation{Folder: folder, Args: []string{"extract", "."}}.OnTerminal(t)
	if !strings.Contains(seen, "1 de 3") {
		t.Errorf("no %q in %q", "1 de 3", seen)
	}
	cotejo.Write(t, folder, "x.jsonl", `{"text":"Accionante: LUZ DÍAZ"}`)
	if seen := (cotejo.Invocation{Folder: folder, Args: []string{"extract", "."}}).OnTerminal(t); !strings.Contains(seen, "1 hechos") {
		t.Errorf("lines are counted only by reading them, but said %q", seen)
	}
}
