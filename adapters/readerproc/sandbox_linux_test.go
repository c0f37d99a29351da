package readerproc_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/cotejo/cotejo/adapters/readerproc"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/pdftext"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/paper"
)

// escaping returns the real reader, except files that hold an order: it then
// tries to reach out of its process, as one does that a document took over.
func escaping(r *pdftext.Reader) readerproc.PageReader { return fugitive{r} }

type fugitive struct{ *pdftext.Reader }

// orderPrefix begins a file that says which escape to try, and on what.
const orderPrefix = "escape "

func (e fugitive) Read(ctx context.Context, r document.ReadRequest, visit func(document.Page, int) error) error {
	content, err := os.ReadFile(r.Path)
	if err != nil {
		return err
	}
	what, found := strings.CutPrefix(string(content), orderPrefix)
	if !found {
		return e.Reader.Read(ctx, r, visit)
	}
	name, target, _ := strings.Cut(what, " ")
	outcome := "escaped"
	if err := escapes[unescaped(name)](target, r.Path); err != nil {
		outcome = err.Error()
		for _, refused := range []error{syscall.EPERM, syscall.EACCES, syscall.EXDEV} {
			if errors.Is(err, refused) {
				outcome = "refused"
			}
		}
	}
	return visit(document.Page{Number: 1, Text: outcome, Confidence: 1}, 1)
}

