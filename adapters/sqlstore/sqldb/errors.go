package sqldb

import (
	"context"
	"database/sql"
	"errors"

	"github.com/cotejo/cotejo/core/fault"
)

// MapNoRows returns notFound in place of sql.ErrNoRows.
func MapNoRows(err error, notFound *fault.Error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return notFound
	}
	return err
}

// RequireRow returns notFound when a statement touched no row.
func RequireRow(res sql.Result, err error, notFound *fault.Error) error {
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err == nil && n == 0 {
		return notFound
	}
	return err
}

// trouble is what went wrong, independent of the kind of database.
type trouble int

const (
	unknownTrouble trouble = iota
	uniqueViolated
	diskFull
	readOnly
	unreachable  // busy, damaged medium, closed
	conflicted   // with another transaction; another attempt may succeed
	disconnected // the server or the network has closed a connection; another one may work
)

// Translate turns the errors of the database into faults. It returns faults, and the errors
// of the caller's functions, as they are. Once ctx is done it returns the error of ctx:
// drivers report an interrupted statement in many ways.
func (db *DB) Translate(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if _, ok := fault.As(err); ok {
		return err
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	switch db.classify(err) {
	case uniqueViolated:
		return fault.Wrap(err, fault.Conflict, "already_exists", "Ya existe un registro con ese identificador.")
	case diskFull:
		return fault.DiskFull(err)
	case readOnly:
		return readOnlyFault(err)
	case unreachable, disconnected, conflicted:
		return fault.Wrap(err, fault.Unavailable, "database_unavailable", "La base de datos no responde. Intente de nuevo en unos minutos.")
	}
	return err
}

func readOnlyFault(err error) error {
	return fault.Wrap(err, fault.Unavailable, "database_read_only",
		"No se puede escribir en la base de datos. Avise al administrador, que revise sus permisos y su disco, e intente más tarde.")
}

// ExplainDamage turns the error of a corrupt file into a fault.
func ExplainDamage(err error) error {
	if isDamage(err) {
		return NotDatabase("El archivo", err)
	}
	return err
}

// NotDatabase returns the fault of a file that is corrupt or not a SQLite database.
func NotDatabase(file string, err error) error {
	return fault.Wrap(err, fault.Unavailable, "database_damaged",
		file+" está dañado o no es una base de datos SQLite. Restaure una copia de seguridad o indique otro archivo.")
}

func (db *DB) classify(err error) trouble {
	// database/sql does not export the error of a closed DB.
	if errors.Is(err, sql.ErrConnDone) || errors.Is(err, sql.ErrTxDone) || err.Error() == "sql: database is closed" {
		return unreachable
	}
	return db.engine.classify(err)
}

// UnfinishedMark is the table that marks the target of an unfinished copy. Package transfer
// creates and drops it; Open refuses a database that has it.
const UnfinishedMark = "unfinished_copy"

var errUnfinished = fault.New(fault.Conflict, "database_unfinished",
	"La base de datos es una copia que no se terminó de hacer. Repita la orden «cotejo migrate» con que se empezó, que la vacía y empieza de nuevo, o indique otra base de datos.")

func (db *DB) refuseUnfinished(ctx context.Context) error {
	marked, err := db.HasTable(ctx, db.reader, UnfinishedMark)
	if err == nil && marked {
		err = errUnfinished
	}
	return err
}
