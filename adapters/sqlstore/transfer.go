package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/records"
	"github.com/cotejo/cotejo/adapters/sqlstore/searchindex"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/adapters/sqlstore/transfer"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
)

// Transfer copies a database of the intake service.
type Transfer struct{ *transfer.Transfer }

// BeginTransfer opens both databases and prepares the target, see transfer.Begin.
func BeginTransfer(ctx context.Context, from, to Options) (*Transfer, error) {
	t, err := transfer.Begin(ctx, from, to, migrations, counters, searchEntries)
	if err != nil {
		return nil, err
	}
	return &Transfer{t}, nil
}

// counters derives document_days and totals, which each database computes in its own way.
var counters = transfer.Derived{
	Tables: []string{"totals", "document_days", "document_sums", "document_total", "document_changes"},
	Make: func(ctx context.Context, t *transfer.Transfer) error {
		days, err := sourceDays(ctx, t)
		if err != nil {
			return err
		}
		set := sqldb.Choose(t.Target(), setSQLiteCounters, setPostgresCounters)
		return t.Target().Write(ctx, func(ctx context.Context, tx bun.Tx) error { return set(ctx, tx, days) })
	},
	Verify: func(ctx context.Context, t *transfer.Transfer) error {
		want, err := sourceDays(ctx, t)
		if err != nil {
			return err
		}
		return t.Target().View(ctx, func(q bun.IDB) error { return verifyCounters(ctx, q, want) })
	},
}

func verifyCounters(ctx context.Context, q bun.IDB, want []dayCount) error {
	got, err := dayCounts(ctx, q)
	if err == nil && !slices.Equal(got, want) {
		err = errors.New("the counters of days differ")
	}
	var total, documents int
	for _, d := range want {
		documents += d.Documents
	}
	if err == nil {
		err = q.NewRaw("SELECT n FROM totals WHERE name = 'documents'").Scan(ctx, &total)
	}
	if err == nil && total != documents {
		err = fmt.Errorf("%d documents are counted in all and %d by day", total, documents)
	}
	return err
}

func sourceDays(ctx context.Context, t *transfer.Transfer) (days []dayCount, err error) {
	err = t.Source(ctx, func(q bun.IDB) error {
		days, err = dayCounts(ctx, q)
		return err
	})
	return days, err
}

// dayCount is a row of document_days.
type dayCount struct {
	bun.BaseModel `bun:"table:document_days"`

	Day                                                                        int
	Type, Status                                                               string
	Documents, Reads, Legible, Typed, Duplicated, ProcessingMicros, Confidence int
}

func dayCounts(ctx context.Context, q bun.IDB) (days []dayCount, err error) {
	err = q.NewRaw(
		`SELECT day, type, status, CAST(sum(documents) AS BIGINT) AS documents, CAST(sum(reads) AS BIGINT) AS reads, CAST(sum(legible) AS BIGINT) AS legible,
			CAST(sum(typed) AS BIGINT) AS typed, CAST(sum(duplicated) AS BIGINT) AS duplicated, CAST(sum(processing_micros) AS BIGINT) AS processing_micros,
			CAST(sum(confidence) AS BIGINT) AS confidence
		FROM document_days GROUP BY day, type, status HAVING sum(documents) <> 0 ORDER BY day, type, status`,
	).Scan(
		ctx,
		&days,
	)
	return days, err
}

func setSQLiteCounters(ctx context.Context, tx bun.Tx, days []dayCount) error {
	for some := range slices.Chunk(days, 400) {
		if _, err := tx.NewInsert().Model(&some).Exec(ctx); err != nil {
			return err
		}
	}
	_, err := tx.ExecContext(ctx, "UPDATE totals SET n = (SELECT coalesce(sum(documents), 0) FROM document_days) WHERE name = 'documents'")
	return err
}

func setPostgresCounters(ctx context.Context, tx bun.Tx, days []dayCount) error {
	for some := range slices.Chunk(days, sqldb.RowsPerInsert) {
		if _, err := tx.NewInsert().Model(&some).ModelTableExpr("document_sums").Exec(ctx); err != nil {
			return err
		}
	}
	_, err := tx.ExecContext(ctx, "UPDATE document_total SET n = (SELECT coalesce(sum(documents), 0) FROM document_sums)")
	return err
}

