package readerproc

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// folder is where a reader keeps its temporary files. It is locked as long as
// its server lives, however that ends, so that another server can tell it from
// one that was left behind.
type folder struct {
	path string
	lock *os.File
}

const folderName = "cotejo-reader-*"

// makeFolder makes a folder in parent; "" is the system's folder for temporary files.
func makeFolder(parent string) (folder, error) {
	for {
		path, err := os.MkdirTemp(parent, folderName)
		if err != nil {
			return folder{}, err
		}
		lock, err := lockFolder(path)
		if err == nil {
			if _, err = os.Lstat(path); err == nil {
				return folder{path, lock}, nil
			}
			lock.Close()
		}
		// Somebody who was tidying up may have taken it for an abandoned one
		// before it was locked.
		if !errors.Is(err, os.ErrNotExist) && !errors.Is(err, syscall.EWOULDBLOCK) {
			return folder{}, errors.Join(err, os.RemoveAll(path))
		}
	}
}

// lockFolder takes the folder, or fails when it is taken.
func lockFolder(path string) (*os.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// empty removes what a document left.
func (f folder) empty() {
	entries, err := os.ReadDir(f.path)
	if err != nil {
		return
	}
	for _, e := range entries {
		os.RemoveAll(filepath.Join(f.path, e.Name()))
	}
}

func (f folder) remove() {
	os.RemoveAll(f.path)
	f.lock.Close()
}

// removeAbandoned removes the folders in parent whose servers were killed.
func removeAbandoned(parent string) {
	if parent == "" {
		parent = os.TempDir()
	}
	paths, err := filepath.Glob(filepath.Join(parent, folderName))
	if err != nil {
		return
	}
	for _, path := range paths {
		if info, err := os.Lstat(path); err != nil || !info.IsDir() {
			continue
		}
		if lock, err := lockFolder(path); err == nil {
			folder{path, lock}.remove()
		}
	}
}
