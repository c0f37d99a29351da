package sqlstore

import (
	"context"
	"database/sql"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"github.com/cotejo/cotejo/core/search"
)

// engine is a kind of database: all that must be said or done in its own way.
// SQLite stands in sqlite.go and search_sqlite.go, PostgreSQL in postgres.go and
// search_postgres.go.
type engine interface {
	// name is that of the folder with the migrations.
	name() string

	// open returns the pool that writes and the one that reads, which may be
	// the same.
	open(ctx context.Context, o Options) (writer, reader *bun.DB, err error)

	// upkeep begins what the database needs done in the background, and returns
	// what ends it; nil when there is nothing to do.
	upkeep(reader *bun.DB) (end func())

	// writable is a fault when nothing can be written. It waits for nobody who
	// writes.
	writable(ctx context.Context, db *Base) error

	// bind writes the placeholders of a statement, question marks, as the
	// driver reads them.
	bind(statement string) string

	// reading is a transaction that sees one state of the database.
	reading() *sql.TxOptions

	// alone makes a transaction wait for those that did the same thing before,
	// and keeps others from it until its end.
	alone(ctx context.Context, tx bun.IDB, thing string) error

	// hold takes a connection on which this process, of all that have the
	// database open, does a thing; ok is false while another does. Without a
	// connection it does it in any case.
	hold(ctx context.Context, pool *sql.DB, thing string) (conn *sql.Conn, ok bool, err error)

	// toChange has the selected rows wait for nobody else to change them until
	// the end of the transaction.
	toChange(q *bun.SelectQuery) *bun.SelectQuery

	// notTaken is said of rows to be deleted: those that a transaction of
	// somebody else holds are passed over.
	notTaken() string

	// storeKeys stores rows of dedup_keys, which are in their order.
	storeKeys(ctx context.Context, tx bun.Tx, rows []keyRow) error

	// unlisted selects the numbers of a list that is bound to its placeholder, and
	// listed is what is bound: a statement that is always the same stays prepared.
	unlisted() string
	listed(numbers []int64) any

	// scattered is the condition that a column of numbers, of which none is 0, has one
	// of such a list, whose rows lie anywhere in the table.
	scattered(column string) string

	// search is the index that documents are searched with.
	search() searchIndex

	// addKeys adds rows of keys, which are in their order, of many new fingerprints
	// with these numbers.
	addKeys(ctx context.Context, db *Base, tx bun.Tx, rows [][]any, seqs []int64) error

	// add adds rows to a table as fast as can be. reserve takes numbers that a table
	// counts by itself.
	add(ctx context.Context, db *Base, tx bun.Tx, tb table, rows [][]any) error
	reserve(ctx context.Context, tx bun.Tx, table string, n int) ([]int64, error)

	// batchPause is how long a bulk import lets others write between two batches; 0
	// where they can write at any time.
	batchPause() time.Duration

	// beginBatch prepares the connection of a transaction that stores a batch.
	beginBatch(ctx context.Context, tx bun.Tx) error

	// mover copies whole databases, and setCounters writes what document_days and
	// totals show of a database that has no triggers yet.
	mover() mover
	setCounters(ctx context.Context, tx bun.Tx, days []dayCount) error

	trouble(err error) trouble
}

// searchIndex keeps entries by the seq of their rows in search_documents.
type searchIndex interface {
	insert(ctx context.Context, tx bun.Tx, entries []pendingEntry) error
	remove(ctx context.Context, tx bun.Tx, seq int64) error
	clear(ctx context.Context, tx bun.Tx) error

	// prepare sets what a transaction needs that searches.
	prepare(ctx context.Context, q bun.IDB) error

	// scan returns how many entries it looked at, and those that it found, in no
	// order.
	scan(ctx context.Context, q bun.IDB, s scan) (n int, seqs []int64, err error)

	// matching selects the numbers of all entries whose terms meet a condition.
	matching(ctx context.Context, q bun.IDB, x search.Expr) (*bun.SelectQuery, error)

	// within is the condition that a phrase stands in the column words, and among
	// that the column seq has one of some numbers.
	within(p search.Phrase) schema.QueryWithArgs
	among(seqs []int64) schema.QueryWithArgs
}

// engineOf returns the engine of the database that o names.
func engineOf(o Options) engine {
	if o.URL != "" {
		return postgres{}
	}
	return sqlite{}
}
