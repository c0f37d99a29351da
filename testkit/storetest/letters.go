package storetest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

func testLetters(t *testing.T, open func(t *testing.T) Stores) {
	// filed stores the filing d<n> of a person; the nameless have no number.
	filed := func(t *testing.T, ctx context.Context, s Stores, n int, cedula string) string {
		t.Helper()
		id := fmt.Sprint("d", n)
		must(t, s.Documents.Create(ctx, document.Document{ID: id, FileName: id + ".pdf", Cedula: cedula, CreatedAt: epoch.Add(time.Duration(n) * time.Hour)}))
		return id
	}
	members := func(t *testing.T, ctx context.Context, s Stores, id string) (ids []string) {
		t.Helper()
		for number := 1; ; number++ {
			l, err := s.Letters.Members(ctx, id, document.PageRequest{Number: number, Size: 2})
			must(t, err)
			for _, item := range l.Items {
				ids = append(ids, item.ID)
			}
			if len(ids) >= l.Total {
				return ids
			}
		}
	}
	runRules(t, open, []rule{
		{"a letter counts its filings and the people whom they name", func(t *testing.T, ctx context.Context, s Stores) {
			for i, cedula := range []string{"11.111", "22222", "11111", "", ""} {
				must(t, s.Letters.Put(ctx, "d0", filed(t, ctx, s, i, cedula)))
			}
			must(t, s.Letters.Put(ctx, "d0", "of nothing"))
			got, err := s.Letters.Get(ctx, "d0")
			must(t, err)
			want := document.Letter{ID: "d0", Representative: "d0", Documents: 5, People: 2, FirstAt: epoch, LastAt: epoch.Add(4 * time.Hour)}
			wantEqual(t, got, want)
			of, err := s.Letters.Of(ctx, []string{"d3", "of nothing"})
			must(t, err)
			wantEqual(t, of, map[string]document.Letter{"d3": want})
			wantEqual(t, members(t, ctx, s, "d0"), []string{"d4", "d3", "d2", "d1", "d0"})
		}},
		{"the list has the letters of several people, those with the most filings first", func(t *testing.T, ctx context.Context, s Stores) {
			for i := range 12 {
				letter := []string{"d0", "d1", "d2", "d3"}[i%4]
				if letter == "d3" && i > 3 {
					letter = "d1"
				}
				person := fmt.Sprint(100 + i)
				if letter == "d2" {
					person = "100" // one person, whatever the number of filings
				}
				must(t, s.Letters.Put(ctx, letter, filed(t, ctx, s, i, person)))
			}
			var got []string
			for number := 1; number <= 3; number++ {
				l, err := s.Letters.List(ctx, document.PageRequest{Number: number, Size: 1})
				must(t, err)
				wantEqual(t, l.Total, 2)
				for _, x := range l.Items {
					got = append(got, x.ID)
				}
			}
			wantEqual(t, got, []string{"d1", "d0"})
		}},
		{"a filing is in one letter, and a letter ends with its last filing", func(t *testing.T, ctx context.Context, s Stores) {
			for i := range 3 {
				must(t, s.Letters.Put(ctx, "d0", filed(t, ctx, s, i, fmt.Sprint(i+1))))
			}
			must(t, s.Letters.Put(ctx, "d2", "d2"))
			wantEqual(t, members(t, ctx, s, "d0"), []string{"d1", "d0"})
			must(t, s.Letters.Remove(ctx, "d2"))
			must(t, s.Letters.Remove(ctx, "d2")) // it is in none
			_, err := s.Letters.Get(ctx, "d2")
			wantKind(t, err, fault.NotFound)
			must(t, s.Documents.Delete(ctx, "d0"))
			got, err := s.Letters.Get(ctx, "d0")
			must(t, err)
			wantEqual(t, got, document.Letter{ID: "d0", Representative: "d1", Documents: 1, People: 1, FirstAt: epoch.Add(time.Hour), LastAt: epoch.Add(time.Hour)})
		}},
		{"a correction counts once the filing is placed again", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Letters.Put(ctx, "d0", filed(t, ctx, s, 0, "1"), filed(t, ctx, s, 1, "1")))
			must(t, s.Documents.Update(ctx, "d1", func(d *document.Document) error { d.Cedula = "2"; return nil }))
			must(t, s.Letters.Put(ctx, "d0", "d1"))
			got, err := s.Letters.Get(ctx, "d0")
			must(t, err)
			wantEqual(t, got.People, 2)
			wantEqual(t, got.Documents, 2)
		}},
		{"a transaction that fails leaves the letters as they were", func(t *testing.T, ctx context.Context, s Stores) {
			id := filed(t, ctx, s, 0, "1")
			must(t, s.Letters.Put(ctx, id, id))
			other := filed(t, ctx, s, 1, "2")
			wantEqual(t, s.Transactor.InTx(ctx, func(ctx context.Context) error {
				must(t, s.Letters.Put(ctx, id, other))
				must(t, s.Letters.Remove(ctx, id))
				return errChange
			}), errChange)
			wantEqual(t, members(t, ctx, s, id), []string{id})
		}},
	})
	// Whatever is placed, removed and deleted in whichever order, the counters are those
	// of the filings that a letter has.
	t.Run("counters follow the filings", func(t *testing.T) {
		s, ctx := open(t), t.Context()
		next := 0
		rapid.Check(t, func(rt *rapid.T) {
			base := next
			in := map[string]string{}
			person := map[string]string{}
			for range rapid.IntRange(1, 12).Draw(rt, "steps") {
				switch step := rapid.IntRange(0, 3).Draw(rt, "step"); {
				case step < 2 || len(in) == 0:
					cedula := rapid.SampledFrom([]string{"", "1", "2"}).Draw(rt, "cedula")
					id := filed(t, ctx, s, next, cedula)
					next++
					in[id], person[id] = fmt.Sprint("letter ", base, rapid.IntRange(0, 1).Draw(rt, "letter")), cedula
					must(t, s.Letters.Put(ctx, in[id], id))
				default:
					id := rapid.SampledFrom(slices.Sorted(maps.Keys(in))).Draw(rt, "filing")
					if step == 2 {
						must(t, s.Letters.Remove(ctx, id))
					} else {
						must(t, s.Documents.Delete(ctx, id))
					}
					delete(in, id)
				}
			}
			for i := range 2 {
				letter := fmt.Sprint("letter ", base, i)
				documents, people := 0, map[string]bool{}
				for id, of := range in {
					if of == letter {
						documents++
						if person[id] != "" {
							people[person[id]] = true
						}
					}
				}
				got, err := s.Letters.Get(ctx, letter)
				if documents == 0 {
					wantKind(t, err, fault.NotFound)
					continue
				}
				must(t, err)
				wantEqual(t, []int{got.Documents, got.People}, []int{documents, len(people)})
			}
		})
	})
}
