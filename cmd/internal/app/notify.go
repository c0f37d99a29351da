package app

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net"
	"os"
	"time"

	"github.com/cotejo/cotejo/adapters/bcrypt"
	"github.com/cotejo/cotejo/adapters/console"
	"github.com/cotejo/cotejo/adapters/excel"
	"github.com/cotejo/cotejo/adapters/readerproc"
	"github.com/cotejo/cotejo/adapters/rest"
	"github.com/cotejo/cotejo/adapters/rest/notifyapi"
	"github.com/cotejo/cotejo/adapters/sqlstore/notifystore"
	"github.com/cotejo/cotejo/adapters/token"
	"github.com/cotejo/cotejo/adapters/unpack"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/auth"
	"github.com/cotejo/cotejo/core/notify"
	"github.com/cotejo/cotejo/core/terms"
)

// Registry is the notification service and its store without HTTP: what the
// server serves and the command line calls.
type Registry struct {
	Service *notify.Service
	DB      *notifystore.DB

	config    config.Notify
	log       *slog.Logger
	passwords *bcrypt.Hasher
	unlock    func()
}

// OpenRegistry opens the database that c names, makes it where it is missing,
// and puts the service together. The caller closes.
func OpenRegistry(ctx context.Context, c config.Notify, log *slog.Logger) (_ *Registry, err error) {
	r := &Registry{config: c, log: log}
	database := databaseOf(c.Server)
	if r.unlock, err = useOf(ctx, database); err != nil {
		return nil, err
	}
	if r.DB, err = notifystore.Open(ctx, database); err != nil {
		r.unlock()
		return nil, unusable(database, "NOTIFY", err)
	}
	if r.passwords, err = bcrypt.New(nil); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	r.Service = notify.New(notify.Deps{
		Tx: r.DB, View: r.DB, Courts: r.DB.Courts(), MailTemplates: r.DB.MailTemplates(),
		Cases: r.DB.Cases(), Subjects: r.DB.Subjects(), Corrections: r.DB.Corrections(),
		Notifications: r.DB.Notifications(), Outbox: r.DB.Outbox(), Attachments: r.DB.Attachments(), Receipts: r.DB.Receipts(),
		Users: r.DB.Users(), UserEvents: r.DB.UserEvents(), Lockouts: r.DB.Lockouts(), Sessions: r.DB.Sessions(), Claims: r.DB.Claims(),
		Passwords: r.passwords, Hasher: r.passwords, Workbooks: excel.Writer{}, ReceiptReader: unpack.ReceiptReader{}, Now: time.Now, NewID: newID,
	}, &notify.Options{OverdueDays: c.OverdueDays, Calendar: terms.NewCalendar(c.ClosedDays...), Sending: c.SMTPURL != "", MailFrom: mailAddress(c.MailFrom)})
	return r, nil
}

// Place names the database for people.
func (r *Registry) Place() string { return databaseOf(r.config.Server).Place() }

// Workbooks returns readers of workbooks to import from. The caller closes them.
func (r *Registry) Workbooks() (readerproc.Workbooks, error) {
	return Workbooks(os.TempDir(), r.log)
}

// Close closes the database.
func (r *Registry) Close() error {
	defer r.unlock()
	return r.DB.Close()
}

// Notify is the server of the notification service: its Registry behind HTTP.
type Notify struct {
	*Registry
	releaseOutbox func()
	sender        *notify.Sender
	mailboxes     *mailReaders // of what comes back for e-mails
	sweeper       notify.Sweeper
	server        *rest.Server

	// AdminEmail and AdminPassword are those of the administrator made just now
	// with a password that nobody knows yet; "" otherwise.
	AdminEmail, AdminPassword string
}

// notifyAudience is whom the tokens of the service are for.
const notifyAudience = "cotejo-notify"

// developmentAdmin is the first administrator where none is configured.
const developmentAdmin = "admin@localhost"

