package sqlstore

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/search"
)

// finder implements ports.Search over search_documents, search_entries and the
// full-text index of the database, which documents keeps up to date.
type finder struct {
	db     *DB
	index  searchIndex
	limits searchLimits
}

// searchLimits are the bounds of core/search; tests have smaller ones.
type searchLimits struct{ found, ranked, read int }

func newFinder(db *DB) finder {
	return finder{db, db.engine.search(), searchLimits{search.MaxFound, search.MaxRanked, search.MaxRead}}
}

// Find reads the numbers of all that is found, at most limits.found, and then
// only the rows of the page.
func (f finder) Find(ctx context.Context, q search.Query, order document.SearchOrder, page document.PageRequest) (document.Listing, error) {
	found := document.Listing{Page: page}
	if q.Nothing() {
		return found, ctx.Err()
	}
	err := f.view(ctx, func(tx bun.IDB) error {
		plan, all := q.Plan(), tx.NewSelect().TableExpr("search_documents")
		if plan.Match.Everything() {
			return f.everything(ctx, tx, order, &found)
		}
		seqs, more, err := f.seqs(ctx, tx, plan, document.Filter{}, order == document.ByOldest)
		if err != nil {
			return err
		}
		found.Total, found.AtLeast = len(seqs), more
		if !hasRows(found) {
			return nil
		}
		var ids []string
		if order == document.ByRelevance {
			if err = f.rank(ctx, tx, plan, seqs[:min(len(seqs), f.limits.ranked)]); err == nil {
				ids, err = idsOfEntries(ctx, tx, seqs[page.Offset():min(page.Offset()+page.Size, len(seqs))])
			}
		} else {
			ids, err = sorted(ctx, all.Where("?", f.index.among(seqs)), order, page)
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
func (f finder) everything(ctx context.Context, tx bun.IDB, order document.SearchOrder, found *document.Listing) (err error) {
	if found.Total, err = count(ctx, tx, document.Filter{}); err != nil || !hasRows(*found) {
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
// highest, or the lowest where oldest is true; more reports that there are, or,
// after limits.read entries, that there may be others.
func (f finder) seqs(ctx context.Context, tx bun.IDB, plan search.Plan, filter document.Filter, oldest bool) (seqs []int64, more bool, err error) {
	seqs, more, err = f.seqsIn(ctx, tx, plan.Whole, filter, oldest)
	if err != nil || more || !plan.HasBeginning() {
		return seqs, more, err
	}
	return f.seqsIn(ctx, tx, plan.Match, filter, oldest)
}

func (f finder) seqsIn(ctx context.Context, tx bun.IDB, set search.Set, filter document.Filter, oldest bool) (seqs []int64, more bool, err error) {
	s := scan{set: set, filter: filter, oldest: oldest, most: f.limits.found + 1}
	if set.ReadsWords() {
		s.most = f.limits.read
	}
	n, seqs, err := f.index.scan(ctx, tx, s)
	if err != nil {
		return nil, false, err
	}
	more = n == s.most
	slices.Sort(seqs)
	if extra := len(seqs) - f.limits.found; extra > 0 {
		if more = true; oldest {
			seqs = seqs[:f.limits.found]
		} else {
			seqs = seqs[extra:]
		}
	}
	slices.Reverse(seqs)
	return seqs, more, nil
}

// scan is what a searchIndex looks for: the entries whose terms are in a set and
// whose documents a filter takes, the latest first or the oldest, and no more than
// most of them. Of these it returns those whose words are in the set, too.
type scan struct {
	set    search.Set
	filter document.Filter
	oldest bool
	most   int
}

// view runs read on one state of the database. It sees what the transaction of ctx
// keeps for its end.
func (f finder) view(ctx context.Context, read func(tx bun.IDB) error) error {
	if err := f.db.flush(ctx); err != nil {
		return err
	}
	return f.db.View(ctx, func(q bun.IDB) error {
		if err := f.index.prepare(ctx, q); err != nil {
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
}

// sorted returns the page of what documents selects.
func sorted(ctx context.Context, documents *bun.SelectQuery, order document.SearchOrder, page document.PageRequest) ([]string, error) {
	var ids []string
	err := documents.Column("document_id").OrderExpr(searchOrders[order]).
		Limit(int64(page.Size)).Offset(int64(page.Offset())).Scan(ctx, &ids)
	return ids, err
}

// rank sorts entries that descend by their tiers.
func (f finder) rank(ctx context.Context, tx bun.IDB, plan search.Plan, seqs []int64) error {
	row := bun.SafeQuery("FALSE")
	if plan.Row != nil {
		row = f.index.within(plan.Row)
	}
	var rows []struct {
		Seq   int64
		Parts string
		Row   bool
	}
	err := tx.NewRaw("SELECT seq, parts, ? AS row FROM search_entries WHERE ?", row, f.index.among(seqs)).Scan(ctx, &rows)
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

// list is documents.List under a filter that has a query.
func (f finder) list(ctx context.Context, filter document.Filter, page document.PageRequest) (document.Listing, error) {
	listing := document.Listing{Page: page}
	q := search.Parse(filter.Query)
	filter.Query = ""
	if q.Nothing() {
		return listing, ctx.Err()
	}
	if q.Everything() {
		return documents{f.db}.List(ctx, filter, page)
	}
	err := f.view(ctx, func(tx bun.IDB) error {
		seqs, more, err := f.seqs(ctx, tx, q.Plan(), filter, false)
		listing.Total, listing.AtLeast = len(seqs), more
		if err != nil || !hasRows(listing) {
			return err
		}
		ids, err := sorted(ctx, tx.NewSelect().TableExpr("search_documents").Where("?", f.index.among(seqs)), document.ByNewest, page)
		if err == nil {
			listing.Items, err = summariesOf(ctx, tx, ids)
		}
		return err
	})
	return listing, err
}

// found narrows a selection of documents to those that a query finds, all of
// them. The database keeps what does not fit into its memory in a file.
func (f finder) found(ctx context.Context, tx bun.IDB, q *bun.SelectQuery, query search.Query) (*bun.SelectQuery, error) {
	if query.Nothing() {
		return q.Where("FALSE"), nil
	}
	set := query.Plan().Match
	if set.Everything() {
		return q, nil
	}
	entries, err := f.index.matching(ctx, tx, set.Terms)
	if err != nil {
		return nil, err
	}
	ids := tx.NewSelect().TableExpr("search_documents").Column("document_id").Where("seq IN (?)", entries)
	if set.ReadsWords() {
		ids.Where("EXISTS (SELECT 1 FROM search_entries WHERE search_entries.seq = search_documents.seq AND ?)", wordsIn(f.index, set))
	}
	return q.Where("id IN (?)", ids), nil
}

// wordsIn is the condition on search_entries that the words of a set demand.
func wordsIn(index searchIndex, s search.Set) schema.QueryWithArgs {
	if !s.ReadsWords() {
		return bun.SafeQuery("TRUE")
	}
	var conditions []string
	var args []any
	for _, phrases := range s.With {
		one := make([]string, len(phrases))
		for i, p := range phrases {
			one[i], args = "?", append(args, index.within(p))
		}
		conditions = append(conditions, "("+strings.Join(one, " OR ")+")")
	}
	for _, p := range s.Without {
		conditions, args = append(conditions, "NOT ?"), append(args, index.within(p))
	}
	return bun.SafeQuery("("+strings.Join(conditions, " AND ")+")", args...)
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
	var rows []summaryRow
	if err := tx.NewSelect().Model(&rows).Where("id IN (?)", bun.List(ids)).Scan(ctx); err != nil {
		return nil, err
	}
	byID := make(map[string]document.Summary, len(rows))
	for _, r := range rows {
		byID[r.ID] = r.summary()
	}
	all := make([]document.Summary, 0, len(ids))
	for _, id := range ids {
		all = append(all, byID[id])
	}
	return all, nil
}

func (f finder) Passages(ctx context.Context, ids []string) (map[string]string, error) {
	passages := make(map[string]string, len(ids))
	if len(ids) == 0 {
		return passages, ctx.Err()
	}
	err := f.db.View(ctx, func(tx bun.IDB) error {
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
