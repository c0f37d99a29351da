package wire

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net"
	"time"

	"github.com/cotejo/cotejo/adapters/bcrypt"
	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/adapters/rest/intakeapi"
	"github.com/cotejo/cotejo/adapters/token"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/auth"
	"github.com/cotejo/cotejo/core/intake"
	"github.com/cotejo/cotejo/internal/config"
)

// Intake is the server of the intake service: its Services behind HTTP, and
// the work on their queue.
type Intake struct {
	*Services
	releaseQueue func()
	sweeper      intake.Sweeper
	learning     intake.Learning
	server       *rest.Server

	// AdminPassword is that of the user admin, made just now; "" when there
	// were users already.
	AdminPassword string
}

// NewIntake opens what the server needs and puts it together. Nothing runs
// yet: see Run. The caller closes it.
func NewIntake(ctx context.Context, c config.Intake, log *slog.Logger) (*Intake, error) {
	release, err := queueOf(ctx, databaseOf(c), lockPatience)
	if err != nil {
		return nil, err
	}
	services, err := OpenServices(ctx, c, slog.New(rest.LogRequests(log.Handler())))
	if err != nil {
		release()
		return nil, err
	}
	RemoveLeftovers(c.TempDir, time.Now())
	a := &Intake{Services: services, releaseQueue: release}
	a.sweeper = intake.Sweeper{
		Tasks: a.DB.Tasks(), Sessions: a.DB.Sessions(), Attempts: a.DB.LoginAttempts(), Blobs: a.Blobs, Spool: a.Spool, Originals: a.DB.Originals(), Now: time.Now,
	}
	a.learning = intake.Learning{Prints: a.DB.Prints(), Tables: a.DB.Boilerplate(), Now: time.Now}
	if err := a.serve(); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

// serve puts the HTTP side together.
func (a *Intake) serve() error {
	prefix := cmp.Or(a.config.APIPrefix, "/")
	options := rest.Options{
		Logger: a.log, NewID: newID, BodyMemory: a.config.RequestMemory, TempDir: a.config.TempDir, TrustedProxies: a.config.TrustedProxies, Production: a.config.Production(),
		Meter: a.metrics, MetricsToken: string(a.config.MetricsToken),
	}
	if !a.config.Roles.API {
		options.Everyone = &account.Actor{} // it has no route that asks who somebody is
		a.server = rest.NewServer(options)
		intakeapi.RegisterHealth(a.server, intakeapi.Deps{Intake: a.Service, Prefix: prefix, Version: Release()})
		return nil
	}
	secret, made, err := config.TokenSecret(a.config, rand.Reader)
	if err != nil {
		return cannot("no se puede guardar el secreto de los tokens junto al archivo de usuarios (SVC_AUTH_CONFIG_PATH); indique SVC_JWT_SECRET", err)
	}
	if made != "" {
		a.log.Info("made a secret for tokens", "file", made)
	}
	tokens, err := token.New(secret, token.Options{Issuer: auth.DefaultIssuer, Audience: auth.DefaultAudience, Leeway: auth.Leeway,
		Algorithm: a.config.JWTAlgorithm, ShortSecret: !a.config.Production()})
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
		Users: users, Passwords: passwords, Sessions: a.DB.Sessions(), Attempts: a.DB.LoginAttempts(), Tokens: tokens, Now: time.Now, NewID: newID,
	}, &auth.Options{TokenLife: a.config.JWTExpiry, MaxRefreshes: refreshes})

	options.Tokens, options.Identify, options.CORSOrigins = tokens, login.Resume, a.config.CORSOrigins
	options.CORSMethods = intakeapi.CORSMethods[:]
	if !a.config.AuthEnabled {
		options.Everyone = &account.Actor{Username: "anonymous", Role: account.Admin}
	}
	a.server = rest.NewServer(options)
	intakeapi.Register(a.server, intakeapi.Deps{
		Intake: a.Service, Auth: a.metrics.Auth(login), Users: auth.Directory{Users: users, Passwords: passwords, Hasher: passwords}, Configuration: a.Service, Statistics: a.Service, Spreadsheets: a.Service,
		Prefix: prefix, Version: Release(), MaxUploadBytes: a.config.MaxUpload,
	})
	return nil
}

