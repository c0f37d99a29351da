package maintenance_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/testkit/cotejo"
)

// backedUp is the line of «cotejo backup --json» and of «cotejo restore --json».
type backedUp struct {
	Documents int      `json:"documents"`
	Originals int      `json:"originals"`
	Missing   []string `json:"missing"`
	Restored  bool     `json:"restored"`
	Aside     []string `json:"kept_aside"`
}

// do runs a command with --json and expects it to go well.
func do(t *testing.T, folder string, args ...string) backedUp {
	t.Helper()
	got := cotejo.Run(t, folder, append(args, "--json")...)
	if got.Status != 0 {
		t.Fatalf("%v: status %d\n%s", args, got.Status, got.Stderr)
	}
	return cotejo.DecodeLines[backedUp](t, got.Stdout)[0]
}

func sha(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

func databaseOf(folder string) string { return filepath.Join(folder, "data", "database", "cotejo.db") }

// whole checks a database and that each original it names is there as it came;
// it returns how many documents there are.
func whole(t *testing.T, folder string) (documents int) {
	t.Helper()
	db := cotejo.OpenDatabase(t, databaseOf(folder))
	defer db.Close()
	var verdict string
	if err := db.QueryRowContext(t.Context(), "PRAGMA integrity_check").Scan(&verdict); err != nil || verdict != "ok" {
		t.Errorf("the database: %q, %v", verdict, err)
	}
	rows, err := db.QueryContext(t.Context(), "SELECT original_key, sha256 FROM documents")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var key, sum string
		if err := rows.Scan(&key, &sum); err != nil {
			t.Fatal(err)
		}
		content, err := os.ReadFile(filepath.Join(folder, "data", "originals", key))
		if err != nil || sha(content) != sum {
			t.Errorf("original %s: %d bytes, %v", key, len(content), err)
		}
		documents++
	}
	return documents
}

// People read Colombian time, whatever the zone of the machine.
func TestRestoreSaysColombianTime(t *testing.T) {
	t.Parallel()
	folder := cotejo.Filled(t, 1)
	do(t, folder, "backup", "b.tar")
	var line struct {
		CreatedAt time.Time `json:"created_at"`
	}
	got := cotejo.Run(t, folder, "restore", "--dry-run", "--json", "b.tar")
	if err := json.Unmarshal([]byte(got.Stdout), &line); err != nil || line.CreatedAt.IsZero() {
		t.Fatalf("%+v, %v", got, err)
	}
	want := "del " + line.CreatedAt.In(document.Colombia()).Format("2006-01-02 15:04")
	for _, zone := range []string{"Asia/Tokyo", "UTC"} {
		got := cotejo.Invocation{Folder: folder, Env: []string{"TZ=" + zone}, Args: []string{"restore", "--dry-run", "b.tar"}}.Run(t)
		if !strings.Contains(got.Stdout, want) {
			t.Errorf("in %s: %q, want %q", zone, got.Stdout, want)
		}
	}
}

func TestBackupAndRestore(t *testing.T) {
	t.Parallel()
	folder := cotejo.Filled(t, 3)
	if b := do(t, folder, "backup", "b.tar"); b.Documents != 3 || b.Originals != 3 || len(b.Missing) != 0 {
		t.Errorf("%+v", b)
	}
	cotejo.Refused(t, folder, 5, "Ya existe b.tar", "backup", "b.tar")
	do(t, folder, "backup", "--force", "b.tar")
	if b := do(t, folder, "restore", "--dry-run", "b.tar"); b.Documents != 3 || b.Restored {
		t.Errorf("verified: %+v", b)
	}

	other := t.TempDir() // another machine
	backup := filepath.Join(folder, "b.tar")
	if b := do(t, other, "restore", backup); !b.Restored || b.Originals != 3 || len(b.Aside) != 0 {
		t.Errorf("restored: %+v", b)
	}
	if n := whole(t, other); n != 3 {
		t.Errorf("%d documents", n)
	}

	// The folder gets a fourth document, and then goes back to three.
	cotejo.Write(t, filepath.Join(folder, "in"), "4.pdf", cotejo.Digital(t, 9))
	cotejo.Process(t, folder, "in")
	cotejo.Refused(t, folder, 5, "Ya hay una base de datos", "restore", "b.tar")
	if n := whole(t, folder); n != 4 {
		t.Fatalf("%d documents before", n)
	}
	b := do(t, folder, "restore", "--force", "b.tar")
	if n := whole(t, folder); n != 3 || len(b.Aside) != 2 {
		t.Errorf("%d documents; %+v", n, b)
	}
	// What was there before can be brought back, with its originals.
	aside := t.TempDir()
	if err := errors.Join(os.MkdirAll(filepath.Dir(databaseOf(aside)), 0o700), os.Rename(b.Aside[0], databaseOf(aside)),
		os.Rename(b.Aside[1], filepath.Join(aside, "data", "originals"))); err != nil {
		t.Fatal(err)
	}
	if n := whole(t, aside); n != 4 {
		t.Errorf("%d documents aside", n)
	}
	if names, _ := filepath.Glob(filepath.Join(folder, "data", "database", ".*")); len(names) != 0 {
		t.Errorf("left behind: %v", names)
	}
}

