package postgres_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/cotejo/cotejo/testkit/postgres"
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
	postgres.Interrupt(t, url, 0)
	if before.Ping(t.Context()) == nil {
		t.Error("a connection from before lives on")
	}
	if err := execute(t, url, "SELECT 1"); err != nil {
		t.Errorf("after it: %v", err)
	}
}

func TestTheServerSortsAsSpanishDoes(t *testing.T) {
	url := postgres.New(t)
	if err := execute(t, url, "DO $$ BEGIN ASSERT 'ñ' < 'z' AND 'a' < 'B'; END $$"); err != nil {
		t.Error(err)
	}
}
