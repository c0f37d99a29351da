package app

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net"
	"strings"
	"time"

	"github.com/cotejo/cotejo/adapters/bcrypt"
	"github.com/cotejo/cotejo/adapters/console"
	"github.com/cotejo/cotejo/adapters/diskspace"
	"github.com/cotejo/cotejo/adapters/oidc"
	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/adapters/rest/intakeapi"
	"github.com/cotejo/cotejo/adapters/token"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/auth"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/intake"
	"github.com/cotejo/cotejo/ports"
)

// Intake is the server of the intake service: its Services behind HTTP, and
// the work on their queue.
type Intake struct {
	*Services
	releaseQueue func()
	sweeper      intake.Sweeper
	feed         *intake.Feed
	server       *rest.Server

	// AdminPassword is that of the user admin, made just now; "" when there
	// were users already.
	AdminPassword string
}

// NewIntake opens what the server needs and puts it together. Nothing runs
// yet: see Run. The caller closes it.
func NewIntake(ctx context.Context, c config.Intake, log *slog.Logger) (*Intake, error) {
	release, err := queueOf(ctx, databaseOf(c.Server), lockPatience)
	if err != nil {
		return nil, err
	}
	services, err := OpenServices(ctx, c, slog.New(rest.LogRequests(log.Handler())))
	if err != nil {
		release()
		return nil, err
	}
	local(c, time.Now()).Log(log)
	RemoveLeftovers(c.TempDir, time.Now())
	a := &Intake{Services: services, releaseQueue: release}
	a.sweeper = intake.Sweeper{
		Tasks: a.DB.Tasks(), Sessions: a.DB.Sessions(), Attempts: a.DB.LoginAttempts(), Blobs: a.Blobs, Spool: a.Spool, Originals: a.DB.Originals(), Bin: a.DB.Bin(),
		Now: time.Now,
	}
	a.feed = &intake.Feed{Store: a.DB.Activity(), Now: time.Now}
	err = a.mail()
	if err == nil {
		err = a.serve()
	}
	if err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

// serve builds the HTTP side.
func (a *Intake) serve() error {
	options := serverOptions(a.config.Server, a.log, a.metrics)
	options.TempDir, options.MinFreeSpace = a.config.TempDir, a.config.MinFreeDisk
	options.FreeSpace = diskspace.New(a.config.TempDir).Free
	if !a.config.Roles.API {
		a.serveHealth(options)
		return nil
	}
	tokens, err := signer(a.config.Server, a.log, "junto al archivo de usuarios (SVC_AUTH_CONFIG_PATH); indique SVC_JWT_SECRET",
		token.Options{Audience: auth.DefaultAudience, Algorithm: a.config.JWTAlgorithm})
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
	a.Service.Users = users
	login := a.login(users, passwords, tokens)
	a.serveAPI(options, tokens, login, auth.Directory{Users: users, Confirmer: login, Hasher: passwords})
	return nil
}

// serveHealth serves /health and /metrics only.
func (a *Intake) serveHealth(options rest.Options) {
	options.Everyone = &account.Actor{} // no route asks for the user
	a.server = rest.NewServer(options)
	intakeapi.RegisterHealth(a.server, intakeapi.Deps{Intake: a.Service, Prefix: a.prefix(), Version: Version})
}

// serveAPI serves the interface and the console.
func (a *Intake) serveAPI(options rest.Options, tokens *token.Tokens, login *auth.Service, users auth.Directory) {
	options.Tokens, options.Identify, options.CORSOrigins = tokens, login.Resume, a.config.CORSOrigins
	options.Cookie, options.Resume = "cotejo_session", login.ResumeSession
	options.CORSMethods = intakeapi.CORSMethods[:]
	if !a.config.AuthEnabled {
		options.Everyone = new(account.Anonymous)
	}
	a.server = rest.NewServer(options)
	intakeapi.Register(a.server, intakeapi.Deps{
		Intake: a.Service, Auth: a.metrics.Auth(login), Users: users,
		Configuration: a.Configuration, Statistics: a.Statistics,
		Spreadsheets: a.Spreadsheets, CaseFiles: a.CaseFiles, Duplicates: a.Service, Letters: a.FormLetters, Originals: a.Originals, People: a.People, Events: a.feed,
		Bin: a.Service, Divisions: a.Service, Views: intake.SavedViews{Store: a.DB.SavedViews(), Now: time.Now, NewID: newID},
		Prefix: a.prefix(), Version: Version, MaxUploadBytes: a.config.MaxUpload,
		IdentityProvider: identityProvider(a.config.OIDC, account.Admin, account.Member), ExternalSessions: login,
	})
	about := console.About{
		Service: "intake", Version: Version, Prefix: strings.TrimSuffix(a.prefix(), "/"), OtherURL: a.config.NotifyURL, OIDC: a.config.OIDC.Issuer != "",
		BinDays: a.config.BinDays,
	}
	for _, t := range document.KnownTypes(a.config.ExtraTypes) {
		about.DocumentTypes = append(about.DocumentTypes, string(t))
	}
	a.server.Mount(console.New(about), console.Paths[:]...)
}

// identityProvider returns the one that is configured, else nil. It gives its users
// those roles.
func identityProvider(c config.OIDC, admin, member account.Role) ports.IdentityProvider {
	if c.Issuer == "" {
		return nil
	}
	return oidc.New(oidc.Options{Issuer: c.Issuer, ClientID: c.ClientID, ClientSecret: string(c.ClientSecret), RedirectURL: c.RedirectURL,
		RolesClaim: c.RolesClaim, Admins: c.Admins, Members: c.Users, AdminRole: admin, MemberRole: member, TrustEmail: c.TrustEmail})
}

func (a *Intake) prefix() string { return cmp.Or(a.config.APIPrefix, "/") }

// login returns the service that logs users in.
func (a *Intake) login(users ports.Users, passwords ports.Passwords, tokens *token.Tokens) *auth.Service {
	refreshes := a.config.MaxRefreshes
	if refreshes == 0 {
		refreshes = -1 // none; zero would mean the default
	}
	return auth.New(auth.Deps{
		Users: users, Passwords: passwords, Sessions: a.DB.Sessions(), Attempts: a.DB.LoginAttempts(), Tokens: tokens, Names: a.DB.Claims(),
		Now: time.Now, NewID: newID, NewSecret: newSecret,
	}, &auth.Options{TokenLife: a.config.JWTExpiry, MaxRefreshes: refreshes, SessionIdle: a.config.SessionIdle, SessionLife: a.config.SessionLife})
}

// drainTime is how long requests and tasks under way may take to finish.
const drainTime = 25 * time.Second

// Run serves and works until ctx ends, then lets what is under way finish: the
// tasks first, while uploads are refused and questions still answered, then the
// requests. listening is called once with the address.
func (a *Intake) Run(ctx context.Context, listening func(net.Addr)) error {
	listener, err := listen(a.config.Host, a.config.Port, "SVC")
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
			a.log.Warn("PDF reader does not start", "error", err)
		}
	}
	parts := newParts(ctx)
	defer parts.stop(nil)
	queue := parts.startIf(works, "queue", func() error { return a.queue.Run(parts) })
	sweeper := parts.startIf(works, "sweeper", func() error { a.sweep(parts); return nil })
	learning := parts.startIf(works, "learning", func() error { a.renew(parts); a.learn(parts); return nil })
	feed := parts.startIf(a.config.Roles.API, "feed", func() error { a.publishEvents(parts); return nil })
	mail := parts.startIf(len(a.mailboxes.readers) > 0, "mail", func() error { a.mailboxes.run(parts); return nil })
	server := parts.start("server", func() error { return a.server.Serve(listener) })
	tellMemory(a.log, a.config.RequestMemory)
	listening(listener.Addr())

	<-parts.Done()
	a.log.Info("stopping", "grace", drainTime.String())
	a.gate.Drain()
	draining, cancel := context.WithTimeout(context.Background(), drainTime)
	defer cancel()
	worked := <-queue
	return errors.Join(worked, a.server.Shutdown(draining), <-server, <-sweeper, <-learning, <-feed, <-mail)
}

