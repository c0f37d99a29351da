package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"math/bits"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/core/search"
	"github.com/cotejo/cotejo/core/search/segment"
)

// settling is how an engine keeps settled documents: what beside the segments of their
// words, to look for phrases that runs do not tell. A segment of more than largest
// documents stays as it is.
type settling struct {
	kept    func(words string) any
	largest int
}

// pageMaker hands out the pages of a segment.
type pageMaker func(emit func(segment.Page) error) error

// rows are those of search_settled.
func (s settling) rows(entries []pendingEntry) [][]any {
	rows := make([][]any, len(entries))
	for i, e := range entries {
		rows[i] = []any{e.seq, s.kept(e.Words)}
	}
	return rows
}

var settledColumns = table{name: "search_settled", columns: []string{"seq", "words"}}

// segment is that of documents whose seqs ascend.
func (s settling) segment(entries []pendingEntry, builder *segment.Builder) (base int64, pages pageMaker) {
	base = entries[0].seq &^ 7
	return base, func(emit func(segment.Page) error) error {
		numbered := make([]segment.Entry, len(entries))
		for i, e := range entries {
			numbered[i] = segment.Entry{Number: uint32(e.seq - base), Entry: e.Entry}
		}
		return builder.Build(numbered, emit)
	}
}

// settle puts new documents into a segment of their own.
func (s settling) settle(ctx context.Context, db *Base, tx bun.Tx, entries []pendingEntry) error {
	if len(entries) == 0 {
		return nil
	}
	if err := db.add(ctx, tx, settledColumns, s.rows(entries)); err != nil {
		return err
	}
	base, pages := s.segment(entries, new(segment.Builder))
	return writeSegment(ctx, db, tx, base, len(entries), pages)
}

// pagesAtOnce is how many pages are read or written at once.
const pagesAtOnce = 250

func writeSegment(ctx context.Context, db *Base, tx bun.Tx, base int64, documents int, pages pageMaker) error {
	var number int64
	if err := tx.NewRaw("INSERT INTO search_segments (base, documents) VALUES (?, ?) RETURNING segment", base, documents).Scan(ctx, &number); err != nil {
		return err
	}
	return inPieces(pages, pagesAtOnce, func(some []segment.Page) error { return addPages(ctx, db, tx, number, some) })
}

func addPages(ctx context.Context, db *Base, tx bun.Tx, number int64, pages []segment.Page) error {
	rows := make([][]any, len(pages))
	for i, p := range pages {
		rows[i] = []any{number, p.First, p.Data}
	}
	return db.add(ctx, tx, table{name: "search_pages", columns: []string{"segment", "first", "data"}}, rows)
}

func inPieces(pages pageMaker, many int, write func([]segment.Page) error) error {
	var some []segment.Page
	err := pages(func(p segment.Page) error {
		if some = append(some, p); len(some) < many {
			return nil
		}
		full := some
		some = nil
		return write(full)
	})
	if err != nil || len(some) == 0 {
		return err
	}
	return write(some)
}

// segmentRow is a row of search_segments.
type segmentRow struct {
	Segment, Base int64
	Documents     int
}

// merged is how many segments of about the same size become one. A search asks each for
// a page, term by term: of fewer, documents are written anew more often.
const merged = 8

// due returns segments to be merged, none where there are too few of each size. Of
// one size, with less than eight times as many documents as another, they are the
// first in the order of their documents: the lists of such follow one another, and
// those of what is made of them.
func (s settling) due(all []segmentRow) []segmentRow {
	var bySize [32][]segmentRow
	for _, one := range all {
		if one.Documents <= s.largest {
			size := (bits.Len(uint(one.Documents)) + 2) / 3
			bySize[size] = append(bySize[size], one)
		}
	}
	for _, alike := range bySize {
		if len(alike) >= merged {
			slices.SortFunc(alike, func(a, b segmentRow) int { return cmp.Compare(a.Base, b.Base) })
			return alike[:merged]
		}
	}
	return nil
}

// merge is some segments that are to become one, without the documents that left
// them.
type merge struct {
	some      []segmentRow
	left      *roaring.Bitmap
	base      int64
	documents int
	dropped   *roaring.Bitmap // those left that it met
}

