package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/cotejo/cotejo/adapters/imap"
	"github.com/cotejo/cotejo/adapters/metrics"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/mailbox"
)

// mailSource has the mailboxes of a service, and the prefix of its settings.
type mailSource struct {
	config.Mail
	prefix string // "SVC_"
}

// login returns how to log in to the n-th mailbox of the settings. Mailboxes share their token.
func (c mailSource) login(notSaved func(error)) func(n int) imap.Authenticator {
	if c.MailOAuth.TokenURL != "" {
		o := c.oauth()
		o.NotSaved = notSaved
		login := o.Authenticator()
		return func(int) imap.Authenticator { return login }
	}
	return func(n int) imap.Authenticator {
		return imap.Password(func() (string, error) {
			all, err := c.passwords()
			if err != nil {
				return "", err
			}
			return all[n], nil
		})
	}
}

func (c mailSource) oauth() imap.OAuth {
	o := c.MailOAuth
	return imap.OAuth{TokenURL: o.TokenURL, ClientID: o.ClientID, ClientSecretFile: o.ClientSecretFile, RefreshTokenFile: o.RefreshTokenFile,
		Scopes: strings.Fields(o.Scopes)}
}

// check reports whether the files of secrets can be used.
func (c mailSource) check() error {
	if c.MailOAuth.TokenURL != "" {
		return c.oauth().Check()
	}
	_, err := c.passwords()
	return err
}

// secretFiles returns the files of secrets, and the settings that name them.
func (c mailSource) secretFiles() (files []string, names string) {
	if c.MailOAuth.TokenURL == "" {
		return []string{c.MailPassword}, c.prefix + "MAIL_PASSWORD_FILE"
	}
	for _, file := range []string{c.MailOAuth.ClientSecretFile, c.MailOAuth.RefreshTokenFile} {
		if file != "" {
			files = append(files, file)
		}
	}
	return files, c.prefix + "MAIL_OAUTH_CLIENT_SECRET_FILE o " + c.prefix + "MAIL_OAUTH_REFRESH_TOKEN_FILE"
}

