package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/cotejo/cotejo/adapters/backupfile"
	"github.com/cotejo/cotejo/adapters/blobstore"
	"github.com/cotejo/cotejo/adapters/durable"
	"github.com/cotejo/cotejo/adapters/sqlstore/pgdump"
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
	Cases     int       `json:"cases"`
	Missing   []string  `json:"missing"`    // originals that the backup has not, as it says itself
	Aside     []string  `json:"kept_aside"` // where the former databases and originals are
}

// Restore puts the databases of services from a backup in place of those that data names. It needs the
// databases for itself. All of the backup is verified before anything is
// changed. The former files and their originals stay aside: two folders that
// a service could be started on. A database on a server must be empty, so that the former one stays as it is.
//
// It may be killed at any point. Originals are only ever added, and the former
// ones have a second name by then; a file is replaced by one rename at
// the end, and a database on a server is filled in one transaction. Before it the former database is whole, behind it the new one.
// A file whose schema or values are not those of the program is refused. Sessions, login
// attempts and passwords of files are not restored: people log in again.
func Restore(ctx context.Context, data Data, from string, o RestoreOptions) (report RestoreReport, err error) {
	if err := backupfile.Check(from); err != nil {
		return report, err
	}
	r := restore{RestoreOptions: o, from: from}
	defer r.close()
	if data.Intake != nil {
		r.intake = data.Intake
		err = r.add(ctx, intakeDatabase, databaseOf(data.Intake.Server), data.Intake.TempDir)
	}
	if err == nil && data.Notify != nil {
		err = r.add(ctx, notifyDatabase, databaseOf(data.Notify.Server), os.TempDir())
	}
	if err == nil {
		err = r.verify(ctx)
	}
	if err != nil || o.DryRun {
		return r.report, err
	}
	return r.report, r.replace(ctx)
}

// restore is one that is under way.
type restore struct {
	RestoreOptions
	from   string
	intake *config.Intake // nil without it
	parts  []*restoredDatabase

	manifest backupfile.Manifest
	sums     map[string]string // of the files in the backup, by name
	named    map[string]string // originals that belong to the new database, by key, with their SHA-256 if that is known
	report   RestoreReport
}

// restoredDatabase is one of the databases.
type restoredDatabase struct {
	databaseKind
	options sqldb.Options
	name    string // in the backup
	staged  string // the new database, in a folder of its own
	unlock  func()
}

// add makes sure that a database may be replaced and prepares a place for its copy.
func (r *restore) add(ctx context.Context, kind databaseKind, o sqldb.Options, temporary string) (err error) {
	d := &restoredDatabase{databaseKind: kind, options: o, name: kind.nameFor(o), unlock: func() {}}
	folder := temporary
	switch {
	case r.DryRun:
	case o.URL != "":
		if err := pgdump.CheckEmpty(ctx, o); err != nil {
			return err
		}
	default:
		if d.unlock, err = r.lock(ctx, o); err != nil {
			return err
		}
		folder = filepath.Dir(o.Path)
	}
	r.parts = append(r.parts, d)
	return d.stage(folder, r.DryRun)
}

// close removes what was staged and releases the databases.
func (r *restore) close() {
	for _, d := range r.parts {
		if d.staged != "" {
			os.RemoveAll(filepath.Dir(d.staged))
		}
		d.unlock()
	}
}

// lock makes sure that nobody else has a database open that is a file, and that one which
// is there may be replaced.
func (r *restore) lock(ctx context.Context, o sqldb.Options) (unlock func(), err error) {
	unlock, err = holdFile(ctx, o)
	if err != nil {
		return nil, err
	}
	exists, err := HasDatabase(o.Path)
	if err == nil && exists && !r.Force {
		err = fault.New(fault.Conflict, "database_exists", fmt.Sprintf(
			"Ya hay una base de datos en %s; con --force se reemplaza, y la actual queda guardada al lado.", o.Path))
	}
	if err != nil {
		unlock()
		return nil, err
	}
	return unlock, nil
}

// stagingPrefix and the name of the service begin the names of folders that a restore works in.
const stagingPrefix = ".cotejo-restore-"

// stage makes the folder of the new database, on the disk that it will stay
// on, and removes those that killed restores left.
func (d *restoredDatabase) stage(folder string, dryRun bool) error {
	err, pattern := os.MkdirAll(folder, 0o700), stagingPrefix+d.service+"-*"
	if left, _ := filepath.Glob(filepath.Join(folder, pattern)); !dryRun && d.options.URL == "" {
		for _, path := range left {
			err = errors.Join(err, os.RemoveAll(path))
		}
	}
	if err == nil {
		folder, err = os.MkdirTemp(folder, pattern)
	}
	if err != nil {
		return cannot(unwritable, err)
	}
	d.staged = filepath.Join(folder, "cotejo.db")
	return nil
}

