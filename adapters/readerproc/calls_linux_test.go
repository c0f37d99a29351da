package readerproc

import (
	"encoding/binary"
	"slices"
	"testing"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// decide runs the filter of a reader on a system call.
func decide(t *testing.T, arch, number uint32, arguments ...uint32) uint32 {
	t.Helper()
	var instructions []bpf.Instruction
	for _, i := range callFilter(unix.AUDIT_ARCH_X86_64, readerPID) {
		instructions = append(instructions, bpf.RawInstruction{Op: i.Code, Jt: i.Jt, Jf: i.Jf, K: i.K}.Disassemble())
	}
	vm, err := bpf.NewVM(instructions)
	if err != nil {
		t.Fatal(err)
	}
	call := make([]byte, argumentOffset+6*argumentSize) // in network order, as the machine reads it
	binary.BigEndian.PutUint32(call[callOffset:], number)
	binary.BigEndian.PutUint32(call[archOffset:], arch)
	for i, a := range arguments {
		binary.BigEndian.PutUint32(call[argument(uint32(i)):], a)
	}
	answer, err := vm.Run(call)
	if err != nil {
		t.Fatal(err)
	}
	return uint32(answer)
}

const readerPID = 4711

func TestCallsOutsideTheTableDoNotExist(t *testing.T) {
	allowed := slices.Concat(allowedCalls, legacyCalls)
	var checked []uint32
	for _, c := range checkedCalls(readerPID) {
		checked = append(checked, c.number)
	}
	for number := range uint32(1024) {
		got := decide(t, unix.AUDIT_ARCH_X86_64, number, ^uint32(0), ^uint32(0), ^uint32(0), ^uint32(0))
		want := unknown
		switch {
		case slices.Contains(allowed, number):
			want = allow
		case slices.Contains(checked, number):
			want = refuse
		}
		if got != want {
			t.Errorf("call %d: answer %x, want %x", number, got, want)
		}
	}
}

func TestOtherArchitecturesEndTheReader(t *testing.T) {
	for _, arch := range []uint32{unix.AUDIT_ARCH_I386, unix.AUDIT_ARCH_ARM, unix.AUDIT_ARCH_AARCH64, 0} {
		if got := decide(t, arch, unix.SYS_READ); got != end {
			t.Errorf("architecture %x: answer %x", arch, got)
		}
	}
	for _, number := range []uint32{x32Bit, x32Bit | unix.SYS_READ, ^uint32(0)} {
		if got := decide(t, unix.AUDIT_ARCH_X86_64, number); got != end {
			t.Errorf("call %x: answer %x", number, got)
		}
	}
}

func TestUsesOfCheckedCalls(t *testing.T) {
	const self, server = readerPID, 1
	tests := map[string]struct {
		number    uint32
		arguments []uint32
		allowed   bool
	}{
		"read a file":             {unix.SYS_OPENAT, []uint32{0, 0, unix.O_RDONLY | unix.O_CLOEXEC}, true},
		"write a file":            {unix.SYS_OPENAT, []uint32{0, 0, unix.O_WRONLY | unix.O_CREAT | unix.O_TRUNC}, true},
		"update a file":           {unix.SYS_OPENAT, []uint32{0, 0, unix.O_RDWR | unix.O_TRUNC}, true},
		"truncate by reading":     {unix.SYS_OPENAT, []uint32{0, 0, unix.O_RDONLY | unix.O_TRUNC}, false},
		"file without a name":     {unix.SYS_OPENAT, []uint32{0, 0, unix.O_WRONLY | unix.O_TMPFILE}, false},
		"read and write unnamed":  {unix.SYS_OPENAT, []uint32{0, 0, unix.O_RDWR | unix.O_TMPFILE | unix.O_TRUNC}, false},
		"close at exec":           {unix.SYS_FCNTL, []uint32{0, unix.F_SETFD, unix.FD_CLOEXEC}, true},
		"wait for no input":       {unix.SYS_FCNTL, []uint32{0, unix.F_SETFL, unix.O_NONBLOCK}, true},
		"signal on input":         {unix.SYS_FCNTL, []uint32{0, unix.F_SETFL, unix.O_NONBLOCK | unix.O_ASYNC}, false},
		"owner":                   {unix.SYS_FCNTL, []uint32{0, unix.F_SETOWN, server}, false},
		"extended owner":          {unix.SYS_FCNTL, []uint32{0, unix.F_SETOWN_EX}, false},
		"kind of signal":          {unix.SYS_FCNTL, []uint32{0, unix.F_SETSIG, 9}, false},
		"lease":                   {unix.SYS_FCNTL, []uint32{0, unix.F_SETLEASE}, false},
		"notes of a folder":       {unix.SYS_FCNTL, []uint32{0, unix.F_NOTIFY}, false},
		"larger pipe":             {unix.SYS_FCNTL, []uint32{0, unix.F_SETPIPE_SZ}, false},
		"data":                    {unix.SYS_MMAP, []uint32{0, 0, unix.PROT_READ | unix.PROT_WRITE}, true},
		"code":                    {unix.SYS_MMAP, []uint32{0, 0, unix.PROT_READ | unix.PROT_EXEC}, false},
		"memory becomes data":     {unix.SYS_MPROTECT, []uint32{0, 0, unix.PROT_READ}, true},
		"memory becomes code":     {unix.SYS_MPROTECT, []uint32{0, 0, unix.PROT_EXEC}, false},
		"signal to itself":        {unix.SYS_TGKILL, []uint32{self, self, 23}, true},
		"signal to the server":    {unix.SYS_TGKILL, []uint32{server, server, 9}, false},
		"end itself":              {unix.SYS_KILL, []uint32{self, 9}, true},
		"end all":                 {unix.SYS_KILL, []uint32{^uint32(0), 9}, false},
		"own processor time":      {unix.SYS_PRLIMIT64, []uint32{0, unix.RLIMIT_CPU}, true},
		"processor time, by pid":  {unix.SYS_PRLIMIT64, []uint32{server, unix.RLIMIT_CPU}, false},
		"own memory":              {unix.SYS_PRLIMIT64, []uint32{0, unix.RLIMIT_AS}, false},
		"name of memory":          {unix.SYS_PRCTL, []uint32{unix.PR_SET_VMA}, true},
		"death with the server":   {unix.SYS_PRCTL, []uint32{unix.PR_SET_PDEATHSIG}, false},
		"memory shown to others":  {unix.SYS_PRCTL, []uint32{unix.PR_SET_DUMPABLE, 1}, false},
		"filter of a filter":      {unix.SYS_PRCTL, []uint32{unix.PR_SET_SECCOMP}, false},
		"powers of the whole set": {unix.SYS_PRCTL, []uint32{unix.PR_CAP_AMBIENT}, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			want := refuse
			if tt.allowed {
				want = allow
			}
			if got := decide(t, unix.AUDIT_ARCH_X86_64, tt.number, tt.arguments...); got != want {
				t.Errorf("answer %x, want %x", got, want)
			}
		})
	}
}
