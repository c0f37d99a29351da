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
	"slices"
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
		for _, refused := range []error{syscall.EPERM, syscall.EACCES, syscall.EXDEV, syscall.ENOSYS} {
			if errors.Is(err, refused) {
				outcome = "refused"
			}
		}
	}
	return visit(document.Page{Number: 1, Text: outcome, Confidence: 1}, 1)
}

// output is the folder of the file to write.
const output = "output"

// server is the process that started this one: a sandbox does not say.
var server = os.Getppid()

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

	"server's environment": func(string, string) error { return readAny(fmt.Sprintf("/proc/%d/environ", server)) },
	"server's memory":      func(string, string) error { return readAny(fmt.Sprintf("/proc/%d/mem", server)) },
	"server's files":       func(string, string) error { _, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", server)); return err },
	"trace":                func(string, string) error { return raw(unix.SYS_PTRACE, unix.PTRACE_ATTACH, uintptr(server), 0) },
	"signal":               func(string, string) error { return syscall.Kill(server, 0) },
	"signal to all":        func(string, string) error { return syscall.Kill(-1, 0) },
	"signal to a thread": func(string, string) error {
		return raw(unix.SYS_TGKILL, uintptr(server), uintptr(server), 0)
	},
	"limits": func(string, string) error {
		return unix.Prlimit(server, unix.RLIMIT_NOFILE, nil, &unix.Rlimit{})
	},
	"process": func(string, string) error {
		child, _, errno := syscall.RawSyscall6(unix.SYS_CLONE, uintptr(syscall.SIGCHLD), 0, 0, 0, 0, 0)
		if errno == 0 && child == 0 {
			syscall.RawSyscall(unix.SYS_EXIT, 0, 0, 0)
		}
		return errno
	},
	"session":          func(string, string) error { _, err := syscall.Setsid(); return err },
	"every other call": deniedCalls,

	"signal by input": func(string, string) error {
		_, err := unix.FcntlInt(0, unix.F_SETOWN, server)
		return err
	},
	"kind of signal by input": func(string, string) error {
		_, err := unix.FcntlInt(0, unix.F_SETSIG, int(syscall.SIGKILL))
		return err
	},
	"asynchronous input": func(string, string) error {
		_, err := unix.FcntlInt(0, unix.F_SETFL, unix.O_ASYNC)
		return err
	},
	"asynchronous input by ioctl": func(string, string) error {
		return raw(unix.SYS_IOCTL, 0, fioasync, uintptr(unsafe.Pointer(new(int32(1)))))
	},
	"processors of the server": func(string, string) error {
		var set unix.CPUSet
		return errors.Join(unix.SchedGetaffinity(0, &set), unix.SchedSetaffinity(server, &set))
	},
	"outlive the server": func(string, string) error { return unix.Prctl(unix.PR_SET_PDEATHSIG, 0, 0, 0, 0) },
	"clock":              func(string, string) error { return raw(unix.SYS_CLOCK_SETTIME, unix.CLOCK_REALTIME, badAddress, 0) },
	"host name":          func(string, string) error { return raw(unix.SYS_SETHOSTNAME, badAddress, 1, 0) },
	"kernel log":         func(string, string) error { _, err := unix.Klogctl(unix.SYSLOG_ACTION_SIZE_BUFFER, nil); return err },
	"device":             func(string, string) error { return unix.Mknod("device", unix.S_IFCHR|0o600, 1<<8|3) },
	"memory file": func(string, string) error {
		fd, err := unix.MemfdCreate("memory", 0)
		if err == nil {
			syscall.Close(fd)
		}
		return err
	},
	"pipe":            func(string, string) error { return unix.Pipe2(make([]int, 2), 0) },
	"code in memory":  func(string, string) error { return protect(unix.PROT_READ | unix.PROT_EXEC) },
	"executable file": func(_, input string) error { return mapFile(input, unix.PROT_READ|unix.PROT_EXEC) },
	"thread": func(string, string) error {
		const flags = unix.CLONE_VM | unix.CLONE_FS | unix.CLONE_FILES | unix.CLONE_SIGHAND | unix.CLONE_THREAD
		// The kernel has it that the last two flags exclude each other.
		return raw(unix.SYS_CLONE, flags|unix.CLONE_PARENT_SETTID|unix.CLONE_PIDFD, 0, 0)
	},

	"read":                func(target, _ string) error { return readAny(target) },
	"list":                func(target, _ string) error { _, err := os.ReadDir(filepath.Dir(target)); return err },
	"write":               func(target, _ string) error { return open(target, os.O_WRONLY) },
	"append":              func(target, _ string) error { return open(target, os.O_WRONLY|os.O_APPEND) },
	"make":                func(target, _ string) error { return open(target+".new", os.O_WRONLY|os.O_CREATE) },
	"remove":              func(target, _ string) error { return os.Remove(target) },
	"rename":              func(target, _ string) error { return os.Rename(target, filepath.Join(output, "taken")) },
	"link":                func(target, _ string) error { return os.Link(target, filepath.Join(output, "taken")) },
	"truncate":            func(target, _ string) error { return os.Truncate(target, 0) },
	"truncate by reading": func(target, _ string) error { return open(target, os.O_RDONLY|os.O_TRUNC) },
	"mode":                func(target, _ string) error { return os.Chmod(target, 0o777) },
	"new file":            func(string, string) error { return open("new", os.O_WRONLY|os.O_CREATE) },
	"more output":         func(string, string) error { return open(filepath.Join(output, "new"), os.O_WRONLY|os.O_CREATE) },
	"more input":          func(string, string) error { return open("input/new", os.O_WRONLY|os.O_CREATE) },
	"system's file":       func(string, string) error { return open("/tmp/cotejo-new", os.O_WRONLY|os.O_CREATE) },
	"unnamed file":        func(string, string) error { return open(output, os.O_WRONLY|unix.O_TMPFILE) },
	"folder":              func(string, string) error { return os.Mkdir(filepath.Join(output, "new"), 0o700) },
	"named pipe":          func(string, string) error { return unix.Mkfifo(filepath.Join(output, "new"), 0o600) },
	"through a link": func(target, _ string) error {
		link := filepath.Join(output, "link")
		return errors.Join(os.Symlink(target, link), readAny(link))
	},

	"change the input":  func(_, input string) error { return open(input, os.O_WRONLY) },
	"shorten the input": func(_, input string) error { return os.Truncate(input, 0) },
	"move the input":    func(_, input string) error { return os.Rename(input, filepath.Join(output, "taken")) },
	"link the input":    func(_, input string) error { return os.Link(input, filepath.Join(output, "taken")) },
	"mode of the input": func(_, input string) error { return os.Chmod(input, 0o777) },
	"mode by fchmodat2": func(_, input string) error {
		return raw(unix.SYS_FCHMODAT2, workingFolder, text(input), 0o666)
	},
	"access list of the input": func(_, input string) error {
		return unix.Lsetxattr(input, "system.posix_acl_access", accessList, 0)
	},
	"attribute of the input": func(_, input string) error {
		arguments := struct {
			value       uint64
			size, flags uint32
		}{uint64(text("x")), 1, 0}
		_, _, errno := syscall.Syscall6(unix.SYS_SETXATTRAT, workingFolder, text(input), 0, text("user.mark"),
			uintptr(unsafe.Pointer(&arguments)), unsafe.Sizeof(arguments))
		return asError(errno)
	},
	"mode of the target by fchmodat2": func(target, _ string) error {
		return raw(unix.SYS_FCHMODAT2, workingFolder, text(target), 0o666)
	},
	"root again":       func(string, string) error { return unix.Setresuid(0, 0, 0) },
	"remove the input": func(_, input string) error { return os.Remove(input) },
	"lock the input": func(_, input string) error {
		f, err := os.Open(input)
		if err != nil {
			return err
		}
		defer f.Close()
		return syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
	},
	"times of the input": func(_, input string) error { return os.Chtimes(input, time.Time{}, time.Now()) },
}

