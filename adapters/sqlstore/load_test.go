package sqlstore_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/core/document"
)

// Another program that has the file open writes between two batches of an import.
func TestLoadYieldsToOtherWriters(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "cotejo.db")
	var batches atomic.Int64
	importing := open(t, sqlstore.Watched(sqlstore.Options{Path: path}, func(statement string) {
		if strings.HasPrefix(statement, "UPDATE sqlite_sequence") && strings.Contains(statement, "search_documents") {
			batches.Add(1)
			time.Sleep(60 * time.Millisecond) // a batch that takes long
		}
	}))
	other := open(t, sqlstore.Options{Path: path})
	loader := importing.Loader()
	for name, write := range map[string]func(context.Context) error{
		"a transaction": func(ctx context.Context) error {
			return other.InTx(ctx, func(context.Context) error { return nil })
		},
		"a statement of the queue": func(ctx context.Context) error {
			_, err := other.Writer().ExecContext(ctx, "UPDATE settings SET value = '2' WHERE name = 'none'")
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			ended, begun := make(chan error, 1), batches.Load()
			go func() {
				for i := 0; ; i++ {
					d := document.Document{ID: fmt.Sprint(name, i), Text: "Señor juez"}
					if err := loader.Load(ctx, []document.Loadable{{Document: d, Entry: d.SearchEntry()}}); err != nil {
						ended <- err
						return
					}
				}
			}()
			for batches.Load() == begun {
				time.Sleep(time.Millisecond)
			}
			before := batches.Load()
			if err := write(t.Context()); err != nil {
				t.Fatal(err)
			}
			// One that had begun, and those for which the machine was too busy to run the
			// one who waits.
			if n := batches.Load() - before; n > 5 {
				t.Errorf("%d batches were stored first", n)
			}
			stop()
			if err := <-ended; !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		})
	}
}

// Each key is stored once, and those that wait to be moved are bounded.
func TestLoadMovesRecentKeys(t *testing.T) {
	t.Parallel()
	db := open(t, sqlstore.Options{Path: filepath.Join(t.TempDir(), "cotejo.db")})
	const documents, cycle = 3000, 2048
	keys := 0
	err := db.InTx(t.Context(), func(ctx context.Context) error { // without the pauses
		for first := 0; first < documents; first += 100 {
			batch := make([]document.Loadable, 100)
			for i := range batch {
				id := fmt.Sprint("d", first+i)
				batch[i] = document.Loadable{Document: document.Document{ID: id}, Fingerprint: fingerprint(t, id, words(id, 8))}
				keys += len(batch[i].Fingerprint.Keys())
			}
			if err := db.Loader().Load(ctx, batch); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var moved, recent, both int
	err = db.Writer().QueryRow(`SELECT (SELECT count(*) FROM dedup_keys), (SELECT count(*) FROM dedup_recent_keys),
		(SELECT count(*) FROM dedup_keys JOIN dedup_recent_keys USING (key, seq))`).Scan(&moved, &recent, &both)
	if err != nil || moved+recent != keys || both != 0 {
		t.Errorf("%d moved, %d recent, %d both, %v; want %d in all", moved, recent, both, err, keys)
	}
	// A key waits for half of a cycle on average.
	if n := keys / documents; recent < n*cycle/4 || recent > n*cycle*3/4 {
		t.Errorf("%d keys wait to be moved, of %d each %d fingerprints", recent, n*cycle, cycle)
	}
}
