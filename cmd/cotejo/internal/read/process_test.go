package read_test

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
	"github.com/cotejo/cotejo/testkit/cotejo"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
	"github.com/cotejo/cotejo/testkit/service"
)

func TestProcessTakesAFolderInOnce(t *testing.T) {
	t.Parallel()
	paper1 := cotejo.Digital(t, 1)
	folder := cotejo.Inbox(t, map[string]string{"a.pdf": paper1, "sub/copia.pdf": paper1, "b.pdf": cotejo.Digital(t, 2),
		"roto.pdf": "%PDF-1.7\nno es más\n%%EOF", "nota.pdf": "hola %%EOF", ".oculto.pdf": paper1})

	first, got := cotejo.Process(t, folder, "in")
	if got.Status != 1 || len(first) != 5 {
		t.Fatalf("status %d\n%s%s", got.Status, got.Stdout, got.Stderr)
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
	if !strings.Contains(got.Stderr, "3 procesados (1 con posibles duplicados), 2 fallaron") {
		t.Errorf("the summary:\n%s", got.Stderr)
	}

	again, got := cotejo.Process(t, folder, "in")
	for name, p := range first {
		want := "known"
		if p.Status == "failed" {
			want = "failed"
		}
		if again[name].Status != want || again[name].DocumentID != p.DocumentID {
			t.Errorf("%s at the second run: %+v", name, again[name])
		}
	}
	if n := cotejo.Documents(t, folder); n != 3 || got.Status != 1 {
		t.Errorf("%d documents, status %d", n, got.Status)
	}
}

// The database and the originals may lie in the folder of the papers: none of them is a paper.
func TestProcessLeavesItsOwnDataAlone(t *testing.T) {
	t.Parallel()
	folder := cotejo.Inbox(t, map[string]string{"a.pdf": cotejo.Digital(t, 1), "../data/database/notify.db": "of the register"})
	for _, status := range []string{"processed", "known"} {
		if lines, got := cotejo.Process(t, folder, "."); got.Status != 0 || len(lines) != 1 || lines["in/a.pdf"].Status != status {
			t.Errorf("status %d, %+v\n%s", got.Status, lines, got.Stderr)
		}
	}
}

func TestProcessOpensProtectedFiles(t *testing.T) {
	t.Parallel()
	folder := cotejo.Inbox(t, map[string]string{"cerrado.pdf": cotejo.Numbered(t, 1, "clave secreta"), "abierto.pdf": cotejo.Digital(t, 3)})
	cotejo.Write(t, folder, "clave", "clave secreta\n")
	cotejo.Write(t, folder, "otra", "otra\n")
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
		lines, got := cotejo.Process(t, folder, append([]string{"in"}, tc.args...)...)
		if l := lines["in/cerrado.pdf"]; got.Status != tc.status || l.Status != tc.closed || !strings.Contains(l.Error, tc.says) || lines["in/abierto.pdf"].Status != tc.opened {
			t.Errorf("%s: status %d, %+v\n%s", tc.rule, got.Status, lines, got.Stderr)
		}
	}
	if got := cotejo.Run(t, folder, "process", "--create", "in", "--password-file", "nada"); got.Status != 2 || !strings.Contains(got.Stderr, "no existe el archivo") {
		t.Errorf("a file that is not there: status %d, %s", got.Status, got.Stderr)
	}
}

