package blobstore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sync"
	"time"
)

// Files keeps each blob in a file of one folder, named by its key. Files and
// folders are for their owner alone. It is safe for concurrent use, by several
// processes too.
type Files struct {
	root    *os.Root // no key, link or race leads out of it
	folder  string
	lasting sync.Map // the folders whose names are known to be on the disk
}

// unfinished is the folder of files that are being written.
const unfinished = ".unfinished"

// OpenFiles opens the store in a folder, makes it when missing, and removes
// what interrupted writes left behind.
func OpenFiles(folder string) (*Files, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return nil, fmt.Errorf("opening blob store: %w", err)
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("opening blob store: %w", err)
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, fmt.Errorf("opening blob store: %w", err)
	}
	f := &Files{root: root, folder: folder}
	if err := errors.Join(f.makeFolder(unfinished), f.sweep()); err != nil {
		return nil, errors.Join(fmt.Errorf("opening blob store: %w", err), root.Close())
	}
	return f, nil
}

// Put implements ports.Blobs. The bytes reach the disk under another name
// first; the key's file appears whole or not at all.
func (f *Files) Put(ctx context.Context, key string, r io.Reader) error {
	if err := checkKey(key); err != nil {
		return err
	}
	if err := f.makeFolder(path.Dir(key)); err != nil {
		return translate(err, "storing "+key)
	}
	name, err := f.write(ctx, r)
	if err != nil {
		return translate(err, "storing "+key)
	}
	if err := f.root.Rename(name, key); err != nil {
		f.lasting.Clear() // somebody may have removed a folder
		return translate(errors.Join(err, f.root.Remove(name)), "storing "+key)
	}
	return translate(f.syncNames(path.Dir(key)), "storing "+key)
}

// write writes what r yields to a file with a name of its own, and removes it
// again when that fails.
func (f *Files) write(ctx context.Context, r io.Reader) (name string, err error) {
	file, err := f.createUnfinished()
	if err != nil {
		return "", err
	}
	name = path.Join(unfinished, filepath.Base(file.Name()))
	_, err = io.Copy(file, untilDone{ctx, r})
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		err = errors.Join(err, f.root.Remove(name))
	}
	return name, err
}

// Open implements ports.Blobs.
func (f *Files) Open(_ context.Context, key string) (io.ReadCloser, int64, error) {
	if err := checkKey(key); err != nil {
		return nil, 0, err
	}
	file, err := f.root.Open(key)
	if err != nil {
		return nil, 0, translate(err, "opening "+key)
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fs.ErrNotExist // the key is a folder of others
	}
	if err != nil {
		return nil, 0, translate(errors.Join(err, file.Close()), "opening "+key)
	}
	return file, info.Size(), nil
}

// Delete implements ports.Blobs.
func (f *Files) Delete(_ context.Context, key string) error {
	if err := checkKey(key); err != nil {
		return err
	}
	if _, ok := f.Path(key); !ok {
		return errNotFound
	}
	if err := f.root.Remove(key); err != nil {
		return translate(err, "deleting "+key)
	}
	return translate(f.syncNames(path.Dir(key)), "deleting "+key)
}

// Each implements ports.Blobs, in the order of keys within each folder. What
// appears or goes away in the meantime may be visited or not.
func (f *Files) Each(ctx context.Context, visit func(key string, modified time.Time) error) error {
	return fs.WalkDir(f.root.FS(), ".", func(key string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return translate(err, "listing blobs")
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if key == "." {
			return nil
		}
		if checkKey(key) != nil { // not ours
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		info, err := entry.Info()
		if err != nil || !info.Mode().IsRegular() {
			return nil
		}
		return visit(key, info.ModTime())
	})
}

// Path implements ports.LocalFiles.
func (f *Files) Path(key string) (string, bool) {
	if checkKey(key) != nil {
		return "", false
	}
	info, err := f.root.Lstat(key)
	if err != nil || !info.Mode().IsRegular() {
		return "", false
	}
	return filepath.Join(f.folder, filepath.FromSlash(key)), true
}

// Folder returns the folder that the blobs are kept in.
func (f *Files) Folder() string { return f.folder }

// Close releases the folder.
func (f *Files) Close() error { return f.root.Close() }

// makeFolder makes a folder and those above it. One that is there may have
// been made a moment ago by another put, so its name is synced as well.
func (f *Files) makeFolder(name string) error {
	if name == "." {
		return nil
	}
	if _, ok := f.lasting.Load(name); ok {
		return nil
	}
	if err := f.makeFolder(path.Dir(name)); err != nil {
		return err
	}
	if err := f.root.Mkdir(name, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if err := f.syncNames(path.Dir(name)); err != nil {
		return err
	}
	f.lasting.Store(name, nil)
	return nil
}

// syncNames makes the names in a folder last.
func (f *Files) syncNames(folder string) error {
	d, err := f.root.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// untilDone is a reader that fails once ctx is done.
type untilDone struct {
	ctx context.Context
	r   io.Reader
}

func (u untilDone) Read(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.r.Read(p)
}
