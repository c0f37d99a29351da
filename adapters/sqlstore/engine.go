package sqlstore

import (
	"context"
	"database/sql"
	"time"

	"github.com/uptrace/bun"

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

	// add adds rows to a table, and addEntries entries to the search index, as
	// fast as can be. reserve takes numbers that a table counts by itself.
	add(ctx context.Context, db *Base, tx bun.Tx, tb table, rows [][]any) error
	addEntries(ctx context.Context, db *Base, tx bun.Tx, entries []pendingEntry) error
	reserve(ctx context.Context, tx bun.Tx, table string, n int) ([]int64, error)

	// batchPause is how long a bulk import lets others write between two batches; 0
	// where they can write at any time.
	batchPause() time.Duration

	// tidy puts a part of what was added in order, for searches to be fast, and
	// reports whether there may be more. Recent documents are left as they are
	// while there are fewer than that many, and so are those that were changed.
	tidy(ctx context.Context, db *Base, fewest int) (more bool, err error)

	// mover copies whole databases, and setCounters writes what document_days and
	// totals show of a database that has no triggers yet.
	mover() mover
	setCounters(ctx context.Context, tx bun.Tx, days []dayCount) error

	trouble(err error) trouble
}

// searchIndex keeps the terms and words of entries by the seq of their rows in
// search_documents.
type searchIndex interface {
	insert(ctx context.Context, tx bun.Tx, entries []pendingEntry) error
	remove(ctx context.Context, tx bun.Tx, seq int64) error
	clear(ctx context.Context, tx bun.Tx) error

	// indexed counts the entries, and tells the greatest seq of one.
	indexed(ctx context.Context, q bun.IDB) (n int, last int64, err error)

	// view searches within a transaction.
	view(ctx context.Context, q bun.IDB) (searchView, error)
}

// searchView answers sets of documents as of one moment.
type searchView interface {
	// ahead is told of sets that will be asked for.
	ahead(ctx context.Context, sets []search.Set) error

	// find counts the entries that belong to a set, and returns them, the latest
	// first, where there are few.
	find(ctx context.Context, s search.Set, few int) (total int, seqs []int64, err error)

	// count counts the entries that belong to a set.
	count(ctx context.Context, s search.Set) (int, error)

	// latest returns the entries of a set, the latest first, behind those that are
	// skipped. Where among is not nil, only those that are in it.
	latest(ctx context.Context, s search.Set, among []int64, skip, most int) ([]int64, error)

	// documents selects the rows of search_documents that belong to a set of
	// about n documents.
	documents(ctx context.Context, s search.Set, n int) (*bun.SelectQuery, error)
}

// engineOf returns the engine of the database that o names.
func engineOf(o Options) engine {
	if o.URL != "" {
		return postgres{}
	}
	return sqlite{}
}
