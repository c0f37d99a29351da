// Package smtp sends e-mails through a mail server (RFC 5321), with wneessen/go-mail.
package smtp

import (
	"cmp"
	"context"
	"crypto/tls"
	"fmt"
	"net/mail"
	"net/url"
	"slices"
	"strconv"
	"time"

	gomail "github.com/wneessen/go-mail"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/sanitize"
	"github.com/cotejo/cotejo/ports"
)

// Mailer implements ports.Mailer. Each message has a connection of its own. It
// is safe for concurrent use.
type Mailer struct {
	from *mail.Address
	host string
	opts []gomail.Option
	asks bool // for receipts

	reach    []gomail.Option // those of a connection before STARTTLS and the login
	tls      *tls.Config
	startTLS bool
	encrypts bool
	logsIn   bool
	port     int
}

var _ ports.Mailer = (*Mailer)(nil)

const (
	submissionPort = 587 // RFC 6409
	tlsPort        = 465 // RFC 8314

	timeout = 20 * time.Second // of the connection and of each wait for the server
)

// New returns a mailer that sends from an address, "Juzgado <j@x.co>", through
// the server at one of
//
//	smtp://USER:PASSWORD@HOST:PORT            STARTTLS is required; port 587
//	smtps://USER:PASSWORD@HOST:PORT           TLS from the start; port 465
//	smtp://HOST:PORT?tls=none                 for a server on this machine
//
// User and password may be left out. It connects nowhere yet.
func New(server, from string) (*Mailer, error) {
	m := &Mailer{}
	var err error
	if m.from, err = mail.ParseAddress(from); err != nil {
		return nil, fmt.Errorf("smtp: the sender: %w", err)
	}
	u, err := url.Parse(server)
	if err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" {
		return nil, fmt.Errorf("smtp: the server is not smtp://HOST or smtps://HOST") // the URL may hold a password
	}
	m.host = u.Hostname()
	m.tls = &tls.Config{ServerName: m.host, MinVersion: tls.VersionTLS12}
	first, policy := gomail.WithTLSPolicy(gomail.NoTLS), gomail.TLSMandatory
	m.port, m.encrypts = submissionPort, true
	switch {
	case u.Scheme == "smtps":
		m.port, first = tlsPort, gomail.WithSSL()
	case u.Query().Get("tls") == "none":
		policy, m.encrypts = gomail.NoTLS, false
	default:
		m.startTLS = true
	}
	if u.Port() != "" {
		if m.port, err = strconv.Atoi(u.Port()); err != nil {
			return nil, fmt.Errorf("smtp: the port: %w", err)
		}
	}
	m.reach = []gomail.Option{gomail.WithTimeout(timeout), gomail.WithTLSConfig(m.tls), gomail.WithPort(m.port), first}
	m.opts = append(slices.Clone(m.reach), gomail.WithTLSPolicy(policy))
	if u.User != nil {
		m.logsIn = true
		password, _ := u.User.Password()
		m.opts = append(m.opts, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(u.User.Username()), gomail.WithPassword(password))
	}
	_, err = gomail.NewClient(m.host, m.opts...)
	return m, err
}

// RequestReceipts lets each later message ask for a report of its delivery (RFC 3461, where the server can pass that on) and
// for a notice when it is read (RFC 8098). Both come to the sender's address. Call it before the first Send.
func (m *Mailer) RequestReceipts() {
	m.asks = true
	m.opts = append(m.opts, gomail.WithDSNMailReturnType(gomail.DSNMailReturnHeadersOnly),
		gomail.WithDSNRcptNotifyType(gomail.DSNRcptNotifySuccess, gomail.DSNRcptNotifyFailure, gomail.DSNRcptNotifyDelay))
}

// Send implements ports.Mailer.
func (m *Mailer) Send(ctx context.Context, d notification.Dispatch) error {
	message, err := m.message(d)
	if err != nil {
		return fault.Wrap(err, fault.Unprocessable, "mail_malformed", "No se puede escribir un mensaje a ese correo; corrija el correo del sujeto.")
	}
	var size int64
	for _, a := range d.Attachments {
		size += int64(len(a.Content))
	}
	opts := append(slices.Clone(m.opts), gomail.WithTimeout(timeout+notification.UploadTime(size))) // the library has one limit for all of it
	client, err := gomail.NewClient(m.host, opts...)
	if err != nil {
		return err
	}
	err = client.DialAndSendWithContext(ctx, message)
	if message.IsDelivered() {
		return nil // what failed then is the parting
	}
	return translate(err)
}

// message writes the message of a dispatch. Nothing of it can begin a header:
// addresses are parsed, all else is a line, encoded where need be.
func (m *Mailer) message(d notification.Dispatch) (*gomail.Msg, error) {
	message := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	if err := message.FromFormat(m.from.Name, m.from.Address); err != nil {
		return nil, err
	}
	if err := message.To(d.To); err != nil {
		return nil, err
	}
	message.Subject(sanitize.Line(d.Subject))
	message.SetMessageIDWithValue(cmp.Or(d.MessageID, notification.NewMessageID(d.ID, m.from.Address)))
	message.SetDateWithValue(d.ChangedAt)
	message.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834
	if m.asks {
		message.RequestMDNToMailAddr(&mail.Address{Address: m.from.Address})
	}
	message.SetBodyString(gomail.TypeTextPlain, d.Body)
	for _, a := range d.Attachments {
		attach(message, a)
	}
	return message, nil
}
