package mupdf

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
	"github.com/cotejo/cotejo/testkit/paper"
)

// photo is white with a black square in its upper left corner, a tenth as wide.
func photo(width, height int) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, width, height))
	draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(img, image.Rect(0, 0, width/10, width/10), image.Black, image.Point{}, draw.Src)
	return img
}

func asPNG(t *testing.T, img image.Image, dpi int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	if dpi == 0 {
		return b.Bytes()
	}
	meters := uint32(math.Round(float64(dpi) / .0254))
	density := binary.BigEndian.AppendUint32(nil, 9)
	density = append(density, "pHYs"...)
	density = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(density, meters), meters)
	density = append(density, 1, 0, 0, 0, 0) // MuPDF reads no checksum
	const header = 33
	return append(append(bytes.Clone(b.Bytes()[:header]), density...), b.Bytes()[header:]...)
}

func asJPEG(t *testing.T, img image.Image, orientation byte) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	exif := append([]byte("Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00"), orientation, 0, 0, 0, 0, 0, 0)
	marker := binary.BigEndian.AppendUint16([]byte{0xff, 0xe1}, uint16(len(exif)+2))
	return append(append([]byte{0xff, 0xd8}, append(marker, exif...)...), b.Bytes()[2:]...)
}

// corner is where the black square of a page is.
func corner(img *image.Gray) string {
	w, h := img.Rect.Dx()-1, img.Rect.Dy()-1
	for name, at := range map[string]image.Point{"upper left": {1, 1}, "upper right": {w - 1, 1}, "lower left": {1, h - 1}, "lower right": {w - 1, h - 1}} {
		if img.GrayAt(at.X, at.Y).Y < 60 {
			return name
		}
	}
	return "none"
}

func TestImagesAreDocuments(t *testing.T) {
	clear := image.NewNRGBA(image.Rect(0, 0, 850, 1100)) // all of it, except the square
	draw.Draw(clear, image.Rect(0, 0, 85, 85), image.NewUniform(color.Black), image.Point{}, draw.Src)
	for rule, tc := range map[string]struct {
		file          []byte
		pages         int
		width, height float64 // in points
		x, y          int     // in pixels
		square        string
	}{
		"a PNG of 100 dpi":                      {asPNG(t, photo(850, 1100), 100), 1, 612, 792, 850, 1100, "upper left"},
		"a PNG that tells none is of a letter":  {asPNG(t, photo(850, 1100), 0), 1, 612, 792, 850, 1100, "upper left"},
		"a clear PNG lies on white paper":       {asPNG(t, clear, 100), 1, 612, 792, 850, 1100, "upper left"},
		"a JPEG":                                {asJPEG(t, photo(850, 1100), 1), 1, 612, 792, 850, 1100, "upper left"},
		"a JPEG of a camera on its side":        {asJPEG(t, photo(850, 1100), 6), 1, 792, 612, 1100, 850, "upper right"},
		"a JPEG of a camera on the other side":  {asJPEG(t, photo(850, 1100), 8), 1, 792, 612, 1100, 850, "lower left"},
		"a JPEG of a camera on its head":        {asJPEG(t, photo(850, 1100), 3), 1, 612, 792, 850, 1100, "lower right"},
		"a TIFF of three pages":                 {paper.TIFF([]*image.Gray{photo(850, 1100), photo(850, 1100), photo(850, 1100)}, 100), 3, 612, 792, 850, 1100, "upper left"},
		"a PNG of 96 dpi, as programs write":    {asPNG(t, photo(850, 1100), 96), 1, 612, 792, 850, 1100, "upper left"},
		"a TIFF of a resolution that cannot be": {paper.TIFF([]*image.Gray{photo(850, 1100)}, 1), 1, 612, 792, 850, 1100, "upper left"},
	} {
		t.Run(rule, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a.pdf") // what it is called does not matter
			if err := os.WriteFile(path, tc.file, 0o600); err != nil {
				t.Fatal(err)
			}
			d := open(t, path)
			if d.Pages() != tc.pages {
				t.Fatalf("%d pages", d.Pages())
			}
			for page := 1; page <= tc.pages; page++ {
				layer, err := d.Layer(page)
				if err != nil || math.Abs(layer.Width-tc.width) > 8 || math.Abs(layer.Height-tc.height) > 8 || len(layer.Images) != 1 || len(layer.Words) != 0 {
					t.Fatalf("page %d: %+v, %v", page, layer, err)
				}
				if im := layer.Images[0]; im.PixelsX != tc.x || im.PixelsY != tc.y || im.Box != (document.Box{X1: layer.Width, Y1: layer.Height}) {
					t.Errorf("page %d: %+v", page, im)
				}
				img, err := d.Render(page, 100)
				if err != nil || math.Abs(float64(img.Rect.Dx())-tc.width/.72) > 9 || corner(img) != tc.square {
					t.Errorf("page %d: drawn %v with its square %s, %v", page, img.Rect, corner(img), err)
				}
			}
			gray, err := d.Render(1, 72)
			if err != nil {
				t.Fatal(err)
			}
			if img, err := d.RenderColour(1, 72); err != nil || img.Rect != gray.Rect || !img.Opaque() {
				t.Errorf("in colour: %v", err)
			}
			if _, err := d.Layer(tc.pages + 1); err == nil {
				t.Error("it has one page more")
			}
			if !d.Sound() {
				t.Error("it is told to be damaged")
			}

			// As a PDF it looks the same and has the text.
			made := filepath.Join(t.TempDir(), "b.pdf")
			to := d.(ports.TextWriter)
			word := document.Word{Text: "tutela", Box: document.Box{X0: 300, Y0: 300, X1: 360, Y1: 312}}
			if err := errors.Join(to.AddText(tc.pages, 0, []document.Word{word}), to.Save(made)); err != nil {
				t.Fatal(err)
			}
			if head, err := os.ReadFile(made); err != nil || !bytes.HasPrefix(head, []byte("%PDF-")) {
				t.Fatalf("%.10q, %v", head, err)
			}
			d = open(t, made)
			layer, err := d.Layer(tc.pages)
			if err != nil || d.Pages() != tc.pages || len(layer.Words) != 1 || layer.Words[0].Text != "tutela" || math.Abs(layer.Words[0].Box.X0-300) > 1 {
				t.Fatalf("the PDF: %d pages, %+v, %v", d.Pages(), layer, err)
			}
			if img, err := d.Render(1, 100); err != nil || math.Abs(float64(img.Rect.Dx())-tc.width/.72) > 9 || corner(img) != tc.square {
				t.Errorf("the PDF: drawn %v with its square %s, %v", img.Rect, corner(img), err)
			}
		})
	}
}