// searchEntries derives the entries of indexed documents, under the same numbers.
var searchEntries = transfer.Derived{
	Tables: []string{"search_terms", "search_entries"},
	Make:   indexDocuments,
	Verify: func(ctx context.Context, t *transfer.Transfer) error {
		return t.Target().View(ctx, func(q bun.IDB) error {
			var documents, entries int
			err := q.NewRaw("SELECT (SELECT count(*) FROM search_documents), (SELECT count(*) FROM search_entries)").Scan(ctx, &documents, &entries)
			if err == nil && documents != entries {
				err = fmt.Errorf("of %d documents %d can be searched", documents, entries)
			}
			return err
		})
	},
}

// entriesPerTx is the number of entries that a transaction adds.
const entriesPerTx = 2000

func indexDocuments(ctx context.Context, t *transfer.Transfer) error {
	var total int
	count := func(q bun.IDB) error { return q.NewRaw("SELECT count(*) FROM search_documents").Scan(ctx, &total) }
	if err := t.Source(ctx, count); err != nil {
		return err
	}
	index := searchindex.New(t.Target())
	done, after := 0, int64(math.MinInt64)
	for {
		t.Report("índice de búsqueda", done, total)
		var entries []searchindex.Entry
		err := t.Source(ctx, func(q bun.IDB) (err error) {
			entries, err = searchindex.Rebuild(ctx, q, after, entriesPerTx)
			return err
		})
		if err != nil || len(entries) == 0 {
			return err
		}
		if err := t.Target().Write(ctx, func(ctx context.Context, tx bun.Tx) error { return index.InsertEntries(ctx, tx, entries) }); err != nil {
			return err
		}
		after, done = entries[len(entries)-1].Seq, done+len(entries)
	}
}

// UnfinishedTask is a task that is waiting or running.
type UnfinishedTask struct {
	ID        string
	CreatedBy string
	Priority  document.Priority
}

// UnfinishedTasks returns the unfinished tasks of the source, oldest first.
func (t *Transfer) UnfinishedTasks(ctx context.Context) (all []UnfinishedTask, err error) {
	err = t.Source(ctx, func(q bun.IDB) error {
		return q.NewRaw("SELECT id, created_by, priority FROM tasks WHERE status IN ('pending', 'processing') ORDER BY created_at, id").Scan(ctx, &all)
	})
	return all, err
}

// Original is an original that documents, the bin, tasks or deliveries refer to. SHA256 is empty if unknown.
type Original struct {
	Key    string `bun:"original_key"`
	SHA256 string `bun:"sha256"`
}

const namedOriginals = `(SELECT original_key, sha256 FROM documents WHERE original_key <> ''
	UNION SELECT original_key, sha256 FROM tasks WHERE original_key <> ''
	UNION SELECT original_key, sha256 FROM binned_documents WHERE original_key <> ''
	UNION SELECT original_key, sha256 FROM deliveries WHERE original_key <> '') AS named`

// Originals returns up to limit originals in the order of their keys, from the first key after the given one.
func (t *Transfer) Originals(ctx context.Context, after string, limit int) (all []Original, err error) {
	err = t.Source(ctx, func(q bun.IDB) error {
		return q.NewRaw("SELECT original_key, max(sha256) AS sha256 FROM "+namedOriginals+
			" WHERE original_key > ? GROUP BY original_key ORDER BY original_key LIMIT ?", after, limit).Scan(ctx, &all)
	})
	return all, err
}

// CountOriginals returns the number of originals.
func (t *Transfer) CountOriginals(ctx context.Context) (n int, err error) {
	err = t.Source(ctx, func(q bun.IDB) error {
		return q.NewRaw("SELECT count(DISTINCT original_key) FROM "+namedOriginals).Scan(ctx, &n)
	})
	return n, err
}

// TaskParts returns the stores of what running tasks need, in the source and in the target.
func (t *Transfer) TaskParts() (from, to ports.TaskParts) {
	return records.TaskParts(t.SourceDB()), records.TaskParts(t.Target())
}
