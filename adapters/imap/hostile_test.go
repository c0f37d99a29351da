package imap_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/imap"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// scripted is a server that answers each command by a script. What follows HANG stays unsaid, and what follows
// CUT as well, because it hangs up.
type scripted struct {
	port string
	mu   sync.Mutex
	said []string // commands, without their tags
}

const (
	hang = "HANG"
	cut  = "CUT"
)

// answers are those of a server without extensions, by the beginning of the command.
func answers(more map[string]string) map[string]string {
	all := map[string]string{
		"": "* OK [CAPABILITY IMAP4rev1] hello\r\n", "LOGIN": "", "CAPABILITY": "* CAPABILITY IMAP4rev1\r\n",
		"SELECT": "* 1 EXISTS\r\n* FLAGS (\\Seen)\r\n* OK [PERMANENTFLAGS (\\Seen \\*)] ok\r\n", "LIST": "* LIST () \"/\" \"\"\r\n", "CREATE": "NO",
		"UID SEARCH": "* SEARCH 1\r\n", "UID STORE": "", "UID COPY": "", "UID EXPUNGE": "",
	}
	for command, answer := range more {
		all[command] = answer
	}
	return all
}

func script(t *testing.T, answers map[string]string) *scripted {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	s := &scripted{port: strconv.Itoa(listener.Addr().(*net.TCPAddr).Port)}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go s.speak(conn, answers)
		}
	}()
	return s
}

func (s *scripted) speak(conn net.Conn, answers map[string]string) {
	defer conn.Close()
	in := bufio.NewScanner(conn)
	for tag, command := "", ""; ; {
		answer, best := "BAD", -1
		for begins, a := range answers {
			if (begins == "") == (tag == "") && strings.HasPrefix(command, begins) && len(begins) > best {
				answer, best = a, len(begins)
			}
		}
		text, _, hangs := strings.Cut(answer, hang)
		text, _, cuts := strings.Cut(text, cut)
		status := "OK"
		if text == "NO" || text == "BAD" {
			text, status = "", text
		}
		fmt.Fprint(conn, text)
		if cuts {
			return
		}
		if hangs {
			for in.Scan() {
			}
			return
		}
		if tag != "" {
			fmt.Fprintf(conn, "%s %s done\r\n", tag, status)
		}
		if !in.Scan() {
			return
		}
		tag, command, _ = strings.Cut(in.Text(), " ")
		s.mu.Lock()
		s.said = append(s.said, command)
		s.mu.Unlock()
	}
}

func (s *scripted) mailbox() *imap.Mailbox {
	return imap.New(imap.Options{Place: imap.Place{Host: "127.0.0.1", Port: s.port, User: "a", Folder: "INBOX"}, Authenticate: imap.Password(password)})
}

// TestBrokenMessagesAreNeverComplete has a server that hangs up within a message, or sends another length than it
// said: Fetch must not return nil.
func TestBrokenMessagesAreNeverComplete(t *testing.T) {
	for name, answer := range map[string]string{
		"cut within the literal": "* 1 FETCH (UID 1 BODY[]<0> {100}\r\nFrom: ana@x.co\r\n" + cut,
		"cut behind the literal": "* 1 FETCH (UID 1 BODY[]<0> {5}\r\nFrom:" + cut,
		"cut before the end":     "* 1 FETCH (UID 1 BODY[]<0> {5}\r\nFrom:)\r\n" + cut,
		"no body":                "* 1 FETCH (UID 1)\r\n",
		"a huge literal":         "* 1 FETCH (UID 1 BODY[]<0> {9223372036854775807}\r\nFrom:" + cut,
		"two bodies":             "* 1 FETCH (UID 1 BODY[]<0> {1}\r\na BODY[]<0> {1}\r\nb)\r\n",
		"a refusal":              "NO",
		"not IMAP":               "\x00\x00\x00\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			s, err := script(t, answers(map[string]string{"UID FETCH": answer})).mailbox().Open(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			var got bytes.Buffer
			if err := s.Fetch(t.Context(), 1, &got); err == nil || fault.KindOf(err) == fault.NotFound {
				t.Errorf("%q, %v", got.String(), err)
			}
		})
	}
}

