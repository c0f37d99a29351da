package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/core/search"
	"github.com/cotejo/cotejo/core/search/segment"
)

// settle puts new documents into a segment of their own.
func settle(ctx context.Context, db *Base, tx bun.Tx, entries []pendingEntry) error {
	if len(entries) == 0 {
		return nil
	}
	base := entries[0].seq &^ 7
	kept, words := make([]segment.Entry, len(entries)), make([][]any, len(entries))
	for i, e := range entries {
		kept[i] = segment.Entry{Number: uint32(e.seq - base), Entry: e.Entry}
		words[i] = []any{e.seq, e.Words}
	}
	if err := db.add(ctx, tx, table{name: "search_settled", columns: []string{"seq", "words"}}, words); err != nil {
		return err
	}
	return writeSegment(ctx, db, tx, base, len(entries), func(emit func(segment.Page) error) error { return segment.Build(kept, emit) })
}

// pagesAtOnce is how many pages are read or written at once.
const pagesAtOnce = 250

func writeSegment(ctx context.Context, db *Base, tx bun.Tx, base int64, documents int, pages func(emit func(segment.Page) error) error) error {
	var number int64
	if err := tx.NewRaw("INSERT INTO search_segments (base, documents) VALUES (?, ?) RETURNING segment", base, documents).Scan(ctx, &number); err != nil {
		return err
	}
	var rows [][]any
	write := func() error {
		err := db.add(ctx, tx, table{name: "search_pages", columns: []string{"segment", "first", "data"}}, rows)
		rows = rows[:0]
		return err
	}
	err := pages(func(p segment.Page) error {
		if rows = append(rows, []any{number, p.First, p.Data}); len(rows) < pagesAtOnce {
			return nil
		}
		return write()
	})
	if err != nil {
		return err
	}
	return write()
}

// olderConnected reports whether a program is connected that does not search
// segments, while servers are updated one after the other.
func olderConnected(ctx context.Context, tx bun.Tx) (older bool, err error) {
	err = tx.NewRaw("SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = ?)", formerName).Scan(ctx, &older)
	return older, err
}

// segmentRow is a row of search_segments.
type segmentRow struct {
	Segment, Base int64
	Documents     int
}

// merged is how many segments of about the same size become one. One of more than
// largest documents stays as it is.
const (
	merged  = 16
	largest = 50_000
)

// due returns segments to be merged: the smallest of those that are too many of
// their size: none has more than eight times as many documents as the smallest.
func due(all []segmentRow) []segmentRow {
	all = slices.DeleteFunc(slices.Clone(all), func(s segmentRow) bool { return s.Documents > largest })
	slices.SortFunc(all, func(a, b segmentRow) int { return a.Documents - b.Documents })
	for len(all) >= merged {
		alike := all
		for i, s := range all {
			if s.Documents > 8*all[0].Documents {
				alike = all[:i]
				break
			}
		}
		if len(alike) >= merged {
			return alike[:merged]
		}
		all = all[len(alike):]
	}
	return nil
}

// tidy does what is due first, unless another program is at it. A segment is also
// made anew when fewest documents have left segments.
func (postgres) tidy(ctx context.Context, db *Base, fewest int) (more bool, err error) {
	err = db.begin(ctx, func(ctx context.Context, tx bun.Tx) error {
		var alone bool
		err := tx.NewRaw("SELECT pg_try_advisory_xact_lock(hashtextextended('cotejo ' || current_schema || ' ' || ?, 0))", tidying).Scan(ctx, &alone)
		if err != nil || !alone {
			return err
		}
		if more, err = settleRecent(ctx, db, tx, fewest); more || err != nil {
			return err
		}
		var all []segmentRow
		if err := tx.NewRaw("SELECT segment, base, documents FROM search_segments").Scan(ctx, &all); err != nil {
			return err
		}
		var seqs []int64
		if err := tx.NewRaw("SELECT seq FROM search_left").Scan(ctx, &seqs); err != nil {
			return err
		}
		left := numbersOf(seqs)
		some := due(all)
		if len(some) == 0 && len(seqs) >= fewest {
			if some, err = emptiest(ctx, tx, all, left); err != nil {
				return err
			}
		}
		more = len(some) > 0
		return mergeSegments(ctx, db, tx, some, left)
	})
	return more, err
}

// tidying is what one transaction does at a time, see postgres.alone.
const tidying = "tidy"

// mostSettled is how many recent documents are settled at once.
const mostSettled = 4000

