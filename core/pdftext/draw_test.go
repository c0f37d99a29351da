package pdftext

import (
	"bytes"
	"image"
	"image/png"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

func TestAPageIsDrawn(t *testing.T) {
	b := &book{layers: []document.PageLayer{{Width: 612, Height: 792}, {Width: 612, Height: 792}, {Width: 14400, Height: 14400, Text: "blank"}}, broken: map[int]bool{2: true}}
	for _, c := range []struct {
		rule string
		page int
		dpi  float64
		kind fault.Kind
		code string
		at   float64 // dpi
	}{
		{rule: "at the resolution asked for", page: 1, dpi: 100, at: 100},
		{rule: "a page too large for it at what it can have", page: 3, dpi: 200, at: shownDPI(14400, 14400)},
		{rule: "page 0 does not exist", page: 0, dpi: 100, kind: fault.NotFound, code: "page_not_found"},
		{rule: "nor one behind the last", page: 4, dpi: 100, kind: fault.NotFound, code: "page_not_found"},
		{rule: "a page that cannot be drawn is said to be damaged", page: 2, dpi: 100, kind: fault.Unprocessable, code: "page_damaged"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			b.closed, b.rendered = 0, nil
			data, err := New(Deps{PDF: b}, &Options{Mode: Never}).Draw(t.Context(), "x.pdf", document.Drawing{Page: c.page, DPI: c.dpi})
			if b.closed != 1 {
				t.Errorf("the document was closed %d times", b.closed)
			}
			if c.kind != "" {
				if f, ok := fault.As(err); !ok || f.Kind != c.kind || f.Code != c.code {
					t.Errorf("got %v, want %s %s", err, c.kind, c.code)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			img, err := png.Decode(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			want := image.Pt(int(612*c.at/72), int(792*c.at/72)) // the book draws all pages as letters
			if size := img.Bounds().Size(); size != want || b.rendered[0] != c.at || c.at > c.dpi {
				t.Errorf("drawn as %v at %g dpi, want %v at %g", size, b.rendered[0], want, c.at)
			}
		})
	}
}