// Arguments that the kernel refuses with another error than a sandbox does, once it
// has allowed the call.
const badAddress = 1

const (
	workingFolder = ^uintptr(99) // AT_FDCWD
	fioasync      = 0x5452
)

// accessList is an access control list that lets everybody read and write.
var accessList = []byte{2, 0, 0, 0, 1, 0, 6, 0, 255, 255, 255, 255, 4, 0, 6, 0, 255, 255, 255, 255, 32, 0, 6, 0, 255, 255, 255, 255}

func text(s string) uintptr {
	b, err := unix.BytePtrFromString(s)
	if err != nil {
		panic(err)
	}
	texts = append(texts, b)
	return uintptr(unsafe.Pointer(b))
}

// texts keeps what text returned.
var texts []*byte

func asError(e syscall.Errno) error {
	if e == 0 {
		return nil
	}
	return e
}

func protect(as int) error {
	page, err := unix.Mmap(-1, 0, os.Getpagesize(), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS)
	if err != nil {
		return err
	}
	defer unix.Munmap(page)
	return unix.Mprotect(page, as)
}

func mapFile(path string, as int) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	mapped, err := unix.Mmap(int(f.Fd()), 0, 1, as, unix.MAP_PRIVATE)
	if err != nil {
		return err
	}
	return unix.Munmap(mapped)
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
	_, _, errno := syscall.Syscall(call, a, b, c)
	return asError(errno)
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
	if sandbox, err := pool.Check(t.Context()); sandbox != (document.Sandbox{Known: true, Calls: true, Privileges: true}) || err != nil {
		t.Errorf("the pool tells of %+v, %v", sandbox, err)
	}
	readsAScan(t, pool)
}

