package network_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/cotejo/cotejo/testkit/network"
)

// TestALinkIsSpoiltAndHealed holds each way to spoil a link against a server
// that says back what it hears.
func TestALinkIsSpoiltAndHealed(t *testing.T) {
	echo, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer echo.Close()
	go func() {
		for {
			conn, err := echo.Accept()
			if err != nil {
				return
			}
			go func() { defer conn.Close(); io.Copy(conn, conn) }()
		}
	}()
	link := network.Start(t).Link(t, echo.Addr().String())
	say := func() error {
		conn, err := net.Dial("tcp", link.Address)
		if err != nil {
			return err
		}
		defer conn.Close()
		conn.SetDeadline(time.Now().Add(300 * time.Millisecond))
		if _, err := fmt.Fprintln(conn, "eco"); err != nil {
			return err
		}
		_, err = bufio.NewReader(conn).ReadString('\n')
		return err
	}
	for name, c := range map[string]struct {
		spoil func() error
		want  error
	}{
		"closed":   {link.Close, syscall.ECONNREFUSED},
		"reset":    {link.Reset, syscall.ECONNRESET},
		"silenced": {link.Silence, os.ErrDeadlineExceeded},
		"delayed":  {func() error { return link.Delay(time.Second) }, os.ErrDeadlineExceeded},
		"narrowed": {func() error { return link.Narrow(100) }, nil},
	} {
		t.Run(name, func(t *testing.T) {
			if err := say(); err != nil {
				t.Fatalf("before: %v", err)
			}
			if err := c.spoil(); err != nil {
				t.Fatal(err)
			}
			if err := say(); !errors.Is(err, c.want) {
				t.Errorf("spoilt: %v, want %v", err, c.want)
			}
			if err := link.Heal(); err != nil {
				t.Fatal(err)
			}
			if err := say(); err != nil {
				t.Errorf("healed: %v", err)
			}
		})
	}
}
