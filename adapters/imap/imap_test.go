package imap_test

import (
	"bytes"
	"crypto/tls"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/imap"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
	"github.com/cotejo/cotejo/testkit/dovecot"
)

func TestParsePlace(t *testing.T) {
	for address, want := range map[string]imap.Place{
		"imaps://reparto@mail.example.org":                      {Host: "mail.example.org", Port: "993", User: "reparto", Folder: "INBOX", TLS: true},
		"imaps://a@juzgado.gov.co@mail.example.org":             {Host: "mail.example.org", Port: "993", User: "a@juzgado.gov.co", Folder: "INBOX", TLS: true},
		"imap://a%40x.co@mail.example.org:1143/Tutelas%20y%20m": {Host: "mail.example.org", Port: "1143", User: "a@x.co", Folder: "Tutelas y m"},
		"IMAPS://a@[::1]/INBOX/Reparto":                         {Host: "::1", Port: "993", User: "a", Folder: "INBOX/Reparto", TLS: true},
		"imap://a@127.0.0.1/":                                   {Host: "127.0.0.1", Port: "143", User: "a", Folder: "INBOX"},
	} {
		if got, err := imap.ParsePlace(address); got != want || err != nil {
			t.Errorf("%s: %+v, %v", address, got, err)
		}
	}
	for _, address := range []string{"", "mail.example.org", "pop3://a@x", "imaps://mail.example.org", "imaps://@x", "imaps://a:clave@x", "imaps://a@",
		"imaps://a@x:port", "imaps://a@x?b", "imaps://a%0a@x", "imaps://a@x/%0d", "imaps://a%zz@x"} {
		if p, err := imap.ParsePlace(address); err == nil {
			t.Errorf("%q is accepted: %+v", address, p)
		} else if strings.Contains(err.Error(), "clave") {
			t.Errorf("the error shows the password: %v", err)
		}
	}
}

func password() (string, error) { return dovecot.Password, nil }

