package storetest

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/document"
)

func testListing(t *testing.T, open func(t *testing.T) Stores) {
	runRules(t, open, []rule{
		{"an empty list is a page of nothing", func(t *testing.T, ctx context.Context, s Stores) {
			l, err := s.Documents.List(ctx, document.Filter{}, document.PageRequest{Number: 1, Size: 20})
			must(t, err)
			wantEqual(t, l, document.Listing{Page: document.PageRequest{Number: 1, Size: 20}})
		}},
		{"a row holds the summary of its document", func(t *testing.T, ctx context.Context, s Stores) {
			d := fullDocument("d1")
			must(t, s.Documents.Create(ctx, d))
			l, err := s.Documents.List(ctx, document.Filter{}, document.PageRequest{Number: 1, Size: 20})
			must(t, err)
			wantEqual(t, l.Items, []document.Summary{d.Summary()})
		}},
		{"every page size walks all documents once, newest first and by ID", func(t *testing.T, ctx context.Context, s Stores) {
			want := createMany(t, ctx, s, 23)
			for _, size := range []int{1, 2, 7, 22, 23, 24, 100} {
				var got []string
				for n := 1; ; n++ {
					page := document.PageRequest{Number: n, Size: size}
					l, err := s.Documents.List(ctx, document.Filter{}, page)
					must(t, err)
					wantEqual(t, l.Total, 23)
					wantEqual(t, l.Page, page)
					if len(l.Items) == 0 {
						wantEqual(t, n, l.TotalPages()+1)
						break
					}
					for _, row := range l.Items {
						got = append(got, row.ID)
					}
				}
				wantEqual(t, got, want)
			}
		}},
		{"a page past the end is empty, however far", func(t *testing.T, ctx context.Context, s Stores) {
			createMany(t, ctx, s, 3)
			for _, n := range []int{3, 1000, math.MaxInt} {
				l, err := s.Documents.List(ctx, document.Filter{}, document.PageRequest{Number: n, Size: 2})
				must(t, err)
				wantEqual(t, len(l.Items), 0)
				wantEqual(t, l.Total, 3)
			}
		}},
		{"the total follows deletion", func(t *testing.T, ctx context.Context, s Stores) {
			ids := createMany(t, ctx, s, 3)
			must(t, s.Documents.Delete(ctx, ids[1]))
			wantTotal(t, ctx, s, 2)
		}},
		{"summaries are those of the IDs that exist", func(t *testing.T, ctx context.Context, s Stores) {
			d := fullDocument("d1")
			must(t, s.Documents.Create(ctx, d))
			must(t, s.Documents.Create(ctx, fullDocument("d2")))
			ids := []string{"d1", "unknown", "d1"}
			for i := range 2000 {
				ids = append(ids, fmt.Sprint("none-", i))
			}
			got, err := s.Documents.Summaries(ctx, ids)
			must(t, err)
			wantEqual(t, got, map[string]document.Summary{"d1": d.Summary()})
			got, err = s.Documents.Summaries(ctx, nil)
			must(t, err)
			wantEqual(t, len(got), 0)
		}},
	})
}

// createMany creates documents in no order, some at the same time, and returns
// their IDs newest first.
func createMany(t *testing.T, ctx context.Context, s Stores, n int) []string {
	t.Helper()
	ids := make([]string, n)
	for i := range n {
		k := i * 7 % n // a permutation when 7 does not divide n
		ids[k] = fmt.Sprintf("d%03d", k)
		must(t, s.Documents.Create(ctx, document.Document{ID: ids[k], CreatedAt: epoch.Add(time.Duration(k/3) * time.Microsecond)}))
	}
	slices.Reverse(ids)
	return ids
}