// verify reads all of the backup, stages its databases and compares the two.
func (r *restore) verify(ctx context.Context) (err error) {
	r.manifest, err = backupfile.Read(ctx, r.from, func(name string, _ int64, content io.Reader) error {
		for _, d := range r.parts {
			// A dry run checks the database that is there, whatever the settings say.
			if name == d.name || r.DryRun && (name == d.file || name == d.dump) {
				d.name = name
				_, err := durable.Write(d.staged, os.Rename, func(f *os.File) error {
					_, err := io.Copy(f, content)
					return err
				})
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	r.sums, r.named = r.manifest.Sums(), map[string]string{}
	r.report = RestoreReport{CreatedAt: r.manifest.CreatedAt}
	for _, d := range r.parts {
		if !r.manifest.Has(d.name) {
			return d.lacking(r.manifest, d.options)
		}
		if err := r.verifyDatabase(ctx, d); err != nil {
			return err
		}
	}
	return nil
}

// verifyDatabase checks a staged database and compares it with the originals of the backup: a dump by what the backup says of
// it, until it is restored. Of a file it brings the tables up to date and deletes the sessions and secrets: those that ended since
// the backup was made must not come back to life. A dump has none.
func (r *restore) verifyDatabase(ctx context.Context, d *restoredDatabase) error {
	if d.name == d.dump {
		if err := pgdump.Check(ctx, d.staged); err != nil {
			return err
		}
		r.note(d.promised(r.manifest))
		return nil
	}
	if err := d.verifyFile(ctx, d.staged); err != nil {
		return err
	}
	info, err := sqlitefile.Inspect(ctx, d.staged, d.contents)
	if err == nil {
		err = r.haveOriginals(info)
	}
	if err != nil {
		return err
	}
	r.note(info)
	if err := d.prepare(ctx, sqldb.Options{Path: d.staged}); err != nil {
		return err
	}
	return sqlitefile.Settle(ctx, d.staged)
}

// note adds what a database holds to what is restored.
func (r *restore) note(info sqlitefile.CopyInfo) {
	maps.Copy(r.named, info.Originals)
	r.report.Documents += info.Documents
	r.report.Cases += info.Cases
	if len(info.Originals) > 0 {
		r.report.Originals, r.report.Missing = len(info.Originals)-len(r.manifest.Missing), r.manifest.Missing
	}
}

// haveOriginals makes sure that the backup has each original that a database names.
func (r *restore) haveOriginals(info sqlitefile.CopyInfo) error {
	lost := map[string]bool{}
	for _, key := range r.manifest.Missing {
		lost[key] = true
	}
	for key, sum := range info.Originals {
		is, ok := r.sums[backupfile.Originals+key]
		if lost[key] || ok && (sum == "" || sum == is) {
			continue
		}
		return fault.New(fault.Unprocessable, "backup_incomplete", "La copia no tiene el original "+key+", que su base de datos nombra. Use otra copia.")
	}
	return nil
}

// replace is the part that changes things.
func (r *restore) replace(ctx context.Context) error {
	for _, d := range r.parts {
		if err := r.replaceDatabase(ctx, d); err != nil {
			return err
		}
	}
	return nil
}

func (r *restore) replaceDatabase(ctx context.Context, d *restoredDatabase) error {
	database, ending := d.options.Path, time.Now().In(document.Colombia()).Format(asideFormat)
	exists := false
	if d.options.URL == "" {
		var err error
		if exists, err = HasDatabase(database); err != nil {
			return fmt.Errorf("guardando lo que había: %w", err)
		}
	}
	if d.service == intakeDatabase.service {
		if err := r.replaceOriginals(ctx, exists, ending); err != nil {
			return err
		}
	}
	if d.options.URL != "" {
		return r.fill(ctx, d)
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
	if err := os.Rename(d.staged, database); err != nil {
		return err
	}
	return errors.Join(unmarkMoved(database), durable.SyncFolder(filepath.Dir(database)))
}

// replaceOriginals keeps the originals of a database that is replaced, and adds those of the new one.
func (r *restore) replaceOriginals(ctx context.Context, exists bool, ending string) error {
	blobs, err := openBlobs(ctx, *r.intake)
	if err != nil {
		return err
	}
	defer blobs.Close()
	if exists {
		if err := r.keepOriginals(ctx, blobs, ending); err != nil {
			return fmt.Errorf("guardando lo que había: %w", err)
		}
	}
	return r.addOriginals(ctx, blobs)
}

// fill fills the empty database of a server, and compares it with the backup.
func (r *restore) fill(ctx context.Context, d *restoredDatabase) error {
	if err := pgdump.Restore(ctx, d.options, d.staged); err != nil {
		return err
	}
	if err := r.compareFilled(ctx, d); err != nil {
		return fmt.Errorf("la base de datos %s se llenó, pero no es la de la copia; no inicie el servicio con ella: %w", d.options.Place(), err)
	}
	return nil
}

func (r *restore) compareFilled(ctx context.Context, d *restoredDatabase) error {
	if _, err := d.examine(ctx, d.options); err != nil {
		return err
	}
	info, err := d.restoredContents(ctx, d.options)
	if err != nil {
		return err
	}
	if want := d.promised(r.manifest); info.Documents != want.Documents || info.Cases != want.Cases {
		return fault.New(fault.Unprocessable, "backup_incomplete", fmt.Sprintf(
			"tiene %d documentos y %d procesos, y debería tener %d y %d", info.Documents, info.Cases, want.Documents, want.Cases))
	}
	return r.haveOriginals(info)
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
		if _, named := r.named[key]; !isOriginal || !named {
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
