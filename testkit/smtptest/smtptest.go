// Package smtptest is a mail server for tests, which takes messages, refuses
// them or hangs up, as a test says.
package smtptest

import (
	"bufio"
	"net"
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
// anything is asked), EHLO, MAIL, RCPT, DATA, QUIT, or "." for the end of a
// message. "" means to go along with it.
func (s *Server) Answer(command, answer string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script[command] = answer
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
	defer conn.Close()
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
		usual := map[string]string{"EHLO": "250-smtptest\r\n250-8BITMIME\r\n250 SMTPUTF8", "QUIT": "221 bye"}[command]
		if usual == "" {
			usual = "250 ok"
		}
		if !say(s.answerTo(command, usual)) || command == "QUIT" {
			return
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