// drainTime is how long requests and tasks under way may take to finish.
const drainTime = 25 * time.Second

// Run serves and works until ctx ends, then lets what is under way finish: the
// tasks first, while uploads are refused and questions still answered, then the
// requests. listening is called once with the address.
func (a *Intake) Run(ctx context.Context, listening func(net.Addr)) error {
	listener, err := listen(a.config.Host, a.config.Port, "SVC_PORT")
	if err != nil {
		return err
	}
	return a.RunOn(ctx, listener, listening)
}

// RunOn is Run on a listener, which it closes.
func (a *Intake) RunOn(ctx context.Context, listener net.Listener, listening func(net.Addr)) error {
	works := a.config.Roles.Worker
	if works {
		if err := CheckOCR(ctx, a.config, a.readers); err != nil {
			return errors.Join(cannot("no se puede leer lo escaneado", err), listener.Close())
		}
	}
	if works && (a.config.PrewarmModels || a.config.RequireSandbox) {
		err := a.checkReaders(ctx)
		if err != nil && a.config.RequireSandbox {
			return errors.Join(err, listener.Close())
		}
		if err != nil {
			a.log.Warn("the PDF reader does not start", "error", err)
		}
	}
	parts := newParts(ctx)
	defer parts.stop(nil)
	queue := parts.startIf(works, "queue", func() error { return a.queue.Run(parts) })
	sweeper := parts.startIf(works, "sweeper", func() error { a.sweep(parts); return nil })
	learning := parts.startIf(works, "learning", func() error { a.renew(parts); a.learn(parts); return nil })
	server := parts.start("server", func() error { return a.server.Serve(listener) })
	tellMemory(a.log, a.config.RequestMemory)
	listening(listener.Addr())

	<-parts.Done()
	a.log.Info("stopping", "grace", drainTime.String())
	a.Service.Drain()
	draining, cancel := context.WithTimeout(context.Background(), drainTime)
	defer cancel()
	worked := <-queue
	return errors.Join(worked, a.server.Shutdown(draining), <-server, <-sweeper, <-learning)
}

// sweep removes what nobody needs, at once and then every hour.
func (a *Intake) sweep(ctx context.Context) {
	repeat(ctx, sweepEvery, func() {
		swept, err := a.sweeper.Sweep(ctx)
		switch {
		case ctx.Err() != nil:
		case err != nil:
			a.log.Warn("sweeping", "error", err)
		case swept != (intake.Swept{}):
			a.log.Info("swept", "tasks", swept.Tasks, "sessions", swept.Sessions, "spooled", swept.Spooled, "originals", swept.Originals)
		}
	})
}

// renew makes the fingerprints anew that another version of the program made:
// until then searching for duplicates fails, and uploads wait for it.
func (a *Intake) renew(ctx context.Context) {
	outdated, err := a.DB.Prints().Outdated(ctx)
	if err == nil && outdated {
		a.log.Warn("the fingerprints are of another version: making them anew")
		var made int
		made, err = a.Service.Reindex(ctx, account.Actor{}, false, func(bool) {})
		a.log.Info("made fingerprints anew", "documents", made)
	}
	if err != nil && ctx.Err() == nil {
		a.log.Error("making fingerprints anew: run «cotejo reindex»", "error", err)
	}
}

// learn keeps up to date what is known of the wording of the collection: it
// looks at once and then every ten minutes whether that is due.
func (a *Intake) learn(ctx context.Context) {
	repeat(ctx, learnEvery, func() {
		began := time.Now()
		edition, learned, err := a.learning.Refresh(ctx, false)
		switch {
		case ctx.Err() != nil:
		case err != nil:
			a.log.Warn("learning what is common in the collection", "error", err)
		case learned:
			a.log.Info("learned what is common in the collection", "edition", edition.Number, "documents", edition.Documents,
				"ms", time.Since(began).Milliseconds())
		}
	})
}

// Close releases what NewIntake opened.
func (a *Intake) Close() error {
	err := a.Services.Close()
	a.releaseQueue()
	return err
}
