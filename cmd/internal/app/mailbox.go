package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/cotejo/cotejo/adapters/imap"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/cmd/internal/config"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/mailbox"
)

// mailLogin returns how to log in to the n-th mailbox of the settings. Mailboxes share their token.
func mailLogin(c config.Intake, notSaved func(error)) func(n int) imap.Authenticator {
	if c.MailOAuth.TokenURL != "" {
		o := mailOAuth(c)
		o.NotSaved = notSaved
		login := o.Authenticator()
		return func(int) imap.Authenticator { return login }
	}
	return func(n int) imap.Authenticator {
		return imap.Password(func() (string, error) {
			all, err := mailPasswords(c)
			if err != nil {
				return "", err
			}
			return all[n], nil
		})
	}
}

func mailOAuth(c config.Intake) imap.OAuth {
	o := c.MailOAuth
	return imap.OAuth{TokenURL: o.TokenURL, ClientID: o.ClientID, ClientSecretFile: o.ClientSecretFile, RefreshTokenFile: o.RefreshTokenFile,
		Scopes: strings.Fields(o.Scopes)}
}

// checkMailSecrets reports whether the files of secrets can be used.
func checkMailSecrets(c config.Intake) error {
	if c.MailOAuth.TokenURL != "" {
		return mailOAuth(c).Check()
	}
	_, err := mailPasswords(c)
	return err
}

// mailSecretFiles returns the files of secrets, and the settings that name them.
func mailSecretFiles(c config.Intake) (files []string, names string) {
	if c.MailOAuth.TokenURL == "" {
		return []string{c.MailPassword}, "SVC_MAIL_PASSWORD_FILE"
	}
	for _, file := range []string{c.MailOAuth.ClientSecretFile, c.MailOAuth.RefreshTokenFile} {
		if file != "" {
			files = append(files, file)
		}
	}
	return files, "SVC_MAIL_OAUTH_CLIENT_SECRET_FILE o SVC_MAIL_OAUTH_REFRESH_TOKEN_FILE"
}

// mailPasswords returns the password of each mailbox.
func mailPasswords(c config.Intake) ([]string, error) {
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
		return nil, fmt.Errorf("%s tiene %d contraseñas y SVC_MAIL_URL %d buzones; escriba una por línea, en el mismo orden", c.MailPassword, len(lines), len(c.Mailboxes))
	}
	return lines, nil
}

// mail makes a reader of each mailbox.
func (a *Intake) mail() error {
	a.measureMail()
	if len(a.config.Mailboxes) == 0 {
		return nil
	}
	if err := checkMailSecrets(a.config); err != nil {
		_, names := mailSecretFiles(a.config)
		return fmt.Errorf("no se pueden leer los buzones (%s): %s", names, sentence(err))
	}
	login := mailLogin(a.config, func(err error) {
		a.log.Warn("the provider replaced the refresh token of the mailboxes and the file cannot be written; "+
			"the new one is lost when this server ends: let the service write SVC_MAIL_OAUTH_REFRESH_TOKEN_FILE and its folder", "error", err)
	})
	for n, address := range a.config.Mailboxes {
		place, err := imap.ParsePlace(address)
		if err != nil {
			return cannot("no se puede usar el buzón de SVC_MAIL_URL", err)
		}
		box := imap.New(imap.Options{Place: place, Authenticate: login(n)})
		a.mailboxes = append(a.mailboxes, mailbox.New(mailbox.Deps{
			Mailbox: box, Intake: a.Service, Now: time.Now, Pause: pause, Logger: a.log,
		}, mailbox.Options{MaxBytes: a.config.MaxUpload, TempDir: a.config.TempDir}))
	}
	return nil
}

// measureMail counts what the readers of mailboxes do: nothing where there are none.
func (a *Intake) measureMail() {
	sum := func(of func(mailbox.Stats) int64) func() int64 {
		return func() (n int64) {
			for _, m := range a.mailboxes {
				n += of(m.Stats())
			}
			return n
		}
	}
	a.metrics.Count("mailbox_messages_taken_total", "Messages of mailboxes that are deliveries.", sum(func(s mailbox.Stats) int64 { return s.Taken }))
	a.metrics.Count("mailbox_messages_refused_total", "Messages of mailboxes that were set aside for a person to look at.",
		sum(func(s mailbox.Stats) int64 { return s.Refused }))
	a.metrics.Count("mailbox_failures_total", "Connections to mailboxes that could not be opened or ended with an error.",
		sum(func(s mailbox.Stats) int64 { return s.Failures }))
}

