package mupdf

import (
	"archive/zip"
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"image"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"codeberg.org/go-pdf/fpdf"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
	"github.com/cotejo/cotejo/testkit/docx"
	"github.com/cotejo/cotejo/testkit/paper"
	"github.com/cotejo/cotejo/testkit/samples"
)

// excerptOf writes pages of the file at path and returns the path of the excerpt.
func excerptOf(t testing.TB, path string, first, last int) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "excerpt.pdf")
	if err := open(t, path).(ports.PageExtractor).Excerpt(first, last, to); err != nil {
		t.Fatal(err)
	}
	return to
}

// bytesOf returns a PDF, and what its compressed streams unpack to.
func bytesOf(t testing.TB, path string) string {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	all := bytes.Clone(file)
	for _, at := range regexp.MustCompile(`stream\r?\n`).FindAllIndex(file, -1) {
		if r, err := zlib.NewReader(bytes.NewReader(file[at[1]:])); err == nil {
			unpacked, _ := io.ReadAll(r) // what follows the stream is no part of it
			all = append(all, unpacked...)
		}
	}
	return string(all)
}

// sameLook compares a page of a document with one of its excerpt.
func sameLook(t testing.TB, d ports.PDFDocument, page int, excerpt ports.PDFDocument, as int) {
	t.Helper()
	want, wantErr := d.RenderColour(page, 50)
	got, err := excerpt.RenderColour(as, 50)
	if (err == nil) != (wantErr == nil) || err == nil && (got.Rect != want.Rect || !bytes.Equal(got.Pix, want.Pix)) {
		t.Errorf("page %d looks different (%v, %v)", page, wantErr, err)
	}
	before, beforeErr := d.Layer(page)
	after, err := excerpt.Layer(as)
	if (err == nil) != (beforeErr == nil) || after.Text != before.Text || len(after.Images) != len(before.Images) || after.Width != before.Width {
		t.Errorf("page %d reads %q with %d images, want %q with %d (%v, %v)",
			page, after.Text, len(after.Images), before.Text, len(before.Images), beforeErr, err)
	}
}

