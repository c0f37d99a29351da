package storetest

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/cotejo/cotejo/core/document"
)

func testConcurrency(t *testing.T, open func(t *testing.T) Stores) {
	const workers, rounds = 8, 10
	inParallel := func(work func(worker, round int)) {
		var all sync.WaitGroup
		for w := range workers {
			all.Go(func() {
				for r := range rounds {
					work(w, r)
				}
			})
		}
		all.Wait()
	}
	runRules(t, open, []rule{
		{"parallel updates of one document lose nothing", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Documents.Create(ctx, document.Document{ID: "d1"}))
			inParallel(func(w, r int) {
				if err := s.Documents.Update(ctx, "d1", func(d *document.Document) error {
					d.Tags = append(d.Tags, fmt.Sprint(w, "-", r))
					return nil
				}); err != nil {
					t.Error(err)
				}
			})
			d, err := s.Documents.Get(ctx, "d1")
			must(t, err)
			distinct := map[string]bool{}
			for _, tag := range d.Tags {
				distinct[tag] = true
			}
			wantEqual(t, len(distinct), workers*rounds)
		}},
		{"parallel updates of one task lose nothing", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Tasks.Create(ctx, document.Task{ID: "t1"}))
			inParallel(func(w, r int) {
				if err := s.Tasks.Update(ctx, "t1", func(d *document.Task) error { d.PagesDone++; return nil }); err != nil {
					t.Error(err)
				}
			})
			task, err := s.Tasks.Get(ctx, "t1")
			must(t, err)
			wantEqual(t, task.PagesDone, workers*rounds)
		}},
		{"of parallel creations of one ID one succeeds", func(t *testing.T, ctx context.Context, s Stores) {
			var mu sync.Mutex
			created := 0
			inParallel(func(w, r int) {
				if s.Documents.Create(ctx, document.Document{ID: fmt.Sprint("d", r)}) == nil {
					mu.Lock()
					created++
					mu.Unlock()
				}
			})
			wantEqual(t, created, rounds)
			wantTotal(t, ctx, s, rounds)
		}},
		{"readers see a transaction whole or not at all", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Documents.Create(ctx, document.Document{ID: "a"}))
			must(t, s.Documents.Create(ctx, document.Document{ID: "b"}))
			done := make(chan struct{})
			var readers sync.WaitGroup
			for range 4 {
				readers.Go(func() {
					for {
						select {
						case <-done:
							return
						default:
						}
						got, err := s.Documents.Summaries(ctx, []string{"a", "b"})
						if err != nil || got["a"].Plaintiff != got["b"].Plaintiff {
							t.Errorf("got %v, %v", got, err)
							return
						}
					}
				})
			}
			for i := range 30 {
				must(t, s.Transactor.InTx(ctx, func(ctx context.Context) error {
					for _, id := range []string{"a", "b"} {
						if err := s.Documents.Update(ctx, id, func(d *document.Document) error {
							d.Plaintiff = fmt.Sprint(i)
							return nil
						}); err != nil {
							return err
						}
					}
					return nil
				}))
			}
			close(done)
			readers.Wait()
		}},
	})
}
