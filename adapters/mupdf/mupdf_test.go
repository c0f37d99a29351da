package mupdf

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"codeberg.org/go-pdf/fpdf"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
	"github.com/cotejo/cotejo/testkit/hostilepdf"
)

// write makes a letter-sized PDF with what draw puts on it.
func write(t testing.TB, draw func(p *fpdf.Fpdf)) string {
	t.Helper()
	p := fpdf.New("P", "pt", "Letter", "")
	p.SetMargins(0, 0, 0)
	p.SetAutoPageBreak(false, 0)
	p.SetFont("Times", "", 12)
	draw(p)
	path := filepath.Join(t.TempDir(), "no extension")
	if err := p.OutputFileAndClose(path); err != nil {
		t.Fatal(err)
	}
	return path
}

func open(t testing.TB, path string) ports.PDFDocument {
	t.Helper()
	d, err := New().Open(path, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

func TestSoundSaysThatNothingWasRepaired(t *testing.T) {
	whole, err := os.ReadFile(write(t, func(p *fpdf.Fpdf) { p.AddPage(); p.Text(72, 100, "Señor"); p.AddPage() }))
	if err != nil {
		t.Fatal(err)
	}
	for rule, tc := range map[string]struct {
		pdf   []byte
		sound bool
	}{
		"whole":                        {whole, true},
		"cut":                          {whole[:len(whole)*9/10], false},
		"compressed data that is none": {bytes.Replace(whole, []byte("stream\nx"), []byte("stream\ny"), 1), false},
	} {
		path := filepath.Join(t.TempDir(), "x.pdf")
		if err := os.WriteFile(path, tc.pdf, 0o600); err != nil {
			t.Fatal(err)
		}
		d := open(t, path)
		_, _ = d.Layer(1)
		if d.Sound() != tc.sound {
			t.Errorf("%s: sound is %v", rule, d.Sound())
		}
	}
}

func TestLayerHoldsWordsAndTheirPlaces(t *testing.T) {
	path := write(t, func(p *fpdf.Fpdf) {
		latin := p.UnicodeTranslatorFromDescriptor("")
		p.AddPage()
		p.Text(72, 100, latin("Señor Juez:  acción de tutela"))
		p.Text(72, 114, latin("segunda línea"))
		p.Text(72, 300, latin("otro párrafo"))
	})
	layer, err := open(t, path).Layer(1)
	if err != nil {
		t.Fatal(err)
	}
	if want := "Señor Juez: acción de tutela\nsegunda línea\n\notro párrafo\n"; layer.Text != want {
		t.Errorf("text %q, want %q", layer.Text, want)
	}
	if layer.Width != 612 || layer.Height != 792 {
		t.Errorf("page of %v × %v", layer.Width, layer.Height)
	}
	runes := []rune(layer.Text)
	for _, w := range layer.Words {
		if got := string(runes[w.Start:w.End]); got != w.Text {
			t.Errorf("%q stands at %q", w.Text, got)
		}
	}
	first := layer.Words[0].Box
	if math.Abs(first.X0-72) > 1 || first.Y0 < 85 || first.Y0 > 95 || first.Y1 < 100 || first.Y1 > 106 || first.X1 < 95 || first.X1 > 105 {
		t.Errorf("%q stands in %v", layer.Words[0].Text, first)
	}
}

func TestWhatIsPrintedTwiceCountsOnce(t *testing.T) {
	path := write(t, func(p *fpdf.Fpdf) {
		latin := p.UnicodeTranslatorFromDescriptor("")
		p.AddPage()
		x := 72.
		for _, r := range "ROSALBA CALLE 22" { // letter by letter, …
			p.Text(x, 100, string(r))
			p.Text(x+1, 100.5, string(r))
			x += p.GetStringWidth(string(r))
		}
		p.Text(72, 130, latin("Acción de tutela"))
		p.Text(72, 160, latin("no no se le concedió"))
		p.Text(72.4, 130.2, latin("Acción de tutela")) // … or later
	})
	layer, err := open(t, path).Layer(1)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(strings.Fields(layer.Text), " "), "ROSALBA CALLE 22 Acción de tutela no no se le concedió"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestImagesTellTheirPixels(t *testing.T) {
	path := write(t, func(p *fpdf.Fpdf) {
		var b bytes.Buffer
		if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 850, 1100))); err != nil {
			t.Fatal(err)
		}
		p.AddPage()
		p.RegisterImageOptionsReader("scan", fpdf.ImageOptions{ImageType: "png"}, &b)
		p.ImageOptions("scan", 0, 0, 612, 792, false, fpdf.ImageOptions{ImageType: "png"}, 0, "")
	})
	d := open(t, path)
	layer, err := d.Layer(1)
	if err != nil {
		t.Fatal(err)
	}
	if len(layer.Images) != 1 || layer.Images[0].PixelsX != 850 || layer.Images[0].PixelsY != 1100 {
		t.Fatalf("images %+v", layer.Images)
	}
	if b := layer.Images[0].Box; math.Abs(b.X1-612) > .1 || math.Abs(b.Y1-792) > .1 {
		t.Errorf("placed in %v", b)
	}
	img, err := d.Render(1, 100)
	if err != nil {
		t.Fatal(err)
	}
	if img.Rect.Max != image.Pt(850, 1100) || img.GrayAt(400, 500).Y != 0 {
		t.Errorf("drawn as %v, %d in the middle", img.Rect, img.GrayAt(400, 500).Y)
	}
}

