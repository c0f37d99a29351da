package sqldb

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
	"golang.org/x/sys/unix"

	"github.com/cotejo/cotejo/core/fault"
)

// postgres implements engine. Many transactions write at once, each statement
// of them seeing what is committed when it begins (READ COMMITTED); where the
// stores rely on nothing changing in between they lock a row, or the thing that
// they do.
type postgres struct{}

func (postgres) name() string { return PostgreSQL }

// ProgramName is the application_name of the program's connections.
const ProgramName = "cotejo"

// sessionSettings hold unless the URL says otherwise. What was acknowledged is
// on disk; a client whose machine is gone loses its locks within seconds. A search
// reads the pending list of its index (gin_pending_list_limit), so it is short.
var sessionSettings = map[string]string{
	"application_name":                    ProgramName,
	"synchronous_commit":                  "on",
	"standard_conforming_strings":         "on",
	"client_encoding":                     "UTF8",
	"lock_timeout":                        "20s",
	"gin_pending_list_limit":              "64kB",
	"idle_in_transaction_session_timeout": "60s",
	"tcp_keepalives_idle":                 "10",
	"tcp_keepalives_interval":             "5",
	"tcp_keepalives_count":                "3",
	"tcp_user_timeout":                    "20000",
}

func (postgres) open(ctx context.Context, o Options) (writer, reader *bun.DB, err error) {
	config, err := pgx.ParseConfig(o.URL)
	if err != nil {
		// Not err, which shows what was given, and that may have a password.
		return nil, nil, fault.New(fault.Invalid, "database_url", "No es una dirección de PostgreSQL. Escríbala así: postgres://usuario:clave@servidor:5432/base")
	}
	for name, value := range sessionSettings {
		config.RuntimeParams[name] = cmp.Or(config.RuntimeParams[name], value)
	}
	config.ConnectTimeout = cmp.Or(config.ConnectTimeout, 5*time.Second)
	dialer := &net.Dialer{Timeout: config.ConnectTimeout, Control: giveUpOnSilence,
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 10 * time.Second, Interval: 5 * time.Second, Count: 3}}
	config.DialFunc = dialer.DialContext
	if o.Watcher != nil {
		config.Tracer = o.Watcher
	}

	size := max(4, 2*runtime.NumCPU())
	write := stdlib.OpenDB(*config, prefetchPages)
	write.SetMaxOpenConns(size)
	write.SetMaxIdleConns(size)
	if err := awaitServer(ctx, write); err != nil {
		return nil, nil, errors.Join(explainRefusal(err), write.Close())
	}
	if o.Readers > 0 {
		size = o.Readers
	}
	read := stdlib.OpenDB(*config, prefetchPages)
	read.SetMaxOpenConns(size + o.HeavyReaders)
	read.SetMaxIdleConns(size)
	return bun.NewDB(write, newPostgresDialect()), bun.NewDB(read, newPostgresDialect()), nil
}

// prefetchPages makes the server read up to 64 pages of scattered rows at once. A server whose
// system cannot prefetch refuses the setting, and reads them one by one.
var prefetchPages = stdlib.OptionAfterConnect(func(ctx context.Context, conn *pgx.Conn) error {
	_, err := conn.Exec(ctx, "SET effective_io_concurrency = 64")
	if sqlState(err) != "" {
		return nil
	}
	return err
})

// silence is how long data may go unacknowledged before a connection is given up.
const silence = 20 * time.Second

func giveUpOnSilence(network, _ string, c syscall.RawConn) error {
	if !strings.HasPrefix(network, "tcp") {
		return nil
	}
	var failed error
	err := c.Control(func(fd uintptr) {
		failed = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(silence.Milliseconds()))
	})
	return errors.Join(err, failed)
}

// awaitServer makes the first connection, and waits a while for a server that
// is starting. It refuses one that is too old or does not store Unicode.
func awaitServer(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, ConnectTimeout)
	defer cancel()
	for {
		err := db.PingContext(ctx)
		if err == nil {
			break
		}
		if code := sqlState(err); code != "" && code != "57P03" { // cannot_connect_now
			return err
		}
		select {
		case <-time.After(200 * time.Millisecond):
		case <-ctx.Done():
			return err
		}
	}
	var version int
	var encoding string
	if err := db.QueryRowContext(ctx, "SELECT current_setting('server_version_num')::int, current_setting('server_encoding')").Scan(&version, &encoding); err != nil {
		return err
	}
	if version < oldestServer {
		return fault.New(
			fault.Unavailable,
			"database_too_old",
			fmt.Sprintf("El servidor PostgreSQL es de la versión %d; hace falta la %d o una posterior.", version/10000, oldestServer/10000),
		)
	}
	if encoding != "UTF8" {
		return fault.New(fault.Unavailable, "database_encoding", "La base de datos no guarda Unicode (su codificación es "+encoding+"). Créela con ENCODING 'UTF8'.")
	}
	return nil
}

// oldestServer is server_version_num of 13.0.
const oldestServer = 130000

