package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/cotejo/cotejo/adapters/backupfile"
	"github.com/cotejo/cotejo/adapters/blobstore"
	"github.com/cotejo/cotejo/adapters/durable"
	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqlitefile"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// RestoreOptions say how a backup is restored.
type RestoreOptions struct {
	DryRun   bool                  // verify the backup and change nothing
	Force    bool                  // replace a database that is there
	Progress func(done, total int) // originals; may be nil
}

// RestoreReport says what was restored.
type RestoreReport struct {
	CreatedAt time.Time `json:"created_at"` // of the backup
	Documents int       `json:"documents"`
	Originals int       `json:"originals"`
	Missing   []string  `json:"missing"`    // originals that the backup has not, as it says itself
	Aside     []string  `json:"kept_aside"` // where the former database and originals are
}

// Restore puts a backup in place of the database that c names. It needs the
// database for itself. All of the backup is verified before anything is
// changed. The former database and its originals stay aside: two folders that
// a service could be started on.
//
// It may be killed at any point. Originals are only ever added, and the former
// ones have a second name by then; the database is replaced by one rename at
// the end. Before it the former database is whole, behind it the new one.
// A database whose schema or values are not those of the program is refused. Sessions, login
// attempts and passwords of files are not restored: people log in again.
func Restore(ctx context.Context, c config.Intake, from string, o RestoreOptions) (report RestoreReport, err error) {
	if onServer(c) && !o.DryRun {
		return report, errNoFile
	}
	if err := backupfile.Check(from); err != nil {
		return report, err
	}
	r := restore{RestoreOptions: o, config: c, from: from}
	folder := c.TempDir
	if !o.DryRun {
		unlock, err := r.lock(ctx)
		if err != nil {
			return report, err
		}
		defer unlock()
		folder = filepath.Dir(c.DatabasePath)
	}
	if err := r.stage(folder); err != nil {
		return report, err
	}
	defer os.RemoveAll(filepath.Dir(r.staged))
	if err := r.verify(ctx); err != nil || o.DryRun {
		return r.report, err
	}
	return r.report, r.replace(ctx)
}

// restore is one that is under way.
type restore struct {
	RestoreOptions
	config config.Intake
	from   string
	staged string // the new database, in a folder of its own

	manifest backupfile.Manifest
	sums     map[string]string   // of the files in the backup, by name
	info     sqlitefile.CopyInfo // of the new database
	report   RestoreReport
}

// lock makes sure that nobody else has the database open, and that one which
// is there may be replaced.
func (r *restore) lock(ctx context.Context) (unlock func(), err error) {
	unlock, err = holdFile(ctx, sqldb.Options{Path: r.config.DatabasePath})
	if err != nil {
		return nil, err
	}
	exists, err := HasDatabase(r.config.DatabasePath)
	if err == nil && exists && !r.Force {
		err = fault.New(fault.Conflict, "database_exists", fmt.Sprintf(
			"Ya hay una base de datos en %s; con --force se reemplaza, y la actual queda guardada al lado.", r.config.DatabasePath))
	}
	if err != nil {
		unlock()
		return nil, err
	}
	return unlock, nil
}

const stagingPattern = ".cotejo-restore-*"

// stage makes the folder of the new database, on the disk that it will stay
// on, and removes those that killed restores left.
func (r *restore) stage(folder string) error {
	err := os.MkdirAll(folder, 0o700)
	if left, _ := filepath.Glob(filepath.Join(folder, stagingPattern)); !r.DryRun {
		for _, path := range left {
			err = errors.Join(err, os.RemoveAll(path))
		}
	}
	if err == nil {
		folder, err = os.MkdirTemp(folder, stagingPattern)
	}
	if err != nil {
		return cannot(unwritable, err)
	}
	r.staged = filepath.Join(folder, "cotejo.db")
	return nil
}

// verify reads all of the backup, stages its database and holds the two
// against each other.
func (r *restore) verify(ctx context.Context) (err error) {
	r.manifest, err = backupfile.Read(ctx, r.from, func(name string, _ int64, content io.Reader) error {
		if name != backupfile.Database {
			return nil
		}
		_, err := durable.Write(r.staged, durable.Place, func(f *os.File) error {
			_, err := io.Copy(f, content)
			return err
		})
		return err
	})
	if err != nil {
		return err
	}
	if err := sqlstore.VerifyFile(ctx, r.staged); err != nil {
		return err
	}
	if r.info, err = sqlitefile.Inspect(ctx, r.staged); err != nil {
		return err
	}
	r.sums = r.manifest.Sums()
	lost := map[string]bool{}
	for _, key := range r.manifest.Missing {
		lost[key] = true
	}
	for key, sum := range r.info.Originals {
		is, ok := r.sums[backupfile.Originals+key]
		if lost[key] || ok && (sum == "" || sum == is) {
			continue
		}
		return fault.New(fault.Unprocessable, "backup_incomplete", "La copia no tiene el original "+key+", que su base de datos nombra. Use otra copia.")
	}
	r.report = RestoreReport{CreatedAt: r.manifest.CreatedAt, Documents: r.info.Documents,
		Originals: len(r.info.Originals) - len(r.manifest.Missing), Missing: r.manifest.Missing}
	return r.prepare(ctx)
}

