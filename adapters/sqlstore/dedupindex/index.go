// Package dedupindex keeps the fingerprints of documents in a SQL database and looks them
// up by their keys.
package dedupindex

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/fault"
)

// Index implements dedup.Index and dedup.Sampler. It has a row for each fingerprint, and a
// row for each key of it in the order of keys, so that a lookup reads a short run of rows
// for each key.
type Index struct {
	db      *sqldb.DB
	dialect dialect
	maxRows int
	lookups *Lookups
}

// New returns the index of a database. It is safe for concurrent use.
//
// maxRows is the number of fingerprints that may share a key before it is hot: through a
// hot key, a lookup finds only the latest maxRows. It is 100 if it is not positive: a key
// that more of them share tells little, and must not slow down each lookup.
func New(db *sqldb.DB, maxRows int) Index {
	if maxRows <= 0 {
		maxRows = 100
	}
	return Index{db: db, dialect: sqldb.Choose[dialect](db, sqlite{}, postgres{}), maxRows: maxRows, lookups: &Lookups{}}
}

// Lookups returns the counters of what lookups left out.
func (x Index) Lookups() *Lookups { return x.lookups }

// CompareLock is the name that transactions lock before they look for earlier documents and
// store their own: of two equal filings that arrive together, the later sees the earlier.
const CompareLock = "compare"

// dialect is what SQLite and PostgreSQL do in different ways.
type dialect interface {
	// insertKeys stores rows of dedup_keys, which are sorted.
	insertKeys(ctx context.Context, tx bun.Tx, rows []keyRow) error

	// bulkInsertKeys stores the keys of many new fingerprints, whose numbers are seqs.
	bulkInsertKeys(ctx context.Context, db *sqldb.DB, tx bun.Tx, rows [][]any, seqs []int64) error

	// bindList selects the numbers of the list that is bound to its placeholder, and
	// listArg is the argument: a statement that is always the same stays prepared.
	bindList() string
	listArg(numbers []int64) any

	// inList is the condition that a column of numbers other than 0 is in such a list,
	// for rows that lie anywhere in the table.
	inList(column string) string
}

var errFingerprintNotFound = fault.Wrap(
	dedup.ErrNotFound,
	fault.NotFound,
	"fingerprint_not_found",
	"El documento no está en el índice de duplicados. Verifique que exista.",
)

// explainFormat turns dedup.ErrFormat into a fault.
func explainFormat(ctx context.Context, err error) error {
	if _, ok := fault.As(err); ok || ctx.Err() != nil || !errors.Is(err, dedup.ErrFormat) {
		return err
	}
	return fault.Wrap(err, fault.Unavailable, "index_outdated",
		"El índice de duplicados es de otra versión del programa y se está rehaciendo. Intente de nuevo en unos minutos; si sigue así, ejecute «cotejo reindex».")
}

// Put stores the keys of all in their order: the keys of one document lie far
// apart, and each page that a transaction touches must be written.
func (x Index) Put(ctx context.Context, all ...dedup.Fingerprint) error {
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
			err = tx.Tx.QueryRowContext(ctx, x.db.Bind("INSERT INTO dedup_fingerprints (document_id, format, data) VALUES (?, ?, ?) RETURNING seq"),
				f.ID, dedup.Format, data).Scan(&seq)
			if err != nil {
				return err
			}
			for _, k := range distinct(f.Keys()) {
				rows = append(rows, keyRow{Key: int64(k), Seq: seq})
			}
		}
		slices.SortFunc(rows, func(a, b keyRow) int { return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Seq, b.Seq)) })
		return x.dialect.insertKeys(ctx, tx, rows)
	})
}

func (x Index) Delete(ctx context.Context, id string) error {
	return x.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error { return deleteFingerprint(ctx, tx, id) })
}

func (x Index) Get(ctx context.Context, id string) (dedup.Fingerprint, error) {
	var f dedup.Fingerprint
	err := x.db.View(ctx, func(q bun.IDB) error {
		var data []byte
		err := q.NewRaw("SELECT data FROM dedup_fingerprints WHERE document_id = ?", id).Scan(ctx, &data)
		if err != nil {
			return sqldb.MapNoRows(err, errFingerprintNotFound)
		}
		return f.UnmarshalBinary(data)
	})
	return f, explainFormat(ctx, err)
}

type keyRow struct {
	bun.BaseModel `bun:"table:dedup_keys"`

	Key int64 `bun:"key,pk"`
	Seq int64 `bun:"seq,pk"`
}

// deleteFingerprint deletes a fingerprint and its keys. They are worked out
// again, because finding them by seq would take a second index as large as the
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

func distinct(keys []dedup.Key) []dedup.Key {
	keys = slices.Clone(keys)
	slices.Sort(keys)
	return slices.Compact(keys)
}
