package main_test

import (
	"bytes"
	"image"
	"image/jpeg"
	"image/png"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
)

// images are a scanned filing as image files, by name, and a word that is on each page. The
// second page of the TIFF is its second half.
func images(t *testing.T, seed uint64) (word string, files map[string]string) {
	t.Helper()
	filing := brief(seed)
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
		write(t, folder, name, content)
	}
	got := cotejo(t, folder, "read", ".")
	lines := decodeLines[readLine](t, got.stdout)
	if got.status != 0 || len(lines) != len(files) {
		t.Fatalf("status %d, %d lines\n%s", got.status, len(lines), got.stderr)
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
	made := cotejo(t, folder, "read", "--out", "buscable.pdf", "c.tif")
	after := decodeLines[readLine](t, cotejo(t, folder, "read", "buscable.pdf").stdout)
	if made.status != 0 || len(after) != 1 || after[0].Pages[1].Source != "text" || !slices.Equal(strings.Fields(after[0].Text), strings.Fields(decodeLines[readLine](t, made.stdout)[0].Text)) {
		t.Errorf("made searchable: status %d %s, %.200v", made.status, made.stderr, after)
	}
}

func TestReadSaysWhatAFileIs(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ content, says string }{
		"a.pdf":  {"GIF89a", "es una imagen GIF"},
		"b.docx": {"PK\x03\x04" + strings.Repeat("\x00", 26) + "[Content_Types].xml", "es un documento de Word: guárdelo como PDF"},
		"c.png":  {"\x89PNG\r\n\x1a\n", "La imagen está dañada"},
	} {
		folder := t.TempDir()
		write(t, folder, name, tc.content)
		got := cotejo(t, folder, "read", name)
		if got.status != 1 || !strings.Contains(got.stderr, "cotejo: "+name+": ") || !strings.Contains(got.stderr, tc.says) {
			t.Errorf("%s: status %d, %s", name, got.status, got.stderr)
		}
	}
}

func TestProcessTakesImagesAndNamesWhatItSkips(t *testing.T) {
	t.Parallel()
	_, files := images(t, 7)
	files = map[string]string{"c.tif": files["c.tif"], "a.jpg": files["a.jpg"], "animada.gif": "GIF89a", "sub/nota.txt": "Señor juez", "foto": files["b.png"]}
	folder := inbox(t, files)
	first, got := process(t, folder, "in")
	if got.status != 0 || len(first) != len(files) || !strings.Contains(got.stderr, "2 procesados") || !strings.Contains(got.stderr, "3 no se toman por su tipo") {
		t.Fatalf("status %d\n%s%s", got.status, got.stdout, got.stderr)
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
	told := cotejo(t, folder, "process", "--create", "in", "--settle", "50ms", "--move", "hecho")
	if !strings.Contains(told.stdout, filepath.Join("in", "animada.gif")+": no se toma: El archivo es una imagen GIF") {
		t.Errorf("people are told\n%s", told.stdout)
	}
	if !exists(filepath.Join(folder, "in", "animada.gif")) || exists(filepath.Join(folder, "in", "a.jpg")) {
		t.Error("--move left what was taken, or moved what was not")
	}
}
