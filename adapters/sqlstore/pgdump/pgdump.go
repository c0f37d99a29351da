// Package pgdump copies a PostgreSQL database into a file and restores it, for backups, with the programs pg_dump and
// pg_restore of PostgreSQL. It changes no table of the database that it copies, so a newer program may copy the data of an
// older one.
package pgdump

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/fault"
)

// Code is the code of the fault of a program that is missing or failed.
const Code = "pg_dump"

// Dump copies the database into the file at to, which others cannot read. read sees the database as the copy has it. The
// rows of the tables in without stay out of the copy.
func Dump(ctx context.Context, o sqldb.Options, to string, without []string, read func(q bun.IDB, has func(table string) (bool, error)) error) (err error) {
	if _, err := find("pg_dump"); err != nil {
		return err
	}
	db, err := sqldb.Connect(ctx, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := os.WriteFile(to, nil, 0o600); err != nil { // pg_dump keeps the mode
		return err
	}
	var failed error // of what is not the connection of the snapshot
	err = db.BunReader().RunInTx(ctx, db.Snapshot(), func(ctx context.Context, tx bun.Tx) error {
		var snapshot string
		// The transaction is idle while pg_dump works.
		_, err := tx.ExecContext(ctx, "SET LOCAL idle_in_transaction_session_timeout = 0")
		if err == nil {
			err = tx.NewRaw("SELECT pg_export_snapshot()").Scan(ctx, &snapshot)
		}
		if err != nil {
			return err
		}
		if failed = dump(ctx, o, to, snapshot, without); failed != nil {
			return nil
		}
		return read(tx, func(table string) (bool, error) { return db.HasTable(ctx, tx, table) })
	})
	return errors.Join(failed, db.Translate(ctx, err))
}

func dump(ctx context.Context, o sqldb.Options, to, snapshot string, without []string) error {
	args := []string{"--format=custom", "--no-owner", "--no-privileges", "--no-comments", "--no-password", "--lock-wait-timeout=60000",
		"--snapshot=" + snapshot, "--file=" + to}
	for _, table := range without {
		args = append(args, "--exclude-table-data="+table)
	}
	return run(ctx, o, "pg_dump", args)
}

// Check reads the whole copy at path. Fault: Unprocessable if it is damaged.
func Check(ctx context.Context, path string) error {
	err := run(ctx, sqldb.Options{}, "pg_restore", []string{"--file=" + os.DevNull, path})
	if err == nil || ctx.Err() != nil || isMissing(err) {
		return err
	}
	return fault.Wrap(err, fault.Unprocessable, "database_damaged", "No se puede leer la copia de la base de datos: "+err.Error())
}

// Restore fills an empty database with the copy at path, in one transaction. Fault: Conflict if the database has tables.
func Restore(ctx context.Context, o sqldb.Options, path string) error {
	if err := CheckEmpty(ctx, o); err != nil {
		return err
	}
	address, _, err := connection(o.URL)
	if err != nil {
		return err
	}
	return run(ctx, o, "pg_restore", []string{"--no-owner", "--no-privileges", "--no-comments", "--no-password", "--single-transaction", "--exit-on-error",
		"--dbname=" + address, path})
}

// CheckEmpty returns a fault of kind Conflict if the database has tables.
func CheckEmpty(ctx context.Context, o sqldb.Options) error {
	db, err := sqldb.Connect(ctx, o)
	if err != nil {
		return err
	}
	var tables int
	err = db.View(ctx, func(q bun.IDB) error {
		return q.NewRaw(`SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
			WHERE c.relkind IN ('r', 'p') AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\_%'`).Scan(ctx, &tables)
	})
	if err == nil && tables > 0 {
		err = fault.New(fault.Conflict, "database_exists", fmt.Sprintf(
			"La base de datos %s ya tiene tablas. Cree otra, vacía (createdb), indíquela en los ajustes y repita la orden: la que hay queda como está.", o.Place()))
	}
	return errors.Join(err, db.Close())
}

// find returns the path of a program of PostgreSQL.
func find(program string) (string, error) {
	path, err := exec.LookPath(program)
	if err != nil {
		return "", fault.Wrap(err, fault.Unavailable, Code, "Falta el programa "+program+
			", con el que se copian las bases de datos PostgreSQL. Instale su paquete y repita la orden: sudo apt-get install postgresql-client")
	}
	return path, nil
}

func isMissing(err error) bool { return errors.Is(err, exec.ErrNotFound) }

// run runs a program of PostgreSQL, which gets the address of the database as its last argument if it has none of its own.
func run(ctx context.Context, o sqldb.Options, program string, args []string) error {
	path, err := find(program)
	if err != nil {
		return err
	}
	c := exec.CommandContext(ctx, path, args...)
	c.Env = append(os.Environ(), "LC_ALL=C.UTF-8") // its messages are looked at
	if o.URL != "" {
		address, env, err := connection(o.URL)
		if err != nil {
			return err
		}
		c.Env = append(c.Env, env...)
		if program == "pg_dump" {
			c.Args = append(c.Args, "--dbname="+address)
		}
	}
	var said bytes.Buffer
	c.Stderr = &said
	if err := c.Run(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return failed(program, err, said.String())
	}
	return nil
}

// failed makes the fault of a program that wrote messages and ended with err.
func failed(program string, err error, messages string) error {
	lines := strings.Split(strings.TrimSpace(messages), "\n")
	text := program + " no pudo: " + strings.TrimSpace(lines[0])
	if lines[0] == "" {
		text = program + " no pudo: " + err.Error()
	}
	if strings.Contains(messages, "server version mismatch") || strings.Contains(messages, "unsupported version") {
		text = "El programa " + program + " de esta máquina es más viejo que el servidor PostgreSQL o que la copia. " +
			"Instale el paquete postgresql-client de la versión del servidor y repita la orden (" + strings.TrimSpace(lines[len(lines)-1]) + ")."
	}
	return fault.Wrap(err, fault.Unavailable, Code, text)
}
