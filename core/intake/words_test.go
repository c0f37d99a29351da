package intake_test

import (
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
)

func TestWordsOfEachPageAreKept(t *testing.T) {
	h := newHouse(t, nil)
	h.reader.pages = 3
	task := h.submit(t, pdf)
	d := h.worked(t, task)
	if left := h.spooled(t); len(left) != 0 {
		t.Fatalf("the spool has %v", left)
	}
	text := []rune(d.Text)
	for n, info := range d.Pages {
		page, err := h.service.PageWords(t.Context(), clerk, d.ID, n+1)
		if err != nil || !page.Available {
			t.Fatalf("page %d: %+v, %v", n+1, page, err)
		}
		var words []string
		for _, w := range page.Words {
			if w.Start < info.Start || w.End > info.End || string(text[w.Start:w.End]) != w.Text {
				t.Fatalf("page %d: %q stands at %d to %d", n+1, w.Text, w.Start, w.End)
			}
			words = append(words, w.Text)
		}
		want := strings.Fields(string(text[info.Start:info.End]))
		if strings.Join(words, " ") != strings.Join(want, " ") || len(want) == 0 {
			t.Errorf("page %d has the words %q, want %q", n+1, words, want)
		}
	}
	for _, e := range d.Entities { // what is marked of a field are the boxes of its words
		page, err := h.service.PageWords(t.Context(), clerk, d.ID, max(1, e.Page))
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range page.Words {
			if w.Start >= e.Start && w.End <= e.End && len(e.Boxes) == 1 && e.Boxes[0].Union(w.Box) != e.Boxes[0] {
				t.Errorf("%q at %v is outside of %s at %v", w.Text, w.Box, e.Field, e.Boxes)
			}
		}
	}
}

func TestWordsAreNotAlwaysKept(t *testing.T) {
	h := newHouse(t, nil)
	d := h.worked(t, h.submit(t, pdf))
	if err := h.PageWords().Put(t.Context(), d.ID, nil); err != nil { // as an older program left it
		t.Fatal(err)
	}
	if page, err := h.service.PageWords(t.Context(), clerk, d.ID, 1); err != nil || page.Available || len(page.Words) > 0 {
		t.Errorf("%+v, %v", page, err)
	}
	for _, c := range []struct {
		id   string
		page int
	}{{d.ID, 0}, {d.ID, len(d.Pages) + 1}, {"unknown", 1}} {
		if _, err := h.service.PageWords(t.Context(), clerk, c.id, c.page); fault.KindOf(err) != fault.NotFound {
			t.Errorf("page %d of %s: %v", c.page, c.id, err)
		}
	}
}

func TestWordsGoWithTheirDocument(t *testing.T) {
	h := newHouse(t, nil)
	d := h.worked(t, h.submit(t, pdf))
	if _, kept, err := h.PageWords().Get(t.Context(), d.ID, 1); err != nil || !kept {
		t.Fatalf("%v, %v", kept, err)
	}
	if err := h.service.Delete(t.Context(), account.System, d.ID); err != nil {
		t.Fatal(err)
	}
	if _, kept, err := h.PageWords().Get(t.Context(), d.ID, 1); err != nil || kept {
		t.Errorf("%v, %v", kept, err)
	}
}
