package readerproc_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/readerproc"
	"github.com/cotejo/cotejo/adapters/tesseract"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
)

func name(path string) string { return strings.TrimSuffix(filepath.Base(path), ".pdf") }

// order makes a file of that name, by which an odd reader knows what to do.
func order(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Error(err)
	}
	return path
}

// read gathers the pages of a file.
func read(ctx context.Context, pool *readerproc.Pool, path string) (r document.Reading, err error) {
	err = pool.Read(ctx, document.ReadRequest{Path: path}, func(p document.Page, _ int) error {
		r.Pages = append(r.Pages, p)
		return nil
	})
	return r, err
}

func newPool(t *testing.T, kind string, o readerproc.Options) *readerproc.Pool {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	o.Command = []string{self, kind}
	if o.TempDir == "" {
		o.TempDir = t.TempDir()
	}
	p := readerproc.New(o)
	t.Cleanup(func() { p.Close() })
	return p
}

func TestReaderTroubleBecomesAFault(t *testing.T) {
	tests := map[string]struct {
		file    string
		patient time.Duration // with a page
		kind    fault.Kind
		code    string
	}{
		"a crash":                        {"crash", time.Minute, fault.Unavailable, "reader_crashed"},
		"a crash after a page":           {"crash-after-page", time.Minute, fault.Unavailable, "reader_crashed"},
		"a panic":                        {"panic", time.Minute, fault.Unavailable, "reader_crashed"},
		"a page with too many words":     {"verbose", time.Minute, fault.Unavailable, "reader_crashed"},
		"a page that comes twice":        {"repetitive", time.Minute, fault.Unavailable, "reader_crashed"},
		"a page beyond the last":         {"unbidden", time.Minute, fault.Unavailable, "reader_crashed"},
		"a library that waits for ever":  {"hang", time.Second, fault.Timeout, "page_timeout"},
		"a library that loops for ever":  {"spin", time.Second, fault.Timeout, "page_timeout"},
		"a library that eats all memory": {"memory", time.Minute, fault.Unavailable, "reader_crashed"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			pool := newPool(t, oddReader, readerproc.Options{Slots: 1, MemoryMB: 256, PageTimeout: tt.patient})
			_, err := read(t.Context(), pool, order(t, tt.file+".pdf"))
			f, ok := fault.As(err)
			if !ok || f.Kind != tt.kind || f.Code != tt.code {
				t.Fatalf("got %v, want %s %s", err, tt.kind, tt.code)
			}
			if _, err := read(t.Context(), pool, order(t, "good.pdf")); err != nil {
				t.Fatalf("the document after it: %v", err)
			}
			want := readerproc.Stats{Started: 2, Crashed: 1}
			if tt.kind == fault.Timeout {
				want = readerproc.Stats{Started: 2, TimedOut: 1}
			}
			if got := pool.Stats(); got != want {
				t.Errorf("counted %+v, want %+v", got, want)
			}
		})
	}
}

func TestReaderIsUsedAgain(t *testing.T) {
	pool := newPool(t, oddReader, readerproc.Options{Slots: 1, Recycle: 3})
	var pids []string
	for range 6 {
		r, err := read(t.Context(), pool, order(t, "good.pdf"))
		if err != nil {
			t.Fatal(err)
		}
		pids = append(pids, r.Text())
	}
	if pids[0] != pids[1] || pids[1] != pids[2] || pids[2] == pids[3] || pids[3] != pids[5] {
		t.Errorf("processes %v, want a new one every three documents", pids)
	}
}

func TestReaderSeesNoSecrets(t *testing.T) {
	t.Setenv("SVC_JWT_SECRET", "hush-hush")
	pool := newPool(t, oddReader, readerproc.Options{Slots: 1})
	r, err := read(t.Context(), pool, order(t, "environment.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(r.Text(), "hush") || !strings.Contains(r.Text(), "OMP_THREAD_LIMIT=1") {
		t.Errorf("environment %s", r.Text())
	}
}

func TestPrintedTextDoesNotDisturbTheProtocol(t *testing.T) {
	pool := newPool(t, oddReader, readerproc.Options{Slots: 1})
	for range 2 {
		if _, err := read(t.Context(), pool, order(t, "chatter.pdf")); err != nil {
			t.Fatal(err)
		}
	}
}

func TestFilesOfADocumentGo(t *testing.T) {
	folder := t.TempDir()
	pool := newPool(t, oddReader, readerproc.Options{Slots: 1, TempDir: folder})
	ignore := func(document.Page, int) error { return nil }
	made := filepath.Join(t.TempDir(), "made.pdf")
	err := pool.Read(t.Context(), document.ReadRequest{Path: order(t, "good.pdf"), Searchable: made}, ignore)
	if content, missing := os.ReadFile(made); string(content) != "searchable" || errors.Join(err, missing) != nil {
		t.Errorf("the reader wrote %q, %v", content, errors.Join(err, missing))
	}
	if info, err := os.Stat(made); err != nil || !owned(info) {
		t.Errorf("what the reader wrote belongs to another user: %v", err)
	}
	err = pool.Read(t.Context(), document.ReadRequest{Path: order(t, "flood.pdf"), Searchable: made}, ignore)
	if err == nil || !strings.Contains(err.Error(), "too large") {
		t.Errorf("a file without end: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*", "*", "*")); len(left) != 0 {
		t.Errorf("after a document %v are left", left)
	}
	if err := pool.Close(); err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*")); len(left) != 0 {
		t.Errorf("after closing %v are left", left)
	}
}