// nextMerge returns what is due. A segment is also made anew when fewest documents
// have left segments. Its some are none where nothing is due.
func (s settling) nextMerge(ctx context.Context, tx bun.Tx, fewest int) (m merge, err error) {
	m.dropped = roaring.New()
	var all []segmentRow
	if err := tx.NewRaw("SELECT segment, base, documents FROM search_segments").Scan(ctx, &all); err != nil {
		return m, err
	}
	var seqs []int64
	if err := tx.NewRaw("SELECT seq FROM search_left").Scan(ctx, &seqs); err != nil {
		return m, err
	}
	m.left, m.some = numbersOf(seqs), s.due(all)
	if len(m.some) == 0 && len(seqs) >= fewest {
		if m.some, err = emptiest(ctx, tx, all, m.left); err != nil {
			return m, err
		}
	}
	for _, s := range m.some {
		m.documents += s.Documents
	}
	if len(m.some) > 0 {
		m.base = m.some[0].Base
	}
	return m, nil
}

// numbers are those of its segments.
func (m *merge) numbers() []int64 {
	numbers := make([]int64, len(m.some))
	for i, s := range m.some {
		numbers[i] = s.Segment
	}
	return numbers
}

// pages are those of the one that is made. They are read a few at a time: a view as
// long as a merge would keep SQLite's log from being begun anew.
func (m *merge) pages(ctx context.Context, db *Base) pageMaker {
	sources := make([]*segment.Source, len(m.some))
	turns := make(chan struct{}, readingAhead)
	for i, s := range m.some {
		pages := &pageReader{ctx: ctx, db: db, segment: s.Segment, turns: turns}
		sources[i] = &segment.Source{Next: pages.next, Base: uint32(s.Base - m.base)}
	}
	drop := func(n uint32) bool {
		n += numberOf(m.base)
		if !m.left.Contains(n) {
			return false
		}
		m.dropped.Add(n)
		return true
	}
	if m.left.IsEmpty() {
		drop = nil
	}
	return func(emit func(segment.Page) error) error { return segment.Merge(sources, drop, emit) }
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

// readingAhead is how many segments are read at once while those read before are
// merged: searches want the connections, too.
const readingAhead = 2

// pageReader reads the pages of a segment in their order, some while those before
// them are used, unless that is within a transaction.
type pageReader struct {
	db      *Base
	ctx     context.Context
	segment int64
	turns   chan struct{} // to read

	pages  []pageRow
	coming chan pagesRead // nil at first, and behind the last
	ended  bool
}

type pageRow struct{ First, Data []byte }

type pagesRead struct {
	pages []pageRow
	err   error
}

func (r *pageReader) next() ([]byte, error) {
	if len(r.pages) == 0 && !r.ended {
		if r.coming == nil {
			r.fetch([]byte{})
		}
		got := <-r.coming
		if got.err != nil {
			return nil, got.err
		}
		r.pages = got.pages
		if r.ended = len(r.pages) < pagesAtOnce; !r.ended {
			r.fetch(r.pages[pagesAtOnce-1].First)
		}
	}
	if len(r.pages) == 0 {
		return nil, nil
	}
	page := r.pages[0]
	r.pages = r.pages[1:]
	return page.Data, nil
}

// fetch has the pages read whose first keys are behind one.
func (r *pageReader) fetch(after []byte) {
	r.coming = make(chan pagesRead, 1)
	read := func() {
		r.turns <- struct{}{}
		pages, err := r.read(after)
		<-r.turns
		r.coming <- pagesRead{pages, err}
	}
	if _, within := r.db.tx(r.ctx); within {
		read()
	} else {
		go read()
	}
}

func (r *pageReader) read(after []byte) (pages []pageRow, err error) {
	err = r.db.View(r.ctx, func(q bun.IDB) error {
		rows, err := q.(bun.Tx).Tx.QueryContext(r.ctx, "SELECT first, data FROM search_pages WHERE segment = $1 AND first > $2 ORDER BY first LIMIT $3",
			r.segment, after, pagesAtOnce)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var p pageRow
			if err := rows.Scan(&p.First, &p.Data); err != nil {
				return err
			}
			pages = append(pages, p)
		}
		return rows.Err()
	})
	return pages, err
}
