package read_test

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/cotejo/cotejo/testkit/cotejo"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
)

// readLine is a line of `cotejo read`, as its help describes it.
type readLine struct {
	File       string
	Text       string
	Confidence float64
	Pages      []struct {
		Number     int
		Source     string
		DPI        int
		Text       string
		Confidence float64
	}
	MS *int64
}

func TestReadPrintsALineForEachDocumentInOrder(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	filing := cotejo.Brief(1)
	text, err := paper.BornDigital(filing, paper.Options{})
	if err != nil {
		t.Fatal(err)
	}
	scan, err := paper.Scan(filing, paper.Options{}, paper.Fair, 1)
	if err != nil {
		t.Fatal(err)
	}
	cotejo.Write(t, folder, "escaneado.pdf", string(scan.PDF))
	cotejo.Write(t, folder, "digital.pdf", string(text.PDF))
	got := cotejo.Run(t, folder, "read", "escaneado.pdf", "digital.pdf")
	if got.Status != 0 {
		t.Fatalf("status %d\n%s", got.Status, got.Stderr)
	}
	lines := cotejo.DecodeLines[readLine](t, got.Stdout)
	if len(lines) != 2 || lines[0].File != "escaneado.pdf" || lines[1].File != "digital.pdf" {
		t.Fatalf("got %d lines: %.300s", len(lines), got.Stdout)
	}
	for i, want := range []string{"ocr", "text"} {
		l := lines[i]
		var texts []string
		for n, p := range l.Pages {
			if p.Number != n+1 || p.Source != want || (p.DPI > 0) != (want == "ocr") || p.Confidence <= 0 || p.Confidence > 1 {
				t.Errorf("%s, page %d: number %d, source %s, %d dpi, confidence %v", l.File, n+1, p.Number, p.Source, p.DPI, p.Confidence)
			}
			texts = append(texts, p.Text)
		}
		if strings.Join(texts, "\f") != l.Text || len(l.Pages) == 0 || l.MS == nil || l.Confidence <= 0 || l.Confidence > 1 {
			t.Errorf("%s: %d pages, ms %v, confidence %v, or a text that is not its pages'", l.File, len(l.Pages), l.MS, l.Confidence)
		}
		if word := longestWord(filing.Text); !strings.Contains(l.Text, word) {
			t.Errorf("%s: the text has no %q", l.File, word)
		}
	}
}

func TestReadGoesOnAfterFaults(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	_, pdf := cotejo.BornDigital(t, 2)
	odd := "-ñ \u202e \n\"'$(x).pdf"
	cotejo.Write(t, folder, odd, string(pdf))
	cotejo.Write(t, folder, "vacio.pdf", "")
	cotejo.Write(t, folder, "roto.pdf", "%PDF-1.7\nnothing else")
	cotejo.Write(t, folder, "texto.pdf", "no es un PDF")
	if err := os.Mkdir(filepath.Join(folder, "carpeta.pdf"), 0o700); err != nil {
		t.Fatal(err)
	}
	got := cotejo.Run(t, folder, "read", "nada.pdf", "vacio.pdf", "carpeta.pdf", "roto.pdf", "texto.pdf", "--", odd)
	if lines := cotejo.DecodeLines[readLine](t, got.Stdout); got.Status != 1 || len(lines) != 1 || lines[0].File != odd {
		t.Errorf("status %d, stdout %.300q", got.Status, got.Stdout)
	}
	for _, want := range []string{
		"cotejo: nada.pdf: no existe el archivo\n",
		"cotejo: vacio.pdf: el archivo está vacío\n",
		"cotejo: carpeta.pdf: es una carpeta sin PDF ni imágenes\n",
		"cotejo: roto.pdf: El archivo",
		"cotejo: texto.pdf: El archivo es un texto sin formato",
	} {
		if !strings.Contains(got.Stderr, want) {
			t.Errorf("no %q in\n%s", want, got.Stderr)
		}
	}
}

func TestNamesCannotWriteToTheTerminal(t *testing.T) {
	t.Parallel()
	got := cotejo.Run(t, t.TempDir(), "read", "\x1b[2Jx\n.pdf")
	if want := `cotejo: "\x1b[2Jx\n.pdf": no existe el archivo` + "\n"; got.Stderr != want {
		t.Errorf("got %q, want %q", got.Stderr, want)
	}
}

func TestInterruptEndsEverything(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	scan, err := paper.Scan(filings.New(3, filings.Options{}).Short(), paper.Options{}, paper.Fair, 1)
	if err != nil {
		t.Fatal(err)
	}
	_, quick := cotejo.BornDigital(t, 3)
	args := []string{"read", cotejo.Write(t, folder, "digital.pdf", string(quick))}
	for range 50 {
		args = append(args, cotejo.Write(t, folder, "escaneado.pdf", string(scan.PDF)))
	}
	temporary := t.TempDir()
	for _, tc := range []struct {
		rule string
		args []string
	}{
		{"while reading", args},
		{"while waiting for a line", []string{"extract", "-"}},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			c := cotejo.Invocation{Folder: folder, Env: []string{"SVC_TMP_DIR=" + temporary}, Args: tc.args}.Command(t.Context())
			stdin, err := c.StdinPipe() // stays open
			if err != nil {
				t.Fatal(err)
			}
			defer stdin.Close()
			stdout, err := c.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			var stderr strings.Builder
			c.Stderr = &stderr
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			io.WriteString(stdin, `{"id":1,"text":"x"}`+"\n")
			if _, err := bufio.NewReader(stdout).ReadString('\n'); err != nil { // it is at work
				t.Fatal(err)
			}
			if err := c.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
			c.Wait()
			if status := c.ProcessState.ExitCode(); status != 130 || !strings.Contains(stderr.String(), "interrumpido") {
				t.Errorf("status %d (%v), stderr %q", status, c.ProcessState.Sys().(syscall.WaitStatus), stderr.String())
			}
			if left, _ := os.ReadDir(temporary); len(left) > 0 {
				t.Errorf("%d temporary files were left", len(left))
			}
		})
	}
}

// longestWord is a word that a page shows unbroken and that recognition gets right.
func longestWord(text string) string {
	best := ""
	for _, w := range strings.Fields(text) {
		if plain := strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") == ""; plain && len(w) > len(best) && len(w) < 12 {
			best = w
		}
	}
	return best
}
