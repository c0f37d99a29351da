package read_test

import (
	"bytes"
	"image"
	"image/jpeg"
	"image/png"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/cotejo"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
)

// images are a scanned filing as image files, by name, and a word that is on each page. The
// second page of the TIFF is its second half.
func images(t *testing.T, seed uint64) (word string, files map[string]string) {
	t.Helper()
	filing := cotejo.Brief(seed)
	pages, err := paper.ScanImages(filing, paper.Options{}, paper.Fair, seed)
	if err != nil {
		t.Fatal(err)
	}
	end := filings.Filing{Blocks: filing.Blocks[len(filing.Blocks)/2:]}
	sheets, err := paper.ScanImages(end, paper.Options{}, paper.Fair, seed)
	if err != nil {
		t.Fatal(err)
	}
	var photo, drawing bytes.Buffer
	if err := jpeg.Encode(&photo, pages[0], &jpeg.Options{Quality: 85}); err != nil {
		t.Fatal(err)
	}
	if err := png.Encode(&drawing, pages[0]); err != nil {
		t.Fatal(err)
	}
	if word = longestWord(end.Blocks[0].Text + " " + end.Blocks[1].Text); word == "" {
		t.Fatalf("no word to look for in %+v", end.Blocks)
	}
	return word, map[string]string{"a.jpg": photo.String(), "b.png": drawing.String(),
		"c.tif": string(paper.TIFF([]*image.Gray{pages[0], sheets[0]}, paper.Fair.DPI))}
}

func TestReadTakesImagesLikeScans(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	word, files := images(t, 6)
	for name, content := range files {
		cotejo.Write(t, folder, name, content)
	}
	got := cotejo.Run(t, folder, "read", ".")
	lines := cotejo.DecodeLines[readLine](t, got.Stdout)
	if got.Status != 0 || len(lines) != len(files) {
		t.Fatalf("status %d, %d lines\n%s", got.Status, len(lines), got.Stderr)
	}
	for _, l := range lines {
		want := 1
		if l.File == "c.tif" {
			want = 2
		}
		if len(l.Pages) != want {
			t.Errorf("%s: %d pages", l.File, len(l.Pages))
		}
		for _, p := range l.Pages {
			if p.Source != "ocr" || p.Confidence < .8 || !strings.Contains(p.Text, word) {
				t.Errorf("%s, page %d: %s at %d dpi with confidence %v has no %q", l.File, p.Number, p.Source, p.DPI, p.Confidence, word)
			}
		}
	}
	made := cotejo.Run(t, folder, "read", "--out", "buscable.pdf", "c.tif")
	after := cotejo.DecodeLines[readLine](t, cotejo.Run(t, folder, "read", "buscable.pdf").Stdout)
	if made.Status != 0 || len(after) != 1 || after[0].Pages[1].Source != "text" || !slices.Equal(strings.Fields(after[0].Text), strings.Fields(cotejo.DecodeLines[readLine](t, made.Stdout)[0].Text)) {
		t.Errorf("made searchable: status %d %s, %.200v", made.Status, made.Stderr, after)
	}
}

func TestReadSaysWhatAFileIs(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ content, says string }{
		"a.pdf":  {"GIF89a", "es una imagen GIF"},
		"b.docx": {"PK\x03\x04" + strings.Repeat("\x00", 26) + "[Content_Types].xml", "El documento de Word está dañado"},
		"b.docm": {"PK\x03\x04" + strings.Repeat("\x00", 26) + "[Content_Types].xml", "es un documento de Word con macros o una plantilla: guárdelo como PDF"},
		"c.png":  {"\x89PNG\r\n\x1a\n", "La imagen está dañada"},
	} {
		folder := t.TempDir()
		cotejo.Write(t, folder, name, tc.content)
		got := cotejo.Run(t, folder, "read", name)
		if got.Status != 1 || !strings.Contains(got.Stderr, "cotejo: "+name+": ") || !strings.Contains(got.Stderr, tc.says) {
			t.Errorf("%s: status %d, %s", name, got.Status, got.Stderr)
		}
	}
}

func TestProcessTakesImagesAndNamesWhatItSkips(t *testing.T) {
	t.Parallel()
	_, files := images(t, 7)
	files = map[string]string{"c.tif": files["c.tif"], "a.jpg": files["a.jpg"], "animada.gif": "GIF89a", "sub/nota.txt": "Señor juez", "foto": files["b.png"]}
	folder := cotejo.Inbox(t, files)
	first, got := cotejo.Process(t, folder, "in")
	if got.Status != 8 || len(first) != len(files) || !strings.Contains(got.Stderr, "2 procesados") || !strings.Contains(got.Stderr, "3 no se toman por su tipo") {
		t.Fatalf("status %d\n%s%s", got.Status, got.Stdout, got.Stderr)
	}
	for name, says := range map[string]string{"in/animada.gif": "es una imagen GIF", "in/sub/nota.txt": "es un texto sin formato", "in/foto": "termine en .png"} {
		if l := first[name]; l.Status != "skipped" || !strings.Contains(l.Error, says) || l.ErrorCode == "" {
			t.Errorf("%s: %+v", name, l)
		}
	}
	for _, name := range []string{"in/a.jpg", "in/c.tif"} {
		if l := first[name]; l.Status != "processed" || l.Plaintiff == "" {
			t.Errorf("%s: %+v", name, l)
		}
	}
	told := cotejo.Run(t, folder, "process", "--create", "in", "--settle", "50ms", "--move", "hecho")
	if !strings.Contains(told.Stdout, filepath.Join("in", "animada.gif")+": no se toma: El archivo es una imagen GIF") {
		t.Errorf("people are told\n%s", told.Stdout)
	}
	if !cotejo.Exists(filepath.Join(folder, "in", "animada.gif")) || cotejo.Exists(filepath.Join(folder, "in", "a.jpg")) {
		t.Error("--move left what was taken, or moved what was not")
	}
}
