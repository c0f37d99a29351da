package sqlstore

import (
	"context"
	"database/sql"
	"encoding/binary"
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

// postgresSearch implements searchIndex. Its documents are recent, in rows of
// search_entries, or settled, in segments. A trigger makes a settled one whose
// entry is inserted again recent, and one that is deleted left.
type postgresSearch struct{}

// insert binds arrays: the server would read a literal for longer than it
// stores the entry.
func (postgresSearch) insert(ctx context.Context, tx bun.Tx, entries []pendingEntry) error {
	for _, e := range entries {
		_, err := tx.Tx.ExecContext(ctx, "INSERT INTO search_entries (seq, terms, pairs, words) VALUES ($1, array_to_tsvector($2::text[]), $3, $4)",
			e.seq, keptTerms(e.Terms), pairsOf(e.Words), e.Words)
		if err != nil {
			return err
		}
	}
	return nil
}

func (postgresSearch) remove(ctx context.Context, tx bun.Tx, seq int64) error {
	_, err := tx.NewRaw("DELETE FROM search_entries WHERE seq = ?", seq).Exec(ctx)
	return err
}

// clear has who would write wait: each statement sees what was stored meanwhile,
// and of a document would take the entry and leave the row. All that write to the
// index begin with search_documents.
func (postgresSearch) clear(ctx context.Context, tx bun.Tx) error {
	if err := (postgres{}).alone(ctx, tx, tidying); err != nil {
		return err
	}
	if _, err := tx.NewRaw("LOCK TABLE search_documents IN SHARE ROW EXCLUSIVE MODE").Exec(ctx); err != nil {
		return err
	}
	for _, table := range []string{"search_settled", "search_documents", "search_entries", "search_pages", "search_segments", "search_left"} {
		if _, err := tx.NewRaw("DELETE FROM ?", bun.Ident(table)).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (postgresSearch) indexed(ctx context.Context, q bun.IDB) (n int, last int64, err error) {
	err = q.NewRaw("SELECT count(*), coalesce(max(seq), 0) FROM (SELECT seq FROM search_settled UNION ALL SELECT seq FROM search_entries) AS entries").Scan(ctx, &n, &last)
	return n, last, err
}

// view has the planner use the indexes of search_entries: it takes reading all
// rows for cheap, since it does not see that terms lie outside of them. The memory
// lets it keep those that have a phrase, to leave them out. Compiling a statement
// takes longer than it runs.
func (p postgresSearch) view(ctx context.Context, q bun.IDB) (searchView, error) {
	if _, err := q.NewRaw("SET LOCAL enable_seqscan = off; SET LOCAL jit = off; SET LOCAL work_mem = '64MB'").Exec(ctx); err != nil {
		return nil, err
	}
	return viewOf(ctx, p, q, "SELECT EXISTS (SELECT 1 FROM search_entries)")
}

// pagesOf selects the pages of each segment that may have a key between two
// others: the last that begins with the lower one or before it, and those that
// begin behind it. OFFSET keeps the planner from reading all pages at once.
const pagesOf = `SELECT wanted.n, search_segments.base, page.data
	FROM unnest($1::bytea[], $2::bytea[]) WITH ORDINALITY AS wanted (low, high, n)
	CROSS JOIN search_segments
	CROSS JOIN LATERAL (
		(SELECT data FROM search_pages WHERE segment = search_segments.segment AND first <= wanted.low
			ORDER BY first DESC LIMIT 1)
		UNION ALL
		(SELECT data FROM search_pages WHERE segment = search_segments.segment AND first > wanted.low AND first <= wanted.high
			AND wanted.low <> wanted.high OFFSET 0)
	) AS page`

func (postgresSearch) pages(ctx context.Context, tx *sql.Tx, ranges []segment.Range, each func(n int, base int64, page []byte) error) (err error) {
	low, high := make([][]byte, len(ranges)), make([][]byte, len(ranges))
	for i, r := range ranges {
		low[i], high[i] = r.Low, r.High
	}
	rows, err := tx.QueryContext(ctx, pagesOf, low, high)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var n, base int64
		var data []byte
		if err := rows.Scan(&n, &base, &data); err != nil {
			return err
		}
		if err := each(int(n-1), base, data); err != nil {
			return err
		}
	}
	return rows.Err()
}

func (p postgresSearch) recent(ctx context.Context, q bun.IDB, s search.Set, within *roaring.Bitmap) (seqs []int64, err error) {
	condition, args := entryCondition(s)
	if everything(s) {
		condition, args = "TRUE", nil
	}
	if within != nil {
		condition, args = condition+" AND ?", append(args, p.isAmong(within, 0))
	}
	err = q.NewRaw("SELECT seq FROM search_entries WHERE "+condition, args...).Scan(ctx, &seqs)
	return seqs, err
}

func (ps postgresSearch) having(ctx context.Context, q bun.IDB, p search.Phrase, some *roaring.Bitmap) (seqs []int64, err error) {
	err = q.NewRaw("SELECT seq FROM search_settled WHERE ? AND position(? IN words) > 0",
		ps.isAmong(some, 0), " "+strings.Join(p, " ")+" ").Scan(ctx, &seqs)
	return seqs, err
}

// manyListed is how many documents a statement lists. Of more it has a bit for
// each seq: the server walks along an order then until a page is full.
const manyListed = 20_000

func (postgresSearch) isAmong(numbers *roaring.Bitmap, n int) schema.QueryWithArgs {
	if numbers.IsEmpty() {
		return bun.SafeQuery("FALSE")
	}
	if max(n, int(numbers.GetCardinality())) <= manyListed {
		return bun.SafeQuery("seq = ANY (?::bigint[])", bigints(seqsOf(numbers)))
	}
	first := numbers.Minimum() &^ 0xffff
	words := roaring.AddOffset64(numbers, -int64(first)).ToDense()
	bits := make([]byte, 0, 8*len(words))
	for _, w := range words {
		bits = binary.LittleEndian.AppendUint64(bits, w)
	}
	low := seqOf(first)
	return bun.SafeQuery("CASE WHEN seq BETWEEN ? AND ? THEN get_bit(?::bytea, seq - ?) = 1 ELSE FALSE END",
		low, low+int64(8*len(bits))-1, bits, low)
}

// maxTerms bounds the terms of an entry in bytes: a tsvector may have a
// megabyte. A filing has some ten thousand; of a text that comes close, which
// holds more noise than words, the longest are left out.
const maxTerms = 900_000

func keptTerms(list string) []string {
	terms := strings.Fields(list)
	if len(list) <= maxTerms {
		return terms
	}
	slices.SortStableFunc(terms, func(a, b string) int { return len(a) - len(b) })
	for size := len(list); size > maxTerms; terms = terms[:len(terms)-1] {
		size -= len(terms[len(terms)-1]) + 1
	}
	return terms
}

// pairsOf returns the hash of each two words side by side, each once, in order.
func pairsOf(words string) []int64 {
	pairs := segment.AppendPairs(make([]int64, 0, len(words)/5), words)
	slices.Sort(pairs)
	return slices.Compact(pairs)
}

// entryCondition is met by the recent entries that belong to a set.
func entryCondition(s search.Set) (condition string, args []any) {
	if condition = "TRUE"; s.Terms != nil {
		condition, args = "terms @@ ?::tsquery", []any{tsQuery(s.Terms)}
	}
	for _, p := range s.With {
		phrase, words := sideBySide(p)
		condition, args = condition+" AND "+phrase, append(args, words...)
	}
	for _, p := range s.Without {
		phrase, words := sideBySide(p)
		condition, args = condition+" AND seq NOT IN (SELECT seq FROM search_entries WHERE "+phrase+")", append(args, words...)
	}
	return condition, args
}

// sideBySide is met by entries in which the words stand side by side. The pairs
// find candidates, and all there is to know of two words.
func sideBySide(p search.Phrase) (condition string, args []any) {
	if len(p) > 1 {
		condition, args = "pairs @> ?::bigint[]", []any{bigints(pairsOf(" " + strings.Join(p, " ") + " "))}
	}
	if len(p) > 2 {
		condition += " AND "
	}
	if len(p) != 2 {
		condition, args = condition+"position(? IN words) > 0", append(args, " "+strings.Join(p, " ")+" ")
	}
	return condition, args
}

// bigints writes an array as the server reads it.
func bigints(all []int64) string {
	b := []byte{'{'}
	for i, n := range all {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, n, 10)
	}
	return string(append(b, '}'))
}

// tsQuery writes a condition in the query language of tsvectors. Terms hold no
// quotes and no backslashes, see search.Entry.
func tsQuery(x search.Expr) string {
	var b strings.Builder
	writeTSQuery(&b, x)
	return b.String()
}

func writeTSQuery(b *strings.Builder, x search.Expr) {
	join := func(operator string, parts []search.Expr) {
		for i, part := range parts {
			if i > 0 {
				b.WriteString(operator)
			}
			writeTSQuery(b, part)
		}
	}
	b.WriteByte('(')
	switch x := x.(type) {
	case search.Term:
		b.WriteString("'" + string(x) + "'")
	case search.Prefix:
		b.WriteString("'" + string(x) + "':*")
	case search.All:
		join(" & ", x)
	case search.Any:
		join(" | ", x)
	case search.Not:
		join(" & !", []search.Expr{x.In, x.But})
	}
	b.WriteByte(')')
}
