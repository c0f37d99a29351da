package storetest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/ner"
)

func testPairs(t *testing.T, open func(t *testing.T) Stores) {
	// pair relates the documents d<later> and d<earlier>.
	pair := func(later, earlier int, similarity float64) document.Pair {
		return document.Pair{DocumentID: fmt.Sprint("d", later), EarlierID: fmt.Sprint("d", earlier), Relation: document.SameFacts, Similarity: similarity,
			Reason: "la misma cédula; «hechos» 100 % iguales", ReceivedAt: epoch.Add(time.Duration(later) * 24 * time.Hour), Page: later, EarlierPage: earlier}
	}
	decided := func(p document.Pair, v document.PairVerdict) document.Pair {
		p.Decision = document.Decision{Verdict: v, Note: "La niña es otra\n☑", By: "ana", At: epoch.Add(time.Microsecond)}
		return p
	}
	runRules(t, open, []rule{
		{"a pair comes back as it was stored, in whichever order it is named", func(t *testing.T, ctx context.Context, s Stores) {
			want := decided(pair(2, 1, 1.0/3), document.NotDuplicate)
			must(t, s.Pairs.Put(ctx, want))
			for _, ids := range [][2]string{{"d1", "d2"}, {"d2", "d1"}} {
				got, err := s.Pairs.Get(ctx, ids[0], ids[1])
				must(t, err)
				wantEqual(t, got, want)
			}
			_, err := s.Pairs.Get(ctx, "d1", "d3")
			wantKind(t, err, fault.NotFound)
		}},
		{"of two documents there is one pair, whichever was later", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Pairs.Put(ctx, pair(2, 1, .9)))
			must(t, s.Pairs.Put(ctx, decided(pair(1, 2, .8), document.IsDuplicate)))
			all, err := s.Pairs.Of(ctx, []string{"d1", "d2"})
			must(t, err)
			wantEqual(t, len(all), 1)
			wantEqual(t, all[0].DocumentID, "d2")
			wantEqual(t, all[0].Similarity, .8)
			wantEqual(t, [2]int{all[0].Page, all[0].EarlierPage}, [2]int{2, 1})
			wantEqual(t, all[0].Decision.Verdict, document.IsDuplicate)
		}},
		{"what is found anew takes the place of what nobody has decided on, and leaves decisions", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Pairs.Replace(ctx, "d4", []document.Pair{pair(4, 1, .9), pair(4, 2, .8), pair(5, 4, .7)}))
			must(t, s.Pairs.Put(ctx, pair(6, 5, .6))) // of others
			kept := decided(pair(4, 2, .8), document.NotDuplicate)
			must(t, s.Pairs.Put(ctx, kept))
			must(t, s.Pairs.Replace(ctx, "d4", []document.Pair{pair(4, 3, .95), pair(4, 2, .85)}))
			kept.Similarity = .85
			got, err := s.Pairs.Of(ctx, []string{"d4"})
			must(t, err)
			wantEqual(t, got, []document.Pair{pair(4, 3, .95), kept})
			got, err = s.Pairs.Of(ctx, []string{"d5", "d6"})
			must(t, err)
			wantEqual(t, got, []document.Pair{pair(6, 5, .6)})
		}},
		{"a pair is forgotten by name, or with one of its documents", func(t *testing.T, ctx context.Context, s Stores) {
			for i := range 3 {
				must(t, s.Documents.Create(ctx, document.Document{ID: fmt.Sprint("d", i), CreatedAt: epoch}))
			}
			must(t, s.Pairs.Replace(ctx, "d2", []document.Pair{pair(2, 1, .9), pair(2, 0, .8)}))
			must(t, s.Pairs.Put(ctx, decided(pair(1, 0, .7), document.IsDuplicate)))
			must(t, s.Pairs.Delete(ctx, "d2", "d1"))
			wantKind(t, s.Pairs.Delete(ctx, "d2", "d1"), fault.NotFound)
			must(t, s.Documents.Delete(ctx, "d0"))
			got, err := s.Pairs.Of(ctx, []string{"d0", "d1", "d2"})
			must(t, err)
			wantEqual(t, len(got), 0)
		}},
		{"documents are visited with their entities and what they repeat, the most similar first", func(t *testing.T, ctx context.Context, s Stores) {
			for i := range 3 {
				must(t, s.Documents.Create(ctx, document.Document{
					ID: fmt.Sprint("d", i), FileName: fmt.Sprintf("«%d» \"é\".pdf", i), CreatedAt: epoch.Add(time.Duration(i)),
					Entities: []document.Entity{{Entity: ner.Entity{Field: ner.Represented, Value: fmt.Sprint("Niña ", i)}}},
				}))
			}
			first, second := pair(2, 0, .7), decided(pair(2, 1, .9), document.IsDuplicate)
			must(t, s.Pairs.Replace(ctx, "d2", []document.Pair{first, second}))
			found := map[string][]document.EarlierPair{}
			must(t, s.Documents.EachPaired(ctx, document.Filter{}, func(d *document.Document, earlier []document.EarlierPair) error {
				wantEqual(t, d.Represented(), "Niña "+strings.TrimPrefix(d.ID, "d"))
				found[d.ID] = earlier
				return nil
			}))
			wantEqual(t, found, map[string][]document.EarlierPair{"d0": nil, "d1": nil,
				"d2": {{Pair: second, FileName: "«1» \"é\".pdf"}, {Pair: first, FileName: "«0» \"é\".pdf"}}})
		}},
		{"each filter takes what it says, page by page, the most similar or the newest first", func(t *testing.T, ctx context.Context, s Stores) {
			var all []document.Pair
			for i := range 40 {
				p := pair(i+100, i, float64(i*7%40)/40)
				if i%4 == 1 {
					p.Relation = document.OtherClaim
				}
				if v := i % 5; v < 3 {
					p = decided(p, document.PairVerdicts()[v])
				}
				must(t, s.Pairs.Put(ctx, p))
				all = append(all, p)
			}
			day := document.DayOf(epoch)
			filters := []document.PairFilter{{}, {ByDate: true}, {Relation: document.OtherClaim}, {MinScore: .5}, {MaxScore: .25}, {MinScore: .25, MaxScore: .5},
				{From: day + 110}, {To: day + 110}, {From: day + 105, To: day + 120, State: document.PairOpen, Relation: document.SameFacts, ByDate: true}}
			for _, state := range document.PairStates() {
				filters = append(filters, document.PairFilter{State: state})
			}
			for _, f := range filters {
				var want []document.Pair
				for _, p := range all {
					if f.Takes(&p) {
						want = append(want, p)
					}
				}
				slices.SortFunc(want, func(a, b document.Pair) int {
					if a.Similarity != b.Similarity && !f.ByDate {
						if a.Similarity > b.Similarity {
							return -1
						}
						return 1
					}
					return b.ReceivedAt.Compare(a.ReceivedAt)
				})
				var got []document.Pair
				for number := 1; ; number++ {
					l, err := s.Pairs.List(ctx, f, document.PageRequest{Number: number, Size: 7})
					must(t, err)
					wantEqual(t, l.Total, len(want))
					if got = append(got, l.Items...); len(l.Items) == 0 {
						break
					}
				}
				if len(want) == 0 || len(want) == len(all) && f != (document.PairFilter{}) && f != (document.PairFilter{ByDate: true}) {
					t.Errorf("%+v takes %d of %d: the test says little", f, len(want), len(all))
				}
				wantEqual(t, got, want)
			}
		}},
		{"a transaction that fails leaves the pairs as they were", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Pairs.Put(ctx, pair(2, 1, .9)))
			err := s.Transactor.InTx(ctx, func(ctx context.Context) error {
				must(t, s.Pairs.Put(ctx, decided(pair(2, 1, .9), document.IsDuplicate)))
				must(t, s.Pairs.Put(ctx, pair(3, 1, .9)))
				return errChange
			})
			wantEqual(t, err, errChange)
			got, err := s.Pairs.Of(ctx, []string{"d1"})
			must(t, err)
			wantEqual(t, got, []document.Pair{pair(2, 1, .9)})
		}},
	})
}
