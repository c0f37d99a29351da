package sqlstore

import (
	"context"
	"database/sql"
	"errors"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/fault"
)

var (
	errDocumentNotFound    = fault.New(fault.NotFound, "document_not_found", "No existe un documento con ese identificador. Revise el identificador o búsquelo en la lista.")
	errTaskNotFound        = fault.New(fault.NotFound, "task_not_found", "No existe una tarea con ese identificador, o ya venció. Revise el identificador o consulte la lista de documentos.")
	errSessionNotFound     = fault.New(fault.NotFound, "session_not_found", "La sesión ya no existe. Inicie sesión de nuevo.")
	errTuningNotFound      = fault.New(fault.NotFound, "tuning_not_found", "No existe una configuración de extracción con ese número.")
	errClaimNotFound       = fault.New(fault.NotFound, "claim_not_found", "Esa Idempotency-Key no se ha usado o ya venció.")
	errRefreshesSpent      = fault.New(fault.Unauthenticated, "refresh_limit_reached", "Esta sesión ya no se puede renovar más. Inicie sesión de nuevo.")
	errFingerprintNotFound = fault.Wrap(dedup.ErrNotFound, fault.NotFound, "fingerprint_not_found", "El documento no está en el índice de duplicados. Verifique que exista.")
)

// Missing returns notFound in place of sql.ErrNoRows.
func Missing(err error, notFound *fault.Error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return notFound
	}
	return err
}

// Changed returns notFound when a statement touched no row.
func Changed(res sql.Result, err error, notFound *fault.Error) error {
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err == nil && n == 0 {
		return notFound
	}
	return err
}

// trouble is what a database says went wrong, whichever it is.
type trouble int

const (
	unknownTrouble trouble = iota
	uniqueViolated
	diskFull
	readOnly
	unreachable // busy, damaged medium, closed
	conflicted  // with another transaction; done again it may succeed
)

// translate turns the errors of the database into faults. Faults pass as they
// are, and so does what the caller's functions returned. Once ctx is done its
// error is the answer: an interrupted statement says so in many ways.
func (db *Base) translate(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if _, ok := fault.As(err); ok {
		return err
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if errors.Is(err, dedup.ErrFormat) {
		return fault.Wrap(err, fault.Unavailable, "index_outdated",
			"El índice de duplicados es de otra versión del programa y se está rehaciendo. Intente de nuevo en unos minutos; si sigue así, ejecute «cotejo reindex».")
	}
	switch db.troubleOf(err) {
	case uniqueViolated:
		return fault.Wrap(err, fault.Conflict, "already_exists", "Ya existe un registro con ese identificador.")
	case diskFull:
		return fault.DiskFull(err)
	case readOnly:
		return cannotWrite(err)
	case unreachable, conflicted:
		return fault.Wrap(err, fault.Unavailable, "database_unavailable", "La base de datos no responde. Intente de nuevo en unos minutos.")
	}
	return err
}

func cannotWrite(err error) error {
	return fault.Wrap(err, fault.Unavailable, "database_read_only",
		"No se puede escribir en la base de datos. Avise al administrador, que revise sus permisos y su disco, e intente más tarde.")
}

// unusable says what is wrong with a file that is no sound database.
func unusable(err error) error {
	if damaged(err) {
		return notDatabase("El archivo", err)
	}
	return err
}

func notDatabase(file string, err error) error {
	return fault.Wrap(err, fault.Unavailable, "database_damaged",
		file+" está dañado o no es una base de datos SQLite. Restaure una copia de seguridad o indique otro archivo.")
}

func (db *Base) troubleOf(err error) trouble {
	// database/sql does not export the error of a closed DB.
	if errors.Is(err, sql.ErrConnDone) || errors.Is(err, sql.ErrTxDone) || err.Error() == "sql: database is closed" {
		return unreachable
	}
	return db.engine.trouble(err)
}
