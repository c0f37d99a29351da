package sqlstore

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"time"
)

// Hold is that this process alone does a thing, of all that have the database
// open. PostgreSQL takes it back with the connection it is held by, however that
// ends; on SQLite another process is kept out by other means.
type Hold struct{ conn *sql.Conn }

// Hold takes hold of a thing, for the caller to release; ok is false while
// another process has it.
func (db *Base) Hold(ctx context.Context, thing string) (h Hold, ok bool, err error) {
	conn, ok, err := db.engine.hold(ctx, db.writer.DB, thing)
	if err != nil {
		return Hold{}, false, db.translate(ctx, fmt.Errorf("taking hold of %s: %w", thing, err))
	}
	return Hold{conn}, ok, nil
}

// holdPatience is how long the server may take to say that a hold is kept.
const holdPatience = 2 * time.Second

// Kept reports whether the hold is still kept; once it is not, it never is again.
func (h Hold) Kept(ctx context.Context) bool {
	if h.conn == nil {
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, holdPatience)
	defer cancel()
	return h.conn.PingContext(ctx) == nil
}

// Release lets others take hold: it closes the connection.
func (h Hold) Release() {
	if h.conn != nil {
		_ = h.conn.Raw(func(any) error { return driver.ErrBadConn })
	}
}
