package collection

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/cotejo/cotejo/adapters/extsort"
	"github.com/cotejo/cotejo/core/batchdedup"
	"github.com/cotejo/cotejo/core/spreadsheet"
)

// read returns what a collection holds, and tries each text again.
func read(t *testing.T, paths []string, o Options) (all []string) {
	t.Helper()
	folder, err := extsort.Open(t.TempDir(), 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	if o.Texts, err = folder.Records("texts"); err != nil {
		t.Fatal(err)
	}
	c, err := Open(paths, o)
	if err != nil {
		t.Fatal(err)
	}
	for item, err := range c.From(t.Context(), 0) {
		if err != nil {
			return append(all, "end: "+err.Error())
		}
		d, err := item.Read()
		switch {
		case errors.Is(err, batchdedup.ErrLeftOut):
			all = append(all, "left out")
			continue
		case err != nil:
			all = append(all, "fault: "+err.Error())
			continue
		}
		if !d.Read {
			if again, err := c.Text(t.Context(), d.Place); err != nil || again != d.Text {
				t.Errorf("the text of %s again is %q, %v", d.ID, again, err)
			}
		}
		all = append(all, fmt.Sprintf("%s|%s|%s|%v", d.ID, d.Type, d.Text, d.Parties.Plaintiff))
	}
	return all
}

func write(t *testing.T, folder, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

const someLines = "\ufeff" + `{"id": "a", "text": "uno \"dos\"\nñ \u00e9", "doc_type": "tutela"}

{"id": 7, "text": "siete", "entities": {"demandante": "ANA LÓPEZ", "cedula": 52418903}, "otro": [1, {"x": "}"}]}
{"text": "sin id", "entities": [{"field": "accionante", "value": "Luis"}]}
{"id": "b"}
{"id": "c", "text": 5}
no
{"id": "d", "text": "\ud83d\ude00", "fields": {"demandante": ["Eva", "Ada"]}}
`

func TestLines(t *testing.T) {
	folder := t.TempDir()
	plain := write(t, folder, "x.jsonl", []byte(someLines))
	var gz, zst bytes.Buffer
	w := gzip.NewWriter(&gz)
	w.Write([]byte(someLines))
	w.Close()
	z, _ := zstd.NewWriter(&zst)
	z.Write([]byte(someLines))
	z.Close()
	for name, path := range map[string]string{"plain": plain, "gzip": write(t, folder, "x.jsonl.gz", gz.Bytes()),
		"zstandard": write(t, folder, "x.JSONL.zst", zst.Bytes()), "standard input": Stdin} {
		t.Run(name, func(t *testing.T) {
			got := read(t, []string{path}, Options{Stdin: strings.NewReader(someLines)})
			want := []string{"a|tutela|uno \"dos\"\nñ é|", "7||siete|ANA LÓPEZ", path + ":4||sin id|Luis",
				"fault: " + path + `:5: falta "text"`, "fault: " + path + `:6: "text" debe ser un texto`,
				"fault: " + path + ":7: no es JSON válido (byte 2)", "d||😀|Eva"}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		})
	}
}

func TestTablesAndFolders(t *testing.T) {
	folder := t.TempDir()
	table := write(t, folder, "t.csv", []byte("id;Texto;Demandante\n1;\"uno; dos\";ANA\n2;tres\n"))
	write(t, folder, "b.txt", []byte("texto b"))
	write(t, folder, "a.TXT", []byte("se\xf1or"))
	write(t, folder, "c.pdf", []byte("%PDF"))
	write(t, folder, "other.doc", nil)
	write(t, folder, "d.ignored.xlsx", nil)
	readPDF := func(_ context.Context, path string) (string, error) { return "leído de " + filepath.Base(path), nil }
	got := read(t, []string{table, folder}, Options{ReadPDF: readPDF})
	want := []string{"1||uno; dos|ANA", "2||tres|", "a.TXT||señor|", "b.txt||texto b|", "c.pdf||leído de c.pdf|"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q", got)
	}
	c, err := Open([]string{table, folder}, Options{})
	if err != nil || !c.NeedsReader() || c.Bytes() == 0 {
		t.Error(c.NeedsReader(), c.Bytes(), err)
	}
}

// Excel saves rows that were once used as separators alone.
func TestBlankRowsOfATableAreNoTexts(t *testing.T) {
	path := write(t, t.TempDir(), "t.csv", []byte("id;texto;;\n1;uno;;\n;;;\n \t; ;;\n2;dos;;\n;;;\n"))
	if got := read(t, []string{path}, Options{}); !reflect.DeepEqual(got, []string{"1||uno|", "2||dos|"}) {
		t.Errorf("got %q", got)
	}
}

func TestRegisterSavedAsTableIsNamed(t *testing.T) {
	path := write(t, t.TempDir(), "t.csv", []byte("Número de acta;Demandante;Demandado\n2026-1;ANA;EPS\n"))
	if got := read(t, []string{path}, Options{}); len(got) != 1 || !strings.Contains(got[0], "guárdelo en Excel como .xlsx") {
		t.Errorf("got %q", got)
	}
}

func TestTypesThatAreNotWantedAreLeftOut(t *testing.T) {
	path := write(t, t.TempDir(), "x.jsonl", []byte(`{"id":"1","text":"a","doc_type":"tutela"}
{"id":"2","text":"b","doc_type":"demanda"}
{"id":"3","text":"c"}
`))
	got := read(t, []string{path}, Options{Type: "tutela"})
	if want := []string{"1|tutela|a|", "left out", "3|tutela|c|"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestWhatCannotBeReadIsNamed(t *testing.T) {
	folder := t.TempDir()
	for path, want := range map[string]string{
		filepath.Join(folder, "none.jsonl"):     "no existe",
		folder:                                  "no contiene archivos .txt ni .pdf",
		write(t, folder, "x.docx", []byte("x")): "debe terminar en .jsonl",
	} {
		if _, err := Open([]string{path}, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
	}
	broken := write(t, folder, "x.jsonl.gz", []byte("no gzip"))
	if got := read(t, []string{broken}, Options{}); len(got) != 1 || !strings.Contains(got[0], "no se puede descomprimir") {
		t.Errorf("got %q", got)
	}
}

// The quick reading of a line must agree with package json or stand back.
func FuzzQuickly(f *testing.F) {
	for line := range strings.Lines(someLines) {
		f.Add(line)
	}
	f.Add(`{"text":"a\u0000\/","id":null,"TEXT":"b"}`)
	f.Add(`{"text":"\xff"}`)
	f.Fuzz(func(t *testing.T, line string) {
		var quick, slow wireInput
		if !quickly([]byte(line), &quick) {
			return
		}
		if err := json.Unmarshal([]byte(line), &slow); err != nil {
			t.Fatalf("read %q quickly, package json says %v", line, err)
		}
		if (quick.Text == nil) != (slow.Text == nil) || quick.Text != nil && *quick.Text != *slow.Text || quick.Type != slow.Type ||
			string(quick.ID) != string(slow.ID) || string(quick.Entities) != string(slow.Entities) {
			t.Fatalf("%q: quickly %+v, slowly %+v", line, quick, slow)
		}
	})
}

// book is a workbook in memory.
type book []spreadsheet.Row

func (b book) Rows(_ context.Context, _ string, visit func(spreadsheet.Row) error) error {
	for _, r := range b {
		if err := visit(r); err != nil {
			return err
		}
	}
	return nil
}

func TestWorkbooks(t *testing.T) {
	row := func(number int, cells ...string) spreadsheet.Row {
		r := spreadsheet.Row{Number: number}
		for _, c := range cells {
			r.Cells = append(r.Cells, spreadsheet.Cell{Value: c, Kind: spreadsheet.Text})
		}
		return r
	}
	path := write(t, t.TempDir(), "x.xlsx", nil)
	got := read(t, []string{path}, Options{Workbooks: book{row(1, "Texto", "ID", "Accionante"), row(2), row(3, "uno", "a", "ANA"), row(4, "dos")}})
	if want := []string{"a||uno|ANA", path + ":4||dos|"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q", got)
	}
	if got := read(t, []string{path}, Options{Workbooks: book{row(1, "Nombre")}}); len(got) != 1 || !strings.Contains(got[0], "falta la columna") {
		t.Errorf("got %q", got)
	}
}
