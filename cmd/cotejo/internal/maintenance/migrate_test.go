package maintenance_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/testkit/cotejo"
	"github.com/cotejo/cotejo/testkit/objectstore"
	"github.com/cotejo/cotejo/testkit/postgres"
)

// migrated is what «cotejo migrate --json» says.
type migrated struct {
	Restarted bool
	Tables    []struct {
		Name, SHA256 string
		Rows         int
	}
	Queued, Originals int
	Missing           []string
}

// TestMigrateThereAndBack takes the data of a register with originals to a
// PostgreSQL database and an S3 store and back: what comes back is what was there,
// byte for byte. The soak tier kills the program meanwhile.
func TestMigrateThereAndBack(t *testing.T) {
	t.Parallel()
	migrateThereAndBack(t, func(t *testing.T, folder string, env []string, args ...string) (said migrated) {
		t.Helper()
		got := cotejo.Invocation{Folder: folder, Env: env, Args: append([]string{"migrate", "--json"}, args...)}.Run(t)
		if err := json.Unmarshal([]byte(got.Stdout), &said); err != nil || got.Status != 0 {
			t.Fatalf("%v: %+v", err, got)
		}
		return said
	})
}

func migrateThereAndBack(t *testing.T, migrate func(t *testing.T, folder string, env []string, args ...string) migrated) {
	store := objectstore.Start(t)
	folder := cotejo.Inbox(t, map[string]string{"a.pdf": cotejo.Digital(t, 1), "b.pdf": cotejo.Digital(t, 2), "c.pdf": cotejo.Scanned(t, 3), "d.pdf": cotejo.Scanned(t, 3) + "\n"})
	killedAtWork(t, folder, 4)
	cotejo.SheetOf(t, folder, "a.xlsx", "Acta|Demandante|Demandado\n1|Ángela Ñustes|EPS\n2|Zoraida|EPS\n3|abel|EPS")
	if got := cotejo.Run(t, folder, "import", "--create", "a.xlsx"); got.Status != 0 {
		t.Fatalf("import: %+v", got)
	}
	lite, server := "sqlite:"+filepath.Join(folder, "data/database/cotejo.db"), postgres.New(t)
	files, bucket := "file://"+filepath.Join(folder, "data/originals"), store.Bucket(t, "originales")
	keys := []string{"SVC_BLOB_ACCESS_KEY=" + objectstore.Access, "SVC_BLOB_SECRET_KEY=" + objectstore.Secret}

	there := migrate(t, folder, keys, "--from", lite, "--to", server, "--from-blobs", files, "--to-blobs", bucket)
	if there.Originals != 4 || there.Queued == 0 || len(there.Missing) > 0 {
		t.Errorf("there: %+v", there)
	}
	back := t.TempDir()
	and := migrate(t, folder, keys, "--from", server, "--to", "sqlite:"+filepath.Join(back, "data/database/cotejo.db"),
		"--from-blobs", bucket, "--to-blobs", "file://"+filepath.Join(back, "data/originals"))
	if !reflect.DeepEqual(and.Tables, there.Tables) || len(there.Tables) < 10 {
		t.Errorf("there\n%+v\nback\n%+v", there, and)
	}
	if got, want := tree(t, filepath.Join(back, "data/originals")), tree(t, filepath.Join(folder, "data/originals")); len(want) != 4 || !reflect.DeepEqual(got, want) {
		t.Errorf("the originals that came back are %d, of %d", len(got), len(want))
	}
	// What was queued at the beginning is read at the end.
	if got := cotejo.Run(t, back, "process", filepath.Join(folder, "in")); got.Status != 0 || cotejo.Documents(t, back) != 7 {
		t.Errorf("%d documents in the end: %+v", cotejo.Documents(t, back), got)
	}
	cotejo.Refused(t, folder, 5, "ya tiene datos", "migrate", "--from", lite, "--to", server)
}

// killedAtWork takes PDFs in and kills the program before it has read them all.
func killedAtWork(t *testing.T, folder string, files int) {
	t.Helper()
	c := cotejo.Invocation{Folder: folder, Args: []string{"process", "--create", "--quiet", "--settle", "50ms", "in"}}.Command(t.Context())
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "data", "database", "cotejo.db")
	for tasks := 0; tasks < files; time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(path); err == nil {
			cotejo.OpenDatabase(t, path).QueryRowContext(t.Context(), "SELECT count(*) FROM tasks").Scan(&tasks) // no table at first
		}
	}
	c.Process.Kill()
	c.Wait()
}

