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
	writer *bun.DB
	reader *bun.DB
}

// OpenBase opens the database, makes it when there is none and applies those
// migrations, numbered files of SQL, that it lacks. It refuses a database that
// knows others.
func OpenBase(ctx context.Context, o Options, migrations fs.FS) (*Base, error) {
	writer, reader, err := openSQLite(ctx, o)
	if err != nil {
		return nil, fmt.Errorf("opening database %s: %w", o.Path, unusable(err))
	}
	db := &Base{writer: writer, reader: reader}
	if err := migrate(ctx, writer, migrations); err != nil {
		return nil, errors.Join(fmt.Errorf("migrating database %s: %w", o.Path, unusable(err)), db.Close())
	}
	return db, nil
}

// Claims returns the store of requests that have a key.
func (db *Base) Claims() ports.Claims { return claims{db} }

// Sessions returns the store of sessions.
func (db *Base) Sessions() ports.Sessions { return sessions{db} }

// Pools returns the connection that writes and those that read, by these names,
// for whoever watches how busy they are.
func (db *Base) Pools() map[string]*sql.DB {
	return map[string]*sql.DB{"writer": db.writer.DB, "reader": db.reader.DB}
}

// Writer returns the one connection that writes, for a queue that keeps its
// jobs in the same database. The Base closes it.
func (db *Base) Writer() *sql.DB { return db.writer.DB }

// Ping reports whether the database answers.
func (db *Base) Ping(ctx context.Context) error {
	return db.View(ctx, func(q bun.IDB) error {
		var n int64
		return q.NewRaw("SELECT max(version) FROM schema_migrations").Scan(ctx, &n)
	})
}

// Close waits for running statements and closes the database.
func (db *Base) Close() error {
	return errors.Join(db.reader.Close(), db.writer.Close())
}
