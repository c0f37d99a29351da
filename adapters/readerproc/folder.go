package readerproc

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync"
	"syscall"
)

// LanguageData is where readers find the models of Tesseract: below the folder that
// an administrator names, or those of the distributions.
func LanguageData() []string {
	if dir := os.Getenv("TESSDATA_PREFIX"); dir != "" {
		return []string{dir}
	}
	return []string{"/usr/share/tesseract-ocr", "/usr/share/tessdata", "/usr/local/share/tessdata"}
}

// folder is all that a reader may see of the disk, beside its models: its input,
// which it cannot change, and its temporary files. It is locked as long as its
// server lives, however that ends, so that another server can distinguish it
// from an abandoned one.
type folder struct {
	path string
	lock *os.File
	use  *sync.Mutex // take and remove: a file that comes while it is removed would stay behind
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
			f := folder{path, lock, &sync.Mutex{}}
			if err = errors.Join(os.Mkdir(f.input(), 0o700), os.Mkdir(f.temporary(), 0o700)); err == nil {
				return f, nil
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

func (f folder) input() string     { return filepath.Join(f.path, "input") }
func (f folder) temporary() string { return filepath.Join(f.path, "tmp") }

// take brings the file at path to where the reader sees it, and returns its new
// path: as a second name of the same file or, on another disk, as a copy. The
// file at path may be a symbolic link.
func (f folder) take(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", err
	}
	f.use.Lock()
	defer f.use.Unlock()
	to := filepath.Join(f.input(), filepath.Base(path))
	if os.Link(real, to) == nil {
		return to, nil
	}
	return to, copyFile(real, to)
}

// give brings a file that the reader has written to path. A reader that a
// document took over may have put a link in its place: that is refused.
func (f folder) give(from, path string) error {
	if os.Rename(from, path) != nil {
		return copyFile(from, path)
	}
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return errors.Join(err, os.Remove(path), errors.New("the reader wrote no regular file"))
	}
	return nil
}

// copyFile copies a regular file to another disk.
func copyFile(from, to string) error {
	source, err := os.OpenFile(from, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return err
	}
	defer source.Close()
	if info, err := source.Stat(); err != nil || !info.Mode().IsRegular() {
		return errors.Join(err, errors.New(from+" is no regular file"))
	}
	copied, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(copied, source)
	return errors.Join(err, copied.Close())
}

// empty removes what a document left.
func (f folder) empty() {
	for _, below := range []string{f.input(), f.temporary()} {
		entries, err := os.ReadDir(below)
		if err != nil {
			continue
		}
		for _, e := range entries {
			os.RemoveAll(filepath.Join(below, e.Name()))
		}
	}
}

func (f folder) remove() {
	f.use.Lock()
	defer f.use.Unlock()
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
			folder{path, lock, &sync.Mutex{}}.remove()
		}
	}
}