// escapes are what code in a reader tries: on a target, or on the file that it
// was given to read.
var escapes = map[string]func(target, input string) error{
	"tcp":     func(target, _ string) error { return dial("tcp", target) },
	"udp":     func(target, _ string) error { return dial("udp", target) },
	"unix":    func(target, _ string) error { return dial("unix", target) },
	"program": func(string, string) error { return exec.Command("/bin/sh", "-c", "exit 0").Run() },
	"inet6":   func(string, string) error { return socket(syscall.AF_INET6, syscall.SOCK_STREAM) },
	"netlink": func(string, string) error { return socket(syscall.AF_NETLINK, syscall.SOCK_RAW) },
	"packet":  func(string, string) error { return socket(syscall.AF_PACKET, syscall.SOCK_RAW) },
	"pair": func(string, string) error {
		_, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
		return err
	},
	"io_uring": func(string, string) error {
		var parameters [128]byte
		return raw(unix.SYS_IO_URING_SETUP, 1, uintptr(unsafe.Pointer(&parameters)), 0)
	},

	"server's environment": func(string, string) error { return readAny(fmt.Sprintf("/proc/%d/environ", os.Getppid())) },
	"server's memory":      func(string, string) error { return readAny(fmt.Sprintf("/proc/%d/mem", os.Getppid())) },
	"server's files":       func(string, string) error { _, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", os.Getppid())); return err },
	"trace":                func(string, string) error { return raw(unix.SYS_PTRACE, unix.PTRACE_ATTACH, uintptr(os.Getppid()), 0) },
	"signal":               func(string, string) error { return syscall.Kill(os.Getppid(), 0) },
	"signal to all":        func(string, string) error { return syscall.Kill(-1, 0) },
	"signal to a thread": func(string, string) error {
		return raw(unix.SYS_TGKILL, uintptr(os.Getppid()), uintptr(os.Getppid()), 0)
	},
	"limits": func(string, string) error {
		return unix.Prlimit(os.Getppid(), unix.RLIMIT_NOFILE, nil, &unix.Rlimit{})
	},
	"process": func(string, string) error {
		child, _, errno := syscall.RawSyscall6(unix.SYS_CLONE, uintptr(syscall.SIGCHLD), 0, 0, 0, 0, 0)
		if errno == 0 && child == 0 {
			syscall.RawSyscall(unix.SYS_EXIT, 0, 0, 0)
		}
		return errno
	},
	"session": func(string, string) error { _, err := syscall.Setsid(); return err },

	"read":                func(target, _ string) error { return readAny(target) },
	"list":                func(target, _ string) error { _, err := os.ReadDir(filepath.Dir(target)); return err },
	"write":               func(target, _ string) error { return open(target, os.O_WRONLY) },
	"append":              func(target, _ string) error { return open(target, os.O_WRONLY|os.O_APPEND) },
	"make":                func(target, _ string) error { return open(target+".new", os.O_WRONLY|os.O_CREATE) },
	"remove":              func(target, _ string) error { return os.Remove(target) },
	"rename":              func(target, _ string) error { return os.Rename(target, filepath.Join(os.TempDir(), "taken")) },
	"link":                func(target, _ string) error { return os.Link(target, filepath.Join(os.TempDir(), "taken")) },
	"truncate":            func(target, _ string) error { return os.Truncate(target, 0) },
	"truncate by reading": func(target, _ string) error { return open(target, os.O_RDONLY|os.O_TRUNC) },
	"mode":                func(target, _ string) error { return os.Chmod(target, 0o777) },
	"through a link": func(target, _ string) error {
		link := filepath.Join(os.TempDir(), "link")
		return errors.Join(os.Symlink(target, link), readAny(link))
	},

	"change the input":   func(_, input string) error { return open(input, os.O_WRONLY) },
	"shorten the input":  func(_, input string) error { return os.Truncate(input, 0) },
	"move the input":     func(_, input string) error { return os.Rename(input, filepath.Join(os.TempDir(), "taken")) },
	"link the input":     func(_, input string) error { return os.Link(input, filepath.Join(os.TempDir(), "taken")) },
	"mode of the input":  func(_, input string) error { return os.Chmod(input, 0o777) },
	"times of the input": func(_, input string) error { return os.Chtimes(input, time.Time{}, time.Now()) },
}

func unescaped(name string) string {
	plain, _ := url.QueryUnescape(name)
	return plain
}

func readAny(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.Read(make([]byte, 1))
	return err
}

func open(path string, flags int) error {
	f, err := os.OpenFile(path, flags, 0o600)
	if err == nil {
		f.Close()
	}
	return err
}

func raw(call, a, b, c uintptr) error {
	if _, _, errno := syscall.Syscall(call, a, b, c); errno != 0 {
		return errno
	}
	return nil
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
	secret := filepath.Join(t.TempDir(), "users.yaml")
	if err := os.WriteFile(secret, []byte("users:"), 0o644); err != nil {
		t.Fatal(err)
	}
	targets := map[string]string{
		"unix": listen("unix", filepath.Join(t.TempDir(), "socket")),
		"tcp":  listen("tcp", "127.0.0.1:0"),
	}
	targets["udp"] = targets["tcp"]
	pool := newPool(t, realReader, readerproc.Options{Slots: 1})
	for escape := range escapes {
		t.Run(escape, func(t *testing.T) {
			target := cmp.Or(targets[escape], secret)
			input := filepath.Join(t.TempDir(), "input.pdf")
			if err := os.WriteFile(input, []byte(orderPrefix+url.QueryEscape(escape)+" "+target), 0o600); err != nil {
				t.Fatal(err)
			}
			r, err := read(t.Context(), pool, input)
			if err != nil {
				t.Fatal(err)
			}
			if r.Text() != "refused" {
				t.Errorf("ended with %q, want that it is refused", r.Text())
			}
			if content, err := os.ReadFile(secret); err != nil || string(content) != "users:" {
				t.Errorf("the secret is %q, %v", content, err)
			}
		})
	}
	if sandbox, err := pool.Check(t.Context()); !sandbox.Complete() || err != nil {
		t.Errorf("the pool tells of %+v, %v", sandbox, err)
	}
	readsAScan(t, pool)
}

func readsAScan(t *testing.T, pool *readerproc.Pool) {
	t.Helper()
	p, err := paper.Scan(filings.New(1, filings.Options{}).Short(), paper.Options{}, paper.Fair, 1)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := read(t.Context(), pool, saved(t, p.PDF)); err != nil || r.Confidence() < .5 {
		t.Errorf("reading a scan: confidence %v, %v", r.Confidence(), err)
	}
}

// On a kernel without Landlock readers work all the same, and say what is missing.
func TestReaderTellsOfAKernelWithoutLandlock(t *testing.T) {
	pool := newPool(t, oldKernel, readerproc.Options{Slots: 1})
	if sandbox, err := pool.Check(t.Context()); sandbox != (document.Sandbox{Known: true, Calls: true}) || err != nil {
		t.Errorf("the pool tells of %+v, %v", sandbox, err)
	}
	readsAScan(t, pool)
}
