package storetest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/document"
)

func testFilters(t *testing.T, open func(t *testing.T) Stores) {
	// Four days of a document each six hours, of kinds that take turns.
	days := []document.Document{}
	begin := document.DayOf(epoch).Begin()
	for i := range 16 {
		d := document.Document{ID: fmt.Sprintf("d%02d", i), CreatedAt: begin.Add(time.Duration(i) * 6 * time.Hour),
			Type: document.Tutela, Status: document.Processed}
		if i%2 == 1 {
			d.Type = document.Desacato
		}
		if i%3 == 0 {
			d.Status = document.Validated
		}
		d.NeedsReview = i%4 == 1
		d.Assignee = []string{"", "", "ana", "Ana", "o'neil"}[i%5]
		if i%4 == 0 {
			d.Tags = []string{"salud", fmt.Sprintf("tanda %d", i)}
		}
		if i%2 == 0 {
			d.Due = document.DayOf(epoch) + document.Day(12-i)
		}
		d.DuplicateState = []document.DuplicateState{document.NoDuplicate, document.OpenDuplicate, document.ConfirmedDuplicate}[i%3]
		days = append(days, d)
	}
	create := func(t *testing.T, ctx context.Context, s Stores) {
		t.Helper()
		for _, d := range days {
			must(t, s.Documents.Create(ctx, d))
		}
	}
	first := document.DayOf(epoch)

	runRules(t, open, []rule{
		{"a filtered list is what the filter takes of the whole, whatever the filter and page", func(t *testing.T, ctx context.Context, s Stores) {
			create(t, ctx, s)
			for _, status := range []document.Status{"", document.Processed, document.Validated, document.Imported} {
				for _, kind := range []document.Type{"", document.Tutela, document.Desacato, "'"} {
					for _, from := range []document.Day{0, first, first + 1, first + 9} {
						for _, to := range []document.Day{0, first - 1, first, first + 2} {
							for _, review := range []document.Review{0, document.ReviewDue, document.ReviewNotDue} {
								f := document.Filter{Status: status, Type: kind, From: from, To: to, Review: review}
								wantFiltered(t, ctx, s, days, f)
								f.Duplicates = new(document.OpenDuplicate)
								wantFiltered(t, ctx, s, days, f)
							}
						}
					}
				}
			}
		}},
		{"documents are listed by the day on which their term ends, confirmed duplicates and those without one left out", func(t *testing.T, ctx context.Context, s Stores) {
			create(t, ctx, s)
			for _, f := range []document.Filter{{ByDue: true}, {DueTo: first + 9, ByDue: true}, {DueFrom: first + 3, DueTo: first + 9}, {DueFrom: first + 20},
				{Type: document.Tutela, ByDue: true}} {
				wantFiltered(t, ctx, s, days, f)
			}
		}},
		{"documents are listed by the user to whom they are assigned", func(t *testing.T, ctx context.Context, s Stores) {
			create(t, ctx, s)
			for _, f := range []document.Filter{{Assignee: "ana"}, {Assignee: "o'neil"}, {Assignee: "eva"}, {Assignee: "ana", Status: document.Processed, ByDue: true},
				{Assignee: "Ana", Type: document.Desacato, Duplicates: new(document.NoDuplicate)}, {Assignee: "ana", Review: document.ReviewNotDue, From: first + 1}} {
				wantFiltered(t, ctx, s, days, f)
			}
			must(t, s.Documents.Update(ctx, "d00", func(d *document.Document) error { d.Assignee = "ana"; return nil }))
			must(t, s.Documents.Update(ctx, "d02", func(d *document.Document) error { d.Assignee = ""; return nil }))
			now := append([]document.Document{}, days...)
			now[0].Assignee, now[2].Assignee = "ana", ""
			wantFiltered(t, ctx, s, now, document.Filter{Assignee: "ana"})
		}},
		{"each document that a filter takes is visited, oldest first", func(t *testing.T, ctx context.Context, s Stores) {
			create(t, ctx, s)
			for _, f := range []document.Filter{{}, {Type: document.Desacato},
				{Status: document.Validated, From: first + 1}, {To: first - 1}, {Review: document.ReviewDue}} {
				var want, got []string
				for _, d := range days {
					if f.Takes(&d) {
						want = append(want, d.ID)
					}
				}
				must(t, s.Documents.Each(ctx, f, func(d *document.Document) error { got = append(got, d.ID); return nil }))
				wantEqual(t, got, want)
			}
		}},
		{"a visited document is whole, but for what is long", func(t *testing.T, ctx context.Context, s Stores) {
			d := fullDocument("d1")
			must(t, s.Documents.Create(ctx, d))
			d.Text, d.Pages, d.Entities, d.Alternatives, d.Duplicates, d.Suggested, d.Doubts, d.Due, d.Assignee = "", nil, nil, nil, 0, document.Suggestion{}, nil, 0, ""
			must(t, s.Documents.Each(ctx, document.Filter{}, func(got *document.Document) error { wantEqual(t, *got, d); return nil }))
		}},
		{"a visit that fails ends them, and its error is returned", func(t *testing.T, ctx context.Context, s Stores) {
			create(t, ctx, s)
			visits := 0
			err := s.Documents.Each(ctx, document.Filter{}, func(*document.Document) error { visits++; return errChange })
			if !errors.Is(err, errChange) || visits != 1 {
				t.Fatalf("got %v after %d visits", err, visits)
			}
		}},
		{"what is stored during the visits neither waits nor is visited", func(t *testing.T, ctx context.Context, s Stores) {
			create(t, ctx, s)
			visits := 0
			must(t, s.Documents.Each(ctx, document.Filter{}, func(*document.Document) error {
				visits++
				return s.Documents.Create(ctx, document.Document{ID: fmt.Sprint("new", visits), CreatedAt: epoch.AddDate(1, 0, 0)})
			}))
			wantEqual(t, visits, len(days))
		}},
		{"filters follow what is changed and deleted", func(t *testing.T, ctx context.Context, s Stores) {
			create(t, ctx, s)
			must(t, s.Documents.Update(ctx, "d01", func(d *document.Document) error {
				d.Type, d.Status, d.NeedsReview = document.Sentencia, document.Imported, false
				return nil
			}))
			must(t, s.Documents.Delete(ctx, "d02"))
			now := append([]document.Document{}, days...)
			now[1].Type, now[1].Status, now[1].NeedsReview = document.Sentencia, document.Imported, false
			now = append(now[:2], now[3:]...)
			for _, f := range []document.Filter{{}, {Type: document.Sentencia}, {Status: document.Imported}, {Type: document.Tutela},
				{Status: document.Processed}, {From: first, To: first}, {Review: document.ReviewDue}, {Review: document.ReviewNotDue}} {
				wantFiltered(t, ctx, s, now, f)
			}
		}},
	})
}

// wantFiltered walks the filtered list in pages of three.
func wantFiltered(t *testing.T, ctx context.Context, s Stores, all []document.Document, f document.Filter) {
	t.Helper()
	var want, got []string
	for i := len(all) - 1; i >= 0; i-- {
		if f.Takes(&all[i]) {
			want = append(want, all[i].ID)
		}
	}
	if f.ByDue {
		due := map[string]document.Day{}
		for _, d := range all {
			due[d.ID] = d.Due
		}
		slices.Reverse(want)
		slices.SortStableFunc(want, func(a, b string) int { return cmp.Compare(due[a], due[b]) })
	}
	for n := 1; ; n++ {
		l, err := s.Documents.List(ctx, f, document.PageRequest{Number: n, Size: 3})
		must(t, err)
		if l.Total != len(want) {
			t.Fatalf("%+v: total %d, want %d", f, l.Total, len(want))
		}
		if len(l.Items) == 0 {
			break
		}
		for _, row := range l.Items {
			got = append(got, row.ID)
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatalf("%+v: got %v, want %v", f, got, want)
	}
}
