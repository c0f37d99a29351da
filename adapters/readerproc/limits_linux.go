package readerproc

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

const (
	maxFileBytes = 512 << 20 // of a PDF made searchable, or of an excerpt
	maxOpenFiles = 64
)

// isolation is how a reader is set apart by the kernel: a process group of its
// own, so that killing it leaves nothing behind, and death with the server. It
// enters its sandbox by itself: see enterSandbox.
func isolation() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// Protect keeps the memory and the environment of this process, secrets among
// them, from other processes of the same user: they may neither trace it nor
// read /proc/PID/mem and /proc/PID/environ, and it leaves no core dump.
func Protect() error { return unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0) }

// kill ends a reader and whatever it started.
func kill(p *os.Process) {
	syscall.Kill(-p.Pid, syscall.SIGKILL)
	p.Kill()
}

// takeStdout returns stdout and points descriptor 1 at stderr.
func takeStdout() (*os.File, error) {
	fd, err := syscall.Dup(1)
	if err != nil {
		return nil, err
	}
	syscall.CloseOnExec(fd)
	if err := syscall.Dup3(2, 1, 0); err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), "answers"), nil
}

// A reader has all of its threads before it opens a file; its sandbox allows no
// more. Go's runtime takes at most one for each processor it may use, one for
// each goroutine in a system call or in C, and a few of its own: a reader reads
// requests in one goroutine and does what they ask for in another.
const (
	maxProcessors = 4 // collecting garbage is all that a reader does side by side
	spareThreads  = 16
)

// startThreads makes Go's runtime start the threads that it may need. It keeps
// threads that are idle.
func startThreads() {
	runtime.GOMAXPROCS(min(maxProcessors, runtime.GOMAXPROCS(0)))
	var running, done sync.WaitGroup
	release := make(chan struct{})
	for range maxProcessors + spareThreads {
		running.Add(1)
		done.Go(func() {
			runtime.LockOSThread() // a goroutine that waits keeps the thread
			running.Done()
			<-release
			runtime.UnlockOSThread()
		})
	}
	running.Wait()
	close(release)
	done.Wait()
}

// limitProcess sets the limits that hold for the whole life of a reader. The
// memory limit counts from what the process has mapped now: Go and the
// libraries reserve much that they never touch, the stacks of threads among it.
func limitProcess(s Settings) error {
	startThreads()
	limits := map[int]uint64{
		syscall.RLIMIT_CORE:   0,
		syscall.RLIMIT_FSIZE:  maxFileBytes,
		syscall.RLIMIT_NOFILE: maxOpenFiles,
	}
	if s.MemoryMB > 0 {
		mapped, err := mappedBytes()
		if err != nil {
			return err
		}
		limits[syscall.RLIMIT_AS] = mapped + uint64(s.MemoryMB)<<20
		// Go's heap holds a few pictures: let it collect before it is refused memory.
		debug.SetMemoryLimit(int64(s.MemoryMB) << 20 / 4)
	}
	for what, n := range limits {
		if err := lower(what, n); err != nil {
			return fmt.Errorf("setting limit %d to %d: %w", what, n, err)
		}
	}
	return nil
}

// limitDocument gives the process CPU time for one more document.
func limitDocument(s Settings) error {
	if s.CPUSeconds <= 0 {
		return nil
	}
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return err
	}
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_CPU, &limit); err != nil {
		return err
	}
	limit.Cur = min(limit.Max, uint64(used.Utime.Sec+used.Stime.Sec)+uint64(s.CPUSeconds)+1)
	return syscall.Setrlimit(syscall.RLIMIT_CPU, &limit)
}

// lower sets both bounds of a limit, never above what they are.
func lower(what int, n uint64) error {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(what, &limit); err != nil {
		return err
	}
	limit.Max = min(limit.Max, n)
	limit.Cur = limit.Max
	return syscall.Setrlimit(what, &limit)
}

// mappedBytes is the size of the process's address space.
func mappedBytes() (uint64, error) {
	stat, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, err
	}
	first, _, _ := bytes.Cut(stat, []byte(" "))
	pages, err := strconv.ParseUint(string(first), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("reading the size of the process: %w", err)
	}
	return pages * uint64(os.Getpagesize()), nil
}
