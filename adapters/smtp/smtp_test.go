package smtp_test

import (
	"bytes"
	"fmt"
	"io"
	"mime"
	"mime/quotedprintable"
	"net/mail"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/adapters/smtp"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/testkit/smtptest"
)

var dispatch = notification.Dispatch{ID: "0195f0a0-0000-7000-8000-000000000001", To: "juan@x.co", Subject: "Notificación: proceso 2026-1",
	Body: "Señor Juan:\n\nSe le notifica.\n.\nFin", ChangedAt: time.Date(2026, 3, 4, 15, 0, 0, 0, time.UTC)}

func mailer(t testing.TB, server *smtptest.Server) *smtp.Mailer {
	t.Helper()
	m, err := smtp.New(server.URL(), "Juzgado Primero <notificaciones@juzgado.gov.co>")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestAMessageArrivesAsItWasWritten(t *testing.T) {
	server := smtptest.Start(t)
	if err := mailer(t, server).Send(t.Context(), dispatch); err != nil {
		t.Fatal(err)
	}
	messages := server.Messages()
	if len(messages) != 1 || !messages[0].Taken || messages[0].To != "juan@x.co" || messages[0].From != "notificaciones@juzgado.gov.co" {
		t.Fatalf("%+v", messages)
	}
	head, body := read(t, messages[0])
	for name, want := range map[string]string{"From": `"Juzgado Primero" <notificaciones@juzgado.gov.co>`, "To": "<juan@x.co>",
		"Subject": dispatch.Subject, "Message-Id": "<" + dispatch.ID + "@juzgado.gov.co>", "Auto-Submitted": "auto-generated"} {
		if got, _ := new(mime.WordDecoder).DecodeHeader(head.Get(name)); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if strings.TrimRight(body, "\n") != dispatch.Body {
		t.Errorf("body %q", body)
	}
}

func read(t testing.TB, m smtptest.Message) (mail.Header, string) {
	t.Helper()
	parsed, err := mail.ReadMessage(strings.NewReader(m.Data))
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(quotedprintable.NewReader(parsed.Body))
	if err != nil {
		t.Fatal(err)
	}
	return parsed.Header, string(bytes.ReplaceAll(body, []byte("\r\n"), []byte("\n")))
}

// What an answer means: taken, refused for good, not taken, or nobody knows.
func TestWhatBecomesOfAMessage(t *testing.T) {
	for _, c := range []struct {
		name, command, answer string
		kind                  fault.Kind // "" for taken
		said                  string
	}{
		{"taken", "", "", "", ""},
		{"taken, and the parting fails", "QUIT", smtptest.HangUp, "", ""},
		{"taken, and the reset fails", "RSET", smtptest.HangUp, "", ""},
		{"no such person", "RCPT", "550 5.1.1 no such user", fault.Unprocessable, "La dirección de correo no existe. Respondió: «550 5.1.1 no such user»."},
		{"no such person, said without a code", "RCPT", `550 no "such" user: user unknown`, fault.Unprocessable, `La dirección de correo no existe. Respondió: «550 no "such" user: user unknown».`},
		{"a code without words for it", "RCPT", "550 5.1.1", fault.Unprocessable, "La dirección de correo no existe. Respondió: «550 5.1.1»."},
		{"sender refused", "MAIL", "553 not you", fault.Unprocessable, "El servidor de correo rechazó el mensaje. Respondió: «553 not you»."},
		{"refused once it was read", ".", "554 spam", fault.Unprocessable, "El servidor de correo rechazó el mensaje como correo no deseado. Respondió: «554 spam»."},
		{"the own server refuses to pass it on", "RCPT", "554 5.7.1 Relay access denied", fault.Unprocessable,
			"El servidor de correo rechazó el mensaje por sus políticas. Respondió: «554 5.7.1 Relay access denied»."},
		{"for now", "RCPT", "451 try later", fault.Unavailable, "El servidor de correo no recibe el mensaje por ahora. Respondió: «451 try later»."},
		{"for now, once it was read", ".", "452 4.2.2 full", fault.Unavailable, "El buzón está lleno. Respondió: «452 4.2.2 full»."},
		{"no server behind the port", "HELLO", smtptest.HangUp, fault.Unavailable, ""},
		{"hung up before the message", "DATA", smtptest.HangUp, fault.Unavailable, ""},
		{"hung up after the message", ".", smtptest.HangUp, fault.Internal, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := smtptest.Start(t)
			server.Answer(c.command, c.answer)
			err := mailer(t, server).Send(t.Context(), dispatch)
			if fault.KindOf(err) != c.kind {
				t.Errorf("%v, want a fault of kind %q", err, c.kind)
			}
			if f, ok := fault.As(err); ok && c.said != "" && f.Message != c.said {
				t.Errorf("it says %q, want %q", f.Message, c.said)
			}
		})
	}
}

func TestNoServerAtAll(t *testing.T) {
	m, err := smtp.New("smtp://127.0.0.1:1?tls=none", "a@x.co")
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Send(t.Context(), dispatch); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("%v", err)
	}
}

