package storetest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/search"
)

// testLoader holds what is loaded against what is stored one by one: nobody can
// tell the two apart.
func testLoader(t *testing.T, open func(t *testing.T) Stores) {
	runRules(t, open, []rule{
		{"what is loaded is as if it had been stored one by one", func(t *testing.T, ctx context.Context, s Stores) {
			other := open(t)
			all := loadables(250)
			must(t, s.Loader.LoadDocuments(ctx, all))
			for _, d := range all {
				must(t, other.Documents.Create(ctx, d.Document))
			}
			for _, d := range all {
				got, err := s.Documents.Get(ctx, d.ID)
				must(t, err)
				want, err := other.Documents.Get(ctx, d.ID)
				must(t, err)
				wantEqual(t, got, want)
			}
			for _, stores := range []Stores{s, other} {
				list, err := stores.Documents.List(ctx, document.Filter{Type: "desacato"}, document.PageRequest{Number: 1, Size: 3})
				must(t, err)
				wantEqual(t, fmt.Sprintf("%d %s %s", list.Total, list.Items[0].ID, list.Items[2].ID), "125 l249 l245")
				found, err := stores.Search.Find(ctx, search.Parse(`"palabra 17"`), document.ByRelevance, document.PageRequest{Number: 1, Size: 9})
				must(t, err)
				wantEqual(t, fmt.Sprintf("%d %s", found.Total, found.Items[0].ID), "1 l017")
				found, err = stores.Search.Find(ctx, search.Parse("palabra"), document.ByRelevance, document.PageRequest{Number: 1, Size: 9})
				must(t, err)
				wantEqual(t, fmt.Sprintf("%d %s", found.Total, found.Items[0].ID), "250 l249")
				bearers, err := stores.Recurrences.Bearers(ctx, document.KeysOf(document.KeyCedula, "1000017"))
				must(t, err)
				wantEqual(t, len(bearers), 1)
			}
		}},
		{"a taken ID is a conflict, and nothing is stored", func(t *testing.T, ctx context.Context, s Stores) {
			all := loadables(3)
			must(t, s.Documents.Create(ctx, all[2].Document))
			wantKind(t, s.Loader.LoadDocuments(ctx, all), fault.Conflict)
			_, err := s.Documents.Get(ctx, all[0].ID)
			wantKind(t, err, fault.NotFound)
		}},
		{"what is loaded in a transaction goes with it", func(t *testing.T, ctx context.Context, s Stores) {
			all := loadables(3)
			for _, in := range []func(context.Context, func(context.Context) error) error{s.Transactor.InTx, s.Loader.InTurn} {
				err := in(ctx, func(ctx context.Context) error {
					must(t, s.Loader.LoadDocuments(ctx, all))
					return errUndo
				})
				wantEqual(t, err, errUndo)
				_, err = s.Documents.Get(ctx, all[0].ID)
				wantKind(t, err, fault.NotFound)
			}
		}},
		{"what was prepared is loaded as what was not", func(t *testing.T, ctx context.Context, s Stores) {
			all := loadables(2)
			must(t, s.Loader.Prepare(&all[1]))
			must(t, s.Loader.InTurn(ctx, func(ctx context.Context) error { return s.Loader.LoadDocuments(ctx, all) }))
			for _, d := range all {
				got, err := s.Documents.Get(ctx, d.ID)
				must(t, err)
				wantEqual(t, got, d.Document)
			}
		}},
		{"what was gathered is loaded as what was not", func(t *testing.T, ctx context.Context, s Stores) {
			all := loadables(6)
			must(t, s.Loader.LoadDocuments(ctx, all[:1]))
			must(t, s.Loader.Gather(ctx, all[1:4]))
			must(t, s.Loader.LoadDocuments(ctx, all[1:4]))
			must(t, s.Loader.Gather(ctx, all[4:]))
			must(t, s.Loader.LoadDocuments(ctx, all[5:]))
			for query, want := range map[string]string{"palabra": "5 l005 l003 l002 l001 l000", `"palabra 3"`: "1 l003", `"la palabra 5"`: "1 l005", "palabra -2": "4 l005 l003 l001 l000"} {
				found, err := s.Search.Find(ctx, search.Parse(query), document.ByRelevance, document.PageRequest{Number: 1, Size: 9})
				must(t, err)
				got := fmt.Sprint(found.Total)
				for _, item := range found.Items {
					got += " " + item.ID
				}
				wantEqual(t, got, want)
			}
		}},
		{"documents that come later are found behind those that were loaded", func(t *testing.T, ctx context.Context, s Stores) {
			all := loadables(4)
			must(t, s.Documents.Create(ctx, all[0].Document))
			must(t, s.Loader.LoadDocuments(ctx, all[1:3]))
			must(t, s.Documents.Create(ctx, all[3].Document))
			found, err := s.Search.Find(ctx, search.Parse("palabra"), document.ByRelevance, document.PageRequest{Number: 1, Size: 9})
			must(t, err)
			wantEqual(t, fmt.Sprintf("%d %s %s", found.Total, found.Items[0].ID, found.Items[3].ID), "4 l003 l000")
		}},
		{"fingerprints that are loaded are candidates as those that are put", func(t *testing.T, ctx context.Context, s Stores) {
			var all []dedup.Fingerprint
			var packed []dedup.Packed
			var ids []string
			for i := range 60 {
				packed = append(packed, fingerprint(fmt.Sprintf("d%02d", i), fmt.Sprint("caso ", i/2)).Pack())
				all, ids = append(all, dedup.Fingerprint{}), append(ids, packed[i].ID)
				must(t, all[i].UnmarshalBinary(packed[i].Data))
			}
			must(t, s.Index.Put(ctx, all[0]))
			missing, err := s.Loader.WithoutFingerprint(ctx, ids)
			must(t, err)
			wantEqual(t, len(missing), 59)
			shelf := s.Loader.Shelve()
			must(t, shelf.Put(packed[1:20]))
			must(t, shelf.Put(packed[20:]))
			wantEqual(t, shelf.Len(), 59)
			must(t, shelf.Store(ctx))
			must(t, s.Loader.Settle(ctx))
			if missing, err = s.Loader.WithoutFingerprint(ctx, ids); err != nil || len(missing) > 0 {
				t.Errorf("%v are missing, %v", missing, err)
			}
			other := open(t)
			must(t, other.Index.Put(ctx, all...))
			for _, f := range all {
				got, err := s.Index.Lookup(ctx, nil, f.Keys(), 10)
				must(t, err)
				want, err := other.Index.Lookup(ctx, nil, f.Keys(), 10)
				must(t, err)
				wantEqual(t, got, want)
			}
			must(t, s.Index.Delete(ctx, "d03"))
			must(t, s.Index.Put(ctx, all[3]))
		}},
		{"what has no fingerprint for long is told, the oldest first", func(t *testing.T, ctx context.Context, s Stores) {
			all := loadables(6)
			must(t, s.Loader.LoadDocuments(ctx, all))
			must(t, s.Index.Put(ctx, fingerprint(all[1].ID, "caso")))
			for most, want := range map[int][]string{9: {"l000", "l002", "l003"}, 2: {"l000", "l002"}} {
				ids, err := s.Loader.Unindexed(ctx, all[4].CreatedAt, most)
				must(t, err)
				wantEqual(t, ids, want)
			}
		}},
	})
}

var errUndo = errors.New("undo")

func loadables(n int) []document.Loadable {
	all := make([]document.Loadable, n)
	for i := range all {
		d := document.Document{ID: fmt.Sprintf("l%03d", i), Type: []document.Type{"tutela", "desacato"}[i%2], Status: document.Imported,
			Text: fmt.Sprintf("Señor juez:\nla palabra %d de «Ñandú», y la PALABRA de cada cual\n", i), Cedula: fmt.Sprint(1_000_000 + i), Plaintiff: "Ana 'ñ' \\",
			CreatedAt: time.UnixMicro(1_700_000_000_000_000 + int64(i)).UTC(), OCRConfidence: 1. / 3, Tags: []string{"a"}}
		all[i] = document.Loadable{Document: d, Entry: d.SearchEntry()}
	}
	return all
}
