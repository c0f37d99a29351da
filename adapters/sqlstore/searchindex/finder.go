// Package searchindex finds documents by their words, in the full-text index of the
// database: FTS5 of SQLite, GIN of PostgreSQL.
package searchindex

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"github.com/cotejo/cotejo/adapters/sqlstore/records"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/search"
)

// Index implements ports.Search over search_documents, search_entries and the full-text
// index of the database. The store of documents keeps it up to date.
type Index struct {
	db      *sqldb.DB
	entries entries
	limits  limits
}

// limits are the bounds of core/search; tests have smaller ones.
type limits struct{ found, ranked, read int }

// New returns the index of a database. It is safe for concurrent use.
func New(db *sqldb.DB) Index {
	return Index{db, sqldb.Choose[entries](db, sqlite{}, postgres{}), limits{search.MaxFound, search.MaxRanked, search.MaxRead}}
}

// Find reads the numbers of all that is found, at most limits.found, and then
// only the rows of the page.
func (x Index) Find(
	ctx context.Context,
	q search.Query,
	filter document.Filter,
	order document.SearchOrder,
	page document.PageRequest,
) (document.Listing, error) {
	filter.Query = ""
	if q.MatchesAll() && filter != (document.Filter{}) && (order == document.ByRelevance || order == document.ByNewest) {
		return records.Documents(x.db, x).List(ctx, filter, page)
	}
	found := document.Listing{Page: page}
	if q.MatchesNothing() {
		return found, ctx.Err()
	}
	err := x.View(ctx, func(tx bun.IDB) error {
		plan := q.Plan()
		if plan.Match.Everything() && filter == (document.Filter{}) {
			return x.everything(ctx, tx, order, &found)
		}
		seqs, more, err := x.seqs(ctx, tx, plan, filter, order == document.ByOldest)
		if err != nil {
			return err
		}
		found.Total, found.AtLeast = len(seqs), more
		if !hasRows(found) {
			return nil
		}
		var ids []string
		if order == document.ByRelevance {
			if err = x.rank(ctx, tx, plan, seqs[:min(len(seqs), x.limits.ranked)]); err == nil {
				ids, err = idsOfEntries(ctx, tx, seqs[page.Offset():min(page.Offset()+page.Size, len(seqs))])
			}
		} else {
			ids, err = sorted(ctx, tx.NewSelect().TableExpr("search_documents").Where("?", x.entries.hasSeq(seqs)), order, page)
		}
		if err == nil {
			found.Items, err = summariesOf(ctx, tx, ids)
		}
		return err
	})
	return found, err
}

// everything is a page of all documents. Their total is a counter; while the
// index is being rebuilt, the last pages are empty.
func (x Index) everything(ctx context.Context, tx bun.IDB, order document.SearchOrder, found *document.Listing) (err error) {
	if found.Total, err = records.Count(ctx, tx, document.Filter{}); err != nil || !hasRows(*found) {
		return err
	}
	ids, err := sorted(ctx, tx.NewSelect().TableExpr("search_documents"), order, found.Page)
	if err == nil {
		found.Items, err = summariesOf(ctx, tx, ids)
	}
	return err
}

// hasRows reports whether the page of a list exists.
func hasRows(l document.Listing) bool {
	return l.Page.Number >= 1 && l.Page.Offset() >= 0 && l.Page.Offset() < l.Total
}

// seqs returns the numbers of the entries that a plan finds and whose documents a
// filter takes, in descending order. Of more than limits.found they are the
// highest, or the lowest where oldest is true; more existing reports, or,
// after limits.read entries, that there may be others.
func (x Index) seqs(ctx context.Context, tx bun.IDB, plan search.Plan, filter document.Filter, oldest bool) (seqs []int64, more bool, err error) {
	seqs, more, err = x.seqsIn(ctx, tx, plan.Whole, filter, oldest)
	if err != nil || more || !plan.HasBeginning() {
		return seqs, more, err
	}
	return x.seqsIn(ctx, tx, plan.Match, filter, oldest)
}

