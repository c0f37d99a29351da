package searchindex

import (
	"context"
	"database/sql"
	"errors"
	"reflect"
	"slices"
	"strings"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/search"
)

// searchRow is a row of search_documents.
type searchRow struct {
	bun.BaseModel `bun:"table:search_documents"`

	Seq         int64        `bun:"seq,pk,autoincrement"`
	DocumentID  string       `bun:"document_id"`
	CreatedAt   sqldb.Moment `bun:"created_at"`
	Type        string       `bun:"type"`
	Status      string       `bun:"status"`
	NeedsReview bool         `bun:"needs_review"`

	DuplicateState string `bun:"duplicate_state"`

	PlaintiffKey string `bun:"plaintiff_key"`
	RadicadoKey  string `bun:"radicado_key"`

	DueDay   document.Day `bun:"due_day"`
	Assignee string       `bun:"assignee"`
}

func newSearchRow(d *document.Document) *searchRow {
	keys := d.SortKeys()
	return &searchRow{
		DocumentID:     d.ID,
		CreatedAt:      sqldb.MomentOf(d.CreatedAt),
		Type:           string(d.Type),
		Status:         string(d.Status),
		NeedsReview:    d.NeedsReview,
		DuplicateState: string(d.DuplicateState),
		PlaintiffKey:   keys.Plaintiff,
		RadicadoKey:    keys.Radicado,
		DueDay:         d.Due,
		Assignee:       d.Assignee,
	}
}

// searchColumns are the columns of values; numberedColumns have the number, too.
var (
	searchColumns   = []string{"document_id", "created_at", "type", "status", "needs_review", "duplicate_state", "plaintiff_key", "radicado_key", "due_day", "assignee"}
	numberedColumns = append(slices.Clip(searchColumns), "seq")
)

func (r *searchRow) values() []any {
	return []any{sqldb.ValidText(r.DocumentID), int64(r.CreatedAt), sqldb.ValidText(r.Type), sqldb.ValidText(r.Status),
		r.NeedsReview, sqldb.ValidText(r.DuplicateState), sqldb.ValidText(r.PlaintiffKey), sqldb.ValidText(r.RadicadoKey), int64(r.DueDay),
		sqldb.ValidText(r.Assignee)}
}

// entryBuffer keeps the entries of a transaction for its end. Between other
// statements each would become a segment of the index by itself, because FTS5
// writes out what it holds before every statement that can fail halfway; at the
// end hundreds become one.
type entryBuffer struct {
	index   entries
	pending []Entry
}

// Entry is an entry with the number of its row in search_documents.
type Entry struct {
	Seq int64
	search.Entry
}

// maxPending bounds the memory of a long transaction.
const maxPending = 500

func (b *entryBuffer) add(ctx context.Context, tx bun.Tx, seq int64, d *document.Document) error {
	b.pending = append(b.pending, Entry{seq, d.SearchEntry()})
	if len(b.pending) < maxPending {
		return nil
	}
	return b.Flush(ctx, tx)
}

// Flush implements sqldb.Buffer.
func (b *entryBuffer) Flush(ctx context.Context, tx bun.Tx) error {
	if len(b.pending) == 0 {
		return nil
	}
	if err := b.index.insert(ctx, tx, b.pending); err != nil {
		return err
	}
	b.pending = b.pending[:0]
	return nil
}

// buffer returns the entries that the transaction of ctx has not written yet.
func (x Index) buffer(ctx context.Context) *entryBuffer {
	return x.db.Buffered(ctx, bufferKey{}, func() sqldb.Buffer { return &entryBuffer{index: x.entries} }).(*entryBuffer)
}

type bufferKey struct{}

// Insert indexes a new document, in the transaction of ctx.
func (x Index) Insert(ctx context.Context, tx bun.Tx, d *document.Document) error {
	return x.insert(ctx, tx, d, 0)
}

// insert gives the entry the number seq, or the next one if seq is 0.
func (x Index) insert(ctx context.Context, tx bun.Tx, d *document.Document, seq int64) error {
	columns, args := searchColumns, newSearchRow(d).values()
	if seq != 0 {
		columns, args = numberedColumns, append(args, seq)
	}
	marks := strings.Repeat("?, ", len(args)-1) + "?"
	statement := "INSERT INTO search_documents (" + strings.Join(columns, ", ") + ") VALUES (" + marks + ") RETURNING seq"
	if err := tx.Tx.QueryRowContext(ctx, x.db.Bind(statement), args...).Scan(&seq); err != nil {
		return err
	}
	return x.buffer(ctx).add(ctx, tx, seq, d)
}

