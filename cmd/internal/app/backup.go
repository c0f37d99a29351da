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
	Missing   []string `json:"missing"` // keys, when AllowMissing
}

// copies bounds how often the database is copied again because originals that
// the last copy names were deleted in the meantime.
const copies = 5

// errNoFile refuses what is done with the file of a database.
var errNoFile = fault.New(fault.Unprocessable, "database_on_server",
	"La base de datos está en un servidor PostgreSQL (SVC_DATABASE_URL): guárdela y restáurela con pg_dump y pg_restore, y después copie la carpeta de los originales.")

// BackUp writes the database and every original that it names to one file,
// while a server works. It changes nothing in the database, not even its
// version, so that it may be done before an update.
//
// The database is copied first and the originals after it, so that none is
// newer than the copy. Originals that are deleted between the two are named
// by no database any more: then the database is copied again. What is missing
// still is lost, and a fault.
func BackUp(ctx context.Context, c config.Intake, to string, o BackupOptions) (report BackupReport, err error) {
	if onServer(c) {
		return report, errNoFile
	}
	if err := refuseMoved(c.DatabasePath); err != nil {
		return report, err
	}
	unlock, err := shareDatabase(ctx, c.DatabasePath)
	if err != nil {
		return report, err
	}
	defer unlock()
	blobs, err := openBlobs(ctx, c)
	if err != nil {
		return report, err
	}
	defer blobs.Close()
	w, err := backupfile.Create(to, o.Replace)
	if err != nil {
		return report, err
	}
	defer w.Discard()
	b := backup{BackupOptions: o, writer: w, blobs: blobs, database: c.DatabasePath, draft: to + ".unfinished-db", sound: map[string]bool{}}
	defer os.Remove(b.draft)
	info, missing, err := b.collect(ctx)
	if err != nil {
		return report, err
	}
	if err := b.addDatabase(ctx); err != nil {
		return report, err
	}
	report = BackupReport{Documents: info.Documents, Originals: len(info.Originals) - len(missing), Missing: missing}
	report.Size, err = w.Finish(backupfile.Manifest{CreatedAt: time.Now().UTC(), Program: Version, Documents: info.Documents, Missing: missing})
	return report, err
}

// backup is one that is being made.
type backup struct {
	BackupOptions
	writer   *backupfile.Writer
	blobs    blobstore.Store
	database string
	draft    string          // the copy of the database
	sound    map[string]bool // originals that were added, by key; false for damaged ones
}

// collect copies the database and adds the originals that the copy names.
func (b *backup) collect(ctx context.Context) (info sqlitefile.CopyInfo, missing []string, err error) {
	for range copies {
		if err := sqlitefile.Copy(ctx, b.database, b.draft); err != nil {
			return info, nil, err
		}
		if info, err = sqlitefile.Inspect(ctx, b.draft); err != nil {
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

func (b *backup) addDatabase(ctx context.Context) error {
	f, err := os.Open(b.draft)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	_, err = b.writer.Add(ctx, backupfile.Database, info.Size(), info.ModTime(), f)
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
