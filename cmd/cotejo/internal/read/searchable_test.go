package read_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/cotejo"
	"github.com/cotejo/cotejo/testkit/paper"
)

func TestReadMakesAScanSearchable(t *testing.T) {
	t.Parallel()
	for _, quality := range []paper.Quality{paper.Clean, paper.Turned} {
		t.Run(quality.Name, func(t *testing.T) {
			folder := t.TempDir()
			scan, err := paper.Scan(cotejo.Brief(3), paper.Options{}, quality, 1)
			if err != nil {
				t.Fatal(err)
			}
			cotejo.Write(t, folder, "escaneado.pdf", string(scan.PDF))
			read := func(args ...string) readLine {
				t.Helper()
				got := cotejo.Run(t, folder, append([]string{"read"}, args...)...)
				if got.Status != 0 {
					t.Fatalf("status %d\n%s", got.Status, got.Stderr)
				}
				return cotejo.DecodeLines[readLine](t, got.Stdout)[0]
			}
			before := read("--out", "buscable.pdf", "escaneado.pdf")
			after := read("buscable.pdf")
			for i, p := range after.Pages {
				if p.Source != "text" {
					t.Errorf("page %d was recognised again", i+1)
				}
			}
			if got, want := strings.Fields(after.Text), strings.Fields(before.Text); !slices.Equal(got, want) {
				t.Errorf("the text behind the pictures is\n%q\nread was\n%q", got, want)
			}
			if made, err := os.ReadFile(filepath.Join(folder, "buscable.pdf")); err != nil || !bytes.HasPrefix(made, scan.PDF) {
				t.Errorf("the scan was not kept as it was (%v)", err)
			}
		})
	}
}

func TestReadWritesASearchablePDFWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	_, pdf := cotejo.BornDigital(t, 4)
	tests := map[string]struct {
		args   []string
		status int
		says   string
	}{
		"two documents have one place":      {[]string{"--out", "a.pdf", "digital.pdf", "otro.pdf"}, 2, "un solo archivo"},
		"the document itself is no place":   {[]string{"--out", "./digital.pdf", "digital.pdf"}, 2, "mismo archivo"},
		"nor is a folder that is not there": {[]string{"--out", "no/a.pdf", "digital.pdf"}, 1, "no/a.pdf"},
		"nor is a folder":                   {[]string{"--out", ".", "digital.pdf"}, 2, "es una carpeta"},
		"a damaged document":                {[]string{"--out", "a.pdf", "roto.pdf"}, 1, "roto.pdf"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			cotejo.Write(t, folder, "digital.pdf", string(pdf))
			cotejo.Write(t, folder, "otro.pdf", string(pdf))
			cotejo.Write(t, folder, "roto.pdf", "%PDF-1.4 nothing")
			got := cotejo.Run(t, folder, append([]string{"read"}, tt.args...)...)
			if (got.Status == 0) || tt.status == 2 && got.Status != 2 || !strings.Contains(got.Stderr, tt.says) {
				t.Errorf("status %d: %s", got.Status, got.Stderr)
			}
			left, err := filepath.Glob(filepath.Join(folder, "*"))
			if err != nil || len(left) != 3 {
				t.Errorf("left behind: %v", left)
			}
			if hidden, _ := filepath.Glob(filepath.Join(folder, ".cotejo-*")); len(hidden) > 0 {
				t.Errorf("left behind: %v", hidden)
			}
		})
	}
}