// TestServersAreBounded has servers that never answer or never stop: the end of the context ends the first, the bound
// on bytes the second.
func TestServersAreBounded(t *testing.T) {
	endless := strings.Repeat("* OK "+strings.Repeat("a", 1<<20), 20)
	for name, more := range map[string]map[string]string{
		"silence":               {"": hang},
		"silence after login":   {"LOGIN": hang},
		"silence at the folder": {"SELECT": hang},
		"an endless greeting":   {"": endless + hang},
		"an endless line":       {"SELECT": endless + hang},
		"a huge literal":        {"": "* OK [CAPABILITY IMAP4rev1 MOVE] hello\r\n", "CAPABILITY": "* CAPABILITY IMAP4rev1 MOVE\r\n", "LIST": "* LIST () \"/\" {99999999999}\r\n" + strings.Repeat("a", 20<<20) + hang},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := script(t, answers(more))
			patience := time.Minute
			if strings.HasPrefix(name, "silence") {
				patience = 200 * time.Millisecond
			}
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			s, err := server.mailbox().Open(ctx)
			if err == nil {
				s.Close()
				t.Fatal("it is open")
			}
			if patience == time.Minute && ctx.Err() != nil {
				t.Errorf("it took a minute: %v", err)
			}
		})
	}
}

func TestHugeSearchIsNotExpanded(t *testing.T) {
	s, err := script(t, answers(map[string]string{"UID SEARCH": "* ESEARCH (TAG \"T5\") UID ALL 1:4294967295\r\n* ESEARCH UID ALL 1:4294967295\r\n"})).mailbox().Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if uids, err := s.Unmarked(t.Context()); err == nil && len(uids) != 10_000 {
		t.Errorf("%d, %v", len(uids), err)
	}
}

// TestMarksWithoutMove lists what is said to servers that cannot move: copy, flag and expunge of that message alone, or
// a keyword, or nothing.
func TestMarksWithoutMove(t *testing.T) {
	uidplus := map[string]string{"": "* OK [CAPABILITY IMAP4rev1 UIDPLUS] hello\r\n", "CAPABILITY": "* CAPABILITY IMAP4rev1 UIDPLUS\r\n", "CREATE": ""}
	move := map[string]string{"": "* OK [CAPABILITY IMAP4rev1 MOVE] hello\r\n", "CAPABILITY": "* CAPABILITY IMAP4rev1 MOVE\r\n", "CREATE": "", "UID MOVE": "NO"}
	forbidden := map[string]string{"SELECT": "* 1 EXISTS\r\n* OK [PERMANENTFLAGS (\\Seen)] ok\r\n"}
	for name, tc := range map[string]struct {
		answers map[string]string
		want    []string
		fails   bool
	}{
		"copy":             {uidplus, []string{"UID COPY 7 Cotejo/recibidos", `UID STORE 7 +FLAGS.SILENT (\Deleted)`, "UID EXPUNGE 7"}, false},
		"keyword":          {nil, []string{"UID STORE 7 +FLAGS.SILENT ($Cotejo)"}, false},
		"a refused move":   {move, []string{"UID MOVE 7 Cotejo/recibidos", "UID STORE 7 +FLAGS.SILENT ($Cotejo)"}, false},
		"nothing is legal": {forbidden, nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			server := script(t, answers(tc.answers))
			s, err := server.mailbox().Open(t.Context())
			if tc.fails {
				if f, ok := fault.As(err); !ok || f.Code != imap.Unmarkable {
					t.Errorf("%v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if err := s.Mark(t.Context(), 7, document.MarkReceived); err != nil {
				t.Fatal(err)
			}
			server.mu.Lock()
			defer server.mu.Unlock()
			said := slices.DeleteFunc(slices.Clone(server.said), func(s string) bool { return !strings.HasPrefix(s, "UID ") && !strings.HasPrefix(s, "EXPUNGE") })
			for i := range said {
				said[i] = strings.ReplaceAll(said[i], `"`, "")
			}
			if !slices.Equal(said, tc.want) {
				t.Errorf("said %q, want %q", said, tc.want)
			}
		})
	}
}

// TestPasswordsAreNotSentWithoutTLS has a server of another machine's name that offers no STARTTLS.
func TestPasswordsAreNotSentWithoutTLS(t *testing.T) {
	server := script(t, answers(map[string]string{"STARTTLS": "NO"}))
	m := imap.New(imap.Options{Place: imap.Place{Host: "0.0.0.0", Port: server.port, User: "a", Folder: "INBOX"}, Authenticate: imap.Password(password)})
	_, err := m.Open(t.Context())
	if f, ok := fault.As(err); !ok || f.Code != imap.NoTLS {
		t.Errorf("%v", err)
	}
	server.mu.Lock()
	defer server.mu.Unlock()
	if slices.ContainsFunc(server.said, func(s string) bool { return strings.HasPrefix(s, "LOGIN") || strings.HasPrefix(s, "AUTH") }) {
		t.Errorf("said %q", server.said)
	}
}
