package sqlstore

import (
	"cmp"
	"context"
	"errors"
	"os"
	"reflect"

	"github.com/uptrace/bun"
	"golang.org/x/sys/unix"

	"github.com/cotejo/cotejo/core/search/segment"
)

func flock(f *os.File, how int) error {
	for {
		if err := unix.Flock(int(f.Fd()), how); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}

// On SQLite a segment is made beside who writes: its pages are read in short views
// and stored in short transactions, and the last one has it searched. What a program leaves behind that ends meanwhile is of no
// segment, and goes first when the next one tidies.

// sqliteSettling keeps two bytes a word. Since one writes at a time its segments stay
// smaller.
var sqliteSettling = settling{func(words string) any { return segment.Codes(words) }, 50_000}

const (
	// tidySuffix names the file whose lock has one program tidy at a time.
	tidySuffix = "-tidy"

	// stagedAtOnce is how many pages a transaction adds or deletes.
	stagedAtOnce = 1000
)

func (sqlite) tidy(ctx context.Context, db *Base, fewest int) (more bool, err error) {
	lock, err := os.OpenFile(db.path+tidySuffix, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return false, err
	}
	defer lock.Close()
	if err := flock(lock, unix.LOCK_EX|unix.LOCK_NB); errors.Is(err, unix.EWOULDBLOCK) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	for _, do := range []func(context.Context, *Base, int) (bool, error){dropUnsearched, settleOldest, mergeDue} {
		if more, err = do(ctx, db, fewest); more || err != nil {
			return more, err
		}
	}
	return false, nil
}

// dropUnsearched deletes pages of a segment that is not searched.
func dropUnsearched(ctx context.Context, db *Base, _ int) (more bool, err error) {
	var unsearched []int64
	err = db.View(ctx, func(q bun.IDB) error {
		return q.NewRaw(`WITH RECURSIVE stored (segment) AS (SELECT min(segment) FROM search_pages
			UNION ALL SELECT (SELECT min(segment) FROM search_pages WHERE segment > stored.segment) FROM stored WHERE stored.segment IS NOT NULL)
			SELECT segment FROM stored WHERE segment IS NOT NULL AND segment NOT IN (SELECT segment FROM search_segments) LIMIT 1`).Scan(ctx, &unsearched)
	})
	if err != nil || len(unsearched) == 0 {
		return false, err
	}
	return true, db.begin(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewRaw("DELETE FROM search_pages WHERE rowid IN (SELECT rowid FROM search_pages WHERE segment = ? ORDER BY first LIMIT ?)",
			unsearched[0], stagedAtOnce).Exec(ctx)
		return err
	})
}

// staged stores the pages of a segment that nobody searches yet, some while the next
// are made.
func staged(ctx context.Context, db *Base, pages pageMaker) (number int64, err error) {
	err = db.begin(ctx, func(ctx context.Context, tx bun.Tx) error {
		numbers, err := db.engine.reserve(ctx, tx, "search_segments", 1)
		if err == nil {
			number = numbers[0]
		}
		return err
	})
	if err != nil {
		return 0, err
	}
	var storing error
	stored := make(chan struct{}, 1)
	stored <- struct{}{}
	err = inPieces(pages, stagedAtOnce, func(some []segment.Page) error {
		<-stored
		err := storing
		go func() {
			if err == nil {
				storing = db.begin(ctx, func(ctx context.Context, tx bun.Tx) error { return addPages(ctx, db, tx, number, some) })
			}
			stored <- struct{}{}
		}()
		return err
	})
	<-stored
	return number, cmp.Or(err, storing)
}

// searched has a segment searched whose pages are stored.
func searched(ctx context.Context, tx bun.Tx, s segmentRow) error {
	_, err := tx.NewRaw("INSERT INTO search_segments (segment, base, documents) VALUES (?, ?, ?)", s.Segment, s.Base, s.Documents).Exec(ctx)
	return err
}

func mergeDue(ctx context.Context, db *Base, fewest int) (more bool, err error) {
	var m merge
	err = db.View(ctx, func(q bun.IDB) (err error) {
		m, err = sqliteSettling.nextMerge(ctx, q.(bun.Tx), fewest)
		return err
	})
	if err != nil || len(m.some) == 0 {
		return false, err
	}
	number, err := staged(ctx, db, m.pages(ctx, db))
	if err != nil {
		return false, err
	}
	return true, db.begin(ctx, func(ctx context.Context, tx bun.Tx) error {
		gone, err := tx.NewRaw("DELETE FROM search_segments WHERE segment IN (?)", bun.List(m.numbers())).Exec(ctx)
		if err != nil {
			return err
		}
		if n, err := gone.RowsAffected(); err != nil {
			return err
		} else if int(n) != len(m.some) {
			return errCleared
		}
		if _, err := tx.NewRaw("DELETE FROM search_left WHERE seq IN (?)", bun.List(seqsOf(m.dropped))).Exec(ctx); err != nil {
			return err
		}
		return searched(ctx, tx, segmentRow{number, m.base, m.documents})
	})
}

