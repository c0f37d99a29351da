// Package folder finds complete PDFs and images in a folder into which people and scanners
// write, and moves processed files away.
//
// A file is complete when its size and time of change stay the same for a while: scanners and
// network copies write for seconds. An empty file, or one without the end mark of its kind,
// must stay the same for longer. Files of unknown kinds are reported; hidden files, links and
// temporary files of other programs are ignored.
package folder

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/cotejo/cotejo/core/document"
)

// Inbox is a folder, or one file of it, that is looked at again and again. It is not safe
// for concurrent use.
type Inbox struct {
	root   string
	start  string   // where a look starts: root, or the file
	except []string // folders and files below root that are excluded
	settle time.Duration

	seen map[string]sighting // by path
}

// Options tune an inbox; the zero value means the defaults.
type Options struct {
	Except []string      // folders and files below the root that are left alone
	Settle time.Duration // how long a file must stay as it is; 2 seconds
}

const (
	defaultSettle = 2 * time.Second
	// unendedSettle is what a file that looks incomplete must stay for, in
	// multiples of Settle.
	unendedSettle = 5
)

// sighting is what a file was like when it was last looked at.
type sighting struct {
	stamp
	since  time.Time // when it was first seen so
	handed bool      // to the caller of Look
}

// stamp tells one state of a file from the next.
type stamp struct {
	size     int64
	modified time.Time
}

// Open returns the inbox at root, an existing folder or file. opts may be nil.
func Open(root string, opts *Options) (*Inbox, error) {
	var o Options
	if opts != nil {
		o = *opts
	}
	if o.Settle <= 0 {
		o.Settle = defaultSettle
	}
	root, err := real(root)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(root)
	if err != nil {
		return nil, err
	}
	i := &Inbox{root: root, start: root, settle: o.Settle, seen: map[string]sighting{}}
	switch {
	case info.Mode().IsRegular():
		i.root = filepath.Dir(root)
	case !info.IsDir():
		return nil, &fs.PathError{Op: "open", Path: root, Err: ErrNoFolder}
	}
	for _, folder := range o.Except {
		if folder, err = filepath.Abs(folder); err != nil {
			return nil, err
		}
		if resolved, err := real(folder); err == nil {
			folder = resolved
		}
		i.except = append(i.except, folder)
	}
	return i, nil
}

// ErrNoFolder is the error of a path that is neither a folder nor a file.
var ErrNoFolder = errors.New("not a folder or a file")

// real is the one name of a folder.
func real(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(path)
}

// File is a complete file of an inbox.
type File struct {
	Path string // absolute, without links: the same at each look
	Name string // below the inbox
	root string // of the inbox
	stamp
}

// Looked is the result of Inbox.Look.
type Looked struct {
	Ready    []File // complete, and not handed out before in this state; in the order of their names
	Skipped  []File // complete, and by their names of no kind that is read; as Ready
	Settling []File // of the kinds that are read: seen, but perhaps not complete yet

	SettlingOthers int // that may be skipped later
}

// Look looks through the folder at the time now. A folder within that cannot
// be read is an error once everything else was looked at.
func (i *Inbox) Look(ctx context.Context, now time.Time) (Looked, error) {
	var (
		found      Looked
		unreadable []error
		present    = map[string]bool{}
	)
	err := filepath.WalkDir(i.start, func(path string, entry fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			if path == i.root {
				return err
			}
			if !errors.Is(err, fs.ErrNotExist) {
				unreadable = append(unreadable, err)
			}
			return nil
		}
		hidden := path != i.start && ignored(entry.Name())
		if entry.IsDir() {
			if hidden || slices.Contains(i.except, path) {
				return fs.SkipDir
			}
			return nil
		}
		if hidden || !entry.Type().IsRegular() || slices.Contains(i.except, path) {
			return nil
		}
		info, err := entry.Info()
		if err != nil {
			return nil // it went away in the meantime
		}
		present[path] = true
		i.sight(&found, path, stamp{info.Size(), info.ModTime()}, now)
		return nil
	})
	for path := range i.seen {
		if !present[path] {
			delete(i.seen, path)
		}
	}
	if err == nil {
		err = errors.Join(unreadable...)
	}
	return found, err
}

