package app

import (
	"context"
	"crypto/rand"
	"errors"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/cotejo/cotejo/adapters/blobstore"
	"github.com/cotejo/cotejo/adapters/diskspace"
	"github.com/cotejo/cotejo/adapters/excel"
	"github.com/cotejo/cotejo/adapters/metrics"
	"github.com/cotejo/cotejo/adapters/readerproc"
	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/adapters/riverqueue"
	"github.com/cotejo/cotejo/adapters/spoolfiles"
	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/adapters/tesseract"
	"github.com/cotejo/cotejo/adapters/unpack"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/intake"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/core/terms"
	"github.com/cotejo/cotejo/ports"
)

// Services are the services of intake and their stores without HTTP: what the server
// serves and the command line calls. Several processes may have them open on
// one database; one of them at a time works the queue, see Work.
type Services struct {
	Service       *intake.Service
	CaseFiles     *intake.CaseFiles
	Configuration *intake.Configuration
	FormLetters   *intake.FormLetters
	Originals     *intake.Originals
	People        *intake.People
	Spreadsheets  *intake.Spreadsheets
	Statistics    *intake.Statistics
	Learning      intake.Learning
	DB            *sqlstore.DB
	Blobs         blobstore.Store
	Spool         ports.Spool

	config  config.Intake
	log     *slog.Logger
	readers *readerproc.Pool
	metrics *metrics.Metrics
	queue   *riverqueue.Queue

	comparer   *intake.Comparer
	extraction *intake.Extraction
	gate       *intake.Gate

	mailboxes *mailReaders   // only of a server
	release   []func() error // in the order of making
}

// localComponents returns what /health shows of this machine and of the mailboxes.
func (s *Services) localComponents(c config.Intake) func() []document.Component {
	return func() []document.Component {
		return append(local(c, time.Now()).Components(), s.mailboxes.components()...)
	}
}

// OpenServices opens the stores that c names, makes them where they are
// missing, and puts the service together. Nothing runs yet. The caller closes.
func OpenServices(ctx context.Context, c config.Intake, log *slog.Logger) (_ *Services, err error) {
	s := &Services{config: c, log: log}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Close())
		}
	}()
	if err := os.MkdirAll(c.TempDir, 0o700); err != nil {
		return nil, cannot("no se puede usar la carpeta temporal de SVC_TMP_DIR", err)
	}
	database := databaseOf(c.Server)
	unlock, err := useOf(ctx, database)
	if err != nil {
		return nil, err
	}
	s.closing(func() error { unlock(); return nil })
	if s.DB, err = sqlstore.Open(ctx, database, sqlstore.WithLogger(log)); err != nil {
		return nil, unusable(database, "SVC", err)
	}
	s.closing(s.DB.Close)
	if s.Blobs, err = openBlobs(ctx, c); err != nil {
		return nil, err
	}
	s.closing(s.Blobs.Close)
	spool, err := spoolfiles.Open(spoolOf(c.DatabasePath))
	if err != nil {
		return nil, cannot("no se puede usar la carpeta "+spoolOf(c.DatabasePath)+" junto a la base de datos", err)
	}
	s.closing(spool.Close)
	if s.Spool = spool; onServer(c) {
		s.Spool = spoolfiles.Shared{Spool: spool, Parts: s.DB.TaskParts(), Secret: sealingSecret(c)}
	}
	if s.readers, err = Readers(c, log); err != nil {
		return nil, err
	}
	s.closing(s.readers.Close)
	drawers, err := Drawers(c, log)
	if err != nil {
		return nil, err
	}
	s.closing(drawers.Close)
	reader, index := s.measure()
	workbooks, err := Workbooks(c.TempDir, log)
	if err != nil {
		return nil, err
	}
	s.closing(workbooks.Close)

	s.comparer = &intake.Comparer{Tunings: s.DB.DedupTunings(), Index: index, Documents: s.DB.Documents(), Pairs: s.DB.Pairs(),
		Deliveries: s.DB.Deliveries(), Divisions: s.DB.Divisions(), Boilerplate: s.DB.Boilerplate(), Logger: log}
	s.extraction = &intake.Extraction{Tunings: s.DB.Tunings(), New: newExtractor}
	worker := intake.NewWorker(intake.WorkerDeps{
		Tx: s.DB, Documents: s.DB.Documents(), Tasks: s.DB.Tasks(), Comparer: s.comparer, Extraction: s.extraction, Index: index,
		Spool: s.Spool, Blobs: s.Blobs, Reader: reader, Pairs: s.DB.Pairs(), PageWords: s.DB.PageWords(), Letters: s.DB.Letters(), Now: time.Now, Logger: log,
	}, &intake.WorkerOptions{Attempts: c.ReadAttempts, MaxText: c.MaxText, MaxSpool: c.MaxSpool, MaxTime: c.ReadTimeout, TaskTTL: c.TaskTTL,
		Terms: termsOf(c), TempDir: c.TempDir})
	s.queue, err = riverqueue.New(ctx, riverqueue.Options{
		DB: s.DB.Writer(), URL: string(c.DatabaseURL), TxFrom: s.DB.TxFrom, Worker: s.metrics.Worker(worker, s.DB.Tasks()), MaxWorkers: c.OCRWorkers, Logger: log,
	})
	if err != nil {
		return nil, err
	}
	s.assemble(reader, index, drawers, workbooks)
	return s, nil
}