// zipped returns files as an archive: stored, or compressed.
func zipped(t *testing.T, method uint16, files ...[]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	archive := zip.NewWriter(&b)
	for i, f := range files {
		w, err := archive.CreateHeader(&zip.FileHeader{Name: document.AlbumEntry(i+1, document.JPEG), Method: method})
		if err == nil {
			_, err = w.Write(f)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The pages of an album are those of its images, in their order.
func TestAlbumsAreDocuments(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.zip")
	tiff := paper.TIFF([]*image.Gray{photo(850, 1100), photo(1100, 850)}, 100)
	album := zipped(t, zip.Store, asPNG(t, photo(850, 1100), 100), tiff, []byte("II*\x00\x00\x00\x00\x00"), asJPEG(t, photo(850, 1100), 6))
	if err := os.WriteFile(path, album, 0o600); err != nil {
		t.Fatal(err)
	}
	d := open(t, path)
	want := []string{"upper left", "upper left", "upper left", "", "upper right"} // "" for the damaged one
	if d.Pages() != len(want) {
		t.Fatalf("%d pages", d.Pages())
	}
	widths := []float64{612, 612, 792, 0, 792}
	for _, page := range []int{5, 1, 3, 2, 4} {
		layer, err := d.Layer(page)
		if want[page-1] == "" {
			if _, drawing := d.Render(page, 50); err == nil || drawing == nil {
				t.Errorf("page %d: %v, %v", page, err, drawing)
			}
			continue
		}
		if err != nil || math.Abs(layer.Width-widths[page-1]) > 8 {
			t.Errorf("page %d: %g points wide, %v", page, layer.Width, err)
		}
		if img, err := d.Render(page, 100); err != nil || corner(img) != want[page-1] {
			t.Errorf("page %d: %s, %v", page, corner(img), err)
		}
	}

	made := filepath.Join(t.TempDir(), "b.pdf")
	if err := os.WriteFile(path, zipped(t, zip.Store, asJPEG(t, photo(850, 1100), 6), tiff), 0o600); err != nil {
		t.Fatal(err)
	}
	to := open(t, path).(ports.TextWriter)
	if err := to.Save(made); err != nil {
		t.Fatal(err)
	}
	if d := open(t, made); d.Pages() != 3 {
		t.Errorf("the PDF has %d pages", d.Pages())
	} else if img, err := d.Render(1, 100); err != nil || corner(img) != "upper right" {
		t.Errorf("page 1 of the PDF: %s, %v", corner(img), err)
	}
}

func TestImagesThatCannotBeRead(t *testing.T) {
	whole := asPNG(t, photo(850, 1100), 0)
	large := bytes.Clone(whole)
	binary.BigEndian.PutUint32(large[16:], 20_000)
	binary.BigEndian.PutUint32(large[20:], 20_000)
	for rule, tc := range map[string]struct {
		file []byte
		code string
	}{
		"the signature alone":          {whole[:8], "image_damaged"},
		"half of a PNG":                {whole[:len(whole)/2], "image_damaged"},
		"more pixels than are decoded": {large, "image_too_large"},
		"a TIFF without pages":         {[]byte("II*\x00\x00\x00\x00\x00"), "image_damaged"},
		"a photo without its picture":  {asJPEG(t, photo(85, 110), 1)[:60], "image_damaged"},
		"an album cut off":             {zipped(t, zip.Store, whole, whole)[:len(whole)], "image_damaged"},
		"an album of nothing":          {zipped(t, zip.Store, []byte{}), "image_damaged"},
		"an album of text":             {zipped(t, zip.Store, []byte("nada")), "image_damaged"},
		"an album of too many images":  {zipped(t, zip.Store, make([][]byte, document.MaxImages+1)...), "image_damaged"},
		"an image of a kind not read":  {[]byte("GIF89a"), "not_a_pdf"},
	} {
		path := filepath.Join(t.TempDir(), "a.png")
		if err := os.WriteFile(path, tc.file, 0o600); err != nil {
			t.Fatal(err)
		}
		d, err := New().Open(path, "")
		if err == nil {
			defer d.Close()
			if _, err = d.Layer(1); err == nil {
				_, err = d.Render(1, 100)
			}
		}
		if f, ok := fault.As(err); !ok || f.Code != tc.code || f.Kind != fault.Unprocessable {
			t.Errorf("%s: %v, want %s", rule, err, tc.code)
		}
	}
}
