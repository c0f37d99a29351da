package sqldb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"slices"
	"strings"

	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/core/fault"
)

// schemaObject is a row of sqlite_schema: a table, an index, a trigger or a view.
type schemaObject struct {
	Kind, Name, Owner string // Owner is the table that it belongs to
	SQL               string // of what SQLite created by itself, ""
}

// checkSchema refuses a SQLite file that has other tables, indexes, triggers or views than the
// migrations create that it names as applied: a trigger could write whatever its author wants.
// It returns the number of these migrations. known is false if some are of a newer program, whose
// schema cannot be checked.
//
// The texts are compared byte for byte. Without its line breaks, a text may be another one: what
// follows a comment becomes part of it.
func (db *DB) checkSchema(ctx context.Context, migrations []migration) (applied int, known bool, err error) {
	err = db.reader.RunInTx(ctx, db.Snapshot(), func(ctx context.Context, tx bun.Tx) error {
		var statements []string
		made, err := db.HasTable(ctx, tx, "schema_migrations")
		if err == nil && made {
			statements = append(statements, createMigrations, createFloors)
			applied, err = checkApplied(ctx, tx, migrations)
		}
		if err != nil || db.engine.name() != SQLite {
			return err
		}
		for _, m := range migrations[:min(applied, len(migrations))] {
			statements = append(statements, m.sql)
		}
		queue, queueKnown, err := db.queueMigrations(ctx, tx)
		if known = queueKnown && applied <= len(migrations); err != nil || !known {
			return err
		}
		want, err := createdBy(ctx, append(statements, queue...))
		if err != nil {
			return err
		}
		found, err := schemaOf(ctx, tx)
		if err != nil {
			return err
		}
		return compareSchemas(found, want)
	})
	return applied, known, err
}

// queueMigrations returns the migrations of River, whose queue has its tables in the same file, up
// to the version of the file. known is false if that is newer than the program.
func (db *DB) queueMigrations(ctx context.Context, tx bun.Tx) (statements []string, known bool, err error) {
	made, err := db.HasTable(ctx, tx, "river_migration")
	if err != nil || !made {
		return nil, true, err
	}
	var version int
	if err := tx.NewRaw("SELECT coalesce(max(version), 0) FROM river_migration").Scan(ctx, &version); err != nil {
		return nil, false, err
	}
	files := riversqlite.New(nil).GetMigrationFS("main")
	names, err := fs.Glob(files, "migration/main/*.up.sql")
	if err != nil || version > len(names) {
		return nil, false, err
	}
	for _, name := range names[:max(version, 0)] { // in lexical order
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, false, err
		}
		statements = append(statements, string(content))
	}
	return statements, true, nil
}

// createdBy returns the schema that statements create in an empty database.
func createdBy(ctx context.Context, statements []string) ([]schemaObject, error) {
	pool, err := OpenFile(ctx, "schema", url.Values{"mode": {"memory"}})
	if err != nil {
		return nil, err
	}
	db := bun.NewDB(pool, newSQLiteDialect())
	defer db.Close()
	for _, statement := range statements {
		if _, err := pool.ExecContext(ctx, statement); err != nil {
			return nil, err
		}
	}
	return schemaOf(ctx, db)
}

// schemaOf returns the schema of a database, except the tables that SQLite makes for ANALYZE and
// AUTOINCREMENT.
func schemaOf(ctx context.Context, q bun.IDB) (all []schemaObject, err error) {
	err = q.NewRaw(`SELECT type AS kind, name, tbl_name AS owner, coalesce(sql, '') AS sql FROM sqlite_schema
		WHERE coalesce(sql, '') NOT IN ('CREATE TABLE sqlite_sequence(name,seq)',
			'CREATE TABLE sqlite_stat1(tbl,idx,stat)', 'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)')`).Scan(ctx, &all)
	return all, err
}

// kindsOfObjects are in Spanish, with their articles.
var kindsOfObjects = map[string]string{"table": "la tabla", "index": "el índice", "trigger": "el disparador", "view": "la vista"}

func (o schemaObject) String() string {
	return fmt.Sprintf("%s «%.60s»", cmp.Or(kindsOfObjects[o.Kind], "el objeto"), o.Name)
}

// namedDifferences is how many objects a fault names.
const namedDifferences = 3

