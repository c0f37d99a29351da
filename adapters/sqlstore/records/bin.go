package records

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// Bin returns the store of deleted documents.
func Bin(db *sqldb.DB) ports.Bin { return bin{db} }

type bin struct{ db *sqldb.DB }

// binnedRow is a row of binned_documents without its content.
type binnedRow struct {
	bun.BaseModel `bun:"table:binned_documents"`

	ID          string       `bun:"id,pk"`
	FileName    string       `bun:"file_name"`
	Type        string       `bun:"type"`
	Plaintiff   string       `bun:"plaintiff"`
	Defendant   string       `bun:"defendant"`
	OriginalKey string       `bun:"original_key"`
	SHA256      string       `bun:"sha256"`
	CreatedAt   sqldb.Moment `bun:"created_at"` // when the document was deleted
	DeletedBy   string       `bun:"deleted_by"`
	KeptUntil   sqldb.Moment `bun:"kept_until"`
}

type binEntryRow struct {
	binnedRow `bun:",extend"`

	Content string `bun:"content"`
}

// binContent is the content of an entry as JSON: rows of other tables, with the names of their fields.
type binContent struct {
	Document     *DocumentRow
	Words        [][]byte     `json:",omitempty"`
	Examples     []exampleRow `json:",omitempty"`
	Replacements []pairRow    `json:",omitempty"`
}

type binnedPair struct {
	bun.BaseModel `bun:"table:binned_pairs"`

	DocumentID string `bun:"document_id,pk"`
	EarlierID  string `bun:"earlier_id,pk"`
	Content    string `bun:"content"` // a pairRow as JSON
}

// binLock is the name that transactions lock before they look for the other document of a pair in the bin.
const binLock = "bin"

var errNotInBin = fault.New(fault.NotFound, "not_in_bin", "Ese documento no está en la papelera. Revise el identificador o búsquelo en la lista.")

func (r binnedRow) binned() document.Binned {
	return document.Binned{ID: r.ID, FileName: r.FileName, Type: document.Type(r.Type), Plaintiff: r.Plaintiff, Defendant: r.Defendant,
		DeletedBy: r.DeletedBy, DeletedAt: r.CreatedAt.Time(), KeptUntil: r.KeptUntil.Time()}
}

func newBinEntryRow(e document.BinEntry) (*binEntryRow, error) {
	content := binContent{Document: NewDocumentRow(e.Document), Words: e.Words}
	for _, x := range e.Examples {
		row := exampleRow{DocumentID: x.DocumentID, Field: string(x.Field), Corrected: x.Corrected, MadeAt: sqldb.MomentOf(x.At)}
		content.Examples = append(content.Examples, row)
	}
	for _, p := range e.Replacements {
		content.Replacements = append(content.Replacements, *newPairRow(p))
	}
	data, err := json.Marshal(content)
	b := e.Binned()
	return &binEntryRow{Content: string(data), binnedRow: binnedRow{ID: b.ID, FileName: b.FileName, Type: string(b.Type),
		Plaintiff: b.Plaintiff, Defendant: b.Defendant, OriginalKey: e.Document.OriginalKey, SHA256: e.Document.SHA256,
		CreatedAt: sqldb.MomentOf(b.DeletedAt), DeletedBy: b.DeletedBy, KeptUntil: sqldb.MomentOf(b.KeptUntil)}}, err
}

func (r *binEntryRow) entry() (e document.BinEntry, err error) {
	content := binContent{Document: &DocumentRow{ArrivedAt: sqldb.MomentOf(time.Time{})}} // programs before 0009 left it out
	if err := json.Unmarshal([]byte(r.Content), &content); err != nil {
		return e, fmt.Errorf("reading document %s of the bin: %w", r.ID, err)
	}
	if content.Document == nil || content.Document.ID == "" {
		return e, fmt.Errorf("reading document %s of the bin: no document", r.ID)
	}
	e = document.BinEntry{Document: content.Document.Document(), DeletedBy: r.DeletedBy, DeletedAt: r.CreatedAt.Time(), KeptUntil: r.KeptUntil.Time(),
		Words: content.Words}
	for _, x := range content.Examples {
		e.Examples = append(e.Examples, x.example())
	}
	for _, p := range content.Replacements {
		e.Replacements = append(e.Replacements, p.pair())
	}
	return e, nil
}

