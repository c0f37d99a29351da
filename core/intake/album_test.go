package intake_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// jpeg is enough of a JPEG for the gate.
const jpeg = "\xff\xd8\xff"

// photos is an upload of images, each with the text behind its signature; one that begins as a PDF
// is one.
func photos(texts ...string) document.Upload {
	n := 0
	return document.Upload{TypeName: func() string { return "" }, Images: func() (document.Image, error) {
		if n == len(texts) {
			return document.Image{}, io.EOF
		}
		content := jpeg + texts[n]
		if strings.HasPrefix(texts[n], "%PDF-") {
			content = texts[n]
		}
		n++
		return document.Image{FileName: fmt.Sprintf("dir/foto %d.JPG", n), Content: iotest.HalfReader(strings.NewReader(content))}, nil
	}}
}

func TestImagesBecomeOneDocument(t *testing.T) {
	h := newHouse(t, nil)
	texts := []string{"uno", strings.Repeat("dos", 100_000), ""}
	submit := func(key string, texts ...string) document.Task {
		t.Helper()
		u := photos(texts...)
		u.Key = key
		task, err := h.service.Submit(t.Context(), clerk, u)
		if err != nil {
			t.Fatal(err)
		}
		return task
	}
	task := submit("k", texts...)
	if err := h.worker.Work(t.Context(), task.ID); err != nil {
		t.Fatal(err)
	}
	original, err := h.service.Original(t.Context(), clerk, task.DocumentID)
	if err != nil {
		t.Fatal(err)
	}
	defer original.Content.Close()
	content, err := io.ReadAll(original.Content)
	if err != nil || original.Kind != document.Album || original.FileName != "foto 1.zip" || original.Size != int64(len(content)) {
		t.Errorf("%+v, %v", original, err)
	}
	if kind, err := document.KindOf(content, ""); kind != document.Album || err != nil {
		t.Errorf("stored as %q, %v", kind, err)
	}
	archive, err := zip.NewReader(bytes.NewReader(content), original.Size)
	if err != nil || len(archive.File) != len(texts) {
		t.Fatalf("%d entries, %v", len(archive.File), err)
	}
	for i, entry := range archive.File {
		f, err := entry.Open()
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(f)
		if want := document.AlbumEntry(i+1, document.JPEG); err != nil || entry.Name != want || entry.Method != zip.Store || string(got) != jpeg+texts[i] {
			t.Errorf("entry %d: %s, %d bytes, %v", i+1, entry.Name, len(got), err)
		}
	}

	if again := submit("k", texts...); again.ID != task.ID {
		t.Error("the same key gave another task")
	}
	u := photos(texts[1], texts[0], texts[2])
	u.Key = "k"
	if _, err := h.service.Submit(t.Context(), clerk, u); fault.KindOf(err) != fault.Unprocessable {
		t.Errorf("the same key with another order: %v", err)
	}
	if copied := submit("", texts...); h.task(t, copied.ID).SHA256 != h.task(t, task.ID).SHA256 {
		t.Error("the same images are not recognised as a copy")
	}
}

func TestImagesAreBounded(t *testing.T) {
	h := newHouse(t, nil)
	if _, err := h.service.Submit(t.Context(), clerk, photos(make([]string, document.MaxImages)...)); err != nil {
		t.Error(err)
	}
	_, err := h.service.Submit(t.Context(), clerk, photos(make([]string, document.MaxImages+1)...))
	if f, ok := fault.As(err); !ok || f.Code != "too_many_images" || h.originals(t) != 1 {
		t.Errorf("%v, %d originals", err, h.originals(t))
	}
}

// What is wrong with an image is said with its name.
func TestARefusedImageIsNamed(t *testing.T) {
	_, err := newHouse(t, nil).service.Submit(t.Context(), clerk, photos("", "%PDF-1.7"))
	if f, ok := fault.As(err); !ok || !strings.Contains(f.Message, "«foto 2.JPG»: El archivo es un PDF") {
		t.Error(err)
	}
}
