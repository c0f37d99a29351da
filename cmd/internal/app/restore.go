package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/cotejo/cotejo/adapters/backupfile"
	"github.com/cotejo/cotejo/adapters/blobstore"
	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqlitefile"
	"github.com/cotejo/cotejo/cmd/internal/config"
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
	CreatedAt time.Time // of the backup
	Documents int
	Originals int
	Missing   []string // originals that the backup has not, as it says itself
	Aside     []string // where the former database and originals are
}

// Restore puts a backup in place of the database that c names. It needs the
// database for itself. All of the backup is verified before anything is
// changed. The former database and its originals stay aside: two folders that
// a service could be started on.
//
// It may be killed at any point. Originals are only ever added, and the former
// ones have a second name by then; the database is replaced by one rename at
// the end. Before it the former database is whole, behind it the new one.
// Sessions are not restored: people log in again.
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
	defer os.RemoveAll(r.staging)
	if err := r.verify(ctx); err != nil {
		return report, err
	}
	r.report.CreatedAt, r.report.Documents, r.report.Missing = r.manifest.CreatedAt, r.info.Documents, r.manifest.Missing
	r.report.Originals = len(r.info.Originals) - len(r.manifest.Missing)
	if o.DryRun {
		return r.report, nil
	}
	return r.report, r.replace(ctx)
}

// restore is one that is under way.
type restore struct {
	RestoreOptions
	config  config.Intake
	from    string
	staging string // folder for the new database
	staged  string // the new database in it

	manifest backupfile.Manifest
	sums     map[string]string   // of the files in the backup, by name
	info     sqlitefile.CopyInfo // of the new database
	report   RestoreReport
}

// lock makes sure that nobody else has the database open, and that one which
// is there may be replaced.
func (r *restore) lock(ctx context.Context) (unlock func(), err error) {
	release, err := lockQueue(ctx, r.config.DatabasePath, 0)
	var inUse *inUseError
	if errors.As(err, &inUse) {
		return nil, fault.Wrap(err, fault.Locked, "database_in_use", err.Error())
	}
	if err != nil {
		return nil, err
	}
	use, err := lock(ctx, r.config.DatabasePath, useLock, unix.LOCK_EX, 0)
	if err != nil {
		release()
		if errors.As(err, &inUse) {
			return nil, fault.Wrap(err, fault.Locked, "database_in_use", "Otra orden de cotejo usa la base de datos; espere a que termine.")
		}
		return nil, err
	}
	unlock = func() { use.Close(); release() }
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
func (r *restore) stage(folder string) (err error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return cannot(unwritable, err)
	}
	if !r.DryRun {
		left, _ := filepath.Glob(filepath.Join(folder, stagingPattern))
		for _, path := range left {
			if err := os.RemoveAll(path); err != nil {
				return err
			}
		}
	}
	if r.staging, err = os.MkdirTemp(folder, stagingPattern); err != nil {
		return cannot(unwritable, err)
	}
	r.staged = filepath.Join(r.staging, "cotejo.db")
	return nil
}

// verify reads all of the backup, stages its database and holds the two
// against each other.
func (r *restore) verify(ctx context.Context) (err error) {
	r.manifest, err = backupfile.Read(ctx, r.from, func(name string, _ int64, content io.Reader) error {
		if name != backupfile.Database {
			return nil
		}
		return r.write(content)
	})
	if err != nil {
		return err
	}
	r.sums = map[string]string{}
	for _, f := range r.manifest.Files {
		r.sums[f.Name] = f.SHA256
	}
	if r.info, err = sqlitefile.Inspect(ctx, r.staged); err != nil {
		return err
	}
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
	return r.prepare(ctx)
}

func (r *restore) write(content io.Reader) error {
	f, err := os.OpenFile(r.staged, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, content)
	return errors.Join(err, f.Sync(), f.Close())
}

// prepare brings the staged database up to date and ends its sessions: those
// that ended since the backup was made must not come back to life.
func (r *restore) prepare(ctx context.Context) error {
	db, err := sqlstore.Open(ctx, sqldb.Options{Path: r.staged})
	if err != nil {
		return err
	}
	_, err = db.Sessions().DeleteExpired(ctx, time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC))
	if err := errors.Join(err, db.Close()); err != nil {
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
	if err := r.moveAside(ctx, blobs); err != nil {
		return fmt.Errorf("guardando lo que había: %w", err)
	}
	if err := r.addOriginals(ctx, blobs); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	// What a damaged database could not take in of its log is aside, and would
	// be taken for the log of the new one.
	for _, companion := range companions {
		if err := os.Remove(r.config.DatabasePath + companion); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := os.Rename(r.staged, r.config.DatabasePath); err != nil {
		return err
	}
	if err := unmarkMoved(r.config.DatabasePath); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(r.config.DatabasePath))
}

// companions are the files that SQLite keeps beside a database.
var companions = []string{"-wal", "-shm"}

// addOriginals puts the originals of the new database where they belong. Those
// that are there already, the same byte for byte, are left alone.
func (r *restore) addOriginals(ctx context.Context, blobs blobstore.Store) error {
	done := 0
	_, err := backupfile.Read(ctx, r.from, func(name string, _ int64, content io.Reader) error {
		key, isOriginal := strings.CutPrefix(name, backupfile.Originals)
		if _, named := r.info.Originals[key]; !isOriginal || !named {
			return nil
		}
		if r.Progress != nil {
			r.Progress(done, r.report.Originals)
		}
		done++
		want := r.sums[name]
		if is, err := sumOf(ctx, blobs, key); err == nil && is == want {
			return nil
		}
		return blobs.Put(ctx, key, &summed{content, sha256.New(), want})
	})
	return err
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

// summed is a reader that fails at its end when what passed is not what was
// verified before: the backup may have changed since.
type summed struct {
	r    io.Reader
	hash hash.Hash
	want string
}

func (s *summed) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	s.hash.Write(p[:n])
	if errors.Is(err, io.EOF) && hex.EncodeToString(s.hash.Sum(nil)) != s.want {
		return n, fault.New(fault.Stale, "backup_changed", "La copia cambió mientras se restauraba; repita la orden.")
	}
	return n, err
}