// compareSchemas returns a fault that names the first differences.
func compareSchemas(found, want []schemaObject) error {
	missing := map[schemaObject]bool{}
	for _, o := range want {
		missing[o] = true
	}
	byName := map[[2]string]bool{}
	var differences []string
	for _, o := range found {
		byName[[2]string{o.Kind, o.Name}] = true
		if missing[o] {
			delete(missing, o)
			continue
		}
		verb := "sobra "
		if slices.ContainsFunc(want, func(w schemaObject) bool { return w.Kind == o.Kind && w.Name == o.Name }) {
			verb = "cambió "
		}
		differences = append(differences, verb+o.String())
	}
	for _, o := range want {
		if missing[o] && !byName[[2]string{o.Kind, o.Name}] {
			differences = append(differences, "falta "+o.String())
		}
	}
	if len(differences) == 0 {
		return nil
	}
	more := ""
	if n := len(differences) - namedDifferences; n > 0 {
		more = fmt.Sprintf(", y %d más", n)
		differences = differences[:namedDifferences]
	}
	return fault.New(fault.Unprocessable, "database_altered", "La estructura de la base de datos no es la que crea Cotejo: "+
		strings.Join(differences, ", ")+more+". Otro programa la cambió: use una copia de seguridad de confianza.")
}

// validValues are the conditions of a valid value, by the type of its column. River writes JSON and
// times as text.
var validValues = map[string]string{
	"TEXT":             "typeof(%[1]s) = 'text'",
	"BLOB":             "typeof(%[1]s) IN ('blob', 'text')",
	"BIGINT":           "typeof(%[1]s) = 'integer'",
	"INTEGER":          "typeof(%[1]s) = 'integer'",
	"BOOLEAN":          "typeof(%[1]s) = 'integer' AND %[1]s IN (0, 1)",
	"DOUBLE PRECISION": "typeof(%[1]s) = 'real' AND abs(%[1]s) < 1e300",
	"TIMESTAMP":        "typeof(%[1]s) = 'text' AND datetime(%[1]s) IS NOT NULL",
	// A Moment between the years 1 and 9999: JSON has no other times.
	"moment": "typeof(%[1]s) = 'integer' AND %[1]s BETWEEN -62135596800000000 AND 253402300799999999",
}

// VerifyFile checks a SQLite file that nobody has open and that may come from anywhere: its schema
// is that of the migrations, and each value is of the type of its column. It changes nothing, and
// reads each row once. It refuses what a newer program made: that cannot be verified here.
func VerifyFile(ctx context.Context, path string, migrations fs.FS) error {
	pool, err := OpenFile(ctx, path, url.Values{"mode": {"ro"}, "immutable": {"1"}})
	if err != nil {
		return ExplainDamage(err)
	}
	reader := bun.NewDB(pool, newSQLiteDialect())
	db := &DB{engine: sqlite{}, path: path, writer: reader, reader: reader}
	all, err := db.knownMigrations(migrations)
	var known bool
	if err == nil {
		_, known, err = db.checkSchema(ctx, all)
	}
	switch {
	case err != nil:
	case !known:
		err = fault.New(fault.Conflict, "database_too_new",
			"La base de datos es de una versión más nueva del programa, y esta no la puede verificar. Restaúrela con esa versión.")
	default:
		err = db.checkRows(ctx)
	}
	return errors.Join(ExplainDamage(err), pool.Close())
}

// checkRows checks the values of all tables, except those that an index of FTS5 keeps itself.
// Whether a value may be null is checked by PRAGMA integrity_check.
func (db *DB) checkRows(ctx context.Context) error {
	var columns []struct {
		Table, Column, Type string
		NoRowID             bool
	}
	err := db.reader.NewRaw(`SELECT t.name AS "table", c.name AS "column", upper(c.type) AS type, t.wr AS no_row_id
		FROM pragma_table_list t, pragma_table_info(t.name) c
		WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY t.name, c.cid`).Scan(ctx, &columns)
	if err != nil {
		return err
	}
	for len(columns) > 0 {
		table, row := columns[0].Table, "rowid"
		if columns[0].NoRowID {
			row = "0"
		}
		var cases strings.Builder
		for len(columns) > 0 && columns[0].Table == table {
			c := columns[0]
			columns = columns[1:]
			if c.Type == "BIGINT" && strings.HasSuffix(c.Column, "_at") {
				c.Type = "moment"
			}
			condition, ok := validValues[c.Type]
			if !ok {
				return fmt.Errorf("the column %s of the table %s has the unknown type %s", c.Column, table, c.Type)
			}
			column := Quote(c.Column)
			fmt.Fprintf(&cases, "WHEN %s IS NOT NULL AND NOT ("+condition+") THEN '%[2]s' ", column, c.Column)
		}
		var bad []struct {
			Row    int64
			Column string
		}
		err := db.reader.NewRaw("SELECT * FROM (SELECT "+row+` AS "row", CASE `+cases.String()+`END AS "column" FROM `+Quote(table)+
			`) WHERE "column" IS NOT NULL LIMIT 1`).Scan(ctx, &bad)
		if err != nil {
			return err
		}
		for _, b := range bad {
			return fault.New(fault.Unprocessable, "database_altered", fmt.Sprintf(
				"La base de datos tiene un valor que no es del tipo de su columna (tabla %s, columna %s, fila %d). Otro programa la cambió: use otra copia de seguridad.",
				table, b.Column, b.Row))
		}
	}
	return nil
}