func (x Index) seqsIn(ctx context.Context, tx bun.IDB, set search.Set, filter document.Filter, oldest bool) (seqs []int64, more bool, err error) {
	s := scan{set: set, filter: filter, oldest: oldest, most: x.limits.found + 1}
	if set.ReadsWords() {
		s.most = x.limits.read
	}
	n, seqs, err := x.entries.scan(ctx, tx, s)
	if err != nil {
		return nil, false, err
	}
	more = n == s.most
	slices.Sort(seqs)
	if extra := len(seqs) - x.limits.found; extra > 0 {
		if more = true; oldest {
			seqs = seqs[:x.limits.found]
		} else {
			seqs = seqs[extra:]
		}
	}
	slices.Reverse(seqs)
	return seqs, more, nil
}

// scan is what entries.scan looks for: the entries whose terms are in a set and
// whose documents a filter takes, the latest first or the oldest, and no more than
// most of them. Of these it returns those whose words are in the set, too.
type scan struct {
	set    search.Set
	filter document.Filter
	oldest bool
	most   int
}

// View runs read on one state of the database, which includes the buffered entries of the
// transaction of ctx.
func (x Index) View(ctx context.Context, read func(tx bun.IDB) error) error {
	if err := x.db.Flush(ctx); err != nil {
		return err
	}
	return x.db.View(ctx, func(q bun.IDB) error {
		if err := x.entries.prepare(ctx, q); err != nil {
			return err
		}
		return read(q)
	})
}

var searchOrders = map[document.SearchOrder]string{
	document.ByRelevance: "seq DESC",
	document.ByNewest:    "created_at DESC, document_id DESC",
	document.ByOldest:    "created_at, document_id",
	document.ByPlaintiff: "plaintiff_key, created_at DESC, document_id DESC",
	document.ByRadicado:  "radicado_key, created_at DESC, document_id DESC",
	document.ByDue:       "due_day, created_at, document_id",
}

// sorted returns the page of what documents selects.
func sorted(ctx context.Context, documents *bun.SelectQuery, order document.SearchOrder, page document.PageRequest) ([]string, error) {
	var ids []string
	err := documents.Column("document_id").OrderExpr(searchOrders[order]).
		Limit(int64(page.Size)).Offset(int64(page.Offset())).Scan(ctx, &ids)
	return ids, err
}

// rank sorts entries by tier. seqs are in descending order, which stays within each tier.
func (x Index) rank(ctx context.Context, tx bun.IDB, plan search.Plan, seqs []int64) error {
	row := bun.SafeQuery("FALSE")
	if plan.Row != nil {
		row = x.entries.hasPhrase(plan.Row)
	}
	var rows []struct {
		Seq   int64
		Parts string
		Row   bool
	}
	err := tx.NewRaw("SELECT seq, parts, ? AS row FROM search_entries WHERE ?", row, x.entries.hasSeq(seqs)).Scan(ctx, &rows)
	if err != nil {
		return err
	}
	tiers := make(map[int64]int, len(rows))
	for _, r := range rows {
		tiers[r.Seq] = plan.Tier(r.Parts, r.Row)
	}
	slices.SortStableFunc(seqs, func(a, b int64) int { return tiers[a] - tiers[b] })
	return nil
}

// Narrow narrows a selection of documents to those that a query finds, all of
// them. The database keeps in a file what does not fit into its memory.
func (x Index) Narrow(ctx context.Context, tx bun.IDB, q *bun.SelectQuery, query search.Query) (*bun.SelectQuery, error) {
	if query.MatchesNothing() {
		return q.Where("FALSE"), nil
	}
	set := query.Plan().Match
	if set.Everything() {
		return q, nil
	}
	entries, err := x.entries.matching(ctx, tx, set.Terms)
	if err != nil {
		return nil, err
	}
	ids := tx.NewSelect().TableExpr("search_documents").Column("document_id").Where("seq IN (?)", entries)
	if set.ReadsWords() {
		ids.Where("EXISTS (SELECT 1 FROM search_entries WHERE search_entries.seq = search_documents.seq AND ?)", wordsIn(x.entries, set))
	}
	return q.Where("id IN (?)", ids), nil
}