func (s bin) Put(ctx context.Context, e document.BinEntry) error {
	row, err := newBinEntryRow(e)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := s.db.LockNamed(ctx, binLock); err != nil {
			return err
		}
		if err := s.db.InsertRow(ctx, tx, row); err != nil {
			return err
		}
		for _, p := range e.Pairs {
			content, err := json.Marshal(newPairRow(p))
			if err != nil {
				return err
			}
			pair := binnedPair{DocumentID: p.DocumentID, EarlierID: p.EarlierID, Content: string(content)}
			if _, err := tx.NewInsert().Model(&pair).On("CONFLICT DO NOTHING").Exec(ctx); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s bin) Get(ctx context.Context, id string) (e document.BinEntry, err error) {
	err = s.db.View(ctx, func(q bun.IDB) error {
		e, err = s.get(ctx, q, id)
		return err
	})
	return e, err
}

func (s bin) get(ctx context.Context, q bun.IDB, id string) (e document.BinEntry, err error) {
	var row binEntryRow
	if err := q.NewSelect().Model(&row).Where("id = ?", id).Scan(ctx); err != nil {
		return e, sqldb.MapNoRows(err, errNotInBin)
	}
	if e, err = row.entry(); err != nil {
		return e, err
	}
	var pairs []binnedPair
	if err := q.NewSelect().Model(&pairs).Where("document_id = ? OR earlier_id = ?", id, id).Order("document_id", "earlier_id").Scan(ctx); err != nil {
		return e, err
	}
	for _, p := range pairs {
		var stored pairRow
		if err := json.Unmarshal([]byte(p.Content), &stored); err != nil {
			return e, fmt.Errorf("reading a pair of the bin: %w", err)
		}
		e.Pairs = append(e.Pairs, stored.pair())
	}
	return e, nil
}

func (s bin) Take(ctx context.Context, id string) (e document.BinEntry, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := s.db.LockNamed(ctx, binLock); err != nil {
			return err
		}
		if e, err = s.get(ctx, tx, id); err != nil {
			return err
		}
		if _, err := tx.NewDelete().Model((*binnedRow)(nil)).Where("id = ?", id).Exec(ctx); err != nil {
			return err
		}
		_, err := tx.NewRaw(`DELETE FROM binned_pairs WHERE (document_id = ?0 AND earlier_id NOT IN (SELECT id FROM binned_documents))
			OR (earlier_id = ?0 AND document_id NOT IN (SELECT id FROM binned_documents))`, id).Exec(ctx)
		return err
	})
	return e, err
}

func (s bin) Remove(ctx context.Context, id string) (originalKey string, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		err := tx.NewRaw("DELETE FROM binned_documents WHERE id = ? RETURNING original_key", id).Scan(ctx, &originalKey)
		if err != nil {
			return sqldb.MapNoRows(err, errNotInBin)
		}
		return removeBinnedPairs(ctx, tx, id)
	})
	return originalKey, err
}

func (s bin) RemoveExpired(ctx context.Context, now time.Time) (n int, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		var ids []string
		if err := tx.NewRaw("DELETE FROM binned_documents WHERE kept_until <= ? RETURNING id", sqldb.MomentOf(now)).Scan(ctx, &ids); err != nil {
			return err
		}
		n = len(ids)
		return removeBinnedPairs(ctx, tx, ids...)
	})
	return n, err
}

func removeBinnedPairs(ctx context.Context, tx bun.Tx, ids ...string) error {
	for some := range slices.Chunk(ids, sqldb.IDsPerQuery) {
		_, err := tx.NewRaw("DELETE FROM binned_pairs WHERE document_id IN (?0) OR earlier_id IN (?0)", bun.List(some)).Exec(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}

func (s bin) List(ctx context.Context, page document.PageRequest) (document.BinListing, error) {
	var rows []binnedRow
	var total int
	err := s.db.View(ctx, func(q bun.IDB) (err error) {
		rows, total, err = sqldb.PageOf[binnedRow](ctx, q, page, func(q *bun.SelectQuery) *bun.SelectQuery { return q }, -1)
		return err
	})
	return sqldb.ListingOf(rows, total, page, binnedRow.binned), err
}