func TestPagesAreDrawnInColour(t *testing.T) {
	path := write(t, func(p *fpdf.Fpdf) {
		p.AddPage()
		p.SetFillColor(200, 30, 60)
		p.Rect(100, 100, 200, 200, "F")
	})
	d := open(t, path)
	img, err := d.RenderColour(1, 72)
	if err != nil {
		t.Fatal(err)
	}
	near := func(a, b uint8) bool { return max(a, b)-min(a, b) < 4 }
	if c := img.RGBAAt(200, 200); !near(c.R, 200) || !near(c.G, 30) || !near(c.B, 60) || c.A != 255 {
		t.Errorf("the rectangle is %v", c)
	}
	if c := img.RGBAAt(50, 50); c.R != 255 || c.G != 255 || c.B != 255 || c.A != 255 {
		t.Errorf("the paper is %v", c)
	}
	gray, err := d.Render(1, 72)
	if err != nil || gray.Rect != img.Rect {
		t.Errorf("in gray it is %v, in colour %v; %v", gray.Rect, img.Rect, err)
	}
}

// A clerk's stamp and a filled form are annotations.
func TestAnnotationsAreReadAndDrawn(t *testing.T) {
	const appearance = "0 0 200 50 re f BT /F 12 Tf 10 60 Td (RADICADO) Tj ET"
	pdf := raw("/Count 1", "/MediaBox[0 0 612 792]/Annots[<</Type/Annot/Subtype/Stamp/F 4/Rect[100 100 300 200]/AP<</N 4 0 R>>>>]")
	stream := fmt.Sprintf("4 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 200 100]/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>"+
		"/Length %d>>stream\n%s\nendstream endobj\ntrailer", len(appearance), appearance)
	path := filepath.Join(t.TempDir(), "x.pdf")
	if err := os.WriteFile(path, bytes.Replace(pdf, []byte("trailer"), []byte(stream), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	d := open(t, path)
	if layer, err := d.Layer(1); err != nil || layer.Text != "RADICADO\n" {
		t.Errorf("read %q, %v", layer.Text, err)
	}
	img, err := d.Render(1, 72)
	if err != nil {
		t.Fatal(err)
	}
	if got := img.GrayAt(200, 792-125).Y; got != 0 {
		t.Errorf("the stamp is drawn in gray %d", got)
	}
}

func TestPagesThatAreNotThere(t *testing.T) {
	d := open(t, write(t, func(p *fpdf.Fpdf) { p.AddPage() }))
	for _, page := range []int{-1, 0, 2, math.MaxInt} {
		if _, err := d.Layer(page); err == nil {
			t.Errorf("page %d has a layer", page)
		}
		if _, err := d.Render(page, 100); err == nil {
			t.Errorf("page %d was drawn", page)
		}
	}
}

func TestPixelSizeIsBounded(t *testing.T) {
	tests := map[string]struct {
		w, h, dpi     float64
		width, height int
	}{
		"letter at 300 dpi":        {612, 792, 300, 2550, 3300},
		"the largest page allowed": {14400, 14400, 300, 6325, 6325},
		"a ribbon":                 {100_000, 10, 300, 20_000, 2},
		"a thread":                 {100_000, .001, 300, 20_000, 1},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			w, h, err := pixelSize(tt.w, tt.h, tt.dpi)
			if err != nil || w != tt.width || h != tt.height {
				t.Errorf("%d × %d (%v), want %d × %d", w, h, err, tt.width, tt.height)
			}
		})
	}
	for _, bad := range [][3]float64{{0, 1, 1}, {1, -1, 1}, {1, 1, 0}, {math.NaN(), 1, 1}, {math.Inf(1), 1, 1}} {
		if _, _, err := pixelSize(bad[0], bad[1], bad[2]); err == nil {
			t.Errorf("%v has a size", bad)
		}
	}
}

