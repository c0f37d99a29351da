package read_test

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"path/filepath"
	"strings"
	"testing"

	"codeberg.org/go-pdf/fpdf"

	"github.com/cotejo/cotejo/testkit/cotejo"
)

// pages is a PDF with a page a letter: t has a text, b nothing, w a white picture.
func pages(t *testing.T, kinds string) string {
	t.Helper()
	white := image.NewGray(image.Rect(0, 0, 850, 1100))
	draw.Draw(white, white.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
	var picture, out bytes.Buffer
	if err := png.Encode(&picture, white); err != nil {
		t.Fatal(err)
	}
	p := fpdf.New("P", "pt", "Letter", "")
	p.SetFont("Times", "", 12)
	p.RegisterImageOptionsReader("white", fpdf.ImageOptions{ImageType: "PNG"}, &picture)
	for _, kind := range kinds {
		p.AddPage()
		switch kind {
		case 't':
			p.Text(72, 100, "ACCION DE TUTELA. ACCIONANTE: ANA LOPEZ RUIZ. ACCIONADO: NUEVA EPS S.A.")
		case 'w':
			p.Image("white", 0, 0, 612, 792, false, "", 0, "")
		}
	}
	if err := p.Output(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// cut is what a copy over the network may leave of a PDF: its page is there, and
// nothing that is drawn on it.
const cut = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R>>endobj
`

func TestReadWarnsOfPagesWithoutText(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		rule, pdf string
		status    int
		warning   string // "": none
	}{
		{"all pages have text", pages(t, "tt"), 0, ""},
		{"a blank back side is told", pages(t, "tb"), 0, "La página 2 no tiene texto legible."},
		{"a picture of which nothing is read", pages(t, "tw"), 8, "La página 2 no tiene texto legible."},
		{"nothing at all", pages(t, "b"), 8, "La página 1 no tiene texto legible."},
		{"nothing on any page", pages(t, "bw"), 8, "Ninguna de las 2 páginas tiene texto legible."},
		{"a file that was cut off", cut, 8, "La página 1 no tiene texto legible."},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			folder := t.TempDir()
			cotejo.Write(t, folder, "a.pdf", tc.pdf)
			got := cotejo.Run(t, folder, "read", "a.pdf")
			if got.Status != tc.status || !strings.Contains(got.Stderr, tc.warning) || strings.Contains(got.Stderr, "ATENCIÓN: a.pdf") != (tc.warning != "") {
				t.Errorf("status %d, %s", got.Status, got.Stderr)
			}
			for _, line := range cotejo.DecodeLines[struct {
				Confidence *float64
				Pages      []struct {
					Text       string
					Confidence *float64
				}
			}](t, got.Stdout) {
				text := false
				for _, p := range line.Pages {
					if text = text || p.Text != ""; (p.Text != "") != (p.Confidence != nil) {
						t.Errorf("%q with confidence %v", p.Text, p.Confidence)
					}
				}
				if text != (line.Confidence != nil) {
					t.Errorf("the document has confidence %v", line.Confidence)
				}
			}
		})
	}
}

func TestProcessTellsWhatNeedsReviewAndTakesTheBetterFile(t *testing.T) {
	t.Parallel()
	folder := cotejo.Inbox(t, map[string]string{"a.pdf": cut, "b.pdf": pages(t, "tb")})
	got := cotejo.Run(t, folder, "process", "--create", "in", "--settle", "50ms")
	if got.Status != 8 || strings.Count(got.Stdout, "ATENCIÓN: La página 1 no tiene texto legible.") != 1 ||
		strings.Count(got.Stdout, "ATENCIÓN: La página 2 no tiene texto legible.") != 1 || !strings.Contains(got.Stderr, "1 por revisar") {
		t.Fatalf("status %d\n%s%s", got.Status, got.Stdout, got.Stderr)
	}
	lines, again := cotejo.Process(t, folder, "in")
	if l := lines["in/a.pdf"]; again.Status != 0 || l.Status != "known" || !l.NeedsReview || len(l.Warnings) != 1 {
		t.Errorf("the same file again: status %d, %+v", again.Status, l)
	}
	if l := lines["in/b.pdf"]; len(l.Warnings) != 1 {
		t.Errorf("a blank back side: %+v", l)
	}
	cotejo.Write(t, filepath.Join(folder, "in"), "a.pdf", pages(t, "t"))
	lines, again = cotejo.Process(t, folder, "in")
	if l := lines["in/a.pdf"]; again.Status != 0 || l.Status != "processed" || len(l.Warnings) != 0 || l.Plaintiff == "" {
		t.Errorf("the whole file: status %d, %+v", again.Status, l)
	}
}
