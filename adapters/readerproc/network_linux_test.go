package readerproc_test

import (
	"context"
	"fmt"
	"net"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/cotejo/cotejo/adapters/readerproc"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/reading"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
)

// escaping returns the real reader, but for the names of escapes: those it takes for
// orders to reach out of its process, as one does that a document took over.
// What it reaches for stands in the folder that the file would be in.
func escaping(r *reading.Reader) readerproc.PageReader { return fugitive{r} }

type fugitive struct{ *reading.Reader }

func (e fugitive) Read(ctx context.Context, r document.ReadRequest, visit func(document.Page, int) error) error {
	escape, ok := escapes[name(r.Path)]
	if !ok {
		return e.Reader.Read(ctx, r, visit)
	}
	outcome := fmt.Sprint(escape(filepath.Dir(r.Path)))
	return visit(document.Page{Number: 1, Text: outcome, Confidence: 1}, 1)
}

var escapes = map[string]func(folder string) error{
	"tcp":     func(folder string) error { return dial("tcp", filepath.Base(folder)) },
	"udp":     func(folder string) error { return dial("udp", filepath.Base(folder)) },
	"unix":    func(folder string) error { return dial("unix", folder) },
	"program": func(string) error { return exec.Command("/bin/sh", "-c", "exit 0").Run() },
	"inet6":   func(string) error { return socket(syscall.AF_INET6, syscall.SOCK_STREAM) },
	"netlink": func(string) error { return socket(syscall.AF_NETLINK, syscall.SOCK_RAW) },
	"packet":  func(string) error { return socket(syscall.AF_PACKET, syscall.SOCK_RAW) },
	"pair": func(string) error {
		_, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
		return err
	},
	"io_uring": func(string) error {
		const setup = 425 // on every architecture
		var parameters [128]byte
		_, _, errno := syscall.Syscall(setup, 1, uintptr(unsafe.Pointer(&parameters)), 0)
		return errno
	},
}

func dial(network, address string) error {
	c, err := net.Dial(network, address)
	if err == nil {
		c.Close()
	}
	return err
}

func socket(family, kind int) error {
	fd, err := syscall.Socket(family, kind, 0)
	if err == nil {
		syscall.Close(fd)
	}
	return err
}

func TestReadersCannotReachOut(t *testing.T) {
	listen := func(network, address string) string {
		l, err := net.Listen(network, address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.Close() })
		if err := dial(network, l.Addr().String()); err != nil {
			t.Fatalf("not even the test gets there: %v", err)
		}
		return l.Addr().String()
	}
	targets := map[string]string{
		"unix": listen("unix", filepath.Join(t.TempDir(), "socket")),
		"tcp":  listen("tcp", "127.0.0.1:0"),
	}
	targets["udp"] = targets["tcp"]
	pool := newPool(t, realReader, readerproc.Options{Slots: 1})
	for escape := range escapes {
		t.Run(escape, func(t *testing.T) {
			r, err := read(t.Context(), pool, filepath.Join("/", targets[escape], escape+".pdf"))
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(r.Text(), syscall.EPERM.Error()) {
				t.Errorf("ended with %q, want that it is not permitted", r.Text())
			}
		})
	}
	if guard, err := pool.Check(t.Context()); guard != "seccomp" || err != nil {
		t.Errorf("the pool tells of %q, %v", guard, err)
	}
	p, err := paper.Scan(filings.New(1, filings.Options{}).Short(), paper.Options{}, paper.Fair, 1)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := read(t.Context(), pool, saved(t, p.PDF)); err != nil || r.Confidence() < .5 {
		t.Errorf("reading a scan: confidence %v, %v", r.Confidence(), err)
	}
}
