package tesseract_test

import (
	"bytes"
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/adapters/tesseract"
	"github.com/cotejo/cotejo/core/document"
)

// What stands in the place of the library's network sees what that sees: the
// same words at the same places, with the same confidence, on clean and grainy
// pages and lines, in both models.
func TestTheNetworkReadsAsTheTesseractCommandDoes(t *testing.T) {
	ocr, err := tesseract.New(tesseract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer ocr.Close()
	page := picture("REPÚBLICA DE COLOMBIA", "Señor Juez Quinto (5°) Municipal de Ibagué", "identificada con la cédula No. 52.341.876 de Bogotá", "correo: maria.pena_88@gmail.com, Calle 45 # 12-30")
	line := page.SubImage(image.Rect(190, 345, 1200, 385)).(*image.Gray)
	for _, grain := range []int{0, 12, 24} {
		for _, read := range []struct {
			name, language, mode string
			picture              *image.Gray
			by                   func(*image.Gray, int) (document.Recognized, error)
		}{
			{"a page", "spa", "3", page, ocr.Recognize},
			{"a line", "eng", "7", line, ocr.RecognizeLine},
		} {
			t.Run(fmt.Sprintf("%s with %d of grain", read.name, grain), func(t *testing.T) {
				img := grainy(read.picture, grain)
				ours, err := read.by(img, 200)
				if err != nil {
					t.Fatal(err)
				}
				theirs := command(t, img, read.language, read.mode)
				if len(ours.Words) != len(theirs) || len(theirs) < 4 {
					t.Fatalf("%d words, the command has %d: %q", len(ours.Words), len(theirs), ours.Text)
				}
				for i, w := range ours.Words {
					the := theirs[i]
					if w.Text != the.Text || w.Box != the.Box || math.Abs(w.Confidence-the.Confidence) > 1e-6 {
						t.Errorf("%q %v %v, the command has %q %v %v", w.Text, w.Box, w.Confidence, the.Text, the.Box, the.Confidence)
					}
				}
			})
		}
	}
}

// grainy is a copy of img with noise of so many levels.
func grainy(img *image.Gray, levels int) *image.Gray {
	out := image.NewGray(image.Rectangle{Max: img.Rect.Size()})
	random := rand.New(rand.NewPCG(1, 2))
	for i := range out.Pix {
		at := img.Rect.Min.Add(image.Pt(i%out.Stride, i/out.Stride))
		v := int(img.GrayAt(at.X, at.Y).Y)
		if levels > 0 {
			v += random.IntN(2*levels) - levels
		}
		out.Pix[i] = uint8(min(max(v, 0), 255))
	}
	return out
}

// command has the tesseract command read img, set as the engine is.
func command(t *testing.T, img *image.Gray, language, mode string) []document.Word {
	t.Helper()
	path := filepath.Join(t.TempDir(), "picture.pgm")
	size := img.Rect.Size()
	pgm := append(fmt.Appendf(nil, "P5 %d %d 255\n", size.X, size.Y), img.Pix...)
	if err := os.WriteFile(path, pgm, 0o600); err != nil {
		t.Fatal(err)
	}
	c := exec.Command("tesseract", path, "-", "-l", language, "--psm", mode, "--dpi", "200",
		"-c", "tessedit_do_invert=0", "-c", "textord_all_prop=1", "tsv")
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, &stderr)
	}
	const word = "5" // level
	var words []document.Word
	for row := range strings.Lines(string(out)) {
		f := strings.Split(strings.TrimSuffix(row, "\n"), "\t")
		if f[0] != word || strings.TrimSpace(f[11]) == "" {
			continue
		}
		n := make([]float64, 11)
		for i := range n {
			n[i], _ = strconv.ParseFloat(f[i], 64)
		}
		left, top, width, height, confidence := n[6], n[7], n[8], n[9], n[10]
		words = append(words, document.Word{Text: f[11], Confidence: confidence / 100,
			Box: document.Box{X0: left, Y0: top, X1: left + width, Y1: top + height}})
	}
	return words
}
