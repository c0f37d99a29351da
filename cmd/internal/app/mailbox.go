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

// mailboxOf returns the n-th mailbox of the settings. How it logs in is decided here.
func mailboxOf(c config.Intake, n int) (*imap.Mailbox, error) {
	place, err := imap.ParsePlace(c.Mailboxes[n])
	if err != nil {
		return nil, err
	}
	password := func() (string, error) {
		all, err := mailPasswords(c)
		if err != nil {
			return "", err
		}
		return all[n], nil
	}
	return imap.New(imap.Options{Place: place, Authenticate: imap.Password(password)}), nil
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
	if len(a.config.Mailboxes) == 0 {
		return nil
	}
	if _, err := mailPasswords(a.config); err != nil {
		return fmt.Errorf("no se pueden leer los buzones (SVC_MAIL_PASSWORD_FILE): %s", sentence(err))
	}
	for n := range a.config.Mailboxes {
		box, err := mailboxOf(a.config, n)
		if err != nil {
			return cannot("no se puede usar el buzón de SVC_MAIL_URL", err)
		}
		a.mailboxes = append(a.mailboxes, mailbox.New(mailbox.Deps{
			Mailbox: box, Intake: a.Service, Now: time.Now, Pause: pause, Logger: a.log,
		}, mailbox.Options{MaxBytes: a.config.MaxUpload, TempDir: a.config.TempDir}))
	}
	a.measureMail()
	return nil
}

// measureMail counts what the readers of mailboxes do.
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
	if _, err := mailPasswords(c); err != nil {
		return Diagnosis{finding(name, title, "", err, "corrija el archivo de SVC_MAIL_PASSWORD_FILE, que debe poder leer el usuario del servicio")}
	}
	if f := private(c.MailPassword); f != "" {
		d = append(d, Finding{name, title, Unwise, f, "chmod 600 " + c.MailPassword})
	}
	for n := range c.Mailboxes {
		d = append(d, mailboxFinding(ctx, c, n))
	}
	return d
}

// mailPatience is how long a mail server may take to answer the doctor.
const mailPatience = 20 * time.Second

func mailboxFinding(ctx context.Context, c config.Intake, n int) Finding {
	const name, title = "mailbox", "buzón de correo"
	box, err := mailboxOf(c, n)
	if err != nil {
		return finding(name, title, "", err, "corrija SVC_MAIL_URL")
	}
	ctx, cancel := context.WithTimeout(ctx, mailPatience)
	defer cancel()
	messages, err := box.Check(ctx)
	if err == nil {
		return sound(name, title, fmt.Sprintf("%s: %d mensajes", box.Address(), messages))
	}
	advice := "revise SVC_MAIL_URL"
	if f, ok := fault.As(err); ok {
		advice = mailAdvice[f.Code]
		if cause := errors.Unwrap(f); f.Code == imap.Unreachable && cause != nil {
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
	imap.NoFolder:     "cree la carpeta en el buzón o corrija su nombre en SVC_MAIL_URL",
}