func TestRestoreRefusesADamagedBackup(t *testing.T) {
	t.Parallel()
	folder := cotejo.Filled(t, 1)
	do(t, folder, "backup", "b.tar")
	sound, err := os.ReadFile(filepath.Join(folder, "b.tar"))
	if err != nil {
		t.Fatal(err)
	}
	flipped := func(at int) []byte {
		bad := append([]byte{}, sound...)
		bad[at] ^= 1
		return bad
	}
	for rule, bad := range map[string][]byte{
		"cut off": sound[:len(sound)*2/3], "empty": {}, "a flipped bit of an original": flipped(600),
		"a flipped bit of the database": flipped(len(sound) - 20_000), "no backup": []byte(cotejo.Digital(t, 1)),
	} {
		cotejo.Write(t, folder, "bad.tar", string(bad))
		t.Run(rule, func(t *testing.T) {
			cotejo.Refused(t, folder, 6, "La copia está dañada", "restore", "--force", "bad.tar")
			cotejo.Refused(t, folder, 6, "La copia está dañada", "restore", "--dry-run", "bad.tar")
		})
	}
	cotejo.Refused(t, folder, 3, "No existe la copia none.tar; revise la ruta. Las copias se hacen con «cotejo backup", "restore", "--force", "none.tar")
	empty := t.TempDir()
	cotejo.Refused(t, empty, 3, "No existe la copia none.tar", "restore", "none.tar")
	if left, err := os.ReadDir(empty); err != nil || len(left) != 0 {
		t.Errorf("restoring nothing made %v, %v", left, err)
	}
	if n := whole(t, folder); n != 1 {
		t.Errorf("%d documents", n)
	}
	if names, _ := filepath.Glob(filepath.Join(folder, "data", "*.antes*")); len(names) != 0 {
		t.Errorf("put aside for nothing: %v", names)
	}
}

func TestABackupWithoutAnOriginalIsNotMadeUnasked(t *testing.T) {
	t.Parallel()
	folder := cotejo.Filled(t, 2)
	originals, _ := filepath.Glob(filepath.Join(folder, "data", "originals", "*", "*", "*", "*.pdf"))
	if len(originals) != 2 {
		t.Fatalf("%v", originals)
	}
	if err := errors.Join(os.Remove(originals[0]), os.WriteFile(originals[1], []byte("%PDF-1.7 otro"), 0o600)); err != nil {
		t.Fatal(err)
	}
	cotejo.Refused(t, folder, 3, "Faltan o están dañados 2 originales", "backup", "b.tar")
	if names, _ := filepath.Glob(filepath.Join(folder, "b.tar*")); len(names) != 0 {
		t.Errorf("left behind: %v", names)
	}
	if b := do(t, folder, "backup", "--allow-missing", "b.tar"); len(b.Missing) != 2 || b.Originals != 0 || b.Documents != 2 {
		t.Errorf("%+v", b)
	}
	if b := do(t, t.TempDir(), "restore", filepath.Join(folder, "b.tar")); b.Documents != 2 || len(b.Missing) != 2 {
		t.Errorf("%+v", b)
	}
}
