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

// folder is all that a reader may see of the disk, beside its models: a copy of
// the file to read, which it cannot change, and the file to write, if there is
// one. The reader works in the folder and knows files by their names there,
// since it may lack the right to search the folders above. The folder is locked
// as long as its server lives, however that ends, so that another server can
// distinguish it from an abandoned one.
type folder struct {
	path string
	lock *os.File
	use  *sync.Mutex // take and remove: a file that comes while it is removed would stay behind
}

const folderName = "cotejo-reader-*"

// The folders below a folder, and the file to write.
const (
	inputFolder  = "input"
	outputFolder = "output"
	outputFile   = outputFolder + "/document.pdf"
)

// readerID is the user and the group of readers whose server is root.
const readerID = 65534

// grant lets a reader that runs as readerID use what is at path, which the
// server keeps. A system that refuses root to do so refuses it to change the
// user of readers, too.
func grant(path string, mode os.FileMode) {
	if os.Geteuid() == 0 && os.Chown(path, -1, readerID) == nil {
		os.Chmod(path, mode)
	}
}

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
			if err = errors.Join(os.Mkdir(f.at(inputFolder), 0o700), os.Mkdir(f.at(outputFolder), 0o700)); err == nil {
				for _, name := range []string{"", inputFolder, outputFolder} {
					grant(f.at(name), 0o710)
				}
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

func (f folder) at(name string) string { return filepath.Join(f.path, name) }

// take copies the file at path, which may be a symbolic link, to where the
// reader sees it, and returns its name in the folder.
func (f folder) take(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", err
	}
	f.use.Lock()
	defer f.use.Unlock()
	name := filepath.Join(inputFolder, filepath.Base(path))
	if err := copyFile(real, f.at(name)); err != nil {
		return "", err
	}
	grant(f.at(name), 0o640)
	return name, nil
}

// expect makes the file to write, empty, and returns its name in the folder.
func (f folder) expect() (string, error) {
	f.use.Lock()
	defer f.use.Unlock()
	if err := os.WriteFile(f.at(outputFile), nil, 0o600); err != nil {
		return "", err
	}
	grant(f.at(outputFile), 0o660)
	return outputFile, nil
}

// give copies the file that the reader has written to path. It may keep its own
// open.
func (f folder) give(path string) error { return copyFile(f.at(outputFile), path) }

// copyFile copies a regular file. On file systems that can, both share the blocks.
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
	for _, below := range []string{f.at(inputFolder), f.at(outputFolder)} {
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