// prepare brings the staged database up to date and deletes its sessions and secrets: those
// that ended since the backup was made must not come back to life.
func (r *restore) prepare(ctx context.Context) error {
	db, err := sqlstore.Open(ctx, sqldb.Options{Path: r.staged})
	if err != nil {
		return err
	}
	if err := errors.Join(db.Forget(ctx), db.Close()); err != nil {
		return err
	}
	return sqlitefile.Settle(ctx, r.staged)
}

// replace is the part that changes things.
func (r *restore) replace(ctx context.Context) error {
	blobs, err := openBlobs(ctx, r.config)
	if err != nil {
		return err
	}
	defer blobs.Close()
	database, ending := r.config.DatabasePath, time.Now().In(document.Colombia()).Format(asideFormat)
	exists, err := HasDatabase(database)
	if err == nil && exists {
		err = r.keepOriginals(ctx, blobs, ending)
	}
	if err != nil {
		return fmt.Errorf("guardando lo que había: %w", err)
	}
	if err := r.addOriginals(ctx, blobs); err != nil {
		return err
	}
	if exists {
		if err := r.keepDatabase(ctx, database, database+ending); err != nil {
			return fmt.Errorf("guardando lo que había: %w", err)
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	// What a damaged database could not take in of its log is aside, and would
	// be taken for the log of the new one.
	for _, companion := range []string{"-wal", "-shm"} {
		if err := os.Remove(database + companion); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := os.Rename(r.staged, database); err != nil {
		return err
	}
	return errors.Join(unmarkMoved(database), durable.SyncFolder(filepath.Dir(database)))
}

// asideFormat ends the names of what a restore keeps aside. It is kept by a second name, or a copy
// where the file system has no links; later changes under the first name do not affect it.
const asideFormat = ".antes-20060102-150405.000"

// keepDatabase keeps the database that is about to be replaced. Until it is, it cannot be opened:
// the program refuses a database with two names.
func (r *restore) keepDatabase(ctx context.Context, database, aside string) error {
	// A database too damaged for its log to be written into it keeps the log.
	damaged := sqlitefile.Settle(ctx, database) != nil
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if damaged {
		if err := durable.Duplicate(database+"-wal", aside+"-wal"); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := durable.Duplicate(database, aside); err != nil {
		return err
	}
	r.report.Aside = append([]string{aside}, r.report.Aside...)
	return durable.SyncFolder(filepath.Dir(aside))
}

// keepOriginals keeps all originals, where they are in a folder.
func (r *restore) keepOriginals(ctx context.Context, blobs blobstore.Store, ending string) error {
	files, ok := blobs.(*blobstore.Files)
	if !ok {
		return nil
	}
	folder := files.Folder() + ending
	err := files.Each(ctx, func(key string, _ time.Time) error {
		path, ok := files.Path(key)
		if !ok {
			return nil
		}
		to := filepath.Join(folder, filepath.FromSlash(key))
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			return err
		}
		r.report.Aside = []string{folder}
		return durable.Duplicate(path, to)
	})
	return errors.Join(err, durable.SyncDisk(filepath.Dir(folder)))
}

// addOriginals puts the originals of the new database where they belong. Those
// that are there already, the same byte for byte, are left alone.
func (r *restore) addOriginals(ctx context.Context, blobs blobstore.Store) error {
	done := 0
	return r.manifest.ReadAgain(ctx, r.from, func(name string, _ int64, content io.Reader) error {
		key, isOriginal := strings.CutPrefix(name, backupfile.Originals)
		if _, named := r.info.Originals[key]; !isOriginal || !named {
			return nil
		}
		if r.Progress != nil {
			r.Progress(done, r.report.Originals)
		}
		done++
		if is, err := sumOf(ctx, blobs, key); err == nil && is == r.sums[name] {
			return nil
		}
		return blobs.Put(ctx, key, content)
	})
}

// sumOf returns the SHA-256 of a blob in lower-case hex.
func sumOf(ctx context.Context, blobs blobstore.Store, key string) (string, error) {
	content, _, err := blobs.Open(ctx, key)
	if err != nil {
		return "", err
	}
	defer content.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, content); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
