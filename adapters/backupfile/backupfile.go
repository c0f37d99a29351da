// Package backupfile writes and reads backups. They are tar files, which any system can
// unpack.
//
//	originals/2026/03/04/….pdf   the originals
//	database/cotejo.db           the database, which refers to them
//	manifest.json                the list of all files with their SHA-256; the last file
//
// A file without a manifest is incomplete and is refused.
package backupfile

import (
	"archive/tar"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/cotejo/cotejo/core/fault"
)

// Names within a backup.
const (
	Database  = "database/cotejo.db"
	Originals = "originals/" // and the key
	manifest  = "manifest.json"
)

// Format is the version of the layout. A newer one is refused.
const Format = 1

// Manifest says what a backup holds.
type Manifest struct {
	Format    int       `json:"format"`
	CreatedAt time.Time `json:"created_at"`
	Program   string    `json:"program"` // version of the program that wrote it
	Documents int       `json:"documents"`
	Files     []File    `json:"files"`
	// Missing are the keys of originals that the database names and that were
	// lost or damaged when the backup was made; empty in a good one.
	Missing []string `json:"missing,omitempty"`
}

// File is a file within a backup.
type File struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// unfinished is the end of the name of a backup that is being written.
const unfinished = ".unfinished"

// Writer writes a backup. Nothing is under its name until Finish.
type Writer struct {
	path    string
	replace bool
	file    *os.File
	tar     *tar.Writer
	files   []File
}

// Create begins a backup at path, readable by its owner alone. Unless replace
// is set, a file that is there is a fault of kind Conflict; and so is another
// process that writes the same one.
func Create(path string, replace bool) (*Writer, error) {
	if _, err := os.Lstat(path); err == nil && !replace {
		return nil, existsFault(path)
	}
	f, err := os.OpenFile(path+unfinished, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, translate(err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, fault.Wrap(err, fault.Conflict, "backup_under_way", "Otra orden está escribiendo esa misma copia; espere a que termine.")
	}
	if err := f.Truncate(0); err != nil {
		return nil, errors.Join(translate(err), f.Close())
	}
	return &Writer{path: path, replace: replace, file: f, tar: tar.NewWriter(f)}, nil
}

// Add adds a file of size bytes and returns its SHA-256 in lower-case hex.
func (w *Writer) Add(ctx context.Context, name string, size int64, modified time.Time, r io.Reader) (string, error) {
	err := w.tar.WriteHeader(&tar.Header{Name: name, Size: size, Mode: 0o600, ModTime: modified.UTC().Truncate(time.Second), Format: tar.FormatPAX})
	if err != nil {
		return "", translate(err)
	}
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(w.tar, sum), untilDone{ctx, r})
	if err == nil && n != size {
		err = fmt.Errorf("%s has %d bytes, not %d: %w", name, n, size, io.ErrUnexpectedEOF)
	}
	if err != nil {
		return "", translate(err)
	}
	f := File{name, n, hex.EncodeToString(sum.Sum(nil))}
	w.files = append(w.files, f)
	return f.SHA256, nil
}

// Finish adds the manifest, whose Files and Format it fills in, and puts the
// backup under its name once all of it is on the disk. It returns its size.
func (w *Writer) Finish(m Manifest) (size int64, err error) {
	m.Format, m.Files = Format, w.files
	data, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return 0, err
	}
	err = w.tar.WriteHeader(
		&tar.Header{Name: manifest, Size: int64(len(data)), Mode: 0o600, ModTime: m.CreatedAt.UTC().Truncate(time.Second), Format: tar.FormatPAX},
	)
	if err == nil {
		_, err = w.tar.Write(data)
	}
	if err = errors.Join(err, w.tar.Close()); err == nil {
		err = w.file.Sync()
	}
	if err != nil {
		return 0, translate(err)
	}
	info, err := w.file.Stat()
	if err != nil {
		return 0, translate(err)
	}
	if err := w.publish(); err != nil {
		return 0, err
	}
	return info.Size(), translate(w.file.Close())
}

// publish gives the file its name.
func (w *Writer) publish() error {
	draft := w.path + unfinished
	if w.replace {
		if err := os.Rename(draft, w.path); err != nil {
			return translate(err)
		}
	} else {
		err := os.Link(draft, w.path)
		switch {
		case errors.Is(err, fs.ErrExist):
			return existsFault(w.path)
		case err != nil: // a file system without links
			err = os.Rename(draft, w.path)
		default:
			err = os.Remove(draft)
		}
		if err != nil {
			return translate(err)
		}
	}
	return translate(syncFolder(filepath.Dir(w.path)))
}

// Discard removes what was written. After Finish went well it does nothing.
func (w *Writer) Discard() {
	if w.file.Close() == nil {
		os.Remove(w.path + unfinished)
	}
}

func syncFolder(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	err = d.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		err = nil // a network share
	}
	return errors.Join(err, d.Close())
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
