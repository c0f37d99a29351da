package imap_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
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
	"github.com/cotejo/cotejo/testkit/dovecot"
)

// scripted is a server that answers each command by a script; NO and a text refuse it. What follows HANG stays unsaid,
// and what follows CUT as well, because it hangs up.
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
		"UID SEARCH": "* SEARCH 1\r\n", "UID STORE": "", "UID COPY": "", "UID EXPUNGE": "", "NOOP": "",
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
		if text == "BAD" || strings.HasPrefix(text, "NO") {
			text, status = "", text
		}
		if _, at, ok := strings.Cut(command, "[]<"); ok { // of the piece that is asked for
			at, _, _ = strings.Cut(at, ".")
			text = strings.ReplaceAll(text, "{at}", at)
		}
		fmt.Fprint(conn, text)
		if cuts {
			return
		}
		if hangs {
			for in.Scan() {
				s.mu.Lock()
				s.said = append(s.said, in.Text())
				s.mu.Unlock()
			}
			return
		}
		if tag != "" {
			fmt.Fprintf(conn, "%s %s done\r\n", tag, status)
		}
		if !in.Scan() || in.Text() == "DONE" && !in.Scan() { // DONE ends an IDLE that is answered already
			return
		}
		tag, command, _ = strings.Cut(in.Text(), " ")
		s.mu.Lock()
		s.said = append(s.said, command)
		s.mu.Unlock()
	}
}

// has reports whether a command with a text was received.
func (s *scripted) has(text string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.ContainsFunc(s.said, func(command string) bool { return strings.Contains(command, text) })
}

func (s *scripted) mailbox() *imap.Mailbox {
	return imap.New(imap.Options{Place: imap.Place{Host: "127.0.0.1", Port: s.port, User: "a", Folder: "INBOX"}, Authenticate: imap.Password(password)})
}

// TestBrokenMessagesAreNeverComplete has a server that hangs up within a message, or sends another length than it
// said: Fetch must not return nil.
func TestBrokenMessagesAreNeverComplete(t *testing.T) {
	for name, answer := range map[string]string{
		"cut within the literal":             "* 1 FETCH (UID 1 BODY[]<0> {100}\r\nFrom: ana@x.co\r\n" + cut,
		"cut behind the literal":             "* 1 FETCH (UID 1 BODY[]<0> {5}\r\nFrom:" + cut,
		"cut before the end":                 "* 1 FETCH (UID 1 BODY[]<0> {5}\r\nFrom:)\r\n" + cut,
		"no body":                            "* 1 FETCH (UID 1)\r\n",
		"a huge literal":                     "* 1 FETCH (UID 1 BODY[]<0> {9223372036854775807}\r\nFrom:" + cut,
		"two bodies":                         "* 1 FETCH (UID 1 BODY[]<0> {1}\r\na BODY[]<0> {1}\r\nb)\r\n",
		"a refusal":                          "NO",
		"a message that is listed, not sent": "",
		"nothing of a message with a size":   "* 1 FETCH (UID 1 RFC822.SIZE 5 BODY[]<0> NIL)\r\n",
		"another piece":                      "* 1 FETCH (UID 1 RFC822.SIZE 12 BODY[]<7> {5}\r\nFrom:)\r\n",
		"one piece again and again":          "* 1 FETCH (UID 1 RFC822.SIZE 12 BODY[]<0> {5}\r\nFrom:)\r\n",
		"a byte at a time, without end":      "* 1 FETCH (UID 1 RFC822.SIZE 9000000 BODY[]<{at}> {1}\r\nF)\r\n",
		"not IMAP":                           "\x00\x00\x00\r\n",
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
			} else if f, _ := fault.As(err); name == "cut within the literal" && (f == nil || f.Code != imap.Unreachable) {
				t.Errorf("a broken connection is reported as %v", err)
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
			if patience == time.Minute && !strings.Contains(err.Error(), "sent more than") {
				t.Errorf("the bound did not end it: %v", err)
			}
		})
	}
}

