package readerproc_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/mupdf"
	"github.com/cotejo/cotejo/adapters/readerproc"
	"github.com/cotejo/cotejo/adapters/tesseract"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/pdftext"
)

// The test program is its own reader: started with one of these words it is a
// reader, good or bad, instead of a test run.
const (
	realReader    = "reader"    // MuPDF and Tesseract
	oddReader     = "odd"       // does what the name of the file says
	unreadable    = "unstarted" // has an engine without its trained data
	oldKernel     = "old"       // the real one, where the kernel has no Landlock
	waitingServer = "server"    // a server whose reader hangs
	rowReader     = "rows"      // of workbooks; does what the name of the file says
)

func TestMain(m *testing.M) {
	if len(os.Args) == 2 {
		switch os.Args[1] {
		case realReader:
			os.Exit(readerproc.Main(newRealReader))
		case oldKernel:
			if err := readerproc.WithoutLandlock(); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			os.Exit(readerproc.Main(newRealReader))
		case oddReader:
			os.Exit(readerproc.Main(func(s readerproc.Settings) (readerproc.PageReader, error) { return odd{s}, nil }))
		case waitingServer:
			os.Exit(serveLingering())
		case rowReader:
			os.Exit(readerproc.MainRows(oddRows{}))
		case unreadable:
			os.Exit(readerproc.Main(func(readerproc.Settings) (readerproc.PageReader, error) {
				return pdftext.New(pdftext.Deps{PDF: mupdf.New(), OCR: tesseract.New(tesseract.Options{Languages: []string{"klingon"}})}, nil), nil
			}))
		}
	}
	os.Exit(m.Run())
}

// serveLingering has a reader hang and prints its number.
func serveLingering() int {
	pool := readerproc.New(readerproc.Options{Command: []string{os.Args[0], oddReader}})
	err := pool.Read(context.Background(), document.ReadRequest{Path: "linger.pdf"}, func(p document.Page, _ int) error {
		fmt.Println(p.Text)
		return nil
	})
	fmt.Fprintln(os.Stderr, err)
	return 1
}

func newRealReader(s readerproc.Settings) (readerproc.PageReader, error) {
	return escaping(pdftext.New(pdftext.Deps{PDF: mupdf.New(), OCR: tesseract.New(tesseract.Options{}), Now: time.Now},
		&pdftext.Options{Mode: pdftext.Mode(s.Mode), MaxPages: s.MaxPages})), nil
}

// odd is a reader that behaves as the base name of the file says.
type odd struct{ settings readerproc.Settings }

func (o odd) Read(ctx context.Context, r document.ReadRequest, visit func(document.Page, int) error) error {
	page := func(text string) document.Page { return document.Page{Number: 1, Text: text, Confidence: 1} }
	switch name(r.Path) {
	case "crash":
		fmt.Fprintln(os.Stderr, "about to crash")
		os.Exit(7)
	case "crash-after-page":
		if err := visit(page("uno"), 2); err != nil {
			return err
		}
		os.Exit(7)
	case "panic":
		var nothing *odd
		_ = nothing.settings
	case "hang":
		select {}
	case "spin":
		for {
			spun++
		}
	case "memory":
		for i := 0; ; i++ {
			hoard = append(hoard, make([]byte, 16<<20))
			for j := 0; j < len(hoard[i]); j += os.Getpagesize() {
				hoard[i][j] = 1
			}
		}
	case "verbose":
		p := page("")
		p.Words = make([]document.Word, document.MaxPageWords+1)
		return visit(p, 1)
	case "repetitive":
		if err := visit(page("uno"), 2); err != nil {
			return err
		}
		return visit(page("otra vez"), 2)
	case "unbidden":
		p := page("tres")
		p.Number = 3
		return visit(p, 2)
	case "chatter":
		fmt.Println("what a library prints must not reach the protocol")
		os.Stdout.WriteString("\x00\x00\x00\x05hello")
	case "environment":
		return visit(page(fmt.Sprint(os.Environ())), 1)
	case "linger":
		if err := visit(page(fmt.Sprint(os.Getpid())), 1); err != nil {
			return err
		}
		select {}
	case "flood":
		f, err := os.OpenFile(r.Searchable, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		for {
			if _, err := f.Write(make([]byte, 1<<20)); err != nil {
				return err
			}
		}
	}
	if r.Searchable != "" {
		if err := os.WriteFile(r.Searchable, []byte("searchable"), 0); err != nil {
			return err
		}
	}
	return visit(page(fmt.Sprint(os.Getpid())), 1)
}

// Draw draws what the name of the file says, whatever the page.
func (o odd) Draw(ctx context.Context, path string, d document.Drawing) ([]byte, error) {
	err := o.Read(ctx, document.ReadRequest{Path: path}, func(document.Page, int) error { return nil })
	return fmt.Appendf(nil, "%s, page %d at %g dpi", name(path), d.Page, d.DPI), err
}

// Check finds that it works.
func (o odd) Check(context.Context) (document.Sandbox, error) { return document.Sandbox{}, nil }

// Count finds as many pages as the password has letters.
func (o odd) Count(ctx context.Context, path, password string) (int, error) {
	err := o.Read(ctx, document.ReadRequest{Path: path}, func(document.Page, int) error { return nil })
	return len(password), err
}

// Excerpt writes what it is asked for, and does what the name of the file says.
func (o odd) Excerpt(ctx context.Context, path string, pages document.PageRange, to string) error {
	written := fmt.Sprintf("%s, pages %d to %d", name(path), pages.First, pages.Last)
	if err := os.WriteFile(to, []byte(written), 0); err != nil {
		return err
	}
	if name(path) == "link" { // to a file of the server
		return errors.Join(os.Remove(to), os.Symlink("/etc/passwd", to))
	}
	return o.Read(ctx, document.ReadRequest{Path: path}, func(document.Page, int) error { return nil })
}

// What the odd readers do must have an effect that no compiler drops.
var (
	hoard [][]byte
	spun  int
)
