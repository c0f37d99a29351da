package sqldb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"time"
)

// Lock is the exclusive right of this process to do something, among all processes that
// have the database open. PostgreSQL releases it when its connection ends, for whatever
// reason. On SQLite every process gets it: lock files keep other processes out.
type Lock struct{ conn *sql.Conn }

// TryLock takes the lock of a name, which the caller must release; ok is false while
// another process holds it.
func (db *DB) TryLock(ctx context.Context, name string) (l Lock, ok bool, err error) {
	conn, ok, err := db.engine.tryLock(ctx, db.writer.DB, name)
	if err != nil {
		return Lock{}, false, db.Translate(ctx, fmt.Errorf("taking the lock %s: %w", name, err))
	}
	return Lock{conn}, ok, nil
}

// lockTimeout is how long the server may take to confirm a lock.
const lockTimeout = 2 * time.Second

// IsHeld reports whether the lock is still held. A lost lock stays lost.
func (l Lock) IsHeld(ctx context.Context) bool {
	if l.conn == nil {
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, lockTimeout)
	defer cancel()
	return l.conn.PingContext(ctx) == nil
}

// Release gives the lock to others and closes the connection. The server notices a closed
// connection a moment later, so the lock is given back first.
func (l Lock) Release() {
	if l.conn != nil {
		ctx, cancel := context.WithTimeout(context.Background(), lockTimeout)
		defer cancel()
		_, _ = l.conn.ExecContext(ctx, "SELECT pg_advisory_unlock_all()")
		_ = l.conn.Raw(func(any) error { return driver.ErrBadConn })
	}
}
