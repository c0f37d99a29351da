package readerproc_test

import (
	"bytes"
	"image"
	"image/jpeg"
	"math/rand/v2"
	"strings"
	"testing"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"github.com/cotejo/cotejo/adapters/mupdf"
	"github.com/cotejo/cotejo/adapters/readerproc"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
)

// A page's text layer is not all that the page says: what it leaves out is recognised, and
// what it has stays as it is.
func TestWhatALayerLeavesOutIsRecognised(t *testing.T) {
	f := filings.New(11, filings.Options{}).Short()
	printed, err := paper.BornDigital(f, paper.Options{})
	if err != nil {
		t.Fatal(err)
	}
	scans, err := paper.ScanImages(f, paper.Options{}, paper.Quality{DPI: 200, Paper: 255, JPEG: 80}, 1)
	if err != nil {
		t.Fatal(err)
	}
	layer := layerOf(t, printed.PDF)
	scan := scans[0]
	half := layer.Height / 2
	stamp := strings.Repeat("Firmado electrónicamente por la ventanilla única de radicación del despacho ", 5)
	first, last := longWords(layer, 0, half), longWords(layer, half, layer.Height)
	for name, tc := range map[string]struct {
		draw   func(p *fpdf.Fpdf)
		source document.Source
		has    []string // each once
	}{
		"a stamp of words over a scan": {func(p *fpdf.Fpdf) {
			put(p, scan, 0, 0, layer.Width, layer.Height)
			p.SetFontSize(5)
			p.SetXY(30, layer.Height-40)
			p.MultiCell(500, 6, p.UnicodeTranslatorFromDescriptor("")(stamp), "", "", false)
		}, document.OCR, append(first, last...)},
		"a hidden layer for the lower half of a scan": {func(p *fpdf.Fpdf) {
			put(p, scan, 0, 0, layer.Width, layer.Height)
			p.SetTextRenderingMode(3)
			words(p, layer, half, layer.Height, 0)
		}, document.OCR, append(first, last...)},
		"a picture of text below printed text": {func(p *fpdf.Fpdf) {
			words(p, layer, 0, half, 0)
			lower := scan.SubImage(image.Rect(0, scan.Rect.Dy()/2, scan.Rect.Dx(), scan.Rect.Dy())).(*image.Gray)
			put(p, lower, 0, half, layer.Width, half)
		}, document.OCR, append(first, last...)},
		"letters drawn as outlines under a printed line": {func(p *fpdf.Fpdf) {
			p.Text(60, 40, "Rama Judicial")
			outlines(t, p, 60, 100, "La accionante reside en Manizales")
			outlines(t, p, 60, 130, "y solicita proteger sus derechos")
			outlines(t, p, 60, 160, "fundamentales vulnerados")
		}, document.OCR, []string{"Judicial", "accionante", "Manizales", "fundamentales"}},
		"a photograph among printed text": {func(p *fpdf.Fpdf) {
			words(p, layer, 0, half, 0)
			photo := image.NewGray(image.Rect(0, 0, 600, 400))
			rng := rand.New(rand.NewPCG(1, 1))
			for i := range photo.Pix {
				photo.Pix[i] = uint8(100 + i/4000 + rng.IntN(9))
			}
			put(p, photo, 100, half+20, 300, 200)
		}, document.TextLayer, first},
		"a whole hidden layer": {func(p *fpdf.Fpdf) {
			put(p, scan, 0, 0, layer.Width, layer.Height)
			p.SetTextRenderingMode(3)
			words(p, layer, 0, layer.Height, 0)
		}, document.TextLayer, append(first, last...)},
		"a hidden layer beside the lines that it stands for": {func(p *fpdf.Fpdf) {
			put(p, scan, 0, 0, layer.Width, layer.Height)
			p.SetTextRenderingMode(3)
			words(p, layer, 0, layer.Height, 300)
		}, document.TextLayer, append(first, last...)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: layer.Width, Ht: layer.Height}})
			p.SetMargins(0, 0, 0)
			p.SetAutoPageBreak(false, 0)
			p.SetFont("Times", "", 11)
			p.AddPage()
			tc.draw(p)
			var pdf bytes.Buffer
			if err := p.Output(&pdf); err != nil {
				t.Fatal(err)
			}
			r, err := read(t.Context(), newPool(t, realReader, readerproc.Options{Slots: 1}), saved(t, pdf.Bytes()))
			if err != nil {
				t.Fatal(err)
			}
			page := r.Pages[0]
			if page.Source != tc.source {
				t.Errorf("the source is %s, want %s", page.Source, tc.source)
			}
			for _, w := range tc.has {
				if n := strings.Count(page.Text, w); n != 1 {
					t.Errorf("%q is there %d times in\n%s", w, n, page.Text)
				}
			}
			text := []rune(page.Text)
			for _, w := range page.Words {
				if got := string(text[w.Start:w.End]); got != w.Text {
					t.Errorf("the word %q stands where the text has %q", w.Text, got)
				}
			}
		})
	}
}

