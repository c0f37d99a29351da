package app

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/cotejo/cotejo/adapters/backupfile"
	"github.com/cotejo/cotejo/adapters/blobstore"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqlitefile"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/core/fault"
)

// BackupOptions say how a backup is made.
type BackupOptions struct {
	Replace      bool                  // a file of that name
	AllowMissing bool                  // make it even though originals are lost, and list them in it
	Progress     func(done, total int) // originals; may be nil
}

// BackupReport says what a backup holds.
type BackupReport struct {
	Size      int64    `json:"bytes"`
	Documents int      `json:"documents"`
	Originals int      `json:"originals"`
	Cases     int      `json:"cases"`
	Missing   []string `json:"missing"` // keys, when AllowMissing
}

// copies bounds how often the database is copied again because originals that
// the last copy names were deleted in the meantime.
const copies = 5

// BackUp writes the databases of services, and every original that they name, to one file, while servers work. It changes
// nothing in a database, not even its version, so that it may be done before an update. Each copy is checked.
//
// The database of the intake service is copied before the originals, so that none of these is
// newer than the copy. Originals that are deleted between the two are named
// by no database any more: then the database is copied again. What is missing
// still is lost, and a fault.
func BackUp(ctx context.Context, data Data, to string, o BackupOptions) (report BackupReport, err error) {
	unlock, err := data.share(ctx)
	if err != nil {
		return report, err
	}
	defer unlock()
	w, err := backupfile.Create(to, o.Replace)
	if err != nil {
		return report, err
	}
	defer w.Discard()
	b := backup{BackupOptions: o, writer: w, draft: to + ".unfinished-db", sound: map[string]bool{}}
	defer os.Remove(b.draft)
	if data.Intake != nil {
		if err := b.addIntake(ctx, *data.Intake); err != nil {
			return report, err
		}
	}
	if data.Notify != nil {
		database := databaseOf(data.Notify.Server)
		info, err := notifyDatabase.copyTo(ctx, database, b.draft)
		if err == nil {
			err = b.addDatabase(ctx, notifyDatabase.nameFor(database))
		}
		if err != nil {
			return report, err
		}
		b.report.Cases = info.Cases
	}
	report = b.report
	report.Size, err = w.Finish(backupfile.Manifest{CreatedAt: time.Now().UTC(), Program: Version,
		Documents: report.Documents, Cases: report.Cases, Missing: report.Missing})
	return report, err
}

// share keeps restores away from the databases that are files.
func (d Data) share(ctx context.Context) (unlock func(), err error) {
	var databases []sqldb.Options
	if d.Intake != nil {
		databases = append(databases, databaseOf(d.Intake.Server))
	}
	if d.Notify != nil {
		databases = append(databases, databaseOf(d.Notify.Server))
	}
	var locks []func()
	unlock = func() {
		for _, release := range locks {
			release()
		}
	}
	for _, database := range databases {
		if database.URL == "" {
			err = refuseMoved(database.Path)
		}
		var release func()
		if err == nil {
			release, err = useOf(ctx, database)
		}
		if err != nil {
			unlock()
			return nil, err
		}
		locks = append(locks, release)
	}
	return unlock, nil
}

// backup is one that is being made.
type backup struct {
	BackupOptions
	writer *backupfile.Writer
	blobs  blobstore.Store
	draft  string          // the copy of a database
	sound  map[string]bool // originals that were added, by key; false for damaged ones
	report BackupReport
}

func (b *backup) addIntake(ctx context.Context, c config.Intake) (err error) {
	if b.blobs, err = openBlobs(ctx, c); err != nil {
		return err
	}
	defer b.blobs.Close()
	database := databaseOf(c.Server)
	info, missing, err := b.collect(ctx, database)
	if err != nil {
		return err
	}
	b.report.Documents, b.report.Originals, b.report.Missing = info.Documents, len(info.Originals)-len(missing), missing
	return b.addDatabase(ctx, intakeDatabase.nameFor(database))
}

// collect copies the database and adds the originals that the copy names.
func (b *backup) collect(ctx context.Context, database sqldb.Options) (info sqlitefile.CopyInfo, missing []string, err error) {
	for range copies {
		if info, err = intakeDatabase.copyTo(ctx, database, b.draft); err != nil {
			return info, nil, err
		}
		before := missing
		if missing, err = b.addOriginals(ctx, info.Originals); err != nil || len(missing) == 0 {
			return info, nil, err
		}
		switch {
		case !slices.Equal(missing, before): // unless two copies name them, they may have been deleted
		case b.AllowMissing:
			return info, missing, nil
		default:
			return info, nil, fault.New(fault.NotFound, "originals_missing", fmt.Sprintf(
				"Faltan o están dañados %d originales que la base de datos nombra (%s); la copia no se hizo. Con --allow-missing se hace sin ellos.",
				len(missing), shortList(missing)))
		}
	}
	return info, nil, fault.New(fault.Unavailable, "too_many_deletions",
		"Se borran documentos más rápido de lo que se copian; repita la copia en otro momento.")
}

// addOriginals adds those that are not in the backup yet, and returns the
// sorted keys of those that are not there or not as they were.
func (b *backup) addOriginals(ctx context.Context, named map[string]string) (missing []string, err error) {
	for done, key := range slices.Sorted(maps.Keys(named)) {
		if b.Progress != nil {
			b.Progress(done, len(named))
		}
		if _, ok := b.sound[key]; !ok {
			err := b.addOriginal(ctx, key, named[key])
			if err != nil && fault.KindOf(err) != fault.NotFound {
				return nil, fmt.Errorf("copiando el original %s: %w", key, err)
			}
		}
		if !b.sound[key] {
			missing = append(missing, key)
		}
	}
	return missing, nil
}

func (b *backup) addOriginal(ctx context.Context, key, sum string) error {
	content, size, err := b.blobs.Open(ctx, key)
	if err != nil {
		return err
	}
	defer content.Close()
	is, err := b.writer.Add(ctx, backupfile.Originals+key, size, time.Now(), content)
	if err != nil {
		return err
	}
	b.sound[key] = sum == "" || is == sum // a damaged one is better than none, but not as it came
	return nil
}

// addDatabase adds the copy of a database under its name.
func (b *backup) addDatabase(ctx context.Context, name string) error {
	f, err := os.Open(b.draft)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	_, err = b.writer.Add(ctx, name, info.Size(), info.ModTime(), f)
	return err
}

// shortList names the first few of many.
func shortList(names []string) string {
	const few = 3
	if len(names) > few {
		return strings.Join(names[:few], ", ") + "…"
	}
	return strings.Join(names, ", ")
}
