package app

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/backupfile"
	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/adapters/sqlstore/notifystore"
	"github.com/cotejo/cotejo/adapters/sqlstore/pgdump"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqlitefile"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/core/fault"
)

// Data are the services whose data a backup holds; nil for one that is left out.
type Data struct {
	Intake *config.Intake
	Notify *config.Notify
}

// databaseKind is what backups know of the database of a service.
type databaseKind struct {
	service     string   // of --service
	what        string   // Spanish, with its article
	prefix      string   // of the settings
	file, dump  string   // its names in a backup
	notRestored []string // tables whose rows are not restored

	verifyFile func(ctx context.Context, path string) error
	examine    func(ctx context.Context, o sqldb.Options) (sqldb.Examination, error)
	prepare    func(ctx context.Context, o sqldb.Options) error // brings it up to date and empties the tables that are not restored
}

var intakeDatabase = databaseKind{service: "intake", what: "los escritos", prefix: "SVC",
	file: backupfile.Database, dump: backupfile.DatabaseDump, notRestored: sqlstore.NotRestored,
	verifyFile: sqlstore.VerifyFile, examine: sqlstore.Examine,
	prepare: func(ctx context.Context, o sqldb.Options) error {
		db, err := sqlstore.Open(ctx, o)
		if err != nil {
			return err
		}
		defer db.Close()
		return db.Forget(ctx)
	}}

var notifyDatabase = databaseKind{service: "notify", what: "el registro de notificaciones", prefix: "NOTIFY",
	file: backupfile.Register, dump: backupfile.RegisterDump, notRestored: notifystore.NotRestored,
	verifyFile: notifystore.VerifyFile, examine: notifystore.Examine,
	prepare: func(ctx context.Context, o sqldb.Options) error {
		db, err := notifystore.Open(ctx, o)
		if err != nil {
			return err
		}
		defer db.Close()
		return db.Forget(ctx)
	}}

// nameFor returns the name that a database has in a backup.
func (k databaseKind) nameFor(o sqldb.Options) string {
	if o.URL != "" {
		return k.dump
	}
	return k.file
}

// casesTable has a row for each case of the register.
const casesTable = "cases"

// copyIntake copies the database of the intake service to the file at to, checks the copy and reports what it holds.
func copyIntake(ctx context.Context, o sqldb.Options, to string) (info sqlitefile.CopyInfo, err error) {
	if o.URL == "" {
		if err := sqlitefile.Copy(ctx, o.Path, to); err != nil {
			return info, err
		}
		return sqlitefile.Inspect(ctx, to)
	}
	err = pgdump.Dump(ctx, o, to, intakeDatabase.notRestored, func(q bun.IDB, has func(string) (bool, error)) error {
		info, err = sqlitefile.Contents(ctx, q, has)
		return err
	})
	if err != nil {
		return info, err
	}
	return info, pgdump.Check(ctx, to)
}

// copyRegister copies the register of notifications to the file at to, checks the copy and counts its cases.
func copyRegister(ctx context.Context, o sqldb.Options, to string) (cases int, err error) {
	if o.URL == "" {
		if err := sqlitefile.Copy(ctx, o.Path, to); err != nil {
			return 0, err
		}
		return sqlitefile.CountRows(ctx, to, casesTable)
	}
	err = pgdump.Dump(ctx, o, to, notifyDatabase.notRestored, func(q bun.IDB, _ func(string) (bool, error)) error {
		return q.QueryRowContext(ctx, "SELECT count(*) FROM "+casesTable).Scan(&cases)
	})
	if err != nil {
		return 0, err
	}
	return cases, pgdump.Check(ctx, to)
}

// contentsOf reads what a database that was restored on a server holds.
func contentsOf(ctx context.Context, o sqldb.Options, read func(q bun.IDB, has func(table string) (bool, error)) error) (err error) {
	db, err := sqldb.Connect(ctx, o)
	if err != nil {
		return err
	}
	defer db.Close()
	return db.View(ctx, func(q bun.IDB) error {
		return read(q, func(table string) (bool, error) { return db.HasTable(ctx, q, table) })
	})
}

// lacking is the fault of a backup without the data of a service.
func (k databaseKind) lacking(m backupfile.Manifest, o sqldb.Options) error {
	other, engine, way := k.dump, "PostgreSQL", "restáurela en una base de datos PostgreSQL vacía ("+k.prefix+"_DATABASE_URL)"
	if o.URL != "" {
		other, engine, way = k.file, "SQLite", "restáurela sin "+k.prefix+"_DATABASE_URL"
	}
	if m.Has(other) {
		return fault.New(fault.Conflict, "backup_engine", fmt.Sprintf(
			"La copia de %s es de una base de datos %s: %s, y pase después los datos con «cotejo %s».", k.what, engine, way, k.migrateCommand()))
	}
	return fault.New(fault.NotFound, "backup_without_service", fmt.Sprintf("La copia no tiene %s; diga con --service qué se restaura de ella.", k.what))
}

func (k databaseKind) migrateCommand() string {
	if k.service == notifyDatabase.service {
		return "notify migrate"
	}
	return "migrate"
}
