package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"reflect"
	"strings"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/core/document"
)

// searchRow is a row of search_documents.
type searchRow struct {
	bun.BaseModel `bun:"table:search_documents"`

	Seq          int64  `bun:"seq,pk,autoincrement"`
	DocumentID   string `bun:"document_id"`
	CreatedAt    moment `bun:"created_at"`
	Type         string `bun:"type"`
	Status       string `bun:"status"`
	PlaintiffKey string `bun:"plaintiff_key"`
	RadicadoKey  string `bun:"radicado_key"`
}

func newSearchRow(d *document.Document) *searchRow {
	keys := d.SortKeys()
	return &searchRow{DocumentID: d.ID, CreatedAt: momentOf(d.CreatedAt), Type: string(d.Type), Status: string(d.Status),
		PlaintiffKey: keys.Plaintiff, RadicadoKey: keys.Radicado}
}

// insertSearchable indexes a document. A seq that is not 0 is taken.
func insertSearchable(ctx context.Context, tx bun.Tx, d *document.Document, seq int64) error {
	row := newSearchRow(d)
	err := tx.Tx.QueryRowContext(ctx, `INSERT INTO search_documents (seq, document_id, created_at, type, status, plaintiff_key, radicado_key)
		VALUES (nullif(?, 0), ?, ?, ?, ?, ?, ?) RETURNING seq`, seq, storable(row.DocumentID), int64(row.CreatedAt), storable(row.Type), storable(row.Status),
		storable(row.PlaintiffKey), storable(row.RadicadoKey)).Scan(&row.Seq)
	if err != nil {
		return err
	}
	return insertEntry(ctx, tx, row.Seq, d)
}

func insertEntry(ctx context.Context, tx bun.Tx, seq int64, d *document.Document) error {
	entry := d.SearchEntry()
	// With arguments bound by the driver: these are as long as the document.
	if _, err := tx.Tx.ExecContext(ctx, "INSERT INTO search_terms (rowid, terms) VALUES (?, ?)", seq, strings.Join(entry.Terms, " ")); err != nil {
		return err
	}
	_, err := tx.Tx.ExecContext(ctx, "INSERT INTO search_words (rowid, words) VALUES (?, ?)", seq, strings.Join(entry.Words, " "))
	return err
}

// updateSearchable follows a change. A document that is not indexed yet will be.
func updateSearchable(ctx context.Context, tx bun.Tx, before, after *document.Document) error {
	seq, err := searchSeq(ctx, tx, after.ID)
	if err != nil || seq == 0 {
		return err
	}
	row := newSearchRow(after)
	row.Seq = seq
	if _, err := tx.NewUpdate().Model(row).WherePK().Exec(ctx); err != nil {
		return err
	}
	if reflect.DeepEqual(before.SearchFields(), after.SearchFields()) {
		return nil
	}
	if err := deleteEntry(ctx, tx, seq); err != nil {
		return err
	}
	return insertEntry(ctx, tx, seq, after)
}

func deleteSearchable(ctx context.Context, tx bun.Tx, id string) error {
	seq, err := searchSeq(ctx, tx, id)
	if err != nil || seq == 0 {
		return err
	}
	if _, err := tx.NewDelete().Model((*searchRow)(nil)).Where("seq = ?", seq).Exec(ctx); err != nil {
		return err
	}
	return deleteEntry(ctx, tx, seq)
}

func deleteEntry(ctx context.Context, tx bun.Tx, seq int64) error {
	for _, table := range []string{"search_terms", "search_words"} {
		if _, err := tx.NewRaw("DELETE FROM ? WHERE rowid = ?", bun.Ident(table), seq).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// searchSeq returns 0 for a document that is not indexed.
func searchSeq(ctx context.Context, tx bun.Tx, id string) (seq int64, err error) {
	err = tx.NewRaw("SELECT seq FROM search_documents WHERE document_id = ?", id).Scan(ctx, &seq)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return seq, err
}