// passwords returns the password of each mailbox.
func (c mailSource) passwords() ([]string, error) {
	content, err := os.ReadFile(c.MailPassword)
	if err != nil {
		return nil, err
	}
	var lines []string
	for line := range strings.Lines(string(content)) {
		lines = append(lines, strings.TrimRight(line, "\r\n"))
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	if len(lines) != len(c.Mailboxes) || slices.Contains(lines, "") {
		return nil, fmt.Errorf("%s tiene %d contraseñas y %sMAIL_URL %d buzones; escriba una por línea, en el mismo orden",
			c.MailPassword, len(lines), c.prefix, len(c.Mailboxes))
	}
	return lines, nil
}

// mailReaders read the mailboxes of a service, on one of the servers that share its database.
type mailReaders struct {
	readers []*mailbox.Reader
	locks   interface {
		TryLock(ctx context.Context, name string) (sqldb.Lock, bool, error)
	}
	log *slog.Logger
}

// newMailReaders makes a reader of each mailbox, and counts what they do: nothing where there are none.
func newMailReaders(c mailSource, deps mailbox.Deps, o mailbox.Options, counts *metrics.Metrics) (*mailReaders, error) {
	m := &mailReaders{log: deps.Logger}
	m.measure(counts)
	if len(c.Mailboxes) == 0 {
		return m, nil
	}
	if err := c.check(); err != nil {
		_, names := c.secretFiles()
		return nil, fmt.Errorf("no se pueden leer los buzones (%s): %s", names, sentence(err))
	}
	login := c.login(func(err error) {
		m.log.Warn("the provider replaced the refresh token of the mailboxes and the file cannot be written; "+
			"the new one is lost when this server ends: let the service write "+c.prefix+"MAIL_OAUTH_REFRESH_TOKEN_FILE and its folder", "error", err)
	})
	deps.Now, deps.Pause = time.Now, pause
	for n, address := range c.Mailboxes {
		place, err := imap.ParsePlace(address)
		if err != nil {
			return nil, cannot("no se puede usar el buzón de "+c.prefix+"MAIL_URL", err)
		}
		deps.Mailbox = imap.New(imap.Options{Place: place, Authenticate: login(n)})
		m.readers = append(m.readers, mailbox.New(deps, o))
	}
	return m, nil
}

// mail makes a reader of each mailbox.
func (a *Intake) mail() (err error) {
	a.mailboxes, err = newMailReaders(mailSource{a.config.Mail, "SVC_"}, mailbox.Deps{Taker: mailbox.Deliveries{Intake: a.Service}, Logger: a.log},
		mailbox.Options{MaxBytes: a.config.MaxUpload, TempDir: a.config.TempDir}, a.metrics)
	if err == nil {
		a.mailboxes.locks = a.DB
	}
	return err
}

func (m *mailReaders) measure(counts *metrics.Metrics) {
	sum := func(of func(mailbox.Stats) int64) func() int64 {
		return func() (n int64) {
			for _, r := range m.readers {
				n += of(r.Stats())
			}
			return n
		}
	}
	counts.Count("mailbox_messages_taken_total", "Messages of mailboxes that the service took in.", sum(func(s mailbox.Stats) int64 { return s.Taken }))
	counts.Count("mailbox_messages_ignored_total", "Messages of mailboxes that a rule ignored.", sum(func(s mailbox.Stats) int64 { return s.Ignored }))
	counts.Count("mailbox_messages_refused_total", "Messages of mailboxes that were set aside for a person to look at.",
		sum(func(s mailbox.Stats) int64 { return s.Refused }))
	counts.Count("mailbox_failures_total", "Connections to mailboxes that could not be opened or ended with an error.",
		sum(func(s mailbox.Stats) int64 { return s.Failures }))
}

// components describes the mailboxes for /health. Their names hold no addresses. m may be nil.
func (m *mailReaders) components() (components []document.Component) {
	if m == nil {
		return nil
	}
	for n, r := range m.readers {
		name := "mailbox"
		if len(m.readers) > 1 {
			name = fmt.Sprintf("mailbox_%d", n+1)
		}
		components = append(components, r.Component(name))
	}
	return components
}

const (
	mailLockEvery  = time.Second     // between attempts to become the server that reads the mailboxes
	mailCheckEvery = 5 * time.Second // between checks whether it still is
)

// run reads the mailboxes until ctx ends, while this server holds their lock. A server that ends frees it.
func (m *mailReaders) run(ctx context.Context) {
	failing := false
	repeat(ctx, mailLockEvery, func() {
		lock, ok, err := m.locks.TryLock(ctx, "read mailboxes")
		if err != nil && !failing && ctx.Err() == nil {
			m.log.Warn("mailboxes are not read: no lock", "error", err)
		}
		failing = err != nil
		if err != nil || !ok {
			return
		}
		defer lock.Release()
		m.read(ctx, lock)
	})
}

// read reads until ctx ends or the lock is lost.
func (m *mailReaders) read(ctx context.Context, lock sqldb.Lock) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan struct{})
	for _, r := range m.readers {
		go func() { r.Run(ctx); ended <- struct{}{} }()
	}
	for ctx.Err() == nil {
		pause(ctx, mailCheckEvery)
		if ctx.Err() == nil && !lock.IsHeld(ctx) {
			m.log.Warn("lock of the mailboxes lost; another server may read them")
			cancel()
		}
	}
	for range m.readers {
		<-ended
	}
}

