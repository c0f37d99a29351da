package main_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
	"github.com/cotejo/cotejo/testkit/service"
)

func TestProcessTakesAFolderInOnce(t *testing.T) {
	t.Parallel()
	paper1 := digital(t, 1)
	folder := inbox(t, map[string]string{"a.pdf": paper1, "sub/copia.pdf": paper1, "b.pdf": digital(t, 2),
		"roto.pdf": "%PDF-1.7\nno es más\n%%EOF", "nota.pdf": "hola %%EOF", ".oculto.pdf": paper1})

	first, got := process(t, folder, "in")
	if got.status != 1 || len(first) != 5 {
		t.Fatalf("status %d\n%s%s", got.status, got.stdout, got.stderr)
	}
	for _, name := range []string{"in/a.pdf", "in/sub/copia.pdf", "in/b.pdf"} {
		if p := first[name]; p.Status != "processed" || p.DocumentID == "" || p.Plaintiff == "" {
			t.Errorf("%s: %+v", name, p)
		}
	}
	if p := first["in/roto.pdf"]; p.Status != "failed" || p.Error == "" || p.ErrorCode == "" {
		t.Errorf("a damaged file: %+v", p)
	}
	if p := first["in/nota.pdf"]; p.Status != "failed" || p.ErrorCode != "not_a_pdf" {
		t.Errorf("what is no PDF: %+v", p)
	}
	// The second copy is reported as a duplicate of the first.
	if d := first["in/sub/copia.pdf"].Duplicates; len(first["in/a.pdf"].Duplicates) != 0 || len(d) != 1 || d[0].FileName != "a.pdf" || d[0].Similarity != 1 || len(d[0].Reasons) == 0 {
		t.Errorf("duplicates of the copies: %+v", d)
	}
	if !strings.Contains(got.stderr, "3 procesados (1 con posibles duplicados), 2 fallaron") {
		t.Errorf("the summary:\n%s", got.stderr)
	}

	again, got := process(t, folder, "in")
	for name, p := range first {
		want := "known"
		if p.Status == "failed" {
			want = "failed"
		}
		if again[name].Status != want || again[name].DocumentID != p.DocumentID {
			t.Errorf("%s at the second run: %+v", name, again[name])
		}
	}
	if n := documents(t, folder); n != 3 || got.status != 1 {
		t.Errorf("%d documents, status %d", n, got.status)
	}
}

func TestProcessOpensProtectedFiles(t *testing.T) {
	t.Parallel()
	folder := inbox(t, map[string]string{"cerrado.pdf": numbered(t, 1, "clave secreta"), "abierto.pdf": digital(t, 3)})
	write(t, folder, "clave", "clave secreta\n")
	write(t, folder, "otra", "otra\n")
	for _, tc := range []struct {
		rule         string
		args         []string
		status       int
		closed, says string
		opened       string // the status of the other file
	}{
		{"without it", nil, 1, "failed", "désela con --password-file", "processed"},
		{"with another", []string{"--password-file", "otra"}, 1, "failed", "compruebe la que dio", "known"},
		{"with the right one", []string{"--password-file", "clave"}, 8, "processed", "", "known"},
		{"once it is read", nil, 0, "known", "", "known"},
	} {
		lines, got := process(t, folder, append([]string{"in"}, tc.args...)...)
		if l := lines["in/cerrado.pdf"]; got.status != tc.status || l.Status != tc.closed || !strings.Contains(l.Error, tc.says) || lines["in/abierto.pdf"].Status != tc.opened {
			t.Errorf("%s: status %d, %+v\n%s", tc.rule, got.status, lines, got.stderr)
		}
	}
	if got := cotejo(t, folder, "process", "--create", "in", "--password-file", "nada"); got.status != 2 || !strings.Contains(got.stderr, "no existe el archivo") {
		t.Errorf("a file that is not there: status %d, %s", got.status, got.stderr)
	}
}

func TestProcessMovesWhatIsDone(t *testing.T) {
	t.Parallel()
	folder := inbox(t, map[string]string{"a.pdf": digital(t, 1), "sub/b.pdf": digital(t, 2), "roto.pdf": "%PDF-1.7\nno es más\n%%EOF", "nota.txt": "queda"})
	got, run := process(t, folder, "in", "--move", "in")
	for name, want := range map[string]string{"in/a.pdf": "in/procesados/a.pdf", "in/sub/b.pdf": "in/procesados/sub/b.pdf", "in/roto.pdf": "in/fallidos/roto.pdf"} {
		if to := filepath.ToSlash(got[name].MovedTo); to != want {
			t.Errorf("%s moved to %q, want %q; %s", name, to, want, run.stderr)
		}
		if _, err := os.Stat(filepath.Join(folder, want)); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(filepath.Join(folder, name)); err == nil {
			t.Errorf("%s is still there", name)
		}
	}
	if _, err := os.Stat(filepath.Join(folder, "in", "nota.txt")); err != nil {
		t.Error(err)
	}
	if again, run := process(t, folder, "in", "--move", "in"); len(again) != 0 || run.status != 0 {
		t.Errorf("the next run: %+v, status %d\n%s", again, run.status, run.stderr)
	}
}

