package mupdf

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
	"github.com/cotejo/cotejo/testkit/docx"
)

func writeWord(t testing.TB, file []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tutela.docx")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestWordDocumentsAreLaidOutInPages reads the text and the pictures of a document, with what nobody
// sees and what was left out told.
func TestWordDocumentsAreLaidOutInPages(t *testing.T) {
	var picture bytes.Buffer
	black := image.NewGray(image.Rect(0, 0, 200, 100))
	if err := png.Encode(&picture, black); err != nil {
		t.Fatal(err)
	}
	d := open(t, writeWord(t, docx.Body(docx.Text("Señor Juez")+
		docx.Paragraph(`<w:r><w:drawing><wp:extent cx="2540000" cy="1270000"/><a:blip r:embed="rId1"/></w:drawing></w:r>`)+
		docx.Paragraph(docx.Run("visible ")+docx.Run("oculto", "<w:vanish/>"))+
		docx.Paragraph(`<w:r><w:br w:type="page"/></w:r>`+docx.Run("Atentamente, Íñigo Peña"))+docx.Paragraph(`<w:r><w:object><o:OLEObject r:id="rId2"/></w:object></w:r>`)).
		Link("rId1", "image", "word/media/image1.png", picture.String()).Link("rId2", "oleObject", "word/embeddings/hoja.xlsx", "XLSX").Bytes()))
	if d.Pages() != 2 || !d.Sound() {
		t.Fatalf("%d pages, sound %t", d.Pages(), d.Sound())
	}
	first, err := d.Layer(1)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(first.Text, "Señor Juez") || !strings.Contains(first.Text, "visible") || strings.Contains(first.Text, "oculto") || !first.Hidden {
		t.Errorf("%q, hidden %t", first.Text, first.Hidden)
	}
	if len(first.Images) != 1 || first.Images[0].PixelsX != 200 || !slices.Equal(first.Attachments, []string{"hoja.xlsx"}) {
		t.Errorf("images %+v, attached %q", first.Images, first.Attachments)
	}
	if second, err := d.Layer(2); err != nil || !strings.Contains(second.Text, "Atentamente, Íñigo Peña") {
		t.Errorf("%q %v", second.Text, err)
	}
	drawn, err := d.RenderColour(1, 72)
	if err != nil {
		t.Fatal(err)
	}
	middle := first.Images[0].Box
	if c := drawn.RGBAAt(int(middle.X0+middle.X1)/2, int(middle.Y0+middle.Y1)/2); c != (color.RGBA{A: 255}) {
		t.Errorf("the picture is %v", c)
	}
	saved := filepath.Join(t.TempDir(), "searchable.pdf")
	if err := d.(ports.TextWriter).Save(saved); err != nil {
		t.Fatal(err)
	}
	if again, err := open(t, saved).Layer(1); err != nil || !strings.HasPrefix(again.Text, "Señor Juez") {
		t.Errorf("%q %v", again.Text, err)
	}
}

func TestWordDocumentsThatCannotBeRead(t *testing.T) {
	whole := docx.Body(docx.Text("Señor juez")).Bytes()
	for rule, tc := range map[string]struct {
		file []byte
		want string
	}{
		"cut":       {whole[:len(whole)-40], "word_damaged"},
		"no XML":    {docx.Parts{"word/document.xml": "Señor juez"}.Bytes(), "word_damaged"},
		"too deep":  {docx.Body(strings.Repeat("<w:p>", 10_000)).Bytes(), "word_too_big"},
		"encrypted": {bytes.ReplaceAll(whole, []byte("PK\x01\x02\x14\x00\x14\x00\x08"), []byte("PK\x01\x02\x14\x00\x14\x00\x09")), "word_encrypted"},
	} {
		t.Run(rule, func(t *testing.T) {
			_, err := New().Open(writeWord(t, tc.file), "")
			if f, ok := fault.As(err); !ok || f.Code != tc.want || f.Kind != fault.Unprocessable {
				t.Errorf("%v, want %s", err, tc.want)
			}
		})
	}
}
