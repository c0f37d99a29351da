package transfer

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/fault"
)

// dialect is what SQLite and PostgreSQL do in different ways, mostly in SQL.
type dialect struct {
	tables        string   // all tables, except the internal ones of a virtual table, as table
	extras        string   // the triggers, indexes and foreign keys of tables, in the order of creation, as extra
	statistics    string   // of indexes, as extra; "" where dropping an index keeps them
	drops         string   // statements that drop the tables and views that the program created, except the queue's
	lastNumbers   string   // the latest number of each table that counts its rows
	setLastNumber []string // has the table ?0 count on in its column ?1 from ?2
	open          []string // prepares the connection that fills a target
	orphans       string   // how many rows refer to missing rows; "" where foreign keys are created again
	close         []string // completes a target
	last          []string // begins the last transaction. After its commit, the whole target is on disk.

	// hold keeps other transfers away from a database until the connection is
	// closed, and refuses one that servers have open. It may be nil.
	hold func(ctx context.Context, db *sqldb.DB) (*sql.Conn, error)
}

func dialectOf(db *sqldb.DB) dialect { return sqldb.Choose(db, sqlite, postgres) }

// run executes statements one after the other.
func run(ctx context.Context, q bun.IDB, statements []string, args ...any) error {
	for _, statement := range statements {
		if _, err := q.NewRaw(statement, args...).Exec(ctx); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}

type extra struct{ Undo, Redo string }

// isCopied reports whether a table is neither derived nor of one database alone. Of tasks in work
// servers on a file keep nothing in the database.
func (t *Transfer) isCopied(name string) bool {
	own := []string{"schema_migrations", sqldb.Floors, sqldb.UnfinishedMark, "task_parts"}
	for _, d := range t.derived {
		own = append(own, d.Tables...)
	}
	return !slices.Contains(own, name) && !strings.HasPrefix(name, "river_")
}

// tablesOf returns the tables of a database that are copied, by name.
func (t *Transfer) tablesOf(ctx context.Context, db *sqldb.DB) (map[string]table, error) {
	var tables []table
	if err := db.BunReader().NewRaw(dialectOf(db).tables).Scan(ctx, &tables); err != nil {
		return nil, db.Translate(ctx, err)
	}
	all := map[string]table{}
	for _, tb := range tables {
		if t.isCopied(tb.Name) {
			all[tb.Name] = tb
		}
	}
	return all, nil
}

// common is a table that is in both databases. A column that one of them alone
// numbers its rows by stays with it.
func common(from, to table) (table, error) {
	if to.Name == "" {
		return table{}, fmt.Errorf("table %s exists in the source only, and nothing is derived from it", from.Name)
	}
	from, to = from.unlessNumbered(to), to.unlessNumbered(from)
	if !slices.Equal(slices.Sorted(slices.Values(from.Columns)), slices.Sorted(slices.Values(to.Columns))) {
		return table{}, fmt.Errorf("the table %s has other columns in the source (%v) than in the target (%v)", from.Name, from.Columns, to.Columns)
	}
	if len(from.Key) == 0 || !slices.Equal(from.Key, to.Key) {
		return table{}, fmt.Errorf("the table %s has no primary key that is the same in both databases: %v, %v", from.Name, from.Key, to.Key)
	}
	from.Serial = cmp.Or(from.Serial, to.Serial)
	return from, nil
}

// unlessNumbered is the table without a column that counts by itself and that the
// other one does not have: rows are known by the key of the other then.
func (tb table) unlessNumbered(other table) table {
	if tb.Serial == "" || slices.Contains(other.Columns, tb.Serial) {
		return tb
	}
	if slices.Equal(tb.Key, []string{tb.Serial}) {
		tb.Key = other.Key
	}
	tb.Columns = slices.DeleteFunc(slices.Clone(tb.Columns), func(c string) bool { return c == tb.Serial })
	tb.Serial = ""
	return tb
}

var errTargetInUse = fault.New(fault.Conflict, "target_not_empty",
	"La base de datos de destino ya tiene datos. Indique una vacía: nada de lo que tiene se reemplaza.")

// prepare marks an empty target as unfinished and drops what slows the copy down. Row 0 of
// the mark is the place of the source; the other rows are the statements that drop what the
// transfer created.
func (t *Transfer) prepare(ctx context.Context, source string) error {
	var names []string
	for _, tb := range t.tables {
		names = append(names, tb.Name)
		var full bool
		if err := t.to.BunWriter().NewRaw("SELECT EXISTS (SELECT 1 FROM ?)", bun.Ident(tb.Name)).Scan(ctx, &full); err != nil {
			return err
		}
		if full {
			return errTargetInUse
		}
	}
	for _, d := range t.derived {
		names = append(names, d.Tables...)
	}
	return t.to.BunWriter().RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		var drops []string
		if err := tx.NewRaw(dialectOf(t.to).drops).Scan(ctx, &drops); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "CREATE TABLE "+sqldb.UnfinishedMark+" (n BIGINT NOT NULL PRIMARY KEY, statement TEXT NOT NULL)"); err != nil {
			return err
		}
		for n, statement := range append([]string{source}, drops...) {
			if _, err := tx.NewRaw("INSERT INTO "+sqldb.UnfinishedMark+" VALUES (?, ?)", n, statement).Exec(ctx); err != nil {
				return err
			}
		}
		return t.dropExtras(ctx, tx, names)
	})
}

