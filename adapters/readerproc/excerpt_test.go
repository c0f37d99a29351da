package readerproc_test

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"github.com/cotejo/cotejo/adapters/mupdf"
	"github.com/cotejo/cotejo/adapters/readerproc"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

func TestAProcessWritesAnExcerpt(t *testing.T) {
	folder := t.TempDir()
	pool := newPool(t, oddReader, readerproc.Options{Slots: 1, TempDir: folder})
	to := filepath.Join(t.TempDir(), "excerpt.pdf")
	for _, pages := range []document.PageRange{{First: 2, Last: 3}, {First: 4}} {
		err := pool.Excerpt(t.Context(), order(t, "good.pdf"), pages, to)
		content, missing := os.ReadFile(to)
		want := "good, pages " + strconv.Itoa(pages.First) + " to " + strconv.Itoa(pages.Last)
		if string(content) != want || errors.Join(err, missing) != nil {
			t.Errorf("wrote %q, %v, want %q", content, errors.Join(err, missing), want)
		}
		if info, err := os.Stat(to); err != nil || !owned(info) {
			t.Errorf("the excerpt belongs to another user: %v", err)
		}
		if _, err := read(t.Context(), pool, order(t, "good.pdf")); err != nil {
			t.Errorf("reading after it: %v", err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*", "*", "*")); len(left) != 0 {
		t.Errorf("%v are left", left)
	}
	if err := pool.Excerpt(t.Context(), order(t, "good.pdf"), document.PageRange{First: 1}, filepath.Join(folder, "missing", "x.pdf")); err == nil {
		t.Error("written to a folder that is not there")
	}
}

func TestTroubleWithAnExcerptBecomesAFault(t *testing.T) {
	for _, c := range []struct {
		file    string
		patient time.Duration
		kind    fault.Kind
		code    string
	}{
		{"crash", time.Minute, fault.Unavailable, "reader_crashed"},
		{"spin", 400 * time.Millisecond, fault.Timeout, "excerpt_timeout"},
		{"memory", time.Minute, fault.Unavailable, "reader_crashed"},
		{"link", time.Minute, fault.Internal, "reading_failed"},
	} {
		t.Run(c.file, func(t *testing.T) {
			pool := newPool(t, oddReader, readerproc.Options{Slots: 1, MemoryMB: 256, PageTimeout: c.patient})
			to := filepath.Join(t.TempDir(), "excerpt.pdf")
			err := pool.Excerpt(t.Context(), order(t, c.file+".pdf"), document.PageRange{First: 1}, to)
			if f, ok := fault.As(err); !ok || f.Kind != c.kind || f.Code != c.code {
				t.Errorf("got %v, want %s %s", err, c.kind, c.code)
			}
			if _, err := os.Stat(to); !os.IsNotExist(err) {
				t.Errorf("something was written: %v", err)
			}
			if err := pool.Excerpt(t.Context(), order(t, "good.pdf"), document.PageRange{First: 1}, to); err != nil {
				t.Errorf("the one after it: %v", err)
			}
		})
	}
}

// The real reader, in its sandbox.
func TestRealPagesAreWritten(t *testing.T) {
	write := func(password string) string {
		pdf := fpdf.New("P", "pt", "Letter", "")
		pdf.SetFont("Times", "", 12)
		if password != "" {
			pdf.SetProtection(0, password, "")
		}
		for n := range 5 {
			pdf.AddPage()
			pdf.Text(72, 100, "pagina numero "+strconv.Itoa(n+1))
		}
		path := filepath.Join(t.TempDir(), "a.pdf")
		if err := pdf.OutputFileAndClose(path); err != nil {
			t.Fatal(err)
		}
		return path
	}
	open, locked := write(""), write("secreta")
	pool := newPool(t, realReader, readerproc.Options{Slots: 1, Mode: "never"})
	for _, c := range []struct {
		rule  string
		path  string
		pages document.PageRange
		want  []string
		kind  fault.Kind
		code  string
	}{
		{rule: "some pages", path: open, pages: document.PageRange{First: 2, Last: 3}, want: []string{"2", "3"}},
		{rule: "pages to the end", path: open, pages: document.PageRange{First: 4}, want: []string{"4", "5"}},
		{rule: "a page behind the last", path: open, pages: document.PageRange{First: 4, Last: 6}, kind: fault.NotFound, code: "page_not_found"},
		{rule: "a file with a password", path: locked, pages: document.PageRange{First: 1}, kind: fault.Unprocessable, code: "page_encrypted"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			to := filepath.Join(t.TempDir(), "excerpt.pdf")
			err := pool.Excerpt(t.Context(), c.path, c.pages, to)
			if c.kind != "" {
				if f, ok := fault.As(err); !ok || f.Kind != c.kind || f.Code != c.code {
					t.Errorf("got %v, want %s %s", err, c.kind, c.code)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			doc, err := mupdf.New().Open(to, "")
			if err != nil {
				t.Fatal(err)
			}
			defer doc.Close()
			if doc.Pages() != len(c.want) {
				t.Fatalf("%d pages", doc.Pages())
			}
			for i, want := range c.want {
				if layer, err := doc.Layer(i + 1); err != nil || strings.TrimSpace(layer.Text) != "pagina numero "+want {
					t.Errorf("page %d reads %q, %v", i+1, layer.Text, err)
				}
			}
		})
	}
}