func TestProcessMovesWhatIsDone(t *testing.T) {
	t.Parallel()
	folder := cotejo.Inbox(t, map[string]string{"a.pdf": cotejo.Digital(t, 1), "sub/b.pdf": cotejo.Digital(t, 2), "roto.pdf": "%PDF-1.7\nno es más\n%%EOF", "nota.txt": "queda"})
	got, run := cotejo.Process(t, folder, "in", "--move", "in")
	for name, want := range map[string]string{"in/a.pdf": "in/procesados/a.pdf", "in/sub/b.pdf": "in/procesados/sub/b.pdf", "in/roto.pdf": "in/fallidos/roto.pdf"} {
		if to := filepath.ToSlash(got[name].MovedTo); to != want {
			t.Errorf("%s moved to %q, want %q; %s", name, to, want, run.Stderr)
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
	for _, args := range [][]string{{"in", "--move", "in"}, {"in", "--move", "in", "--dry-run"}} {
		if again, run := cotejo.Process(t, folder, args...); len(again) != 1 || again["in/nota.txt"].Status != "skipped" || run.Status != 8 {
			t.Errorf("the next run with %q: %+v, status %d\n%s", args, again, run.Status, run.Stderr)
		}
	}
}

func TestProcessDryRunChangesNothing(t *testing.T) {
	t.Parallel()
	folder := cotejo.Inbox(t, map[string]string{"a.pdf": cotejo.Digital(t, 1)})
	for range 2 {
		got, run := cotejo.Process(t, folder, "in", "--dry-run", "--move", "hecho")
		if got["in/a.pdf"].Status != "new" || run.Status != 0 {
			t.Fatalf("%+v, status %d\n%s", got, run.Status, run.Stderr)
		}
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 1 {
		t.Errorf("it made %v, %v", entries, err)
	}
	cotejo.Process(t, folder, "in")
	if got, _ := cotejo.Process(t, folder, "in", "--dry-run"); got["in/a.pdf"].Status != "known" || got["in/a.pdf"].DocumentID == "" {
		t.Errorf("once it is taken: %+v", got)
	}
}

func TestProcessBesideAServer(t *testing.T) {
	t.Parallel()
	folder := cotejo.Inbox(t, map[string]string{"a.pdf": cotejo.Digital(t, 1), "b.pdf": cotejo.Digital(t, 2)})
	binary, err := cotejo.Server()
	if err != nil {
		t.Fatal(err)
	}
	p, err := service.Start(t.Context(), service.Options{Binary: binary, Dir: folder})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Kill)
	got, run := cotejo.Process(t, folder, "in")
	if got["in/a.pdf"].Status != "processed" || got["in/b.pdf"].Status != "processed" || run.Status != 0 {
		t.Errorf("%+v, status %d\n%s", got, run.Status, run.Stderr)
	}
	if err := p.Stop(t.Context()); err != nil {
		t.Errorf("the server: %v", err)
	}
}

func TestProcessWatchesUntilInterrupted(t *testing.T) {
	t.Parallel()
	folder := cotejo.Inbox(t, map[string]string{"a.pdf": cotejo.Digital(t, 1)})
	c := cotejo.Invocation{Folder: folder, Args: []string{"process", "--create", "in", "--watch", "--json", "--settle", "50ms"}}.Command(t.Context())
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
			cotejo.Write(t, filepath.Join(folder, "in"), name, cotejo.Digital(t, 2))
		}
		var p cotejo.Processed
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
	folder := cotejo.Inbox(t, map[string]string{"roto.pdf": "%PDF-1.7\n%%EOF"})
	c := cotejo.Invocation{Folder: folder, Args: []string{"process", "--create", "in", "--watch", "--json", "--settle", "50ms"}}.Command(t.Context())
	stdout, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Kill() })
	var p cotejo.Processed
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
	text, err := paper.BornDigital(cotejo.Brief(5), paper.Options{})
	if err != nil {
		t.Fatal(err)
	}
	folder := cotejo.Inbox(t, map[string]string{"1 escaneado.pdf": cotejo.Scanned(t, 5), "2 digital.pdf": string(text.PDF)})
	got := cotejo.Run(t, folder, "process", "--create", "in", "--settle", "50ms", "--ocr-workers", "2")
	first, second, _ := strings.Cut(got.Stdout, "2 digital.pdf:")
	if got.Status != 0 || !strings.Contains(second, "posible duplicado de 1 escaneado.pdf (") || strings.Contains(first, "posible duplicado de 2") {
		t.Fatalf("status %d\n%s%s", got.Status, got.Stdout, got.Stderr)
	}
	lines, _ := cotejo.Process(t, folder, "in")
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
	folder := cotejo.Inbox(t, files)
	got := cotejo.Run(t, folder, "process", "--create", "in", "--settle", "50ms")
	for _, says := range []string{"a.pdf: documento ", " contra ", "\n  posible duplicado de a.pdf (", ": es el mismo ", "\n  el mismo formato, de otra persona: a.pdf ("} {
		if got.Status != 0 || !strings.Contains(got.Stdout, says) {
			t.Errorf("status %d, people are not told %q:\n%s%s", got.Status, says, got.Stdout, got.Stderr)
		}
	}
	lines, _ := cotejo.Process(t, folder, "in")
	if b, c := lines["in/b.pdf"], lines["in/c.pdf"]; len(b.Duplicates) != 0 || len(b.Mass) != 1 || b.Mass[0].FileName != "a.pdf" || len(c.Duplicates) != 1 || len(c.Duplicates[0].Reasons) == 0 {
		t.Errorf("%+v\n%+v", b, c)
	}
}

func TestProcessInterruptedSaysHowToGoOn(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for n := range uint64(4) {
		files[fmt.Sprintf("%d.pdf", n)] = cotejo.Scanned(t, n+1)
	}
	folder := cotejo.Inbox(t, files)
	c := cotejo.Invocation{Folder: folder, Args: []string{"process", "--create", "in", "--json", "--settle", "50ms", "--ocr-workers", "1"}}.Command(t.Context())
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
	var first cotejo.Processed
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
	before := cotejo.Documents(t, folder)
	again, run := cotejo.Process(t, folder, "in")
	now := 0
	for _, l := range again {
		if l.Status == "processed" {
			now++
		}
	}
	if run.Status != 0 || cotejo.Documents(t, folder) != len(files) || now != len(files)-before || len(again) != len(files) {
		t.Errorf("the next run: status %d, %d documents before and %d now, %d of them told as new\n%s", run.Status, before, cotejo.Documents(t, folder), now, run.Stderr)
	}
	for _, says := range []string{fmt.Sprint(now, " procesado"), " ahora, " + fmt.Sprint(before, " ya se habí")} {
		if !strings.Contains(run.Stderr, says) {
			t.Errorf("the next run does not say %q: %s", says, run.Stderr)
		}
	}
}

func TestProcessRefuses(t *testing.T) {
	t.Parallel()
	folder := cotejo.Inbox(t, map[string]string{"a.pdf": cotejo.Digital(t, 1)})
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
			got := cotejo.Run(t, folder, append([]string{"process"}, tc.args...)...)
			if got.Status != 2 || !strings.Contains(got.Stderr, tc.says) || got.Stdout != "" {
				t.Errorf("status %d\n%s", got.Status, got.Stderr)
			}
		})
	}
	if cotejo.Exists(filepath.Join(folder, "data")) {
		t.Error("it made a database")
	}
}
