package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

func testTransactions(t *testing.T, open func(t *testing.T) Stores) {
	runRules(t, open, []rule{
		{"what a transaction did is there when it is committed", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, prepare(ctx, s))
			must(t, s.Transactor.InTx(ctx, func(ctx context.Context) error { return changeAll(ctx, s) }))
			wantChanged(t, ctx, s)
		}},
		{"a failed transaction undoes all of it", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, prepare(ctx, s))
			err := s.Transactor.InTx(ctx, func(ctx context.Context) error {
				if err := changeAll(ctx, s); err != nil {
					return err
				}
				return errChange
			})
			wantEqual(t, err, errChange)
			wantPrepared(t, ctx, s)
		}},
		{"a panic undoes all of it and goes on", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, prepare(ctx, s))
			func() {
				defer func() { wantEqual(t, recover(), any("panic")) }()
				s.Transactor.InTx(ctx, func(ctx context.Context) error {
					if err := changeAll(ctx, s); err != nil {
						t.Error(err)
					}
					panic("panic")
				})
			}()
			wantPrepared(t, ctx, s)
		}},
		{"a transaction whose context ends is undone", func(t *testing.T, _ context.Context, s Stores) {
			must(t, prepare(t.Context(), s))
			ctx, cancel := context.WithCancel(t.Context())
			err := s.Transactor.InTx(ctx, func(ctx context.Context) error {
				if err := changeAll(ctx, s); err != nil {
					t.Error(err)
				}
				cancel()
				return nil
			})
			wantEqual(t, err, context.Canceled)
			wantPrepared(t, t.Context(), s)
		}},
		{"a transaction sees its own changes, others only once it is committed", func(t *testing.T, outside context.Context, s Stores) {
			must(t, prepare(outside, s))
			got := make(chan error, 1)
			must(t, s.Transactor.InTx(outside, func(ctx context.Context) error {
				if err := changeAll(ctx, s); err != nil {
					return err
				}
				wantChanged(t, ctx, s)
				wantKind(t, second(s.Documents.Get(ctx, "deleted")), fault.NotFound)
				// A reader outside either waits for the end or does not see the change.
				go func() {
					_, err := s.Documents.Get(outside, "unborn")
					got <- err
				}()
				return nil
			}))
			<-got
			wantChanged(t, outside, s)
			err := s.Transactor.InTx(outside, func(ctx context.Context) error {
				must(t, s.Documents.Create(ctx, document.Document{ID: "unborn"}))
				go func() {
					_, err := s.Documents.Get(outside, "unborn")
					got <- err
				}()
				return errChange
			})
			wantEqual(t, err, errChange)
			wantKind(t, <-got, fault.NotFound)
		}},
		{"transactions do not nest", func(t *testing.T, ctx context.Context, s Stores) {
			err := s.Transactor.InTx(ctx, func(ctx context.Context) error {
				return s.Transactor.InTx(ctx, func(context.Context) error { return nil })
			})
			wantKind(t, err, fault.Internal)
		}},
		{"an update within a transaction belongs to it", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, prepare(ctx, s))
			err := s.Transactor.InTx(ctx, func(ctx context.Context) error {
				must(t, s.Documents.Update(ctx, "kept", func(d *document.Document) error { d.Plaintiff = "Otra"; return nil }))
				must(t, s.Documents.Update(ctx, "kept", func(d *document.Document) error {
					wantEqual(t, d.Plaintiff, "Otra")
					return nil
				}))
				return errChange
			})
			wantEqual(t, err, errChange)
			wantPrepared(t, ctx, s)
		}},
	})
}

func second[T any](_ T, err error) error { return err }

// prepare fills the stores with what changeAll changes.
func prepare(ctx context.Context, s Stores) error {
	return s.Transactor.InTx(ctx, func(ctx context.Context) error {
		for _, step := range []error{
			s.Documents.Create(ctx, document.Document{ID: "kept", Plaintiff: "Ana"}),
			s.Documents.Create(ctx, document.Document{ID: "deleted"}),
			s.Tasks.Create(ctx, document.Task{ID: "kept", Status: document.TaskPending}),
			s.Tasks.Create(ctx, document.Task{ID: "expired", Status: document.TaskFailed, ExpiresAt: epoch}),
			s.Sessions.Create(ctx, account.Session{ID: "kept", ExpiresAt: epoch}),
			s.Sessions.Create(ctx, account.Session{ID: "deleted", ExpiresAt: epoch.Add(time.Hour)}),
			s.Sessions.Create(ctx, account.Session{ID: "expired", ExpiresAt: epoch.Add(-time.Hour)}),
			s.Index.Put(ctx, fingerprint("kept", "antes")),
			s.Index.Put(ctx, fingerprint("deleted", "borrado")),
		} {
			if step != nil {
				return step
			}
		}
		return nil
	})
}

