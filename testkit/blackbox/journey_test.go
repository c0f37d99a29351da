package blackbox

import (
	"bytes"
	"errors"
	"image/png"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/core/text"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
	"github.com/cotejo/cotejo/testkit/samples"
	"github.com/cotejo/cotejo/testkit/service"
)

func TestAFilingIsReadAndRecognisedWhenItComesAgain(t *testing.T) {
	onEachDatabase(t, recogniseAgain)
}

func recogniseAgain(t *testing.T, database ...string) {
	p := start(t, t.TempDir(), database...)
	c := login(t, p, p.Password)
	g := filings.New(21, filings.Options{})
	f := g.Of(document.Tutela)
	for range 9 {
		if other := g.Of(document.Tutela); len(other.Text) < len(f.Text) { // few words are soon recognised
			f = other
		}
	}
	digital, err := paper.BornDigital(f, paper.Options{})
	if err != nil {
		t.Fatal(err)
	}
	scan, err := paper.Scan(g.Copy(f), paper.Options{}, paper.Fair, 1)
	if err != nil {
		t.Fatal(err)
	}
	upload := func(name string, pdf []byte) service.Task {
		id, err := c.Upload(t.Context(), name, pdf, "")
		if err != nil {
			t.Fatal(err)
		}
		task := ended(t, c, id)
		if task.Status != "completed" || task.Result == nil || task.Progress != 1 {
			t.Fatalf("%s: task %+v", name, task)
		}
		return task
	}

	first := upload("tutela.pdf", digital.PDF)
	if n := len(first.Result.Duplicates); n != 0 {
		t.Errorf("the first filing has %d duplicates", n)
	}
	d, err := c.Document(t.Context(), first.Result.ID)
	if err != nil {
		t.Fatal(err)
	}
	if want := f.Gold.Value(ner.Plaintiff); text.Fold(d.Plaintiff) != text.Fold(want) {
		t.Errorf("the plaintiff is %q, want %q", d.Plaintiff, want)
	}
	if want := f.Gold.Value(ner.Cedula); d.Cedula != want {
		t.Errorf("the cédula is %q, want %q", d.Cedula, want)
	}
	page, err := c.Do(t.Context(), "GET", "/documents/"+d.ID+"/pages/1?dpi=72", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	if img, err := png.Decode(bytes.NewReader(page.Body)); err != nil || page.Status != 200 || img.Bounds().Dx() < 590 {
		t.Errorf("page 1 is answered %d: %v", page.Status, err)
	}
	wantWords(t, c, d)
	if d.Pages != len(digital.Pages) || d.Status != "processed" || d.Type != "tutela" {
		t.Errorf("document %+v", d)
	}

	copies := map[string][]byte{"copia.pdf": digital.PDF}
	if len(database) == 0 { // recognising knows nothing of the database
		copies["escaneo.pdf"] = scan.PDF
	}
	for name, pdf := range copies {
		again := upload(name, pdf)
		if len(again.Result.Duplicates) == 0 || !names(again.Result.Duplicates)["tutela.pdf"] {
			t.Errorf("%s: duplicates %v, want tutela.pdf among them", name, again.Result.Duplicates)
		}
	}
}

// wantWords demands that the words of the first page are those of its text, and in
// the boxes of fields.
func wantWords(t *testing.T, c *service.Client, d service.Document) {
	t.Helper()
	var page struct {
		Data struct {
			Available     bool
			Width, Height float64
			Words         []struct {
				Text       string
				Start, End int
				Box        struct{ X0, Y0, X1, Y1 float64 }
			}
		}
	}
	res, err := c.Do(t.Context(), "GET", "/documents/"+d.ID+"/pages/1/words", "", nil)
	if err == nil {
		err = res.Decode(&page)
	}
	if err != nil || !page.Data.Available || len(page.Data.Words) < 50 {
		t.Fatalf("%d words of page 1 (status %d), %v", len(page.Data.Words), res.Status, err)
	}
	points := []rune(d.Text)
	for _, w := range page.Data.Words {
		if string(points[w.Start:w.End]) != w.Text || w.Box.X0 < 0 || w.Box.X1 > page.Data.Width || w.Box.Y0 >= w.Box.Y1 || w.Box.Y1 > page.Data.Height {
			t.Fatalf("%+v on a page of %g × %g points", w, page.Data.Width, page.Data.Height)
		}
	}
}

func names(duplicates []service.Duplicate) map[string]bool {
	names := map[string]bool{}
	for _, d := range duplicates {
		names[d.FileName] = true
	}
	return names
}

// TestHostileFilesEndTheirTaskOnly uploads what other programs choke on: some files of our own,
// with -slow the samples as well, which adapters/readerproc always reads.
func TestHostileFilesEndTheirTaskOnly(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "SVC_PAGE_TIMEOUT_SECONDS=60")
	c := login(t, p, p.Password)
	files := map[string][]byte{
		"cut off.pdf":       []byte("%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n"),
		"only a head.pdf":   []byte("%PDF-1.4"),
		"huge page.pdf":     onePage("0 0 100000 100000", "1"),
		"negative page.pdf": onePage("0 0 -10 -10", "1"),
		"page count.pdf":    onePage("0 0 612 792", "-1"),
		"no pdf.pdf":        []byte("PK\x03\x04 a zip"),
		"empty.pdf":         nil,
	}
	if *slow {
		maps.Copy(files, contents(t, samples.Broken))
	}
	tasks := map[string]string{}
	for name, content := range files {
		id, err := c.Upload(t.Context(), name, content, "")
		var refused *service.Refused
		if errors.As(err, &refused) && refused.Response.Status == http.StatusUnprocessableEntity {
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		tasks[name] = id
	}
	for name, id := range tasks {
		task := ended(t, c, id)
		if task.Status == "failed" && (task.Error == nil || *task.Error == "" || task.ErrorCode == "") {
			t.Errorf("%s failed without saying why: %+v", name, task)
		}
		if task.Status != "completed" {
			continue
		}
		page, err := c.Do(t.Context(), "GET", "/documents/"+task.Result.ID+"/pages/1", "", nil)
		if err != nil {
			t.Fatal(err)
		}
		if page.Status != 200 && page.Status != 404 && page.Status != 422 && page.Status != 503 {
			t.Errorf("%s: its first page is answered %d: %s", name, page.Status, page.Body)
		}
	}
	if p.Ended() {
		t.Fatal("the server is gone")
	}
}

// contents returns the files of a folder of samples, none when there is none.
func contents(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	paths, err := samples.Paths(folder, *slow)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Base(path)] = content
	}
	return files
}

// onePage is a PDF of one empty page with a given box, which claims count pages.
func onePage(box, count string) []byte {
	return []byte(strings.NewReplacer("BOX", box, "COUNT", count).Replace(`%PDF-1.4
1 0 obj
<< /Type /Catalog /Pages 2 0 R >>
endobj
2 0 obj
<< /Type /Pages /Kids [3 0 R] /Count COUNT >>
endobj
3 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [BOX] >>
endobj
trailer
<< /Root 1 0 R >>
%%EOF
`))
}
