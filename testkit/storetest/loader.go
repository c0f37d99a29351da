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

// testLoader checks that loading documents in bulk has the same result as storing them one by one.
func testLoader(t *testing.T, open func(t *testing.T) Stores) {
	runRules(t, open, []rule{
		{"loaded documents are as those stored one by one", func(t *testing.T, ctx context.Context, s Stores) {
			other := open(t)
			all := loadables(250)
			must(t, s.Loader.Load(ctx, all))
			for _, d := range all {
				must(t, other.Documents.Create(ctx, d.Document))
				must(t, other.Index.Put(ctx, d.Fingerprint))
			}
			for _, d := range all {
				got, err := s.Documents.Get(ctx, d.ID)
				must(t, err)
				want, err := other.Documents.Get(ctx, d.ID)
				must(t, err)
				wantEqual(t, got, want)
				fingerprint, err := s.Index.Get(ctx, d.ID)
				must(t, err)
				wantSame(t, fingerprint, d.Fingerprint)
				found, err := s.Index.Lookup(ctx, nil, d.Fingerprint.Keys(), 10)
				must(t, err)
				expected, err := other.Index.Lookup(ctx, nil, d.Fingerprint.Keys(), 10)
				must(t, err)
				wantEqual(t, found, expected)
			}
			for _, stores := range []Stores{s, other} {
				list, err := stores.Documents.List(ctx, document.Filter{Type: "desacato"}, document.PageRequest{Number: 1, Size: 3})
				must(t, err)
				wantEqual(t, fmt.Sprintf("%d %s %s", list.Total, list.Items[0].ID, list.Items[2].ID), "125 l249 l245")
				wantSearched(t, ctx, stores, `"palabra 17"`, "1 l017")
				wantSearched(t, ctx, stores, "palabra", "250 l249 l248 l247 l246 l245 l244 l243 l242 l241")
				bearers, err := stores.Recurrences.Bearers(ctx, document.KeysOf(document.KeyCedula, "1000017"))
				must(t, err)
				wantEqual(t, len(bearers), 1)
				tallies, err := stores.Tallies.ByKind(ctx)
				must(t, err)
				wantEqual(t, len(tallies), 2)
			}
		}},
		{"a taken ID is a conflict, and nothing is stored", func(t *testing.T, ctx context.Context, s Stores) {
			all := loadables(3)
			must(t, s.Documents.Create(ctx, all[2].Document))
			wantKind(t, s.Loader.Load(ctx, all), fault.Conflict)
			wantNotLoaded(t, ctx, s, all[:2])
			wantSearched(t, ctx, s, "palabra", "1 l002")
		}},
		{"an ID that is in a batch twice is a conflict, and nothing is stored", func(t *testing.T, ctx context.Context, s Stores) {
			all := loadables(3)
			wantKind(t, s.Loader.Load(ctx, append(all, all[0])), fault.Conflict)
			wantNotLoaded(t, ctx, s, all)
			wantSearched(t, ctx, s, "palabra", "0")
		}},
		{"what is loaded in a transaction goes with it", func(t *testing.T, ctx context.Context, s Stores) {
			all := loadables(3)
			err := s.Transactor.InTx(ctx, func(ctx context.Context) error {
				must(t, s.Loader.Load(ctx, all))
				return errUndo
			})
			wantEqual(t, err, errUndo)
			wantNotLoaded(t, ctx, s, all)
			wantSearched(t, ctx, s, "palabra", "0")
		}},
		{"batches and single documents are found in the order in which they came", func(t *testing.T, ctx context.Context, s Stores) {
			all := loadables(6)
			must(t, s.Documents.Create(ctx, all[0].Document))
			must(t, s.Loader.Load(ctx, all[1:3]))
			must(t, s.Documents.Create(ctx, all[3].Document))
			must(t, s.Loader.Load(ctx, all[4:]))
			for query, want := range map[string]string{"palabra": "6 l005 l004 l003 l002 l001 l000", `"palabra 3"`: "1 l003", `"la palabra 5"`: "1 l005", "palabra -2": "5 l005 l004 l003 l001 l000"} {
				wantSearched(t, ctx, s, query, want)
			}
		}},
		{"a loaded fingerprint is replaced and deleted as any other", func(t *testing.T, ctx context.Context, s Stores) {
			all := loadables(2)
			must(t, s.Loader.Load(ctx, all))
			other := withID(fingerprint("x", "otro asunto"), "l000")
			must(t, s.Index.Put(ctx, other))
			must(t, s.Index.Delete(ctx, "l001"))
			wantFound(t, ctx, s, all[0].Fingerprint.Keys(), 10)
			wantFound(t, ctx, s, other.Keys(), 10, "l000")
		}},
		{"an empty batch changes nothing", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Loader.Load(ctx, nil))
			ended, end := context.WithCancel(ctx)
			end()
			wantEqual(t, s.Loader.Load(ended, loadables(1)), context.Canceled)
			wantSearched(t, ctx, s, "palabra", "0")
		}},
	})
}

var errUndo = errors.New("undo")

// wantSearched wants a search to find that many documents, and those first. A
// store that is not searched passes.
func wantSearched(t *testing.T, ctx context.Context, s Stores, query, want string) {
	t.Helper()
	if s.Search == nil {
		return
	}
	found, err := s.Search.Find(ctx, search.Parse(query), document.Filter{}, document.ByRelevance, document.PageRequest{Number: 1, Size: 9})
	must(t, err)
	got := fmt.Sprint(found.Total)
	for _, item := range found.Items {
		got += " " + item.ID
	}
	wantEqual(t, got, want)
}

// wantNotLoaded wants nothing of the documents to be stored.
func wantNotLoaded(t *testing.T, ctx context.Context, s Stores, all []document.Loadable) {
	t.Helper()
	for _, d := range all {
		_, err := s.Documents.Get(ctx, d.ID)
		wantKind(t, err, fault.NotFound)
		if _, err := s.Index.Get(ctx, d.ID); !errors.Is(err, dedup.ErrNotFound) {
			t.Fatalf("%s: got %v, want dedup.ErrNotFound", d.ID, err)
		}
		wantFound(t, ctx, s, d.Fingerprint.Keys(), 10)
		bearers, err := s.Recurrences.Bearers(ctx, document.KeysOf(document.KeyCedula, d.Cedula))
		must(t, err)
		wantEqual(t, len(bearers), 0)
	}
}

// loadables returns documents of which two that follow one another are alike.
func loadables(n int) []document.Loadable {
	all := make([]document.Loadable, n)
	for i := range all {
		d := document.Document{ID: fmt.Sprintf("l%03d", i), Type: []document.Type{"tutela", "desacato"}[i%2], Status: document.Imported,
			Text: fmt.Sprintf("Señor juez:\nla palabra %d de «Ñandú», y la PALABRA de cada cual\n", i), Cedula: fmt.Sprint(1_000_000 + i), Plaintiff: "Ana 'ñ' \\",
			CreatedAt: time.UnixMicro(1_700_000_000_000_000 + int64(i)).UTC(), OCRConfidence: 1. / 3, Tags: []string{"a"}}
		all[i] = document.Loadable{Document: d, Entry: d.SearchEntry(), Fingerprint: fingerprint(d.ID, fmt.Sprint("caso ", i/2))}
	}
	return all
}
