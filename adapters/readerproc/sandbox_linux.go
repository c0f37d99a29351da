package readerproc

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"unsafe"

	"github.com/landlock-lsm/go-landlock/landlock"
	llsyscall "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"

	"github.com/cotejo/cotejo/core/document"
)

// enterSandbox takes from the whole process, for good, what reading does not
// need: with Landlock all files but those below the folder and the language
// data, with seccomp the system calls by which it could reach another process.
// It needs no privilege. An error names what the system does not offer; the rest
// is in force.
func enterSandbox(f folder) (document.Sandbox, error) {
	var s document.Sandbox
	files := hideFiles(f)
	s.Files = files == nil
	calls := refuseCalls()
	s.Calls = calls == nil
	return s, errors.Join(files, calls)
}

// Landlock returns the version of Landlock that the kernel has; 0 for none.
func Landlock() int {
	abi, err := llsyscall.LandlockGetABIVersion()
	if err != nil {
		return 0
	}
	return abi
}

// hideFiles applies Landlock (see https://docs.kernel.org/userspace-api/landlock.html).
// Kernels before 6.2 know no right to truncate: refuseCalls covers that.
func hideFiles(f folder) error {
	if abi, err := llsyscall.LandlockGetABIVersion(); err != nil || abi < 1 {
		return fmt.Errorf("this kernel has no Landlock: %w", err)
	}
	const readOnly = llsyscall.AccessFSReadFile | llsyscall.AccessFSReadDir
	return landlock.V7.BestEffort().Restrict(
		landlock.PathAccess(readOnly, f.input()),
		landlock.RWDirs(f.temporary()),
		landlock.PathAccess(readOnly, LanguageData()...).IgnoreIfMissing(),
		landlock.RWFiles("/dev/null"),
	)
}

// forbidden are the calls that no reader needs: sockets of any family, other
// programs, processes and their memory, what all processes share, and changes of
// what files are. io_uring opens sockets and files without the calls for it;
// openat2 has its flags where a filter cannot see them.
var forbidden = []uint32{
	unix.SYS_SOCKET, unix.SYS_SOCKETPAIR, unix.SYS_IO_URING_SETUP, unix.SYS_OPENAT2, unix.SYS_TRUNCATE,
	unix.SYS_EXECVE, unix.SYS_EXECVEAT,
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PROCESS_MADVISE,
	unix.SYS_PIDFD_OPEN, unix.SYS_PIDFD_GETFD, unix.SYS_PIDFD_SEND_SIGNAL, unix.SYS_KCMP,
	unix.SYS_TKILL, unix.SYS_RT_SIGQUEUEINFO, unix.SYS_RT_TGSIGQUEUEINFO,
	unix.SYS_SETPRIORITY, unix.SYS_SCHED_SETSCHEDULER, unix.SYS_SCHED_SETPARAM, unix.SYS_SCHED_SETATTR, unix.SYS_IOPRIO_SET,
	unix.SYS_MIGRATE_PAGES, unix.SYS_MOVE_PAGES, unix.SYS_SETPGID, unix.SYS_SETSID,
	unix.SYS_SHMGET, unix.SYS_SHMAT, unix.SYS_SHMCTL, unix.SYS_MSGGET, unix.SYS_SEMGET, unix.SYS_MQ_OPEN,
	unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_KEYCTL, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD,
	unix.SYS_BPF, unix.SYS_SETNS, unix.SYS_UNSHARE, unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT,
	unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_FSOPEN, unix.SYS_MOVE_MOUNT, unix.SYS_OPEN_TREE,
	unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHOWN, unix.SYS_FCHOWNAT, unix.SYS_UTIMENSAT,
	unix.SYS_SETXATTR, unix.SYS_FSETXATTR, unix.SYS_REMOVEXATTR, unix.SYS_FREMOVEXATTR,
}

// auditArch is how the kernel names the architectures whose filter is tested.
var auditArch = map[string]uint32{"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64}

// refuseCalls installs the filter of system calls.
func refuseCalls() error {
	arch, ok := auditArch[runtime.GOARCH]
	if !ok {
		return fmt.Errorf("no filter of system calls for %s", runtime.GOARCH)
	}
	return installFilter(callFilter(arch, uint32(os.Getpid())))
}

// installFilter puts all threads of the process under a filter. An error means
// that the system does not allow it and that nothing has changed.
func installFilter(program []unix.SockFilter) error {
	filter := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	runtime.LockOSThread() // the first call is about the thread that makes the second
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("giving up privileges: %w", err)
	}
	other, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC,
		uintptr(unsafe.Pointer(&filter)))
	runtime.KeepAlive(program)
	switch {
	case errno != 0:
		return fmt.Errorf("installing the filter of system calls: %w", errno)
	case other != 0:
		return errors.New("a thread has a filter of system calls of its own")
	}
	return nil
}

