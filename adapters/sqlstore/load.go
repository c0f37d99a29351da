package sqlstore

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
)

// loader implements ports.Loader: what is made of a document is made on all
// processors, and rows go into a table many at once, in the order of its key.
type loader struct{ db *DB }

// Loader takes many documents in at once.
func (db *DB) Loader() ports.Loader { return loader{db} }

func (l loader) Patience() time.Duration { return l.db.engine.patience() }

// Yield rests for an eighth of the time: who waits for the lock of SQLite looks
// for it ten times a second.
func (l loader) Yield(ctx context.Context, took time.Duration) error {
	rest := min(took/8, l.Patience())
	if rest <= 0 {
		return ctx.Err()
	}
	select {
	case <-time.After(rest):
	case <-ctx.Done():
	}
	return ctx.Err()
}

func (l loader) LoadDocuments(ctx context.Context, all []document.Loadable) error {
	if len(all) == 0 {
		return ctx.Err()
	}
	documents, searched := make([][]any, len(all)), make([][]any, len(all))
	keys, entries := make([][]documentKey, len(all)), make([]pendingEntry, len(all))
	failed := make([]error, len(all))
	onAllProcessors(len(all), func(i int) {
		d := &all[i].Document
		documents[i], failed[i] = boundRow(newDocumentRow(*d))
		keys[i] = keyRows(d)
		entries[i].Entry = all[i].Entry
		row := newSearchRow(d)
		searched[i] = []any{int64(0), storable(row.DocumentID), int64(row.CreatedAt), storable(row.Type), storable(row.Status), storable(row.PlaintiffKey), storable(row.RadicadoKey)}
	})
	for _, err := range failed {
		if err != nil {
			return err
		}
	}
	var bearing [][]any
	for _, k := range keys {
		for _, row := range k {
			bearing = append(bearing, []any{storable(row.Kind), storable(row.Value), int64(row.CreatedAt), storable(row.DocumentID)})
		}
	}
	slices.SortFunc(bearing, func(a, b []any) int {
		return cmp.Or(cmp.Compare(a[0].(string), b[0].(string)), cmp.Compare(a[1].(string), b[1].(string)))
	})
	return l.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := l.db.flush(ctx); err != nil {
			return err
		}
		seqs, err := l.db.engine.reserve(ctx, tx, "search_documents", len(all))
		if err != nil {
			return err
		}
		for i, seq := range seqs {
			searched[i][0], entries[i].seq = seq, seq
		}
		columns := columnsOf(tx, (*documentRow)(nil))
		if err := l.db.add(ctx, tx, table{name: "documents", columns: columns}, documents); err != nil {
			return err
		}
		if err := l.db.add(ctx, tx, table{name: "document_keys", columns: []string{"kind", "value", "created_at", "document_id"}}, bearing); err != nil {
			return err
		}
		if err := l.db.add(ctx, tx, table{name: "search_documents", columns: []string{"seq", "document_id", "created_at", "type", "status", "plaintiff_key", "radicado_key"}}, searched); err != nil {
			return err
		}
		return l.db.engine.addEntries(ctx, l.db.Base, tx, entries)
	})
}

const (
	// keysAtOnce is how many keys a transaction adds, and printsAtOnce how many
	// fingerprints: others wait no longer than for these.
	keysAtOnce   = 25_000
	printsAtOnce = 2000
)

// LoadFingerprints stores all keys, in their order, before the fingerprints: a
// key without its fingerprint finds nothing, and one that was cut short here is
// made again under another number.
func (l loader) LoadFingerprints(ctx context.Context, all []dedup.Fingerprint) error {
	if len(all) == 0 {
		return ctx.Err()
	}
	var seqs []int64
	err := l.db.Write(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		seqs, err = l.db.engine.reserve(ctx, tx, "dedup_fingerprints", len(all))
		return err
	})
	if err != nil {
		return err
	}
	var keys []keyRow
	prints, failed := make([][]any, len(all)), make([]error, len(all))
	onAllProcessors(len(all), func(i int) {
		var data []byte
		data, failed[i] = all[i].MarshalBinary()
		prints[i] = []any{seqs[i], all[i].ID, int64(dedup.Format), data}
	})
	for i := range all {
		if failed[i] != nil {
			return fmt.Errorf("encoding fingerprint: %w", failed[i])
		}
		for _, k := range distinct(all[i].Keys()) {
			keys = append(keys, keyRow{Key: int64(k), Seq: seqs[i]})
		}
	}
	slices.SortFunc(keys, func(a, b keyRow) int { return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Seq, b.Seq)) })
	for some := range slices.Chunk(keys, keysAtOnce) {
		rows := make([][]any, len(some))
		for i, k := range some {
			rows[i] = []any{k.Key, k.Seq}
		}
		err := l.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
			return l.db.add(ctx, tx, table{name: "dedup_keys", columns: []string{"key", "seq"}}, rows)
		})
		if err != nil {
			return err
		}
	}
	for some := range slices.Chunk(prints, printsAtOnce) {
		err := l.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
			ids := make([]string, len(some))
			for i, row := range some {
				ids[i] = row[1].(string)
			}
			missing, err := l.WithoutFingerprint(ctx, ids) // somebody may have been faster
			if err != nil {
				return err
			}
			lacks := map[string]bool{}
			for _, id := range missing {
				lacks[id] = true
			}
			rows := slices.DeleteFunc(slices.Clone(some), func(row []any) bool { return !lacks[row[1].(string)] })
			return l.db.add(ctx, tx, table{name: "dedup_fingerprints", columns: []string{"seq", "document_id", "format", "data"}}, rows)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (l loader) WithoutFingerprint(ctx context.Context, ids []string) (missing []string, err error) {
	has := map[string]bool{}
	err = l.db.View(ctx, func(q bun.IDB) error {
		for some := range slices.Chunk(ids, idsPerQuery) {
			var found []string
			if err := q.NewRaw("SELECT document_id FROM dedup_fingerprints WHERE document_id IN (?)", bun.List(some)).Scan(ctx, &found); err != nil {
				return err
			}
			for _, id := range found {
				has[id] = true
			}
		}
		return nil
	})
	for _, id := range ids {
		if !has[id] {
			missing = append(missing, id)
		}
	}
	return missing, err
}

// Settle has the database put in order what was loaded.
func (l loader) Settle(ctx context.Context) error {
	return l.db.translate(ctx, l.db.tidyAll(ctx, fewestSettled))
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

// onAllProcessors does something for each number below n.
func onAllProcessors(n int, do func(i int)) {
	var workers sync.WaitGroup
	share := max(1, (n+runtime.GOMAXPROCS(0)-1)/runtime.GOMAXPROCS(0))
	for from := 0; from < n; from += share {
		workers.Go(func() {
			for i := from; i < min(from+share, n); i++ {
				do(i)
			}
		})
	}
	workers.Wait()
}
