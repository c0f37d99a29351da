package mupdf

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
)

// sheet is a file of one page with a gray square and with the given entries,
// written as raw bytes so that its boxes and turns are what they say.
func sheet(t *testing.T, entries string) string {
	t.Helper()
	const picture = "q 2000 0 0 2000 -500 -500 cm BI /W 1 /H 1 /CS /G /BPC 8 ID z EI Q " // of a scanner
	content := picture + ".5 g 100 100 300 200 re f 5 0 0 5 7 9 cm"                      // and leaves the matrix changed
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Count 1 /Kids [3 0 R] /Resources << >> >>",
		"<< /Type /Page /Parent 2 0 R /Contents 4 0 R " + entries + " >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content),
	}
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
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, start)
	path := filepath.Join(t.TempDir(), "sheet.pdf")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAddedTextIsFoundWhereItWasPut(t *testing.T) {
	// Each word in a box as lines of each direction have them.
	across := []document.Word{
		{Text: "Señor", Box: document.Box{X0: 50, Y0: 60, X1: 90, Y1: 72}},
		{Text: "Güiza,", Box: document.Box{X0: 95, Y0: 60, X1: 140, Y1: 72}},
		{Text: "acción", Box: document.Box{X0: 50, Y0: 80, X1: 100, Y1: 91}},
		{Text: "«n.º", Box: document.Box{X0: 110, Y0: 80, X1: 140, Y1: 91}},
		{Text: "5»—€…Łódź", Box: document.Box{X0: 150, Y0: 80, X1: 240, Y1: 91}},
	}
	down := []document.Word{
		{Text: "identificado", Box: document.Box{X0: 60, Y0: 60, X1: 72, Y1: 130}},
		{Text: "cédula", Box: document.Box{X0: 60, Y0: 140, X1: 72, Y1: 180}},
	}
	up := []document.Word{{Text: down[0].Text, Box: down[1].Box}, {Text: down[1].Text, Box: down[0].Box}}
	slices.Reverse(up)
	tests := map[string]struct {
		entries string
		turn    int
		words   []document.Word
	}{
		"an upright page":                    {"/MediaBox [0 0 612 792]", 0, across},
		"a page that does not begin at 0, 0": {"/MediaBox [-30 20 582 812]", 0, across},
		"a cropped page":                     {"/MediaBox [0 0 612 792] /CropBox [20 30 600 700]", 0, across},
		"a page displayed a quarter turned":  {"/MediaBox [0 0 612 792] /Rotate 90", 0, across},
		"and upside down":                    {"/MediaBox [0 0 612 792] /Rotate 180", 0, across},
		"a scan that lies on a side":         {"/MediaBox [0 0 612 792]", 3, down},
		"on the other side":                  {"/MediaBox [0 0 612 792]", 1, up},
		"a scan on its head":                 {"/MediaBox [0 0 612 792]", 2, across[:1]},
		"both":                               {"/MediaBox [0 0 612 792] /Rotate 270", 3, down},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			path := sheet(t, tt.entries)
			d := open(t, path)
			before, err := d.Render(1, 72)
			if err != nil {
				t.Fatal(err)
			}
			saved := filepath.Join(t.TempDir(), "saved.pdf")
			w := d.(ports.TextWriter)
			if err := w.AddText(1, tt.turn, tt.words); err != nil {
				t.Fatal(err)
			}
			if err := w.Save(saved); err != nil {
				t.Fatal(err)
			}
			again := open(t, saved)
			layer, err := again.Layer(1)
			if err != nil {
				t.Fatal(err)
			}
			if len(layer.Words) != len(tt.words) {
				t.Fatalf("read back %q", layer.Text)
			}
			for i, got := range layer.Words {
				want := tt.words[i]
				if got.Text != want.Text || apart(got.Box, want.Box) > 1.5 {
					t.Errorf("read back %+v, want %+v", got, want)
				}
			}
			after, err := again.Render(1, 72)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(before.Pix, after.Pix) {
				t.Error("the page looks different")
			}
			original, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			now, err := os.ReadFile(saved)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.HasPrefix(now, original) {
				t.Error("the original was not kept byte for byte")
			}
		})
	}
}

// apart is the largest distance between two sides of the boxes.
func apart(a, b document.Box) float64 {
	return max(math.Abs(a.X0-b.X0), math.Abs(a.Y0-b.Y0), math.Abs(a.X1-b.X1), math.Abs(a.Y1-b.Y1))
}

func TestDamagedFilesAreWrittenAnew(t *testing.T) {
	path := sheet(t, "/MediaBox [0 0 612 792]")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, bytes.Replace(whole, []byte("startxref\n"), []byte("startxref\n9"), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	d := open(t, path)
	saved := filepath.Join(t.TempDir(), "saved.pdf")
	words := []document.Word{{Text: "tutela", Box: document.Box{X0: 50, Y0: 60, X1: 90, Y1: 72}}}
	if err := d.(ports.TextWriter).AddText(1, 0, words); err != nil {
		t.Fatal(err)
	}
	if err := d.(ports.TextWriter).Save(saved); err != nil {
		t.Fatal(err)
	}
	if layer, err := open(t, saved).Layer(1); err != nil || strings.TrimSpace(layer.Text) != "tutela" {
		t.Errorf("%q, %v", layer.Text, err)
	}
}

func TestTextIsAddedToNoPageThatIsMissing(t *testing.T) {
	d := open(t, sheet(t, "/MediaBox [0 0 612 792]")).(ports.TextWriter)
	if d.AddText(2, 0, nil) == nil || d.AddText(0, 0, nil) == nil {
		t.Error("a page that is not there took text")
	}
	if d.Save(filepath.Join(t.TempDir(), "no", "folder.pdf")) == nil {
		t.Error("saved where there is no folder")
	}
}

func TestHiddenTextIsNotDrawn(t *testing.T) {
	content, fonts := hidden([]document.Word{{Text: "ñ", Box: document.Box{X1: 10, Y1: 10}}, {Text: "", Box: document.Box{X1: 5, Y1: 5}}},
		matrix{1, 0, 0, -1, 0, 792}, 0)
	if !bytes.Contains(content, []byte("3 Tr")) || !bytes.Contains(content, []byte("<F1")) || !slices.Equal(fonts, []byte{0}) {
		t.Errorf("%s with fonts %v", content, fonts)
	}
}