// changeAll changes something through every method that changes anything.
func changeAll(ctx context.Context, s Stores) error {
	config := dedup.DefaultConfig()
	config.Thresholds.Tutela = 0.25
	for _, step := range []func() error{
		func() error { return s.Documents.Create(ctx, document.Document{ID: "new"}) },
		func() error { return s.History.Append(ctx, []document.Change{{DocumentID: "kept", User: "ana"}}) },
		func() error {
			return s.Documents.Update(ctx, "kept", func(d *document.Document) error { d.Plaintiff = "Eva"; return nil })
		},
		func() error { return s.Documents.Delete(ctx, "deleted") },
		func() error { return s.Tasks.Create(ctx, document.Task{ID: "new", Status: document.TaskPending}) },
		func() error {
			return s.Tasks.Update(ctx, "kept", func(t *document.Task) error { t.Status = document.TaskFailed; return nil })
		},
		func() error { return second(s.Tasks.DeleteExpired(ctx, epoch.Add(time.Minute))) },
		func() error {
			return s.Sessions.Create(ctx, account.Session{ID: "new", ExpiresAt: epoch.Add(time.Hour)})
		},
		func() error { return second(s.Sessions.SpendRefresh(ctx, "kept", 5, epoch.Add(2*time.Hour))) },
		func() error { return s.Sessions.Delete(ctx, "deleted") },
		func() error { return second(s.Sessions.DeleteExpired(ctx, epoch.Add(-time.Minute))) },
		func() error {
			return second(s.DedupTunings.Append(ctx, document.DedupTuning{At: epoch, Config: config}))
		},
		func() error { return s.Index.Put(ctx, fingerprint("new", "nuevo")) },
		func() error { return s.Index.Put(ctx, fingerprint("kept", "después")) },
		func() error { return s.Index.Delete(ctx, "deleted") },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func wantPrepared(t *testing.T, ctx context.Context, s Stores) {
	t.Helper()
	wantState(t, ctx, s, map[string]bool{"kept": true, "deleted": true, "expired": true, "new": false},
		"Ana", document.TaskPending, 0, dedup.DefaultConfig().Thresholds.Tutela, "antes", "después")
}

func wantChanged(t *testing.T, ctx context.Context, s Stores) {
	t.Helper()
	wantState(t, ctx, s, map[string]bool{"kept": true, "deleted": false, "expired": false, "new": true},
		"Eva", document.TaskFailed, 1, 0.25, "después", "antes")
}

func wantState(t *testing.T, ctx context.Context, s Stores, exists map[string]bool, plaintiff string,
	status document.TaskStatus, refreshes int, tutela float64, word, noWord string) {
	t.Helper()
	check := func(what, id string, err error) {
		t.Helper()
		if (err == nil) != exists[id] {
			t.Errorf("%s %q: got error %v, want it to exist: %t", what, id, err, exists[id])
		}
	}
	for _, id := range []string{"kept", "deleted", "new"} {
		check("document", id, second(s.Documents.Get(ctx, id)))
		check("session", id, second(s.Sessions.Get(ctx, id)))
		check("fingerprint", id, second(s.Index.Get(ctx, id)))
	}
	for _, id := range []string{"kept", "expired", "new"} {
		check("task", id, second(s.Tasks.Get(ctx, id)))
	}
	check("session", "expired", second(s.Sessions.Get(ctx, "expired")))
	wantTotal(t, ctx, s, 2)

	d, err := s.Documents.Get(ctx, "kept")
	must(t, err)
	wantEqual(t, d.Plaintiff, plaintiff)
	for _, name := range []string{"Ana", "Eva"} {
		want := 0
		if name == plaintiff {
			want = 1
		}
		m, err := s.Recurrences.WithKeys(ctx, document.KeysOf(document.KeyPlaintiff, name), "", 10)
		must(t, err)
		wantEqual(t, m.Total, want)
	}
	history, err := s.History.List(ctx, "kept", document.PageRequest{Number: 1, Size: 10})
	must(t, err)
	wantEqual(t, history.Total == 1, exists["new"])
	task, err := s.Tasks.Get(ctx, "kept")
	must(t, err)
	wantEqual(t, task.Status, status)
	session, err := s.Sessions.Get(ctx, "kept")
	must(t, err)
	wantEqual(t, session.Refreshes, refreshes)
	config, err := s.DedupTunings.Current(ctx)
	must(t, err)
	wantEqual(t, config.Config.Thresholds.Tutela, tutela)
	wantFound(t, ctx, s, fingerprint("?", word).Keys(), 10, "kept")
	wantFound(t, ctx, s, fingerprint("?", noWord).Keys(), 10)
	for about, id := range map[string]string{"nuevo": "new", "borrado": "deleted"} {
		want := []string{id}
		if !exists[id] {
			want = nil
		}
		wantFound(t, ctx, s, fingerprint("?", about).Keys(), 10, want...)
	}
}
