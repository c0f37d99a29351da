package sqlstore

import (
	"context"
	"slices"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/core/document"
)

// recurrences implements ports.Recurrences over document_keys, which documents
// keeps up to date.
type recurrences struct{ db *DB }

// documentKey is a row of document_keys.
type documentKey struct {
	bun.BaseModel `bun:"table:document_keys"`

	Kind       string `bun:"kind,pk"`
	Value      string `bun:"value,pk"`
	CreatedAt  Moment `bun:"created_at,pk"`
	DocumentID string `bun:"document_id,pk"`
}

func (s recurrences) WithKeys(ctx context.Context, keys []document.Key, except string, limit int) (document.Matches, error) {
	var found document.Matches
	if len(keys) == 0 {
		return found, ctx.Err()
	}
	err := s.db.View(ctx, func(q bun.IDB) error {
		matching := func() *bun.SelectQuery {
			return q.NewSelect().Model((*documentKey)(nil)).Where("document_id <> ?", except).
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
		var rows []summaryRow
		err := q.NewSelect().Model(&rows).Where("id IN (SELECT document_id FROM (?) AS newest)", newest).Order("created_at DESC", "id DESC").Scan(ctx)
		for _, r := range rows {
			found.Items = append(found.Items, r.summary())
		}
		return err
	})
	return found, err
}

func (s recurrences) Bearers(ctx context.Context, keys []document.Key) (map[document.Key][]string, error) {
	values := map[document.KeyKind][]string{}
	for _, k := range keys {
		values[k.Kind] = append(values[k.Kind], k.Value)
	}
	found := map[document.Key][]string{}
	err := s.db.View(ctx, func(q bun.IDB) error {
		if err := s.db.Alone(ctx, "look for bearers"); err != nil {
			return err
		}
		for kind, all := range values {
			for some := range slices.Chunk(all, idsPerQuery) {
				var rows []struct{ Value, Least, Greatest string }
				err := q.NewSelect().Model((*documentKey)(nil)).Column("value").
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

// keyRows are worked out from what is stored of a document, so that they are the same
// when they are to be deleted.
func keyRows(d *document.Document) []documentKey {
	stored := document.Document{Plaintiff: storable(d.Plaintiff), Cedula: storable(d.Cedula), Email: storable(d.Email),
		ActaNumber: storable(d.ActaNumber), Radicado: storable(d.Radicado)}
	keys := stored.Keys()
	rows := make([]documentKey, len(keys))
	for i, k := range keys {
		rows[i] = documentKey{Kind: string(k.Kind), Value: k.Value, CreatedAt: MomentOf(d.CreatedAt), DocumentID: d.ID}
	}
	return rows
}

func (db *Base) insertKeys(ctx context.Context, tx bun.Tx, rows []documentKey) error {
	for i := range rows {
		if err := db.insertRow(ctx, tx, &rows[i]); err != nil {
			return err
		}
	}
	return nil
}

// deleteKeys deletes the rows by value: an index by document would cost every
// insert a page of its own.
func (db *Base) deleteKeys(ctx context.Context, tx bun.Tx, rows []documentKey) error {
	for _, r := range rows {
		_, err := tx.Tx.ExecContext(ctx, db.engine.bind("DELETE FROM document_keys WHERE kind = ? AND value = ? AND created_at = ? AND document_id = ?"),
			r.Kind, storable(r.Value), int64(r.CreatedAt), r.DocumentID)
		if err != nil {
			return err
		}
	}
	return nil
}

// keyColumns are those of documents that keys are worked out from.
const keyColumns = "id, created_at, plaintiff, cedula, email, acta_number, radicado"

// keys returns the keys of a row of which keyColumns were read.
func (r *documentRow) keys() []documentKey {
	return keyRows(&document.Document{ID: r.ID, CreatedAt: r.CreatedAt.Time(), Plaintiff: r.Plaintiff, Cedula: r.Cedula, Email: r.Email,
		ActaNumber: r.ActaNumber, Radicado: r.Radicado})
}
