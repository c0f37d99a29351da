package app

import (
	"context"
	"errors"
	"fmt"
	"strings"

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

	contents   sqlitefile.Reader
	promised   func(m backupfile.Manifest) sqlitefile.CopyInfo // what a backup says that its database holds
	verifyFile func(ctx context.Context, path string) error
	examine    func(ctx context.Context, o sqldb.Options) (sqldb.Examination, error)
	prepare    func(ctx context.Context, o sqldb.Options) error // brings it up to date and empties the tables that are not restored
}

var intakeDatabase = databaseKind{service: "intake", what: "los escritos", prefix: "SVC",
	file: backupfile.Database, dump: backupfile.DatabaseDump, notRestored: sqlstore.NotRestored,
	contents: sqlitefile.Intake, promised: promisedDocuments,
	verifyFile: sqlstore.VerifyFile, examine: sqlstore.Examine,
	prepare: forgetting(func(ctx context.Context, o sqldb.Options) (*sqlstore.DB, error) { return sqlstore.Open(ctx, o) })}

var notifyDatabase = databaseKind{service: "notify", what: "el registro de notificaciones", prefix: "NOTIFY",
	file: backupfile.Register, dump: backupfile.RegisterDump, notRestored: notifystore.NotRestored,
	contents: sqlitefile.Register, promised: func(m backupfile.Manifest) sqlitefile.CopyInfo { return sqlitefile.CopyInfo{Cases: m.Cases} },
	verifyFile: notifystore.VerifyFile, examine: notifystore.Examine, prepare: forgetting(notifystore.Open)}

// promisedDocuments are the documents and originals that a backup has, by its manifest.
func promisedDocuments(m backupfile.Manifest) sqlitefile.CopyInfo {
	info := sqlitefile.CopyInfo{Documents: m.Documents, Originals: map[string]string{}}
	for name, sum := range m.Sums() {
		if key, isOriginal := strings.CutPrefix(name, backupfile.Originals); isOriginal {
			info.Originals[key] = sum
		}
	}
	for _, key := range m.Missing {
		info.Originals[key] = ""
	}
	return info
}

// forgetting prepares a database that open opens: opening it brings it up to date.
func forgetting[D interface {
	Forget(ctx context.Context) error
	Close() error
}](open func(ctx context.Context, o sqldb.Options) (D, error)) func(ctx context.Context, o sqldb.Options) error {
	return func(ctx context.Context, o sqldb.Options) error {
		db, err := open(ctx, o)
		if err != nil {
			return err
		}
		return errors.Join(db.Forget(ctx), db.Close())
	}
}

// nameFor returns the name that a database has in a backup.
func (k databaseKind) nameFor(o sqldb.Options) string {
	if o.URL != "" {
		return k.dump
	}
	return k.file
}

// copyTo copies a database to the file at to, checks the copy and reports what it holds.
func (k databaseKind) copyTo(ctx context.Context, o sqldb.Options, to string) (info sqlitefile.CopyInfo, err error) {
	if o.URL == "" {
		if err := sqlitefile.Copy(ctx, o.Path, to); err != nil {
			return info, err
		}
		return sqlitefile.Inspect(ctx, to, k.contents)
	}
	err = pgdump.Dump(ctx, o, to, k.notRestored, func(q bun.IDB, has func(string) (bool, error)) error {
		info, err = k.contents(ctx, q, has)
		return err
	})
	if err != nil {
		return info, err
	}
	return info, pgdump.Check(ctx, to)
}

// restoredContents reads what a database that was restored on a server holds.
func (k databaseKind) restoredContents(ctx context.Context, o sqldb.Options) (info sqlitefile.CopyInfo, err error) {
	db, err := sqldb.Connect(ctx, o)
	if err != nil {
		return info, err
	}
	defer db.Close()
	err = db.View(ctx, func(q bun.IDB) error {
		info, err = k.contents(ctx, q, func(table string) (bool, error) { return db.HasTable(ctx, q, table) })
		return err
	})
	return info, err
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
