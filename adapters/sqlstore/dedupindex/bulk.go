package dedupindex

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/dedup"
)

var keyColumns = []string{"key", "seq"}

// Batch is the rows of many new fingerprints.
type Batch struct {
	fingerprints [][]any // the last column is the number, which Number sets
	keys         [][]dedup.Key
	keyRows      [][]any
	seqs         []int64
}

// Add adds a fingerprint, which must be new.
func (b *Batch) Add(id string, f dedup.Fingerprint) error {
	data, err := f.MarshalBinary()
	if err != nil {
		return fmt.Errorf("encoding fingerprint: %w", err)
	}
	b.fingerprints = append(b.fingerprints, []any{sqldb.ValidText(id), int64(dedup.Format), data, nil})
	b.keys = append(b.keys, f.Keys())
	return nil
}

// Number gives the rows the numbers that the database counts.
func (b *Batch) Number(ctx context.Context, db *sqldb.DB, tx bun.Tx) (err error) {
	if b.seqs, err = db.Reserve(ctx, tx, "dedup_fingerprints", len(b.fingerprints)); err != nil {
		return err
	}
	b.keyRows = nil
	for i, keys := range b.keys {
		b.fingerprints[i][len(b.fingerprints[i])-1] = b.seqs[i]
		for _, k := range keys {
			b.keyRows = append(b.keyRows, []any{int64(k), b.seqs[i]})
		}
	}
	slices.SortFunc(b.keyRows, func(x, y []any) int {
		return cmp.Or(cmp.Compare(x[0].(int64), y[0].(int64)), cmp.Compare(x[1].(int64), y[1].(int64)))
	})
	return nil
}

// InsertFingerprints stores the fingerprints of a batch, which has its numbers.
func (x Index) InsertFingerprints(ctx context.Context, tx bun.Tx, b *Batch) error {
	return x.db.BulkInsert(ctx, tx, "dedup_fingerprints", []string{"document_id", "format", "data", "seq"}, b.fingerprints)
}

// InsertKeys stores the keys of a batch, which has its numbers.
func (x Index) InsertKeys(ctx context.Context, tx bun.Tx, b *Batch) error {
	return x.dialect.bulkInsertKeys(ctx, x.db, tx, b.keyRows, b.seqs)
}