// Where the kernel puts what a filter looks at (struct seccomp_data; arguments
// have 64 bits, their low half first), and the bit of system calls of the x32
// interface, which this program does not use.
const (
	callOffset     = 0
	archOffset     = 4
	argumentOffset = 16
	argumentSize   = 8
	x32Bit         = 0x40000000
)

func argument(n uint32) uint32 { return argumentOffset + n*argumentSize }

const (
	allow    = unix.SECCOMP_RET_ALLOW
	refuse   = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	unknown  = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
	truncate = unix.O_TRUNC | unix.O_ACCMODE
)

// callFilter refuses with EPERM: the forbidden calls, all calls of another
// architecture (whose numbers mean something else) and of x32; signals and
// limits for other processes than pid, the reader itself; new processes, where
// threads are allowed; and files opened for reading that it would truncate.
// clone3, whose flags a filter cannot see, does not exist for it: the C library
// falls back to clone.
func callFilter(arch, pid uint32) []unix.SockFilter {
	p := &filterProgram{}
	p.load(archOffset)
	p.unless(unix.BPF_JEQ, arch, refuse)
	p.load(callOffset)
	p.jumpIf(unix.BPF_JGE, x32Bit, refuse)
	for _, call := range forbidden {
		p.jumpIf(unix.BPF_JEQ, call, refuse)
	}
	for _, call := range legacyCalls {
		p.jumpIf(unix.BPF_JEQ, call, refuse)
	}
	p.jumpIf(unix.BPF_JEQ, unix.SYS_CLONE3, unknown)

	p.call(unix.SYS_CLONE, func() {
		p.load(argument(0))
		p.jumpIf(unix.BPF_JSET, unix.CLONE_THREAD, allow)
		p.answer(refuse)
	})
	for _, call := range []uint32{unix.SYS_KILL, unix.SYS_TGKILL} {
		p.call(call, func() {
			p.load(argument(0))
			p.jumpIf(unix.BPF_JEQ, pid, allow)
			p.answer(refuse)
		})
	}
	p.call(unix.SYS_PRLIMIT64, func() {
		p.load(argument(0))
		p.jumpIf(unix.BPF_JEQ, 0, allow)
		p.jumpIf(unix.BPF_JEQ, pid, allow)
		p.answer(refuse)
	})
	p.call(unix.SYS_OPENAT, func() {
		p.load(argument(2))
		p.and(truncate)
		p.jumpIf(unix.BPF_JEQ, unix.O_TRUNC|unix.O_RDONLY, refuse)
		p.answer(allow)
	})
	p.answer(allow)
	return p.code
}

// filterProgram is a filter in the making: instructions of classic BPF.
type filterProgram struct{ code []unix.SockFilter }

func (p *filterProgram) add(code uint16, k uint32, yes, no uint8) {
	p.code = append(p.code, unix.SockFilter{Code: code, K: k, Jt: yes, Jf: no})
}

func (p *filterProgram) load(offset uint32) { p.add(unix.BPF_LD|unix.BPF_W|unix.BPF_ABS, offset, 0, 0) }
func (p *filterProgram) and(mask uint32)    { p.add(unix.BPF_ALU|unix.BPF_AND|unix.BPF_K, mask, 0, 0) }
func (p *filterProgram) answer(with uint32) { p.add(unix.BPF_RET|unix.BPF_K, with, 0, 0) }

// jumpIf adds an instruction that returns "with" if the test of the loaded value holds.
func (p *filterProgram) jumpIf(test uint16, value, with uint32) {
	p.add(unix.BPF_JMP|test|unix.BPF_K, value, 0, 1)
	p.answer(with)
}

func (p *filterProgram) unless(test uint16, value, with uint32) {
	p.add(unix.BPF_JMP|test|unix.BPF_K, value, 1, 0)
	p.answer(with)
}

// call decides about one system call by its arguments; decide ends with an
// answer. The number of the call is loaded before and after.
func (p *filterProgram) call(number uint32, decide func()) {
	at := len(p.code)
	p.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, number, 0, 0)
	decide()
	p.code[at].Jf = uint8(len(p.code) - at - 1)
}