// assemble makes the services over the stores and the queue.
func (s *Services) assemble(reader ports.Reader, index dedup.Index, drawer ports.Drawer, workbooks ports.WorkbookReader) {
	c, db := s.config, s.DB
	var checked ports.Reader // none where nothing is to be read
	if c.Roles.Worker {
		checked = reader
	}
	workbookWriter := excel.Writer{TempDir: c.TempDir}
	s.gate = &intake.Gate{Space: diskspace.New(writtenFolders(c)...), MinFree: c.MinFreeDisk}
	s.Service = intake.New(intake.Deps{
		Tx: db, View: db, Documents: db.Documents(), Tasks: db.Tasks(), Comparer: s.comparer, Extraction: s.extraction, MailRules: db.MailRules(), Index: index,
		Changes: db.History(), Claims: db.Claims(),
		Spool: s.Spool, Blobs: s.Blobs, Queue: s.queue, Reader: checked, Drawer: drawer, Database: db, Storage: storages[db.Engine()],
		Finder:     db.Search(),
		Deliveries: db.Deliveries(), Unpack: unpack.Open, Bin: db.Bin(), Divisions: db.Divisions(),
		Pairs: db.Pairs(), PageWords: db.PageWords(), Letters: db.Letters(),
		Examples: db.Examples(), Gate: s.gate, Local: s.localComponents(c),
		Now: time.Now, NewID: newID, Logger: s.log,
	}, &intake.Options{MaxUploadBytes: c.MaxUpload, MaxPages: c.MaxPages, TaskTTL: c.TaskTTL, BinTTL: time.Duration(c.BinDays) * 24 * time.Hour,
		QueueLimit: c.QueueLimit, ExtraTypes: c.ExtraTypes, Terms: termsOf(c), TempDir: c.TempDir})
	s.CaseFiles = &intake.CaseFiles{View: db, Documents: db.Documents(), Blobs: s.Blobs, Workbooks: workbookWriter,
		TempDir: c.TempDir, Now: time.Now, Logger: s.log}
	s.Configuration = &intake.Configuration{Tx: db, Documents: db.Documents(), Pairs: db.Pairs(), Deliveries: db.Deliveries(), Examples: db.Examples(),
		Rules: db.MailRules(), Comparer: s.comparer, Extraction: s.extraction, ExtraTypes: c.ExtraTypes, Now: time.Now, Logger: s.log}
	s.Learning = intake.Learning{Prints: db.Prints(), Tables: db.Boilerplate(), Now: time.Now}
	s.FormLetters = &intake.FormLetters{View: db, Documents: db.Documents(), Letters: db.Letters(), Pairs: db.Pairs()}
	s.Originals = &intake.Originals{View: db, Documents: db.Documents(), Words: db.PageWords(), Blobs: s.Blobs, Drawer: drawer, TempDir: c.TempDir, Logger: s.log}
	s.People = &intake.People{View: db, Documents: db.Documents(), Pairs: db.Pairs(), Recurrences: db.Recurrences(), Finder: db.Search(), Comparer: s.comparer}
	s.Spreadsheets = intake.NewSpreadsheets(intake.SpreadsheetsDeps{
		Tx: db, Documents: db.Documents(), Loader: db.Loader(), Index: index, Recurrences: db.Recurrences(), Changes: db.History(), Claims: db.Claims(),
		Gate: s.gate, Comparer: s.comparer, Extraction: s.extraction, WorkbookReader: workbooks, WorkbookWriter: workbookWriter, CSVWriter: excel.CSV{},
		ExtraTypes: c.ExtraTypes, TempDir: c.TempDir, Now: time.Now, NewID: newID, Logger: s.log,
	})
	s.Statistics = &intake.Statistics{View: db, Documents: db.Documents(), Tasks: db.Tasks(), Tallies: db.Tallies(), Pairs: db.Pairs(), Now: time.Now}
}

func termsOf(c config.Intake) terms.Table {
	return terms.NewTable(terms.NewCalendar(c.ClosedDays...), c.Terms...)
}