// settleRecent settles recent documents, the oldest first, if there are that many
// of them. It passes over those that somebody is changing, and those that a
// segment has from before they were changed.
func settleRecent(ctx context.Context, db *Base, tx bun.Tx, fewest int) (more bool, err error) {
	if older, err := olderConnected(ctx, tx); err != nil || older {
		return false, err
	}
	const recent = "FROM search_entries JOIN search_documents USING (seq) WHERE NOT EXISTS (SELECT 1 FROM search_left WHERE search_left.seq = search_entries.seq)"
	var n int
	if err := tx.NewRaw("SELECT count(*) FROM (SELECT 1 "+recent+" LIMIT ?) AS recent", fewest).Scan(ctx, &n); err != nil || n < fewest {
		return false, err
	}
	var rows []struct {
		Seq          int64
		Terms, Words string
	}
	err = tx.NewRaw("SELECT seq, array_to_string(tsvector_to_array(terms), ' ') AS terms, words "+recent+
		" ORDER BY seq LIMIT ? FOR UPDATE OF search_entries SKIP LOCKED FOR KEY SHARE OF search_documents SKIP LOCKED", mostSettled).Scan(ctx, &rows)
	if err != nil || len(rows) == 0 {
		return false, err
	}
	entries, seqs := make([]pendingEntry, len(rows)), make([]int64, len(rows))
	for i, r := range rows {
		entries[i], seqs[i] = pendingEntry{r.Seq, search.Entry{Terms: " " + r.Terms + " ", Words: r.Words}}, r.Seq
	}
	if _, err := tx.NewRaw("DELETE FROM search_entries WHERE seq = ANY (?::bigint[])", bigints(seqs)).Exec(ctx); err != nil {
		return false, err
	}
	return true, settle(ctx, db, tx, entries)
}

// mergeSegments makes one segment of several, without the documents that left
// them.
func mergeSegments(ctx context.Context, db *Base, tx bun.Tx, some []segmentRow, left *roaring.Bitmap) error {
	if len(some) == 0 {
		return nil
	}
	base, documents := some[0].Base, 0
	for _, s := range some {
		base = min(base, s.Base)
		documents += s.Documents
	}
	sources, merged := make([]*segment.Source, len(some)), make([]int64, len(some))
	for i, s := range some {
		pages := &pageReader{ctx: ctx, tx: tx, segment: s.Segment}
		sources[i], merged[i] = &segment.Source{Next: pages.next, Base: uint32(s.Base - base)}, s.Segment
	}
	dropped := roaring.New()
	drop := func(n uint32) bool {
		n += numberOf(base)
		if !left.Contains(n) {
			return false
		}
		dropped.Add(n)
		return true
	}
	if left.IsEmpty() {
		drop = nil
	}
	err := writeSegment(ctx, db, tx, base, documents, func(emit func(segment.Page) error) error { return segment.Merge(sources, drop, emit) })
	if err != nil {
		return err
	}
	for _, table := range []string{"search_pages", "search_segments"} {
		if _, err := tx.NewRaw("DELETE FROM ? WHERE segment = ANY (?::bigint[])", bun.Ident(table), bigints(merged)).Exec(ctx); err != nil {
			return err
		}
	}
	_, err = tx.NewRaw("DELETE FROM search_left WHERE seq = ANY (?::bigint[])", bigints(seqsOf(dropped))).Exec(ctx)
	return err
}

// emptiest returns the segment that most documents left, to be made anew: a large
// one is merged no more. It is none where no document of a segment left.
func emptiest(ctx context.Context, tx bun.Tx, all []segmentRow, left *roaring.Bitmap) (most []segmentRow, err error) {
	everything, gone := segment.Term(search.Everything), 0
	for _, s := range all {
		var page []byte
		err := tx.Tx.QueryRowContext(ctx, "SELECT data FROM search_pages WHERE segment = $1 AND first <= $2 ORDER BY first DESC LIMIT 1", s.Segment, everything.Low).Scan(&page)
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		var found segment.Found
		if err == nil {
			err = segment.Look(page, everything, numberOf(s.Base), &found)
		}
		if err != nil {
			return nil, err
		}
		if n := int(left.AndCardinality(roaring.BitmapOf(found.Numbers...))); n > gone {
			most, gone = []segmentRow{s}, n
		}
	}
	return most, nil
}

// pageReader reads the pages of a segment in their order.
type pageReader struct {
	tx      bun.Tx
	ctx     context.Context
	segment int64
	pages   []pageRow
	last    []byte
	ended   bool
}

type pageRow struct{ First, Data []byte }

func (r *pageReader) next() ([]byte, error) {
	if len(r.pages) == 0 && !r.ended {
		rows, err := r.tx.Tx.QueryContext(r.ctx, "SELECT first, data FROM search_pages WHERE segment = $1 AND first > $2 ORDER BY first LIMIT $3",
			r.segment, append([]byte{}, r.last...), pagesAtOnce)
		if err != nil {
			return nil, err
		}
		defer rows.Close()
		for rows.Next() {
			var p pageRow
			if err := rows.Scan(&p.First, &p.Data); err != nil {
				return nil, err
			}
			r.pages = append(r.pages, p)
		}
		if err := rows.Err(); err != nil {
			return nil, err
		}
		r.ended = len(r.pages) < pagesAtOnce
	}
	if len(r.pages) == 0 {
		return nil, nil
	}
	page := r.pages[0]
	r.pages, r.last = r.pages[1:], page.First
	return page.Data, nil
}