// TestRemovedMessagesAreNotComplete has a server that sends nothing of what another client removed, and no error.
func TestRemovedMessagesAreNotComplete(t *testing.T) {
	const ask = "UID FETCH 1 (UID RFC822.SIZE BODY.PEEK[]<"
	for name, begin := range map[string]string{"before": "", "between": "* 1 FETCH (UID 1 RFC822.SIZE 20 BODY[]<0> {5}\r\nFrom:)\r\n"} {
		first := begin
		if first == "" {
			first = "* 1 FETCH (UID 1 RFC822.SIZE 0 BODY[]<0> NIL)\r\n"
		}
		s, err := script(t, answers(map[string]string{
			ask + "0.": first, ask + "5.": "* 1 FETCH (UID 1 RFC822.SIZE 0 BODY[]<5> \"\")\r\n", "UID SEARCH": "* SEARCH\r\n",
		})).mailbox().Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if err := s.Fetch(t.Context(), 1, new(bytes.Buffer)); fault.KindOf(err) != fault.NotFound {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestShortPiecesAreJoined has a server that sends less than what was asked for, and states a size that is too large.
func TestShortPiecesAreJoined(t *testing.T) {
	const ask = "UID FETCH 1 (UID RFC822.SIZE BODY.PEEK[]<"
	for name, last := range map[string]string{"empty": `BODY[]<12> ""`, "literal": "BODY[]<12> {0}\r\n", "NIL": "BODY[]<12> NIL"} {
		t.Run(name, func(t *testing.T) {
			s, err := script(t, answers(map[string]string{
				ask + "0.":  "* 1 FETCH (UID 1 RFC822.SIZE 20 BODY[]<0> {5}\r\nFrom:)\r\n",
				ask + "5.":  "* 1 FETCH (UID 1 RFC822.SIZE 20 BODY[]<5> {7}\r\n a@x.co)\r\n",
				ask + "12.": "* 1 FETCH (UID 1 RFC822.SIZE 20 " + last + ")\r\n",
			})).mailbox().Open(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			var got bytes.Buffer
			if err := s.Fetch(t.Context(), 1, &got); err != nil || got.String() != "From: a@x.co" {
				t.Errorf("%q, %v", got.String(), err)
			}
		})
	}
}

// TestLargeMailboxesAreSearchedAgainAtOnce has more messages than one search returns.
func TestLargeMailboxesAreSearchedAgainAtOnce(t *testing.T) {
	for count, soon := range map[int]bool{9_999: false, 10_000: false, 10_001: true} {
		var all strings.Builder
		for uid := range count {
			fmt.Fprintf(&all, " %d", 2*uid+1)
		}
		s, err := script(t, answers(map[string]string{"UID SEARCH": "* SEARCH" + all.String() + "\r\n"})).mailbox().Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if uids, err := s.Unmarked(t.Context()); err != nil || len(uids) != min(count, 10_000) || uids[9998] != 19997 {
			t.Errorf("%d messages: %d, %v", count, len(uids), err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		if err := s.Await(ctx); (err == nil) != soon {
			t.Errorf("%d messages: awaited with %v", count, err)
		}
	}
}

// idles are the answers of a server with IDLE.
func idles(answer string) map[string]string {
	return answers(map[string]string{"": "* OK [CAPABILITY IMAP4rev1 IDLE] hello\r\n", "CAPABILITY": "* CAPABILITY IMAP4rev1 IDLE\r\n", "IDLE": answer})
}

// TestChattyServersAreNotSearchedAllTheTime has a server that reports messages whenever the client idles.
func TestChattyServersAreNotSearchedAllTheTime(t *testing.T) {
	server := script(t, idles("+ idling\r\n* 1 EXISTS\r\n"))
	s, err := server.mailbox().Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	begin := time.Now()
	for range 3 {
		if _, err := s.Unmarked(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := s.Await(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if took := time.Since(begin); took < 3*time.Second {
		t.Errorf("it took %v", took)
	}
}

// TestAwaitEndsWithItsContext has a server that is silent while the client idles, and never confirms its end.
func TestAwaitEndsWithItsContext(t *testing.T) {
	s, err := script(t, idles("+ idling\r\n"+hang)).mailbox().Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	begin := time.Now()
	if err := s.Await(ctx); err == nil {
		t.Error("it ended without an error")
	}
	s.Close()
	if took := time.Since(begin); took > time.Minute {
		t.Errorf("it took %v", took)
	}
}

// TestKeywordsAreSearchedWhereTheyMayBe has servers with and without keywords: some of the latter refuse the search.
func TestKeywordsAreSearchedWhereTheyMayBe(t *testing.T) {
	for name, tc := range map[string]struct {
		selected string
		want     bool
	}{
		"any":    {"* 1 EXISTS\r\n* OK [PERMANENTFLAGS (\\Seen \\*)] ok\r\n", true},
		"ours":   {"* 1 EXISTS\r\n* OK [PERMANENTFLAGS ($Cotejo $CotejoPorRevisar)] ok\r\n", true},
		"former": {"* 1 EXISTS\r\n* FLAGS (\\Seen $Cotejo)\r\n* OK [PERMANENTFLAGS (\\Seen)] ok\r\n", true},
		"none":   {"* 1 EXISTS\r\n* OK [PERMANENTFLAGS (\\Seen)] ok\r\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			server := script(t, answers(map[string]string{"": "* OK [CAPABILITY IMAP4rev1 MOVE] hello\r\n", "CAPABILITY": "* CAPABILITY IMAP4rev1 MOVE\r\n",
				"CREATE": "", "SELECT": tc.selected}))
			s, err := server.mailbox().Open(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if _, err := s.Unmarked(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := server.has("UNKEYWORD $Cotejo "); got != tc.want {
				t.Errorf("searched for keywords: %v", got)
			}
		})
	}
}

// TestServersThatRepeatPasswordsAreNotQuoted has servers that show in their answer what they received.
func TestServersThatRepeatPasswordsAreNotQuoted(t *testing.T) {
	plain := base64.StdEncoding.EncodeToString([]byte("\x00a\x00" + dovecot.Password))
	for name, more := range map[string]map[string]string{
		"LOGIN": {"LOGIN": "NO unknown: a " + dovecot.Password},
		"PLAIN": {"": "* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR] hello\r\n", "AUTHENTICATE": "NO unknown: " + plain},
	} {
		_, err := script(t, answers(more)).mailbox().Open(t.Context())
		f, ok := fault.As(err)
		if !ok || f.Code != imap.LoginRefused || strings.Contains(err.Error(), dovecot.Password) || strings.Contains(err.Error(), plain) {
			t.Errorf("%s: %v", name, err)
		}
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
