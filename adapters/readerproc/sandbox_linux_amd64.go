package readerproc

import "golang.org/x/sys/unix"

// legacyCalls are calls that newer architectures do not have, and that do what
// the filter forbids or looks at under other names.
var legacyCalls = []uint32{
	unix.SYS_FORK, unix.SYS_VFORK, unix.SYS_OPEN, unix.SYS_CREAT, unix.SYS_CHMOD, unix.SYS_CHOWN, unix.SYS_LCHOWN,
	unix.SYS_UTIME, unix.SYS_UTIMES, unix.SYS_FUTIMESAT,
}
