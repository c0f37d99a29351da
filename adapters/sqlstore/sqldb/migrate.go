package sqldb

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/core/fault"
)

// migration is one numbered file of SQL statements, "0001_intake.sql".
type migration struct {
	version  int
	name     string
	sql      string
	checksum string
	floor    int // the oldest programs that work with what it makes, by their latest migration; 0: all
}

type appliedMigration struct {
	bun.BaseModel `bun:"table:schema_migrations"`

	Version   int    `bun:"version,pk"`
	Name      string `bun:"name"`
	Checksum  string `bun:"checksum"`
	AppliedAt Moment `bun:"applied_at"`
}

// floorLine is what a migration says that takes something away which older
// programs use: the others serve all of them (docs/adr/0006-rolling-upgrade.md).
var floorLine = regexp.MustCompile(`(?m)^-- Serves programs from (\d{4}) on\.`)

// migrate applies the migrations that the database lacks, each in a
// transaction of its own. It fails before the first when the database knows one
// with another content, has had one applied by a newer program that does not
// serve this one any more, or has another schema than they create.
func (db *DB) migrate(ctx context.Context, migrations fs.FS) error {
	known, err := db.knownMigrations(migrations)
	if err != nil {
		return err
	}
	if len(known) == 0 {
		return fmt.Errorf("no migrations of this service for %s", db.engine.name())
	}
	if _, _, err := db.checkSchema(ctx, known); err != nil {
		return err
	}
	err = db.writer.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		if err := db.engine.lockNamed(ctx, tx, migrating); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, createMigrations)
		if err == nil {
			_, err = tx.ExecContext(ctx, createFloors)
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, m := range known {
		if err := db.apply(ctx, known, m); err != nil {
			return err
		}
	}
	return nil
}

// Floors is the table of the migrations that have a floor.
const Floors = "schema_floors"

// These statements never change, not even their spaces: databases keep their texts, see checkSchema.
const (
	createMigrations = `CREATE TABLE IF NOT EXISTS schema_migrations (
		version BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at BIGINT NOT NULL)`
	createFloors = "CREATE TABLE IF NOT EXISTS " + Floors + " (version BIGINT NOT NULL PRIMARY KEY, floor BIGINT NOT NULL)"
)

// migrating is what programs that start at once do one after the other.
const migrating = "migrate"

// apply applies m unless it was. What was applied is read in the same
// transaction, since two programs may start at once.
func (db *DB) apply(ctx context.Context, known []migration, m migration) error {
	return db.writer.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		if err := db.engine.lockNamed(ctx, tx, migrating); err != nil {
			return err
		}
		done, err := checkApplied(ctx, tx, known)
		if err != nil || done >= m.version {
			return err
		}
		if _, err := tx.Tx.ExecContext(ctx, m.sql); err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
		if m.floor > 0 {
			if _, err := tx.NewRaw("INSERT INTO "+Floors+" (version, floor) VALUES (?, ?)", m.version, m.floor).Exec(ctx); err != nil {
				return err
			}
		}
		_, err = tx.NewInsert().Model(&appliedMigration{
			Version: m.version, Name: m.name, Checksum: m.checksum, AppliedAt: MomentOf(time.Now()),
		}).Exec(ctx)
		return err
	})
}

// checkApplied returns the latest version that the database has.
func checkApplied(ctx context.Context, tx bun.Tx, known []migration) (int, error) {
	var applied []appliedMigration
	if err := tx.NewSelect().Model(&applied).Order("version").Scan(ctx); err != nil {
		return 0, err
	}
	for i, a := range applied[:min(len(applied), len(known))] {
		if a.Version != known[i].version || a.Checksum != known[i].checksum {
			return 0, fault.New(fault.Conflict, "database_differs", fmt.Sprintf(
				"Las tablas de la base de datos son de otra versión del programa, o de otro servicio: su migración %s no es la de este programa (%s), que no las convierte. Empiece con una base de datos vacía, o use el programa que creó esta.",
				a.Name, known[i].name))
		}
	}
	if len(applied) > len(known) {
		var floor int
		if err := tx.NewRaw("SELECT coalesce(max(floor), 0) FROM "+Floors).Scan(ctx, &floor); err != nil {
			return 0, err
		}
		if len(known) < floor {
			return 0, fault.New(fault.Conflict, "database_too_new", fmt.Sprintf(
				"La base de datos fue actualizada por una versión más nueva del programa, que ya no sirve a esta (migración %s). Instale esa versión o restaure una copia anterior.",
				applied[len(applied)-1].Name))
		}
	}
	return len(applied), nil
}

// knownMigrations returns the migrations of the program for the kind of database that db is.
func (db *DB) knownMigrations(migrations fs.FS) ([]migration, error) {
	files, err := fs.Sub(migrations, "migrations/"+db.engine.name())
	if err != nil {
		return nil, err
	}
	return readMigrations(files)
}

func readMigrations(files fs.FS) ([]migration, error) {
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		return nil, err
	}
	all := make([]migration, len(names))
	for i, name := range names { // in lexical order
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		number, _, _ := strings.Cut(name, "_")
		version, err := strconv.Atoi(number)
		if err != nil || version != i+1 {
			return nil, fmt.Errorf("migration %s: want number %04d", name, i+1)
		}
		sum := sha256.Sum256(content)
		all[i] = migration{version, strings.TrimSuffix(name, ".sql"), string(content), hex.EncodeToString(sum[:]), 0}
		if line := floorLine.FindSubmatch(content); line != nil {
			all[i].floor, _ = strconv.Atoi(string(line[1]))
		}
	}
	return all, nil
}
