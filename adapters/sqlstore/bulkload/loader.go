// Package bulkload stores many documents at once, with their fingerprints and search entries.
package bulkload

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/dedupindex"
	"github.com/cotejo/cotejo/adapters/sqlstore/records"
	"github.com/cotejo/cotejo/adapters/sqlstore/searchindex"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/document"
)

// Loader implements ports.Loader: each table gets all its rows of a batch at once, in the
// order of its key. It is safe for concurrent use.
type Loader struct {
	db     *sqldb.DB
	dedup  dedupindex.Index
	search searchindex.Index
	pacing pacing

	mu    sync.Mutex // held while a batch is stored
	ended time.Time  // when the last batch ended
}

// New returns a loader that keeps both indexes up to date.
func New(db *sqldb.DB, dedup dedupindex.Index, search searchindex.Index) *Loader {
	return &Loader{db: db, dedup: dedup, search: search, pacing: sqldb.Choose[pacing](db, sqlite{}, postgres{})}
}

// pacing is what SQLite needs so that others can write during an import.
type pacing interface {
	// pause is the minimum time between two batches.
	pause() time.Duration

	// prepare sets the connection of a transaction that stores a batch.
	prepare(ctx context.Context, tx bun.Tx) error
}

// Load stores a batch in one transaction. It waits until the pause after the last batch is
// over, so that others can write in between.
func (l *Loader) Load(ctx context.Context, batch []document.Loadable) error {
	if len(batch) == 0 {
		return ctx.Err()
	}
	rows, err := newRows(batch)
	if err != nil {
		return err
	}
	if l.db.IsWriting(ctx) {
		return l.store(ctx, rows)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case <-time.After(time.Until(l.ended.Add(l.pacing.pause()))):
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { l.ended = time.Now() }()
	return l.store(ctx, rows)
}

func (l *Loader) store(ctx context.Context, r *rows) error {
	return l.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := l.pacing.prepare(ctx, tx); err != nil {
			return err
		}
		if err := l.db.Flush(ctx); err != nil {
			return err
		}
		if err := r.search.Number(ctx, l.db, tx); err != nil {
			return err
		}
		if err := r.dedup.Number(ctx, l.db, tx); err != nil {
			return err
		}
		if err := l.db.BulkInsert(ctx, tx, "documents", sqldb.ColumnsOf(tx, (*records.DocumentRow)(nil)), r.documents); err != nil {
			return err
		}
		if err := l.db.BulkInsert(ctx, tx, "document_keys", []string{"kind", "value", "created_at", "document_id"}, r.documentKeys); err != nil {
			return err
		}
		if err := l.dedup.InsertFingerprints(ctx, tx, &r.dedup); err != nil {
			return err
		}
		if err := l.search.InsertRows(ctx, tx, &r.search); err != nil {
			return err
		}
		if err := l.dedup.InsertKeys(ctx, tx, &r.dedup); err != nil {
			return err
		}
		return l.search.InsertBatch(ctx, tx, &r.search)
	})
}

// rows are the rows of a batch.
type rows struct {
	documents, documentKeys [][]any

	dedup  dedupindex.Batch
	search searchindex.Batch
}

func newRows(batch []document.Loadable) (*rows, error) {
	r := &rows{}
	for i := range batch {
		d := &batch[i]
		row, err := sqldb.RowValues(records.NewDocumentRow(d.Document))
		if err != nil {
			return nil, err
		}
		r.documents = append(r.documents, row)
		if err := r.dedup.Add(d.ID, d.Fingerprint); err != nil {
			return nil, err
		}
		r.search.Add(&d.Document, d.Entry)
		for _, k := range records.KeyRows(&d.Document) {
			r.documentKeys = append(r.documentKeys, []any{sqldb.ValidText(k.Kind), sqldb.ValidText(k.Value), int64(k.CreatedAt), sqldb.ValidText(k.DocumentID)})
		}
	}
	slices.SortFunc(r.documentKeys, func(a, b []any) int {
		return cmp.Or(cmp.Compare(a[0].(string), b[0].(string)), cmp.Compare(a[1].(string), b[1].(string)))
	})
	return r, nil
}

// postgres has no pause: others can write at any time.
type postgres struct{}

func (postgres) pause() time.Duration { return 0 }

func (postgres) prepare(context.Context, bun.Tx) error { return nil }

// sqlite has one writer at a time.
type sqlite struct{}

// pause is longer than the sleep of a program that waits for the write lock of SQLite, which
// tries again after at most 100 ms.
func (sqlite) pause() time.Duration { return 120 * time.Millisecond }

// prepare enlarges the cache of the connection: with the usual 8 MB, pages that the batch
// changes again would be written to the log in between.
func (sqlite) prepare(ctx context.Context, tx bun.Tx) error {
	_, err := tx.Tx.ExecContext(ctx, "PRAGMA cache_size = -65536")
	return err
}
