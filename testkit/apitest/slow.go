package apitest

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// watchedBytes is more than an HTTP server reads before it calls a handler.
const watchedBytes = 64 << 10

// WatchReads wraps a listener. The channel gets the client's address of each connection of which
// the server has read 64 KB: it reads the body of a request then.
func WatchReads(ln net.Listener) (net.Listener, <-chan string) {
	w := &watchedListener{Listener: ln, read: make(chan string, 100)}
	return w, w.read
}

type watchedListener struct {
	net.Listener
	read chan string
}

func (l *watchedListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &watchedConn{Conn: c, report: sync.OnceFunc(func() {
		select {
		case l.read <- c.RemoteAddr().String():
		default: // nobody listens
		}
	})}, nil
}

type watchedConn struct {
	net.Conn
	read   int // by the one goroutine that reads
	report func()
}

func (c *watchedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if c.read += n; c.read >= watchedBytes {
		c.report()
	}
	return n, err
}

// HoldBodies begins to send a body to each route of an interface that takes one, and demands that
// another request is answered before the body has ended. read is that of WatchReads, id fills the
// parameters of paths.
func (c Client) HoldBodies(t *testing.T, spec *huma.OpenAPI, read <-chan string, token, id string, other Row) {
	t.Helper()
	parameter := regexp.MustCompile(`\{[^}]+\}`)
	held := 0
	for template, item := range spec.Paths {
		operations := map[string]*huma.Operation{http.MethodPost: item.Post, http.MethodPut: item.Put, http.MethodPatch: item.Patch, http.MethodDelete: item.Delete}
		for method, op := range operations {
			if op == nil || op.RequestBody == nil {
				continue
			}
			held++
			t.Run(op.OperationID, func(t *testing.T) {
				conn, begin := c.dial(t), bodyOf(op)
				path := parameter.ReplaceAllString(template, id)
				if _, err := fmt.Fprintf(conn, "%s %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n%s", method, path, token, begin); err != nil {
					t.Fatal(err)
				}
				answered := make(chan string, 1)
				go func() {
					line, _ := bufio.NewReader(conn).ReadString('\n')
					answered <- line
				}()
				for client := ""; client != conn.LocalAddr().String(); {
					select {
					case client = <-read:
					case line := <-answered:
						t.Fatalf("the body is not read: %q", line)
					}
				}
				c.Do(t, other)
				select {
				case line := <-answered:
					t.Errorf("the slow request was answered first: %q", line)
				default:
				}
			})
		}
	}
	if held == 0 {
		t.Error("no route takes a body")
	}
}

// bodyOf returns the headers and the beginning of a body for the operation.
func bodyOf(op *huma.Operation) string {
	kind, begin := "application/json", `{"x":"`
	if op.RequestBody.Content["multipart/form-data"] != nil {
		kind, begin = "multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\n\r\n"
	}
	begin += strings.Repeat("x", 2*watchedBytes)
	return fmt.Sprintf("Content-Type: %s\r\nContent-Length: %d\r\n\r\n%s", kind, len(begin)+1000, begin)
}

// dial connects to the server until the test ends.
func (c Client) dial(t *testing.T) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(c.Base, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(10 * time.Minute)); err != nil {
		t.Fatal(err)
	}
	return conn
}
