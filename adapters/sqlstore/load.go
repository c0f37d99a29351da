package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"time"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/search/segment"
	"github.com/cotejo/cotejo/ports"
)

// loader implements ports.Loader: what is made of a document is made on all
// processors, and rows go into a table many at once, in the order of its key.
type loader struct {
	db        *DB
	gathering *gathering
}

// Loader takes many documents in at once.
func (db *DB) Loader() ports.Loader { return loader{db, new(gathering)} }

// gathering makes segments one at a time.
type gathering struct {
	sync.Mutex
	segment.Builder
}

func (l loader) Patience() time.Duration { return l.db.engine.patience() }

// InTurn has the transactions of one process follow one another where but one
// writes: who has looked whether others wait begins at once. Its commits need
// not reach the disk before the last one of a shelf does: a power cut
// before that is one before the end of the import.
func (l loader) InTurn(ctx context.Context, change func(ctx context.Context) error) error {
	return l.inTurn(l.hurry(ctx), func(ctx context.Context, _ bun.Tx) error { return change(ctx) })
}

func (l loader) hurry(ctx context.Context) context.Context { return l.db.hurry(ctx, hurry{many: true}) }

func (l loader) inTurn(ctx context.Context, change func(ctx context.Context, tx bun.Tx) error) error {
	if l.Patience() > 0 {
		l.db.turn.Lock()
		defer l.db.turn.Unlock()
	}
	if err := l.db.engine.letOthers(ctx, l.db.path); err != nil {
		return err
	}
	return l.db.begin(ctx, change)
}

// loadRows are the rows of a document; the number of the searched one is found
// when it is stored.
type loadRows struct {
	document, searched []any
	keys               [][]any

	of    *gathered // nil where Gather was not called
	place int       // in it
}

func (loader) Prepare(d *document.Loadable) error {
	row, err := boundRow(newDocumentRow(d.Document))
	if err != nil {
		return err
	}
	s := newSearchRow(&d.Document)
	rows := &loadRows{document: row, searched: []any{int64(0), storable(s.DocumentID), int64(s.CreatedAt), storable(s.Type), storable(s.Status),
		storable(s.PlaintiffKey), storable(s.RadicadoKey)}}
	for _, k := range keyRows(&d.Document) {
		rows.keys = append(rows.keys, []any{storable(k.Kind), storable(k.Value), int64(k.CreatedAt), storable(k.DocumentID)})
	}
	d.Rows = rows
	return nil
}

// afterwards has a connection be again what others take it for, or be opened anew.
func afterwards(ctx context.Context, conn *sql.Conn, statement string) {
	if _, err := conn.ExecContext(context.WithoutCancel(ctx), statement); err != nil {
		_ = conn.Raw(func(any) error { return driver.ErrBadConn })
	}
}

func (l loader) Gather(ctx context.Context, all []document.Loadable) error {
	entries, prepared := make([]pendingEntry, len(all)), make([]*loadRows, len(all))
	for i := range all {
		if _, ok := all[i].Rows.(*loadRows); !ok {
			if err := l.Prepare(&all[i]); err != nil {
				return err
			}
		}
		entries[i], prepared[i] = pendingEntry{int64(i), all[i].Entry}, all[i].Rows.(*loadRows)
	}
	var read sync.WaitGroup
	var unread error
	read.Go(func() { unread = l.db.engine.ahead(ctx, l.db.Base, prepared) })
	l.gathering.Lock()
	defer l.gathering.Unlock()
	g, err := l.db.engine.gather(entries, &l.gathering.Builder)
	for i, rows := range prepared {
		rows.of, rows.place = g, i
	}
	read.Wait()
	return errors.Join(err, unread)
}

func (l loader) LoadDocuments(ctx context.Context, all []document.Loadable) error {
	if len(all) == 0 {
		return ctx.Err()
	}
	documents, searched := make([][]any, len(all)), make([][]any, len(all))
	entries := make([]pendingEntry, len(all))
	var bearing [][]any
	for i := range all {
		d := &all[i]
		if _, ok := d.Rows.(*loadRows); !ok {
			if err := l.Prepare(d); err != nil {
				return err
			}
		}
		rows := d.Rows.(*loadRows)
		documents[i], searched[i], entries[i].Entry = rows.document, rows.searched, d.Entry
		bearing = append(bearing, rows.keys...)
	}
	slices.SortFunc(bearing, func(a, b []any) int {
		return cmp.Or(cmp.Compare(a[0].(string), b[0].(string)), cmp.Compare(a[1].(string), b[1].(string)))
	})
	return l.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := l.db.flush(ctx); err != nil {
			return err
		}
		made, unaligned := gatheredOf(all), 0
		if made != nil {
			unaligned = 7
		}
		seqs, err := l.db.engine.reserve(ctx, tx, "search_documents", len(all)+unaligned)
		if err != nil {
			return err
		}
		if fit := aligned(seqs, len(all)); made != nil && fit != nil {
			seqs = fit
		} else {
			seqs, made = seqs[:len(all)], nil
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
		return l.db.engine.addEntries(ctx, l.db.Base, tx, entries, made)
	})
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

func (l loader) Unindexed(ctx context.Context, before time.Time, most int) (ids []string, err error) {
	err = l.db.View(ctx, func(q bun.IDB) error {
		return q.NewRaw(`SELECT id FROM documents WHERE created_at < ?
			AND NOT EXISTS (SELECT 1 FROM dedup_fingerprints WHERE dedup_fingerprints.document_id = documents.id)
			ORDER BY created_at, id LIMIT ?`, int64(MomentOf(before)), most).Scan(ctx, &ids)
	})
	return ids, err
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
