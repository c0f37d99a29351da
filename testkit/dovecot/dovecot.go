// Package dovecot gives tests an IMAP server of their own: Dovecot, in a temporary folder and on ports of
// 127.0.0.1 that nobody else has. It ends with the test binary, however that ends.
//
//	server := dovecot.Start(t)
//	account := server.Account(t, "reparto")
//	account.Append(t, "INBOX", message)
package dovecot

import (
	"crypto/x509"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	goimap "github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"github.com/cotejo/cotejo/testkit/program"
)

// Password is that of every account.
const Password = "una-clave-de-prueba"

// Server is a running server.
type Server struct {
	Port        int            // IMAP, with and without STARTTLS
	TLSPort     int            // IMAP over TLS
	Authorities *x509.CertPool // that sign its certificate, which is one of localhost

	options  Options
	folder   string
	uid, gid int
	lifeline io.Closer
	ended    <-chan struct{}
}

// Account is an account of a server.
type Account struct {
	Server *Server
	User   string
}

// URL returns the address of a folder of the account, without encryption.
func (a Account) URL(folder string) string {
	return fmt.Sprintf("imap://%s@127.0.0.1:%d/%s", a.User, a.Server.Port, folder)
}

// Options change how a server behaves.
type Options struct {
	Delimiter string // of the levels of folders; "/" if empty
	Prefix    string // of the names of all folders but INBOX
	// TokenInfoURL names an endpoint of RFC 7662. Accounts then log in with the tokens that it calls active, by
	// XOAUTH2, and with no password.
	TokenInfoURL string
}

// Start starts a server that ends with the test.
func Start(t testing.TB) *Server {
	t.Helper()
	return StartWith(t, Options{})
}

// StartWith starts a server with options that ends with the test.
func StartWith(t testing.TB, o Options) *Server {
	t.Helper()
	s := &Server{Port: program.FreePort(t), TLSPort: program.FreePort(t), options: o}
	if err := s.start(); err != nil {
		t.Fatalf("no IMAP server for this test: %v", err)
	}
	t.Cleanup(func() {
		s.Stop()
		os.RemoveAll(s.folder)
	})
	return s
}

// Account makes an account.
func (s *Server) Account(t testing.TB, user string) Account {
	t.Helper()
	if err := s.makeFolder(filepath.Join(s.folder, "mail", user)); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"Maildir", "Maildir/cur", "Maildir/new", "Maildir/tmp", "index", "control"} {
		if err := s.makeFolder(filepath.Join(s.folder, "mail", user, folder)); err != nil {
			t.Fatal(err)
		}
	}
	return Account{s, user}
}

// ForbidFolders keeps the account from making folders.
func (a Account) ForbidFolders(t testing.TB) {
	t.Helper()
	if err := os.Chmod(filepath.Join(a.Server.folder, "mail", a.User, "Maildir"), 0o555); err != nil {
		t.Fatal(err)
	}
}

// connect logs in on a connection of its own.
func (a Account) connect(t testing.TB) *imapclient.Client {
	t.Helper()
	c, err := imapclient.DialInsecure(fmt.Sprintf("127.0.0.1:%d", a.Server.Port), nil)
	if err == nil {
		err = c.Login(a.User, Password).Wait()
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Append puts messages into a folder, as a mail server does that receives them.
func (a Account) Append(t testing.TB, folder string, messages ...[]byte) {
	t.Helper()
	a.AppendAt(t, folder, time.Time{}, messages...)
}

// AppendAt puts messages into a folder that arrived at a time; the zero time is now.
func (a Account) AppendAt(t testing.TB, folder string, at time.Time, messages ...[]byte) {
	t.Helper()
	c := a.connect(t)
	defer c.Close()
	for _, m := range messages {
		w := c.Append(folder, int64(len(m)), &goimap.AppendOptions{Time: at})
		if _, err := w.Write(m); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Wait(); err != nil {
			t.Fatal(err)
		}
	}
}

// MakeFolder makes a folder.
func (a Account) MakeFolder(t testing.TB, folder string) {
	t.Helper()
	c := a.connect(t)
	defer c.Close()
	if err := c.Create(folder, nil).Wait(); err != nil {
		t.Fatal(err)
	}
}

// Expunge removes a message.
func (a Account) Expunge(t testing.TB, folder string, uid uint32) {
	t.Helper()
	c := a.connect(t)
	defer c.Close()
	_, err := c.Select(folder, nil).Wait()
	set := goimap.UIDSetNum(goimap.UID(uid))
	if err == nil {
		err = c.Store(set, &goimap.StoreFlags{Op: goimap.StoreFlagsAdd, Flags: []goimap.Flag{goimap.FlagDeleted}}, nil).Close()
	}
	if err == nil {
		err = c.UIDExpunge(set).Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Message is a message in a folder.
type Message struct {
	Subject string
	Flags   []goimap.Flag // without \Recent
}

// List returns the messages of a folder by UID; none if there is no such folder.
func (a Account) List(t testing.TB, folder string) (all []Message) {
	t.Helper()
	c := a.connect(t)
	defer c.Close()
	found, err := c.Select(folder, &goimap.SelectOptions{ReadOnly: true}).Wait()
	if err != nil || found.NumMessages == 0 {
		return nil
	}
	fetched, err := c.Fetch(goimap.UIDSet{{Start: 1}}, &goimap.FetchOptions{UID: true, Flags: true, Envelope: true}).Collect()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range fetched {
		entry := Message{Subject: m.Envelope.Subject}
		for _, f := range m.Flags {
			if f != `\Recent` {
				entry.Flags = append(entry.Flags, f)
			}
		}
		all = append(all, entry)
	}
	return all
}

// Await waits until a folder has at least so many messages, and returns them.
func (a Account) Await(t testing.TB, folder string, n int) []Message {
	t.Helper()
	c := a.connect(t)
	defer c.Close()
	for deadline := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		count := 0
		if status, err := c.Status(folder, &goimap.StatusOptions{NumMessages: true}).Wait(); err == nil && status.NumMessages != nil {
			count = int(*status.NumMessages)
		}
		if count >= n {
			return a.List(t, folder)
		}
		if time.Now().After(deadline) {
			log, _ := os.ReadFile(filepath.Join(a.Server.folder, "log"))
			t.Fatalf("%d messages in %s, want %d; the server says: %s", count, folder, n, lastLines(string(log)))
		}
	}
}

// Subjects returns the subjects of messages.
func Subjects(all []Message) (subjects []string) {
	for _, m := range all {
		subjects = append(subjects, m.Subject)
	}
	return subjects
}

func lastLines(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return strings.Join(lines[max(0, len(lines)-10):], "\n")
}
