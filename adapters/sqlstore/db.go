// Package sqlstore keeps documents, tasks, sessions, settings and the dedup
// index in a SQL database, through Bun.
//
// SQLite is written by one connection and read by a pool of others, so that
// reads never wait for writes. What is particular to it stands in sqlite.go and
// in migrations/sqlite; the rest of the package is SQL that PostgreSQL
// understands as well.
package sqlstore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/ports"
)

// DB is the open database of the intake service. It is safe for concurrent use.
type DB struct {
	*Base
	maxRows int // of one dedup key that a lookup looks at
	filler  filler
}

// Options say where the database is. Path is required.
type Options struct {
	// Path is the SQLite file. It and its folder are made when missing, for
	// the owner alone.
	Path string

	// Readers is how many reads may run at once; by default twice the number
	// of processors, and at least four.
	Readers int

	// MaxRowsPerKey is how many fingerprints may share a dedup key before it
	// is hot: a lookup finds only the latest that many through it. By default
	// 100. A key shared by more tells little, and must not make each lookup
	// slow.
	MaxRowsPerKey int

	// IndexPatience is how long Open may take to index documents for search
	// that are not indexed yet; what is left is done in the background. By
	// default two seconds; none when negative.
	IndexPatience time.Duration

	// Logger is told of what is done in the background; by default nobody is.
	Logger *slog.Logger
}

// Open opens the database, makes it when there is none and brings its tables
// up to date. It refuses a database that a newer program has changed.
func Open(ctx context.Context, o Options) (*DB, error) {
	base, err := OpenBase(ctx, o, sqliteMigrations())
	if err != nil {
		return nil, err
	}
	db := &DB{Base: base, maxRows: o.MaxRowsPerKey}
	if db.maxRows <= 0 {
		db.maxRows = 100
	}
	if err := db.deriveKeys(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("deriving keys in database %s: %w", o.Path, err), db.Close())
	}
	db.filler = filler{db: db, log: cmp.Or(o.Logger, slog.New(slog.DiscardHandler))}
	if err := db.filler.start(ctx, cmp.Or(o.IndexPatience, 2*time.Second)); err != nil {
		return nil, errors.Join(fmt.Errorf("indexing database %s: %w", o.Path, err), db.Close())
	}
	return db, nil
}

// Close ends what is done in the background, waits for running statements and
// closes the database.
func (db *DB) Close() error {
	db.filler.close()
	return db.Base.Close()
}

// Documents returns the store of documents.
func (db *DB) Documents() ports.Documents { return documents{db} }

// Recurrences finds documents by particulars of people.
func (db *DB) Recurrences() ports.Recurrences { return recurrences{db} }

// Search finds documents by what they say.
func (db *DB) Search() ports.Search { return finder{db} }

// History returns the store of what was changed in documents.
func (db *DB) History() ports.History { return history{db} }

// Tallies counts documents.
func (db *DB) Tallies() ports.Tallies { return tallies{db} }

// Tasks returns the store of tasks.
func (db *DB) Tasks() ports.Tasks { return tasks{db} }

// Settings returns the store of settings.
func (db *DB) Settings() ports.Settings { return settings{db} }

// Originals tells which originals the documents and tasks still need.
func (db *DB) Originals() ports.OriginalKeys { return originals{db} }

// Index returns the dedup index.
func (db *DB) Index() dedup.Index { return index{db} }
