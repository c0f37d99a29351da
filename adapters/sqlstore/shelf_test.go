package sqlstore_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/core/dedup"
)

// What cannot be set aside is an error before anything is stored, and a shelf that
// nothing was put on needs no room.
func TestAShelfWithoutRoom(t *testing.T) {
	folder := t.TempDir()
	db := open(t, sqlstore.Options{Path: filepath.Join(folder, "cotejo.db"), TempDir: filepath.Join(folder, "missing")})
	shelf := db.Loader().Shelve()
	defer shelf.Close()
	if err := shelf.Put(nil); err != nil {
		t.Error(err)
	}
	if err := shelf.Store(t.Context()); err != nil {
		t.Error(err)
	}
	err := shelf.Put([]dedup.Packed{{ID: "d1", Keys: []dedup.Key{7}, Data: []byte("huella")}})
	if err == nil || !strings.Contains(err.Error(), "setting fingerprints aside") || !strings.Contains(err.Error(), "missing") {
		t.Errorf("got %v", err)
	}
}

// A shelf takes others when it was stored, and what was set aside is gone.
func TestAShelfIsClearedWhenItWasStored(t *testing.T) {
	folder := t.TempDir()
	db := open(t, sqlstore.Options{Path: filepath.Join(folder, "cotejo.db"), TempDir: folder})
	shelf := db.Loader().Shelve()
	for _, id := range []string{"d1", "d2"} {
		if err := shelf.Put([]dedup.Packed{{ID: id, Keys: []dedup.Key{7, -1 << 63}, Data: []byte("huella de " + id)}}); err != nil {
			t.Fatal(err)
		}
		if err := shelf.Store(t.Context()); err != nil || shelf.Len() != 0 {
			t.Fatal(err, shelf.Len())
		}
	}
	var stored string
	err := db.Writer().QueryRow("SELECT group_concat(document_id || ' ' || data || ' ' || (SELECT group_concat(key, ' ') FROM dedup_keys WHERE dedup_keys.seq = dedup_fingerprints.seq), '; ') FROM dedup_fingerprints").Scan(&stored)
	if want := "d1 huella de d1 -9223372036854775808 7; d2 huella de d2 -9223372036854775808 7"; err != nil || stored != want {
		t.Errorf("%s, %v", stored, err)
	}
	left, err := filepath.Glob(filepath.Join(folder, "cotejo-prints-*"))
	if err != nil || len(left) > 0 {
		t.Error(left, err)
	}
}
