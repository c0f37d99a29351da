package storetest

import (
	"context"
	"testing"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

func testDivisions(t *testing.T, open func(t *testing.T) Stores) {
	division := document.Division{DocumentID: "d1", FileName: "escritos «1».pdf", Parts: []document.DividedPart{
		{DocumentID: "d2", TaskID: "t2", Pages: document.PageRange{First: 1, Last: 2}},
		{DocumentID: "d3", TaskID: "t3", Pages: document.PageRange{First: 3, Last: 30}},
	}}
	binned := func(t *testing.T, ctx context.Context, s Stores, id string) {
		d := fullDocument(id)
		d.FileName = division.FileName
		must(t, s.Bin.Put(ctx, document.BinEntry{Document: d, DeletedBy: "ana", DeletedAt: epoch, KeptUntil: document.KeptForever}))
	}
	runRules(t, open, []rule{
		{"a division comes back whole", func(t *testing.T, ctx context.Context, s Stores) {
			binned(t, ctx, s, "d1")
			must(t, s.Divisions.Create(ctx, division))
			got, err := s.Divisions.Get(ctx, "d1")
			must(t, err)
			wantEqual(t, got, division)
		}},
		{"a division does not end with the entry of the bin", func(t *testing.T, ctx context.Context, s Stores) {
			binned(t, ctx, s, "d1")
			must(t, s.Divisions.Create(ctx, division))
			_, err := s.Bin.Take(ctx, "d1")
			must(t, err)
			got, err := s.Divisions.Get(ctx, "d1")
			must(t, err)
			want := division
			want.FileName = ""
			wantEqual(t, got, want)
		}},
		{"parts know what they came from", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Divisions.Create(ctx, division))
			origins, err := s.Divisions.Origins(ctx, []string{"d3", "d1", "d2", "d4"})
			must(t, err)
			wantEqual(t, origins, map[string]string{"d2": "d1", "d3": "d1"})
			origins, err = s.Divisions.Origins(ctx, nil)
			must(t, err)
			wantEqual(t, origins, map[string]string{})
		}},
		{"a document is not divided twice", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Divisions.Create(ctx, division))
			other := document.Division{DocumentID: "d1", Parts: []document.DividedPart{{DocumentID: "d7", TaskID: "t7", Pages: document.PageRange{First: 1, Last: 3}}}}
			wantKind(t, s.Divisions.Create(ctx, other), fault.Conflict)
		}},
		{"a deleted division was never there, as an unknown one", func(t *testing.T, ctx context.Context, s Stores) {
			binned(t, ctx, s, "d1")
			must(t, s.Divisions.Create(ctx, division))
			must(t, s.Divisions.Delete(ctx, "d1"))
			must(t, s.Divisions.Delete(ctx, "d1"))
			for _, id := range []string{"d1", "d2", "d9", ""} {
				_, err := s.Divisions.Get(ctx, id)
				wantKind(t, err, fault.NotFound)
			}
			origins, err := s.Divisions.Origins(ctx, []string{"d2"})
			must(t, err)
			wantEqual(t, origins, map[string]string{})
		}},
		{"the bin keeps a divided document", func(t *testing.T, ctx context.Context, s Stores) {
			binned(t, ctx, s, "d1")
			n, err := s.Bin.RemoveExpired(ctx, document.KeptForever.AddDate(-1, 0, 0))
			must(t, err)
			e, err := s.Bin.Get(ctx, "d1")
			must(t, err)
			if n != 0 || !e.IsDivided() {
				t.Errorf("%d removed, kept until %s", n, e.KeptUntil)
			}
		}},
	})
}
