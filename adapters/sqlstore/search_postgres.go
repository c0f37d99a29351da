package sqlstore

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/core/search"
)

// postgresSearch implements searchIndex over search_entries.
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
	for _, table := range []string{"search_documents", "search_entries"} {
		if _, err := tx.NewRaw("DELETE FROM ?", bun.Ident(table)).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (postgresSearch) table() string  { return "search_entries" }
func (postgresSearch) number() string { return "seq" }

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

// pairsOf returns the hash of each two words side by side, each once. The list
// has a space before, between and behind the words.
func pairsOf(words string) []int64 {
	pairs := make([]int64, 0, len(words)/5)
	before := "" // and what follows up to the end of the word that is read
	for rest := strings.TrimPrefix(words, " "); rest != ""; {
		end := strings.IndexByte(rest, ' ')
		word := rest[:end]
		switch {
		case word == search.Gap:
			before = ""
		case before == "":
			before = rest
		default:
			pairs = append(pairs, pairHash(before[:len(before)-len(rest)+end]))
			before = rest
		}
		rest = rest[end+1:]
	}
	slices.Sort(pairs)
	return slices.Compact(pairs)
}

// pairHash is FNV-1a of two words with a space between. It is stored: it must not
// change. Of a million documents, none is found by a pair that it does not have:
// 64 bits keep some 10⁹ pairs apart.
func pairHash(pair string) int64 {
	const offset, prime = 14695981039346656037, 1099511628211
	h := uint64(offset)
	for i := range len(pair) {
		h = (h ^ uint64(pair[i])) * prime
	}
	return int64(h)
}

// prepare has the planner use the indexes of search_entries: it takes reading
// all rows for cheap, since it does not see that terms lie outside of them. The
// memory lets it keep those that have a phrase, to leave them out.
func (postgresSearch) prepare(ctx context.Context, q bun.IDB) error {
	_, err := q.NewRaw("SET LOCAL enable_seqscan = off; SET LOCAL work_mem = '64MB'").Exec(ctx)
	return err
}

// vocabulary is nil: a GIN index shows its terms to nobody.
func (postgresSearch) vocabulary(context.Context, bun.IDB) (search.Vocabulary, func() error) {
	return nil, nil
}

// find counts first: the server finds all before it knows the latest.
func (x postgresSearch) find(ctx context.Context, q bun.IDB, s search.Set, few int) (total int, seqs []int64, err error) {
	if total, err = x.count(ctx, q, s); err == nil && 0 < total && total <= few {
		err = latest(x, q, s, few).Scan(ctx, &seqs)
	}
	return total, seqs, err
}

func (x postgresSearch) count(ctx context.Context, q bun.IDB, s search.Set) (n int, err error) {
	err = x.matching(q.NewSelect(), s).ColumnExpr("count(*)").Scan(ctx, &n)
	return n, err
}

func (postgresSearch) among(q *bun.SelectQuery, seqs []int64) *bun.SelectQuery {
	return q.Where("matched.seq = ANY (?::bigint[])", bigints(seqs))
}

func (postgresSearch) seq() string { return "matched.seq" }

// matching finds the entries apart from what is then done with them: OFFSET 0
// keeps the planner from walking along an order instead, and looking at each
// entry, which takes for ever where few belong to the set.
func (postgresSearch) matching(q *bun.SelectQuery, s search.Set) *bun.SelectQuery {
	if everything(s) {
		return q.TableExpr("search_documents AS matched")
	}
	condition, args := entryCondition(s)
	return q.TableExpr("(? OFFSET 0) AS matched", q.NewSelect().Column("seq").TableExpr("search_entries").Where(condition, args...))
}

// manyOnServer is from how many documents on it takes less to walk along the
// order that is wanted, looking at each entry, until a page is full: of a million
// documents 2,500 then.
const manyOnServer = 20_000

func (x postgresSearch) documents(q *bun.SelectQuery, s search.Set, n int) *bun.SelectQuery {
	switch {
	case everything(s):
		return q.TableExpr("search_documents")
	case n > manyOnServer:
		condition, args := entryCondition(s)
		return q.TableExpr("search_documents").Where("(SELECT "+condition+" FROM search_entries WHERE search_entries.seq = search_documents.seq)", args...)
	}
	return x.matching(q, s).Join("JOIN search_documents ON search_documents.seq = matched.seq")
}

// everything reports whether all documents belong to a set.
func everything(s search.Set) bool {
	t, ok := s.Terms.(search.Term)
	return ok && t == search.Everything && len(s.With)+len(s.Without) == 0
}

// entryCondition is met by the entries that belong to a set.
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
