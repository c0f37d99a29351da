package folder

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/cotejo/cotejo/adapters/durable"
)

// MoveTo moves the file into a folder, which is made when missing, under the
// name that it has below the inbox. It replaces nothing: where the name is
// taken it gets a number. It returns the new path. The error is ErrChanged
// when the file is not as it was found; then it stays.
//
// The file is at one of the two places at any time, if only under the new
// name; that and its bytes are on the disk before the old name goes.
func (f File) MoveTo(folder string) (string, error) {
	root, err := os.OpenRoot(f.root)
	if err != nil {
		return "", err
	}
	defer root.Close()
	if err := f.check(root.Lstat(f.Name)); err != nil {
		return "", err
	}
	target := filepath.Join(folder, f.Name)
	like, err := os.Stat(filepath.Dir(f.Path))
	if err != nil {
		return "", err
	}
	// Anyone who may see the inbox may see what became of it.
	if err := os.MkdirAll(filepath.Dir(target), like.Mode().Perm()); err != nil {
		return "", err
	}
	for n := 1; ; n++ {
		to := numberedPath(target, n)
		err := f.place(root, to)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", fmt.Errorf("moving %s: %w", f.Path, err)
		}
		return to, nil
	}
}

// numberedPath returns path for n = 1 and "path (2).pdf" for 2.
func numberedPath(path string, n int) string {
	if n == 1 {
		return path
	}
	ext := filepath.Ext(path)
	return fmt.Sprintf("%s (%d)%s", strings.TrimSuffix(path, ext), n, ext)
}

// place moves the file to a name that nobody has; otherwise the error is
// fs.ErrExist.
func (f File) place(root *os.Root, to string) error {
	switch err := os.Link(f.Path, to); {
	case err == nil:
		if err := durable.SyncFolder(filepath.Dir(to)); err != nil {
			return err
		}
		return root.Remove(f.Name)
	case !errors.Is(err, syscall.EXDEV):
		return durable.Place(f.Path, to)
	}
	if _, err := os.Lstat(to); err == nil {
		return fs.ErrExist
	}
	source, err := f.open()
	if err != nil {
		return err
	}
	defer source.Close()
	_, err = durable.Write(to, durable.Place, func(draft *os.File) error {
		info, err := source.Stat()
		if err != nil {
			return err
		}
		_, err = io.Copy(draft, source)
		return errors.Join(err, draft.Chmod(info.Mode().Perm()))
	})
	if err != nil {
		return err
	}
	return root.Remove(f.Name)
}
