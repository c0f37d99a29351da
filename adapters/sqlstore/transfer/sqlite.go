package transfer

import (
	"context"
	"database/sql"
	"errors"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
)

// sqlite implements dialect.
type sqlite struct{}

func (sqlite) columns(ctx context.Context, q bun.IDB) (all []columnRow, err error) {
	err = q.NewRaw(`SELECT t.name AS relation, c.name AS name, c.pk AS key,
			c.pk = 1 AND upper(c.type) = 'INTEGER' AS serial
		FROM pragma_table_list t, pragma_table_info(t.name) c
		WHERE t.schema = 'main' AND t.type IN ('table', 'virtual') AND t.name NOT LIKE 'sqlite\_%' ESCAPE '\'
		ORDER BY t.name, c.cid`).Scan(ctx, &all)
	return all, err
}

// extras takes what the planner knows of an index along: it goes with the index.
func (sqlite) extras(ctx context.Context, q bun.IDB, tables []string) (all []extra, err error) {
	err = q.NewRaw(`SELECT 'DROP ' || type || ' "' || name || '"' AS undo, sql AS redo
		FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL AND tbl_name IN (?) ORDER BY type, name`,
		bun.List(tables)).Scan(ctx, &all)
	if err != nil {
		return nil, err
	}
	var known bool
	if err := q.NewRaw("SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'sqlite_stat1')").Scan(ctx, &known); err != nil || !known {
		return all, err
	}
	var kept []extra
	err = q.NewRaw(
		`SELECT '' AS undo, 'INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (' || quote(tbl) || ', ' || quote(idx) || ', ' || quote(stat) || ')' AS redo
		FROM sqlite_stat1 WHERE tbl IN (?) AND idx IN (SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL)`,
		bun.List(tables),
	).Scan(
		ctx,
		&kept,
	)
	if len(kept) > 0 {
		kept = append(kept, extra{Redo: "ANALYZE sqlite_schema"})
	}
	return append(all, kept...), err
}

func (sqlite) drops(ctx context.Context, q bun.IDB) (all []string, err error) {
	err = q.NewRaw(`SELECT 'DROP ' || CASE type WHEN 'view' THEN 'VIEW' ELSE 'TABLE' END || ' IF EXISTS "' || name || '"' FROM pragma_table_list
		WHERE schema = 'main' AND type IN ('table', 'virtual', 'view') AND name NOT LIKE 'sqlite\_%' ESCAPE '\' AND name NOT LIKE 'river\_%' ESCAPE '\'
		ORDER BY name`).Scan(ctx, &all)
	return all, err
}

func (sqlite) lastNumbers(ctx context.Context, q bun.IDB, _ []table) (map[string]int64, error) {
	var rows []struct {
		Name string
		Seq  int64
	}
	err := q.NewRaw("SELECT name, seq FROM sqlite_sequence").Scan(ctx, &rows)
	last := map[string]int64{}
	for _, r := range rows {
		last[r.Name] = r.Seq
	}
	return last, err
}

// setLastNumber skips a table without AUTOINCREMENT: it counts on from its greatest row.
func (sqlite) setLastNumber(ctx context.Context, tx bun.IDB, tb table, last int64) error {
	var counts bool
	err := tx.NewRaw("SELECT sql LIKE '%AUTOINCREMENT%' FROM sqlite_master WHERE type = 'table' AND name = ?", tb.name).Scan(ctx, &counts)
	if err != nil || !counts {
		return err
	}
	if _, err := tx.NewRaw("DELETE FROM sqlite_sequence WHERE name = ?", tb.name).Exec(ctx); err != nil {
		return err
	}
	_, err = tx.NewRaw("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", tb.name, last).Exec(ctx)
	return err
}

// hold leaves it to the locks beside the file, which are others' business.
func (sqlite) hold(context.Context, *sqldb.DB) (*sql.Conn, error) { return nil, nil }

// seal moves the log into the file first.
func (sqlite) seal(ctx context.Context, db *sqldb.DB, last func(ctx context.Context, tx bun.Tx) error) error {
	var broken int
	if err := db.BunWriter().NewRaw("SELECT count(*) FROM pragma_foreign_key_check").Scan(ctx, &broken); err != nil {
		return err
	}
	if broken > 0 {
		return errors.New("rows of the copy refer to missing rows")
	}
	for _, statement := range []string{"PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON", "PRAGMA wal_checkpoint(TRUNCATE)"} {
		if _, err := db.BunWriter().ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return db.Write(ctx, last)
}

// open sets a connection to fill a database: commits wait for the disk seldom.
func (sqlite) open(ctx context.Context, db *sqldb.DB) error {
	for _, statement := range []string{"PRAGMA synchronous = NORMAL", "PRAGMA foreign_keys = OFF", "PRAGMA cache_size = -262144"} {
		if _, err := db.BunWriter().ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}