// A server that is killed cannot tidy up; the next one does, and leaves alone
// what belongs to one that lives.
func TestFoldersOfKilledServersGo(t *testing.T) {
	folder := t.TempDir()
	abandoned := filepath.Join(folder, "cotejo-reader-1", "page")
	if err := os.MkdirAll(abandoned, 0o700); err != nil {
		t.Fatal(err)
	}
	others := filepath.Join(folder, "somebody-elses")
	if err := os.Mkdir(others, 0o700); err != nil {
		t.Fatal(err)
	}
	living := newPool(t, oddReader, readerproc.Options{Slots: 1, TempDir: folder})
	if _, err := os.Stat(abandoned); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the abandoned folder: %v", err)
	}
	if _, err := read(t.Context(), living, order(t, "good.pdf")); err != nil {
		t.Fatal(err)
	}
	newPool(t, oddReader, readerproc.Options{TempDir: folder})
	if left, _ := filepath.Glob(filepath.Join(folder, "*")); len(left) != 2 {
		t.Errorf("%v are left; want that of the living reader and %s", left, others)
	}
	if _, err := read(t.Context(), living, order(t, "good.pdf")); err != nil {
		t.Errorf("the living reader: %v", err)
	}
}

func TestCancellingEndsTheReading(t *testing.T) {
	pool := newPool(t, oddReader, readerproc.Options{Slots: 1})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := read(ctx, pool, order(t, "spin.pdf"))
		done <- err
	}()
	waiting, stop := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer stop()
	time.Sleep(50 * time.Millisecond)
	if _, err := read(waiting, pool, order(t, "good.pdf")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("waiting for a slot ended with %v", err)
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("the reading ended with %v", err)
	}
	if _, err := read(t.Context(), pool, order(t, "good.pdf")); err != nil {
		t.Errorf("the slot is not free again: %v", err)
	}
}

func TestClosedPoolRefuses(t *testing.T) {
	pool := newPool(t, oddReader, readerproc.Options{})
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() { read(t.Context(), pool, order(t, "good.pdf")) })
	}
	readers.Wait()
	if err := pool.Close(); err != nil {
		t.Fatal(err)
	}
	if err := pool.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := read(t.Context(), pool, order(t, "good.pdf")); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("reading from a closed pool: %v", err)
	}
	if _, err := pool.Check(t.Context()); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("checking a closed pool: %v", err)
	}
}

func TestCheckSaysWhatIsMissing(t *testing.T) {
	tests := map[string]struct {
		pool *readerproc.Pool
		code string
	}{
		"trained data":    {newPool(t, unreadable, readerproc.Options{}), "ocr_unavailable"},
		"the program":     {readerproc.New(readerproc.Options{Command: []string{"/nonexistent/cotejod", "reader"}}), "reader_unavailable"},
		"the command":     {readerproc.New(readerproc.Options{}), "reader_unavailable"},
		"the temp folder": {newPool(t, oddReader, readerproc.Options{TempDir: "/nonexistent"}), "reader_unavailable"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := tt.pool.Check(t.Context())
			if f, ok := fault.As(err); !ok || f.Kind != fault.Unavailable || f.Code != tt.code {
				t.Errorf("got %v, want unavailable %s", err, tt.code)
			}
		})
	}
	if _, err := newPool(t, oddReader, readerproc.Options{}).Check(t.Context()); err != nil {
		t.Errorf("a pool that works: %v", err)
	}
}

// Printed text is read where trained data are missing: the engine starts with the first picture. A
// scan ends with what is missing, never as a page without text.
func TestEngineStartsWithFirstPicture(t *testing.T) {
	letter := filings.Filing{Blocks: []filings.Block{{Text: "ACCIONANTE: ANA LÓPEZ RUIZ"}}}
	printed, err := paper.BornDigital(letter, paper.Options{})
	if err != nil {
		t.Fatal(err)
	}
	scan, err := paper.Scan(letter, paper.Options{}, paper.Clean, 1)
	if err != nil {
		t.Fatal(err)
	}
	pool := newPool(t, unreadable, readerproc.Options{Slots: 1})
	for range 2 {
		if r, err := read(t.Context(), pool, saved(t, printed.PDF)); err != nil || !strings.Contains(r.Text(), "ANA LÓPEZ") {
			t.Errorf("printed text: %q, %v", r.Text(), err)
		}
		if r, err := read(t.Context(), pool, saved(t, scan.PDF)); !isFault(err, tesseract.CodeUnavailable) || len(r.Pages) > 0 {
			t.Errorf("a scan: %d pages, %v", len(r.Pages), err)
		}
		if _, err := pool.Check(t.Context()); !isFault(err, tesseract.CodeUnavailable) {
			t.Errorf("checked: %v", err)
		}
	}
	if got, want := pool.Stats(), (readerproc.Stats{Started: 1}); got != want {
		t.Errorf("counted %+v, want %+v", got, want)
	}
}