// NewNotify opens what the server needs and puts it together. Nothing runs
// yet: see Run. The caller closes it.
func NewNotify(ctx context.Context, c config.Notify, log *slog.Logger) (*Notify, error) {
	release, err := queueOf(ctx, databaseOf(c.Server), lockPatience)
	if err != nil {
		return nil, err
	}
	registry, err := OpenRegistry(ctx, c, slog.New(rest.LogRequests(log.Handler())))
	if err != nil {
		release()
		return nil, err
	}
	a := &Notify{Registry: registry, releaseOutbox: release}
	a.sweeper = notify.Sweeper{Sessions: a.DB.Sessions(), Lockouts: a.DB.Lockouts(), Now: time.Now}
	if err := errors.Join(a.firstAdmin(ctx), a.mail(), a.serve()); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

// Close releases what NewNotify opened.
func (a *Notify) Close() error {
	defer a.releaseOutbox()
	return a.Registry.Close()
}

// firstAdmin makes an administrator where there are no users yet; in production
// only the configured one.
func (a *Notify) firstAdmin(ctx context.Context) error {
	if some, err := a.Service.HasUsers(ctx); err != nil || some {
		return err
	}
	email, password := a.config.AdminEmail, string(a.config.AdminPassword)
	if a.config.Production() && (email == "" || password == "") {
		return errors.New("no hay usuarios: agregue un administrador con «cotejo user add --service notify CORREO --name NOMBRE --role ADMINISTRADOR», " +
			"o indique NOTIFY_ADMIN_EMAIL y NOTIFY_ADMIN_PASSWORD para que se cree al iniciar")
	}
	email = cmp.Or(email, developmentAdmin)
	invented := password == ""
	if invented {
		password = rand.Text()
	}
	made, err := a.Service.EnsureAdmin(ctx, email, password, invented)
	if err != nil {
		return cannot("no se puede crear el primer administrador (NOTIFY_ADMIN_EMAIL, NOTIFY_ADMIN_PASSWORD)", err)
	}
	if made && invented {
		a.AdminEmail, a.AdminPassword = email, password
	}
	return nil
}

// serve puts the HTTP side together.
func (a *Notify) serve() error {
	tokens, err := signer(a.config.Server, a.log, "junto a la base de datos; indique NOTIFY_JWT_SECRET", token.Options{Audience: notifyAudience})
	if err != nil {
		return err
	}
	login := auth.New(auth.Deps{
		Users: a.DB.Users(), Passwords: a.passwords, Sessions: a.DB.Sessions(), Tokens: tokens, Lockouts: a.DB.Lockouts(), Names: a.DB.Claims(),
		Now: time.Now, NewID: newID, NewSecret: newSecret,
	}, &auth.Options{
		Audience: notifyAudience, TokenLife: a.config.TokenLife, NameKey: account.EmailKey,
		SessionIdle: a.config.SessionIdle, SessionLife: a.config.SessionLife,
		Attempts: -1, // names are locked instead
		Lockout:  account.Lockout{Attempts: a.config.MaxFailedLogins, Lock: a.config.Lockout},
	})
	a.Service.Confirmer = login
	measured := newMetrics("notify", a.DB.Pools(), a.log)
	if err := a.receive(measured); err != nil {
		return err
	}
	options := serverOptions(a.config.Server, a.log, measured)
	options.Tokens, options.Identify, options.CORSOrigins = tokens, login.Resume, a.config.CORSOrigins
	options.Cookie, options.Resume = "cotejo_notify_session", login.ResumeSession
	options.CORSMethods, options.ShowDocs = notifyapi.CORSMethods[:], true
	a.server = rest.NewServer(options)
	notifyapi.Register(a.server, notifyapi.Deps{
		NotificationService: a.Service, Users: a.Service, Auth: measured.Auth(login), Database: a.DB, Version: Version,
		Components:       a.mailboxes.components,
		IdentityProvider: identityProvider(a.config.OIDC, account.Administrator, account.Notifier), ExternalSessions: login,
	})
	a.server.Mount(console.New(console.About{
		Service: "notify", Version: Version, OtherURL: a.config.IntakeURL, OIDC: a.config.OIDC.Issuer != "",
	}), console.Paths[:]...)
	return nil
}

// Run serves until ctx ends, then lets the requests under way finish. listening
// is called once with the address.
func (a *Notify) Run(ctx context.Context, listening func(net.Addr)) error {
	listener, err := listen(a.config.Host, a.config.Port, "NOTIFY")
	if err != nil {
		return err
	}
	return a.RunOn(ctx, listener, listening)
}

// RunOn is Run on a listener, which it closes.
func (a *Notify) RunOn(ctx context.Context, listener net.Listener, listening func(net.Addr)) error {
	parts := newParts(ctx)
	defer parts.stop(nil)
	sweeper := parts.start("sweeper", func() error { a.sweep(parts); return nil })
	mail := parts.start("mail", func() error { a.send(parts); return nil })
	receipts := parts.startIf(len(a.mailboxes.readers) > 0, "receipts", func() error { a.mailboxes.run(parts); return nil })
	server := parts.start("server", func() error { return a.server.Serve(listener) })
	tellMemory(a.log, a.config.RequestMemory)
	listening(listener.Addr())

	<-parts.Done()
	a.log.Info("stopping", "grace", drainTime.String())
	draining, cancel := context.WithTimeout(context.Background(), drainTime)
	defer cancel()
	return errors.Join(a.server.Shutdown(draining), <-server, <-mail, <-receipts, <-sweeper)
}

func (a *Notify) sweep(ctx context.Context) {
	repeat(ctx, sweepEvery, func() {
		sessions, names, err := a.sweeper.Sweep(ctx)
		switch {
		case ctx.Err() != nil:
		case err != nil:
			a.log.Warn("sweeping", "error", err)
		case sessions+names > 0:
			a.log.Info("swept", "sessions", sessions, "names", names)
		}
	})
}
