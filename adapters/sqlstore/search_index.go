package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"reflect"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/search"
)

// searchRow is a row of search_documents.
type searchRow struct {
	bun.BaseModel `bun:"table:search_documents"`

	Seq          int64  `bun:"seq,pk,autoincrement"`
	DocumentID   string `bun:"document_id"`
	CreatedAt    Moment `bun:"created_at"`
	Type         string `bun:"type"`
	Status       string `bun:"status"`
	NeedsReview  bool   `bun:"needs_review"`
	PlaintiffKey string `bun:"plaintiff_key"`
	RadicadoKey  string `bun:"radicado_key"`
}

func newSearchRow(d *document.Document) *searchRow {
	keys := d.SortKeys()
	return &searchRow{DocumentID: d.ID, CreatedAt: MomentOf(d.CreatedAt), Type: string(d.Type), Status: string(d.Status), NeedsReview: d.NeedsReview,
		PlaintiffKey: keys.Plaintiff, RadicadoKey: keys.Radicado}
}

// entryWriter keeps the entries of a transaction for its end. Between other
// statements each would become a segment of the index by itself, because FTS5
// writes out what it holds before every statement that can fail halfway; at the
// end hundreds become one.
type entryWriter struct {
	index   searchIndex
	pending []pendingEntry
}

type pendingEntry struct {
	seq int64
	search.Entry
}

// maxPending bounds the memory of a long transaction.
const maxPending = 500

func (w *entryWriter) add(ctx context.Context, tx bun.Tx, seq int64, d *document.Document) error {
	w.pending = append(w.pending, pendingEntry{seq, d.SearchEntry()})
	if len(w.pending) < maxPending {
		return nil
	}
	return w.flush(ctx, tx)
}

func (w *entryWriter) flush(ctx context.Context, tx bun.Tx) error {
	if len(w.pending) == 0 {
		return nil
	}
	if err := w.index.insert(ctx, tx, w.pending); err != nil {
		return err
	}
	w.pending = w.pending[:0]
	return nil
}

// insertSearchable indexes a document. A seq that is not 0 is taken.
func (db *DB) insertSearchable(ctx context.Context, tx bun.Tx, d *document.Document, seq int64) error {
	row := newSearchRow(d)
	columns, marks := "document_id, created_at, type, status, needs_review, plaintiff_key, radicado_key", "?, ?, ?, ?, ?, ?, ?"
	args := []any{storable(row.DocumentID), int64(row.CreatedAt), storable(row.Type), storable(row.Status), row.NeedsReview, storable(row.PlaintiffKey), storable(row.RadicadoKey)}
	if seq != 0 {
		columns, marks, args = columns+", seq", marks+", ?", append(args, seq)
	}
	err := tx.Tx.QueryRowContext(ctx, db.engine.bind("INSERT INTO search_documents ("+columns+") VALUES ("+marks+") RETURNING seq"), args...).Scan(&row.Seq)
	if err != nil {
		return err
	}
	return db.entries(ctx).add(ctx, tx, row.Seq, d)
}

// updateSearchable follows a change. A document that is not indexed yet will be.
func (db *DB) updateSearchable(ctx context.Context, tx bun.Tx, before, after *document.Document) error {
	seq, err := searchSeq(ctx, tx, after.ID)
	if err != nil || seq == 0 {
		return err
	}
	row := newSearchRow(after)
	row.Seq = seq
	changed, err := tx.NewUpdate().Model(row).WherePK().Exec(ctx)
	if err != nil {
		return err
	}
	if n, err := changed.RowsAffected(); err != nil || n == 0 {
		return err // the index was taken away meanwhile
	}
	if reflect.DeepEqual(before.SearchFields(), after.SearchFields()) {
		return nil
	}
	if err := db.deleteEntry(ctx, tx, seq); err != nil {
		return err
	}
	return db.entries(ctx).add(ctx, tx, seq, after)
}

func (db *DB) deleteSearchable(ctx context.Context, tx bun.Tx, id string) error {
	seq, err := searchSeq(ctx, tx, id)
	if err != nil || seq == 0 {
		return err
	}
	deleted, err := tx.NewDelete().Model((*searchRow)(nil)).Where("seq = ?", seq).Exec(ctx)
	if err != nil {
		return err
	}
	if n, err := deleted.RowsAffected(); err != nil || n == 0 {
		return err // as above
	}
	return db.deleteEntry(ctx, tx, seq)
}

func (db *DB) deleteEntry(ctx context.Context, tx bun.Tx, seq int64) error {
	if err := db.flush(ctx); err != nil {
		return err
	}
	return db.engine.search().remove(ctx, tx, seq)
}

// searchSeq returns 0 for a document that is not indexed.
func searchSeq(ctx context.Context, tx bun.Tx, id string) (seq int64, err error) {
	err = tx.NewRaw("SELECT seq FROM search_documents WHERE document_id = ?", id).Scan(ctx, &seq)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return seq, err
}
