package readerproc_test

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/readerproc"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
	"github.com/cotejo/cotejo/testkit/samples"
)

func TestAProcessDrawsAPage(t *testing.T) {
	pool := newPool(t, oddReader, readerproc.Options{Slots: 1})
	for range 2 {
		got, err := pool.Draw(t.Context(), order(t, "good.pdf"), document.Drawing{Page: 3, DPI: 120})
		if err != nil || string(got) != "good, page 3 at 120 dpi" {
			t.Errorf("%q, %v", got, err)
		}
		if _, err := read(t.Context(), pool, order(t, "good.pdf")); err != nil {
			t.Errorf("reading after drawing: %v", err)
		}
	}
}

func TestTroubleWithDrawingBecomesAFault(t *testing.T) {
	for _, c := range []struct {
		file    string
		patient time.Duration
		kind    fault.Kind
		code    string
	}{
		{"crash", time.Minute, fault.Unavailable, "reader_crashed"},
		{"panic", time.Minute, fault.Unavailable, "reader_crashed"},
		{"spin", time.Second, fault.Timeout, "page_timeout"},
		{"memory", time.Minute, fault.Unavailable, "reader_crashed"},
	} {
		t.Run(c.file, func(t *testing.T) {
			pool := newPool(t, oddReader, readerproc.Options{Slots: 1, MemoryMB: 256, PageTimeout: c.patient})
			_, err := pool.Draw(t.Context(), order(t, c.file+".pdf"), document.Drawing{Page: 1, DPI: 100})
			if f, ok := fault.As(err); !ok || f.Kind != c.kind || f.Code != c.code {
				t.Errorf("got %v, want %s %s", err, c.kind, c.code)
			}
			if _, err := pool.Draw(t.Context(), order(t, "good.pdf"), document.Drawing{Page: 1, DPI: 100}); err != nil {
				t.Errorf("the page after it: %v", err)
			}
		})
	}
}

// An image that takes more memory than a process may have is said to be too large,
// not damaged, and the process lives on.
func TestImageBeyondMemoryIsTooLarge(t *testing.T) {
	var b bytes.Buffer
	large := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := large.Encode(&b, image.NewRGBA(image.Rect(0, 0, 9000, 9000))); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "a.png")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	pool := newPool(t, realReader, readerproc.Options{Slots: 1, MemoryMB: 256})
	for range 2 {
		if _, err := pool.Draw(t.Context(), path, document.Drawing{Page: 1, DPI: 100}); !isFault(err, "image_too_large") {
			t.Errorf("got %v", err)
		}
	}
	if s := pool.Stats(); s.Crashed != 0 {
		t.Errorf("%+v", s)
	}
}

func isFault(err error, code string) bool {
	f, ok := fault.As(err)
	return ok && f.Code == code
}

// A caller that would have to wait behind too many gets an error at once.
func TestTooManyAreNotKeptWaiting(t *testing.T) {
	pool := newPool(t, oddReader, readerproc.Options{Slots: 1, MaxWaiting: 1})
	ctx, cancel := context.WithCancel(t.Context())
	const calls = 5
	ended := make(chan error, calls)
	for range calls {
		go func() {
			_, err := pool.Draw(ctx, order(t, "hang.pdf"), document.Drawing{Page: 1, DPI: 100})
			ended <- err
		}()
	}
	for range calls - 2 {
		if f, ok := fault.As(<-ended); !ok || f.Kind != fault.Unavailable || f.Code != "reader_busy" || f.RetryAfter <= 0 {
			t.Errorf("refused with %v", f)
		}
	}
	cancel()
	for range 2 {
		if err := <-ended; err != context.Canceled {
			t.Errorf("who was let in ended with %v", err)
		}
	}
	if _, err := pool.Draw(t.Context(), order(t, "good.pdf"), document.Drawing{Page: 1, DPI: 100}); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

func TestRealPagesAreDrawn(t *testing.T) {
	made, err := paper.BornDigital(filings.New(5, filings.Options{}).Of(document.Tutela), paper.Options{})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "tutela.pdf")
	if err := os.WriteFile(path, made.PDF, 0o600); err != nil {
		t.Fatal(err)
	}
	pool := newPool(t, realReader, readerproc.Options{Slots: 1, Mode: "never"})
	data, err := pool.Draw(t.Context(), path, document.Drawing{Page: 1, DPI: 72})
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if size := img.Bounds().Size(); size.X < 590 || size.X > 625 || size.Y < 780 || size.Y > 1015 {
		t.Errorf("a page of %v pixels at 72 dpi", size)
	}
	if _, err := pool.Draw(t.Context(), path, document.Drawing{Page: len(made.Pages) + 1, DPI: 72}); fault.KindOf(err) != fault.NotFound {
		t.Errorf("a page behind the last: %v", err)
	}
}

// Broken PDFs, where they are at hand: a picture, without -slow a small one, or
// a fault, and the next page is drawn.
func TestBrokenSamplesAreDrawnOrRefused(t *testing.T) {
	files, err := samples.Paths(samples.Broken, true)
	if err != nil {
		t.Fatal(err)
	}
	dpi := 40.
	if *slow {
		dpi = 200
	}
	pool := newPool(t, realReader, readerproc.Options{MemoryMB: 512, PageTimeout: 10 * time.Second, Mode: "never"})
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			data, err := pool.Draw(t.Context(), file, document.Drawing{Page: 1, DPI: dpi})
			switch fault.KindOf(err) {
			case "":
				if _, err := png.DecodeConfig(bytes.NewReader(data)); err != nil {
					t.Error(err)
				}
			case fault.Unprocessable, fault.Timeout, fault.NotFound:
			default:
				t.Error(err)
			}
		})
	}
}