// Update follows a change, in the transaction of ctx. It skips a document that is not
// indexed yet: the Filler will index it.
func (x Index) Update(ctx context.Context, tx bun.Tx, before, after *document.Document) error {
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
		return err // the index was cleared in the meantime
	}
	if reflect.DeepEqual(before.SearchFields(), after.SearchFields()) {
		return nil
	}
	if err := x.deleteEntry(ctx, tx, seq); err != nil {
		return err
	}
	return x.buffer(ctx).add(ctx, tx, seq, after)
}

// Delete removes a document, in the transaction of ctx.
func (x Index) Delete(ctx context.Context, tx bun.Tx, id string) error {
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
	return x.deleteEntry(ctx, tx, seq)
}

func (x Index) deleteEntry(ctx context.Context, tx bun.Tx, seq int64) error {
	if err := x.db.Flush(ctx); err != nil {
		return err
	}
	return x.entries.remove(ctx, tx, seq)
}

// searchSeq returns 0 for a document that is not indexed.
func searchSeq(ctx context.Context, tx bun.Tx, id string) (seq int64, err error) {
	err = tx.NewRaw("SELECT seq FROM search_documents WHERE document_id = ?", id).Scan(ctx, &seq)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return seq, err
}

// entries keeps the terms and words of documents by their number in search_documents:
// sqlite (sqlite.go) or postgres (postgres.go).
type entries interface {
	insert(ctx context.Context, tx bun.Tx, entries []Entry) error
	remove(ctx context.Context, tx bun.Tx, seq int64) error

	// clear removes all entries and the rows of search_documents.
	clear(ctx context.Context, tx bun.Tx) error

	// prepare sets what a transaction needs for a search.
	prepare(ctx context.Context, q bun.IDB) error

	// scan returns the number of entries that it read, and those that it found,
	// unordered.
	scan(ctx context.Context, q bun.IDB, s scan) (n int, seqs []int64, err error)

	// matching selects the numbers of all entries whose terms meet a condition.
	matching(ctx context.Context, q bun.IDB, x search.Expr) (*bun.SelectQuery, error)

	// hasPhrase is the condition that the column words contains a phrase, and hasSeq
	// that the column seq has one of some numbers.
	hasPhrase(p search.Phrase) schema.QueryWithArgs
	hasSeq(seqs []int64) schema.QueryWithArgs
}

// Batch is the rows of many new documents.
type Batch struct {
	rows    [][]any // of search_documents; the last column is the number, which Number sets
	entries []Entry
}

// Add adds a document, which must be new, with its entry.
func (b *Batch) Add(d *document.Document, e search.Entry) {
	b.rows = append(b.rows, append(newSearchRow(d).values(), nil))
	b.entries = append(b.entries, Entry{Entry: e})
}

// Number reserves numbers of search_documents and sets them in the rows and entries of the batch.
func (b *Batch) Number(ctx context.Context, db *sqldb.DB, tx bun.Tx) error {
	seqs, err := db.Reserve(ctx, tx, "search_documents", len(b.rows))
	if err != nil {
		return err
	}
	for i, seq := range seqs {
		b.entries[i].Seq = seq
		b.rows[i][len(b.rows[i])-1] = seq
	}
	return nil
}

// InsertRows stores the rows of a batch, which has its numbers.
func (x Index) InsertRows(ctx context.Context, tx bun.Tx, b *Batch) error {
	return x.db.BulkInsert(ctx, tx, "search_documents", numberedColumns, b.rows)
}

// InsertBatch stores the entries of a batch, which has its numbers.
func (x Index) InsertBatch(ctx context.Context, tx bun.Tx, b *Batch) error {
	return x.InsertEntries(ctx, tx, b.entries)
}

// InsertEntries stores the entries of rows of search_documents.
func (x Index) InsertEntries(ctx context.Context, tx bun.Tx, entries []Entry) error {
	return x.entries.insert(ctx, tx, entries)
}
