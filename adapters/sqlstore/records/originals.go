package records

import (
	"context"
	"slices"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/ports"
)

// Originals returns the store of the keys of originals that documents, deleted ones in the bin, tasks and deliveries refer to.
func Originals(db *sqldb.DB) ports.OriginalKeys { return originals{db} }

type originals struct{ db *sqldb.DB }

func (s originals) Referenced(ctx context.Context, keys []string) (map[string]bool, error) {
	named := make(map[string]bool, len(keys))
	err := s.db.View(ctx, func(q bun.IDB) error {
		for some := range slices.Chunk(keys, sqldb.IDsPerQuery) {
			var found []string
			// The conditions on '' let the partial indexes be used.
			err := q.NewRaw(`SELECT original_key FROM documents WHERE original_key IN (?0) AND original_key <> ''
				UNION SELECT original_key FROM tasks WHERE original_key IN (?0) AND original_key <> ''
				UNION SELECT original_key FROM binned_documents WHERE original_key IN (?0) AND original_key <> ''
				UNION SELECT original_key FROM deliveries WHERE original_key IN (?0) AND original_key <> ''`,
				bun.List(some)).Scan(ctx, &found)
			if err != nil {
				return err
			}
			for _, key := range found {
				named[key] = true
			}
		}
		return nil
	})
	return named, err
}
