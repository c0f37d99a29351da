package readerproc

import (
	"errors"
	"fmt"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// networkGuard is what keeps a reader from the network here.
const networkGuard = "seccomp"

// forbidden are the system calls by which a reader that a document has taken
// over could reach beyond its process: sockets of any family, other programs
// and other processes. Reading needs none of them. io_uring opens sockets
// without the call for it.
var forbidden = []uint32{
	unix.SYS_SOCKET, unix.SYS_SOCKETPAIR, unix.SYS_IO_URING_SETUP,
	unix.SYS_EXECVE, unix.SYS_EXECVEAT,
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PIDFD_GETFD,
	unix.SYS_BPF, unix.SYS_SETNS, unix.SYS_UNSHARE,
}

// auditArch is how the kernel names the architectures whose filter is tested.
var auditArch = map[string]uint32{"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64}

// leaveNetwork takes the forbidden calls from the whole process, for good. It
// needs no privilege. An error means that the system does not allow it and that
// nothing has changed.
func leaveNetwork() error {
	arch, ok := auditArch[runtime.GOARCH]
	if !ok {
		return fmt.Errorf("no filter for %s", runtime.GOARCH)
	}
	program := networkFilter(arch)
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
		return fmt.Errorf("installing the filter: %w", errno)
	case other != 0:
		return errors.New("a thread has a filter of its own")
	}
	return nil
}

// Where the kernel puts what a filter looks at (struct seccomp_data), and the
// bit of system calls of the x32 interface, which this program does not use.
const (
	callOffset = 0
	archOffset = 4
	x32Bit     = 0x40000000
)

// networkFilter refuses the forbidden calls, all calls of another architecture
// (whose numbers mean something else) and of x32, with EPERM.
func networkFilter(arch uint32) []unix.SockFilter {
	load := func(offset uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
	}
	answer := func(with uint32) unix.SockFilter { return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: with} }
	jump := func(test uint16, value uint32, yes, no int) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_JMP | test | unix.BPF_K, K: value, Jt: uint8(yes), Jf: uint8(no)}
	}
	n := len(forbidden) // the refusal stands behind them and the permission
	program := []unix.SockFilter{
		load(archOffset),
		jump(unix.BPF_JEQ, arch, 0, n+3),
		load(callOffset),
		jump(unix.BPF_JGE, x32Bit, n+1, 0),
	}
	for i, call := range forbidden {
		program = append(program, jump(unix.BPF_JEQ, call, n-i, 0))
	}
	return append(program, answer(unix.SECCOMP_RET_ALLOW), answer(unix.SECCOMP_RET_ERRNO|uint32(unix.EPERM)))
}
