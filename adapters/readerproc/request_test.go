package readerproc_test

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"github.com/cotejo/cotejo/adapters/readerproc"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

func TestAProcessCountsPages(t *testing.T) {
	pool := newPool(t, oddReader, readerproc.Options{Slots: 1, MemoryMB: 256, PageTimeout: time.Second})
	if n, err := pool.Count(t.Context(), order(t, "good.pdf"), "cuatro"); n != 6 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	for file, kind := range map[string]fault.Kind{"crash.pdf": fault.Unavailable, "spin.pdf": fault.Timeout} {
		if _, err := pool.Count(t.Context(), order(t, file), ""); fault.KindOf(err) != kind {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// The real reader, with a password, from a page on.
func TestARequestReachesTheReader(t *testing.T) {
	pdf := fpdf.New("P", "pt", "Letter", "")
	pdf.SetFont("Times", "", 12)
	pdf.SetProtection(0, "secreta", "")
	for n := range 5 {
		pdf.AddPage()
		pdf.Text(72, 100, "pagina numero "+strconv.Itoa(n+1))
	}
	path := filepath.Join(t.TempDir(), "locked.pdf")
	if err := pdf.OutputFileAndClose(path); err != nil {
		t.Fatal(err)
	}
	pool := newPool(t, realReader, readerproc.Options{Slots: 1, Mode: "never"})
	if n, err := pool.Count(t.Context(), path, "secreta"); n != 5 || err != nil {
		t.Errorf("counted %d, %v", n, err)
	}
	var texts string
	request := document.ReadRequest{Path: path, Password: "secreta", Done: 2, Readable: true, Pages: []document.PageRange{{First: 1, Last: 4}}}
	err := pool.Read(t.Context(), request, func(p document.Page, total int) error {
		texts += p.Text
		if total != 5 {
			t.Errorf("page %d of %d", p.Number, total)
		}
		return nil
	})
	if want := "pagina numero 3\npagina numero 4\n"; texts != want || err != nil {
		t.Errorf("read %q, %v, want %q", texts, err, want)
	}
	if _, err := read(t.Context(), pool, path); fault.KindOf(err) != fault.Unprocessable {
		t.Errorf("without the password: %v", err)
	}
	if _, err := pool.Draw(t.Context(), path, document.Drawing{Page: 1, DPI: 72}); fault.KindOf(err) != fault.Unprocessable {
		t.Errorf("drawing without it: %v", err)
	}
}

func TestWhoeverVisitsPagesMayStop(t *testing.T) {
	pool := newPool(t, oddReader, readerproc.Options{Slots: 1})
	enough := errors.New("enough")
	for range 2 {
		err := pool.Read(t.Context(), document.ReadRequest{Path: order(t, "good.pdf")}, func(document.Page, int) error { return enough })
		if !errors.Is(err, enough) {
			t.Errorf("reading ended with %v", err)
		}
	}
	if _, err := read(t.Context(), pool, order(t, "good.pdf")); err != nil {
		t.Errorf("the document after it: %v", err)
	}
}

// A reader that is killed while nothing is read costs no document anything, and
// leaves nothing, though nobody may ask for it again for a long time.
func TestAReaderKilledWhileIdleIsReplaced(t *testing.T) {
	folder := t.TempDir()
	pool := newPool(t, oddReader, readerproc.Options{Slots: 1, TempDir: folder})
	for round := range 20 {
		r, err := read(t.Context(), pool, order(t, "good.pdf"))
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		pid, err := strconv.Atoi(r.Text())
		if err != nil {
			t.Fatal(err)
		}
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		if round%2 == 0 { // dead for certain, though the pool may not know of it yet
			for syscall.Kill(pid, 0) == nil {
				if state, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat"); len(state) == 0 {
					break
				}
			}
		}
	}
	left := []string{folder}
	for patience := time.Now().Add(10 * time.Minute); len(left) > 0 && time.Now().Before(patience); time.Sleep(5 * time.Millisecond) {
		var err error
		if left, err = filepath.Glob(filepath.Join(folder, "*")); err != nil {
			t.Fatal(err)
		}
	}
	if len(left) > 0 {
		t.Errorf("the last reader left %v", left)
	}
}
