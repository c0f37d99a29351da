package records

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
)

// Tallies returns the counts of documents.
func Tallies(db *sqldb.DB) ports.Tallies { return tallies{db} }

// tallies reads document_days, which triggers update: one row for each day, type and
// status, so that a few thousand rows count a million documents.
type tallies struct{ db *sqldb.DB }

// millionths is the unit of confidences in document_days: sums of whole
// numbers do not drift when documents come and go.
const millionths = 1_000_000

func (s tallies) ByKind(ctx context.Context) ([]document.Tally, error) {
	var rows []struct {
		Type, Status                 string
		Documents, Read, Legible     int
		Typed, Duplicated            int
		ReadingMicros, ConfidenceSum int64
	}
	err := s.db.View(ctx, func(q bun.IDB) error {
		return q.NewRaw(
			`SELECT type, status, SUM(documents) AS documents, SUM(reads) AS read, SUM(legible) AS legible, SUM(typed) AS typed, SUM(duplicated) AS duplicated,
				SUM(processing_micros) AS reading_micros, SUM(confidence) AS confidence_sum
			FROM document_days GROUP BY type, status HAVING SUM(documents) > 0`,
		).Scan(
			ctx,
			&rows,
		)
	})
	var all []document.Tally
	for _, r := range rows {
		all = append(all, document.Tally{Type: document.Type(r.Type), Status: document.Status(r.Status),
			Documents: r.Documents, Read: r.Read, Legible: r.Legible, TypedIn: r.Typed, Duplicated: r.Duplicated,
			Reading:    time.Duration(r.ReadingMicros) * time.Microsecond,
			Confidence: float64(r.ConfidenceSum) / millionths})
	}
	return all, err
}

func (s tallies) PerDay(ctx context.Context, from, to document.Day) (map[document.Day]int, error) {
	days := map[document.Day]int{}
	err := s.db.View(ctx, func(q bun.IDB) error {
		var rows []struct {
			Day   int64
			Count int
		}
		err := q.NewRaw(`SELECT day, SUM(documents) AS count FROM document_days
			WHERE day BETWEEN ? AND ? GROUP BY day HAVING SUM(documents) > 0`, int64(from), int64(to)).Scan(ctx, &rows)
		for _, r := range rows {
			days[document.Day(r.Day)] = r.Count
		}
		return err
	})
	return days, err
}

func (s tallies) PerDayAndType(ctx context.Context, from, to document.Day) ([]document.DayTally, error) {
	var rows []struct {
		Day                          int64
		Type                         string
		Documents, Read, Legible     int
		Typed, Duplicated            int
		ReadingMicros, ConfidenceSum int64
	}
	err := s.db.View(ctx, func(q bun.IDB) error {
		return q.NewRaw(
			`SELECT day, type, SUM(documents) AS documents, SUM(reads) AS read, SUM(legible) AS legible, SUM(typed) AS typed, SUM(duplicated) AS duplicated,
				SUM(processing_micros) AS reading_micros, SUM(confidence) AS confidence_sum
			FROM document_days WHERE day BETWEEN ? AND ? GROUP BY day, type HAVING SUM(documents) > 0 ORDER BY day, type`,
			int64(from),
			int64(to),
		).Scan(
			ctx,
			&rows,
		)
	})
	var all []document.DayTally
	for _, r := range rows {
		all = append(all, document.DayTally{Day: document.Day(r.Day), Tally: document.Tally{Type: document.Type(r.Type),
			Documents: r.Documents, Read: r.Read, Legible: r.Legible, TypedIn: r.Typed, Duplicated: r.Duplicated,
			Reading:    time.Duration(r.ReadingMicros) * time.Microsecond,
			Confidence: float64(r.ConfidenceSum) / millionths}})
	}
	return all, err
}

// Count returns the number of documents that f accepts.
func Count(ctx context.Context, q bun.IDB, f document.Filter) (n int, err error) {
	if f == (document.Filter{}) {
		err = q.NewRaw("SELECT n FROM totals WHERE name = 'documents'").Scan(ctx, &n)
		return n, err
	}
	if f.HasDue() || f.Assignee != "" || f.Duplicates != nil && *f.Duplicates != document.NoDuplicate { // these are few, and have an index
		n, err := Filter(q.NewSelect().Model((*DocumentRow)(nil)), f).Count(ctx)
		return int(n), err
	}
	if f.Duplicates != nil { // those that repeat another are few, and have an index
		all := f
		all.Duplicates = nil
		repeating, err := Filter(q.NewSelect().Model((*DocumentRow)(nil)), all).Where("duplicate_state <> ''").Count(ctx)
		if err != nil {
			return 0, err
		}
		total, err := Count(ctx, q, all)
		return total - int(repeating), err
	}
	if f.Review != 0 { // documents that need a review are few, and have an index
		all, due := f, f
		all.Review, due.Review = 0, document.ReviewDue
		toReview, err := Filter(q.NewSelect().Model((*DocumentRow)(nil)), due).Count(ctx)
		if err != nil || f.Review == document.ReviewDue {
			return int(toReview), err
		}
		total, err := Count(ctx, q, all)
		return total - int(toReview), err
	}
	sum := q.NewSelect().TableExpr("document_days").ColumnExpr("COALESCE(SUM(documents), 0)")
	if f.Status != "" {
		sum.Where("status = ?", string(f.Status))
	}
	if f.Type != "" {
		sum.Where("type = ?", string(f.Type))
	}
	if f.From != 0 {
		sum.Where("day >= ?", int64(f.From))
	}
	if f.To != 0 {
		sum.Where("day <= ?", int64(f.To))
	}
	err = sum.Scan(ctx, &n)
	return n, err
}
