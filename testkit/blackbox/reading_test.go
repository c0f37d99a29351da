package blackbox

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/jpeg"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"codeberg.org/go-pdf/fpdf"

	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
	"github.com/cotejo/cotejo/testkit/service"
)

// locked prints lines on pages of their own that open with a password alone.
func locked(t *testing.T, password string, lines ...string) []byte {
	t.Helper()
	pdf := fpdf.New("P", "pt", "Letter", "")
	pdf.SetFont("Times", "", 12)
	if password != "" {
		pdf.SetProtection(0, password, "")
	}
	for _, l := range lines {
		pdf.AddPage()
		pdf.Text(72, 100, l)
	}
	var b bytes.Buffer
	if err := pdf.Output(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A password opens its file and is nowhere afterwards.
func TestAPasswordComesWithItsFile(t *testing.T) {
	t.Parallel()
	const secret = "Xk29-nadie-mas"
	folder := t.TempDir()
	var log bytes.Buffer
	p, err := service.Start(t.Context(), service.Options{Binary: cotejod(t), Dir: folder, Log: &log})
	if err != nil {
		t.Fatal(err)
	}
	c := login(t, p, p.Password)
	pdf := locked(t, secret, "ACCIONANTE: ANA LOPEZ RUIZ")
	for _, tc := range []struct{ rule, password, code string }{
		{"the right one", secret, ""},
		{"none", "", "pdf_encrypted"},
		{"another", secret + "x", "pdf_password_wrong"},
	} {
		id, err := c.UploadWith(t.Context(), "cerrado.pdf", pdf, map[string]string{"password": tc.password})
		if err != nil {
			t.Fatal(err)
		}
		task := ended(t, c, id)
		if task.ErrorCode != tc.code || (task.Result != nil) != (tc.code == "") {
			t.Errorf("%s: %+v", tc.rule, task)
		}
		if tc.code != "" {
			continue
		}
		if d, err := c.Document(t.Context(), task.Result.ID); err != nil || !strings.Contains(d.Text, "ANA LOPEZ") {
			t.Errorf("read %q, %v", d.Text, err)
		}
	}
	stop(t, p)
	if strings.Contains(log.String(), secret) {
		t.Error("the log has the password")
	}
	err = filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if bytes.Contains(content, []byte(secret)) {
			t.Errorf("%s has the password", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestDocumentsOfTooManyPagesAreRefusedAtOnce(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "SVC_MAX_PAGES=2")
	c := login(t, p, p.Password)
	for password, pages := range map[string][]string{"": {"1", "2", "3"}, "clave": {"1", "2", "3"}} {
		_, err := c.UploadWith(t.Context(), "largo.pdf", locked(t, password, pages...), map[string]string{"password": password})
		var refused *service.Refused
		if !errors.As(err, &refused) || refused.Response.Status != 422 || !bytes.Contains(refused.Response.Body, []byte("too_many_pages")) {
			t.Errorf("three pages: %v", err)
		}
	}
	id, err := c.Upload(t.Context(), "corto.pdf", locked(t, "", "1", "2"), "")
	if err != nil {
		t.Fatal(err)
	}
	if task := ended(t, c, id); task.Status != "completed" {
		t.Errorf("two pages: %+v", task)
	}
}

// A page without text is reported, counts in no average, and needs a review until somebody
// validates its document.
func TestUnreadPagesAreToldUntilSomebodyLooks(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir())
	c := login(t, p, p.Password)
	listed := func(query string) (total int) {
		t.Helper()
		var list struct{ Meta struct{ Total int } }
		res, err := c.Do(t.Context(), "GET", "/documents?"+query, "", nil)
		if err != nil || res.Status != 200 || res.Decode(&list) != nil {
			t.Fatalf("%s: %d %s, %v", query, res.Status, res.Body, err)
		}
		return list.Meta.Total
	}
	const text = "ACCION DE TUTELA. ACCIONANTE: ANA LOPEZ RUIZ. ACCIONADO: NUEVA EPS"
	var unread string
	for _, tc := range []struct {
		rule        string
		lines       []string
		warning     string // how it begins
		needsReview bool
		confidence  float64
	}{
		{"all was read", []string{text}, "", false, 1},
		{"a blank back side", []string{text, ""}, "La página 2 no tiene texto legible.", false, 1},
		{"nothing was read", []string{""}, "La página 1 no tiene texto legible.", true, 0},
	} {
		id, err := c.Upload(t.Context(), "escrito.pdf", locked(t, "", tc.lines...), "")
		if err != nil {
			t.Fatal(err)
		}
		task := ended(t, c, id)
		if task.Status != "completed" || task.Result.NeedsReview != tc.needsReview || task.Result.OCRConfidence != tc.confidence ||
			(len(task.Warnings) > 0) != (tc.warning != "") || tc.warning != "" && !strings.HasPrefix(task.Warnings[0], tc.warning) {
			t.Errorf("%s: %+v, %+v", tc.rule, task, task.Result)
		}
		d, err := c.Document(t.Context(), task.Result.ID)
		if err != nil || d.Status != "processed" || d.NeedsReview != tc.needsReview || len(d.Warnings) != len(task.Warnings) {
			t.Errorf("%s: %+v, %v", tc.rule, d, err)
		}
		unread = d.ID
	}
	if due, other, all := listed("needs_review=true"), listed("needs_review=false"), listed("needs_review=false&q=ana"); due != 1 || other != 2 || all != 2 {
		t.Errorf("%d of the list need a review, %d do not, %d of Ana's do not", due, other, all)
	}
	var dashboard struct {
		Data struct {
			Confidence float64 `json:"avg_ocr_confidence"`
		}
	}
	res, err := c.Do(t.Context(), "GET", "/documents/stats/dashboard", "", nil)
	if err != nil || res.Decode(&dashboard) != nil || dashboard.Data.Confidence != 1 {
		t.Errorf("the average confidence: %s, %v", res.Body, err)
	}
	res, err = c.Do(t.Context(), "PUT", "/documents/"+unread+"/validate", "application/json", strings.NewReader(`{"validated_fields":{"demandante":"Ana López Ruiz"}}`))
	if err != nil || res.Status != 200 {
		t.Fatalf("validating: %d %s, %v", res.Status, res.Body, err)
	}
	if due := listed("needs_review=true"); due != 0 {
		t.Errorf("once it is validated %d need a review", due)
	}
}

// Images that are sent together are read like the pages of a scan, and can be downloaded and drawn.
func TestImagesAreReadLikeScans(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "SVC_MAX_PAGES=4")
	c := login(t, p, p.Password)
	pages, err := paper.ScanImages(fourSheets(filings.New(22, filings.Options{}).Short()), paper.Options{}, paper.Fair, 1)
	if err != nil {
		t.Fatal(err)
	}
	var photo, drawing bytes.Buffer
	if err := errors.Join(jpeg.Encode(&photo, pages[0], nil), png.Encode(&drawing, pages[3])); err != nil {
		t.Fatal(err)
	}
	fax := paper.TIFF([]*image.Gray{pages[1], pages[2]}, paper.Fair.DPI)
	sent := []service.File{{Name: "foto 1.JPG", Content: photo.Bytes()}, {Name: "fax.tiff", Content: fax}, {Name: "foto 2.png", Content: drawing.Bytes()}}
	id, err := c.UploadImages(t.Context(), sent...)
	if err != nil {
		t.Fatal(err)
	}
	task := ended(t, c, id)
	if task.Status != "completed" || task.Result.Pages != 4 || task.Result.Plaintiff == "" || task.Result.PoorlyRead || task.Result.FileName != "foto 1.zip" {
		t.Fatalf("%+v, %+v", task, task.Result)
	}
	res, err := c.Do(t.Context(), "GET", "/documents/"+task.Result.ID+"/original", "", nil)
	if err != nil || res.Header.Get("Content-Type") != "application/zip" || !strings.Contains(res.Header.Get("Content-Disposition"), `"foto 1.zip"`) {
		t.Errorf("the original: %v, %d bytes, %v", res.Header, len(res.Body), err)
	}
	archive, err := zip.NewReader(bytes.NewReader(res.Body), int64(len(res.Body)))
	if err != nil || len(archive.File) != len(sent) {
		t.Fatalf("the original: %d bytes, %v", len(res.Body), err)
	}
	for i, entry := range archive.File {
		if entry.CRC32 != crc32.ChecksumIEEE(sent[i].Content) {
			t.Errorf("%s is not %s", entry.Name, sent[i].Name)
		}
	}
	for number := 1; number <= 4; number++ {
		res, err = c.Do(t.Context(), "GET", fmt.Sprintf("/documents/%s/pages/%d", task.Result.ID, number), "", nil)
		if err != nil || res.Status != 200 {
			t.Fatalf("page %d: %d %s, %v", number, res.Status, res.Body, err)
		}
		if drawn, err := png.Decode(bytes.NewReader(res.Body)); err != nil || drawn.Bounds().Dx() < 600 {
			t.Errorf("page %d: %v", number, err)
		}
	}

	refused := func(rule, code string, err error) {
		t.Helper()
		var r *service.Refused
		if !errors.As(err, &r) || r.Response.Status != 422 || !bytes.Contains(r.Response.Body, []byte(`"`+code+`"`)) {
			t.Errorf("%s: %v", rule, err)
		}
	}
	_, err = c.UploadImages(t.Context(), append(sent, sent[0])...)
	refused("five pages", "too_many_pages", err)
	_, err = c.UploadImages(t.Context(), service.File{Name: "a.jpg", Content: locked(t, "", "PDF")})
	refused("a PDF", "not_an_image", err)
	for _, name := range []string{"foto.jpg", "foto.pdf"} {
		_, err = c.Upload(t.Context(), name, photo.Bytes(), "")
		refused(name, "not_a_pdf", err)
	}
	_, err = c.Upload(t.Context(), "tutela.jpg", locked(t, "", "PDF"), "")
	refused("a PDF called .jpg", "not_a_pdf", err)
}
