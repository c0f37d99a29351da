package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/core/search"
)

// sqliteSearch implements searchIndex over search_terms and search_words, tables
// of FTS5.
type sqliteSearch struct{}

// insert has the driver bind the texts, which are as long as the documents. FTS5
// writes out what it holds of one table before it takes an entry of another.
func (sqliteSearch) insert(ctx context.Context, tx bun.Tx, entries []pendingEntry) error {
	for _, e := range entries {
		if _, err := tx.Tx.ExecContext(ctx, "INSERT INTO search_terms (rowid, terms) VALUES (?, ?)", e.seq, strings.Join(e.terms, " ")); err != nil {
			return err
		}
	}
	for _, e := range entries {
		if _, err := tx.Tx.ExecContext(ctx, "INSERT INTO search_words (rowid, words) VALUES (?, ?)", e.seq, strings.Join(e.words, " ")); err != nil {
			return err
		}
	}
	return nil
}

func (sqliteSearch) remove(ctx context.Context, tx bun.Tx, seq int64) error {
	for _, table := range []string{"search_terms", "search_words"} {
		if _, err := tx.NewRaw("DELETE FROM ? WHERE rowid = ?", bun.Ident(table), seq).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (sqliteSearch) clear(ctx context.Context, tx bun.Tx) error {
	for _, statement := range []string{
		"DELETE FROM search_documents",
		"INSERT INTO search_terms (search_terms) VALUES ('delete-all')",
		"INSERT INTO search_words (search_words) VALUES ('delete-all')",
	} {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

func (sqliteSearch) table() string  { return "search_terms" }
func (sqliteSearch) number() string { return "rowid" }

func (sqliteSearch) prepare(context.Context, bun.IDB) error { return nil }

// fewWords is how many terms with one beginning are told apart: FTS5 counts the
// entries of more together in less time.
const fewWords = 64

// beginning asks for one term after the other: it takes a look at each part of
// the index, however many entries have the term.
func (sqliteSearch) beginning(ctx context.Context, q bun.IDB, p search.Prefix) ([]string, bool, error) {
	var terms []string
	for from := string(p); len(terms) <= fewWords; {
		var term string
		err := q.NewRaw("SELECT term FROM search_vocabulary WHERE term >= ? LIMIT 1", from).Scan(ctx, &term)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return nil, false, err
		}
		if err != nil || !strings.HasPrefix(term, string(p)) {
			return terms, true, nil
		}
		terms, from = append(terms, term), term+"\x01" // which no term has
	}
	return nil, false, nil
}

func (sqliteSearch) seq() string { return "search_terms.rowid" }

// many is how many documents are no longer fetched and sorted: instead an index
// is walked in the order that is wanted, until the page is full. It meets those
// of so many soon enough, and fetches none.
const many = 2000

// documents has SQLite walk the index of the order, by the +.
func (x sqliteSearch) documents(q *bun.SelectQuery, s search.Set, n int) *bun.SelectQuery {
	if n > many {
		return q.TableExpr("search_documents").Where("+seq IN (?)", x.matching(q.NewSelect(), s).ColumnExpr("search_terms.rowid"))
	}
	return x.matching(q, s).Join("CROSS JOIN search_documents").Where("seq = search_terms.rowid")
}

// matching keeps SQLite, by the +, from looking every document with the phrase up
// by itself.
func (sqliteSearch) matching(q *bun.SelectQuery, s search.Set) *bun.SelectQuery {
	q.TableExpr("search_terms").Where("search_terms MATCH ?", ftsExpr(s.Terms))
	if len(s.With) > 0 {
		q.Where("+search_terms.rowid IN (SELECT rowid FROM search_words WHERE search_words MATCH ?)", ftsPhrases(s.With, " AND "))
	}
	if len(s.Without) > 0 {
		q.Where("+search_terms.rowid NOT IN (SELECT rowid FROM search_words WHERE search_words MATCH ?)", ftsPhrases(s.Without, " OR "))
	}
	return q
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
