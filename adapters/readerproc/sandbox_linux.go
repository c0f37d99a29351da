package readerproc

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"syscall"
	"unsafe"

	"github.com/landlock-lsm/go-landlock/landlock"
	llsyscall "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
	"kernel.org/pub/linux/libs/security/libcap/psx"

	"github.com/cotejo/cotejo/core/document"
)

// enterSandbox takes from the whole process, for good, what reading does not
// need: the rights of root, with Landlock all files but those below its folder
// and the language data, with seccomp all system calls but those that reading
// takes. It needs no privilege. An error names what the system does not offer;
// the rest is in force.
func enterSandbox() (document.Sandbox, error) {
	privileges := dropPrivileges()
	files := hideFiles()
	calls := refuseCalls()
	return document.Sandbox{Privileges: privileges == nil, Files: files == nil, Calls: calls == nil},
		errors.Join(privileges, files, calls)
}

// dropPrivileges makes a reader that root has started another user, and takes
// all capabilities from any reader.
func dropPrivileges() error {
	var user error
	if os.Geteuid() == 0 {
		user = leaveRoot()
	}
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData
	if _, _, errno := psx.Syscall3(unix.SYS_CAPSET, uintptr(unsafe.Pointer(&header)), uintptr(unsafe.Pointer(&none)), 0); errno != 0 {
		return errors.Join(user, fmt.Errorf("giving up capabilities: %w", errno))
	}
	return user
}

func leaveRoot() error {
	if err := syscall.Setgroups(nil); err != nil {
		return fmt.Errorf("leaving the groups of root: %w", err)
	}
	if err := syscall.Setresgid(readerID, readerID, readerID); err != nil {
		return fmt.Errorf("changing to group %d: %w", readerID, err)
	}
	if err := syscall.Setresuid(readerID, readerID, readerID); err != nil {
		return fmt.Errorf("changing to user %d: %w", readerID, err)
	}
	// The kernel forgets with the user that the reader is to die with the server.
	return unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(syscall.SIGKILL), 0, 0, 0)
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
// No file is made or removed: what is to be written exists. Kernels before 6.2
// know no right to truncate: refuseCalls covers that.
func hideFiles() error {
	if abi, err := llsyscall.LandlockGetABIVersion(); err != nil || abi < 1 {
		return fmt.Errorf("this kernel has no Landlock: %w", err)
	}
	const (
		readOnly = llsyscall.AccessFSReadFile | llsyscall.AccessFSReadDir
		noMore   = llsyscall.AccessFSReadFile | llsyscall.AccessFSWriteFile | llsyscall.AccessFSTruncate
	)
	return landlock.V7.BestEffort().Restrict(
		landlock.PathAccess(readOnly, inputFolder),
		landlock.PathAccess(noMore, outputFolder),
		landlock.PathAccess(readOnly, LanguageData()...).IgnoreIfMissing(),
		landlock.RWFiles("/dev/null"),
	)
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
	allow   = unix.SECCOMP_RET_ALLOW
	refuse  = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	unknown = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
	end     = unix.SECCOMP_RET_KILL_PROCESS
)

// callFilter allows the system calls of the tables. It answers ENOSYS to all
// others, so that libraries fall back to what older kernels have, and EPERM to
// uses that are not in the table. A call of another architecture, whose numbers
// mean something else, or of x32 ends the process.
func callFilter(arch, pid uint32) []unix.SockFilter {
	p := &filterProgram{}
	p.load(archOffset)
	p.unless(unix.BPF_JEQ, arch, end)
	p.load(callOffset)
	p.jumpIf(unix.BPF_JGE, x32Bit, end)
	for _, number := range slices.Concat(allowedCalls, legacyCalls) {
		p.jumpIf(unix.BPF_JEQ, number, allow)
	}
	for _, c := range checkedCalls(pid) {
		p.call(c)
	}
	p.answer(unknown)
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

// call decides about one system call by its arguments. The number of the call is
// loaded before it, and after it for the other calls.
func (p *filterProgram) call(c checkedCall) {
	at := p.compare(c.number)
	for _, conditions := range c.uses {
		var failing []int
		for _, c := range conditions {
			p.load(argument(c.argument))
			p.and(c.mask)
			failing = append(failing, p.compare(c.value))
		}
		p.answer(allow)
		p.elseHere(failing...)
	}
	p.answer(refuse)
	p.elseHere(at)
}

// compare adds an instruction that goes on if the loaded value is this one, and
// otherwise jumps to where elseHere is called for it.
func (p *filterProgram) compare(value uint32) (at int) {
	p.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, value, 0, 0)
	return len(p.code) - 1
}

// elseHere makes comparisons that fail jump to the next instruction.
func (p *filterProgram) elseHere(comparisons ...int) {
	for _, at := range comparisons {
		p.code[at].Jf = uint8(len(p.code) - at - 1)
	}
}