func TestProcessDryRunChangesNothing(t *testing.T) {
	t.Parallel()
	folder := inbox(t, map[string]string{"a.pdf": digital(t, 1)})
	for range 2 {
		got, run := process(t, folder, "in", "--dry-run", "--move", "hecho")
		if got["in/a.pdf"].Status != "new" || run.status != 0 {
			t.Fatalf("%+v, status %d\n%s", got, run.status, run.stderr)
		}
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 1 {
		t.Errorf("it made %v, %v", entries, err)
	}
	process(t, folder, "in")
	if got, _ := process(t, folder, "in", "--dry-run"); got["in/a.pdf"].Status != "known" || got["in/a.pdf"].DocumentID == "" {
		t.Errorf("once it is taken: %+v", got)
	}
}

func TestProcessBesideAServer(t *testing.T) {
	t.Parallel()
	folder := inbox(t, map[string]string{"a.pdf": digital(t, 1), "b.pdf": digital(t, 2)})
	binary, err := server()
	if err != nil {
		t.Fatal(err)
	}
	p, err := service.Start(t.Context(), service.Options{Binary: binary, Dir: folder})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Kill)
	got, run := process(t, folder, "in")
	if got["in/a.pdf"].Status != "processed" || got["in/b.pdf"].Status != "processed" || run.status != 0 {
		t.Errorf("%+v, status %d\n%s", got, run.status, run.stderr)
	}
	if err := p.Stop(t.Context()); err != nil {
		t.Errorf("the server: %v", err)
	}
}

func TestProcessWatchesUntilInterrupted(t *testing.T) {
	t.Parallel()
	folder := inbox(t, map[string]string{"a.pdf": digital(t, 1)})
	c := invocation{folder: folder, args: []string{"process", "--create", "in", "--watch", "--json", "--settle", "50ms"}}.command(t.Context())
	stdout, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	c.Stderr = &stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Kill() })
	decoder := json.NewDecoder(stdout)
	for _, name := range []string{"a.pdf", "b.pdf"} {
		if name != "a.pdf" {
			write(t, filepath.Join(folder, "in"), name, digital(t, 2))
		}
		var p processed
		if err := decoder.Decode(&p); err != nil || filepath.Base(p.File) != name || p.Status != "processed" {
			t.Fatalf("%+v, %v; want %s", p, err, name)
		}
	}
	if err := c.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := c.Wait(); err != nil || !strings.Contains(stderr.String(), "2 procesados") {
		t.Errorf("%v\n%s", err, &stderr)
	}
}

func TestProcessWatchEndsWithOneAfterAFailure(t *testing.T) {
	t.Parallel()
	folder := inbox(t, map[string]string{"roto.pdf": "%PDF-1.7\n%%EOF"})
	c := invocation{folder: folder, args: []string{"process", "--create", "in", "--watch", "--json", "--settle", "50ms"}}.command(t.Context())
	stdout, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Kill() })
	var p processed
	if err := json.NewDecoder(stdout).Decode(&p); err != nil || p.Status != "failed" {
		t.Fatalf("%+v, %v", p, err)
	}
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
	if code := c.ProcessState.ExitCode(); code != 1 {
		t.Errorf("status %d", code)
	}
}

// A scan takes longer to be read than a paper with a text layer: that one is done
// first though it was taken later.
func TestProcessNeverTurnsDuplicatesAround(t *testing.T) {
	t.Parallel()
	text, err := paper.BornDigital(brief(5), paper.Options{})
	if err != nil {
		t.Fatal(err)
	}
	folder := inbox(t, map[string]string{"1 escaneado.pdf": scanned(t, 5), "2 digital.pdf": string(text.PDF)})
	got := cotejo(t, folder, "process", "--create", "in", "--settle", "50ms", "--ocr-workers", "2")
	first, second, _ := strings.Cut(got.stdout, "2 digital.pdf:")
	if got.status != 0 || !strings.Contains(second, "posible duplicado de 1 escaneado.pdf (") || strings.Contains(first, "posible duplicado de 2") {
		t.Fatalf("status %d\n%s%s", got.status, got.stdout, got.stderr)
	}
	lines, _ := process(t, folder, "in")
	if d := lines["in/2 digital.pdf"].Duplicates; len(lines["in/1 escaneado.pdf"].Duplicates) != 0 || len(d) != 1 || len(d[0].Reasons) == 0 {
		t.Errorf("asked again: %+v", lines)
	}
}