// OpenTrial is OpenServices on an empty database in a folder of its own, which Close removes:
// what c names is neither read nor changed.
func OpenTrial(ctx context.Context, c config.Intake, log *slog.Logger) (*Services, error) {
	folder, err := os.MkdirTemp("", "cotejo-trial-")
	if err != nil {
		return nil, cannot("no se puede usar la carpeta temporal del sistema", err)
	}
	remove := func() error { return os.RemoveAll(folder) }
	c.DatabaseURL, c.DatabasePath, c.TempDir = "", filepath.Join(folder, "cotejo.db"), filepath.Join(folder, "tmp")
	c.BlobURL = (&url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Join(folder, "originals"))}).String()
	s, err := OpenServices(ctx, c, log)
	if err != nil {
		return nil, errors.Join(err, remove())
	}
	s.release = slices.Insert(s.release, 0, remove)
	return s, nil
}

// sealingSecret returns what passwords that servers share are encrypted by.
func sealingSecret(c config.Intake) func() ([]byte, error) {
	return func() ([]byte, error) {
		secret, _, err := c.TokenSecret()
		if err != nil {
			return nil, cannot("para cifrar las claves de los PDF hace falta el secreto de los servidores (SVC_JWT_SECRET)", err)
		}
		return secret, nil
	}
}

func newExtractor(c ner.Config) (ports.Extractor, error) { return ner.NewEnsemble(c) }

// onServer reports whether the database is one of PostgreSQL.
func onServer(c config.Intake) bool { return c.DatabaseURL != "" }

func databaseOf(c config.Server) sqldb.Options {
	return sqldb.Options{Path: c.DatabasePath, URL: string(c.DatabaseURL), HeavyReaders: rest.HeavyAtOnce()}
}

// unusable says which setting names the database that cannot be opened; prefix
// is that of the service's settings.
func unusable(database sqldb.Options, prefix string, err error) error {
	setting := prefix + "_DATABASE_PATH"
	if database.URL != "" {
		setting = prefix + "_DATABASE_URL"
	}
	return cannot("no se puede usar la base de datos "+database.Place()+" ("+setting+")", err)
}

// storages are the names of what sqlstore.DB.Engine returns.
var storages = map[string]string{"sqlite": "SQLite", "postgres": "PostgreSQL"}

// HasDatabase reports whether there is a database to open at path.
func HasDatabase(path string) (bool, error) {
	_, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// spoolOf is where the work in hand of a database is kept: beside it, so that it
// is there after a restart, and under its name, since tasks are known to theirs alone.
func spoolOf(database string) string { return database + ".work" }

// takeoverEvery is how often a process that would work the queue looks whether
// the one that does has ended.
const takeoverEvery = time.Second

// Work works the queue until ctx ends, once no other process does: beside a
// running server it waits, unless the database is one of PostgreSQL, whose queue
// any number work. working is called when it begins. At the end what
// is in work may finish, as when the server stops. It may be called once.
func (s *Services) Work(ctx context.Context, working func()) error {
	for ctx.Err() == nil {
		release, err := queueOf(ctx, databaseOf(s.config.Server), 0)
		var taken *inUseError
		switch {
		case errors.As(err, &taken):
			select {
			case <-time.After(takeoverEvery):
			case <-ctx.Done():
			}
			continue
		case err != nil:
			return err
		}
		defer release()
		if err := s.checkReaders(ctx); err != nil && ctx.Err() == nil {
			return err
		}
		working()
		return s.queue.Run(ctx)
	}
	return nil
}

// checkReaders reports whether PDFs can be read, as far from everything else as
// the configuration demands.
func (s *Services) checkReaders(ctx context.Context) error {
	sandbox, err := s.readers.Check(ctx)
	if f, ok := fault.As(err); ok && f.Code == tesseract.CodeUnavailable {
		return err
	}
	if err != nil {
		return cannot("no se pueden leer los archivos", err)
	}
	if s.config.RequireSandbox && !sandbox.Complete() {
		return errors.New("este sistema no puede aislar del todo los procesos que abren los PDF (seccomp, Landlock desde Linux 5.13, y otro usuario que root); " +
			"`cotejo doctor` dice qué falta; corríjalo, o indique SVC_REQUIRE_SANDBOX=false para aceptar el riesgo")
	}
	return nil
}

// Close releases what OpenServices opened, the last first.
func (s *Services) Close() error {
	var errs []error
	for i := len(s.release) - 1; i >= 0; i-- {
		errs = append(errs, s.release[i]())
	}
	s.release = nil
	return errors.Join(errs...)
}

func (s *Services) closing(f func() error) { s.release = append(s.release, f) }

// writtenFolders are where the service writes.
func writtenFolders(c config.Intake) []string {
	if !onServer(c) {
		return []string{filepath.Dir(c.DatabasePath), c.TempDir}
	}
	if originals, err := url.Parse(c.BlobURL); err == nil && originals.Scheme == "file" {
		return []string{filepath.FromSlash(originals.Path), c.TempDir}
	}
	return []string{c.TempDir}
}

// newSecret returns what a session cookie holds.
func newSecret() account.Secret { return account.Secret(rand.Text()) }

// newID returns a UUIDv7. The random source of this system does not fail.
func newID() string { return uuid.Must(uuid.NewV7()).String() }
