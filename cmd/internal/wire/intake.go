package wire

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/cotejo/cotejo/adapters/bcrypt"
	"github.com/cotejo/cotejo/adapters/blobstore"
	"github.com/cotejo/cotejo/adapters/diskspace"
	"github.com/cotejo/cotejo/adapters/readerproc"
	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/adapters/rest/intakeapi"
	"github.com/cotejo/cotejo/adapters/riverqueue"
	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/adapters/token"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/auth"
	"github.com/cotejo/cotejo/core/intake"
	"github.com/cotejo/cotejo/core/ner"
)

// Intake is the intake service with all its adapters.
type Intake struct {
	config  config.Intake
	log     *slog.Logger
	release []func() error // in the order of making

	db      *sqlstore.DB
	readers *readerproc.Pool
	service *intake.Service
	queue   *riverqueue.Queue
	sweeper intake.Sweeper
	server  *rest.Server

	// AdminPassword is that of the user admin, made just now; "" when there
	// were users already.
	AdminPassword string
}

// NewIntake opens what the service needs and puts it together. Nothing runs
// yet: see Run. The caller closes it.
func NewIntake(ctx context.Context, c config.Intake, log *slog.Logger) (app *Intake, err error) {
	a := &Intake{config: c, log: log}
	defer func() {
		if err != nil {
			err = errors.Join(err, a.Close())
		}
	}()
	if err := os.MkdirAll(c.TempDir, 0o700); err != nil {
		return nil, cannot("no se puede usar la carpeta temporal de SVC_TMP_DIR", err)
	}
	unlock, err := lockDatabase(ctx, c.DatabasePath)
	if err != nil {
		return nil, err
	}
	a.closing(func() error { unlock(); return nil })
	if a.db, err = sqlstore.Open(ctx, sqlstore.Options{Path: c.DatabasePath}); err != nil {
		return nil, cannot("no se puede usar la base de datos "+c.DatabasePath+" (SVC_DATABASE_PATH)", err)
	}
	a.closing(a.db.Close)
	blobs, err := blobstore.Open(ctx, c.BlobURL)
	if err != nil {
		return nil, cannot("no se puede usar la carpeta de los originales "+c.BlobURL+" (SVC_BLOB_URL)", err)
	}
	a.closing(blobs.Close)
	extractor, err := ner.NewEnsemble(ner.DefaultConfig())
	if err != nil {
		return nil, fmt.Errorf("extraction: %w", err)
	}
	if a.readers, err = Readers(c, log); err != nil {
		return nil, err
	}
	a.closing(a.readers.Close)

	worker := intake.NewWorker(intake.WorkerDeps{
		Tx: a.db, Documents: a.db.Documents(), Tasks: a.db.Tasks(), Settings: a.db.Settings(), Index: a.db.Index(),
		Blobs: blobs, Reader: a.readers, Extractor: extractor, Now: time.Now, Logger: log,
	}, &intake.WorkerOptions{ReadAttempts: c.ReadAttempts, TaskTTL: c.TaskTTL, TempDir: c.TempDir})
	a.queue, err = riverqueue.New(ctx, riverqueue.Options{
		DB: a.db.Writer(), TxFrom: a.db.TxFrom, Worker: worker, MaxWorkers: c.OCRWorkers, Logger: log,
	})
	if err != nil {
		return nil, err
	}
	a.service = intake.New(intake.Deps{
		Tx: a.db, Documents: a.db.Documents(), Tasks: a.db.Tasks(), Settings: a.db.Settings(), Index: a.db.Index(),
		Recurrences: a.db.Recurrences(), Changes: a.db.History(), Claims: a.db.Claims(),
		Blobs: blobs, Queue: a.queue, Reader: a.readers, Extractor: extractor, Database: a.db,
		Tallies: a.db.Tallies(), NER: ner.DefaultConfig(),
		Space: diskspace.New(writtenFolders(c)...), Now: time.Now, NewID: newID, Logger: log,
	}, &intake.Options{MaxUploadBytes: c.MaxUpload, QueueLimit: c.QueueLimit, MinFreeBytes: c.MinFreeDisk})
	a.sweeper = intake.Sweeper{
		Tasks: a.db.Tasks(), Sessions: a.db.Sessions(), Blobs: blobs, Originals: a.db.Originals(), Now: time.Now,
	}
	return a, a.serve()
}

