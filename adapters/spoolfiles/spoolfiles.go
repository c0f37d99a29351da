// Package spoolfiles keeps what tasks need until they end in files: one folder for each task,
// with the pages that were read so far and the password of its document.
//
// Files and folders are accessible to their owner only, and not part of backups.
package spoolfiles

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/cotejo/cotejo/ports"
)

// Spool implements ports.Spool on a folder. It is safe for concurrent use, by
// several processes too as long as each task is worked by one.
type Spool struct{ root *os.Root } // no ID or link leads out of it

var _ ports.Spool = (*Spool)(nil)

// The files of a task.
const (
	pagesFile    = "pages"
	passwordFile = "password"
)

// Open opens the spool in a folder and makes it when missing.
func Open(folder string) (*Spool, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, failed("opening the spool", err)
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, failed("opening the spool", err)
	}
	return &Spool{root}, nil
}

// Close releases the folder.
func (s *Spool) Close() error { return s.root.Close() }

// KeepPassword implements ports.Spool.
func (s *Spool) KeepPassword(_ context.Context, taskID, password string) error {
	if err := s.makeFolder(taskID); err != nil {
		return err
	}
	name := path.Join(taskID, passwordFile)
	if err := s.root.WriteFile(name, []byte(password), 0o600); err != nil {
		return failed("keeping a password", err)
	}
	for _, synced := range []string{name, taskID, "."} { // what it says, its name, that of its folder
		if err := s.sync(synced); err != nil {
			return failed("keeping a password", err)
		}
	}
	return nil
}

// Password implements ports.Spool.
func (s *Spool) Password(_ context.Context, taskID string) (string, error) {
	if err := checkID(taskID); err != nil {
		return "", err
	}
	password, err := s.root.ReadFile(path.Join(taskID, passwordFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", failed("looking up a password", err)
	}
	return string(password), nil
}

// Pages implements ports.Spool.
func (s *Spool) Pages(_ context.Context, taskID string) (ports.SpooledPages, error) {
	if err := s.makeFolder(taskID); err != nil {
		return nil, err
	}
	file, err := s.root.OpenFile(path.Join(taskID, pagesFile), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, failed("opening spooled pages", err)
	}
	p := &pages{file: file}
	if err := p.takeUp(); err != nil {
		file.Close()
		return nil, failed("taking up spooled pages", err)
	}
	return p, nil
}

// Remove implements ports.Spool.
func (s *Spool) Remove(_ context.Context, taskID string) error {
	if err := checkID(taskID); err != nil {
		return err
	}
	if err := s.root.RemoveAll(taskID); err != nil {
		return failed("removing from the spool", err)
	}
	return nil
}

// Each implements ports.Spool.
func (s *Spool) Each(ctx context.Context, visit func(taskID string, since time.Time) error) error {
	entries, err := fs.ReadDir(s.root.FS(), ".")
	if err != nil {
		return failed("listing the spool", err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !e.IsDir() || checkID(e.Name()) != nil {
			continue // removed in the meantime, or somebody else's
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := visit(e.Name(), info.ModTime()); err != nil {
			return err
		}
	}
	return nil
}

func (s *Spool) makeFolder(taskID string) error {
	if err := checkID(taskID); err != nil {
		return err
	}
	if err := s.root.Mkdir(taskID, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return failed("making room in the spool", err)
	}
	return nil
}

// sync brings a file, or the names in a folder, to the disk.
func (s *Spool) sync(name string) error {
	f, err := s.root.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// checkID refuses what is not the name of a file everywhere.
func checkID(taskID string) error {
	if taskID == "" || strings.Trim(taskID, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-") != "" || !filepath.IsLocal(taskID) {
		return fmt.Errorf("%q is no task's ID", taskID)
	}
	return nil
}
