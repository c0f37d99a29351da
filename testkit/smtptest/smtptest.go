// Package smtptest is a mail server for tests, which takes messages, refuses
// them or hangs up, as a test says.
package smtptest

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"net"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// Server is a mail server on the loopback interface.
type Server struct {
	Addr string // host:port

	mu       sync.Mutex
	script   map[string]string
	held     <-chan struct{}
	secure   *tls.Config // of STARTTLS; nil: it is not offered
	implicit bool        // TLS begins before anything is said
	login    string      // that is asked for, in the form of AUTH PLAIN; "": none
	messages []Message
	dialogue []string
	listener net.Listener
}

// Message is what the server took, or was about to take.
type Message struct {
	From, To string // as the envelope has them
	Data     string // head and body, lines ended by \n
	Taken    bool   // the client was reported 250
}

// HangUp, as an answer, closes the connection instead.
const HangUp = "hang up"

// Start returns a server that runs until the test ends.
func Start(t testing.TB) *Server {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{Addr: ln.Addr().String(), script: map[string]string{}, listener: ln}
	t.Cleanup(func() { ln.Close() })
	go func() {
		for {
			conn, err := ln.Accept()
			if err != nil {
				return
			}
			go s.serve(conn)
		}
	}()
	return s
}

// URL is the server as adapters/smtp takes it.
func (s *Server) URL() string { return "smtp://" + s.Addr + "?tls=none" }

// Answer sets what the server says to a command from now on: HELLO (before
// anything is asked), EHLO, STARTTLS, AUTH, MAIL, RCPT, DATA, QUIT, or "." for the end of a
// message; or "RCPT" and an address: to that one. "" means to go along with it.
func (s *Server) Answer(command, answer string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script[command] = answer
}

// OfferTLS lets the server offer STARTTLS from now on. Its certificate is for 127.0.0.1, and signed by itself.
func (s *Server) OfferTLS() *x509.Certificate {
	web := httptest.NewTLSServer(nil)
	defer web.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.secure = &tls.Config{Certificates: web.TLS.Certificates}
	return web.Certificate()
}

// EncryptFromStart is OfferTLS for a server that expects TLS before anything is said.
func (s *Server) EncryptFromStart() *x509.Certificate {
	certificate := s.OfferTLS()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.implicit = true
	return certificate
}

// OfferLogin lets the server offer AUTH PLAIN from now on, for one user.
func (s *Server) OfferLogin(user, password string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.login = base64.StdEncoding.EncodeToString([]byte("\x00" + user + "\x00" + password))
}

// greeting is the answer to EHLO.
func (s *Server) greeting() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	text := "250-smtptest\r\n250-8BITMIME\r\n"
	if s.secure != nil && !s.implicit {
		text += "250-STARTTLS\r\n"
	}
	if s.login != "" {
		text += "250-AUTH PLAIN\r\n"
	}
	return text + "250 SMTPUTF8"
}

// judgement is the answer to a login.
func (s *Server) judgement(credentials string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.login == "" || credentials != "PLAIN "+s.login {
		return "535 5.7.8 authentication failed"
	}
	return "235 welcome"
}

// Hold has the server wait with the receipt of each message, once it has it,
// until the channel is closed; nil gives receipts at once.
func (s *Server) Hold(until <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held = until
}

// Messages returns those whose end came in, oldest first.
func (s *Server) Messages() []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Message(nil), s.messages...)
}

// Dialogue returns every line that clients said outside messages.
func (s *Server) Dialogue() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.dialogue...)
}

func (s *Server) answerTo(command, usual string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if a := s.script[command]; a != "" {
		return a
	}
	return usual
}

func (s *Server) serve(conn net.Conn) {
	defer func() { conn.Close() }()
	s.mu.Lock()
	if s.implicit {
		conn = tls.Server(conn, s.secure)
	}
	s.mu.Unlock()
	in := bufio.NewReader(conn)
	say := func(answer string) bool {
		if answer == HangUp {
			return false
		}
		_, err := conn.Write([]byte(answer + "\r\n"))
		return err == nil
	}
	if !say(s.answerTo("HELLO", "220 smtptest")) {
		return
	}
	var m Message
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.TrimRight(line, "\r\n")
		s.mu.Lock()
		s.dialogue = append(s.dialogue, line)
		s.mu.Unlock()
		command, rest, _ := strings.Cut(line, " ")
		command = strings.ToUpper(command)
		switch command {
		case "MAIL":
			m = Message{From: address(rest)}
		case "RCPT":
			m.To = address(rest)
		case "DATA":
			if !s.take(in, &m, say) {
				return
			}
			continue
		}
		usual := "250 ok"
		switch command {
		case "EHLO":
			usual = s.greeting()
		case "AUTH":
			usual = s.judgement(rest)
		case "QUIT":
			usual = "221 bye"
		case "STARTTLS":
			usual = "220 go on"
		}
		if command == "RCPT" {
			usual = s.answerTo("RCPT "+m.To, usual)
		}
		answer := s.answerTo(command, usual)
		if !say(answer) || command == "QUIT" {
			return
		}
		if command == "STARTTLS" && strings.HasPrefix(answer, "220") {
			s.mu.Lock()
			conn = tls.Server(conn, s.secure)
			s.mu.Unlock()
			in = bufio.NewReader(conn)
		}
	}
}

// take reads a message; it is false when the connection is over.
func (s *Server) take(in *bufio.Reader, m *Message, say func(string) bool) bool {
	answer := s.answerTo("DATA", "354 go on")
	if !say(answer) || !strings.HasPrefix(answer, "354") {
		return answer != HangUp
	}
	var data strings.Builder
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return false
		}
		line = strings.TrimRight(line, "\r\n")
		if line == "." {
			break
		}
		data.WriteString(strings.TrimPrefix(line, ".") + "\n")
	}
	answer = s.answerTo(".", "250 taken")
	m.Data, m.Taken = data.String(), strings.HasPrefix(answer, "250")
	s.mu.Lock()
	s.messages = append(s.messages, *m)
	held := s.held
	s.mu.Unlock()
	if held != nil {
		<-held
	}
	return say(answer)
}

// address is what stands between angle brackets.
func address(s string) string {
	_, s, _ = strings.Cut(s, "<")
	s, _, _ = strings.Cut(s, ">")
	return s
}
