package riverqueue_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/riverqueue"
	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/testkit/postgres"
)

// BenchmarkStart reports how long it takes from the call that queues a task until
// its work begins, on an idle queue, one task after the other:
//
//	go test -tags sqlite_fts5 -run '^$' -bench Start -benchtime 300x ./adapters/riverqueue
func BenchmarkStart(b *testing.B) {
	for name, o := range map[string]func() sqlstore.Options{
		"SQLite":     func() sqlstore.Options { return sqlstore.Options{Path: filepath.Join(b.TempDir(), "cotejo.db")} },
		"PostgreSQL": func() sqlstore.Options { return sqlstore.Options{URL: postgres.New(b)} },
	} {
		b.Run(name, func(b *testing.B) { measureStart(b, o()) })
	}
}

// begun is called with each task whose work begins.
type begun chan time.Time

func (b begun) Work(context.Context, string) error { b <- time.Now(); return nil }

func measureStart(b *testing.B, o sqlstore.Options) {
	db, err := sqlstore.Open(b.Context(), o)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	worked := make(begun)
	q, err := riverqueue.New(b.Context(), riverqueue.Options{DB: db.Writer(), URL: o.URL, TxFrom: db.TxFrom, Worker: worked})
	if err != nil {
		b.Fatal(err)
	}
	ctx, stop := context.WithCancel(b.Context())
	ended := make(chan error)
	go func() { ended <- q.Run(ctx) }()
	defer func() { stop(); <-ended }()

	queue := func(id string) time.Duration {
		asked := time.Now()
		if err := q.Enqueue(b.Context(), id, "", document.Interactive); err != nil {
			b.Fatal(err)
		}
		return (<-worked).Sub(asked)
	}
	queue("first") // once the workers have started
	var waits []time.Duration
	for b.Loop() {
		time.Sleep(30 * time.Millisecond) // apart, as people send them
		waits = append(waits, queue(fmt.Sprint(len(waits))))
	}
	slices.Sort(waits)
	for unit, at := range map[string]int{"ms-median": len(waits) / 2, "ms-p99": len(waits) * 99 / 100, "ms-worst": len(waits) - 1} {
		b.ReportMetric(float64(waits[at].Microseconds())/1000, unit)
	}
	b.ReportMetric(0, "ns/op") // it has the pauses in it
}
