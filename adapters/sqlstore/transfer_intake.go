package sqlstore

// This file holds what the intake service keeps otherwise in one database than
// in the other: counters, and the index that documents are searched with.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
	"github.com/uptrace/bun"
)

// countersAnew carries over what both databases show as document_days and totals.
var countersAnew = Derived{
	Tables: []string{"totals", "document_days", "document_sums", "document_total", "document_changes"},
	Make: func(ctx context.Context, t *Transfer) error {
		days, err := dayCounts(ctx, t.from, t.source)
		if err != nil {
			return err
		}
		return t.to.Write(ctx, func(ctx context.Context, tx bun.Tx) error { return t.to.engine.setCounters(ctx, tx, days) })
	},
	Verify: func(ctx context.Context, t *Transfer) error {
		want, err := dayCounts(ctx, t.from, t.source)
		if err != nil {
			return err
		}
		return t.to.View(ctx, func(q bun.IDB) error {
			got, err := dayCounts(ctx, t.to, q)
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
		})
	},
}

// dayCount is what document_days has of a day.
type dayCount struct {
	bun.BaseModel `bun:"table:document_days"`

	Day                                                                        int
	Type, Status                                                               string
	Documents, Reads, Legible, Typed, Duplicated, ProcessingMicros, Confidence int
}

func dayCounts(ctx context.Context, db *Base, q bun.IDB) (days []dayCount, err error) {
	err = q.NewRaw(`SELECT day, type, status, CAST(sum(documents) AS BIGINT) AS documents, CAST(sum(reads) AS BIGINT) AS reads, CAST(sum(legible) AS BIGINT) AS legible,
			CAST(sum(typed) AS BIGINT) AS typed, CAST(sum(duplicated) AS BIGINT) AS duplicated, CAST(sum(processing_micros) AS BIGINT) AS processing_micros,
			CAST(sum(confidence) AS BIGINT) AS confidence
		FROM document_days GROUP BY day, type, status HAVING sum(documents) <> 0 ORDER BY day, type, status`).Scan(ctx, &days)
	return days, db.translate(ctx, err)
}

// searchAnew makes the entries of those documents that have any, under the same
// numbers.
var searchAnew = Derived{
	Tables: []string{"search_terms", "search_entries"},
	Make:   func(ctx context.Context, t *Transfer) error { return t.indexDocuments(ctx) },
	Verify: func(ctx context.Context, t *Transfer) error {
		return t.to.View(ctx, func(q bun.IDB) error {
			var documents, entries int
			err := q.NewRaw("SELECT (SELECT count(*) FROM search_documents), (SELECT count(*) FROM search_entries)").Scan(ctx, &documents, &entries)
			if err == nil && documents != entries {
				err = fmt.Errorf("of %d documents %d can be searched", documents, entries)
			}
			return err
		})
	},
}

// perIndexing is how many entries a transaction adds.
const perIndexing = 2000

func (t *Transfer) indexDocuments(ctx context.Context) error {
	var total int
	if err := t.source.NewRaw("SELECT count(*) FROM search_documents").Scan(ctx, &total); err != nil {
		return t.from.translate(ctx, err)
	}
	done, after := 0, int64(math.MinInt64)
	for {
		t.tell("índice de búsqueda", done, total)
		entries, err := t.entriesBehind(ctx, after)
		if err != nil {
			return t.from.translate(ctx, err)
		}
		if len(entries) == 0 {
			return nil
		}
		if err := t.to.Write(ctx, func(ctx context.Context, tx bun.Tx) error { return t.to.engine.search().insert(ctx, tx, entries) }); err != nil {
			return err
		}
		after, done = entries[len(entries)-1].seq, done+len(entries)
	}
}

// entriesBehind makes the next entries, on all processors.
func (t *Transfer) entriesBehind(ctx context.Context, after int64) ([]pendingEntry, error) {
	var numbered []searchRow
	err := t.source.NewSelect().Model(&numbered).Column("seq", "document_id").Where("seq > ?", after).Order("seq").Limit(perIndexing).Scan(ctx)
	if err != nil || len(numbered) == 0 {
		return nil, err
	}
	ids, seqs := make([]string, len(numbered)), make(map[string]int64, len(numbered))
	for i, r := range numbered {
		ids[i], seqs[r.DocumentID] = r.DocumentID, r.Seq
	}
	var rows []documentRow
	if err := t.source.NewSelect().Model(&rows).ExcludeColumn("pages", "entities").Where("id IN (?)", bun.List(ids)).Scan(ctx); err != nil {
		return nil, err
	}
	entries := make([]pendingEntry, len(rows))
	var workers sync.WaitGroup
	share := (len(rows) + runtime.GOMAXPROCS(0) - 1) / runtime.GOMAXPROCS(0)
	for from := 0; from < len(rows); from += share {
		workers.Go(func() {
			for i := from; i < min(from+share, len(rows)); i++ {
				d := rows[i].document()
				entries[i] = pendingEntry{seqs[d.ID], d.SearchEntry()}
			}
		})
	}
	workers.Wait()
	slices.SortFunc(entries, func(a, b pendingEntry) int { return cmp.Compare(a.seq, b.seq) })
	return entries, nil
}

// UnfinishedTask is one that is still to be worked.
type UnfinishedTask struct {
	ID       string
	Priority document.Priority
}

// UnfinishedTasks returns them, the oldest first.
func (t *Transfer) UnfinishedTasks(ctx context.Context) (all []UnfinishedTask, err error) {
	err = t.Source(ctx, func(q bun.IDB) error {
		return q.NewRaw("SELECT id, priority FROM tasks WHERE status IN ('pending', 'processing') ORDER BY created_at, id").Scan(ctx, &all)
	})
	return all, err
}

// Original is one that documents or tasks name. SHA256 is empty where they do
// not say it.
type Original struct {
	Key    string `bun:"original_key"`
	SHA256 string `bun:"sha256"`
}

const namedOriginals = `(SELECT original_key, sha256 FROM documents WHERE original_key <> ''
	UNION SELECT original_key, sha256 FROM tasks WHERE original_key <> '') AS named`

// Originals returns the first of those whose keys come after one.
func (t *Transfer) Originals(ctx context.Context, after string, limit int) (all []Original, err error) {
	err = t.Source(ctx, func(q bun.IDB) error {
		return q.NewRaw("SELECT original_key, max(sha256) AS sha256 FROM "+namedOriginals+
			" WHERE original_key > ? GROUP BY original_key ORDER BY original_key LIMIT ?", after, limit).Scan(ctx, &all)
	})
	return all, err
}

// CountOriginals tells how many there are.
func (t *Transfer) CountOriginals(ctx context.Context) (n int, err error) {
	err = t.Source(ctx, func(q bun.IDB) error {
		return q.NewRaw("SELECT count(DISTINCT original_key) FROM "+namedOriginals).Scan(ctx, &n)
	})
	return n, err
}

// TaskParts returns what servers keep of tasks in work in the two databases.
func (t *Transfer) TaskParts() (from, to ports.TaskParts) { return parts{t.from}, parts{t.to} }