// wordsIn is the condition on search_entries that the words of a set demand.
func wordsIn(index entries, s search.Set) schema.QueryWithArgs {
	if !s.ReadsWords() {
		return bun.SafeQuery("TRUE")
	}
	var conditions []string
	var args []any
	for _, phrases := range s.With {
		one := make([]string, len(phrases))
		for i, p := range phrases {
			one[i], args = "?", append(args, index.hasPhrase(p))
		}
		conditions = append(conditions, "("+strings.Join(one, " OR ")+")")
	}
	for _, p := range s.Without {
		conditions, args = append(conditions, "NOT ?"), append(args, index.hasPhrase(p))
	}
	return bun.SafeQuery("("+strings.Join(conditions, " AND ")+")", args...)
}

// syntax is how a full-text index writes conditions on terms. Terms hold no quotes, backslashes or
// semicolons, see search.Entry.
type syntax struct {
	and, or, not     string
	open, shut, more string // around a term, and behind a prefix
}

func (s syntax) write(x search.Expr) string {
	join := func(operator string, parts []search.Expr) string {
		all := make([]string, len(parts))
		for i, part := range parts {
			all[i] = s.write(part)
		}
		return "(" + strings.Join(all, operator) + ")"
	}
	switch x := x.(type) {
	case search.Term:
		return s.open + string(x) + s.shut
	case search.Prefix:
		return s.open + string(x) + s.shut + s.more
	case search.All:
		return join(s.and, x)
	case search.Any:
		return join(s.or, x)
	case search.Not:
		return join(s.not, []search.Expr{x.In, x.But})
	}
	panic(fmt.Sprintf("condition %T", x))
}

// scanned reads a count, and numbers that come as one text: a hundred times as
// fast as rows.
func scanned(ctx context.Context, q *bun.SelectQuery) (n int, seqs []int64, err error) {
	var list string
	if err := q.Scan(ctx, &n, &list); err != nil || list == "" {
		return n, nil, err
	}
	seqs = make([]int64, 0, strings.Count(list, ",")+1)
	for number := range strings.SplitSeq(list, ",") {
		seq, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return n, nil, err
		}
		seqs = append(seqs, seq)
	}
	return n, seqs, nil
}

// idsOfEntries returns the documents of entries, in their order.
func idsOfEntries(ctx context.Context, tx bun.IDB, seqs []int64) ([]string, error) {
	var rows []searchRow
	if err := tx.NewSelect().Model(&rows).Column("seq", "document_id").Where("seq IN (?)", bun.List(seqs)).Scan(ctx); err != nil {
		return nil, err
	}
	byEntry := make(map[int64]string, len(rows))
	for _, r := range rows {
		byEntry[r.Seq] = r.DocumentID
	}
	ids := make([]string, len(seqs))
	for i, seq := range seqs {
		ids[i] = byEntry[seq]
	}
	return ids, nil
}

// summariesOf returns the rows of documents in the order of their IDs.
func summariesOf(ctx context.Context, tx bun.IDB, ids []string) ([]document.Summary, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	var rows []records.SummaryRow
	if err := tx.NewSelect().Model(&rows).Where("id IN (?)", bun.List(ids)).Scan(ctx); err != nil {
		return nil, err
	}
	byID := make(map[string]document.Summary, len(rows))
	for _, r := range rows {
		byID[r.ID] = r.Summary()
	}
	all := make([]document.Summary, 0, len(ids))
	for _, id := range ids {
		all = append(all, byID[id])
	}
	return all, nil
}

func (x Index) Passages(ctx context.Context, ids []string) (map[string]string, error) {
	passages := make(map[string]string, len(ids))
	if len(ids) == 0 {
		return passages, ctx.Err()
	}
	err := x.db.View(ctx, func(tx bun.IDB) error {
		var rows []struct{ ID, Passage string }
		err := tx.NewRaw("SELECT id, substr(CASE body WHEN '' THEN remarks ELSE body END, 1, ?) AS passage FROM documents WHERE id IN (?)",
			search.SnippetReach, bun.List(ids)).Scan(ctx, &rows)
		for _, r := range rows {
			passages[r.ID] = r.Passage
		}
		return err
	})
	return passages, err
}
