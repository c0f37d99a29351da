package smtp_test

import (
	"crypto/x509"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/adapters/smtp"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/testkit/smtptest"
)

// TestCheckNamesFailingStep goes through what a server asks before it takes messages.
func TestCheckNamesFailingStep(t *testing.T) {
	const plain = "?tls=none"
	for rule, c := range map[string]struct {
		scheme, user, query  string
		tls, trusted, logins bool
		fromStart            bool // TLS
		command, answer      string
		code                 string // "" for none
	}{
		"TLS and login":                  {scheme: "smtp", user: "ana:clave@", tls: true, trusted: true, logins: true},
		"TLS from the start":             {scheme: "smtps", user: "ana:clave@", fromStart: true, trusted: true, logins: true},
		"unknown from the start":         {scheme: "smtps", user: "ana:clave@", fromStart: true, logins: true, code: smtp.Certificate},
		"TLS without login":              {scheme: "smtp", tls: true, trusted: true},
		"neither":                        {scheme: "smtp", query: plain},
		"hangs up at once":               {scheme: "smtp", query: plain, command: "HELLO", answer: smtptest.HangUp, code: smtp.Unreachable},
		"turns clients away":             {scheme: "smtp", query: plain, command: "HELLO", answer: "554 no", code: smtp.Unreachable},
		"no STARTTLS":                    {scheme: "smtp", user: "ana:clave@", logins: true, code: smtp.NoTLS},
		"refuses STARTTLS":               {scheme: "smtp", tls: true, trusted: true, command: "STARTTLS", answer: "454 not now", code: smtp.NoTLS},
		"no TLS from the start":          {scheme: "smtps", tls: true, trusted: true, code: smtp.NoTLS},
		"certificate of nobody known":    {scheme: "smtp", user: "ana:clave@", tls: true, logins: true, code: smtp.Certificate},
		"wrong password":                 {scheme: "smtp", user: "ana:otra@", tls: true, trusted: true, logins: true, code: smtp.LoginRefused},
		"no login offered":               {scheme: "smtp", user: "ana:clave@", tls: true, trusted: true, code: smtp.NoLogin},
		"passwords only with encryption": {scheme: "smtp", user: "ana:clave@", query: plain, logins: true, code: smtp.NoLogin},
		"hangs up at the login": {scheme: "smtp", user: "ana:clave@", tls: true, trusted: true, logins: true, command: "AUTH", answer: smtptest.HangUp,
			code: smtp.Unreachable},
	} {
		t.Run(rule, func(t *testing.T) {
			server := smtptest.Start(t)
			authorities := x509.NewCertPool()
			var certificate *x509.Certificate
			if c.tls {
				certificate = server.OfferTLS()
			} else if c.fromStart {
				certificate = server.EncryptFromStart()
			}
			if c.trusted {
				authorities.AddCert(certificate)
			}
			if c.logins {
				server.OfferLogin("ana", "clave")
			}
			server.Answer(c.command, c.answer)
			m, err := smtp.New(c.scheme+"://"+c.user+server.Addr+c.query, "a@x.co")
			if err != nil {
				t.Fatal(err)
			}
			m.Trust(authorities)
			session, err := m.Check(t.Context())
			f, refused := fault.As(err)
			if refused != (c.code != "") || refused && (f.Code != c.code || f.Message == "") || (err != nil) != refused {
				t.Errorf("found %v, want %q", err, c.code)
			}
			if err == nil && (session != smtp.Session{Encrypted: c.query != plain, LoggedIn: c.user != ""}) {
				t.Errorf("agreed on %+v", session)
			}
			said := strings.Join(server.Dialogue(), "\n")
			if strings.Contains(said, "MAIL") || len(server.Messages()) != 0 {
				t.Errorf("something was sent: %s", said)
			}
			if c.user != "" && (c.code == smtp.NoTLS || c.code == smtp.Certificate) && strings.Contains(said, "AUTH") {
				t.Errorf("a password was sent: %s", said)
			}
		})
	}
}

func TestCheckWithoutServer(t *testing.T) {
	m, err := smtp.New("smtp://ana:clave@127.0.0.1:1", "a@x.co")
	if err != nil {
		t.Fatal(err)
	}
	_, err = m.Check(t.Context())
	if f, ok := fault.As(err); !ok || f.Code != smtp.Unreachable {
		t.Errorf("found %v", err)
	}
}