func layerOf(t *testing.T, pdf []byte) document.PageLayer {
	t.Helper()
	doc, err := mupdf.New().Open(saved(t, pdf), "")
	if err != nil {
		t.Fatal(err)
	}
	defer doc.Close()
	layer, err := doc.Layer(1)
	if err != nil {
		t.Fatal(err)
	}
	return layer
}

// longWords are three words of more than eight small letters that are once on the page, between two heights.
func longWords(l document.PageLayer, from, to float64) (words []string) {
	for _, w := range l.Words {
		plain := strings.Trim(w.Text, "abcdefghijklmnopqrstuvwxyz") == ""
		if len(words) < 3 && plain && len(w.Text) > 8 && strings.Count(l.Text, w.Text) == 1 && w.Box.Y0 > from && w.Box.Y1 < to {
			words = append(words, w.Text)
		}
	}
	return words
}

// words prints the words of a layer between two heights, so much further to the right.
func words(p *fpdf.Fpdf, l document.PageLayer, from, to, right float64) {
	encode := p.UnicodeTranslatorFromDescriptor("")
	for _, w := range l.Words {
		if w.Box.Y0 >= from && w.Box.Y1 <= to {
			p.Text(w.Box.X0+right, w.Box.Y1-2, encode(w.Text))
		}
	}
}

// put places a picture on the page.
func put(p *fpdf.Fpdf, img *image.Gray, x, y, width, height float64) {
	var file bytes.Buffer
	if err := jpeg.Encode(&file, img, nil); err != nil {
		p.SetError(err)
		return
	}
	o := fpdf.ImageOptions{ImageType: "JPEG"}
	p.RegisterImageOptionsReader("scan", o, &file)
	p.ImageOptions("scan", x, y, width, height, false, o, 0, "")
}

// outlines draws text without a font, as a program does that turns letters into curves.
func outlines(t *testing.T, p *fpdf.Fpdf, x, y float64, text string) {
	t.Helper()
	f, err := sfnt.Parse(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	var b sfnt.Buffer
	const size = 12
	at := func(v fixed.Point26_6) (float64, float64) { return x + float64(v.X)/64, y + float64(v.Y)/64 }
	for _, r := range text {
		glyph, _ := f.GlyphIndex(&b, r)
		segments, err := f.LoadGlyph(&b, glyph, fixed.I(size), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range segments {
			x1, y1 := at(s.Args[0])
			x2, y2 := at(s.Args[1])
			x3, y3 := at(s.Args[2])
			switch s.Op {
			case sfnt.SegmentOpMoveTo:
				p.MoveTo(x1, y1)
			case sfnt.SegmentOpLineTo:
				p.LineTo(x1, y1)
			case sfnt.SegmentOpQuadTo:
				p.CurveTo(x1, y1, x2, y2)
			case sfnt.SegmentOpCubeTo:
				p.CurveBezierCubicTo(x1, y1, x2, y2, x3, y3)
			}
		}
		if len(segments) > 0 {
			p.ClosePath()
			p.DrawPath("f*")
		}
		advance, err := f.GlyphAdvance(&b, glyph, fixed.I(size), font.HintingNone)
		if err != nil {
			t.Fatal(err)
		}
		x += float64(advance) / 64
	}
}
