package searchindex

import (
	"context"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"github.com/cotejo/cotejo/adapters/sqlstore/records"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/search"
)

// sqlite implements entries: search_terms, a table of FTS5, has the terms
// of entries by their seq. It hands entries over in the order of their numbers, so
// that a LIMIT bounds its work.
type sqlite struct{}

// insert has the driver bind the texts, which are as long as the documents. FTS5
// writes out what it holds when a statement begins that may be undone by itself, so
// its entries come first, one after another.
func (sqlite) insert(ctx context.Context, tx bun.Tx, entries []Entry) error {
	ctx, ended := sqldb.Uninterrupted(ctx)
	for _, e := range entries {
		if _, err := tx.Tx.ExecContext(ctx, "INSERT INTO search_terms (rowid, terms) VALUES (?, ?)", e.Seq, e.Terms); err != nil {
			return err
		}
	}
	for _, e := range entries {
		if _, err := tx.Tx.ExecContext(ctx, "INSERT INTO search_entries (seq, parts, words) VALUES (?, ?, ?)", e.Seq, e.Parts, e.Words); err != nil {
			return err
		}
	}
	return ended()
}

func (sqlite) remove(ctx context.Context, tx bun.Tx, seq int64) error {
	for _, statement := range []string{"DELETE FROM search_terms WHERE rowid = ?", "DELETE FROM search_entries WHERE seq = ?"} {
		if _, err := tx.NewRaw(statement, seq).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (sqlite) clear(ctx context.Context, tx bun.Tx) error {
	for _, statement := range []string{"DELETE FROM search_documents", "DELETE FROM search_entries", "INSERT INTO search_terms (search_terms) VALUES ('delete-all')"} {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

func (sqlite) prepare(context.Context, bun.IDB) error { return nil }

func (s sqlite) scan(ctx context.Context, q bun.IDB, sc scan) (n int, seqs []int64, err error) {
	order := "rowid DESC"
	if sc.oldest {
		order = "rowid"
	}
	entries := q.NewSelect().ColumnExpr("search_terms.rowid AS seq").TableExpr("search_terms").
		Where("search_terms MATCH ?", fts5.write(sc.set.Terms)).OrderExpr("search_terms." + order).Limit(int64(sc.most))
	if sc.filter != (document.Filter{}) {
		records.Filter(entries.Join("CROSS JOIN search_documents ON search_documents.seq = search_terms.rowid"), sc.filter)
	}
	found := q.NewSelect().TableExpr("(?) AS scanned", entries).ColumnExpr("count(*)")
	if sc.set.ReadsWords() {
		found.Join("CROSS JOIN search_entries USING (seq)")
	}
	return scanned(ctx, found.ColumnExpr("coalesce(group_concat(CASE WHEN ? THEN seq END), '')", wordsIn(s, sc.set)))
}

func (sqlite) matching(_ context.Context, q bun.IDB, x search.Expr) (*bun.SelectQuery, error) {
	return q.NewSelect().ColumnExpr("rowid").TableExpr("search_terms").Where("search_terms MATCH ?", fts5.write(x)), nil
}

func (sqlite) hasPhrase(p search.Phrase) schema.QueryWithArgs {
	return bun.SafeQuery("instr(words, ?) > 0", p.String())
}

func (sqlite) hasSeq(seqs []int64) schema.QueryWithArgs {
	return bun.SafeQuery("seq IN (SELECT value FROM json_each(?))", sqldb.NumbersAsJSON(seqs))
}

var fts5 = syntax{and: " AND ", or: " OR ", not: " NOT ", open: `"`, shut: `"`, more: "*"}
