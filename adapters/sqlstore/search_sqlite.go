package sqlstore

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"github.com/cotejo/cotejo/core/search"
	"github.com/cotejo/cotejo/core/search/segment"
)

// sqliteSearch implements searchIndex. Its documents are recent, in search_terms
// and search_words, tables of FTS5, or settled, in segments.
type sqliteSearch struct{}

// insert has the driver bind the texts, which are as long as the documents. FTS5
// writes out what it holds of one table before it takes an entry of another.
func (sqliteSearch) insert(ctx context.Context, tx bun.Tx, entries []pendingEntry) error {
	ctx, ended := uninterrupted(ctx)
	for _, e := range entries {
		if _, err := tx.Tx.ExecContext(ctx, "INSERT INTO search_terms (rowid, terms) VALUES (?, ?)", e.seq, e.Terms); err != nil {
			return err
		}
	}
	for _, e := range entries {
		if _, err := tx.Tx.ExecContext(ctx, "INSERT INTO search_words (rowid, words) VALUES (?, ?)", e.seq, e.Words); err != nil {
			return err
		}
	}
	return ended()
}

// remove has a settled document leave its segment.
func (sqliteSearch) remove(ctx context.Context, tx bun.Tx, seq int64) error {
	for _, statement := range []string{
		"INSERT OR IGNORE INTO search_left SELECT seq FROM search_settled WHERE seq = ?",
		"DELETE FROM search_settled WHERE seq = ?",
		"DELETE FROM search_terms WHERE rowid = ?",
		"DELETE FROM search_words WHERE rowid = ?",
	} {
		if _, err := tx.NewRaw(statement, seq).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (sqliteSearch) clear(ctx context.Context, tx bun.Tx) error {
	for _, statement := range []string{
		"DELETE FROM search_settled", "DELETE FROM search_documents", "DELETE FROM search_pages", "DELETE FROM search_segments", "DELETE FROM search_left",
	} {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return clearRecent(ctx, tx)
}

func clearRecent(ctx context.Context, tx bun.Tx) error {
	for _, statement := range []string{
		"INSERT INTO search_terms (search_terms) VALUES ('delete-all')",
		"INSERT INTO search_words (search_words) VALUES ('delete-all')",
	} {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

func (sqliteSearch) indexed(ctx context.Context, q bun.IDB) (n int, last int64, err error) {
	err = q.NewRaw("SELECT count(*), coalesce(max(seq), 0) FROM (SELECT seq FROM search_settled UNION ALL SELECT rowid FROM search_terms)").Scan(ctx, &n, &last)
	return n, last, err
}

func (s sqliteSearch) view(ctx context.Context, q bun.IDB) (searchView, error) {
	return viewOf(ctx, s, q, "SELECT EXISTS (SELECT 1 FROM search_terms)")
}

// pageAt selects of each segment the last page that begins with a key or before
// it, and pagesIn those that begin behind it, up to another.
const (
	pageAt = `SELECT base, (SELECT data FROM search_pages WHERE search_pages.segment = search_segments.segment AND first <= ?
		ORDER BY first DESC LIMIT 1) FROM search_segments`
	pagesIn = `SELECT base, data FROM search_segments CROSS JOIN search_pages USING (segment) WHERE first > ? AND first <= ?`
)

func (sqliteSearch) pages(ctx context.Context, tx *sql.Tx, ranges []segment.Range, each func(n int, base int64, page []byte) error) error {
	ctx, ended := uninterrupted(ctx)
	for n, r := range ranges {
		ask := func(query string, args ...any) (err error) {
			rows, err := tx.QueryContext(ctx, query, args...)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, rows.Close()) }()
			for rows.Next() {
				var base int64
				var page sql.RawBytes
				if err := rows.Scan(&base, &page); err != nil {
					return err
				}
				if err := each(n, base, page); err != nil {
					return err
				}
			}
			return rows.Err()
		}
		if err := ask(pageAt, r.Low); err != nil {
			return err
		}
		if !bytes.Equal(r.Low, r.High) {
			if err := ask(pagesIn, r.Low, r.High); err != nil {
				return err
			}
		}
		if err := ended(); err != nil {
			return err
		}
	}
	return nil
}

func (sqliteSearch) recent(ctx context.Context, q bun.IDB, of search.Set, within *roaring.Bitmap) ([]int64, error) {
	found := q.NewSelect().ColumnExpr("coalesce(group_concat(rowid), '')")
	if of.Terms == nil {
		found.TableExpr("search_words").Where("search_words MATCH ?", ftsPhrases(of.With, " AND "))
	} else {
		found.TableExpr("search_terms").Where("search_terms MATCH ?", ftsExpr(of.Terms))
		if len(of.With) > 0 {
			found.Where("+rowid IN (SELECT rowid FROM search_words WHERE search_words MATCH ?)", ftsPhrases(of.With, " AND "))
		}
	}
	if len(of.Without) > 0 {
		found.Where("+rowid NOT IN (SELECT rowid FROM search_words WHERE search_words MATCH ?)", ftsPhrases(of.Without, " OR "))
	}
	if within != nil && within.GetCardinality() <= many {
		found.Where("+rowid IN (?)", bun.List(seqsOf(within)))
	}
	seqs, err := listed(ctx, found)
	if within != nil {
		seqs = slices.DeleteFunc(seqs, func(seq int64) bool { return !within.Contains(numberOf(seq)) })
	}
	return seqs, err
}

// listed reads numbers that come as one text, a hundred times as fast as rows.
func listed(ctx context.Context, q interface {
	Scan(context.Context, ...any) error
}) ([]int64, error) {
	var list string
	if err := q.Scan(ctx, &list); err != nil || list == "" {
		return nil, err
	}
	seqs := make([]int64, 0, strings.Count(list, ",")+1)
	for number := range strings.SplitSeq(list, ",") {
		seq, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return nil, err
		}
		seqs = append(seqs, seq)
	}
	return seqs, nil
}

func (s sqliteSearch) having(ctx context.Context, q bun.IDB, p search.Phrase, some *roaring.Bitmap) ([]int64, error) {
	return listed(ctx, q.NewRaw("SELECT coalesce(group_concat(seq), '') FROM search_settled WHERE ? AND instr(words, ?) > 0",
		s.isAmong(some, 0), segment.Codes(strings.Join(p, " "))))
}

// many is how many documents are no longer fetched and sorted: instead an index
// is walked in the order that is wanted, until the page is full. It meets those
// of so many soon enough, and fetches none.
const many = 2000

// isAmong has, of many, a bit for each seq, six to a byte, since SQLite can tell
// the number of a byte only where it is that of a character of ASCII.
func (sqliteSearch) isAmong(numbers *roaring.Bitmap, n int) schema.QueryWithArgs {
	if numbers.IsEmpty() {
		return bun.SafeQuery("FALSE")
	}
	if max(n, int(numbers.GetCardinality())) <= many {
		return bun.SafeQuery("seq IN (?)", bun.List(seqsOf(numbers)))
	}
	first, last := numbers.Minimum(), numbers.Maximum()
	bits := make([]byte, (last-first)/6+1)
	for i := range bits {
		bits[i] = 1 << 6
	}
	for each := numbers.Iterator(); each.HasNext(); {
		at := each.Next() - first
		bits[at/6] |= 1 << (at % 6)
	}
	return bun.SafeQuery("CASE WHEN seq BETWEEN ? AND ? THEN unicode(substr(?, (seq - ?) / 6 + 1, 1)) >> (seq - ?) % 6 & 1 ELSE FALSE END",
		seqOf(first), seqOf(last), bits, seqOf(first), seqOf(first))
}

// ftsExpr writes a condition in the query language of FTS5. Terms hold no
// quotes, see search.Entry.
func ftsExpr(x search.Expr) string {
	var b strings.Builder
	writeFTS(&b, x)
	return b.String()
}

func writeFTS(b *strings.Builder, x search.Expr) {
	join := func(operator string, parts []search.Expr) {
		for i, part := range parts {
			if i > 0 {
				b.WriteString(operator)
			}
			writeFTS(b, part)
		}
	}
	b.WriteByte('(')
	switch x := x.(type) {
	case search.Term:
		b.WriteString(`"` + string(x) + `"`)
	case search.Prefix:
		b.WriteString(`"` + string(x) + `"*`)
	case search.All:
		join(" AND ", x)
	case search.Any:
		join(" OR ", x)
	case search.Not:
		join(" NOT ", []search.Expr{x.In, x.But})
	}
	b.WriteByte(')')
}

func ftsPhrases(phrases []search.Phrase, operator string) string {
	quoted := make([]string, len(phrases))
	for i, p := range phrases {
		quoted[i] = `"` + strings.Join(p, " ") + `"`
	}
	return strings.Join(quoted, operator)
}
