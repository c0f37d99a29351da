package intake_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/intake"
)

// However the work on equal papers overlaps, each reports those that were
// submitted before it, and only those.
func TestLaterPaperReportsTheEarlier(t *testing.T) {
	folder := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		h := newHouse(t, nil)
		n := rapid.IntRange(2, 5).Draw(rt, "papers")
		var tasks []document.Task
		for range n {
			tasks = append(tasks, h.submit(t, pdf))
		}
		// Behind the last page of one, some of the others are begun and done.
		left := rapid.Permutation(tasks).Draw(rt, "order")
		var work func()
		work = func() {
			if len(left) == 0 {
				return
			}
			one := left[0]
			left = left[1:]
			h.building = func() {
				h.building = nil
				for range rapid.IntRange(0, 2).Draw(rt, "overtaken by") {
					work()
				}
			}
			// A worker of its own: each makes its extractor behind its first last page.
			if err := h.bounded(intake.WorkerOptions{TempDir: folder}).Work(t.Context(), one.ID); err != nil {
				rt.Fatal(err)
			}
			h.building = nil
		}
		for len(left) > 0 {
			work()
		}
		for i, task := range tasks {
			done := h.task(t, task.ID)
			var reported, before []string
			for _, d := range done.Result.Duplicates {
				reported = append(reported, d.DocumentID)
				if d.Similarity != 1 || d.FileName != "tutela.pdf" || len(d.Reasons) == 0 {
					rt.Errorf("%+v", d)
				}
			}
			for _, earlier := range tasks[:i] {
				before = append(before, earlier.DocumentID)
			}
			slices.Sort(reported)
			if !slices.Equal(reported, before) {
				rt.Errorf("paper %d of %d reports %q, want %q", i+1, n, reported, before)
			}
			d, err := h.service.Document(t.Context(), clerk, task.DocumentID)
			if err != nil || d.Duplicates != i {
				rt.Errorf("paper %d of %d counts %d duplicates, %v", i+1, n, d.Duplicates, err)
			}
		}
	})
}

// The task of the overtaken paper warns that it is repeated.
func TestOvertakenPaperWarnsOfTheLater(t *testing.T) {
	h := newHouse(t, nil)
	first, second := h.submit(t, pdf), h.submit(t, pdf)
	h.building = func() {
		h.building = nil
		if err := h.bounded(intake.WorkerOptions{TempDir: t.TempDir()}).Work(t.Context(), second.ID); err != nil {
			t.Fatal(err)
		}
		if r := h.task(t, second.ID).Result; len(r.Duplicates) > 0 {
			t.Errorf("it reports what is not done: %+v", r.Duplicates)
		}
	}
	if err := h.worker.Work(t.Context(), first.ID); err != nil {
		t.Fatal(err)
	}
	const want = "El documento «tutela.pdf», que llegó después, es un posible duplicado de este."
	if r := h.task(t, first.ID).Result; len(r.Duplicates) > 0 || !slices.Contains(r.Warnings, want) || r.NeedsReview {
		t.Errorf("%+v", r)
	}
}
