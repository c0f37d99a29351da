package storetest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/fault"
)

func testBoilerplate(t *testing.T, open func(t *testing.T) Stores) {
	edition := func(n int64) dedup.Edition {
		return dedup.Edition{Number: n, LearnedAt: epoch.Add(time.Duration(n) * time.Hour), Documents: int(1000 * n)}
	}
	runRules(t, open, []rule{
		{"nothing is stored at first", func(t *testing.T, ctx context.Context, s Stores) {
			e, table, err := s.Boilerplate.Load(ctx)
			must(t, err)
			wantEqual(t, e, dedup.Edition{})
			wantEqual(t, len(table), 0)
			e, err = s.Boilerplate.Edition(ctx)
			must(t, err)
			wantEqual(t, e, dedup.Edition{})
		}},
		{"the last edition comes back whole", func(t *testing.T, ctx context.Context, s Stores) {
			for n := int64(1); n <= 3; n++ {
				want := fmt.Sprintf("table %d \x00\xff", n)
				must(t, s.Boilerplate.Replace(ctx, edition(n), []byte(want)))
				e, table, err := s.Boilerplate.Load(ctx)
				must(t, err)
				wantEqual(t, e, edition(n))
				wantEqual(t, string(table), want)
				e, err = s.Boilerplate.Edition(ctx)
				must(t, err)
				wantEqual(t, e, edition(n))
			}
		}},
		{"of two that learned at once the later is told so", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Boilerplate.Replace(ctx, edition(1), []byte("first")))
			wantKind(t, s.Boilerplate.Replace(ctx, edition(1), []byte("second")), fault.Conflict)
			wantKind(t, s.Boilerplate.Replace(ctx, edition(3), []byte("third")), fault.Conflict)
			_, table, err := s.Boilerplate.Load(ctx)
			must(t, err)
			wantEqual(t, string(table), "first")
		}},
		{"a failed transaction leaves the edition before", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Boilerplate.Replace(ctx, edition(1), []byte("first")))
			err := s.Transactor.InTx(ctx, func(ctx context.Context) error {
				must(t, s.Boilerplate.Replace(ctx, edition(2), []byte("second")))
				return errChange
			})
			if !errors.Is(err, errChange) {
				t.Fatalf("got %v", err)
			}
			e, err := s.Boilerplate.Edition(ctx)
			must(t, err)
			wantEqual(t, e, edition(1))
		}},
		{"a sample is spread evenly, or all there is", func(t *testing.T, ctx context.Context, s Stores) {
			const n = 240
			for i := range n {
				must(t, s.Index.Put(ctx, fingerprint(fmt.Sprintf("d%03d", i), "salud")))
			}
			for i := range n / 4 { // gaps
				must(t, s.Index.Delete(ctx, fmt.Sprintf("d%03d", 60+i)))
			}
			count, err := s.Prints.Count(ctx)
			must(t, err)
			wantEqual(t, count, n*3/4)
			for _, c := range []struct{ most, atLeast, atMost int }{{0, 0, 0}, {1, 1, 1},
				{20, 14, 21}, {n * 3 / 4, n * 3 / 4, n * 3 / 4}, {n * 5, n * 3 / 4, n * 3 / 4}} {
				var ids []string
				early, late := 0, 0
				must(t, s.Prints.Sample(ctx, c.most, func(f dedup.Fingerprint) error {
					if f.ID < "d060" {
						early++
					} else {
						late++
					}
					ids = append(ids, f.ID)
					return nil
				}))
				seen := map[string]bool{}
				for _, id := range ids {
					seen[id] = true
				}
				if len(ids) < c.atLeast || len(ids) > c.atMost || len(seen) != len(ids) {
					t.Errorf("of at most %d got %d, %d of them different", c.most, len(ids), len(seen))
				}
				if c.most >= 20 && (early < len(ids)/5 || late < len(ids)/2) {
					t.Errorf("of at most %d, %d are of the first third and %d of the others", c.most, early, late)
				}
			}
		}},
		{"an error ends a sample", func(t *testing.T, ctx context.Context, s Stores) {
			for i := range 3 {
				must(t, s.Index.Put(ctx, fingerprint(fmt.Sprint(i), "salud")))
			}
			visited := 0
			err := s.Prints.Sample(ctx, 10, func(dedup.Fingerprint) error { visited++; return errChange })
			if !errors.Is(err, errChange) || visited != 1 {
				t.Errorf("got %v after %d", err, visited)
			}
		}},
	})
}
