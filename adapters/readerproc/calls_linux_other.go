//go:build linux && !amd64

package readerproc

var legacyCalls []uint32
