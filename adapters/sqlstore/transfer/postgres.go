package transfer

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/fault"
)

// postgres is the dialect of PostgreSQL. Dropping leaves the functions, which migrations replace,
// and has CASCADE drop views.
var postgres = dialect{
	tables: `SELECT c.relname AS name, json_agg(a.attname ORDER BY a.attnum) AS columns,
			coalesce(json_agg(a.attname ORDER BY array_position(i.indkey::int2[], a.attnum)) FILTER (WHERE a.attnum = ANY (i.indkey)), '[]') AS key,
			coalesce(max(a.attname::text) FILTER (WHERE a.attidentity <> ''), '') AS serial
		FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
			LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
		WHERE c.relkind = 'r' AND c.relnamespace = current_schema::regnamespace
		GROUP BY c.relname`,
	extras: `WITH chosen AS (
			SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema::regnamespace AND relname IN (?)
		)
		SELECT undo, redo FROM (
			SELECT 1 AS place, indexrelid::regclass::text AS name, 'DROP INDEX ' || indexrelid::regclass AS undo, pg_get_indexdef(indexrelid) AS redo
			FROM pg_index WHERE indrelid IN (SELECT oid FROM chosen) AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)
			UNION ALL
			SELECT 2, conname, 'ALTER TABLE ' || conrelid::regclass || ' DROP CONSTRAINT ' || quote_ident(conname),
				'ALTER TABLE ' || conrelid::regclass || ' ADD CONSTRAINT ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid)
			FROM pg_constraint WHERE contype = 'f' AND conrelid IN (SELECT oid FROM chosen)
			UNION ALL
			SELECT 3, tgname, 'DROP TRIGGER ' || quote_ident(tgname) || ' ON ' || tgrelid::regclass, pg_get_triggerdef(oid)
			FROM pg_trigger WHERE NOT tgisinternal AND tgrelid IN (SELECT oid FROM chosen)
		) AS extras ORDER BY place, name`,
	drops: `SELECT 'DROP TABLE IF EXISTS ' || oid::regclass || ' CASCADE' FROM pg_class
		WHERE relkind = 'r' AND relnamespace = current_schema::regnamespace AND relname NOT LIKE 'river\_%' ORDER BY relname`,
	lastNumbers: `SELECT c.relname AS name, s.last_value AS last
		FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attidentity <> ''
			JOIN pg_sequences s ON format('%I.%I', s.schemaname, s.sequencename) = pg_get_serial_sequence(c.oid::regclass::text, a.attname)
		WHERE c.relnamespace = current_schema::regnamespace AND s.last_value IS NOT NULL`,
	setLastNumber: []string{"SELECT setval(pg_get_serial_sequence(?0, ?1), ?2)"},
	hold:          holdPostgres,
	close:         []string{"ANALYZE"},
	last:          []string{"SET LOCAL synchronous_commit = on"},
}

var errServersRunning = fault.New(fault.Locked, "database_in_use",
	"Hay servidores que usan la base de datos de PostgreSQL. Deténgalos todos antes de copiarla y repita la orden.")

// holdPostgres locks out other transfers and refuses a database that servers have open.
func holdPostgres(ctx context.Context, db *sqldb.DB) (_ *sql.Conn, err error) {
	conn, err := db.Writer().Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, conn.Close())
		}
	}()
	return conn, retryLocked(ctx, func() error {
		var alone bool
		err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock(hashtextextended('cotejo migrate ' || current_schema, 0))").Scan(&alone)
		if err == nil && !alone {
			err = errOtherTransfer
		}
		return errors.Join(err, serversRunning(ctx, conn))
	})
}

var errOtherTransfer = fault.New(fault.Locked, "database_in_use",
	"Otra orden «cotejo migrate» usa la base de datos de PostgreSQL; espere a que termine.")

// retryLocked waits for programs that are just ending: it retries a fault of kind Locked for a
// while.
func retryLocked(ctx context.Context, try func() error) error {
	ctx, stop := context.WithTimeout(ctx, sqldb.ConnectTimeout/2)
	defer stop()
	for {
		err := try()
		if fault.KindOf(err) != fault.Locked {
			return err
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
			return err
		}
	}
}

// serversRunning looks for connections of the program's by their names.
func serversRunning(ctx context.Context, conn *sql.Conn) error {
	var others int
	err := conn.QueryRowContext(ctx, `SELECT count(*) FROM pg_stat_activity
		WHERE datname = current_database() AND application_name IN ($1, 'cotejo queue')`, sqldb.ProgramName).Scan(&others)
	if err == nil && others > 0 {
		err = errServersRunning
	}
	return err
}
