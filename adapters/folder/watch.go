package folder

import (
	"context"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"
)

// rescanEvery is how often a watched folder is looked at without a reason:
// network shares tell nothing of their changes.
const rescanEvery = 10 * time.Second

// Watch sends whenever the folder should be looked at: when something in it
// changes, and now and then. What is not received in time is one with the
// next. It ends with ctx.
func (i *Inbox) Watch(ctx context.Context) <-chan struct{} {
	look := make(chan struct{}, 1)
	tell := func() {
		select {
		case look <- struct{}{}:
		default:
		}
	}
	watcher, err := fsnotify.NewWatcher()
	var events chan fsnotify.Event
	var faults chan error
	if err == nil {
		events, faults = watcher.Events, watcher.Errors
		i.watchFolders(watcher, i.root)
	}
	go func() {
		if watcher != nil {
			defer watcher.Close()
		}
		rescan := time.NewTicker(rescanEvery)
		defer rescan.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case event := <-events:
				if event.Has(fsnotify.Create) {
					i.watchFolders(watcher, event.Name)
				}
				tell()
			case <-faults: // events were lost: look at everything
				tell()
			case <-rescan.C:
				tell()
			}
		}
	}()
	return look
}

// watchFolders watches a folder and those in it. Where that fails, because the
// system allows no more, rescans still find everything.
func (i *Inbox) watchFolders(watcher *fsnotify.Watcher, root string) {
	_ = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return nil
		}
		if path != i.root && (ignored(entry.Name()) || slices.Contains(i.except, path)) {
			return fs.SkipDir
		}
		_ = watcher.Add(path)
		return nil
	})
}
