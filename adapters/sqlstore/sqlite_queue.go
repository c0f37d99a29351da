package sqlstore

import (
	"context"
	"database/sql/driver"
	"errors"
	"os"
	"time"

	"github.com/mattn/go-sqlite3"
	"golang.org/x/sys/unix"
)

// SQLite lets in whoever looks while nobody writes, and who waits looks ten times
// a second: a program that writes one transaction after another would keep all
// others out. So whoever waits says so, by a shared lock on a file beside the
// database, which the system takes back when a program dies; and whoever writes
// many transactions looks for it between them, and lets the others in first.

// queueSuffix names the file.
const queueSuffix = "-queue"

// longestTurn bounds how long others are let in: each of them looks more than
// once in that time.
const longestTurn = 250 * time.Millisecond

// queueing connects the one that writes.
type queueing struct {
	dsn, path string
	driver    *sqlite3.SQLiteDriver
}

func (q queueing) Driver() driver.Driver { return q.driver }

func (q queueing) Connect(context.Context) (driver.Conn, error) {
	queue, err := os.OpenFile(q.path+queueSuffix, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	conn, err := q.driver.Open(q.dsn)
	if err != nil {
		return nil, errors.Join(err, queue.Close())
	}
	return queuedConn{conn.(*sqlite3.SQLiteConn), queue}, nil
}

// queuedConn says so while it waits for the lock of the database.
type queuedConn struct {
	*sqlite3.SQLiteConn
	queue *os.File
}

// waiting does what may have to wait.
func (c queuedConn) waiting(do func()) {
	if err := flock(c.queue, unix.LOCK_SH); err == nil {
		defer flock(c.queue, unix.LOCK_UN)
	}
	do()
}

func (c queuedConn) BeginTx(ctx context.Context, o driver.TxOptions) (tx driver.Tx, err error) {
	c.waiting(func() { tx, err = c.SQLiteConn.BeginTx(ctx, o) })
	return tx, err
}

func (c queuedConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (done driver.Result, err error) {
	if !c.AutoCommit() {
		return c.SQLiteConn.ExecContext(ctx, query, args)
	}
	c.waiting(func() { done, err = c.SQLiteConn.ExecContext(ctx, query, args) })
	return done, err
}

func (c queuedConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (rows driver.Rows, err error) {
	if !c.AutoCommit() {
		return c.SQLiteConn.QueryContext(ctx, query, args)
	}
	c.waiting(func() { rows, err = c.SQLiteConn.QueryContext(ctx, query, args) })
	return rows, err
}

func (c queuedConn) Close() error { return errors.Join(c.SQLiteConn.Close(), c.queue.Close()) }

// letOthers returns once nobody waits any more, or they had long enough.
func (sqlite) letOthers(ctx context.Context, path string) error {
	for begin := time.Now(); awaited(path) && time.Since(begin) < longestTurn; {
		select {
		case <-time.After(time.Millisecond):
		case <-ctx.Done():
		}
		if ctx.Err() != nil {
			break
		}
	}
	return ctx.Err()
}

// awaited reports whether somebody waits for the lock of the database.
func awaited(path string) bool {
	queue, err := os.OpenFile(path+queueSuffix, os.O_RDWR, 0)
	if err != nil {
		return false
	}
	defer queue.Close()
	return errors.Is(flock(queue, unix.LOCK_EX|unix.LOCK_NB), unix.EWOULDBLOCK)
}

func flock(f *os.File, how int) error {
	for {
		if err := unix.Flock(int(f.Fd()), how); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}
