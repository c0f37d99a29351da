// Package durable writes files that outlast a kill and a power cut: their bytes are on the disk
// before their names, and no part of a file is ever under its name.
package durable

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"
)

// Write gives what fill writes the name path, by publish: os.Rename in place of another file,
// Place or os.Link only where the name is free. The file is readable by its owner alone, unless
// fill changes that. Write returns the number of bytes.
func Write(path string, publish func(from, to string) error, fill func(*os.File) error) (size int64, err error) {
	draft, err := os.CreateTemp(filepath.Dir(path), ".cotejo-*") // mode 0600
	if err != nil {
		return 0, err
	}
	defer os.Remove(draft.Name())
	err = errors.Join(fill(draft), draft.Sync())
	info, statErr := draft.Stat()
	if err := errors.Join(err, statErr, draft.Close()); err != nil {
		return 0, err
	}
	if err := publish(draft.Name(), path); err != nil {
		return 0, err
	}
	return info.Size(), SyncFolder(filepath.Dir(path))
}

// CopyOwner gives a file the owner, the group and the mode of another.
func CopyOwner(from, to *os.File) error {
	var info unix.Stat_t
	if err := unix.Fstat(int(from.Fd()), &info); err != nil {
		return err
	}
	var own unix.Stat_t
	if err := unix.Fstat(int(to.Fd()), &own); err != nil {
		return err
	}
	if own.Uid != info.Uid || own.Gid != info.Gid {
		if err := to.Chown(int(info.Uid), int(info.Gid)); err != nil {
			return err
		}
	}
	return to.Chmod(os.FileMode(info.Mode & 0o777))
}

// Place moves a file to a name that is free on the same disk; otherwise the error is fs.ErrExist.
// The new name is on the disk before the old one goes.
func Place(from, to string) error {
	switch err := os.Link(from, to); {
	case err == nil:
		if err := SyncFolder(filepath.Dir(to)); err != nil {
			return err
		}
		return os.Remove(from)
	case errors.Is(err, fs.ErrExist), errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.EXDEV):
		return err
	}
	// A file system without links, as network shares are.
	if _, err := os.Lstat(to); err == nil {
		return fs.ErrExist
	}
	if err := os.Rename(from, to); err != nil {
		return err
	}
	return SyncFolder(filepath.Dir(to))
}

// Duplicate gives a file a second name that is free, or copies it where the file system has no links.
func Duplicate(from, to string) error {
	err := os.Link(from, to)
	if err == nil || errors.Is(err, fs.ErrExist) || errors.Is(err, fs.ErrNotExist) {
		return err
	}
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	_, err = Write(to, Place, func(f *os.File) error {
		_, err := io.Copy(f, source)
		return err
	})
	return err
}

// SyncFolder brings the names in a folder to the disk, where the file system can.
func SyncFolder(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	err = d.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) { // a network share
		err = nil
	}
	return errors.Join(err, d.Close())
}

// SyncDisk brings all that was written to the file system of a folder to the disk.
func SyncDisk(folder string) error {
	d, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(unix.Syncfs(int(d.Fd())), d.Close())
}
