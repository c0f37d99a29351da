package sqlstore

import (
	"context"
	"os"
	"testing"

	"github.com/uptrace/bun"
	"golang.org/x/sys/unix"

	"github.com/cotejo/cotejo/core/search"
	"github.com/cotejo/cotejo/ports"
)

// Watched returns options with which every statement is told of.
func Watched(o Options, each func(statement string)) Options {
	o.watch = &watcher{each}
	return o
}

// SearchWalking searches as where very many documents are found.
func SearchWalking(db *DB) ports.Search { return finder{db, walking{db.engine.search()}, readable} }

type walking struct{ searchIndex }

func (w walking) view(ctx context.Context, q bun.IDB) (searchView, error) {
	v, err := w.searchIndex.view(ctx, q)
	return walkingView{v}, err
}

type walkingView struct{ searchView }

func (w walkingView) documents(ctx context.Context, s search.Set, _ int) (*bun.SelectQuery, error) {
	return w.searchView.documents(ctx, s, 1<<30)
}

// SettleAll puts all recent documents into segments, and merges those that are
// due. From then on nobody else does in the background.
func SettleAll(ctx context.Context, db *DB) error {
	db.tidier.close()
	return db.tidyAll(ctx, 1)
}

// SearchUnread ranks documents without reading one, SearchReading reads all.
func SearchUnread(db *DB) ports.Search  { return finder{db, db.engine.search(), 0} }
func SearchReading(db *DB) ports.Search { return finder{db, db.engine.search(), search.Few} }

// Tidying is a program that tidies a file until it leaves.
func Tidying(t *testing.T, path string) (leave func()) {
	lock, err := os.OpenFile(path+tidySuffix, os.O_RDWR|os.O_CREATE, 0o600)
	if err == nil {
		err = flock(lock, unix.LOCK_EX)
	}
	if err != nil {
		t.Fatal(err)
	}
	return func() { lock.Close() }
}
