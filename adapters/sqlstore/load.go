package sqlstore

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"time"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
)

// loader implements ports.Loader: each table gets all its rows of a batch at once,
// in the order of its key.
type loader struct {
	db *DB

	batches sync.Mutex
	ended   time.Time // the last batch
}

// Loader stores many documents at once.
func (db *DB) Loader() ports.Loader { return &loader{db: db} }

// Load starts a batch only when the last one ended engine.batchPause ago, for others
// to write in between.
func (l *loader) Load(ctx context.Context, batch []document.Loadable) error {
	if len(batch) == 0 {
		return ctx.Err()
	}
	rows, err := newLoadRows(batch)
	if err != nil {
		return err
	}
	if _, ok := l.db.tx(ctx); ok {
		return l.store(ctx, rows)
	}
	l.batches.Lock()
	defer l.batches.Unlock()
	select {
	case <-time.After(time.Until(l.ended.Add(l.db.engine.batchPause()))):
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { l.ended = time.Now() }()
	return l.store(ctx, rows)
}

func (l *loader) store(ctx context.Context, rows *loadRows) error {
	return l.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := l.db.engine.beginBatch(ctx, tx); err != nil {
			return err
		}
		if err := l.db.flush(ctx); err != nil {
			return err
		}
		if err := rows.number(ctx, l.db, tx); err != nil {
			return err
		}
		for _, t := range []struct {
			table
			rows [][]any
		}{
			{table{name: "documents", columns: columnsOf(tx, (*documentRow)(nil))}, rows.documents},
			{table{name: "document_keys", columns: []string{"kind", "value", "created_at", "document_id"}}, rows.documentKeys},
			{table{name: "dedup_fingerprints", columns: []string{"document_id", "format", "data", "seq"}}, rows.fingerprints},
			{table{name: "search_documents", columns: []string{"document_id", "created_at", "type", "status", "needs_review", "plaintiff_key", "radicado_key", "seq"}}, rows.searched},
		} {
			if err := l.db.add(ctx, tx, t.table, t.rows); err != nil {
				return err
			}
		}
		if err := l.db.engine.addKeys(ctx, l.db.Base, tx, rows.dedupKeys, rows.seqs); err != nil {
			return err
		}
		return l.db.engine.search().insert(ctx, tx, rows.entries)
	})
}

var dedupKeys = table{name: "dedup_keys", columns: []string{"key", "seq"}}

// loadRows are the rows of a batch. The last column of searched and fingerprints is
// their number, which number sets.
type loadRows struct {
	documents, documentKeys, searched, fingerprints, dedupKeys [][]any

	entries []pendingEntry
	keys    [][]dedup.Key // by document
	seqs    []int64       // of fingerprints
}

func newLoadRows(batch []document.Loadable) (*loadRows, error) {
	r := &loadRows{}
	for i := range batch {
		d := &batch[i]
		row, err := boundRow(newDocumentRow(d.Document))
		if err != nil {
			return nil, err
		}
		data, err := d.Fingerprint.MarshalBinary()
		if err != nil {
			return nil, fmt.Errorf("encoding fingerprint: %w", err)
		}
		s := newSearchRow(&d.Document)
		r.documents = append(r.documents, row)
		r.fingerprints = append(r.fingerprints, []any{storable(d.ID), int64(dedup.Format), data, nil})
		r.searched = append(r.searched, []any{storable(s.DocumentID), int64(s.CreatedAt), storable(s.Type), storable(s.Status),
			s.NeedsReview, storable(s.PlaintiffKey), storable(s.RadicadoKey), nil})
		r.keys = append(r.keys, d.Fingerprint.Keys())
		r.entries = append(r.entries, pendingEntry{Entry: d.Entry})
		for _, k := range keyRows(&d.Document) {
			r.documentKeys = append(r.documentKeys, []any{storable(k.Kind), storable(k.Value), int64(k.CreatedAt), storable(k.DocumentID)})
		}
	}
	slices.SortFunc(r.documentKeys, func(a, b []any) int {
		return cmp.Or(cmp.Compare(a[0].(string), b[0].(string)), cmp.Compare(a[1].(string), b[1].(string)))
	})
	return r, nil
}

// number gives the rows the numbers that the database counts.
func (r *loadRows) number(ctx context.Context, db *DB, tx bun.Tx) error {
	searched, err := db.engine.reserve(ctx, tx, "search_documents", len(r.searched))
	if err != nil {
		return err
	}
	fingerprints, err := db.engine.reserve(ctx, tx, "dedup_fingerprints", len(r.fingerprints))
	if err != nil {
		return err
	}
	r.dedupKeys, r.seqs = nil, fingerprints
	for i, keys := range r.keys {
		r.entries[i].seq = searched[i]
		r.searched[i][len(r.searched[i])-1] = searched[i]
		r.fingerprints[i][len(r.fingerprints[i])-1] = fingerprints[i]
		for _, k := range keys {
			r.dedupKeys = append(r.dedupKeys, []any{int64(k), fingerprints[i]})
		}
	}
	slices.SortFunc(r.dedupKeys, func(a, b []any) int {
		return cmp.Or(cmp.Compare(a[0].(int64), b[0].(int64)), cmp.Compare(a[1].(int64), b[1].(int64)))
	})
	return nil
}

// add adds rows to a table, in the transaction of ctx.
func (db *Base) add(ctx context.Context, tx bun.Tx, tb table, rows [][]any) error {
	if len(rows) == 0 {
		return nil
	}
	return db.engine.add(ctx, db, tx, tb, rows)
}

// boundRow returns the values of a row that is a pointer to a Bun model, as
// insertRow binds them, and columnsOf the names of their columns.
func boundRow(row any) ([]any, error) {
	value := reflect.ValueOf(row).Elem()
	var args []any
	for i := range value.NumField() {
		if value.Type().Field(i).Tag.Get("bun") == "" || value.Type().Field(i).Anonymous {
			continue
		}
		arg, err := bound(value.Field(i))
		if err != nil {
			return nil, fmt.Errorf("encoding column %s: %w", value.Type().Field(i).Name, err)
		}
		args = append(args, arg)
	}
	return args, nil
}

func columnsOf(tx bun.Tx, model any) []string {
	var names []string
	for _, f := range tx.Dialect().Tables().Get(reflect.TypeOf(model)).Fields {
		names = append(names, f.Name)
	}
	return names
}
