package records

import (
	"context"
	"slices"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/ports"
)

// Recurrences returns the index of documents by particulars of people. The store of
// documents keeps its table, document_keys, up to date.
func Recurrences(db *sqldb.DB) ports.Recurrences { return recurrences{db} }

type recurrences struct{ db *sqldb.DB }

// DocumentKey is a row of document_keys.
type DocumentKey struct {
	bun.BaseModel `bun:"table:document_keys"`

	Kind       string       `bun:"kind,pk"`
	Value      string       `bun:"value,pk"`
	CreatedAt  sqldb.Moment `bun:"created_at,pk"`
	DocumentID string       `bun:"document_id,pk"`
}

func (s recurrences) WithKeys(ctx context.Context, keys []document.Key, except string, limit int) (document.Matches, error) {
	var found document.Matches
	if len(keys) == 0 {
		return found, ctx.Err()
	}
	err := s.db.View(ctx, func(q bun.IDB) error {
		matching := func() *bun.SelectQuery {
			return q.NewSelect().Model((*DocumentKey)(nil)).Where("document_id <> ?", except).
				WhereGroup(" AND ", func(group *bun.SelectQuery) *bun.SelectQuery {
					for _, k := range keys {
						group.WhereOr("kind = ? AND value = ?", string(k.Kind), k.Value)
					}
					return group
				})
		}
		if err := matching().ColumnExpr("count(DISTINCT document_id)").Scan(ctx, &found.Total); err != nil || found.Total == 0 {
			return err
		}
		// With one key the rows come in the order of the primary key, from its end.
		newest := matching().Column("created_at", "document_id").Order("created_at DESC", "document_id DESC").Limit(int64(limit))
		if len(keys) > 1 {
			newest.Distinct()
		}
		var rows []SummaryRow
		err := q.NewSelect().Model(&rows).Where("id IN (SELECT document_id FROM (?) AS newest)", newest).Order("created_at DESC", "id DESC").Scan(ctx)
		for _, r := range rows {
			found.Items = append(found.Items, r.Summary())
		}
		return err
	})
	return found, err
}

func (s recurrences) Counts(ctx context.Context, keys []document.Key) (map[document.Key]int, error) {
	found := map[document.Key]int{}
	err := s.db.View(ctx, func(q bun.IDB) error {
		for kind, all := range valuesByKind(keys) {
			for some := range slices.Chunk(all, sqldb.IDsPerQuery) {
				var rows []struct {
					Value string
					N     int
				}
				err := q.NewSelect().Model((*DocumentKey)(nil)).Column("value").ColumnExpr("count(*) AS n").
					Where("kind = ?", string(kind)).Where("value IN (?)", bun.List(some)).Group("value").Scan(ctx, &rows)
				if err != nil {
					return err
				}
				for _, r := range rows {
					found[document.Key{Kind: kind, Value: r.Value}] = r.N
				}
			}
		}
		return nil
	})
	return found, err
}

func valuesByKind(keys []document.Key) map[document.KeyKind][]string {
	values := map[document.KeyKind][]string{}
	for _, k := range keys {
		values[k.Kind] = append(values[k.Kind], k.Value)
	}
	return values
}

func (s recurrences) Bearers(ctx context.Context, keys []document.Key) (map[document.Key][]string, error) {
	found := map[document.Key][]string{}
	err := s.db.View(ctx, func(q bun.IDB) error {
		if err := s.db.LockNamed(ctx, "look for bearers"); err != nil {
			return err
		}
		for kind, all := range valuesByKind(keys) {
			for some := range slices.Chunk(all, sqldb.IDsPerQuery) {
				var rows []struct{ Value, Least, Greatest string }
				err := q.NewSelect().Model((*DocumentKey)(nil)).Column("value").
					ColumnExpr("MIN(document_id) AS least, MAX(document_id) AS greatest").
					Where("kind = ?", string(kind)).Where("value IN (?)", bun.List(some)).Group("value").Scan(ctx, &rows)
				if err != nil {
					return err
				}
				for _, r := range rows {
					ids := []string{r.Least, r.Greatest}
					if r.Least == r.Greatest {
						ids = ids[:1]
					}
					found[document.Key{Kind: kind, Value: r.Value}] = ids
				}
			}
		}
		return nil
	})
	return found, err
}

// KeyRows returns the keys of a document, computed from its text as it is stored, so that
// they are the same when they are deleted.
func KeyRows(d *document.Document) []DocumentKey {
	stored := document.Document{Plaintiff: sqldb.ValidText(d.Plaintiff), Cedula: sqldb.ValidText(d.Cedula), Email: sqldb.ValidText(d.Email),
		ActaNumber: sqldb.ValidText(d.ActaNumber), Radicado: sqldb.ValidText(d.Radicado)}
	keys := stored.Keys()
	rows := make([]DocumentKey, len(keys))
	for i, k := range keys {
		rows[i] = DocumentKey{Kind: string(k.Kind), Value: k.Value, CreatedAt: sqldb.MomentOf(d.CreatedAt), DocumentID: d.ID}
	}
	return rows
}

func insertKeys(ctx context.Context, db *sqldb.DB, tx bun.Tx, rows []DocumentKey) error {
	for i := range rows {
		if err := db.InsertRow(ctx, tx, &rows[i]); err != nil {
			return err
		}
	}
	return nil
}

// deleteKeys deletes the rows by value: an index by document would cost every
// insert a page of its own.
func deleteKeys(ctx context.Context, db *sqldb.DB, tx bun.Tx, rows []DocumentKey) error {
	for _, r := range rows {
		_, err := tx.Tx.ExecContext(ctx, db.Bind("DELETE FROM document_keys WHERE kind = ? AND value = ? AND created_at = ? AND document_id = ?"),
			r.Kind, sqldb.ValidText(r.Value), int64(r.CreatedAt), r.DocumentID)
		if err != nil {
			return err
		}
	}
	return nil
}

// keyColumns are those of documents that keys are worked out from.
const keyColumns = "id, created_at, plaintiff, cedula, email, acta_number, radicado"

// keys returns the keys of a row of which keyColumns were read.
func (r *DocumentRow) keys() []DocumentKey {
	return KeyRows(&document.Document{ID: r.ID, CreatedAt: r.CreatedAt.Time(), Plaintiff: r.Plaintiff, Cedula: r.Cedula, Email: r.Email,
		ActaNumber: r.ActaNumber, Radicado: r.Radicado})
}
