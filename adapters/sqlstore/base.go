package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/ports"
)

// Base is an open database with one service's tables: what the stores of this
// package stand on, and those of the packages nested in it. Each service has
// the tables of sessions and of claims among its own. It is safe for concurrent
// use.
type Base struct {
	engine engine
	path   string // of a file
	writer *bun.DB
	reader *bun.DB
	upkeep func() // ends what the engine does in the background; may be nil
}

// OpenBase opens the database, makes it when there is none and applies those
// migrations that it lacks: numbered files of SQL, in a folder migrations/sqlite
// or migrations/postgres. It refuses a database that knows others, and one that a
// Transfer did not finish.
func OpenBase(ctx context.Context, o Options, migrations fs.FS) (*Base, error) {
	db, err := connectBase(ctx, o)
	if err != nil {
		return nil, err
	}
	if err := db.refuseUnfinished(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("opening database %s: %w", o.Place(), unusable(err)), db.Close())
	}
	if err := db.makeTables(ctx, o, migrations); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// connectBase opens the database as it is.
func connectBase(ctx context.Context, o Options) (*Base, error) {
	engine := engineOf(o)
	writer, reader, err := engine.open(ctx, o)
	if err != nil {
		return nil, fmt.Errorf("opening database %s: %w", o.Place(), unusable(err))
	}
	if o.watch != nil && engine.name() == "sqlite" {
		writer, reader = writer.WithQueryHook(o.watch), reader.WithQueryHook(o.watch)
	}
	return &Base{engine: engine, path: o.Path, writer: writer, reader: reader}, nil
}

// makeTables applies the migrations.
func (db *Base) makeTables(ctx context.Context, o Options, migrations fs.FS) error {
	files, err := fs.Sub(migrations, "migrations/"+db.engine.name())
	if err == nil {
		err = db.migrate(ctx, files)
	}
	if err != nil {
		return fmt.Errorf("migrating database %s: %w", o.Place(), unusable(err))
	}
	db.upkeep = db.engine.upkeep(db.reader)
	return nil
}

// Engine says what the database is: "sqlite" or "postgres".
func (db *Base) Engine() string { return db.engine.name() }

// Claims returns the store of requests that have a key.
func (db *Base) Claims() ports.Claims { return claims{db} }

// Sessions returns the store of sessions.
func (db *Base) Sessions() ports.Sessions { return sessions{db} }

// Pools returns the connections that write and those that read, by these names,
// for whoever watches how busy they are.
func (db *Base) Pools() map[string]*sql.DB {
	return map[string]*sql.DB{"writer": db.writer.DB, "reader": db.reader.DB}
}

// Writer returns the pool that writes, on SQLite a single connection, for a
// queue that keeps its jobs in the same database. The Base closes it.
func (db *Base) Writer() *sql.DB { return db.writer.DB }

// Ping implements ports.Pinger.
func (db *Base) Ping(ctx context.Context) error {
	err := db.View(ctx, func(q bun.IDB) error {
		var n int64
		return q.NewRaw("SELECT max(version) FROM schema_migrations").Scan(ctx, &n)
	})
	if err != nil {
		return err
	}
	return db.translate(ctx, db.engine.writable(ctx, db))
}

// Close waits for running statements and closes the database.
func (db *Base) Close() error {
	if db.upkeep != nil {
		db.upkeep()
	}
	return errors.Join(db.reader.Close(), db.writer.Close())
}
