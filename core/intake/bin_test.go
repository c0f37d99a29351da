package intake_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/intake"
)

const day = 24 * time.Hour

// newBinHouse is a house that keeps deleted documents for thirty days.
func newBinHouse(t *testing.T) *house {
	t.Helper()
	return newHouse(t, &intake.Options{BinTTL: 30 * day})
}

func (h *house) delete(t *testing.T, id string) {
	t.Helper()
	if err := h.service.Delete(t.Context(), chief, id); err != nil {
		t.Fatal(err)
	}
}

func (h *house) restore(t *testing.T, id string) document.Document {
	t.Helper()
	d, err := h.service.Restore(t.Context(), chief, id)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// binned returns the IDs of the documents in the bin.
func (h *house) binned(t *testing.T) (ids []string) {
	t.Helper()
	l, err := h.service.ListBin(t.Context(), chief, document.PageRequest{Number: 1, Size: 100})
	if err != nil || l.Total != len(l.Items) {
		t.Fatalf("%+v, %v", l, err)
	}
	for _, b := range l.Items {
		ids = append(ids, b.ID)
	}
	return ids
}

// sweepAt runs the sweeper some time from now.
func (h *house) sweepAt(t *testing.T, later time.Duration) intake.Swept {
	t.Helper()
	swept, err := intake.Sweeper{Tasks: h.Tasks(), Sessions: h.Sessions(), Attempts: attempts{}, Blobs: h.blobs, Spool: h.spool, Originals: h.Originals(),
		Bin: h.Bin(), Now: func() time.Time { return h.clock.Now().Add(later) }}.Sweep(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return swept
}

func TestDeletedDocumentGoesIntoTheBin(t *testing.T) {
	h := newBinHouse(t)
	task := h.processed(t)
	id := task.DocumentID
	h.delete(t, id)
	if _, err := h.service.Document(t.Context(), clerk, id); fault.KindOf(err) != fault.NotFound {
		t.Errorf("the document: %v", err)
	}
	if _, err := h.service.Original(t.Context(), clerk, id); fault.KindOf(err) != fault.NotFound {
		t.Errorf("its original: %v", err)
	}
	if err := h.service.Delete(t.Context(), chief, id); fault.KindOf(err) != fault.NotFound {
		t.Errorf("again: %v", err)
	}
	l, err := h.service.ListBin(t.Context(), chief, document.PageRequest{Number: 1, Size: 10})
	if err != nil || l.Total != 1 {
		t.Fatalf("%+v, %v", l, err)
	}
	if b := l.Items[0]; b.ID != id || b.FileName != task.FileName || b.DeletedBy != chief.Username || b.KeptUntil.Sub(b.DeletedAt) != 30*day {
		t.Errorf("%+v", b)
	}
}

func TestRestoreBringsBackAll(t *testing.T) {
	h := newBinHouse(t)
	first, second := h.processed(t), h.processed(t)
	id := first.DocumentID
	if _, err := h.service.Validate(t.Context(), clerk, id, document.Correction{Fields: map[document.Field]string{document.FieldDefendant: "Nueva EPS"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := h.service.Decide(t.Context(), clerk, id, second.DocumentID, document.IsDuplicate, "igual"); err != nil {
		t.Fatal(err)
	}
	type snapshot struct {
		Document document.Document
		Pairs    []document.Pair
		Examples []document.Example
		Words    [][]byte
		Keys     int
	}
	now := func() (s snapshot) {
		var err error
		if s.Document, err = h.Documents().Get(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		fp, err := h.Index().Get(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		s.Keys = len(fp.Keys())
		s.Pairs, _ = h.Pairs().Of(t.Context(), []string{id, second.DocumentID})
		s.Examples, _ = h.Examples().Of(t.Context(), id)
		s.Words, _ = h.PageWords().All(t.Context(), id)
		return s
	}
	before := now()
	if len(before.Pairs) != 1 || len(before.Examples) == 0 || len(before.Words) == 0 {
		t.Fatalf("nothing to bring back: %+v", before)
	}
	h.delete(t, id)
	if got := h.earlierOf(t, second.DocumentID); len(got) != 0 || state(t, h, second.DocumentID) != document.NoDuplicate {
		t.Errorf("a pair with a deleted document: %q", got)
	}
	h.restore(t, id)
	if after := now(); !reflect.DeepEqual(after, before) {
		t.Errorf("restored\n\t%+v\nwant\n\t%+v", after, before)
	}
	if got := state(t, h, second.DocumentID); got != document.ConfirmedDuplicate {
		t.Errorf("the other document is %q", got)
	}
	original, err := h.service.Original(t.Context(), clerk, id)
	if err != nil {
		t.Fatal(err)
	}
	original.Content.Close()
	if len(h.binned(t)) != 0 {
		t.Error("it is still in the bin")
	}
	if _, err := h.service.Restore(t.Context(), chief, id); fault.KindOf(err) != fault.NotFound {
		t.Errorf("again: %v", err)
	}
	lines := h.history(t, id)
	if len(lines) < 2 || lines[0].From != "deleted" || lines[0].To != "validated" || lines[1].To != "deleted" || lines[0].User != chief.Username {
		t.Errorf("history %+v", lines)
	}
}

func TestBinIsForAdministrators(t *testing.T) {
	h := newBinHouse(t)
	id := h.processed(t).DocumentID
	h.delete(t, id)
	for _, by := range []account.Actor{clerk, {}} {
		_, list := h.service.ListBin(t.Context(), by, document.PageRequest{Number: 1, Size: 1})
		_, restore := h.service.Restore(t.Context(), by, id)
		for _, err := range []error{list, restore, h.service.Erase(t.Context(), by, id)} {
			if fault.KindOf(err) != fault.Forbidden {
				t.Errorf("%+v: %v", by, err)
			}
		}
	}
	if len(h.binned(t)) != 1 {
		t.Error("it left the bin")
	}
}

// Whichever of two related documents is restored first, their pair comes back with the second.
func TestPairComesBackWithItsSecondDocument(t *testing.T) {
	for name, order := range map[string][2]int{"earlier first": {0, 1}, "later first": {1, 0}} {
		t.Run(name, func(t *testing.T) {
			h := newBinHouse(t)
			ids := []string{h.processed(t).DocumentID, h.processed(t).DocumentID}
			if _, err := h.service.Decide(t.Context(), clerk, ids[0], ids[1], document.NotDuplicate, "otra"); err != nil {
				t.Fatal(err)
			}
			h.delete(t, ids[0])
			h.delete(t, ids[1])
			for _, i := range order {
				h.restore(t, ids[i])
			}
			p, err := h.Pairs().Get(t.Context(), ids[0], ids[1])
			if err != nil || p.DocumentID != ids[1] || p.Decision.Verdict != document.NotDuplicate || p.Decision.Note != "otra" {
				t.Errorf("%+v, %v", p, err)
			}
		})
	}
}

func TestRestoreOfTheFirstCopyReplacesThePairsOfTheOthers(t *testing.T) {
	h := newBinHouse(t)
	var ids []string
	for range 4 {
		ids = append(ids, h.processed(t).DocumentID)
	}
	h.delete(t, ids[0])
	if got := h.earlierOf(t, ids[2]); !slices.Equal(got, ids[1:2]) {
		t.Fatalf("without the first: %q", got)
	}
	h.restore(t, ids[0])
	for i, id := range ids {
		want := []string{}
		if i > 0 {
			want = ids[:1]
		}
		if got := h.earlierOf(t, id); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("copy %d has pairs with %q, want %q", i+1, got, want)
		}
	}
}

func TestFileOfABinnedDocumentIsNew(t *testing.T) {
	h := newBinHouse(t)
	old := h.processed(t).DocumentID
	h.delete(t, old)
	h.clock.now = h.clock.now.Add(time.Minute)
	again := h.processed(t)
	if again.DocumentID == old || again.Result.TotalDuplicates() != 0 {
		t.Fatalf("%+v", again)
	}
	h.restore(t, old)
	if got := h.earlierOf(t, again.DocumentID); !slices.Equal(got, []string{old}) {
		t.Errorf("the new one has pairs with %q", got)
	}
	if state(t, h, again.DocumentID) != document.OpenDuplicate || state(t, h, old) != document.NoDuplicate {
		t.Error("the later one is not the duplicate")
	}
}

func TestSweepKeepsTheBinForItsDays(t *testing.T) {
	h := newBinHouse(t)
	task := h.processed(t)
	h.delete(t, task.DocumentID)
	if swept := h.sweepAt(t, 29*day); swept.Binned != 0 || swept.Originals != 0 || h.originals(t) != 1 {
		t.Fatalf("%+v", swept)
	}
	if swept := h.sweepAt(t, 31*day); swept.Binned != 1 || swept.Originals != 1 || h.originals(t) != 0 {
		t.Errorf("%+v", swept)
	}
	if _, err := h.service.Restore(t.Context(), chief, task.DocumentID); fault.KindOf(err) != fault.NotFound {
		t.Errorf("restored: %v", err)
	}
}

func TestEraseRemovesDocumentAndOriginal(t *testing.T) {
	h := newBinHouse(t)
	task := h.processed(t)
	id := task.DocumentID
	if err := h.service.Erase(t.Context(), chief, id); fault.KindOf(err) != fault.NotFound {
		t.Fatalf("a document that is not in the bin: %v", err)
	}
	h.delete(t, id)
	if err := h.service.Erase(t.Context(), chief, id); err != nil {
		t.Fatal(err)
	}
	if h.originals(t) != 0 || len(h.binned(t)) != 0 {
		t.Error("something is left")
	}
	if err := h.service.Erase(t.Context(), chief, id); fault.KindOf(err) != fault.NotFound {
		t.Errorf("again: %v", err)
	}
	l, err := h.History().List(t.Context(), id, document.PageRequest{Number: 1, Size: 1})
	if err != nil || len(l.Items) != 1 || l.Items[0].To != "erased" || l.Items[0].User != chief.Username {
		t.Errorf("history %+v, %v", l.Items, err)
	}
}