// refusals say in a clerk's words why a server lets nobody in.
var refusals = map[string]string{
	"28P01": "El servidor PostgreSQL no acepta el usuario o la clave. Revise los que están en la dirección.",
	"28000": "El servidor PostgreSQL no deja entrar a ese usuario. Revise el usuario y el archivo pg_hba.conf del servidor.",
	"3D000": "El servidor PostgreSQL no tiene esa base de datos. Créela con createdb o corrija su nombre en la dirección.",
	"42501": "El usuario de PostgreSQL no puede crear tablas en la base de datos. Hágalo su dueño (ALTER DATABASE … OWNER TO …).",
}

// explainRefusal leaves out who and where: the caller says that.
func explainRefusal(err error) error {
	if _, ok := fault.As(err); ok {
		return err
	}
	message, ok := refusals[sqlState(err)]
	if !ok && sqlState(err) == "" {
		message, ok = "El servidor PostgreSQL no responde. Verifique que esté encendido y que la dirección sea la suya.", true
	}
	if !ok {
		return err
	}
	return fault.Wrap(err, fault.Unavailable, "database_unavailable", message)
}

// postgresDialect is Bun's, with strings as sqliteDialect has them.
type postgresDialect struct{ *pgdialect.Dialect }

func newPostgresDialect() postgresDialect { return postgresDialect{pgdialect.New()} }

func (postgresDialect) AppendString(b []byte, s string) []byte { return appendString(b, s) }

func (postgres) upkeep(*bun.DB) func() { return nil }

// writable asks a session that writes: it is read-only on a standby, and where
// default_transaction_read_only has been set.
func (postgres) writable(ctx context.Context, db *DB) error {
	var refuses bool
	if err := db.writer.NewRaw("SELECT current_setting('transaction_read_only')::boolean").Scan(ctx, &refuses); err != nil || !refuses {
		return err
	}
	return readOnlyFault(nil)
}

// bind numbers the placeholders: no statement of ours has a question mark in a
// text or an operator.
func (postgres) bind(statement string) string {
	var b strings.Builder
	for n := 1; ; n++ {
		before, after, found := strings.Cut(statement, "?")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		b.WriteString("$" + strconv.Itoa(n))
		statement = after
	}
}

func (postgres) snapshot() *sql.TxOptions {
	return &sql.TxOptions{ReadOnly: true, Isolation: sql.LevelRepeatableRead}
}

func (postgres) lockNamed(ctx context.Context, tx bun.IDB, name string) error {
	_, err := tx.NewRaw("SELECT pg_advisory_xact_lock(hashtextextended('cotejo ' || current_schema || ' ' || ?, 0))", name).Exec(ctx)
	return err
}

func (postgres) tryLock(ctx context.Context, pool *sql.DB, name string) (*sql.Conn, bool, error) {
	conn, err := pool.Conn(ctx)
	if err != nil {
		return nil, false, err
	}
	var ok bool
	err = conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock(hashtextextended('cotejo hold ' || current_schema || ' ' || $1, 0))", name).Scan(&ok)
	if err != nil || !ok {
		return nil, false, errors.Join(err, conn.Close())
	}
	return conn, true, nil
}

func (postgres) forUpdate(q *bun.SelectQuery) *bun.SelectQuery { return q.For("UPDATE") }

func (postgres) skipLocked() string { return "FOR UPDATE SKIP LOCKED" }

func (postgres) hasTable(ctx context.Context, q bun.IDB, name string) (found bool, err error) {
	err = q.NewRaw("SELECT to_regclass(?) IS NOT NULL", name).Scan(ctx, &found)
	return found, err
}

// sqlState is the code of an error that the server sent, or "".
func sqlState(err error) string {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

func (postgres) classify(err error) trouble {
	var e *pgconn.PgError
	if !errors.As(err, &e) {
		var network net.Error
		var connecting *pgconn.ConnectError
		isNetwork := errors.As(err, &network)
		switch {
		case errors.As(err, &connecting), isNetwork && network.Timeout():
			return unreachable
		case isNetwork, errors.Is(err, driver.ErrBadConn), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), pgconn.SafeToRetry(err):
			return disconnected
		}
		return unknownTrouble
	}
	switch e.Code {
	case "23505": // unique_violation
		if e.ConstraintName == "dedup_fingerprints_document_id_key" {
			return conflicted // the next attempt sees the fingerprint and replaces it
		}
		return uniqueViolated
	case "40001", "40P01": // serialization_failure, deadlock_detected
		return conflicted
	case "57P01", "57P02", "57P05": // admin_shutdown, crash_shutdown, idle_session_timeout
		return disconnected
	case "53100": // disk_full
		return diskFull
	case "25006": // read_only_sql_transaction
		return readOnly
	}
	switch e.Code[:2] {
	case "08", "28", "3D", "53", "55", "57", "58": // connections, logins, no such database, resources, states, operators, the system
		return unreachable
	}
	return unknownTrouble
}
