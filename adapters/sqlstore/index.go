package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"github.com/cotejo/cotejo/core/dedup"
)

// index implements dedup.Index: a row a fingerprint, and a row a key of it in
// the order of keys, so that a lookup reads a short run of rows for each key.
type index struct{ db *DB }

// Put stores the keys of all in their order: the keys of one document lie far
// apart, and each page that a transaction touches must be written.
func (x index) Put(ctx context.Context, all ...dedup.Fingerprint) error {
	return x.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		var rows []keyRow
		for _, f := range all {
			data, err := f.MarshalBinary()
			if err != nil {
				return fmt.Errorf("encoding fingerprint: %w", err)
			}
			if err := deleteFingerprint(ctx, tx, f.ID); err != nil {
				return err
			}
			var seq int64
			// With arguments bound by the driver: data as a literal takes longer to read than to store.
			err = tx.Tx.QueryRowContext(ctx, x.db.engine.bind("INSERT INTO dedup_fingerprints (document_id, format, data) VALUES (?, ?, ?) RETURNING seq"),
				f.ID, dedup.Format, data).Scan(&seq)
			if err != nil {
				return err
			}
			for _, k := range distinct(f.Keys()) {
				rows = append(rows, keyRow{Key: int64(k), Seq: seq})
			}
		}
		slices.SortFunc(rows, func(a, b keyRow) int { return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Seq, b.Seq)) })
		return x.db.engine.storeKeys(ctx, tx, rows)
	})
}

func (x index) Delete(ctx context.Context, id string) error {
	return x.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error { return deleteFingerprint(ctx, tx, id) })
}

func (x index) Get(ctx context.Context, id string) (dedup.Fingerprint, error) {
	var f dedup.Fingerprint
	err := x.db.View(ctx, func(q bun.IDB) error {
		var data []byte
		err := q.NewRaw("SELECT data FROM dedup_fingerprints WHERE document_id = ?", id).Scan(ctx, &data)
		if err != nil {
			return Missing(err, errFingerprintNotFound)
		}
		return f.UnmarshalBinary(data)
	})
	return f, err
}

type keyRow struct {
	bun.BaseModel `bun:"table:dedup_keys"`

	Key int64 `bun:"key,pk"`
	Seq int64 `bun:"seq,pk"`
}

// deleteFingerprint deletes a fingerprint and its keys. They are worked out
// anew, because finding them by seq would take a second index as large as the
// first; those of a fingerprint that this program cannot read stay, under a
// seq that is no more.
func deleteFingerprint(ctx context.Context, tx bun.Tx, id string) error {
	var old struct {
		Seq  int64
		Data []byte
	}
	err := tx.NewRaw("DELETE FROM dedup_fingerprints WHERE document_id = ? RETURNING seq, data", id).Scan(ctx, &old)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	var f dedup.Fingerprint
	if f.UnmarshalBinary(old.Data) != nil {
		return nil
	}
	keys := distinct(f.Keys())
	if len(keys) == 0 {
		return nil
	}
	for _, table := range []string{"dedup_keys", "dedup_recent_keys"} {
		if _, err := tx.NewRaw("DELETE FROM ? WHERE seq = ? AND key IN (?)", bun.Ident(table), old.Seq, bun.List(keys)).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// keyTuples are the rows of a VALUES clause, a row of dedup_keys each.
type keyTuples []keyRow

func (v keyTuples) AppendQuery(_ schema.QueryGen, b []byte) ([]byte, error) {
	for i, r := range v {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(strconv.AppendInt(append(b, '('), r.Key, 10), ',')
		b = append(strconv.AppendInt(b, r.Seq, 10), ')')
	}
	return b, nil
}

func distinct(keys []dedup.Key) []dedup.Key {
	keys = slices.Clone(keys)
	slices.Sort(keys)
	return slices.Compact(keys)
}
