//go:build !linux

package readerproc

import (
	"errors"
	"os"
	"syscall"
)

// Elsewhere than on Linux a reader is a process of its own and nothing more:
// good enough to develop on, not to serve strangers.

func isolation() *syscall.SysProcAttr { return nil }

func kill(p *os.Process) { p.Kill() }

func takeStdout() (*os.File, error) {
	out := os.Stdout
	os.Stdout = os.Stderr
	return out, nil
}

const networkGuard = ""

func leaveNetwork() error { return errors.New("only on Linux") }

func limitProcess(Settings) error { return nil }

func limitDocument(Settings) error { return nil }