// Programs that import this package find the headers beside it in the module
// cache, by the version that go.mod names.
func TestHeadersFollowGoMod(t *testing.T) {
	mod, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("mupdf.go")
	if err != nil {
		t.Fatal(err)
	}
	required := regexp.MustCompile(`gen2brain/go-fitz (\S+)`).FindSubmatch(mod)
	if required == nil || !bytes.Contains(source, fmt.Appendf(nil, "-I../../../../gen2brain/go-fitz@%s/include\n", required[1])) {
		t.Errorf("go.mod requires %q; mupdf.go names another version", required)
	}
}

// raw is the smallest PDF around a page tree and a page.
func raw(pages, page string) []byte {
	return fmt.Appendf(nil, "%%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"+
		"2 0 obj<</Type/Pages/Kids[3 0 R]%s>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R %s>>endobj\n"+
		"trailer<</Root 1 0 R>>\n", pages, page)
}

func TestFilesThatCannotBeRead(t *testing.T) {
	locked := write(t, func(p *fpdf.Fpdf) {
		p.SetProtection(0, "secreto", "otro")
		p.AddPage()
	})
	encrypted, err := os.ReadFile(locked)
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct {
		content []byte
		code    string
	}{
		"nothing":                    {nil, "empty_file"},
		"no PDF":                     {[]byte("Señor juez, esto no es un PDF."), "not_a_pdf"},
		"a password":                 {encrypted, "pdf_encrypted"},
		"a page count of -5":         {raw("/Count -5", "/MediaBox[0 0 612 792]"), ""},
		"a page count of 0":          {raw("/Count 0", "/MediaBox[0 0 612 792]"), "pdf_empty"},
		"two thousand million pages": {raw("/Count 2147483647", "/MediaBox[0 0 612 792]"), "pdf_damaged"},
		"a gigantic page box":        {raw("/Count 1", "/MediaBox[0 0 1e9 1e9]"), ""},
		"a page box inside out":      {raw("/Count 1", "/MediaBox[612 792 0 0]"), ""},
		"a page box of nothing":      {raw("/Count 1", "/MediaBox[0 0 0 0]"), ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.pdf")
			if err := os.WriteFile(path, tt.content, 0o600); err != nil {
				t.Fatal(err)
			}
			d, err := New().Open(path, "")
			if err != nil {
				f, ok := fault.As(err)
				if !ok || f.Kind != fault.Unprocessable || tt.code != "" && f.Code != tt.code {
					t.Fatalf("got %v, want %s", err, tt.code)
				}
				return
			}
			defer d.Close()
			if tt.code != "" {
				t.Fatalf("was opened, want %s", tt.code)
			}
			if img, err := d.Render(1, 300); err == nil && len(img.Pix) > maxPixels+maxSide {
				t.Errorf("drawn with %d pixels", len(img.Pix))
			}
		})
	}
	if _, err := New().Open(filepath.Join(t.TempDir(), "missing"), ""); err == nil {
		t.Error("a file that is not there was opened")
	}
}