// tree is what the files under a folder hold.
func tree(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() || strings.HasPrefix(e.Name(), ".") {
			return err
		}
		content, err := os.ReadFile(path)
		all[strings.TrimPrefix(path, folder)] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestMigrateRefuses(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	cotejo.SheetOf(t, folder, "a.xlsx", "Acta|Demandante|Demandado\n1|Ana|EPS")
	if got := cotejo.Run(t, folder, "import", "--create", "a.xlsx"); got.Status != 0 {
		t.Fatal(got)
	}
	for name, content := range map[string]string{"notas.txt": "Esto no es una base de datos.", "vacio.db": ""} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		args   []string
		status int
		says   string
	}{
		"nowhere":               {nil, 2, "faltan --from y --to"},
		"originals one way":     {[]string{"--from", "sqlite:a.db", "--to", "sqlite:b.db", "--to-blobs", "file:///x"}, 2, "van juntas"},
		"no database":           {[]string{"--from", "mysql:a", "--to", "sqlite:b.db"}, 2, "--from no es una base de datos"},
		"onto itself":           {[]string{"--from", "sqlite:a.db", "--to", "sqlite:a.db"}, 2, "misma"},
		"a source that is none": {[]string{"--from", "sqlite:no.db", "--to", "sqlite:b.db"}, 3, "no existe la base de datos"},
		"a source of text":      {[]string{"--from", "sqlite:notas.txt", "--to", "sqlite:b.db"}, 7, "notas.txt está dañado o no es una base de datos SQLite"},
		"an empty source":       {[]string{"--from", "sqlite:vacio.db", "--to", "sqlite:b.db"}, 7, "no es una base de datos SQLite"},
		"a server out of reach": {[]string{"--from", "sqlite:data/database/cotejo.db", "--to", "postgres://x@127.0.0.1:1/x?connect_timeout=1"}, 7, "PostgreSQL"},
	} {
		t.Run(name, func(t *testing.T) {
			cotejo.Refused(t, folder, c.status, c.says, append([]string{"migrate"}, c.args...)...)
		})
	}
	// Nothing is left beside what was not a database.
	for _, name := range []string{"notas.txt", "vacio.db", "b.db"} {
		beside, err := filepath.Glob(filepath.Join(folder, name+".*"))
		if err != nil || len(beside) > 0 {
			t.Errorf("beside %s: %v, %v", name, beside, err)
		}
	}
}

// A database that was left behind is no longer backed up, until another takes its place.
func TestBackupRefusesADatabaseLeftBehind(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	cotejo.SheetOf(t, folder, "a.xlsx", "Acta|Demandante|Demandado\n1|Ana|EPS")
	if got := cotejo.Run(t, folder, "import", "--create", "a.xlsx"); got.Status != 0 {
		t.Fatal(got)
	}
	do(t, folder, "backup", "before.tar")
	server := postgres.New(t)
	if got := cotejo.Run(t, folder, "migrate", "--from", "sqlite:data/database/cotejo.db", "--to", server); got.Status != 0 {
		t.Fatalf("%+v", got)
	}
	cotejo.Refused(t, folder, 5, "se pasaron con «cotejo migrate» a postgres", "backup", "after.tar")
	if _, err := os.Stat(filepath.Join(folder, "after.tar")); err == nil {
		t.Error("a backup was made")
	}
	if got := cotejo.Run(t, folder, "migrate", "--from", server, "--to", "sqlite:back.db"); got.Status != 0 {
		t.Fatalf("%+v", got)
	}
	do(t, folder, "backup", "--database-path", "back.db", "back.tar")
	do(t, folder, "restore", "--force", "before.tar")
	do(t, folder, "backup", "restored.tar")
}

// TestMigrateTheRegister takes the register of notifications to PostgreSQL and
// back: what was in it is known there, and nothing is copied over anything.
func TestMigrateTheRegister(t *testing.T) {
	t.Parallel()
	folder, back := t.TempDir(), t.TempDir()
	cotejo.Book(t, filepath.Join(folder, "procesos.xlsx"), [][]any{{"radicado", "descripcion", "juzgado_id", "nombre", "correo"},
		{"2026-1", "tutela", "0195f0a0-0000-7000-8000-00000000ffff", "Ángela Ñustes", "a@x.co"}, {"2026-2", "tutela", "0195f0a0-0000-7000-8000-00000000ffff", "José", "j@x.co"}})
	if got := cotejo.Run(t, folder, "notify", "import", "--create", "procesos.xlsx"); got.Status != 0 {
		t.Fatalf("%+v", got)
	}
	lite, server, last := "sqlite:"+filepath.Join(folder, "data/database/cotejo-notify.db"), postgres.New(t), "sqlite:"+filepath.Join(back, "data/database/cotejo-notify.db")
	migrate := func(from, to string) (said migrated) {
		t.Helper()
		got := cotejo.Run(t, folder, "notify", "migrate", "--json", "--from", from, "--to", to)
		if err := json.Unmarshal([]byte(got.Stdout), &said); err != nil || got.Status != 0 {
			t.Fatalf("%v: %+v", err, got)
		}
		return said
	}
	there := migrate(lite, server)
	if and := migrate(server, last); !reflect.DeepEqual(and.Tables, there.Tables) || len(there.Tables) < 8 {
		t.Errorf("there\n%+v\nback\n%+v", there, and)
	}
	if got := cotejo.Run(t, back, "notify", "import", filepath.Join(folder, "procesos.xlsx")); !strings.Contains(got.Stdout, "procesos: 0 tomados, 2 ya estaban") {
		t.Errorf("%+v", got)
	}
	cotejo.Refused(t, folder, 5, "ya tiene datos", "notify", "migrate", "--from", lite, "--to", server)
	cotejo.Refused(t, folder, 2, "faltan --from y --to", "notify", "migrate")
	cotejo.Refused(t, folder, 3, "no existe la base de datos", "notify", "migrate", "--from", "sqlite:no.db", "--to", server)
}
