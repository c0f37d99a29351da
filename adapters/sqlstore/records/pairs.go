package records

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// Pairs returns the store of related documents.
func Pairs(db *sqldb.DB) ports.Pairs { return pairs{db} }

type pairs struct{ db *sqldb.DB }

type pairRow struct {
	bun.BaseModel `bun:"table:document_pairs"`

	DocumentID string       `bun:"document_id,pk"`
	EarlierID  string       `bun:"earlier_id,pk"`
	Relation   string       `bun:"relation"`
	Similarity float64      `bun:"similarity"`
	Reason     string       `bun:"reason"`
	ReceivedAt sqldb.Moment `bun:"received_at"`
	Verdict    string       `bun:"verdict"`
	Note       string       `bun:"note"`
	DecidedBy  string       `bun:"decided_by"`
	DecidedAt  sqldb.Moment `bun:"decided_at"`

	Page        int `bun:"page"`
	EarlierPage int `bun:"earlier_page"`
}

func newPairRow(p document.Pair) *pairRow {
	return &pairRow{DocumentID: p.DocumentID, EarlierID: p.EarlierID, Relation: string(p.Relation), Similarity: p.Similarity, Reason: p.Reason,
		ReceivedAt: sqldb.MomentOf(p.ReceivedAt), Page: p.Page, EarlierPage: p.EarlierPage,
		Verdict: string(p.Decision.Verdict), Note: p.Decision.Note, DecidedBy: p.Decision.By, DecidedAt: sqldb.MomentOf(p.Decision.At)}
}

func (r pairRow) pair() document.Pair {
	return document.Pair{DocumentID: r.DocumentID, EarlierID: r.EarlierID, Relation: document.Relation(r.Relation), Similarity: r.Similarity, Reason: r.Reason,
		ReceivedAt: r.ReceivedAt.Time(), Page: r.Page, EarlierPage: r.EarlierPage,
		Decision: document.Decision{Verdict: document.PairVerdict(r.Verdict), Note: r.Note, By: r.DecidedBy, At: r.DecidedAt.Time()}}
}

// pairLock is the name that transactions lock before they change a pair.
const pairLock = "pairs"

var errPairNotFound = fault.New(fault.NotFound, "pair_not_found", "Esos dos documentos no están relacionados.")

func (s pairs) Replace(ctx context.Context, documentID string, found []document.Pair) error {
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewDelete().Model((*pairRow)(nil)).Where("(document_id = ? OR earlier_id = ?)", documentID, documentID).Where("verdict = ''").Exec(ctx)
		if err != nil {
			return err
		}
		for _, p := range found {
			if err := s.put(ctx, tx, p, "relation", "similarity", "reason", "page", "earlier_page"); err != nil {
				return err
			}
		}
		return nil
	})
}

// put stores a pair; of one that is stored it changes the columns, in whichever order
// its documents are.
func (s pairs) put(ctx context.Context, tx bun.Tx, p document.Pair, columns ...string) error {
	for _, stored := range []document.Pair{p, p.Reversed()} {
		changed, err := tx.NewUpdate().Model(newPairRow(stored)).Column(columns...).WherePK().Exec(ctx)
		if err != nil {
			return err
		}
		if n, err := changed.RowsAffected(); err != nil || n > 0 {
			return err
		}
	}
	return s.db.InsertRow(ctx, tx, newPairRow(p))
}

func (s pairs) Get(ctx context.Context, id, other string) (document.Pair, error) {
	var row pairRow
	err := s.db.View(ctx, func(q bun.IDB) error {
		if err := s.db.LockNamed(ctx, pairLock); err != nil {
			return err
		}
		return sqldb.MapNoRows(q.NewSelect().Model(&row).
			Where("(document_id = ? AND earlier_id = ?) OR (document_id = ? AND earlier_id = ?)", id, other, other, id).Scan(ctx), errPairNotFound)
	})
	return row.pair(), err
}

func (s pairs) Put(ctx context.Context, p document.Pair) error {
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		return s.put(ctx, tx, p, "relation", "similarity", "reason", "page", "earlier_page", "received_at", "verdict", "note", "decided_by", "decided_at")
	})
}

func (s pairs) Delete(ctx context.Context, documentID, earlierID string) error {
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		gone, err := tx.NewDelete().Model((*pairRow)(nil)).Where("document_id = ? AND earlier_id = ?", documentID, earlierID).Exec(ctx)
		return sqldb.RequireRow(gone, err, errPairNotFound)
	})
}