// Whatever is in a dispatch, it begins no header, no command and no second
// message, and reaches nobody else.
// Receipts are asked for where they are wanted: of the mail system where the server can pass that on, of the reader always.
func TestReceiptsAreRequested(t *testing.T) {
	for rule, c := range map[string]struct {
		asks, passesOn bool
	}{"not wanted": {false, true}, "wanted": {true, true}, "the server knows no reports": {true, false}} {
		server := smtptest.Start(t)
		if c.passesOn {
			server.Answer("EHLO", "250-smtptest\r\n250-8BITMIME\r\n250 DSN")
		}
		m := mailer(t, server)
		if c.asks {
			m.RequestReceipts()
		}
		if err := m.Send(t.Context(), dispatch); err != nil {
			t.Fatalf("%s: %v", rule, err)
		}
		head, _ := read(t, server.Messages()[0])
		want := map[bool]string{true: "<notificaciones@juzgado.gov.co>"}[c.asks]
		if got := head.Get("Disposition-Notification-To"); got != want {
			t.Errorf("%s: the reader is asked to tell %q, want %q", rule, got, want)
		}
		said := strings.Join(server.Dialogue(), "\n")
		if asked := strings.Contains(said, "NOTIFY=SUCCESS,FAILURE,DELAY"); asked != (c.asks && c.passesOn) {
			t.Errorf("%s: a report is asked for: %v in %q", rule, asked, said)
		}
	}
}

func TestNothingBeginsAHeader(t *testing.T) {
	server := smtptest.Start(t)
	m := mailer(t, server)
	evil := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"\r\nBcc: eva@x.co", "\nX-Evil: 1", "a\r\n.\r\nMAIL FROM:<eva@x.co>\r\n", "\r\n\r\nbody",
		"=?utf-8?q?=0D=0ABcc:_eva@x.co?=", "\u2028Bcc: eva@x.co", "\x00", "juan@x.co>\r\nRCPT TO:<eva@x.co", "juan@x.co, eva@x.co", "Eva <eva@x.co>"}))
	rapid.Check(t, func(r *rapid.T) {
		d := dispatch
		d.Subject, d.Body = evil.Draw(r, "subject"), evil.Draw(r, "body")+evil.Draw(r, "more")
		before, said := len(server.Messages()), len(server.Dialogue())
		if err := m.Send(t.Context(), d); err != nil {
			r.Fatal(err)
		}
		messages := server.Messages()[before:]
		if len(messages) != 1 || messages[0].To != "juan@x.co" {
			r.Fatalf("%d messages: %+v", len(messages), messages)
		}
		head, _ := read(t, messages[0])
		for name := range head {
			switch name {
			case "From", "To", "Subject", "Date", "Message-Id", "Mime-Version", "Content-Type", "Content-Transfer-Encoding", "Auto-Submitted":
			default:
				r.Errorf("the header %s: %q", name, head[name])
			}
		}
		for _, line := range server.Dialogue()[said:] {
			if strings.Contains(line, "eva") {
				r.Errorf("the command %q", line)
			}
		}
	})
	for _, to := range []string{"juan@x.co\r\nBcc: eva@x.co", "juan@x.co>\r\nRCPT TO:<eva@x.co", "juan@x.co, eva@x.co", "", "juan"} {
		d := dispatch
		d.To = to
		before := len(server.Messages())
		if err := m.Send(t.Context(), d); fault.KindOf(err) != fault.Unprocessable || len(server.Messages()) != before {
			t.Errorf("to %q: %v", to, err)
		}
	}
}

func TestWhichServersAndSendersAreTaken(t *testing.T) {
	for server, ok := range map[string]bool{"smtp://mail.x.co": true, "smtps://ana:clave@mail.x.co:465": true, "smtp://localhost:25?tls=none": true,
		"mail.x.co": false, "http://mail.x.co": false, "smtp://": false, "smtp://mail.x.co:x": false} {
		if _, err := smtp.New(server, "a@x.co"); (err == nil) != ok {
			t.Errorf("%s: %v", server, err)
		} else if err != nil && strings.Contains(err.Error(), "clave") {
			t.Errorf("%v repeats the password", err)
		}
	}
	if _, err := smtp.New("smtp://mail.x.co", "nadie"); err == nil {
		t.Error("a sender that is none")
	}
}

// A password is not sent where others can read it.
func TestTLSIsRequiredUnlessItIsSwitchedOff(t *testing.T) {
	server := smtptest.Start(t)
	m, err := smtp.New("smtp://ana:clave@"+server.Addr, "a@x.co")
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Send(t.Context(), dispatch); fault.KindOf(err) != fault.Unavailable || len(server.Messages()) != 0 {
		t.Errorf("%v", err)
	}
	if said := strings.Join(server.Dialogue(), "\n"); strings.Contains(said, "AUTH") {
		t.Errorf("said %s", said)
	}
}

func Example() {
	m, err := smtp.New("smtps://ana:clave@mail.example.org", "Juzgado <j@example.org>")
	fmt.Println(m != nil, err)
	_, err = smtp.New("mail.example.org", "j@example.org")
	fmt.Println(err)
	// Output:
	// true <nil>
	// smtp: the server is not smtp://HOST or smtps://HOST
}
