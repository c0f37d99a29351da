package storetest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

func testBin(t *testing.T, open func(t *testing.T) Stores) {
	pair := func(later, earlier string) document.Pair {
		return document.Pair{DocumentID: later, EarlierID: earlier, Relation: document.SameFacts, Similarity: 1.0 / 3, Reason: "la misma «cédula»",
			ReceivedAt: epoch, Page: 1, EarlierPage: 2, Decision: document.Decision{Verdict: document.IsDuplicate, Note: "sí", By: "ana", At: epoch}}
	}
	entry := func(id string, deleted int, pairs ...document.Pair) document.BinEntry {
		return document.BinEntry{Document: fullDocument(id), DeletedBy: "jefa", DeletedAt: epoch.Add(time.Duration(deleted) * time.Hour),
			KeptUntil: epoch.Add(time.Duration(deleted+720) * time.Hour), Pairs: pairs,
			Words:        [][]byte{{0, 255, '\''}, {1}},
			Examples:     []document.Example{{DocumentID: id, Field: document.FieldCedula, Corrected: "«7»", At: epoch}},
			Replacements: []document.Pair{pair("d8", "d9")}}
	}
	pairsOf := func(t *testing.T, ctx context.Context, s Stores, id string) []document.Pair {
		e, err := s.Bin.Get(ctx, id)
		must(t, err)
		return e.Pairs
	}

	runRules(t, open, []rule{
		{"an entry comes back whole", func(t *testing.T, ctx context.Context, s Stores) {
			want := entry("d1", 0, pair("d1", "d2"), pair("d3", "d1"))
			must(t, s.Bin.Put(ctx, want))
			got, err := s.Bin.Get(ctx, "d1")
			must(t, err)
			wantEqual(t, got, want)
			got, err = s.Bin.Take(ctx, "d1")
			must(t, err)
			wantEqual(t, got, want)
		}},
		{"a taken or removed entry is gone, an unknown one was never there", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Bin.Put(ctx, entry("d1", 0)))
			must(t, s.Bin.Put(ctx, entry("d2", 0)))
			_, err := s.Bin.Take(ctx, "d1")
			must(t, err)
			key, err := s.Bin.Remove(ctx, "d2")
			must(t, err)
			wantEqual(t, key, "originals/d2")
			for _, id := range []string{"d1", "d2", "d3", ""} {
				_, err := s.Bin.Get(ctx, id)
				wantKind(t, err, fault.NotFound)
				_, err = s.Bin.Take(ctx, id)
				wantKind(t, err, fault.NotFound)
				_, err = s.Bin.Remove(ctx, id)
				wantKind(t, err, fault.NotFound)
			}
		}},
		{"a document is in the bin once", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Bin.Put(ctx, entry("d1", 0)))
			wantKind(t, s.Bin.Put(ctx, entry("d1", 1)), fault.Conflict)
		}},
		{"a pair comes back with the last of its documents that leaves", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Bin.Put(ctx, entry("d1", 0, pair("d2", "d1"), pair("d3", "d1"))))
			must(t, s.Bin.Put(ctx, entry("d2", 1)))
			e, err := s.Bin.Take(ctx, "d1")
			must(t, err)
			wantEqual(t, e.Pairs, []document.Pair{pair("d2", "d1"), pair("d3", "d1")})
			e, err = s.Bin.Take(ctx, "d2")
			must(t, err)
			wantEqual(t, e.Pairs, []document.Pair{pair("d2", "d1")})
			must(t, s.Bin.Put(ctx, entry("d2", 2)))
			wantEqual(t, len(pairsOf(t, ctx, s, "d2")), 0)
		}},
		{"a removed document is in no pair any more", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Bin.Put(ctx, entry("d1", 0, pair("d2", "d1"))))
			must(t, s.Bin.Put(ctx, entry("d2", 1, pair("d3", "d2"))))
			_, err := s.Bin.Remove(ctx, "d1")
			must(t, err)
			wantEqual(t, pairsOf(t, ctx, s, "d2"), []document.Pair{pair("d3", "d2")})
		}},
		{"entries expire at their time, with their pairs", func(t *testing.T, ctx context.Context, s Stores) {
			for i := range 4 {
				must(t, s.Bin.Put(ctx, entry(fmt.Sprint("d", i), i, pair(fmt.Sprint("d", i), "d3"))))
			}
			n, err := s.Bin.RemoveExpired(ctx, epoch.Add(-time.Second))
			must(t, err)
			wantEqual(t, n, 0)
			n, err = s.Bin.RemoveExpired(ctx, epoch.Add(721*time.Hour))
			must(t, err)
			wantEqual(t, n, 2)
			l, err := s.Bin.List(ctx, document.PageRequest{Number: 1, Size: 10})
			must(t, err)
			wantEqual(t, l.Total, 2)
			wantEqual(t, len(pairsOf(t, ctx, s, "d3")), 2)
		}},
		{"the list has the last deleted first, page by page", func(t *testing.T, ctx context.Context, s Stores) {
			var want []document.Binned
			for i := range 5 {
				e := entry(fmt.Sprint("d", i), 5-i)
				must(t, s.Bin.Put(ctx, e))
				want = append(want, e.Binned())
			}
			for i, wanted := range [][]document.Binned{want[:2], want[2:4], want[4:], nil} {
				page := document.PageRequest{Number: i + 1, Size: 2}
				l, err := s.Bin.List(ctx, page)
				must(t, err)
				wantEqual(t, l, document.BinListing{Items: wanted, Total: 5, Page: page})
			}
		}},
		{"a document in the bin is in no other store", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Bin.Put(ctx, entry("d1", 0, pair("d1", "d2"))))
			_, err := s.Documents.Get(ctx, "d1")
			wantKind(t, err, fault.NotFound)
			wantTotal(t, ctx, s, 0)
			found, err := s.Documents.WithSHA256(ctx, fullDocument("d1").SHA256)
			must(t, err)
			wantEqual(t, len(found), 0)
			pairs, err := s.Pairs.Of(ctx, []string{"d1", "d2"})
			must(t, err)
			wantEqual(t, len(pairs), 0)
		}},
		{"what is put or taken is undone with its transaction", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Bin.Put(ctx, entry("d1", 0, pair("d1", "d2"))))
			err := s.Transactor.InTx(ctx, func(ctx context.Context) error {
				_, err := s.Bin.Take(ctx, "d1")
				must(t, err)
				must(t, s.Bin.Put(ctx, entry("d3", 0)))
				return errChange
			})
			wantEqual(t, err, errChange)
			wantEqual(t, pairsOf(t, ctx, s, "d1"), []document.Pair{pair("d1", "d2")})
			_, err = s.Bin.Get(ctx, "d3")
			wantKind(t, err, fault.NotFound)
		}},
	})
}