func TestPasswordsOpenFiles(t *testing.T) {
	locked := write(t, func(p *fpdf.Fpdf) {
		p.SetProtection(0, "secreta", "del notario")
		p.AddPage()
		p.Text(72, 100, "tutela")
	})
	free := write(t, func(p *fpdf.Fpdf) {
		p.SetProtection(0, "", "del notario") // opens for everybody
		p.AddPage()
		p.Text(72, 100, "tutela")
	})
	for _, c := range []struct{ rule, path, password, code string }{
		{"of the reader", locked, "secreta", ""},
		{"of the owner", locked, "del notario", ""},
		{"none", locked, "", "pdf_encrypted"},
		{"another", locked, "Secreta", "pdf_password_wrong"},
		{"a long one", locked, strings.Repeat("x", 4000), "pdf_password_wrong"},
		{"none where none is needed", free, "", ""},
		{"any where none is needed", free, "x", ""},
	} {
		t.Run(c.rule, func(t *testing.T) {
			d, err := New().Open(c.path, c.password)
			if c.code != "" {
				if f, ok := fault.As(err); !ok || f.Kind != fault.Unprocessable || f.Code != c.code {
					t.Errorf("got %v, want %s", err, c.code)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			defer d.Close()
			if layer, err := d.Layer(1); err != nil || layer.Text != "tutela\n" {
				t.Errorf("read %q, %v", layer.Text, err)
			}
		})
	}
}

// The bits of a row may overflow an int: the library must not trust the sum. A crash ends this process.
func TestRenderSurvivesOverlongRows(t *testing.T) {
	found := 0
	for _, c := range hostilepdf.Cases() {
		if !strings.HasPrefix(c.Name, "a picture with rows of ") {
			continue
		}
		found++
		t.Run(c.Name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.pdf")
			if err := os.WriteFile(path, c.Content, 0o600); err != nil {
				t.Fatal(err)
			}
			d := open(t, path)
			if _, err := d.Layer(1); err != nil {
				t.Error(err)
			}
			if img, err := d.Render(1, 72); err == nil && img.Rect.Dx() != 612 {
				t.Errorf("drawn with %v", img.Rect)
			}
			if d.Sound() {
				t.Error("the picture is sound")
			}
		})
	}
	if found == 0 {
		t.Error("no case")
	}
}

// Mutations of a good PDF end in a page or an error, never in a crash.
func FuzzOpen(f *testing.F) {
	good, err := os.ReadFile(write(f, func(p *fpdf.Fpdf) {
		p.SetCompression(false)
		p.AddPage()
		p.Text(72, 72, "tutela")
	}))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add(raw("/Count 2147483647", "/MediaBox[0 0 1e38 1e38]"))
	f.Fuzz(func(t *testing.T, content []byte) {
		path := filepath.Join(t.TempDir(), "x.pdf")
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		d, err := New().Open(path, "")
		if err != nil {
			return
		}
		defer d.Close()
		if d.Pages() < 1 {
			t.Fatalf("%d pages", d.Pages())
		}
		if _, err := d.Layer(1); err == nil {
			d.Render(1, 20)
		}
	})
}

func TestSoftHyphensStayAtTheEndsOfWords(t *testing.T) {
	var b layerBuilder
	for _, line := range []string{"Echava\u00adrría, iden\u00ad", "tificada \u00ad", "con cédu\u00ad "} {
		for _, r := range line {
			b.add(r, document.Box{})
		}
		b.endLine(true)
	}
	if got, _ := b.finish(); got != "Echavarría, iden\u00ad\ntificada\ncon cédu\u00ad\n" {
		t.Errorf("%q", got)
	}
}

func FuzzLayerBuilder(f *testing.F) {
	f.Add("Señor\tJuez \u00adA\u0301 \u200b|x", "| \n")
	f.Fuzz(func(t *testing.T, text, _ string) {
		var b layerBuilder
		for i, r := range text {
			switch r {
			case '|':
				b.endBlock()
			case '\n':
				b.endLine(true)
			default:
				x := float64(i * 7 % 90)
				b.add(r, document.Box{X0: x, Y0: float64(i / 50), X1: x + 5, Y1: float64(i/50) + 10})
			}
		}
		out, words := b.finish()
		runes := []rune(out)
		for _, w := range words {
			if w.Text == "" || string(runes[w.Start:w.End]) != w.Text {
				t.Fatalf("word %q at %d in %q", w.Text, w.Start, out)
			}
		}
		if strings.Join(strings.Fields(out), " ") != strings.TrimSpace(strings.NewReplacer("\n\n", " ", "\n", " ").Replace(out)) {
			t.Fatalf("spaces are not single in %q", out)
		}
	})
}

func BenchmarkLayer(b *testing.B) {
	path := write(b, func(p *fpdf.Fpdf) {
		p.AddPage()
		for i := range 50 {
			p.Text(72, 72+float64(i)*13, strings.Repeat("accionante ", 9))
		}
	})
	d := open(b, path)
	for b.Loop() {
		if _, err := d.Layer(1); err != nil {
			b.Fatal(err)
		}
	}
}

func ExampleNew() {
	p := fpdf.New("P", "pt", "Letter", "")
	p.SetFont("Times", "", 12)
	p.AddPage()
	p.Text(72, 100, "ACCIONANTE: ROSA RUIZ")
	file, err := os.CreateTemp("", "*.pdf")
	if err != nil {
		panic(err)
	}
	defer os.Remove(file.Name())
	if err := p.OutputAndClose(file); err != nil {
		panic(err)
	}

	doc, err := New().Open(file.Name(), "")
	if err != nil {
		panic(err)
	}
	defer doc.Close()
	layer, err := doc.Layer(1)
	if err != nil {
		panic(err)
	}
	fmt.Print(doc.Pages(), " ", layer.Text)
	// Output: 1 ACCIONANTE: ROSA RUIZ
}