// pause returns after d, or when ctx ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// diagnoseMail looks at each mailbox as the service would, and changes nothing there.
func diagnoseMail(ctx context.Context, c mailSource) (d Diagnosis) {
	const name, title = "mailbox", "buzón de correo"
	if len(c.Mailboxes) == 0 {
		return nil
	}
	files, names := c.secretFiles()
	if err := c.check(); err != nil {
		return Diagnosis{finding(name, title, "", err, "corrija el archivo de "+names+", que debe poder leer el usuario del servicio")}
	}
	for _, file := range files {
		if f := private(file); f != "" {
			d = append(d, Finding{name, title, Unwise, f, "chmod 600 " + file})
		}
	}
	var notSaved error
	login := c.login(func(err error) { notSaved = err })
	for n, address := range c.Mailboxes {
		d = append(d, mailboxFinding(ctx, address, login(n), c.prefix))
	}
	if notSaved != nil {
		d = append(d, Finding{name, title, Unwise, "el proveedor cambió el token de renovación y no se pudo guardar: " + sentence(notSaved),
			"deje que el usuario del servicio escriba " + c.MailOAuth.RefreshTokenFile + " y su carpeta, y pida otro token si este deja de servir"})
	}
	return d
}

// mailPatience is how long a mail server may take to answer the doctor.
const mailPatience = 20 * time.Second

func mailboxFinding(ctx context.Context, address string, login imap.Authenticator, prefix string) Finding {
	const name, title = "mailbox", "buzón de correo"
	place, err := imap.ParsePlace(address)
	if err != nil {
		return finding(name, title, "", err, "corrija "+prefix+"MAIL_URL")
	}
	box := imap.New(imap.Options{Place: place, Authenticate: login})
	ctx, cancel := context.WithTimeout(ctx, mailPatience)
	defer cancel()
	messages, err := box.Check(ctx)
	if err == nil {
		return sound(name, title, fmt.Sprintf("%s: %d mensajes", box.Address(), messages))
	}
	advice := "revise SVC_MAIL_URL"
	if f, ok := fault.As(err); ok {
		advice = mailAdvice[f.Code]
		if cause := errors.Unwrap(f); (f.Code == imap.Unreachable || f.Code == imap.TokenUnavailable) && cause != nil {
			err = cause
		}
	}
	return finding(name, title, "", at(box.Address(), err), strings.ReplaceAll(advice, "SVC_", prefix))
}

// trustAuthority says how this machine learns to trust an authority.
const trustAuthority = "copie su certificado a /usr/local/share/ca-certificates y ejecute update-ca-certificates"

// mailAdvice says what to do about faults of mailboxes, by their code, with the settings of the intake service.
var mailAdvice = map[string]string{
	imap.Unreachable:  "revise el servidor y el puerto de SVC_MAIL_URL, la red y el cortafuegos: esta máquina debe llegar a ese puerto",
	imap.Certificate:  "escriba en SVC_MAIL_URL el nombre que está en el certificado, o agregue la entidad que lo firma: " + trustAuthority,
	imap.NoTLS:        "escriba imaps:// en SVC_MAIL_URL",
	imap.LoginRefused: "revise el usuario de SVC_MAIL_URL y su línea en el archivo de SVC_MAIL_PASSWORD_FILE; muchos proveedores piden una contraseña de aplicación",
	imap.TokenRefused: "dé a la aplicación permiso sobre ese buzón. Microsoft 365: el permiso de aplicación IMAP.AccessAsApp con consentimiento del administrador, " +
		"New-ServicePrincipal y Add-MailboxPermission en Exchange Online, e IMAP habilitado en el buzón. Gmail: el token debe ser de ese usuario y del scope https://mail.google.com/",
	imap.GrantRefused: "revise SVC_MAIL_OAUTH_CLIENT_ID, SVC_MAIL_OAUTH_SCOPES y los archivos de secretos: si el secreto o el token de renovación venció, pida otro; " +
		"el registro del servicio dice qué respondió el proveedor",
	imap.TokenUnavailable: "revise SVC_MAIL_OAUTH_TOKEN_URL, la red y el cortafuegos: esta máquina debe llegar a ese servidor",
	imap.OwnFolder:        "escriba en SVC_MAIL_URL la carpeta a la que llegan los correos",
	imap.NoFolder:         "cree la carpeta en el buzón o corrija su nombre en SVC_MAIL_URL",
}