// assembled writes a PDF of the given objects; the first is its catalog.
func assembled(t testing.TB, trailer string, objects ...string) string {
	t.Helper()
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	var offsets []int
	for i, o := range objects {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, o := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, trailer, start)
	path := filepath.Join(t.TempDir(), "assembled.pdf")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// stream is the object of a stream.
func stream(entries, content string) string {
	return fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", entries, len(content), content)
}

// painted is an image of one line whose samples are readable.
func painted(samples string) string {
	return stream(fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8", len(samples)), samples)
}

// crossed is a PDF of three pages, the second of which refers to the others in each way that a PDF
// knows. The strings of the others, and those of the file, begin with "secret".
func crossed(t testing.TB) string {
	t.Helper()
	page := func(n int, more string) string {
		return fmt.Sprintf("<< /Type /Page /Parent 2 0 R /Contents %d 0 R /StructParents %d %s >>", 10+n, n, more)
	}
	return assembled(t, "/Info << /Title (secret title) /Extra 16 0 R >> /Private 11 0 R",
		/* 1 */ `<< /Type /Catalog /Pages 2 0 R /Outlines 17 0 R /AcroForm << /Fields [18 0 R 20 0 R 40 0 R] /DR << /Font << /F1 10 0 R /F4 48 0 R >> /XObject << /I 7 0 R >> >>
			/DA (/F1 9 Tf) /XFA 34 0 R >> /OpenAction [3 0 R /Fit] /AF [36 0 R] /Metadata 34 0 R /StructTreeRoot << /K [<< /S /P /Pg 3 0 R /T (secret tag) >>] >>
			/Names << /Dests << /Names [(here) [4 0 R /XYZ 0 0 null] (secret place) [3 0 R /Fit]] >> /EmbeddedFiles << /Names [(secret.zip) 36 0 R] >>
			/JavaScript << /Names [(x) << /S /JavaScript /JS (secret script) >>] >> >> /PageLabels << /Nums [0 << /P (secret label) >>] >>
			/OCProperties << /OCGs [32 0 R 33 0 R] /D << /OFF [32 0 R] /Order [32 0 R 33 0 R] /Name (secret arrangement) >> >> /Threads [24 0 R] >>`,
		/* 2 */ "<< /Type /Pages /Count 3 /Kids [3 0 R 4 0 R 5 0 R] /MediaBox [0 0 612 792] /Rotate 90 /Resources 6 0 R /Secret (secret entry) >>",
		/* 3 */ page(1, "/Annots [18 0 R 29 0 R]"),
		/* 4 */ page(2, `/CropBox [0 0 600 700] /UserUnit 1 /Annots [46 0 R 19 0 R 21 0 R 22 0 R 23 0 R 26 0 R 27 0 R 28 0 R 30 0 R 35 0 R 40 0 R]
			/AA << /O << /S /GoTo /D [3 0 R /Fit] >> >> /B [25 0 R] /PieceInfo << /X << /Private 11 0 R >> >> /Thumb 7 0 R /Metadata 34 0 R`),
		/* 5 */ page(3, ""),
		/* 6 */ `<< /Font << /F1 10 0 R /F3 41 0 R >> /XObject << /I1 7 0 R /I2 8 0 R /I3 9 0 R /Fm#31 14 0 R /Fm2 15 0 R /FmBare 42 0 R >>
			/Properties << /G1 32 0 R /G2 33 0 R >> /ExtGState << /Soft 38 0 R /Other << /SMask << /S /Luminosity /G 37 0 R >> >> >>
			/Pattern << /P1 37 0 R /P2 39 0 R >> >>`,
		/* 7 */ painted("secret image of page 1"),
		/* 8 */ painted("own image of page 2"),
		/* 9 */ painted("secret image of page 3"),
		/* 10 */ "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
		/* 11 */ stream("", "BT /F1 12 Tf 72 100 Td (secret text) Tj ET q 99 0 0 99 9 9 cm /I1 Do Q /Fm1 Do"),
		/* 12 */ stream("", `q 90 0 0 90 90 300 cm/I2 Do Q /Fm2 Do /FmBare Do /OC /G2 BDC BT /F1 12Tf 72 200 Td (own text) Tj /F3 20 Tf 60 0 Td (a) Tj ET EMC
			q /Soft gs /Pattern cs /P2 scn 200 200 99 99 re f Q BI /W 2 /H 1 /CS /G /BPC 8 ID (( EI q 40 0 0 40 400 400 cm /I2 Do Q`),
		/* 13 */ stream("", "q 99 0 0 99 9 9 cm /I3 Do Q /OC /G1 BDC EMC"),
		/* 14 */ stream("/Type /XObject /Subtype /Form /BBox [0 0 600 700] /Resources 6 0 R", "/I1 Do BT /F1 9 Tf (secret form) Tj ET"),
		/* 15 */ stream("/Type /XObject /Subtype /Form /BBox [0 0 600 700] /Resources 6 0 R /OC 33 0 R /PieceInfo << /X 11 0 R >>",
			"q 50 0 0 50 300 300 cm /I2 Do Q BT /F1 9 Tf 99 99 Td (own form) Tj ET"),
		/* 16 */ "(secret information)",
		/* 17 */ "<< /First 31 0 R /Last 31 0 R /Count 1 >>",
		/* 18 */ "<< /Type /Annot /Subtype /Widget /FT /Tx /T (secret field) /V (secret value) /Rect [9 9 99 30] /P 3 0 R >>",
		/* 19 */ "<< /Type /Annot /Subtype /Widget /Parent 20 0 R /Rect [109 9 199 30] /P 4 0 R /A << /S /JavaScript /JS (secret script) >> /AP << /N 43 0 R >> >>",
		/* 20 */ "<< /FT /Tx /T (own field) /V (own value) /Kids [19 0 R 29 0 R] >>",
		/* 21 */ "<< /Type /Annot /Subtype /Link /Rect [1 1 2 2] /Border [0 0 0] /A << /S /GoTo /D [3 0 R /Fit] >> >>",
		/* 22 */ "<< /Type /Annot /Subtype /Link /Rect [1 11 2 12] /Border [0 0 0] /A << /S /GoTo /D (here) >> >>",
		/* 23 */ "<< /Type /Annot /Subtype /Link /Rect [1 21 2 22] /Border [0 0 0] /A << /S /URI /URI (https://own.example) /Next << /S /GoTo /D [3 0 R /Fit] >> >> >>",
		/* 24 */ "<< /F 25 0 R /I << /Title (secret thread) >> >>",
		/* 25 */ "<< /T 24 0 R /N 25 0 R /V 25 0 R /P 3 0 R /R [0 0 9 9] >>",
		/* 26 */ "<< /Type /Annot /Subtype /Text /Rect [9 50 20 60] /Contents (own note) /Popup 27 0 R /IRT 29 0 R /P 3 0 R /AF [11 0 R] >>",
		/* 27 */ "<< /Type /Annot /Subtype /Popup /Rect [9 50 99 99] /Parent 29 0 R >>",
		/* 28 */ "<< /Type /Annot /Subtype /Text /Rect [30 50 40 60] /Contents (own answer) /IRT 26 0 R >>",
		/* 29 */ "<< /Type /Annot /Subtype /Widget /Parent 20 0 R /TU (secret sibling) /Rect [9 50 99 99] /P 3 0 R >>",
		/* 30 */ "<< /Type /Annot /Subtype /FileAttachment /Rect [50 50 60 60] /FS << /F (own.txt) /EF << /F 44 0 R >> >> >>",
		/* 31 */ "<< /Title (secret heading) /Parent 17 0 R /Dest [3 0 R /Fit] >>",
		/* 32 */ "<< /Type /OCG /Name (secret layer) >>",
		/* 33 */ "<< /Type /OCG /Name (own layer) >>",
		/* 34 */ stream("/Type /Metadata /Subtype /XML", "<x>secret metadata</x>"),
		/* 35 */ "<< /Type /Annot /Subtype /Link /Rect [1 31 2 32] /Border [0 0 0] /Dest /nowhere >>",
		/* 36 */ "<< /Type /Filespec /F (secret.zip) /EF << /F 11 0 R >> >>",
		/* 37 */ stream("/Type /XObject /Subtype /Form /PatternType 1 /BBox [0 0 9 9]", "% secret pattern"),
		/* 38 */ "<< /SMask << /S /Luminosity /G 15 0 R >> >>",
		/* 39 */ stream("/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources 6 0 R", "0 0 1 rg 1 1 5 5 re f /I2 Do"),
		/* 40 */ "<< /Type /Annot /Subtype /Widget /FT /Sig /T (secret signature) /V << /Contents <736563726574> /Name (secret signer) >> /Rect [9 80 20 90] /P 4 0 R >>",
		/* 41 */ `<< /Type /Font /Subtype /Type3 /FontMatrix [1 0 0 1 0 0] /FontBBox [0 0 1 1] /FirstChar 97 /LastChar 97 /Widths [1] /Encoding << /Differences [97 /a] >>
			/CharProcs << /a 45 0 R >> /Resources 6 0 R >>`,
		/* 42 */ stream("/Type /XObject /Subtype /Form /BBox [0 0 600 700]", "q 30 0 0 30 500 90 cm /I2 Do Q BT /F1 8 Tf 300 99 Td (own bare form) Tj ET"),
		/* 43 */ stream("/Type /XObject /Subtype /Form /BBox [0 0 90 21] /Resources 6 0 R", "BT /F1 9 Tf 2 5 Td (own appearance) Tj ET"),
		/* 44 */ stream("/Type /EmbeddedFile", "own file"),
		/* 45 */ stream("", "1 0 d0 0 0 1 1 re f /I2 Do"),
		/* 46 */ "<< /Type /Annot /Subtype /Widget /FT /Sig /T (secret signature) /V << /Name (secret signer) >> /Rect [9 95 99 110] /P 4 0 R /AP << /N << /On 47 0 R >> >> /AS /On >>",
		/* 47 */ stream("/Type /XObject /Subtype /Form /BBox [0 0 90 15] /Resources 6 0 R", "BT /F1 9 Tf 2 5 Td (own seal) Tj ET"),
		/* 48 */ "<< /Type /Font /Subtype /Type3 /FontMatrix [1 0 0 1 0 0] /CharProcs << >> /Resources 6 0 R >>",
	)
}

func TestExcerptLeavesOtherPagesOut(t *testing.T) {
	sound := crossed(t)
	file, err := os.ReadFile(sound)
	if err != nil {
		t.Fatal(err)
	}
	damaged := filepath.Join(t.TempDir(), "damaged.pdf")
	if err := os.WriteFile(damaged, misplaced(t, file, 44), 0o600); err != nil {
		t.Fatal(err)
	}
	for rule, path := range map[string]string{"a sound file": sound, "a file that is repaired on the way": damaged} {
		t.Run(rule, func(t *testing.T) { checkCrossed(t, path) })
	}
}

// misplaced is a file whose table has another place for an object.
func misplaced(t *testing.T, file []byte, object int) []byte {
	t.Helper()
	const line = 20
	at := bytes.LastIndex(file, []byte("0000000000 65535 f \n")) + object*line
	changed := bytes.Clone(file)
	copy(changed[at:], "0000000099")
	return changed
}

func checkCrossed(t *testing.T, path string) {
	t.Helper()
	to := excerptOf(t, path, 2, 2)
	written := bytesOf(t, to)
	for _, secret := range regexp.MustCompile(`secret[ .\w]*`).FindAllString(written, -1) {
		t.Errorf("the excerpt has %q", secret)
	}
	if strings.Contains(written, "736563726574") {
		t.Error("the excerpt has the signature")
	}
	for _, own := range []string{"image of page 2", "text", "form", "bare form", "appearance", "field", "value", "seal", "note", "answer", "file", "layer"} {
		if !strings.Contains(written, "own "+own) {
			t.Errorf("the excerpt lacks its own %s", own)
		}
	}
	if n := strings.Count(written, "/Subtype/Link"); n != 2 || !strings.Contains(written, "https://own.example") {
		t.Errorf("%d links, want one to the web and one to its page", n)
	}
	if !regexp.MustCompile(`/Dest\[\d+ 0 R/XYZ 0 0 null\]`).MatchString(written) {
		t.Error("the link to a page of the excerpt leads nowhere")
	}
	if n := strings.Count(written, "/IRT"); n != 1 {
		t.Errorf("%d answers to notes, want 1", n)
	}
	excerpt := open(t, to)
	if excerpt.Pages() != 1 || !excerpt.Sound() {
		t.Errorf("%d pages, sound %t", excerpt.Pages(), excerpt.Sound())
	}
	sameLook(t, open(t, path), 2, excerpt, 1)
}

// A file leads in circles wherever the code follows it.
func TestExcerptOfCircularFile(t *testing.T) {
	path := assembled(t, "", "<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [4 0 R] /D << >> >> /AcroForm << /DR << /Font 8 0 R >> >> >>",
		"<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
		`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 5 0 R /Annots [7 0 R 7 0 R] /Resources << /Properties << /A 4 0 R >>
			/XObject << /F 5 0 R /G 6 0 R >> >> >>`,
		"<< /Type /OCMD /OCGs [4 0 R 4 0 R] /VE 9 0 R >>",
		stream("/Subtype /Form /BBox [0 0 9 9] /Group 5 0 R", "/F Do /G Do /OC /A BDC EMC"),
		stream("/Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /G 6 0 R >> >>", "/G Do"),
		"<< /Type /Annot /Subtype /Widget /Parent 7 0 R /AP 8 0 R /IRT 7 0 R >>",
		"<< /A 8 0 R /B 8 0 R /C 7 0 R >>",
		"[9 0 R 9 0 R 9 0 R]")
	err := open(t, path).(ports.PageExtractor).Excerpt(1, 1, filepath.Join(t.TempDir(), "excerpt.pdf"))
	if err == nil || !strings.Contains(err.Error(), "too many parts") && !strings.Contains(err.Error(), "cycle") {
		t.Errorf("got %v", err)
	}
}

func TestExcerptHasTheRange(t *testing.T) {
	path := write(t, func(p *fpdf.Fpdf) {
		back := p.AddLink()
		for n := 1; n <= 4; n++ {
			if n == 3 {
				p.AddPageFormat("L", fpdf.SizeType{Wd: 612, Ht: 1008})
			} else {
				p.AddPage()
			}
			p.Text(72, 100, fmt.Sprintf("texto %d", n))
			img := photo(100*n, 100)
			for x := range img.Pix[:n] {
				img.Pix[x] = byte(100 + n)
			}
			name := fmt.Sprintf("imagen %d", n)
			p.RegisterImageOptionsReader(name, fpdf.ImageOptions{ImageType: "png"}, bytes.NewReader(asPNG(t, img, 0)))
			p.ImageOptions(name, 72, 200, 300, 200, false, fpdf.ImageOptions{ImageType: "png"}, 0, "")
			if n == 2 {
				p.SetLink(back, 0, 2)
			}
			p.Link(72, 500, 20, 20, back)
			p.LinkString(72, 550, 20, 20, fmt.Sprintf("https://ejemplo.co/%d", n))
		}
	})
	d := open(t, path)
	for _, c := range []struct {
		rule        string
		first, last int
		links       int // between its pages
	}{
		{"the first page", 1, 1, 0},
		{"the last", 4, 4, 0},
		{"pages in between", 2, 3, 2},
		{"all", 1, 4, 4},
	} {
		t.Run(c.rule, func(t *testing.T) {
			to := excerptOf(t, path, c.first, c.last)
			written := bytesOf(t, to)
			excerpt := open(t, to)
			if excerpt.Pages() != c.last-c.first+1 {
				t.Fatalf("%d pages", excerpt.Pages())
			}
			for n := 1; n <= 4; n++ {
				within := n >= c.first && n <= c.last
				for what, sign := range map[string]string{"text": fmt.Sprintf("texto %d", n), "image": fmt.Sprintf("/Width %d/", 100*n),
					"link": fmt.Sprintf("https://ejemplo.co/%d", n)} {
					if strings.Contains(written, sign) != within {
						t.Errorf("the %s of page %d: is there %t, want %t", what, n, !within, within)
					}
				}
				if within {
					sameLook(t, d, n, excerpt, n-c.first+1)
				}
			}
			if n := strings.Count(written, "/Dest["); n != c.links {
				t.Errorf("%d links between pages, want %d", n, c.links)
			}
		})
	}
}

func TestExcerptOfEncryptedFile(t *testing.T) {
	for rule, password := range map[string]string{"opens for everybody": "", "opens with a password": "secreta"} {
		t.Run(rule, func(t *testing.T) {
			path := write(t, func(p *fpdf.Fpdf) {
				p.SetProtection(0, password, "del notario")
				for n := range 2 {
					p.AddPage()
					p.Text(72, 100, fmt.Sprintf("texto %d", n+1))
				}
			})
			d, err := New().Open(path, password)
			if err != nil {
				t.Fatal(err)
			}
			defer d.Close()
			to := filepath.Join(t.TempDir(), "excerpt.pdf")
			if err := d.(ports.PageExtractor).Excerpt(2, 2, to); err != nil {
				t.Fatal(err)
			}
			if layer, err := open(t, to).Layer(1); err != nil || strings.TrimSpace(layer.Text) != "texto 2" {
				t.Errorf("%q, %v", layer.Text, err)
			}
			if written := bytesOf(t, to); strings.Contains(written, "/Encrypt") || strings.Contains(written, "texto 1") {
				t.Error("the excerpt is encrypted or has the other page")
			}
		})
	}
}

func TestExcerptOfPictures(t *testing.T) {
	images := [][]byte{asJPEG(t, photo(850, 1100), 1), asJPEG(t, photo(425, 550), 6), asPNG(t, photo(850, 1100), 100),
		paper.TIFF([]*image.Gray{photo(850, 1100), photo(1100, 850)}, 100), []byte("II*\x00\x00\x00\x00\x00")}
	path := filepath.Join(t.TempDir(), "album.zip")
	if err := os.WriteFile(path, zipped(t, zip.Store, images...), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		rule    string
		added   bool // text, before
		corners []string
		first   int
		widths  []float64
	}{
		{"images", false, []string{"upper right", "upper left", "upper left"}, 2, []float64{792, 612, 612}},
		{"images without their damaged neighbour", false, []string{"upper left"}, 5, []float64{792}},
		{"an image", false, []string{"upper left"}, 1, []float64{612}},
	} {
		t.Run(c.rule, func(t *testing.T) {
			to := excerptOf(t, path, c.first, c.first+len(c.corners)-1)
			d := open(t, to)
			if d.Pages() != len(c.corners) {
				t.Fatalf("%d pages", d.Pages())
			}
			for i, want := range c.corners {
				img, err := d.Render(i+1, 100)
				if err != nil || corner(img) != want || math.Abs(float64(img.Rect.Dx())-c.widths[i]/.72) > 12 {
					t.Errorf("page %d: %v with its square %s, %v", i+1, img.Rect, corner(img), err)
				}
			}
			written := bytesOf(t, to)
			for i, jpeg := range images[:2] {
				within := i+1 >= c.first && i+1 < c.first+len(c.corners)
				if strings.Contains(written, string(jpeg[len(jpeg)/2:])) != within {
					t.Errorf("image %d: is there %t, want %t", i+1, !within, within)
				}
			}
		})
	}
	tiff := filepath.Join(t.TempDir(), "x.tif")
	if err := os.WriteFile(tiff, images[3], 0o600); err != nil {
		t.Fatal(err)
	}
	d := open(t, tiff)
	to := filepath.Join(t.TempDir(), "excerpt.pdf")
	word := document.Word{Text: "tutela", Box: document.Box{X0: 300, Y0: 300, X1: 360, Y1: 312}}
	if err := errors.Join(d.(ports.TextWriter).AddText(2, 0, []document.Word{word}), d.(ports.PageExtractor).Excerpt(2, 2, to)); err != nil {
		t.Fatal(err)
	}
	if layer, err := open(t, to).Layer(1); err != nil || strings.TrimSpace(layer.Text) != "tutela" {
		t.Errorf("after text was added: %q, %v", layer.Text, err)
	}
}

func TestExcerptOfLaidOutDocument(t *testing.T) {
	path := writeWord(t, docx.Body(docx.Text("Señor Juez")+docx.Paragraph(`<w:r><w:br w:type="page"/></w:r>`+docx.Run("Atentamente"))).Bytes())
	to := excerptOf(t, path, 2, 2)
	if layer, err := open(t, to).Layer(1); err != nil || strings.TrimSpace(layer.Text) != "Atentamente" {
		t.Errorf("%q, %v", layer.Text, err)
	}
	sameLook(t, open(t, path), 2, open(t, to), 1)
}

func TestExcerptOfMissingPages(t *testing.T) {
	pdf := write(t, func(p *fpdf.Fpdf) { p.AddPage(); p.AddPage() })
	picture := filepath.Join(t.TempDir(), "x.jpg")
	if err := os.WriteFile(picture, asJPEG(t, photo(850, 1100), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	// It says that it has three pages, and has one.
	short := assembled(t, "", "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Count 3 /Kids [3 0 R] >>", "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>")
	nested := []string{"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /XObject << /F4 4 0 R /F5 5 0 R >> >> >>"}
	for n := 4; n < 60; n++ {
		nested[2] = strings.Replace(nested[2], "/XObject <<", fmt.Sprintf("/XObject << /F%d %d 0 R", n, n), 1)
		nested = append(nested, stream("/Subtype /Form /BBox [0 0 9 9]", fmt.Sprintf("/F%d Do", n+1)))
	}
	for _, c := range []struct {
		rule, path  string
		first, last int
	}{
		{"page 0", pdf, 0, 1},
		{"a page behind the last", pdf, 2, 3},
		{"a range backwards", pdf, 2, 1},
		{"of a picture", picture, 1, 2},
		{"of a file that counts wrong", short, 1, 3},
		{"content nested without end", assembled(t, "", nested...), 1, 1},
	} {
		t.Run(c.rule, func(t *testing.T) {
			if err := open(t, c.path).(ports.PageExtractor).Excerpt(c.first, c.last, filepath.Join(t.TempDir(), "excerpt.pdf")); err == nil {
				t.Error("written")
			}
		})
	}
}

// Pages of real files look the same in an excerpt.
func TestExcerptsOfSamplesLookTheSame(t *testing.T) {
	paths, err := samples.Paths(samples.Good, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			d, err := New().Open(path, "")
			if err != nil {
				t.Skip(err)
			}
			defer d.Close()
			last := min(d.Pages(), 3)
			excerpt := open(t, excerptOf(t, path, last, last))
			sameLook(t, d, last, excerpt, 1)
		})
	}
}

// Excerpts of mutations of a PDF can be opened or are refused; nothing crashes.
func FuzzExcerpt(f *testing.F) {
	seed, err := os.ReadFile(crossed(f))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(seed)
	f.Fuzz(func(t *testing.T, content []byte) {
		path, to := filepath.Join(t.TempDir(), "x.pdf"), filepath.Join(t.TempDir(), "y.pdf")
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		d, err := New().Open(path, "")
		if err != nil {
			return
		}
		defer d.Close()
		page := min(2, d.Pages())
		if from, ok := d.(ports.PageExtractor); ok && from.Excerpt(page, page, to) == nil {
			open(t, to).Render(1, 20)
		}
	})
}