// serve puts the HTTP side together.
func (a *Intake) serve() error {
	secret, made, err := config.TokenSecret(a.config, rand.Reader)
	if err != nil {
		return cannot("no se puede guardar el secreto de los tokens junto al archivo de usuarios (SVC_AUTH_CONFIG_PATH); indique SVC_JWT_SECRET", err)
	}
	if made != "" {
		a.log.Info("made a secret for tokens", "file", made)
	}
	tokens, err := token.New(secret, token.Options{Issuer: auth.DefaultIssuer, Audience: auth.DefaultAudience, Leeway: auth.Leeway})
	if err != nil {
		return err
	}
	passwords, err := bcrypt.New(nil)
	if err != nil {
		return err
	}
	users, err := a.users(passwords)
	if err != nil {
		return err
	}
	refreshes := a.config.MaxRefreshes
	if refreshes == 0 {
		refreshes = -1 // none, where zero would mean the default
	}
	login := auth.New(auth.Deps{
		Users: users, Passwords: passwords, Sessions: a.db.Sessions(), Tokens: tokens, Now: time.Now, NewID: newID,
	}, &auth.Options{TokenLife: a.config.JWTExpiry, MaxRefreshes: refreshes})

	options := rest.Options{
		Logger: a.log, NewID: newID, Tokens: tokens, Identify: login.Resume,
		TrustedProxies: a.config.TrustedProxies,
		CORSOrigins:    a.config.CORSOrigins, Production: a.config.Production(),
	}
	if !a.config.AuthEnabled {
		options.Everyone = &account.Actor{Username: "anonymous", Role: account.Admin}
	}
	a.server = rest.NewServer(options)
	intakeapi.Register(a.server, intakeapi.Deps{
		Intake: a.service, Auth: login, Configuration: a.service, Statistics: a.service,
		Prefix: cmp.Or(a.config.APIPrefix, "/"), Version: Release(), MaxUploadBytes: a.config.MaxUpload,
	})
	return nil
}

// sweepEvery is how often what nobody needs any more is removed.
const sweepEvery = time.Hour

// drainTime is how long requests and tasks under way may take to finish.
const drainTime = 25 * time.Second

// Run serves and works until ctx ends, then lets what is under way finish: the
// tasks first, while uploads are refused and questions still answered, then the
// requests. listening is called once with the address.
func (a *Intake) Run(ctx context.Context, listening func(net.Addr)) error {
	listener, err := net.Listen("tcp", net.JoinHostPort(a.config.Host, strconv.Itoa(a.config.Port)))
	if err != nil {
		return fmt.Errorf("no se puede escuchar en %s:%d (¿ya lo usa otro programa? elija otro con SVC_PORT): %w", a.config.Host, a.config.Port, err)
	}
	if a.config.PrewarmModels {
		if err := a.readers.Check(ctx); err != nil {
			a.log.Warn("the reader does not start", "error", err)
		}
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	start := func(name string, run func() error) (ended <-chan error) {
		end := make(chan error, 1)
		go func() {
			err := run()
			if err != nil {
				err = fmt.Errorf("%s: %w", name, err)
			}
			stop(err) // one part that ends takes the others with it
			end <- err
		}()
		return end
	}
	queue := start("queue", func() error { return a.queue.Run(ctx) })
	sweeper := start("sweeper", func() error { a.sweep(ctx); return nil })
	server := start("server", func() error { return a.server.Serve(listener) })
	listening(listener.Addr())

	<-ctx.Done()
	a.log.Info("stopping", "grace", drainTime)
	a.service.Drain()
	draining, cancel := context.WithTimeout(context.Background(), drainTime)
	defer cancel()
	worked := <-queue
	return errors.Join(worked, a.server.Shutdown(draining), <-server, <-sweeper)
}

// sweep removes what nobody needs, at once and then every hour.
func (a *Intake) sweep(ctx context.Context) {
	for {
		swept, err := a.sweeper.Sweep(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			a.log.Warn("sweeping", "error", err)
		case swept != (intake.Swept{}):
			a.log.Info("swept", "tasks", swept.Tasks, "sessions", swept.Sessions, "originals", swept.Originals)
		}
		select {
		case <-time.After(sweepEvery):
		case <-ctx.Done():
			return
		}
	}
}

// Close releases what New opened, the last first.
func (a *Intake) Close() error {
	var errs []error
	for i := len(a.release) - 1; i >= 0; i-- {
		errs = append(errs, a.release[i]())
	}
	a.release = nil
	return errors.Join(errs...)
}

func (a *Intake) closing(f func() error) { a.release = append(a.release, f) }

// writtenFolders are where the service writes.
func writtenFolders(c config.Intake) []string {
	return []string{filepath.Dir(c.DatabasePath), c.TempDir}
}

// newID returns a UUIDv7. The random source of this system does not fail.
func newID() string { return uuid.Must(uuid.NewV7()).String() }
