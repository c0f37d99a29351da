// Package imap reads mailboxes over IMAP (RFC 9051 and RFC 3501), with emersion/go-imap.
//
// A server may be slow, broken or hostile: each exchange has a deadline and a bound on the bytes that it may send, and
// messages are fetched in pieces. Nothing is deleted from an account: messages are moved or flagged.
package imap

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"time"

	goimap "github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// Place is where a mailbox is.
type Place struct {
	Host   string
	Port   string
	User   string
	Folder string
	TLS    bool // from the start; otherwise STARTTLS is required, except towards this machine
}

const (
	tlsPort   = "993" // RFC 8314
	plainPort = "143"
)

// ParsePlace parses the address of a mailbox:
//
//	imaps://USER@HOST:PORT/FOLDER    TLS from the start; port 993
//	imap://USER@HOST:PORT/FOLDER     STARTTLS is required, except towards this machine; port 143
//
// The last @ before the host ends the user; signs of the user and the folder may be percent-encoded. The folder is
// INBOX by default. A password in the address is an error.
func ParsePlace(address string) (Place, error) {
	scheme, rest, ok := strings.Cut(address, "://")
	scheme = strings.ToLower(scheme)
	if !ok || scheme != "imap" && scheme != "imaps" {
		return Place{}, errors.New("imap: the address is not imaps://USER@HOST")
	}
	authority, folder, _ := strings.Cut(rest, "/")
	at := strings.LastIndexByte(authority, '@')
	if at <= 0 {
		return Place{}, errors.New("imap: the address has no user")
	}
	user, err := url.PathUnescape(authority[:at])
	if err != nil || strings.ContainsFunc(user, isControl) {
		return Place{}, errors.New("imap: the user is not valid")
	}
	if strings.Contains(authority[:at], ":") {
		return Place{}, errors.New("imap: the address has a password")
	}
	host, err := url.Parse("imap://" + authority[at+1:])
	if err != nil || host.Hostname() == "" || host.Path != "" || host.RawQuery != "" || host.Fragment != "" {
		return Place{}, errors.New("imap: the host is not valid")
	}
	if folder, err = url.PathUnescape(folder); err != nil || strings.ContainsFunc(folder, isControl) {
		return Place{}, errors.New("imap: the folder is not valid")
	}
	p := Place{Host: host.Hostname(), Port: host.Port(), User: user, Folder: folder, TLS: scheme == "imaps"}
	if p.Folder == "" {
		p.Folder = "INBOX"
	}
	if p.Port == "" {
		p.Port = plainPort
		if p.TLS {
			p.Port = tlsPort
		}
	}
	return p, nil
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }

// isLocal reports whether the host is this machine.
func (p Place) isLocal() bool {
	a, err := netip.ParseAddr(p.Host)
	return err == nil && a.IsLoopback() || p.Host == "localhost"
}

// String returns the address without the scheme.
func (p Place) String() string { return p.User + " en " + p.Host + ", carpeta " + p.Folder }

// Authenticator logs a user in on a connection.
type Authenticator func(ctx context.Context, c *imapclient.Client, user string) error

// Options configure a Mailbox.
type Options struct {
	Place        Place
	Authenticate Authenticator
	TLS          *tls.Config // nil for the certificate authorities of the system
}

// Mailbox implements ports.Mailbox. Each session has a connection of its own.
type Mailbox struct{ Options }

var _ ports.Mailbox = (*Mailbox)(nil)

// New returns a mailbox. It connects nowhere yet.
func New(o Options) *Mailbox { return &Mailbox{o} }

// Address implements ports.Mailbox.
func (m *Mailbox) Address() string { return m.Place.String() }

// Bounds of an exchange with a server.
const (
	dialPatience = 30 * time.Second
	patience     = 2 * time.Minute
	maxResponse  = 16 << 20 // bytes
)

