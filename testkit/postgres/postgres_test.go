package postgres_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/cotejo/cotejo/testkit/postgres"
	"github.com/cotejo/cotejo/testkit/smalldisk"
)

func execute(t *testing.T, url, statement string) error {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	_, err = conn.Exec(t.Context(), statement)
	return err
}

func TestEachDatabaseIsNewAndAlone(t *testing.T) {
	for range 2 {
		if err := execute(t, postgres.New(t), "CREATE TABLE mine (id BIGINT)"); err != nil {
			t.Error(err)
		}
	}
}

func TestCopiesBeginAsTheTemplateIs(t *testing.T) {
	made := 0
	template := postgres.NewTemplate(func(_ context.Context, url string) error {
		made++
		return execute(t, url, `CREATE TABLE words (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, word TEXT);
			CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
			CREATE TRIGGER stays BEFORE DELETE ON words EXECUTE FUNCTION refuse();
			INSERT INTO words (word) VALUES ('uno')`)
	})
	const asItWas = "DO $$ BEGIN ASSERT (SELECT array_agg((id, word)::TEXT) FROM words) = ARRAY['(1,uno)']; END $$;"
	for name, change := range map[string]string{
		"rows":   "INSERT INTO words (word) VALUES ('dos'); UPDATE words SET word = 'x' WHERE id = 1",
		"tables": "CREATE TABLE more (id BIGINT)",
		"none":   "DO $$ BEGIN ASSERT to_regclass('more') IS NULL; END $$",
		"serial": "INSERT INTO words (word) VALUES ('dos'); DO $$ BEGIN ASSERT EXISTS (SELECT FROM words WHERE id = 2); END $$",
	} {
		t.Run(name, func(t *testing.T) {
			for range 3 {
				t.Run("", func(t *testing.T) {
					if err := execute(t, template.New(t), asItWas+change); err != nil {
						t.Error(err)
					}
				})
			}
		})
	}
	if made != 1 {
		t.Errorf("the template was made %d times", made)
	}
}

func TestAnInterruptionEndsConnections(t *testing.T) {
	url := postgres.New(t)
	before, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	postgres.Interrupt(t, url)
	if before.Ping(t.Context()) == nil {
		t.Error("a connection from before lives on")
	}
	if err := execute(t, url, "SELECT 1"); err != nil {
		t.Errorf("after it: %v", err)
	}
}

// TestAServerOfItsOwnComesBack ends a server and the process of a connection: what
// was committed is there when the server is, without a hand.
func TestAServerOfItsOwnComesBack(t *testing.T) {
	s := postgres.Start(t, 0)
	if err := execute(t, s.URL(s.Address), "CREATE TABLE kept (id BIGINT); INSERT INTO kept VALUES (1)"); err != nil {
		t.Fatal(err)
	}
	for name, harm := range map[string]func() error{
		"the server ends":           func() error { return s.Crash(100 * time.Millisecond) },
		"a process of it is killed": func() error { return s.KillBackend(t.Context()) },
	} {
		held, err := pgx.Connect(t.Context(), s.URL(s.Address))
		if err != nil {
			t.Fatal(err)
		}
		if err := harm(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if held.Ping(t.Context()) == nil {
			t.Errorf("%s: a connection lives on", name)
		}
		held.Close(context.Background())
		for deadline := time.Now().Add(10 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
			conn, err := pgx.Connect(t.Context(), s.URL(s.Address))
			if err == nil {
				err = conn.QueryRow(t.Context(), "SELECT id FROM kept").Scan(new(int64))
				conn.Close(context.Background())
			}
			if err == nil {
				break
			}
			if time.Now().After(deadline) {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
}

// TestAFullDiskIsToldOf fills the disk of a server's data.
func TestAFullDiskIsToldOf(t *testing.T) {
	if err := smalldisk.Check(); err != nil {
		t.Skip(err)
	}
	s := postgres.Start(t, 100)
	if err := execute(t, s.URL(s.Address), "CREATE TABLE kept (t TEXT)"); err != nil {
		t.Fatal(err)
	}
	free, err := smalldisk.Fill(s.Disk())
	if err != nil {
		t.Fatal(err)
	}
	var full *pgconn.PgError
	err = execute(t, s.URL(s.Address), "INSERT INTO kept SELECT md5(i::text) FROM generate_series(1, 100000) AS i")
	if !errors.As(err, &full) || full.Code != "53100" {
		t.Errorf("on a full disk: %v", err)
	}
	if err := free(); err != nil {
		t.Fatal(err)
	}
	if err := execute(t, s.URL(s.Address), "INSERT INTO kept VALUES ('x')"); err != nil {
		t.Errorf("with room again: %v", err)
	}
}

func TestTheServerSortsAsSpanishDoes(t *testing.T) {
	url := postgres.New(t)
	if err := execute(t, url, "DO $$ BEGIN ASSERT 'ñ' < 'z' AND 'a' < 'B'; END $$"); err != nil {
		t.Error(err)
	}
}
