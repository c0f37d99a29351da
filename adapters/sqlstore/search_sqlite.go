package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/core/search"
)

// sqliteSearch implements searchIndex over search_terms and search_words, tables
// of FTS5.
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

func (sqliteSearch) indexed(ctx context.Context, q bun.IDB) (n int, last int64, err error) {
	err = q.NewRaw("SELECT count(*), coalesce(max(rowid), 0) FROM search_terms").Scan(ctx, &n, &last)
	return n, last, err
}

func (sqliteSearch) view(_ context.Context, q bun.IDB) (searchView, error) { return sqliteView{q}, nil }

// sqliteView implements searchView.
type sqliteView struct{ q bun.IDB }

func (v sqliteView) vocabulary(ctx context.Context) (search.Vocabulary, func() error) {
	words := &sqliteVocabulary{ctx: ctx, tx: v.q.(bun.Tx).Tx}
	return words, func() error { return words.failed }
}

func (sqliteView) ahead(context.Context, []search.Set) error { return nil }

// sqliteVocabulary asks for one term after the other, by statements that stay
// prepared: it takes a look at each part of the index, however many entries have
// the term.
type sqliteVocabulary struct {
	ctx    context.Context
	tx     *sql.Tx
	failed error
}

func (v *sqliteVocabulary) Next(from string) (term string, ok bool) {
	err := v.tx.QueryRowContext(v.ctx, "SELECT term FROM search_vocabulary WHERE term >= ? LIMIT 1", from).Scan(&term)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		v.failed = err
	}
	return term, err == nil
}

// rare is how many entries FTS5 merges in less time than it takes to tell their
// terms apart.
const rare = 1000

func (v *sqliteVocabulary) Rare(begin string) bool {
	var n int
	err := v.tx.QueryRowContext(v.ctx, "SELECT count(*) FROM (SELECT 1 FROM search_vocabulary WHERE term >= ? AND term < ? LIMIT ?)",
		begin, begin+string(utf8.MaxRune), rare).Scan(&n)
	v.failed = errors.Join(v.failed, err)
	return err == nil && n < rare
}

// find begins with the latest: where there are few, that is all.
func (v sqliteView) find(ctx context.Context, s search.Set, few int) (total int, seqs []int64, err error) {
	if seqs, err = v.latest(ctx, s, nil, 0, few+1); err != nil || len(seqs) <= few {
		return len(seqs), seqs, err
	}
	total, err = v.count(ctx, s)
	return total, nil, err
}

// count counts parts of the set: FTS5 looks at each way to meet a term for each
// entry.
func (v sqliteView) count(ctx context.Context, s search.Set) (total int, err error) {
	for _, part := range s.Split() {
		var n int
		if err := v.matching(part).ColumnExpr("count(*)").Scan(ctx, &n); err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}

func (v sqliteView) latest(ctx context.Context, s search.Set, among []int64, skip, most int) (seqs []int64, err error) {
	q := v.matching(s).ColumnExpr("search_terms.rowid").OrderExpr("search_terms.rowid DESC").Limit(int64(most)).Offset(int64(skip))
	if among != nil {
		q.Where("+search_terms.rowid IN (?)", bun.List(among))
	}
	err = q.Scan(ctx, &seqs)
	return seqs, err
}

// many is how many documents are no longer fetched and sorted: instead an index
// is walked in the order that is wanted, until the page is full. It meets those
// of so many soon enough, and fetches none.
const many = 2000

// documents has SQLite walk the index of the order, by the +.
func (v sqliteView) documents(_ context.Context, s search.Set, n int) (*bun.SelectQuery, error) {
	if n > many {
		return v.q.NewSelect().TableExpr("search_documents").Where("+seq IN (?)", v.matching(s).ColumnExpr("search_terms.rowid")), nil
	}
	return v.matching(s).Join("CROSS JOIN search_documents").Where("seq = search_terms.rowid"), nil
}

// matching selects the entries of a set. It keeps SQLite, by the +, from looking every document with the phrase up
// by itself.
func (v sqliteView) matching(s search.Set) *bun.SelectQuery {
	q := v.q.NewSelect()
	if s.Terms == nil {
		return q.TableExpr("search_words AS search_terms").Where("search_words MATCH ?", ftsPhrases(s.With, " AND "))
	}
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
