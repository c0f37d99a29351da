package tesseract_test

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"codeberg.org/go-pdf/fpdf"

	"github.com/cotejo/cotejo/adapters/mupdf"
	"github.com/cotejo/cotejo/adapters/tesseract"
	"github.com/cotejo/cotejo/core/fault"
)

// picture is a page with the given lines, drawn at 200 dpi.
func picture(lines ...string) *image.Gray {
	p := fpdf.New("P", "pt", "Letter", "")
	latin := p.UnicodeTranslatorFromDescriptor("")
	p.SetFont("Times", "", 12)
	p.AddPage()
	for i, l := range lines {
		p.Text(72, 100+float64(i)*16, latin(l))
	}
	folder, err := os.MkdirTemp("", "picture")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "page.pdf")
	if err := p.OutputFileAndClose(path); err != nil {
		panic(err)
	}
	d, err := mupdf.New().Open(path, "")
	if err != nil {
		panic(err)
	}
	defer d.Close()
	img, err := d.Render(1, 200)
	if err != nil {
		panic(err)
	}
	return img
}

func TestWordsStandWhereTheyAreDrawn(t *testing.T) {
	ocr := tesseract.New(tesseract.Options{RecycleAfter: 1})
	defer ocr.Close()
	img := picture("identificada con la cédula No. 52.341.876 de Bogotá", "correo: maria.pena_88@gmail.com, Calle 45 # 12-30")
	for range 2 { // the second time by another client
		r, err := ocr.Recognize(img, 200)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"cédula", "52.341.876", "gmail.com", "12-30"} {
			if !strings.Contains(r.Text, want) {
				t.Errorf("%q lacks %q", r.Text, want)
			}
		}
		if r.Confidence < .8 || r.Confidence > 1 {
			t.Errorf("confidence %v", r.Confidence)
		}
		first := r.Words[0]
		if b := first.Box; first.Text != "identificada" || b.X0 < 190 || b.X0 > 210 || b.Y0 < 245 || b.Y1 > 290 {
			t.Errorf("the first word is %+v", first)
		}
	}
}

func TestPicturesWithoutText(t *testing.T) {
	ocr := tesseract.New(tesseract.Options{})
	defer ocr.Close()
	for _, size := range []image.Point{{1, 1}, {2, 900}, {300, 300}} {
		if r, err := ocr.Recognize(image.NewGray(image.Rectangle{Max: size}), 300); err != nil || len(r.Words) != 0 {
			t.Errorf("%v: %+v, %v", size, r, err)
		}
	}
	for _, size := range []image.Point{{}, {40_000, 2}} {
		if _, err := ocr.Recognize(image.NewGray(image.Rectangle{Max: size}), 300); err == nil {
			t.Errorf("%v was read", size)
		}
	}
}

func TestLinesAreReadByTheModelThatKnowsSigns(t *testing.T) {
	ocr := tesseract.New(tesseract.Options{})
	defer ocr.Close()
	whole := picture("correo: maria.pena_88@gmail.com, Calle 45 # 12-30", "OTRA")
	part := whole.SubImage(image.Rect(190, 245, 1200, 285)).(*image.Gray)
	r, err := ocr.RecognizeLine(part, 200)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"maria.pena_88", "@", "gmail.com", "# 12-30"} {
		if !strings.Contains(r.Text, want) || strings.Contains(r.Text, "OTRA") {
			t.Errorf("%q lacks %q, or is more than the line", r.Text, want)
		}
	}
	if b := r.Words[0].Box; b.X0 < 0 || b.X0 > 30 {
		t.Errorf("the first word lies at %+v of the part", b)
	}
}

// A dark band with light letters among dark ones on light.
func TestLightLettersOnADarkBandAreRead(t *testing.T) {
	ocr := tesseract.New(tesseract.Options{})
	defer ocr.Close()
	img := picture("ACCIONANTE: ROSA RUIZ", "", "REPÚBLICA DE COLOMBIA", "", "identificada con la cédula No. 52.341.876 de Bogotá")
	band := image.Rect(150, 330, 1550, 378).Intersect(img.Rect)
	for y := band.Min.Y; y < band.Max.Y; y++ {
		for x := band.Min.X; x < band.Max.X; x++ {
			img.Pix[y*img.Stride+x] = 255 - img.Pix[y*img.Stride+x]
		}
	}
	r, err := ocr.Recognize(img, 200)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"ROSA RUIZ", "DE COLOMBIA", "52.341.876"} {
		if !strings.Contains(r.Text, want) {
			t.Errorf("%q lacks %q", r.Text, want)
		}
	}
}

func TestMissingTrainedDataIsSaid(t *testing.T) {
	for install, o := range map[string]tesseract.Options{"tesseract-ocr-klingon": {Languages: []string{"klingon"}},
		"tesseract-ocr-elvish": {Second: []string{"elvish"}}, "tesseract-ocr-spa": {DataPath: t.TempDir()},
		"tesseract-ocr-klingon-vert": {Languages: []string{"spa", "klingon_vert"}}} {
		ocr := tesseract.New(o)
		defer ocr.Close()
		if err := ocr.Start(); err == nil {
			t.Errorf("%s: it starts", install)
		}
		_, err := ocr.Recognize(image.NewGray(image.Rect(0, 0, 64, 64)), 300)
		if f, ok := fault.As(err); !ok || f.Kind != fault.Unavailable || f.Code != tesseract.CodeUnavailable || !strings.Contains(f.Message, "«apt-get install "+install+"»") {
			t.Errorf("%s: %v", install, err)
		}
	}
}

func TestPagesAreReadInAllLanguages(t *testing.T) {
	ocr := tesseract.New(tesseract.Options{Languages: []string{"spa", "eng"}})
	defer ocr.Close()
	r, err := ocr.Recognize(picture("ACCIONANTE: ROSA RUIZ", "", "The Embassy of the United States"), 200)
	if err != nil || !strings.Contains(r.Text, "ROSA RUIZ") || !strings.Contains(r.Text, "The Embassy of the United States") {
		t.Errorf("%q, %v", r.Text, err)
	}
}

func ExampleNew() {
	ocr := tesseract.New(tesseract.Options{})
	defer ocr.Close()
	r, err := ocr.Recognize(picture("ACCIONANTE: ROSA RUIZ"), 200)
	if err != nil {
		panic(err)
	}
	fmt.Print(r.Text)
	// Output: ACCIONANTE: ROSA RUIZ
}
