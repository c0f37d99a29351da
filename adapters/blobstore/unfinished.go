package blobstore

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"strconv"
	"syscall"
	"time"
)

// createUnfinished creates a file in the folder of unfinished ones. It is
// locked until it is closed, which its process's death does too.
func (f *Files) createUnfinished() (*os.File, error) {
	for n := time.Now().UnixNano(); ; n++ {
		name := path.Join(unfinished, strconv.FormatInt(n, 36)+"-"+strconv.Itoa(os.Getpid()))
		file, err := f.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if err := lock(file); err != nil {
			return nil, errors.Join(err, file.Close(), f.root.Remove(name))
		}
		return file, nil
	}
}

// sweep removes the unfinished files that nobody writes any more.
func (f *Files) sweep() error {
	folder, err := f.root.Open(unfinished)
	if err != nil {
		return err
	}
	entries, err := folder.ReadDir(-1)
	if err := errors.Join(err, folder.Close()); err != nil {
		return err
	}
	for _, e := range entries {
		if err := f.sweepOne(path.Join(unfinished, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func (f *Files) sweepOne(name string) error {
	file, err := f.root.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	if lock(file) != nil {
		return nil // another process is writing it
	}
	return f.root.Remove(name)
}

// lock takes the file, or fails when it is taken.
func lock(file *os.File) error {
	return syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}
