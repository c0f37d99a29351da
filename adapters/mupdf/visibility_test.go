package mupdf

import (
	"bytes"
	"image"
	"image/png"
	"strings"
	"testing"

	"codeberg.org/go-pdf/fpdf"

	"github.com/cotejo/cotejo/core/document"
)

// layerWith is the layer of a page with visible words and what draw adds.
func layerWith(t testing.TB, draw func(p *fpdf.Fpdf)) document.PageLayer {
	t.Helper()
	layer, err := open(t, write(t, func(p *fpdf.Fpdf) {
		p.AddPage()
		p.Text(72, 100, "MARLENE PARRA")
		draw(p)
	})).Layer(1)
	if err != nil {
		t.Fatal(err)
	}
	return layer
}

func TestTextThatNobodySeesIsLeftOut(t *testing.T) {
	const secret = "PEDRO OLD 19.333.444."
	for name, draw := range map[string]func(p *fpdf.Fpdf){
		"white on white": func(p *fpdf.Fpdf) { p.SetTextColor(255, 255, 255); p.Text(72, 200, secret) },
		"black on black": func(p *fpdf.Fpdf) { p.Rect(60, 180, 300, 40, "F"); p.Text(72, 200, secret) },
		"invisible":      func(p *fpdf.Fpdf) { p.SetTextRenderingMode(3); p.Text(72, 200, secret) },
		"invisible on other text": func(p *fpdf.Fpdf) {
			p.SetTextRenderingMode(3)
			p.Text(72, 100, secret[:10])
			p.Text(300, 100, secret)
		},
		"between lines": func(p *fpdf.Fpdf) {
			p.SetTextRenderingMode(3)
			p.Text(72, 106, "PEDRO OLD")
		},
		"between words": func(p *fpdf.Fpdf) {
			p.SetTextColor(255, 255, 255)
			x := 72 + p.GetStringWidth("MARLENE PARRA")
			p.Text(x, 100, secret)
		},
		"transparent":     func(p *fpdf.Fpdf) { p.SetAlpha(0, "Normal"); p.Text(72, 200, secret) },
		"of half a point": func(p *fpdf.Fpdf) { p.SetFontSize(.5); p.Text(72, 200, secret) },
		"under a box": func(p *fpdf.Fpdf) {
			p.Text(72, 200, secret)
			p.Rect(60, 180, 300, 40, "F")
		},
		"under a box with other text": func(p *fpdf.Fpdf) {
			p.Text(72, 200, secret)
			p.SetFillColor(255, 255, 255)
			p.Rect(60, 180, 300, 40, "F")
			p.Text(72, 200, "MMMMMMMMMMMMM")
		},
	} {
		t.Run(name, func(t *testing.T) {
			layer := layerWith(t, draw)
			got := strings.TrimSpace(strings.ReplaceAll(layer.Text, "MMMMMMMMMMMMM", ""))
			if got != "MARLENE PARRA" || !layer.Hidden {
				t.Errorf("read %q, hidden words: %v", layer.Text, layer.Hidden)
			}
		})
	}
}

func TestTextThatIsSeenStays(t *testing.T) {
	const words = "PEDRO OLD 19.333.444"
	for name, draw := range map[string]func(p *fpdf.Fpdf){
		"white on dark": func(p *fpdf.Fpdf) {
			p.Rect(60, 180, 300, 40, "F")
			p.SetTextColor(255, 255, 255)
			p.Text(72, 200, words)
		},
		"light gray":  func(p *fpdf.Fpdf) { p.SetTextColor(210, 210, 210); p.Text(72, 200, words) },
		"small print": func(p *fpdf.Fpdf) { p.SetFontSize(4); p.Text(72, 200, words) },
		"under a marker": func(p *fpdf.Fpdf) {
			p.Text(72, 200, words)
			p.SetAlpha(1, "Multiply")
			p.SetFillColor(255, 255, 0)
			p.Rect(60, 180, 300, 40, "F")
		},
		"on a white box": func(p *fpdf.Fpdf) {
			p.SetFillColor(255, 255, 255)
			p.Rect(60, 180, 300, 40, "F")
			p.Text(72, 200, words)
		},
		"white with an outline": func(p *fpdf.Fpdf) { p.SetTextColor(255, 255, 255); p.SetTextRenderingMode(2); p.Text(72, 200, words) },
		"with a white shadow": func(p *fpdf.Fpdf) {
			p.SetTextColor(255, 255, 255)
			p.Text(72.5, 200.5, words)
			p.SetTextColor(0, 0, 0)
			p.Text(72, 200, words)
		},
		"white on a dark circle": func(p *fpdf.Fpdf) {
			p.Circle(150, 200, 100, "F")
			p.SetTextColor(255, 255, 255)
			p.Text(72, 200, words)
		},
	} {
		t.Run(name, func(t *testing.T) {
			layer := layerWith(t, draw)
			if got, want := strings.Join(strings.Fields(layer.Text), " "), "MARLENE PARRA "+words; got != want || layer.Hidden {
				t.Errorf("read %q, want %q; hidden words: %v", got, want, layer.Hidden)
			}
		})
	}
}

// scanned draws gray stripes all over the page, as a scan has lines.
func scanned(t testing.TB, p *fpdf.Fpdf) {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 306, 396))
	for i := range img.Pix {
		img.Pix[i] = 255
		if i/306%12 < 5 && i%306 < 150 {
			img.Pix[i] = 90
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	p.RegisterImageOptionsReader("scan", fpdf.ImageOptions{ImageType: "png"}, &b)
	p.ImageOptions("scan", 0, 0, 612, 792, false, fpdf.ImageOptions{ImageType: "png"}, 0, "")
}

func TestHiddenTextOfScansStays(t *testing.T) {
	for name, draw := range map[string]func(p *fpdf.Fpdf){
		"invisible over the scan": func(p *fpdf.Fpdf) { scanned(t, p); p.SetTextRenderingMode(3); p.Text(72, 100, "PEDRO OLD") },
		"under the scan":          func(p *fpdf.Fpdf) { p.Text(72, 100, "PEDRO OLD"); scanned(t, p) },
	} {
		t.Run(name, func(t *testing.T) {
			layer, err := open(t, write(t, func(p *fpdf.Fpdf) { p.AddPage(); draw(p) })).Layer(1)
			if err != nil || layer.Text != "PEDRO OLD\n" || layer.Hidden {
				t.Errorf("read %q, hidden words: %v; %v", layer.Text, layer.Hidden, err)
			}
		})
	}
}

func BenchmarkLayerWithHiddenWords(b *testing.B) {
	d := open(b, write(b, func(p *fpdf.Fpdf) {
		p.AddPage()
		for i := range 50 {
			p.Text(72, 72+float64(i)*13, strings.Repeat("accionante ", 9))
		}
		p.SetTextColor(255, 255, 255)
		p.Text(72, 40, "accionante")
	}))
	for b.Loop() {
		if _, err := d.Layer(1); err != nil {
			b.Fatal(err)
		}
	}
}

func TestWordsStayApartWithoutTheWordsBetween(t *testing.T) {
	layer, err := open(t, write(t, func(p *fpdf.Fpdf) {
		p.AddPage()
		x := 72.
		for i, part := range []string{"MARLENE", "PEDRO", "PARRA"} {
			p.SetTextColor(i%2*255, i%2*255, i%2*255)
			p.Text(x, 100, part)
			x += p.GetStringWidth(part)
		}
	})).Layer(1)
	if err != nil || strings.TrimSpace(layer.Text) != "MARLENE PARRA" {
		t.Errorf("read %q, %v", layer.Text, err)
	}
}
