//go:build !linux

package readerproc

import (
	"errors"
	"os"
	"syscall"

	"github.com/cotejo/cotejo/core/document"
)

// Elsewhere than on Linux a reader is a process of its own and nothing more:
// good enough to develop on, not to serve strangers.

func isolation() *syscall.SysProcAttr { return nil }

// Protect does nothing here.
func Protect() error { return nil }

func kill(p *os.Process) { p.Kill() }

func takeStdout() (*os.File, error) {
	out := os.Stdout
	os.Stdout = os.Stderr
	return out, nil
}

func enterSandbox() (document.Sandbox, error) {
	return document.Sandbox{}, errors.New("this system has no Landlock and no seccomp")
}

func limitProcess(Settings) error { return nil }

func limitDocument(Settings) error { return nil }
