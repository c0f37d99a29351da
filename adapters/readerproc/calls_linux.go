package readerproc

import "golang.org/x/sys/unix"

// The system calls that a reader may make: what MuPDF, Tesseract, the C library
// and Go's runtime need once the reader is in its sandbox. To find what a new
// version of them needs, run the samples under "strace -f" and look for calls
// that end in ENOSYS or EPERM. All other calls do not exist for a reader.

// allowedCalls are allowed whatever their arguments are. None opens, creates or
// changes a file, starts a thread or a process, or acts on another process.
var allowedCalls = []uint32{
	// Descriptors that are open.
	unix.SYS_READ, unix.SYS_READV, unix.SYS_PREAD64, unix.SYS_WRITE, unix.SYS_WRITEV, unix.SYS_LSEEK,
	unix.SYS_CLOSE, unix.SYS_FSTAT, unix.SYS_NEWFSTATAT,
	unix.SYS_DUP, unix.SYS_DUP3, // Leptonica silences stderr
	unix.SYS_EPOLL_CREATE1, unix.SYS_EPOLL_CTL, unix.SYS_EPOLL_PWAIT, unix.SYS_EVENTFD2,

	// Memory, which RLIMIT_AS bounds. See checkedCalls for mmap and mprotect.
	unix.SYS_BRK, unix.SYS_MUNMAP, unix.SYS_MREMAP, unix.SYS_MADVISE,

	// Threads that run, and the signals of the process itself.
	unix.SYS_FUTEX, unix.SYS_SCHED_YIELD, unix.SYS_SCHED_GETAFFINITY, unix.SYS_GETPID, unix.SYS_GETTID,
	unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGRETURN, unix.SYS_SIGALTSTACK, unix.SYS_RESTART_SYSCALL,
	unix.SYS_EXIT, unix.SYS_EXIT_GROUP,

	// Time, random numbers, and what the process used.
	unix.SYS_CLOCK_GETTIME, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_NANOSLEEP, unix.SYS_GETTIMEOFDAY,
	unix.SYS_GETRANDOM, unix.SYS_GETRUSAGE,
	unix.SYS_SYSINFO, // qsort of the C library asks how much memory there is
}

// checkedCall is allowed if all conditions of one of its uses hold.
type checkedCall struct {
	number uint32
	uses   [][]condition
}

// condition holds if the argument with that index has value in the bits of mask.
// It sees only the lower 32 bits of an argument; those are all that the table needs.
type condition struct{ argument, mask, value uint32 }

func equals(argument, value uint32) condition { return condition{argument, ^uint32(0), value} }
func lacks(argument, bits uint32) condition   { return condition{argument, bits, 0} }

// unnamedFile is the flag that makes a file without a name; O_TMPFILE is more.
const unnamedFile = unix.O_TMPFILE &^ unix.O_DIRECTORY

// checkedCalls have uses that a reader needs, and others by which it could do
// harm. pid is the reader.
func checkedCalls(pid uint32) []checkedCall {
	return []checkedCall{
		// Landlock bounds which files are opened, from Linux 6.2 on also which are truncated.
		{unix.SYS_OPENAT, [][]condition{
			{lacks(2, unnamedFile|unix.O_TRUNC)},
			{{2, unnamedFile | unix.O_ACCMODE, unix.O_WRONLY}},
			{{2, unnamedFile | unix.O_ACCMODE, unix.O_RDWR}},
		}},
		// No signal on input (O_ASYNC, F_SETOWN, F_SETSIG), no lease, no larger pipe.
		{unix.SYS_FCNTL, [][]condition{
			{equals(1, unix.F_GETFD)},
			{equals(1, unix.F_SETFD)},
			{equals(1, unix.F_GETFL)},
			{equals(1, unix.F_SETFL), lacks(2, unix.O_ASYNC)},
			{equals(1, unix.F_DUPFD_CLOEXEC)},
		}},
		{unix.SYS_MMAP, [][]condition{{lacks(2, unix.PROT_EXEC)}}},
		{unix.SYS_MPROTECT, [][]condition{{lacks(2, unix.PROT_EXEC)}}},
		{unix.SYS_KILL, [][]condition{{equals(0, pid)}}},
		{unix.SYS_TGKILL, [][]condition{{equals(0, pid)}}},
		{unix.SYS_PRLIMIT64, [][]condition{{equals(0, 0), equals(1, unix.RLIMIT_CPU)}}}, // see limitDocument
		{unix.SYS_PRCTL, [][]condition{{equals(0, unix.PR_SET_VMA)}}},                   // Go's runtime names its memory
	}
}
