package sqlstore_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqlitefile"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// TestACopyIsOfOneMoment copies a database to which others write in pairs: no
// copy has one half of a pair.
func TestACopyIsOfOneMoment(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path := filepath.Join(folder, "cotejo.db")
	db := open(t, sqlstore.Options{Path: path})
	text := strings.Repeat("—", 27000) // many pages, so that a copy takes a while, and no words
	pair := func(n int) error {
		return db.InTx(t.Context(), func(ctx context.Context) error {
			for _, half := range []string{"a", "b"} {
				id := fmt.Sprintf("%06d%s", n, half)
				if err := db.Documents().Create(ctx, document.Document{ID: id, Text: text, OriginalKey: "2026/" + id + ".pdf", SHA256: id}); err != nil {
					return err
				}
			}
			return nil
		})
	}
	for n := range 200 {
		if err := pair(n); err != nil {
			t.Fatal(err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	written := make(chan int)
	go func() {
		n := 200
		for ; ctx.Err() == nil; n++ {
			if err := pair(n); err != nil {
				t.Error(err)
				break
			}
		}
		written <- n
	}()
	var last int
	for i := range 5 {
		to := filepath.Join(folder, fmt.Sprintf("copy%d.db", i))
		if err := sqlitefile.Copy(t.Context(), path, to); err != nil {
			t.Fatal(err)
		}
		info, err := sqlitefile.Inspect(t.Context(), to, sqlitefile.Intake)
		if err != nil {
			t.Fatal(err)
		}
		if info.Documents%2 != 0 || info.Documents < 400 || info.Documents < last || len(info.Originals) != info.Documents {
			t.Errorf("copy %d has %d documents and %d originals; the one before %d", i, info.Documents, len(info.Originals), last)
		}
		last = info.Documents
		for _, companion := range []string{"-wal", "-shm", "-journal"} {
			if _, err := os.Stat(to + companion); err == nil {
				t.Errorf("the copy has a %s", companion)
			}
		}
	}
	stop()
	if n := <-written; n == 200 {
		t.Error("nothing was written meanwhile: nothing is tested")
	}
}

func TestACopyIsADatabase(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	db := open(t, sqlstore.Options{Path: filepath.Join(folder, "cotejo.db")})
	want := document.Document{ID: "d1", FileName: "tutela.pdf", OriginalKey: "k", Text: "acción de tutela: derecho a la salud"}
	if err := db.Documents().Create(t.Context(), want); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(folder, "copy?x=1.db")
	if err := sqlitefile.Copy(t.Context(), filepath.Join(folder, "cotejo.db"), to); err != nil {
		t.Fatal(err)
	}
	copied := open(t, sqlstore.Options{Path: to})
	if got, err := copied.Documents().Get(t.Context(), "d1"); err != nil || got.FileName != want.FileName {
		t.Errorf("%+v, %v", got, err)
	}
	if got, want := searched(t, copied), searched(t, db); !reflect.DeepEqual(got, want) || len(got["salud Relevancia"]) != 2 {
		t.Errorf("the copy finds %v, and the database %v", got, want)
	}
}

func TestACopyIsInterrupted(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	open(t, sqlstore.Options{Path: filepath.Join(folder, "cotejo.db")})
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := sqlitefile.Copy(ctx, filepath.Join(folder, "cotejo.db"), filepath.Join(folder, "copy.db")); err == nil {
		t.Error("it was made all the same")
	}
	if err := sqlitefile.Copy(t.Context(), filepath.Join(folder, "none.db"), filepath.Join(folder, "copy.db")); err == nil {
		t.Error("of a database that is not there")
	}
	if _, err := os.Stat(filepath.Join(folder, "none.db")); err == nil {
		t.Error("it made the database that it was to copy")
	}
}

func TestInspectFindsDamage(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path := filepath.Join(folder, "cotejo.db")
	db := open(t, sqlstore.Options{Path: path})
	for n := range 50 {
		if err := db.Documents().Create(t.Context(), document.Document{ID: fmt.Sprint("d", n), Text: strings.Repeat("hechos ", 2000)}); err != nil {
			t.Fatal(err)
		}
	}
	sound := filepath.Join(folder, "copy.db")
	if err := sqlitefile.Copy(t.Context(), path, sound); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(sound)
	if err != nil {
		t.Fatal(err)
	}
	zeros := make([]byte, 20_000)
	for rule, bad := range map[string][]byte{
		"cut off":           content[:len(content)/2],
		"no database":       []byte(strings.Repeat("no database ", 1000)),
		"empty":             nil,
		"pages overwritten": append(append(append([]byte{}, content[:50_000]...), zeros...), content[70_000:]...),
	} {
		path := filepath.Join(folder, "bad.db")
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := sqlitefile.Inspect(t.Context(), path, sqlitefile.Intake); fault.KindOf(err) != fault.Unprocessable {
			t.Errorf("%s: %v", rule, err)
		}
	}
}

func TestSettlePutsTheLogIntoTheFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "cotejo.db")
	db, err := sqlstore.Open(t.Context(), sqlstore.Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Documents().Create(t.Context(), document.Document{ID: "d1"}); err != nil {
		t.Fatal(err)
	}
	// As a kill leaves it: the log beside the file, and nobody who has it open.
	killed := filepath.Join(t.TempDir(), "cotejo.db")
	for _, companion := range []string{"", "-wal"} {
		content, err := os.ReadFile(path + companion)
		if err == nil {
			err = os.WriteFile(killed+companion, content, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if err := sqlitefile.Settle(t.Context(), killed); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(killed + "-wal"); err == nil {
		t.Error("the log is still there")
	}
	if info, err := sqlitefile.Inspect(t.Context(), killed, sqlitefile.Intake); err != nil || info.Documents != 1 {
		t.Errorf("%+v, %v", info, err)
	}
}
