// Package sqldb opens a SQL database, runs transactions in it and applies migrations:
// a file of SQLite, or PostgreSQL, which several programs on several machines may share.
//
// SQLite is written through one connection and read through a pool of others, so that
// reads never wait for writes. PostgreSQL takes many writers at once. Where the two differ,
// sqlite.go and postgres.go implement the same interfaces (dialect.go); the packages
// beside this one do the same for their own statements, see Choose.
package sqldb

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"

	"github.com/uptrace/bun"
)

// DB is an open database. It is safe for concurrent use.
type DB struct {
	engine     engine
	path       string // of a SQLite file
	writer     *bun.DB
	reader     *bun.DB
	stopUpkeep func() // stops the background work of the engine; may be nil
}

// Options say where the database is. Path or URL is required.
type Options struct {
	// Path is the SQLite file. Open creates it and its folder, readable by the owner only.
	Path string

	// URL is a PostgreSQL database in place of a file, as in
	// "postgres://user:password@host:5432/name?sslmode=verify-full". The
	// database must exist, and the user must own it.
	URL string

	// Readers is the number of concurrent reads; by default twice the number
	// of processors, and at least four.
	Readers int

	// HeavyReaders is how many more reads there are connections for. A service that bounds its
	// long reads by it always has Readers connections for the others.
	HeavyReaders int

	// Watcher is called with every statement; for tests. May be nil.
	Watcher *Watcher
}

// Place names the database for people, without the password of its URL.
func (o Options) Place() string {
	if o.URL == "" {
		return o.Path
	}
	u, err := url.Parse(o.URL)
	if err != nil {
		return "postgres://…"
	}
	host := cmp.Or(u.Host, u.Query().Get("host"))
	return (&url.URL{Scheme: "postgres", Host: host, Path: u.Path}).String()
}

// Open opens the database, creates it if there is none and applies the migrations
// that it lacks: numbered SQL files in the folder migrations/sqlite or
// migrations/postgres. It refuses a database with unknown migrations, a file whose schema
// is not that of its migrations, and an unfinished copy (UnfinishedMark).
func Open(ctx context.Context, o Options, migrations fs.FS) (*DB, error) {
	db, err := Connect(ctx, o)
	if err != nil {
		return nil, err
	}
	if err := db.refuseUnfinished(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("opening database %s: %w", o.Place(), ExplainDamage(err)), db.Close())
	}
	if err := db.Migrate(ctx, o, migrations); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// Connect opens the database as it is, without migrations.
func Connect(ctx context.Context, o Options) (*DB, error) {
	engine := engineOf(o)
	writer, reader, err := engine.open(ctx, o)
	if err != nil {
		return nil, fmt.Errorf("opening database %s: %w", o.Place(), ExplainDamage(err))
	}
	if o.Watcher != nil && engine.name() == SQLite {
		writer, reader = writer.WithQueryHook(o.Watcher), reader.WithQueryHook(o.Watcher)
	}
	return &DB{engine: engine, path: o.Path, writer: writer, reader: reader}, nil
}

// Migrate applies the migrations and starts the background work of the engine.
func (db *DB) Migrate(ctx context.Context, o Options, migrations fs.FS) error {
	if err := db.migrate(ctx, migrations); err != nil {
		return fmt.Errorf("migrating database %s: %w", o.Place(), ExplainDamage(err))
	}
	db.stopUpkeep = db.engine.upkeep(db.reader)
	return nil
}

// Engine returns SQLite or PostgreSQL.
func (db *DB) Engine() string { return db.engine.name() }

// The kinds of database that Engine returns.
const (
	SQLite     = "sqlite"
	PostgreSQL = "postgres"
)

// Choose returns the value for the kind of database that db is.
func Choose[T any](db *DB, sqlite, postgres T) T {
	if db.Engine() == PostgreSQL {
		return postgres
	}
	return sqlite
}

// Pools returns the connection pools by their use, "writer" and "reader", for metrics.
func (db *DB) Pools() map[string]*sql.DB {
	return map[string]*sql.DB{"writer": db.writer.DB, "reader": db.reader.DB}
}

// Writer returns the pool that writes, on SQLite a single connection, for a
// queue that keeps its jobs in the same database. Close closes it.
func (db *DB) Writer() *sql.DB { return db.writer.DB }

// BunWriter returns the pool of Writer with Bun's query builder.
func (db *DB) BunWriter() *bun.DB { return db.writer }

// BunReader returns the pool that reads with Bun's query builder.
func (db *DB) BunReader() *bun.DB { return db.reader }

// Ping implements ports.Pinger.
func (db *DB) Ping(ctx context.Context) error {
	err := db.View(ctx, func(q bun.IDB) error {
		var n int64
		return q.NewRaw("SELECT max(version) FROM schema_migrations").Scan(ctx, &n)
	})
	if err != nil {
		return err
	}
	return db.Translate(ctx, db.engine.writable(ctx, db))
}

// Close waits for running statements and closes the database.
func (db *DB) Close() error {
	if db.stopUpkeep != nil {
		db.stopUpkeep()
	}
	return errors.Join(db.reader.Close(), db.writer.Close())
}
