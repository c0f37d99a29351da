package readerproc

import (
	"slices"

	"golang.org/x/sys/unix"
)

// WithoutLandlock makes the kernel answer as one that has no Landlock.
func WithoutLandlock() error {
	p := &filterProgram{}
	p.load(callOffset)
	for _, call := range []uint32{unix.SYS_LANDLOCK_CREATE_RULESET, unix.SYS_LANDLOCK_ADD_RULE, unix.SYS_LANDLOCK_RESTRICT_SELF} {
		p.jumpIf(unix.BPF_JEQ, call, unknown)
	}
	p.answer(allow)
	return installFilter(p.code)
}

// Calls returns the numbers of the system calls that a reader may make, whatever their arguments.
func Calls() []uint32 { return slices.Concat(allowedCalls, legacyCalls) }
