// Package backupfile writes and reads backups. They are tar files, which any system can
// unpack.
//
//	originals/2026/03/04/….pdf   the originals
//	database/cotejo.db           the database of the intake service, which refers to them
//	register/cotejo-notify.db    the register of notifications
//	manifest.json                the list of all files with their SHA-256; the last file
//
// A backup has one of the two databases or both. Where a database is on a PostgreSQL server, its file is a dump of pg_dump in
// the custom format: database/cotejo.dump, register/cotejo-notify.dump. A file without a manifest is incomplete and is refused.
package backupfile

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/cotejo/cotejo/adapters/durable"
	"github.com/cotejo/cotejo/core/fault"
)

// Names within a backup.
const (
	Database     = "database/cotejo.db"
	DatabaseDump = "database/cotejo.dump"
	Register     = "register/cotejo-notify.db"
	RegisterDump = "register/cotejo-notify.dump"
	Originals    = "originals/" // and the key
	manifest     = "manifest.json"
)

// databases are the names of databases.
var databases = []string{Database, DatabaseDump, Register, RegisterDump}

// Format is the version of the layout. A newer one is refused.
const Format = 1

// Manifest says what a backup holds.
type Manifest struct {
	Format    int       `json:"format"`
	CreatedAt time.Time `json:"created_at"`
	Program   string    `json:"program"` // version of the program that wrote it
	Documents int       `json:"documents"`
	Cases     int       `json:"cases,omitempty"` // of the register of notifications
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
	publish func(from, to string) error
	file    *os.File
	tar     *tar.Writer
	files   []File
}

// Create begins a backup at path, readable by its owner alone. Unless replace
// is set, a file that is there is a fault of kind Conflict; and so is another
// process that writes the same one.
func Create(path string, replace bool) (*Writer, error) {
	publish := durable.Place
	if replace {
		publish = os.Rename
	} else if _, err := os.Lstat(path); err == nil {
		return nil, translate(path, fs.ErrExist)
	}
	// A killed program leaves it, and the next one takes it over.
	f, err := os.OpenFile(path+unfinished, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, translate(path, err)
	}
	if err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err == nil {
		err = f.Truncate(0)
	}
	if err != nil {
		return nil, errors.Join(translate(path, err), f.Close())
	}
	return &Writer{path: path, publish: publish, file: f, tar: tar.NewWriter(f)}, nil
}

// Add adds a file of size bytes and returns its SHA-256 in lower-case hex.
func (w *Writer) Add(ctx context.Context, name string, size int64, modified time.Time, r io.Reader) (string, error) {
	content := content{ctx: ctx, r: r, sum: sha256.New()}
	err := w.tar.WriteHeader(&tar.Header{Name: name, Size: size, Mode: 0o600, ModTime: modified.UTC().Truncate(time.Second), Format: tar.FormatPAX})
	if err == nil {
		var n int64
		if n, err = io.Copy(w.tar, content); err == nil && n != size {
			err = fmt.Errorf("%s has %d bytes, not %d: %w", name, n, size, io.ErrUnexpectedEOF)
		}
	}
	if err != nil {
		return "", translate(w.path, err)
	}
	w.files = append(w.files, File{name, size, content.hex()})
	return content.hex(), nil
}

// Finish adds the manifest, whose Files and Format it fills in, and puts the
// backup under its name once all of it is on the disk. It returns its size.
func (w *Writer) Finish(m Manifest) (size int64, err error) {
	m.Format, m.Files = Format, w.files
	data, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return 0, err
	}
	if _, err := w.Add(context.Background(), manifest, int64(len(data)), m.CreatedAt, bytes.NewReader(data)); err != nil {
		return 0, err
	}
	if err = errors.Join(w.tar.Close(), w.file.Sync()); err == nil {
		size, err = w.file.Seek(0, io.SeekEnd)
	}
	if err == nil {
		err = w.publish(w.path+unfinished, w.path)
	}
	if err == nil {
		err = errors.Join(durable.SyncFolder(filepath.Dir(w.path)), w.file.Close())
	}
	return size, translate(w.path, err)
}

// Discard removes what was written. After Finish went well it does nothing.
func (w *Writer) Discard() {
	if w.file.Close() == nil {
		os.Remove(w.path + unfinished)
	}
}

// content reads a file and sums it up. It fails once ctx is done, and at the end of what has not
// the wanted sum.
type content struct {
	ctx   context.Context
	r     io.Reader
	sum   hash.Hash
	entry string // its name, if it is in a backup
	want  string // SHA-256 in hex; may be empty
}

func (c content) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.r.Read(p)
	c.sum.Write(p[:n])
	switch atEnd := errors.Is(err, io.EOF); {
	case atEnd && c.want != "" && c.hex() != c.want:
		err = fault.New(fault.Stale, "backup_changed", "La copia cambió mientras se restauraba; repita la orden.")
	case err != nil && !atEnd && c.entry != "":
		err = damaged("no se puede leer %s (%v)", c.entry, err)
	}
	return n, err
}

func (c content) hex() string { return hex.EncodeToString(c.sum.Sum(nil)) }
