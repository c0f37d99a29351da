package smtp

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/textproto"
	"strconv"

	gomail "github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"

	"github.com/cotejo/cotejo/core/fault"
)

// Codes of the faults of Check.
const (
	Unreachable  = "mail_server_unreachable" // no connection, one that broke, or a server that turns clients away
	NoTLS        = "mail_no_tls"             // the connection cannot be encrypted
	Certificate  = "mail_certificate"        // of another name or an unknown authority
	NoLogin      = "mail_no_login"           // the server offers no login, or only with encryption
	LoginRefused = "mail_login"
)

// Session is what a server and the mailer agreed on.
type Session struct{ Encrypted, LoggedIn bool }

// Check connects to the server as Send does, encrypts the connection and logs in if the address has a user, and sends nothing. Its
// error is a fault whose code names the step that failed.
func (m *Mailer) Check(ctx context.Context) (Session, error) {
	session := Session{Encrypted: m.encrypts}
	if err := m.checkEncryption(ctx); err != nil || !m.logsIn {
		return session, err
	}
	client, connection, err := m.dial(ctx, m.opts)
	switch {
	case err == nil:
		session.LoggedIn = true
		client.CloseWithSMTPClient(connection) // what fails then is the parting
	case errors.Is(err, gomail.ErrNoSupportedAuthDiscovered):
		err = withoutLogin(err)
	case isReply(err):
		err = fault.Wrap(err, fault.Unauthenticated, LoginRefused, "El servidor de correo no acepta el usuario o la contraseña: "+replyOf(err))
	default:
		err = unreachable(err)
	}
	return session, err
}

// Server returns host and port of the server.
func (m *Mailer) Server() string { return net.JoinHostPort(m.host, strconv.Itoa(m.port)) }

// checkEncryption connects, encrypts the connection, and asks whether there is a login if one is needed.
func (m *Mailer) checkEncryption(ctx context.Context) error {
	client, connection, err := m.dial(ctx, m.reach)
	if err != nil {
		return notEncrypted(err)
	}
	defer client.CloseWithSMTPClient(connection)
	if m.startTLS {
		if offered, _ := connection.Extension("STARTTLS"); !offered {
			return withoutTLS(errors.New("smtp: no STARTTLS"))
		}
		if err := connection.StartTLS(m.tls); isReply(err) {
			return withoutTLS(err)
		} else if err != nil {
			return notEncrypted(err)
		}
	}
	if offered, _ := connection.Extension("AUTH"); m.logsIn && !offered {
		return withoutLogin(errors.New("smtp: no AUTH"))
	}
	return nil
}

func (m *Mailer) dial(ctx context.Context, opts []gomail.Option) (*gomail.Client, *smtp.Client, error) {
	client, err := gomail.NewClient(m.host, opts...)
	if err != nil {
		return nil, nil, err
	}
	connection, err := client.DialToSMTPClientWithContext(ctx)
	return client, connection, err
}

// notEncrypted returns the fault of a connection that broke before or while it was encrypted.
func notEncrypted(err error) error {
	var (
		certificate *tls.CertificateVerificationError
		record      tls.RecordHeaderError
		alert       tls.AlertError
	)
	switch {
	case errors.As(err, &certificate):
		return fault.Wrap(err, fault.Unavailable, Certificate,
			"El certificado del servidor de correo no es válido para ese nombre o lo firma una entidad que este sistema no conoce.")
	case errors.As(err, &record), errors.As(err, &alert):
		return withoutTLS(err)
	}
	return unreachable(err)
}

func withoutTLS(err error) error {
	return fault.Wrap(err, fault.Unavailable, NoTLS, "El servidor de correo no cifra la conexión en ese puerto.")
}

func withoutLogin(err error) error {
	return fault.Wrap(err, fault.Unavailable, NoLogin, "El servidor de correo no permite iniciar sesión en ese puerto.")
}

func unreachable(err error) error {
	if isReply(err) {
		return fault.Wrap(err, fault.Unavailable, Unreachable, "El servidor de correo no atiende a esta máquina: "+replyOf(err))
	}
	return fault.Wrap(err, fault.Unavailable, Unreachable, "El servidor de correo no responde o corta la conexión.")
}

// isReply reports whether the server answered, and said no.
func isReply(err error) bool {
	var reply *textproto.Error
	return errors.As(err, &reply)
}
