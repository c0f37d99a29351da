package sqlstore

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/uptrace/bun"

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

func (postgresSearch) clear(ctx context.Context, tx bun.Tx) error {
	if err := (postgres{}).alone(ctx, tx, tidying); err != nil {
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
	pairs := slices.AppendSeq(make([]int64, 0, len(words)/5), segment.Pairs(words))
	slices.Sort(pairs)
	return slices.Compact(pairs)
}

// everything reports whether all documents belong to a set.
func everything(s search.Set) bool {
	t, ok := s.Terms.(search.Term)
	return ok && t == search.Everything && len(s.With)+len(s.Without) == 0
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