// deniedCalls makes every system call but the allowed ones, and returns an error for those that
// the sandbox did not answer.
func deniedCalls(string, string) error {
	var existing []int
	for number := range uintptr(1024) {
		const uretprobe, uprobe = 335, 336 // on x86: for probed programs, no filter sees them; SIGILL for others
		if slices.Contains(readerproc.Calls(), uint32(number)) || number == uretprobe || number == uprobe {
			continue
		}
		const nothing = ^uintptr(0)
		_, _, errno := syscall.RawSyscall6(number, nothing, nothing, nothing, nothing, nothing, nothing)
		if errno != syscall.EPERM && errno != syscall.ENOSYS {
			existing = append(existing, int(number))
		}
	}
	if len(existing) > 0 {
		return fmt.Errorf("calls %v exist", existing)
	}
	return syscall.ENOSYS
}

func owned(info os.FileInfo) bool { return info.Sys().(*syscall.Stat_t).Uid == uint32(os.Geteuid()) }

// A reader that root has started is no longer root, has no capabilities, and
// dies with the server all the same.
func TestReaderHasNoPrivileges(t *testing.T) {
	pool := newPool(t, oddReader, readerproc.Options{Slots: 1})
	r, err := read(t.Context(), pool, order(t, "good.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	tasks, err := filepath.Glob("/proc/" + strings.TrimSpace(r.Text()) + "/task/*/status")
	if err != nil || len(tasks) == 0 {
		t.Fatalf("threads %v, %v", tasks, err)
	}
	for _, task := range tasks {
		status, err := os.ReadFile(task)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(status)) {
			name, value, _ := strings.Cut(strings.TrimSpace(line), ":\t")
			switch name {
			case "Uid", "Gid":
				if slices.Contains(strings.Fields(value), "0") {
					t.Errorf("%s: %s", task, line)
				}
			case "CapInh", "CapPrm", "CapEff", "CapAmb":
				if strings.Trim(value, "0") != "" {
					t.Errorf("%s: %s", task, line)
				}
			case "Groups":
				if os.Geteuid() == 0 && strings.TrimSpace(value) != "" {
					t.Errorf("%s: %s", task, line)
				}
			case "Seccomp":
				if value != "2" {
					t.Errorf("%s: %s", task, line)
				}
			}
		}
	}
}

// A reader whose input does not end dies with the server, too.
func TestReaderDiesWithItsServer(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	server := exec.Command(self, waitingServer)
	server.Dir = filepath.Dir(order(t, "linger.pdf"))
	server.Env = append(os.Environ(), "TMPDIR="+t.TempDir())
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	var reader int
	_, scanned := fmt.Fscan(out, &reader)
	watch, opened := unix.PidfdOpen(reader, 0)
	keepPipes(t, server.Process.Pid)
	if err := errors.Join(scanned, opened, server.Process.Kill()); err != nil {
		t.Fatal(err)
	}
	defer unix.Close(watch)
	_ = server.Wait() // it was killed
	ended, err := unix.Poll([]unix.PollFd{{Fd: int32(watch), Events: unix.POLLIN}}, 10_000)
	if ended != 1 {
		_ = unix.PidfdSendSignal(watch, unix.SIGKILL, nil, 0)
		t.Errorf("the reader lives on: %d, %v", ended, err)
	}
}

// keepPipes keeps the pipes of a process open for writing.
func keepPipes(t *testing.T, pid int) {
	t.Helper()
	fds, err := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	if err != nil {
		t.Fatal(err)
	}
	kept := 0
	for _, fd := range fds {
		if target, _ := os.Readlink(fd); !strings.HasPrefix(target, "pipe:") {
			continue
		}
		pipe, err := os.OpenFile(fd, os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { pipe.Close() })
		kept++
	}
	if kept == 0 {
		t.Fatalf("no pipes among %v", fds)
	}
}
