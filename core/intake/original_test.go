package intake_test

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// drawer records its requests.
type drawer struct {
	path  string
	pages int   // of every file
	fails error // in counting

	excerpts error // in making one
}

func (d *drawer) Count(context.Context, string, string) (int, error) { return d.pages, d.fails }

func (d *drawer) Draw(_ context.Context, path string, p document.Drawing) ([]byte, error) {
	d.path = path
	content, err := os.ReadFile(path)
	return fmt.Appendf(nil, "%s page %d at %g", content, p.Page, p.DPI), err
}

// Excerpt writes the content of the file and the range.
func (d *drawer) Excerpt(_ context.Context, path string, pages document.PageRange, to string) error {
	d.path = path
	content, err := os.ReadFile(path)
	if err = cmp.Or(d.excerpts, err); err != nil {
		return err
	}
	return os.WriteFile(to, fmt.Appendf(nil, "%s pages %d to %d", content, pages.First, pages.Last), 0o600)
}

func TestAPageOfADocumentIsDrawnFromItsOriginal(t *testing.T) {
	h := newHouse(t, nil)
	d := h.drawer
	task := h.submit(t, pdf)
	if err := h.worker.Work(t.Context(), task.ID); err != nil {
		t.Fatal(err)
	}
	typed, err := h.service.Enter(t.Context(), clerk, entry(nil))
	if err != nil {
		t.Fatal(err)
	}
	picture, err := h.service.Page(t.Context(), clerk, task.DocumentID, document.Drawing{Page: 1, DPI: 90})
	if err != nil {
		t.Fatal(err)
	}
	if d.path != "" {
		t.Error("drawn before anybody asked")
	}
	if got, err := picture.Draw(t.Context()); err != nil || string(got) != pdf+" page 1 at 90" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := os.Stat(d.path); !os.IsNotExist(err) {
		t.Errorf("the copy of the original is left: %v", err)
	}
	again, err := h.service.Page(t.Context(), clerk, task.DocumentID, document.Drawing{Page: 1, DPI: 90})
	if err != nil || again.Tag != picture.Tag {
		t.Errorf("the same page has tags %q and %q, %v", picture.Tag, again.Tag, err)
	}
	if other, err := h.service.Page(t.Context(), clerk, task.DocumentID, document.Drawing{Page: 1, DPI: 91}); err != nil || other.Tag == picture.Tag {
		t.Errorf("another resolution has the same tag, %v", err)
	}
	for _, c := range []struct {
		rule, id string
		page     int
		code     string
	}{
		{"no document", "none", 1, "document_not_found"},
		{"a document without a PDF", typed.ID, 1, "original_not_found"},
		{"page 0", task.DocumentID, 0, "page_not_found"},
		{"a page behind the last", task.DocumentID, 99, "page_not_found"},
	} {
		_, err := h.service.Page(t.Context(), clerk, c.id, document.Drawing{Page: c.page, DPI: 90})
		if f, ok := fault.As(err); !ok || f.Kind != fault.NotFound || f.Code != c.code {
			t.Errorf("%s: %v, want %s", c.rule, err, c.code)
		}
	}
	stored, err := h.service.Document(t.Context(), clerk, task.DocumentID)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.blobs.Delete(t.Context(), stored.OriginalKey); err != nil {
		t.Fatal(err)
	}
	if _, err := picture.Draw(t.Context()); fault.KindOf(err) != fault.NotFound {
		t.Errorf("an original that is gone: %v", err)
	}
}
