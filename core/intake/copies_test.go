package intake_test

import (
	"fmt"
	"testing"

	"github.com/cotejo/cotejo/core/document"
)

// copies stores the same file n times and returns the documents in the order of their receipt.
func copies(t *testing.T, n int) (h *house, ids []string) {
	t.Helper()
	h = newHouse(t, nil)
	for range n {
		task := h.submit(t, pdf)
		h.work(t, task)
		ids = append(ids, task.DocumentID)
	}
	return h, ids
}

// earlierOf returns the documents with which one has pairs as the later one.
func (h *house) earlierOf(t *testing.T, id string) (earlier []string) {
	t.Helper()
	pairs, err := h.Pairs().Of(t.Context(), []string{id})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pairs {
		if p.DocumentID == id {
			earlier = append(earlier, p.EarlierID)
		}
	}
	return earlier
}

func TestCopiesAreListedUpToABound(t *testing.T) {
	h, ids := copies(t, document.MaxOthers+5)
	last := ids[len(ids)-1]
	task := h.submit(t, pdf)
	h.work(t, task)
	result := h.task(t, task.ID).Result
	if n := len(result.Duplicates); n != document.MaxOthers || result.TotalDuplicates() != len(ids) {
		t.Errorf("%d of %d duplicates, want %d of %d", n, result.TotalDuplicates(), document.MaxOthers, len(ids))
	}
	related, err := h.service.Duplicates(t.Context(), clerk, last)
	if err != nil || len(related.Duplicates) != document.MaxOthers || related.TotalDuplicates() != len(ids) {
		t.Errorf("%d of %d duplicates, %v", len(related.Duplicates), related.TotalDuplicates(), err)
	}
	if d, err := h.service.Document(t.Context(), clerk, task.DocumentID); err != nil || d.Duplicates != len(ids) {
		t.Errorf("it counts %d duplicates, %v", d.Duplicates, err)
	}
}

func TestDecidedDuplicatesAreAlwaysListed(t *testing.T) {
	h, ids := copies(t, document.MaxOthers+5)
	last := ids[len(ids)-1]
	if _, err := h.service.Decide(t.Context(), clerk, ids[0], last, document.IsDuplicate, ""); err != nil {
		t.Fatal(err)
	}
	related, err := h.service.Duplicates(t.Context(), clerk, ids[0])
	if err != nil || related.TotalDuplicates() != len(ids)-1 || len(related.Duplicates) != document.MaxOthers+1 {
		t.Fatalf("%d of %d duplicates, %v", len(related.Duplicates), related.TotalDuplicates(), err)
	}
	if d := related.Duplicates[document.MaxOthers]; d.DocumentID != last || !d.Decision.IsMade() {
		t.Errorf("%+v", d)
	}
}

func TestCopiesArePairedWithTheFirst(t *testing.T) {
	h, ids := copies(t, 5)
	for i, id := range ids {
		want := []string{}
		if i > 0 {
			want = ids[:1]
		}
		if got := h.earlierOf(t, id); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("copy %d has pairs with %q, want %q", i+1, got, want)
		}
	}
	if n := h.openPairs(t); n != 4 {
		t.Errorf("%d open pairs, want 4", n)
	}
}

// Corrections find the pairs of a document again.
func TestCopiesKeepTheirPairsWhenTheFirstIsCorrected(t *testing.T) {
	h, ids := copies(t, 4)
	corrected := document.Correction{Fields: map[document.Field]string{document.FieldDefendant: "NUEVA EPS"}}
	if _, err := h.service.Validate(t.Context(), clerk, ids[0], corrected); err != nil {
		t.Fatal(err)
	}
	for _, id := range ids[1:] {
		if got := h.earlierOf(t, id); len(got) != 1 || got[0] != ids[0] || state(t, h, id) != document.OpenDuplicate {
			t.Errorf("pairs with %q, state %q", got, state(t, h, id))
		}
	}
}

func TestNextCopyTakesThePlaceOfTheDeletedFirst(t *testing.T) {
	h, ids := copies(t, 5)
	for _, d := range []struct {
		id      string
		verdict document.PairVerdict
	}{{ids[1], document.IsDuplicate}, {ids[2], document.NotDuplicate}} {
		if _, err := h.service.Decide(t.Context(), clerk, d.id, ids[0], d.verdict, ""); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.service.Delete(t.Context(), chief, ids[0]); err != nil {
		t.Fatal(err)
	}
	for i, want := range []document.DuplicateState{document.NoDuplicate, document.NoDuplicate, document.OpenDuplicate, document.OpenDuplicate} {
		id := ids[i+1]
		got := h.earlierOf(t, id)
		if state(t, h, id) != want || i > 0 && (len(got) != 1 || got[0] != ids[1]) || i == 0 && len(got) > 0 {
			t.Errorf("copy %d: state %q, want %q; pairs with %q", i+2, state(t, h, id), want, got)
		}
	}
	p, err := h.Pairs().Get(t.Context(), ids[1], ids[2])
	if err != nil || p.Decision.Verdict != document.NotDuplicate || p.Decision.By != clerk.Username {
		t.Errorf("the decision that follows: %+v, %v", p.Decision, err)
	}
	if n := h.openPairs(t); n != 2 {
		t.Errorf("%d open pairs, want 2", n)
	}
}