func (s pairs) Of(ctx context.Context, ids []string) ([]document.Pair, error) {
	var rows []pairRow
	err := s.db.View(ctx, func(q bun.IDB) error {
		for some := range slices.Chunk(ids, sqldb.IDsPerQuery) {
			for _, column := range []string{"document_id", "earlier_id"} {
				var found []pairRow
				if err := q.NewSelect().Model(&found).Where("? IN (?)", bun.Ident(column), bun.List(some)).Scan(ctx); err != nil {
					return err
				}
				rows = append(rows, found...)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(rows, func(a, b pairRow) int {
		return cmp.Or(cmp.Compare(b.Similarity, a.Similarity), cmp.Compare(b.ReceivedAt, a.ReceivedAt),
			cmp.Compare(a.DocumentID, b.DocumentID), cmp.Compare(a.EarlierID, b.EarlierID))
	})
	var all []document.Pair
	for _, r := range slices.Compact(rows) {
		all = append(all, r.pair())
	}
	return all, nil
}

func (s pairs) List(ctx context.Context, f document.PairFilter, page document.PageRequest) (document.PairListing, error) {
	var rows []pairRow
	var total int
	chosen := func(q *bun.SelectQuery) *bun.SelectQuery { return chosenPairs(q, f) }
	err := s.db.View(ctx, func(q bun.IDB) error {
		n, err := chosen(q.NewSelect().Model((*pairRow)(nil))).Count(ctx)
		if total = int(n); err != nil || page.Number < 1 || page.Offset() < 0 || page.Offset() >= total {
			return err
		}
		order := []string{"similarity DESC", "received_at DESC", "document_id", "earlier_id"}
		if f.ByDate {
			order = order[1:]
		}
		// The page is found in an index alone, and then its rows are fetched.
		ids := chosen(q.NewSelect().Model((*pairRow)(nil)).Column("document_id", "earlier_id")).Order(order...).
			Limit(int64(page.Size)).Offset(int64(page.Offset()))
		return q.NewSelect().Model(&rows).Where("(document_id, earlier_id) IN (?)", ids).Order(order...).Scan(ctx)
	})
	return sqldb.ListingOf(rows, total, page, pairRow.pair), err
}

func chosenPairs(q *bun.SelectQuery, f document.PairFilter) *bun.SelectQuery {
	verdict := "verdict"
	if f.State == document.PairDecided || f.ByDate || f.From != 0 || f.To != 0 {
		verdict += sqldb.NoIndex // that of all scores, or of dates, has the order and the verdict
	}
	switch f.State {
	case "":
	case document.PairOpen:
		q.Where(verdict + " = ''")
	case document.PairDecided:
		q.Where(verdict + " <> ''")
	default:
		q.Where(verdict+" = ?", string(f.State))
	}
	if f.Relation != "" {
		q.Where("relation = ?", string(f.Relation))
	}
	if f.MinScore != 0 {
		q.Where("similarity >= ?", f.MinScore)
	}
	if f.MaxScore != 0 {
		q.Where("similarity <= ?", f.MaxScore)
	}
	if f.From != 0 {
		q.Where("received_at >= ?", sqldb.MomentOf(f.From.Begin()))
	}
	if f.To != 0 {
		q.Where("received_at < ?", sqldb.MomentOf((f.To + 1).Begin()))
	}
	return q
}

func deletePairs(ctx context.Context, tx bun.Tx, id string) error {
	_, err := tx.NewDelete().Model((*pairRow)(nil)).Where("document_id = ? OR earlier_id = ?", id, id).Exec(ctx)
	return err
}

// pairedRow is a document with its pairs, each an array of earlierColumns.
type pairedRow struct {
	DocumentRow `bun:",extend"`

	Earlier string `bun:"earlier,scanonly"`
}

const earlierColumns = "p.earlier_id, e.file_name, p.relation, p.similarity, p.reason, p.received_at, p.verdict, p.note, p.decided_by, p.decided_at, p.page, p.earlier_page"

// jsonFunctions are the names of SQL functions: array makes an array of its arguments, and
// aggregate one of the arrays in a column.
type jsonFunctions struct {
	array     string
	aggregate func(column string) string
}

var (
	sqliteJSON   = jsonFunctions{"json_array", func(column string) string { return "json_group_array(json(" + column + "))" }}
	postgresJSON = jsonFunctions{"json_build_array", func(column string) string { return "json_agg(" + column + ")" }}
)

// earlierPairs selects the pairs of the document of a row as JSON.
func earlierPairs(db *sqldb.DB, q bun.IDB) *bun.SelectQuery {
	json := sqldb.Choose(db, sqliteJSON, postgresJSON)
	some := q.NewSelect().TableExpr("document_pairs AS p").Join("JOIN documents AS e ON e.id = p.earlier_id").
		ColumnExpr(json.array + "(" + earlierColumns + ") AS pair").Where("p.document_id = document_row.id").
		OrderExpr("p.similarity DESC, p.received_at DESC, p.earlier_id").Limit(document.MaxOthers)
	return q.NewSelect().ColumnExpr("coalesce(CAST("+json.aggregate("found.pair")+" AS TEXT), '[]')").TableExpr("(?) AS found", some)
}

func (r *pairedRow) pairs() []document.EarlierPair {
	var rows [][]any
	if json.Unmarshal([]byte(r.Earlier), &rows) != nil {
		return nil // none: the aggregate is null
	}
	var all []document.EarlierPair
	for _, x := range rows {
		text := func(i int) string { return x[i].(string) }
		at := func(i int) time.Time { return sqldb.Moment(x[i].(float64)).Time() }
		all = append(all, document.EarlierPair{FileName: text(1), Pair: document.Pair{DocumentID: r.ID, EarlierID: text(0),
			Relation: document.Relation(text(2)), Similarity: x[3].(float64), Reason: text(4), ReceivedAt: at(5),
			Page: int(x[10].(float64)), EarlierPage: int(x[11].(float64)),
			Decision: document.Decision{Verdict: document.PairVerdict(text(6)), Note: text(7), By: text(8), At: at(9)}}})
	}
	return all
}
