// Package smalldisk runs programs with a folder on a file system that is soon
// full: a tmpfs in a mount namespace, which ends with the program and which
// nobody else sees. It needs to be root, or a system that lets users make
// namespaces.
package smalldisk

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

// Check reports why there can be no small disk here.
func Check() error {
	folder, err := os.MkdirTemp("", "cotejo-disk-*")
	if err != nil {
		return err
	}
	defer os.Remove(folder)
	command := Command(folder, 1, "true")
	if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
		return fmt.Errorf("a file system of a test's own needs root, or namespaces for users: %w: %s", err, strings.TrimSpace(string(out)))
	}
	return nil
}

// Command is the command that runs another with a disk of so many megabytes at
// a folder, which must exist. It stays the same process.
func Command(folder string, megabytes int, command ...string) []string {
	enter := []string{"unshare", "--mount"}
	if os.Geteuid() != 0 {
		enter = append(enter, "--user", "--map-root-user")
	}
	mount := `mount -t tmpfs -o mode=777,size="$1"m tmpfs "$0" && shift && exec "$@"`
	return append(append(enter, "/bin/sh", "-c", mount, folder, fmt.Sprint(megabytes)), command...)
}

// As is the command that runs another, within Command, as a user who is not root.
func As(user *syscall.Credential, command ...string) []string {
	if os.Geteuid() != 0 {
		return append([]string{"unshare", "--user", fmt.Sprint("--map-user=", user.Uid), fmt.Sprint("--map-group=", user.Gid)}, command...)
	}
	return append([]string{"setpriv", fmt.Sprint("--reuid=", user.Uid), fmt.Sprint("--regid=", user.Gid), "--clear-groups"}, command...)
}

// PathSeenBy returns the path under which others see what a process sees at path.
func PathSeenBy(pid int, path string) string {
	return filepath.Join("/proc", fmt.Sprint(pid), "root", path)
}

// MakeReadOnly lets the program with the process pid open nothing more for writing
// in a folder of its disk. It can still write to what is open.
func MakeReadOnly(pid int, folder string) error {
	enter := []string{"--target", fmt.Sprint(pid), "--mount"}
	if os.Geteuid() != 0 {
		enter = append(enter, "--user", "--preserve-credentials")
	}
	if out, err := exec.Command("nsenter", append(enter, "mount", "-o", "bind,ro", folder, folder)...).CombinedOutput(); err != nil {
		return fmt.Errorf("making %s read-only: %w: %s", folder, err, strings.TrimSpace(string(out)))
	}
	return nil
}

// Fill writes a file until there is no room left, and returns what removes it.
func Fill(folder string) (free func() error, err error) {
	path := filepath.Join(folder, "filler")
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for block := make([]byte, 64<<10); ; {
		_, err := f.Write(block)
		if errors.Is(err, syscall.ENOSPC) && len(block) == 1 {
			return func() error { return os.Remove(path) }, nil
		}
		if errors.Is(err, syscall.ENOSPC) {
			block = block[:1]
		} else if err != nil {
			return nil, errors.Join(err, os.Remove(path))
		}
	}
}