// errCleared undoes a merge of segments that are no longer there.
var errCleared = errors.New("the search index was begun anew meanwhile")

// settledAtOnce is how many recent documents are settled at once: a transaction
// looks at them and takes them out of FTS5.
const settledAtOnce = 500

// settleOldest settles the oldest recent documents that no segment has from before
// they were changed. Once there are that many it goes on until there is none, so
// that FTS5 can be emptied. That does not hand out what it was given: entries are
// made anew of the documents.
func settleOldest(ctx context.Context, db *Base, fewest int) (more bool, err error) {
	if db.settling.Load() {
		fewest = 1
	}
	defer func() { db.settling.Store(more) }()
	var oldest []recentDocument
	err = db.View(ctx, func(q bun.IDB) error {
		var seqs []int64
		err := q.NewRaw("SELECT rowid FROM search_terms WHERE rowid NOT IN (SELECT seq FROM search_left) ORDER BY rowid LIMIT ?", max(fewest, settledAtOnce)).Scan(ctx, &seqs)
		if err == nil && len(seqs) >= fewest {
			oldest, err = recentOf(ctx, q, seqs[:min(len(seqs), settledAtOnce)])
		}
		return err
	})
	if err != nil || len(oldest) == 0 {
		return false, err
	}
	entries, seqs := make([]pendingEntry, len(oldest)), make([]int64, len(oldest))
	for i := range oldest {
		d := oldest[i].row.document()
		entries[i], seqs[i] = pendingEntry{oldest[i].seq, d.SearchEntry()}, oldest[i].seq
		if err := ctx.Err(); err != nil {
			return false, err
		}
	}
	base, pages := sqliteSettling.segment(entries, new(segment.Builder))
	number, err := staged(ctx, db, pages)
	if err != nil {
		return false, err
	}
	rows := sqliteSettling.rows(entries)
	return true, db.begin(ctx, func(ctx context.Context, tx bun.Tx) error {
		now, err := recentOf(ctx, tx, seqs)
		if err != nil || !reflect.DeepEqual(now, oldest) {
			return err // somebody changed one: the next try is another
		}
		if err := db.add(ctx, tx, settledColumns, rows); err != nil {
			return err
		}
		if err := forget(ctx, tx, seqs); err != nil {
			return err
		}
		return searched(ctx, tx, segmentRow{number, base, len(entries)})
	})
}

// recentDocument is a document with the number of its entry.
type recentDocument struct {
	seq int64
	row documentRow
}

// recentOf returns those of some entries that are recent and of no segment, in
// their order.
func recentOf(ctx context.Context, q bun.IDB, seqs []int64) ([]recentDocument, error) {
	var entries []searchRow
	err := q.NewRaw(`SELECT seq, document_id FROM search_documents WHERE seq IN (?)
		AND EXISTS (SELECT 1 FROM search_terms WHERE search_terms.rowid = search_documents.seq) AND seq NOT IN (SELECT seq FROM search_left) ORDER BY seq`, bun.List(seqs)).Scan(ctx, &entries)
	if err != nil || len(entries) == 0 {
		return nil, err
	}
	ids, places := make([]string, len(entries)), make(map[string]int, len(entries))
	found := make([]recentDocument, len(entries))
	for i, e := range entries {
		ids[i], places[e.DocumentID], found[i].seq = e.DocumentID, i, e.Seq
	}
	var rows []documentRow
	if err := q.NewSelect().Model(&rows).ExcludeColumn("pages", "entities").Where("id IN (?)", bun.List(ids)).Scan(ctx); err != nil {
		return nil, err
	}
	for _, r := range rows {
		found[places[r.ID]].row = r
	}
	return found, nil
}

// forget takes entries out of FTS5, and gives back what it holds of none.
func forget(ctx context.Context, tx bun.Tx, seqs []int64) error {
	for _, table := range []string{"search_terms", "search_words"} {
		if _, err := tx.NewRaw("DELETE FROM ? WHERE rowid IN (?)", bun.Ident(table), bun.List(seqs)).Exec(ctx); err != nil {
			return err
		}
	}
	var others bool
	if err := tx.NewRaw("SELECT EXISTS (SELECT 1 FROM search_terms)").Scan(ctx, &others); err != nil || others {
		return err
	}
	return clearRecent(ctx, tx)
}