// Open implements ports.Mailbox.
func (m *Mailbox) Open(ctx context.Context) (ports.MailboxSession, error) {
	s, err := m.login(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.within(ctx, patience, func() error { return s.open(m.Place.Folder, false) }); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if err := s.within(ctx, patience, func() error { return s.prepareMarks(m.Place.Folder) }); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Check connects, logs in and looks at the folder, and changes nothing. It returns the number of messages in it.
func (m *Mailbox) Check(ctx context.Context) (messages int, err error) {
	s, err := m.login(ctx)
	if err != nil {
		return 0, err
	}
	defer s.Close()
	err = s.within(ctx, patience, func() error { return s.open(m.Place.Folder, true) })
	return int(s.messages), err
}

// login returns a session that is logged in.
func (m *Mailbox) login(ctx context.Context) (*session, error) {
	dialer := net.Dialer{Timeout: dialPatience}
	address := net.JoinHostPort(m.Place.Host, m.Place.Port)
	conn, err := dialer.DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, unreachable(err)
	}
	s := &session{news: make(chan struct{}, 1)}
	s.conn = &boundedConn{Conn: conn}
	if err := s.within(ctx, patience, func() error { return m.begin(ctx, s) }); err != nil {
		if s.client != nil {
			s.Close()
		}
		conn.Close()
		return nil, err
	}
	return s, nil
}

// begin starts TLS and logs in.
func (m *Mailbox) begin(ctx context.Context, s *session) (err error) {
	config := m.TLS.Clone()
	if config == nil {
		config = &tls.Config{}
	}
	config.ServerName, config.NextProtos = m.Place.Host, []string{"imap"}
	options := &imapclient.Options{TLSConfig: config, UnilateralDataHandler: &imapclient.UnilateralDataHandler{Mailbox: s.notice}}
	switch {
	case m.Place.TLS:
		secure := tls.Client(s.conn, config)
		if err = secure.HandshakeContext(ctx); err == nil {
			s.client = imapclient.New(emptyResponses{secure}, options)
		}
	case m.Place.isLocal():
		s.client = imapclient.New(emptyResponses{s.conn}, options)
	default:
		s.client, err = imapclient.NewStartTLS(s.conn, options)
	}
	if err != nil {
		return noTLS(err)
	}
	if err := s.client.WaitGreeting(); err != nil {
		return unreachable(err)
	}
	if s.client.State() != goimap.ConnStateNotAuthenticated {
		return nil
	}
	return refusedLogin(m.Authenticate(ctx, s.client, m.Place.User))
}

// Codes of faults.
const (
	Unreachable  = "mail_unreachable" // no connection, or one that broke
	Certificate  = "mail_certificate" // of another name or an unknown authority
	NoTLS        = "mail_no_tls"
	LoginRefused = "mail_login"
	NoFolder     = "mail_folder"
	Unmarkable   = "mail_unmarkable" // messages can be neither moved nor flagged
	OwnFolder    = "mail_own_folder" // messages would be moved to the folder that is read
)

// noTLS returns the fault of a connection that could not be encrypted.
func noTLS(err error) error {
	var certificate *tls.CertificateVerificationError
	if errors.As(err, &certificate) {
		return fault.Wrap(err, fault.Unavailable, Certificate,
			"El certificado del servidor de correo no es válido para ese nombre o lo firma una entidad que este sistema no conoce.")
	}
	if isReply(err) {
		return fault.Wrap(err, fault.Unavailable, NoTLS, "El servidor de correo no ofrece cifrado (STARTTLS): use imaps://.")
	}
	return unreachable(err)
}

func unreachable(err error) error {
	return fault.Wrap(err, fault.Unavailable, Unreachable, "El servidor de correo no responde; se intenta de nuevo.")
}

// refusedLogin returns the fault of a login that the server refused.
func refusedLogin(err error) error {
	if _, ok := fault.As(err); ok || !isReply(err) {
		return err
	}
	return fault.Wrap(err, fault.Unauthenticated, LoginRefused, "El servidor de correo no acepta el usuario o la contraseña.")
}

// isReply reports whether the server answered, and said no.
func isReply(err error) bool {
	var reply *goimap.Error
	return errors.As(err, &reply)
}

// emptyResponses writes empty responses of a SASL exchange as empty lines, where the library writes an equals sign. After
// STARTTLS the equals sign stays, and servers refuse the command as well.
type emptyResponses struct{ net.Conn }

func (c emptyResponses) Write(p []byte) (int, error) {
	if string(p) != "=\r\n" {
		return c.Conn.Write(p)
	}
	_, err := io.WriteString(c.Conn, "\r\n")
	return len(p), err
}

// boundedConn fails once the server has sent too much.
type boundedConn struct {
	net.Conn
	bounds
}

func (c *boundedConn) Read(p []byte) (int, error) {
	if !c.allows() {
		return 0, fmt.Errorf("imap: the server sent more than %d bytes at once", maxResponse)
	}
	n, err := c.Conn.Read(p)
	c.spend(n)
	return n, err
}