// publishEvents publishes events to open pages until ctx ends.
func (a *Intake) publishEvents(ctx context.Context) {
	failing := false
	repeat(ctx, feedEvery, func() {
		err := a.feed.Look(ctx)
		if err != nil && !failing && ctx.Err() == nil {
			a.log.Warn("events are not published to open pages", "error", err)
		}
		failing = err != nil
	})
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
			a.log.Info("swept", "tasks", swept.Tasks, "sessions", swept.Sessions, "binned", swept.Binned, "spooled", swept.Spooled, "originals", swept.Originals)
		}
	})
}

// renew makes the fingerprints again that another version of the program made:
// until then searching for duplicates fails, and uploads wait for it.
func (a *Intake) renew(ctx context.Context) {
	outdated, err := a.DB.Prints().Outdated(ctx)
	if err == nil && outdated {
		a.log.Warn("fingerprints have an older format; rebuilding them")
		var made int
		made, err = a.Service.Reindex(ctx, account.Actor{}, false, func(bool) {})
		a.log.Info("rebuilt fingerprints", "documents", made)
	}
	if err != nil && ctx.Err() == nil {
		a.log.Error("rebuilding fingerprints failed: run «cotejo reindex»", "error", err)
	}
}

// learn keeps up to date what is known of the wording of the collection: it
// looks at once and then every ten minutes whether that is due.
func (a *Intake) learn(ctx context.Context) {
	repeat(ctx, learnEvery, func() {
		began := time.Now()
		edition, learned, err := a.Learning.Refresh(ctx, false)
		switch {
		case ctx.Err() != nil:
		case err != nil:
			a.log.Warn("learning boilerplate of the collection", "error", err)
		case learned:
			a.log.Info("learned boilerplate of the collection", "edition", edition.Number, "documents", edition.Documents,
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
