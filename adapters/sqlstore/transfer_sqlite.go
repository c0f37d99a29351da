package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"github.com/uptrace/bun"
)

// sqliteMover implements mover.
type sqliteMover struct{}

func (sqlite) mover() mover { return sqliteMover{} }

func (sqliteMover) columns(ctx context.Context, q bun.IDB) (all []columnRow, err error) {
	err = q.NewRaw(`SELECT t.name AS relation, c.name AS name, c.pk AS key,
			c.pk = 1 AND upper(c.type) = 'INTEGER' AS serial
		FROM pragma_table_list t, pragma_table_info(t.name) c
		WHERE t.schema = 'main' AND t.type IN ('table', 'virtual') AND t.name NOT LIKE 'sqlite\_%' ESCAPE '\'
		ORDER BY t.name, c.cid`).Scan(ctx, &all)
	return all, err
}

// extras takes what the planner knows of an index along: it goes with the index.
func (sqliteMover) extras(ctx context.Context, q bun.IDB, tables []string) (all []extra, err error) {
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
	err = q.NewRaw(`SELECT '' AS undo, 'INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (' || quote(tbl) || ', ' || quote(idx) || ', ' || quote(stat) || ')' AS redo
		FROM sqlite_stat1 WHERE tbl IN (?) AND idx IN (SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL)`,
		bun.List(tables)).Scan(ctx, &kept)
	if len(kept) > 0 {
		kept = append(kept, extra{Redo: "ANALYZE sqlite_schema"})
	}
	return append(all, kept...), err
}

func (sqliteMover) drops(ctx context.Context, q bun.IDB) (all []string, err error) {
	err = q.NewRaw(`SELECT 'DROP ' || CASE type WHEN 'view' THEN 'VIEW' ELSE 'TABLE' END || ' IF EXISTS "' || name || '"' FROM pragma_table_list
		WHERE schema = 'main' AND type IN ('table', 'virtual', 'view') AND name NOT LIKE 'sqlite\_%' ESCAPE '\' AND name NOT LIKE 'river\_%' ESCAPE '\'
		ORDER BY name`).Scan(ctx, &all)
	return all, err
}

func (sqliteMover) counted(ctx context.Context, q bun.IDB, _ []table) (map[string]int64, error) {
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

// count leaves a table alone that only numbers its rows: those count from the
// greatest that is there.
func (sqliteMover) count(ctx context.Context, tx bun.IDB, tb table, last int64) error {
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
func (sqliteMover) hold(context.Context, *Base) (*sql.Conn, error) { return nil, nil }

// seal moves the log into the file first.
func (sqliteMover) seal(ctx context.Context, db *Base, last func(ctx context.Context, tx bun.Tx) error) error {
	var broken int
	if err := db.writer.NewRaw("SELECT count(*) FROM pragma_foreign_key_check").Scan(ctx, &broken); err != nil {
		return err
	}
	if broken > 0 {
		return errors.New("rows of the copy name others that are not there")
	}
	for _, statement := range []string{"PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON", "PRAGMA wal_checkpoint(TRUNCATE)"} {
		if _, err := db.writer.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return db.Write(ctx, last)
}

// open sets a connection to fill a database: commits wait for the disk seldom.
func (sqliteMover) open(ctx context.Context, db *Base) error {
	for _, statement := range []string{"PRAGMA synchronous = NORMAL", "PRAGMA foreign_keys = OFF", "PRAGMA cache_size = -262144"} {
		if _, err := db.writer.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

func (sqliteMover) has(ctx context.Context, q bun.IDB, name string) (found bool, err error) {
	err = q.NewRaw("SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?)", name).Scan(ctx, &found)
	return found, err
}

func (sqlite) setCounters(ctx context.Context, tx bun.Tx, days []dayCount) error {
	for some := range slices.Chunk(days, rowsAtOnce) {
		if _, err := tx.NewInsert().Model(&some).Exec(ctx); err != nil {
			return err
		}
	}
	_, err := tx.ExecContext(ctx, "UPDATE totals SET n = (SELECT coalesce(sum(documents), 0) FROM document_days) WHERE name = 'documents'")
	return err
}
