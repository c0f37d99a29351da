package readerproc

import "golang.org/x/sys/unix"

// legacyCalls are allowed calls that newer architectures do not have.
var legacyCalls = []uint32{unix.SYS_DUP2}