func TestProcessTellsReasonsAndFormLetters(t *testing.T) {
	t.Parallel()
	g := filings.New(8, filings.Options{})
	letter := g.Of(document.Tutela)
	files := map[string]string{}
	for name, f := range map[string]filings.Filing{"a.pdf": letter, "b.pdf": g.FormLetter(letter, 1)[0], "c.pdf": g.Copy(letter)} {
		printed, err := paper.BornDigital(f, paper.Options{})
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(printed.PDF)
	}
	folder := inbox(t, files)
	got := cotejo(t, folder, "process", "--create", "in", "--settle", "50ms")
	for _, says := range []string{"a.pdf: documento ", " contra ", "\n  posible duplicado de a.pdf (", ": es el mismo ", "\n  el mismo formato, de otra persona: a.pdf ("} {
		if got.status != 0 || !strings.Contains(got.stdout, says) {
			t.Errorf("status %d, people are not told %q:\n%s%s", got.status, says, got.stdout, got.stderr)
		}
	}
	lines, _ := process(t, folder, "in")
	if b, c := lines["in/b.pdf"], lines["in/c.pdf"]; len(b.Duplicates) != 0 || len(b.Mass) != 1 || b.Mass[0].FileName != "a.pdf" || len(c.Duplicates) != 1 || len(c.Duplicates[0].Reasons) == 0 {
		t.Errorf("%+v\n%+v", b, c)
	}
}

func TestProcessInterruptedSaysHowToGoOn(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for n := range uint64(4) {
		files[fmt.Sprintf("%d.pdf", n)] = scanned(t, n+1)
	}
	folder := inbox(t, files)
	c := invocation{folder: folder, args: []string{"process", "--create", "in", "--json", "--settle", "50ms", "--ocr-workers", "1"}}.command(t.Context())
	stdout, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	c.Stderr = &stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	decoder := json.NewDecoder(stdout)
	var first processed
	if err := decoder.Decode(&first); err != nil {
		t.Fatal(err)
	}
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	for decoder.More() { // what was in work is finished and told
		if err := decoder.Decode(&first); err != nil {
			t.Fatal(err)
		}
	}
	_ = c.Wait()
	if code := c.ProcessState.ExitCode(); code != 130 || !strings.Contains(stderr.String(), "repita la misma orden") {
		t.Errorf("status %d\n%s", code, &stderr)
	}
	before := documents(t, folder)
	again, run := process(t, folder, "in")
	now := 0
	for _, l := range again {
		if l.Status == "processed" {
			now++
		}
	}
	if run.status != 0 || documents(t, folder) != len(files) || now != len(files)-before || len(again) != len(files) {
		t.Errorf("the next run: status %d, %d documents before and %d now, %d of them told as new\n%s", run.status, before, documents(t, folder), now, run.stderr)
	}
	for _, says := range []string{fmt.Sprint(now, " procesado"), " ahora, " + fmt.Sprint(before, " ya se habí")} {
		if !strings.Contains(run.stderr, says) {
			t.Errorf("the next run does not say %q: %s", says, run.stderr)
		}
	}
}

func TestProcessRefuses(t *testing.T) {
	t.Parallel()
	folder := inbox(t, map[string]string{"a.pdf": digital(t, 1)})
	for _, tc := range []struct {
		rule string
		args []string
		says string
	}{
		{"no folder", []string{}, "falta la carpeta"},
		{"a folder that is none", []string{"nada"}, "no existe nada"},
		{"a device", []string{"/dev/null"}, "no es una carpeta ni un archivo"},
		{"a type that is no slug", []string{"in", "--type", "acción"}, "--type: El tipo de documento solo admite"},
		{"two folders", []string{"in", "in"}, "lleva un solo argumento"},
		{"no time to settle", []string{"in", "--settle", "0s"}, "--settle"},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			got := cotejo(t, folder, append([]string{"process"}, tc.args...)...)
			if got.status != 2 || !strings.Contains(got.stderr, tc.says) || got.stdout != "" {
				t.Errorf("status %d\n%s", got.status, got.stderr)
			}
		})
	}
	if exists(filepath.Join(folder, "data")) {
		t.Error("it made a database")
	}
}
