package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/cotejo/cotejo/adapters/blobstore"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqlitefile"
	"github.com/cotejo/cotejo/core/document"
)

// asideFormat ends the names of what a restore keeps aside.
const asideFormat = ".antes-20060102-150405.000"

// moveAside gives the database that will be replaced, and all originals, a second name. It
// copies nothing where the file system has links; later changes under the first name do not
// affect the second.
func (r *restore) moveAside(ctx context.Context, blobs blobstore.Store) error {
	exists, err := HasDatabase(r.config.DatabasePath)
	if err != nil || !exists {
		return err
	}
	// A database too damaged for its log to be written into it keeps the log.
	settled := sqlitefile.Settle(ctx, r.config.DatabasePath)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	ending := time.Now().In(document.Colombia()).Format(asideFormat)
	aside := r.config.DatabasePath + ending
	if err := duplicate(r.config.DatabasePath, aside); err != nil {
		return err
	}
	if settled != nil {
		err := duplicate(r.config.DatabasePath+"-wal", aside+"-wal")
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	r.report.Aside = append(r.report.Aside, aside)
	files, ok := blobs.(*blobstore.Files)
	if !ok {
		return syncFolder(filepath.Dir(aside))
	}
	folder := files.Folder() + ending
	if err := duplicateAll(ctx, files, folder); err != nil {
		return err
	}
	if _, err := os.Stat(folder); err == nil {
		r.report.Aside = append(r.report.Aside, folder)
	}
	return errors.Join(syncFolder(filepath.Dir(aside)), syncFolder(filepath.Dir(folder)))
}

// duplicateAll gives all blobs a second name in folder, where their keys are
// the same. Without blobs it makes no folder.
func duplicateAll(ctx context.Context, blobs *blobstore.Files, folder string) error {
	made := map[string]bool{}
	err := blobs.Each(ctx, func(key string, _ time.Time) error {
		path, ok := blobs.Path(key)
		if !ok {
			return nil
		}
		to := filepath.Join(folder, filepath.FromSlash(key))
		if dir := filepath.Dir(to); !made[dir] {
			if err := os.MkdirAll(dir, 0o700); err != nil {
				return err
			}
			made[dir] = true
		}
		return duplicate(path, to)
	})
	for dir := range made {
		for ; err == nil && len(dir) >= len(folder); dir = filepath.Dir(dir) {
			err = syncFolder(dir)
		}
	}
	return err
}

// duplicate gives a file a second name, or copies it durably where the file
// system has no links.
func duplicate(from, to string) error {
	err := os.Link(from, to)
	if err == nil || errors.Is(err, fs.ErrExist) || errors.Is(err, fs.ErrNotExist) {
		return err
	}
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source)
	return errors.Join(err, target.Sync(), target.Close())
}

func syncFolder(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	if err := d.Sync(); err != nil {
		return errors.Join(fmt.Errorf("syncing %s: %w", path, err), d.Close())
	}
	return d.Close()
}
