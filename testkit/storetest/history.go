package storetest

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/document"
)

func testHistory(t *testing.T, open func(t *testing.T) Stores) {
	runRules(t, open, []rule{
		{"what is appended comes back whole, newest first", func(t *testing.T, ctx context.Context, s Stores) {
			var want []document.Change
			for i, text := range awkwardTexts {
				c := document.Change{DocumentID: "d1", At: epoch.Add(time.Duration(i) * time.Second), User: text, By: "otra " + text,
					Field: document.FieldPlaintiff, From: text, To: text + "!"}
				must(t, s.History.Append(ctx, []document.Change{c}))
				want = append([]document.Change{c}, want...)
			}
			got, err := s.History.List(ctx, "d1", document.PageRequest{Number: 1, Size: 100})
			must(t, err)
			wantEqual(t, got, document.ChangeListing{Items: want, Total: len(want), Page: document.PageRequest{Number: 1, Size: 100}})
		}},
		{"changes of one moment keep their order, across pages too", func(t *testing.T, ctx context.Context, s Stores) {
			var changes []document.Change
			for i := range 7 {
				changes = append(changes, document.Change{DocumentID: "d1", At: epoch, To: fmt.Sprint(i)})
			}
			must(t, s.History.Append(ctx, changes))
			var got string
			for n := range 4 {
				l, err := s.History.List(ctx, "d1", document.PageRequest{Number: n + 1, Size: 2})
				must(t, err)
				wantEqual(t, l.Total, 7)
				for _, c := range l.Items {
					got += c.To
				}
			}
			wantEqual(t, got, "6543210")
		}},
		{"each document has its own, and one without has none", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.History.Append(ctx, []document.Change{{DocumentID: "d1"}, {DocumentID: "d2"}, {DocumentID: "d1"}}))
			for id, want := range map[string]int{"d1": 2, "d2": 1, "d3": 0} {
				l, err := s.History.List(ctx, id, document.PageRequest{Number: 1, Size: 10})
				must(t, err)
				wantEqual(t, l.Total, want)
				wantEqual(t, len(l.Items), want)
			}
			must(t, s.History.Append(ctx, nil))
		}},
		{"a page past the end is empty, however far", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.History.Append(ctx, []document.Change{{DocumentID: "d1"}}))
			for _, n := range []int{2, 1000, math.MaxInt} {
				l, err := s.History.List(ctx, "d1", document.PageRequest{Number: n, Size: 2})
				must(t, err)
				wantEqual(t, len(l.Items), 0)
				wantEqual(t, l.Total, 1)
			}
		}},
		{"it stays when its document is deleted", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Documents.Create(ctx, fullDocument("d1")))
			must(t, s.History.Append(ctx, []document.Change{{DocumentID: "d1"}}))
			must(t, s.Documents.Delete(ctx, "d1"))
			l, err := s.History.List(ctx, "d1", document.PageRequest{Number: 1, Size: 2})
			must(t, err)
			wantEqual(t, l.Total, 1)
		}},
	})
}