// dropExtras drops the extras of tables and remembers them.
func (t *Transfer) dropExtras(ctx context.Context, tx bun.Tx, tables []string) error {
	queries := []string{dialectOf(t.to).extras}
	if known, err := t.to.HasTable(ctx, tx, "sqlite_stat1"); err != nil {
		return err
	} else if known {
		queries = append(queries, dialectOf(t.to).statistics)
	}
	for _, query := range queries {
		var some []extra
		if err := tx.NewRaw(query, bun.List(tables)).Scan(ctx, &some); err != nil {
			return err
		}
		t.extras = append(t.extras, some...)
	}
	for _, e := range t.extras {
		if e.Undo == "" {
			continue
		}
		if _, err := tx.Tx.ExecContext(ctx, e.Undo); err != nil {
			return fmt.Errorf("%s: %w", e.Undo, err)
		}
	}
	return nil
}

// discardUnfinished drops what an unfinished transfer made, and returns where that
// copied from; "" if the database is not marked.
func discardUnfinished(ctx context.Context, db *sqldb.DB) (source string, err error) {
	if err := run(ctx, db.BunWriter(), dialectOf(db).open); err != nil {
		return "", err
	}
	marked, err := db.HasTable(ctx, db.BunWriter(), sqldb.UnfinishedMark)
	if err != nil || !marked {
		return "", err
	}
	return source, db.BunWriter().RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		var rows []string
		if err := tx.NewRaw("SELECT statement FROM "+sqldb.UnfinishedMark+" ORDER BY n").Scan(ctx, &rows); err != nil {
			return err
		}
		source = rows[0]
		for _, drop := range append(rows[1:], "DROP TABLE "+sqldb.UnfinishedMark) {
			if _, err := tx.Tx.ExecContext(ctx, drop); err != nil {
				return fmt.Errorf("%s: %w", drop, err)
			}
		}
		return nil
	})
}

// restoreExtras creates again what prepare dropped, and sets the columns that count by
// themselves.
func (t *Transfer) restoreExtras(ctx context.Context) error {
	for i, e := range t.extras {
		t.Report("índices", i, len(t.extras))
		if _, err := t.to.Writer().ExecContext(ctx, e.Redo); err != nil {
			return fmt.Errorf("%s: %w", e.Redo, err)
		}
	}
	var numbers []struct {
		Name string
		Last int64
	}
	if err := t.source.NewRaw(dialectOf(t.from).lastNumbers).Scan(ctx, &numbers); err != nil {
		return err
	}
	last := map[string]int64{}
	for _, n := range numbers {
		last[n.Name] = n.Last
	}
	for _, tb := range t.tables {
		if tb.Serial == "" {
			continue
		}
		var greatest int64
		if err := t.to.BunWriter().NewRaw("SELECT coalesce(max(?), 0) FROM ?", bun.Ident(tb.Serial), bun.Ident(tb.Name)).Scan(ctx, &greatest); err != nil {
			return err
		}
		if greatest = max(greatest, last[tb.Name]); greatest > 0 {
			if err := run(ctx, t.to.BunWriter(), dialectOf(t.to).setLastNumber, tb.Name, tb.Serial, greatest); err != nil {
				return err
			}
		}
	}
	return nil
}

// Report calls Progress, if it is set.
func (t *Transfer) Report(what string, done, total int) {
	if t.Progress != nil {
		t.Progress(what, done, total)
	}
}
