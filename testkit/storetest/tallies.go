package storetest

import (
	"cmp"
	"context"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/document"
)

func testTallies(t *testing.T, open func(t *testing.T) Stores) {
	today := document.DayOf(epoch)
	read := func(id string, at time.Time, took time.Duration, confidence float64) document.Document {
		return document.Document{ID: id, Type: document.Tutela, Status: document.Processed, CreatedAt: at, SHA256: "ab",
			ProcessingTime: took, OCRConfidence: confidence}
	}
	runRules(t, open, []rule{
		{"nothing is counted where nothing is", func(t *testing.T, ctx context.Context, s Stores) {
			wantTallies(t, ctx, s, nil)
			wantDays(t, ctx, s, today-30, today, map[document.Day]int{})
		}},
		{"documents are counted by type and status", func(t *testing.T, ctx context.Context, s Stores) {
			twice := read("c", epoch, 3*time.Second, 0.5)
			twice.Duplicates = 2
			for _, d := range []document.Document{read("a", epoch, time.Second, 0.9),
				read("b", epoch.Add(48*time.Hour), 2*time.Second, 1), twice, read("f", epoch, time.Second, 0),
				{ID: "d", Type: document.Tutela, Status: document.ManualEntry, TypedIn: true, OCRConfidence: 1, ProcessingTime: time.Hour},
				{ID: "e", Type: document.Desacato, Status: document.Processed, Duplicates: 1}} {
				must(t, s.Documents.Create(ctx, d))
			}
			wantTallies(t, ctx, s, []document.Tally{
				{Type: document.Desacato, Status: document.Processed, Documents: 1, Duplicated: 1},
				{Type: document.Tutela, Status: document.ManualEntry, Documents: 1, TypedIn: 1},
				{Type: document.Tutela, Status: document.Processed, Documents: 4, Read: 4, Reading: 7 * time.Second, Legible: 3, Confidence: 2.4, Duplicated: 1},
			})
		}},
		{"a day begins at midnight in Colombia", func(t *testing.T, ctx context.Context, s Stores) {
			begin := today.Begin()
			for id, at := range map[string]time.Time{"yesterday": begin.Add(-time.Microsecond), "first": begin,
				"last": begin.Add(24*time.Hour - time.Microsecond), "tomorrow": begin.Add(24 * time.Hour), "once": {}} {
				must(t, s.Documents.Create(ctx, document.Document{ID: id, CreatedAt: at}))
			}
			wantDays(t, ctx, s, today-1, today+1, map[document.Day]int{today - 1: 1, today: 2, today + 1: 1})
			wantDays(t, ctx, s, today, today, map[document.Day]int{today: 2})
			wantDays(t, ctx, s, 0, 0, map[document.Day]int{0: 1})
			wantDays(t, ctx, s, today, today-1, map[document.Day]int{})
		}},
		{"documents are counted by day and type, by day and type in their order", func(t *testing.T, ctx context.Context, s Stores) {
			twice := read("c", epoch, 3*time.Second, 0.5)
			twice.Duplicates, twice.Status = 2, document.Validated
			for _, d := range []document.Document{read("a", epoch, time.Second, 0.75), twice, read("b", epoch.Add(24*time.Hour), 2*time.Second, 0),
				read("z", epoch.Add(-24*time.Hour), time.Second, 1),
				{ID: "d", Type: document.Desacato, Status: document.ManualEntry, TypedIn: true, CreatedAt: epoch}} {
				must(t, s.Documents.Create(ctx, d))
			}
			got, err := s.Tallies.PerDayAndType(ctx, today, today+1)
			must(t, err)
			wantEqual(t, got, []document.DayTally{
				{Day: today, Tally: document.Tally{Type: document.Desacato, Documents: 1, TypedIn: 1}},
				{Day: today, Tally: document.Tally{Type: document.Tutela, Documents: 2, Read: 2, Reading: 4 * time.Second, Legible: 2, Confidence: 1.25, Duplicated: 1}},
				{Day: today + 1, Tally: document.Tally{Type: document.Tutela, Documents: 1, Read: 1, Reading: 2 * time.Second}},
			})
		}},
		{"counts follow every change, and undone ones leave no trace", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Documents.Create(ctx, read("a", epoch, time.Second, 1.0/3)))
			must(t, s.Documents.Create(ctx, read("b", epoch, time.Second, 2.0/3)))
			must(t, s.Documents.Update(ctx, "a", func(d *document.Document) error {
				d.Status, d.Duplicates, d.CreatedAt = document.Validated, 1, epoch.Add(-24*time.Hour)
				return nil
			}))
			for range 2 {
				wantTallies(t, ctx, s, []document.Tally{
					{Type: document.Tutela, Status: document.Processed, Documents: 1, Read: 1, Reading: time.Second, Legible: 1, Confidence: 2.0 / 3},
					{Type: document.Tutela, Status: document.Validated, Documents: 1, Read: 1, Reading: time.Second, Legible: 1, Confidence: 1.0 / 3, Duplicated: 1},
				})
				wantDays(t, ctx, s, today-1, today, map[document.Day]int{today - 1: 1, today: 1})
				wantEqual(t, s.Transactor.InTx(ctx, func(ctx context.Context) error {
					must(t, s.Documents.Create(ctx, read("c", epoch, time.Second, 1)))
					must(t, s.Documents.Delete(ctx, "a"))
					return errChange
				}), errChange)
			}
			must(t, s.Documents.Delete(ctx, "a"))
			must(t, s.Documents.Delete(ctx, "b"))
			wantTallies(t, ctx, s, nil)
			wantDays(t, ctx, s, today-1, today, map[document.Day]int{})
		}},
	})
}

func wantTallies(t *testing.T, ctx context.Context, s Stores, want []document.Tally) {
	t.Helper()
	got, err := s.Tallies.ByKind(ctx)
	must(t, err)
	slices.SortFunc(got, func(a, b document.Tally) int {
		return cmp.Or(cmp.Compare(a.Type, b.Type), cmp.Compare(a.Status, b.Status))
	})
	for i := range min(len(got), len(want)) { // equal except the last digits of a sum
		if math.Abs(got[i].Confidence-want[i].Confidence) < 1e-5 {
			got[i].Confidence = want[i].Confidence
		}
	}
	wantEqual(t, got, want)
}

func wantDays(t *testing.T, ctx context.Context, s Stores, from, to document.Day, want map[document.Day]int) {
	t.Helper()
	got, err := s.Tallies.PerDay(ctx, from, to)
	must(t, err)
	wantEqual(t, got, want)
}