// sight notes a file and puts it where it belongs.
func (i *Inbox) sight(found *Looked, path string, is stamp, now time.Time) {
	was, known := i.seen[path]
	if !known || was.stamp != is {
		was = sighting{stamp: is, since: now}
	}
	if !was.handed {
		name, _ := filepath.Rel(i.root, path)
		f := File{Path: path, Name: name, root: i.root, stamp: is}
		read := document.KindByName(path) != "" || document.HoldsFiles(path)
		switch was.handed = i.settled(f, was, now); {
		case was.handed && read:
			found.Ready = append(found.Ready, f)
		case was.handed:
			found.Skipped = append(found.Skipped, f)
		case read:
			found.Settling = append(found.Settling, f)
		default:
			found.SettlingOthers++
		}
	}
	i.seen[path] = was
}

func (i *Inbox) settled(f File, s sighting, now time.Time) bool {
	stayed := now.Sub(s.since)
	return stayed >= unendedSettle*i.settle || stayed >= i.settle && f.hasEnd()
}

// ignored tells the names of hidden files and of those that other programs
// write for themselves.
func ignored(name string) bool {
	if strings.HasPrefix(name, ".") || strings.HasPrefix(name, "~") {
		return true
	}
	switch name = strings.ToLower(name); filepath.Ext(name) {
	case ".tmp", ".part", ".partial", ".crdownload", ".download", ".lnk":
		return true
	}
	return name == "thumbs.db" || name == "desktop.ini"
}

// marks are the bytes that end a file, by its kind. A TIFF and messages have none.
var marks = map[document.FileKind]string{document.PDF: "%%EOF", document.PNG: "IEND", document.JPEG: "\xff\xd9", document.DOCX: endOfArchive,
	document.Album: endOfArchive}

const endOfArchive = "PK\x05\x06"

// hasEnd reports whether the last bytes of the file hold the end mark of its kind. It is also true
// for files of other kinds and files that cannot be opened: waiting would not help.
func (f File) hasEnd() bool {
	kind := document.KindOfOriginal(f.Path)
	if kind == "" {
		return true
	}
	file, err := f.open()
	if err != nil {
		return true
	}
	defer file.Close()
	const tail = 2048
	if f.size > tail {
		file.Seek(-tail, io.SeekEnd)
	}
	end, _ := io.ReadAll(io.LimitReader(file, tail))
	mark, ok := marks[kind]
	return ok && strings.Contains(string(end), mark)
}

// SHA256 returns the hash of the file in lower-case hex. The error is
// ErrChanged when it is not the file that was found.
func (f File) SHA256() (string, error) {
	r, err := f.Open()
	if err != nil {
		return "", err
	}
	defer r.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, r); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// ErrChanged says that a file is not as it was found. It will be found again.
var ErrChanged = errors.New("the file has changed")

// Open opens the file. The error is ErrChanged when the name now belongs to
// something else, such as a symbolic link that leads out of the inbox or a
// named pipe. Reading fails with ErrChanged at its end when the file changed
// in the meantime.
func (f File) Open() (io.ReadCloser, error) {
	file, err := f.open()
	if err != nil {
		return nil, err
	}
	return &unchanged{file, f}, nil
}

// open opens the file without leaving the inbox and without waiting for the
// other end of a pipe, and then checks what it has opened: anyone who may write to
// the inbox may swap the file at any time.
func (f File) open() (*os.File, error) {
	root, err := os.OpenRoot(f.root)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	file, err := root.OpenFile(f.Name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		if info, statErr := os.Lstat(f.Path); statErr == nil && !info.Mode().IsRegular() {
			return nil, fmt.Errorf("%s: %w", f.Path, ErrChanged)
		}
		return nil, err
	}
	if err := f.check(file.Stat()); err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// unchanged reads a file and fails with ErrChanged at its end if the file has changed. It does not
// embed the file: io.Copy would use the file's WriteTo, which skips the check.
type unchanged struct {
	file  *os.File
	found File
}

func (u *unchanged) Close() error { return u.file.Close() }

func (u *unchanged) Read(p []byte) (int, error) {
	n, err := u.file.Read(p)
	if errors.Is(err, io.EOF) {
		if err := u.found.check(u.file.Stat()); err != nil {
			return n, err
		}
	}
	return n, err
}

func (f File) check(info fs.FileInfo, err error) error {
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() || (stamp{info.Size(), info.ModTime()}) != f.stamp {
		return fmt.Errorf("%s: %w", f.Path, ErrChanged)
	}
	return nil
}
