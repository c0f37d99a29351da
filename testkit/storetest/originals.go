package storetest

import (
	"context"
	"fmt"
	"testing"

	"github.com/cotejo/cotejo/core/document"
)

func testOriginals(t *testing.T, open func(t *testing.T) Stores) {
	runRules(t, open, []rule{
		{"what a document or a task names is referenced, nothing else", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Documents.Create(ctx, document.Document{ID: "d1", OriginalKey: "a/1"}))
			must(t, s.Documents.Create(ctx, document.Document{ID: "d2"}))
			must(t, s.Tasks.Create(ctx, document.Task{ID: "t1", OriginalKey: "a/2"}))
			must(t, s.Tasks.Create(ctx, document.Task{ID: "t2", OriginalKey: "a/1"}))
			keys := []string{"a/3", "a/2", "a/1", ""}
			for i := range 2000 {
				keys = append(keys, fmt.Sprint("none/", i))
			}
			got, err := s.Originals.Referenced(ctx, keys)
			must(t, err)
			wantEqual(t, got, map[string]bool{"a/1": true, "a/2": true})
			got, err = s.Originals.Referenced(ctx, nil)
			must(t, err)
			wantEqual(t, len(got), 0)
		}},
		{"a deleted document needs its original no more", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Documents.Create(ctx, document.Document{ID: "d1", OriginalKey: "a/1"}))
			must(t, s.Documents.Delete(ctx, "d1"))
			got, err := s.Originals.Referenced(ctx, []string{"a/1"})
			must(t, err)
			wantEqual(t, len(got), 0)
		}},
		{"a document in the bin needs its original until it is removed for good", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Bin.Put(ctx, document.BinEntry{Document: document.Document{ID: "d1", OriginalKey: "a/1"}}))
			must(t, s.Bin.Put(ctx, document.BinEntry{Document: document.Document{ID: "d2"}}))
			got, err := s.Originals.Referenced(ctx, []string{"a/1", ""})
			must(t, err)
			wantEqual(t, got, map[string]bool{"a/1": true})
			_, err = s.Bin.Remove(ctx, "d1")
			must(t, err)
			got, err = s.Originals.Referenced(ctx, []string{"a/1"})
			must(t, err)
			wantEqual(t, len(got), 0)
		}},
	})
}
