package storetest

import (
	"bytes"
	"context"
	"testing"

	"github.com/cotejo/cotejo/core/document"
)

func testPageWords(t *testing.T, open func(t *testing.T) Stores) {
	long := bytes.Repeat([]byte{0, 1, 255, '\''}, 5000)
	runRules(t, open, []rule{
		{"each page comes back as it was", func(t *testing.T, ctx context.Context, s Stores) {
			pages := [][]byte{{1}, {}, long}
			must(t, s.PageWords.Put(ctx, "d1", pages))
			must(t, s.PageWords.Put(ctx, "d2", [][]byte{{2}}))
			for i, want := range pages {
				got, ok, err := s.PageWords.Get(ctx, "d1", i+1)
				must(t, err)
				if !ok || !bytes.Equal(got, want) {
					t.Errorf("page %d is %d bytes, %v", i+1, len(got), ok)
				}
			}
		}},
		{"of pages and documents that are not known nothing is kept", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.PageWords.Put(ctx, "d1", [][]byte{{1}}))
			for id, page := range map[string]int{"d1": 2, "d2": 1} {
				_, ok, err := s.PageWords.Get(ctx, id, page)
				must(t, err)
				wantEqual(t, ok, false)
			}
		}},
		{"they go with their document", func(t *testing.T, ctx context.Context, s Stores) {
			for _, id := range []string{"d1", "d2"} {
				must(t, s.Documents.Create(ctx, document.Document{ID: id, CreatedAt: epoch}))
				must(t, s.PageWords.Put(ctx, id, [][]byte{{1}, {2}}))
			}
			must(t, s.Documents.Delete(ctx, "d1"))
			for id, want := range map[string]bool{"d1": false, "d2": true} {
				_, ok, err := s.PageWords.Get(ctx, id, 2)
				must(t, err)
				wantEqual(t, ok, want)
			}
		}},
		{"those of all pages come back in their order", func(t *testing.T, ctx context.Context, s Stores) {
			want := [][]byte{{1}, {2, 0, 255}, long, {4}, {5}, {6}, {7}, {8}, {9}, {10}, {11}}
			must(t, s.PageWords.Put(ctx, "d1", want))
			got, err := s.PageWords.All(ctx, "d1")
			must(t, err)
			wantEqual(t, got, want)
			got, err = s.PageWords.All(ctx, "d2")
			must(t, err)
			wantEqual(t, len(got), 0)
		}},
		{"they are stored with their document or not at all", func(t *testing.T, ctx context.Context, s Stores) {
			err := s.Transactor.InTx(ctx, func(ctx context.Context) error {
				must(t, s.PageWords.Put(ctx, "d1", [][]byte{{1}}))
				return errChange
			})
			wantEqual(t, err, errChange)
			_, ok, err := s.PageWords.Get(ctx, "d1", 1)
			must(t, err)
			wantEqual(t, ok, false)
		}},
	})
}