// mailComponents describes the mailboxes for /health. Their names hold no addresses.
func (s *Services) mailComponents() (components []document.Component) {
	for n, m := range s.mailboxes {
		name := "mailbox"
		if len(s.mailboxes) > 1 {
			name = fmt.Sprintf("mailbox_%d", n+1)
		}
		components = append(components, m.Component(name))
	}
	return components
}

const (
	mailLockEvery  = time.Second     // between attempts to become the server that reads the mailboxes
	mailCheckEvery = 5 * time.Second // between checks whether it still is
)

// readMail reads the mailboxes until ctx ends, while this server holds their lock. A server that ends frees it.
func (a *Intake) readMail(ctx context.Context) {
	failing := false
	repeat(ctx, mailLockEvery, func() {
		lock, ok, err := a.DB.TryLock(ctx, "read mailboxes")
		if err != nil && !failing && ctx.Err() == nil {
			a.log.Warn("mailboxes are not read: no lock", "error", err)
		}
		failing = err != nil
		if err != nil || !ok {
			return
		}
		defer lock.Release()
		a.readMailboxes(ctx, lock)
	})
}

// readMailboxes reads until ctx ends or the lock is lost.
func (a *Intake) readMailboxes(ctx context.Context, lock sqldb.Lock) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan struct{})
	for _, m := range a.mailboxes {
		go func() { m.Run(ctx); ended <- struct{}{} }()
	}
	for ctx.Err() == nil {
		pause(ctx, mailCheckEvery)
		if ctx.Err() == nil && !lock.IsHeld(ctx) {
			a.log.Warn("lock of the mailboxes lost; another server may read them")
			cancel()
		}
	}
	for range a.mailboxes {
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
func diagnoseMail(ctx context.Context, c config.Intake) (d Diagnosis) {
	const name, title = "mailbox", "buzón de correo"
	if len(c.Mailboxes) == 0 {
		return nil
	}
	files, names := mailSecretFiles(c)
	if err := checkMailSecrets(c); err != nil {
		return Diagnosis{finding(name, title, "", err, "corrija el archivo de "+names+", que debe poder leer el usuario del servicio")}
	}
	for _, file := range files {
		if f := private(file); f != "" {
			d = append(d, Finding{name, title, Unwise, f, "chmod 600 " + file})
		}
	}
	var notSaved error
	login := mailLogin(c, func(err error) { notSaved = err })
	for n, address := range c.Mailboxes {
		d = append(d, mailboxFinding(ctx, address, login(n)))
	}
	if notSaved != nil {
		d = append(d, Finding{name, title, Unwise, "el proveedor cambió el token de renovación y no se pudo guardar: " + sentence(notSaved),
			"deje que el usuario del servicio escriba " + c.MailOAuth.RefreshTokenFile + " y su carpeta, y pida otro token si este deja de servir"})
	}
	return d
}

// mailPatience is how long a mail server may take to answer the doctor.
const mailPatience = 20 * time.Second

func mailboxFinding(ctx context.Context, address string, login imap.Authenticator) Finding {
	const name, title = "mailbox", "buzón de correo"
	place, err := imap.ParsePlace(address)
	if err != nil {
		return finding(name, title, "", err, "corrija SVC_MAIL_URL")
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
	return finding(name, title, "", at(box.Address(), err), advice)
}

// mailAdvice says what to do about faults of mailboxes, by their code.
var mailAdvice = map[string]string{
	imap.Unreachable: "revise el servidor y el puerto de SVC_MAIL_URL, la red y el cortafuegos: esta máquina debe llegar a ese puerto",
	imap.Certificate: "escriba en SVC_MAIL_URL el nombre que está en el certificado, o agregue la entidad que lo firma: " +
		"copie su certificado a /usr/local/share/ca-certificates y ejecute update-ca-certificates",
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