func open(t *testing.T, a dovecot.Account, folder string) ports.MailboxSession {
	t.Helper()
	s, err := imap.New(imap.Options{Place: place(a, folder), Authenticate: imap.Password(password)}).Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func place(a dovecot.Account, folder string) imap.Place {
	return imap.Place{Host: "127.0.0.1", Port: strconv.Itoa(a.Server.Port), User: a.User, Folder: folder}
}

func message(subject string, size int) []byte {
	head := fmt.Sprintf("From: Ana =?utf-8?q?L=C3=B3pez?= <ana@x.co>\r\nSubject: %s\r\nMessage-ID: <%s@x.co>\r\n\r\n", subject, subject)
	return append([]byte(head), bytes.Repeat([]byte("0123456789abcdef0123456789abcdef0123456789abcdef0123456789abc\r\n"), size/63)...)
}

func TestMessagesAreFetchedAndMoved(t *testing.T) {
	server := dovecot.Start(t)
	account := server.Account(t, "reparto")
	whole := 2<<20/63*63 - len(message("m3", 0)) // a piece exactly, with what follows
	sizes := []int{0, 100, 2<<20 - 200, whole, 5 << 20}
	for i, size := range sizes {
		account.Append(t, "INBOX", message(fmt.Sprint("m", i), size))
	}
	arrived := time.Date(2026, 3, 2, 20, 15, 0, 0, time.UTC)
	account.AppendAt(t, "INBOX", arrived, message("m5", 0))
	sizes = append(sizes, 0)
	s := open(t, account, "INBOX")
	uids, err := s.Unmarked(t.Context())
	if err != nil || len(uids) != len(sizes) || !slices.IsSorted(uids) {
		t.Fatalf("%v, %v", uids, err)
	}
	for i, uid := range uids {
		want := message(fmt.Sprint("m", i), sizes[i])
		m, err := s.Describe(t.Context(), uid)
		if err != nil || m.Size != int64(len(want)) || m.Sender != "Ana López <ana@x.co>" || m.Subject != fmt.Sprint("m", i) {
			t.Errorf("%+v, %v", m, err)
		}
		if last := i == len(uids)-1; m.ArrivedAt.IsZero() || m.ArrivedAt.Equal(arrived) != last {
			t.Errorf("message %d arrived at %s", i, m.ArrivedAt)
		}
		var got bytes.Buffer
		if err := s.Fetch(t.Context(), uid, &got); err != nil || !bytes.Equal(got.Bytes(), want) {
			t.Errorf("message %d has %d bytes of %d: %v", i, got.Len(), len(want), err)
		}
	}
	for i, mark := range []document.MailboxMark{document.MarkReceived, document.MarkReview, document.MarkIgnored} {
		if err := s.Mark(t.Context(), uids[i], mark); err != nil {
			t.Fatal(err)
		}
	}
	if left, err := s.Unmarked(t.Context()); err != nil || !slices.Equal(left, uids[3:]) {
		t.Errorf("%v, %v", left, err)
	}
	for folder, want := range map[string]string{"Cotejo/recibidos": "m0", "Cotejo/por-revisar": "m1", "Cotejo/ignorados": "m2"} {
		if got := account.List(t, folder); len(got) != 1 || got[0].Subject != want || len(got[0].Flags) != 0 {
			t.Errorf("%s: %+v", folder, got)
		}
	}
	if got := account.List(t, "INBOX"); len(got) != len(sizes)-3 || len(got[0].Flags) != 0 {
		t.Errorf("left: %+v", got)
	}
	if _, err := s.Describe(t.Context(), uids[0]); fault.KindOf(err) != fault.NotFound {
		t.Errorf("gone: %v", err)
	}
	if err := s.Fetch(t.Context(), uids[0], new(bytes.Buffer)); fault.KindOf(err) != fault.NotFound {
		t.Errorf("gone: %v", err)
	}
	if err := s.Mark(t.Context(), uids[0], document.MarkReceived); err != nil {
		t.Errorf("gone: %v", err)
	}
}

// TestFoldersOfOtherNames has a server whose levels are separated by dots, below a prefix, and a folder whose name is not
// ASCII. The folders for what is done with exist already at the second session.
func TestFoldersOfOtherNames(t *testing.T) {
	account := dovecot.StartWith(t, dovecot.Options{Delimiter: ".", Prefix: "INBOX."}).Account(t, "reparto")
	const folder = "INBOX.Acción & reparto"
	account.MakeFolder(t, folder)
	for n := range 2 {
		account.Append(t, folder, message(fmt.Sprint(n), 0))
		s := open(t, account, folder)
		uids, err := s.Unmarked(t.Context())
		if err != nil || len(uids) != 1 {
			t.Fatalf("%v, %v", uids, err)
		}
		if err := s.Mark(t.Context(), uids[0], document.MarkReceived); err != nil {
			t.Fatal(err)
		}
		if got := account.List(t, "INBOX.Cotejo.recibidos"); len(got) != n+1 || len(account.List(t, folder)) > 0 {
			t.Errorf("moved: %+v", got)
		}
	}
	m := imap.New(imap.Options{Place: place(account, "INBOX.Cotejo.recibidos"), Authenticate: imap.Password(password)})
	if _, err := m.Open(t.Context()); err == nil {
		t.Error("messages would be moved to where they are")
	} else if f, ok := fault.As(err); !ok || f.Code != imap.OwnFolder {
		t.Error(err)
	}
}

// TestMessagesThatOthersExpunge has another client that removes messages after the search, one of them between two pieces.
// A message is then gone or complete, and those after it keep their UIDs.
func TestMessagesThatOthersExpunge(t *testing.T) {
	account := dovecot.Start(t).Account(t, "reparto")
	account.Append(t, "INBOX", message("a", 0), message("b", 5<<20), message("c", 0))
	s := open(t, account, "INBOX")
	uids, err := s.Unmarked(t.Context())
	if err != nil || len(uids) != 3 {
		t.Fatalf("%v, %v", uids, err)
	}
	account.Expunge(t, "INBOX", uids[0])
	var got bytes.Buffer
	for i, want := range [][]byte{message("a", 0), message("b", 5<<20), message("c", 0)} {
		got.Reset()
		removed := i != 1
		err = s.Fetch(t.Context(), uids[i], writerFunc(func(p []byte) (int, error) {
			if !removed {
				removed = true
				account.Expunge(t, "INBOX", uids[1])
			}
			return got.Write(p)
		}))
		if err == nil && !bytes.Equal(got.Bytes(), want) || err != nil && fault.KindOf(err) != fault.NotFound || err != nil && i == 2 {
			t.Errorf("message %d has %d bytes of %d: %v", i, got.Len(), len(want), err)
		}
		if err := s.Mark(t.Context(), uids[i], document.MarkReceived); err != nil {
			t.Errorf("message %d: %v", i, err)
		}
	}
	if moved := dovecot.Subjects(account.List(t, "Cotejo/recibidos")); !slices.Contains(moved, "c") {
		t.Errorf("moved %q", moved)
	}
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

func TestForbiddenFoldersLeaveKeywords(t *testing.T) {
	account := dovecot.Start(t).Account(t, "reparto")
	account.Append(t, "INBOX", message("a", 0), message("b", 0), message("c", 0), message("d", 0))
	account.ForbidFolders(t)
	s := open(t, account, "INBOX")
	uids, err := s.Unmarked(t.Context())
	if err != nil || len(uids) != 4 {
		t.Fatalf("%v, %v", uids, err)
	}
	if err := s.Mark(t.Context(), uids[0], document.MarkReceived); err != nil {
		t.Fatal(err)
	}
	if err := s.Mark(t.Context(), uids[1], document.MarkReview); err != nil {
		t.Fatal(err)
	}
	if err := s.Mark(t.Context(), uids[2], document.MarkIgnored); err != nil {
		t.Fatal(err)
	}
	if left, err := s.Unmarked(t.Context()); err != nil || !slices.Equal(left, uids[3:]) {
		t.Errorf("%v, %v", left, err)
	}
	got := account.List(t, "INBOX")
	if len(got) != 4 || len(got[0].Flags) != 1 || got[0].Flags[0] != "$Cotejo" || got[1].Flags[0] != "$CotejoPorRevisar" || got[2].Flags[0] != "$CotejoIgnorado" || len(got[3].Flags) != 0 {
		t.Errorf("%+v", got)
	}
}

func TestAwaitReturnsOnNewMail(t *testing.T) {
	account := dovecot.Start(t).Account(t, "reparto")
	s := open(t, account, "INBOX")
	if uids, err := s.Unmarked(t.Context()); err != nil || len(uids) != 0 {
		t.Fatalf("%v, %v", uids, err)
	}
	for n := range 3 {
		awaited := make(chan error)
		go func() { awaited <- s.Await(t.Context()) }()
		account.Append(t, "INBOX", message(fmt.Sprint(n), 0))
		if err := <-awaited; err != nil {
			t.Fatal(err)
		}
		if uids, err := s.Unmarked(t.Context()); err != nil || len(uids) != n+1 {
			t.Errorf("%v, %v", uids, err)
		}
	}
}

func TestLoginAndFolderFaults(t *testing.T) {
	server := dovecot.Start(t)
	account := server.Account(t, "reparto")
	plain := place(account, "INBOX")
	missing := plain
	missing.Folder = "Tutelas"
	secure := imap.Place{Host: "localhost", Port: strconv.Itoa(server.TLSPort), User: account.User, Folder: "INBOX", TLS: true}
	closed := plain
	closed.Port = "1"
	trusted := &tls.Config{RootCAs: server.Authorities}
	for name, tc := range map[string]struct {
		place    imap.Place
		password string
		tls      *tls.Config
		want     string // code of the fault
	}{
		"plain":          {plain, dovecot.Password, nil, ""},
		"TLS":            {secure, dovecot.Password, trusted, ""},
		"wrong password": {plain, "otra", nil, "mail_login"},
		"no folder":      {missing, dovecot.Password, nil, "mail_folder"},
		"unknown CA":     {secure, dovecot.Password, nil, "mail_certificate"},
		"no server":      {closed, dovecot.Password, nil, "mail_unreachable"},
	} {
		t.Run(name, func(t *testing.T) {
			m := imap.New(imap.Options{Place: tc.place, TLS: tc.tls, Authenticate: imap.Password(func() (string, error) { return tc.password, nil })})
			_, err := m.Check(t.Context())
			f, _ := fault.As(err)
			if tc.want == "" && err != nil || tc.want != "" && (f == nil || f.Code != tc.want) {
				t.Errorf("%v, want %q", err, tc.want)
			}
		})
	}
	if got := account.List(t, "Cotejo/recibidos"); got != nil {
		t.Errorf("a check makes folders: %v", got)
	}
}
