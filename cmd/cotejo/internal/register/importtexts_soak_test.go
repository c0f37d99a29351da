//go:build soak

package register_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/search"
	"github.com/cotejo/cotejo/testkit/cotejo"
	"github.com/cotejo/cotejo/testkit/filings"
	"github.com/cotejo/cotejo/testkit/postgres"
)

// TestImportSurvivesKills kills the import of a collection at several moments. Each
// document that is there is whole at any time, and what the import stores in the end is
// what one that nobody disturbed stores.
func TestImportSurvivesKills(t *testing.T) {
	t.Parallel()
	const texts = 5000
	lines := collection(t, texts)
	for name, database := range databases(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			cotejo.Write(t, folder, "antes.jsonl", lines)
			env, at := database(t.TempDir())
			importing := cotejo.Invocation{Folder: folder, Env: []string{env}, Args: []string{"import", "--create", "antes.jsonl"}}
			watched, err := sqlstore.Open(t.Context(), at)
			if err != nil {
				t.Fatal(err)
			}
			defer watched.Close()
			for range 3 {
				before := wholeDocuments(t, watched)
				c := importing.Command(t.Context())
				if err := c.Start(); err != nil {
					t.Fatal(err)
				}
				for begun := time.Now(); wholeDocuments(t, watched) == before && time.Since(begun) < time.Minute; {
					time.Sleep(5 * time.Millisecond)
				}
				time.Sleep(rand.N(100 * time.Millisecond))
				_ = c.Process.Kill()
				_ = c.Wait()
				if before == 0 && wholeDocuments(t, watched) == texts {
					t.Error("it had ended before it was killed: nothing is tested")
				}
			}
			if got := importing.Run(t); got.Status != 0 || !strings.Contains(got.Stdout, fmt.Sprint(texts, " filas")) {
				t.Fatalf("%+v", got)
			}
			env, whole := database(t.TempDir())
			importing.Env = []string{env}
			if got := importing.Run(t); got.Status != 0 || !strings.Contains(got.Stdout, fmt.Sprint(texts, " nuevas")) {
				t.Fatalf("%+v", got)
			}
			undisturbed, err := sqlstore.Open(t.Context(), whole)
			if err != nil {
				t.Fatal(err)
			}
			defer undisturbed.Close()
			got, want := contents(t, watched), contents(t, undisturbed)
			if len(got) != texts || len(want) != texts {
				t.Fatalf("%d documents, undisturbed %d", len(got), len(want))
			}
			for i := range got {
				if got[i] != want[i] {
					t.Fatalf("document %d is %s, undisturbed %s", i, got[i], want[i])
				}
			}
		})
	}
}

// collection is a file of texts for cotejo import.
func collection(t *testing.T, texts int) string {
	t.Helper()
	var lines strings.Builder
	for i, f := range filings.NewSet(5, texts, filings.Options{}).Filings[:texts] {
		line, err := json.Marshal(map[string]any{"id": fmt.Sprint("caso-", i), "text": f.Text[:min(len(f.Text), 1500)], "entities": map[string]string{"cedula": fmt.Sprint(10_000_000 + i)}})
		if err != nil {
			t.Fatal(err)
		}
		lines.Write(append(line, '\n'))
	}
	return lines.String()
}

// databases make an empty one of each kind, and report how the command and a test open it.
func databases(t *testing.T) map[string]func(folder string) (env string, o sqlstore.Options) {
	return map[string]func(string) (string, sqlstore.Options){
		"SQLite": func(folder string) (string, sqlstore.Options) {
			path := filepath.Join(folder, "cotejo.db")
			return "SVC_DATABASE_PATH=" + path, sqlstore.Options{Path: path}
		},
		"PostgreSQL": func(string) (string, sqlstore.Options) {
			url := postgres.New(t)
			return "SVC_DATABASE_URL=" + url, sqlstore.Options{URL: url}
		},
	}
}

// TestReindexSurvivesKills kills the making of fingerprints several times. Each document
// has one at any time, what was made is not made again, and all are as they were.
func TestReindexSurvivesKills(t *testing.T) {
	t.Parallel()
	const texts = 2000
	lines := collection(t, texts)
	for name, database := range databases(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			cotejo.Write(t, folder, "antes.jsonl", lines)
			env, at := database(t.TempDir())
			if got := (cotejo.Invocation{Folder: folder, Env: []string{env}, Args: []string{"import", "--create", "antes.jsonl"}}).Run(t); got.Status != 0 {
				t.Fatalf("%+v", got)
			}
			watched, err := sqlstore.Open(t.Context(), at)
			if err != nil {
				t.Fatal(err)
			}
			defer watched.Close()
			before := contents(t, watched)
			if _, err := watched.Writer().Exec("UPDATE dedup_fingerprints SET data = substr(data, 1, 1)"); err != nil {
				t.Fatal(err)
			}
			stale := func() (n int) {
				if err := watched.Writer().QueryRow("SELECT count(*) FROM dedup_fingerprints WHERE length(data) = 1").Scan(&n); err != nil {
					t.Fatal(err)
				}
				return n
			}
			reindexing := cotejo.Invocation{Folder: folder, Env: []string{env}, Args: []string{"reindex", "--json"}}
			for range 3 {
				left := stale()
				c := reindexing.Command(t.Context())
				if err := c.Start(); err != nil {
					t.Fatal(err)
				}
				for begun := time.Now(); stale() == left && time.Since(begun) < time.Minute; {
					time.Sleep(time.Millisecond)
				}
				_ = c.Process.Kill()
				_ = c.Wait()
				wholeDocuments(t, watched)
			}
			left := stale()
			if left == 0 || left == texts {
				t.Errorf("%d of %d are left: it was not killed in the midst", left, texts)
			}
			if got := reindexing.Run(t); got.Status != 0 || !strings.Contains(got.Stdout, fmt.Sprintf(`"made":%d`, left)) {
				t.Fatalf("%d were left: %+v", left, got)
			}
			// Which of equal ones is found first may have changed.
			sameFingerprint := func(a, b string) bool {
				a, _, _ = strings.Cut(a, "[")
				b, _, _ = strings.Cut(b, "[")
				return a == b
			}
			if after := contents(t, watched); !slices.EqualFunc(after, before, sameFingerprint) {
				t.Error("the fingerprints are not those that were there")
			}
		})
	}
}

// wholeDocuments counts the documents of a database, each with a fingerprint and its
// place in the index of searches.
func wholeDocuments(t *testing.T, db *sqlstore.DB) int {
	t.Helper()
	var documents, fingerprints, searched int
	err := db.Writer().QueryRow("SELECT (SELECT count(*) FROM documents), (SELECT count(*) FROM dedup_fingerprints), (SELECT count(*) FROM search_documents)").Scan(&documents, &fingerprints, &searched)
	if err != nil || fingerprints != documents || searched != documents {
		t.Fatalf("%d documents, %d fingerprints, %d in the index, %v", documents, fingerprints, searched, err)
	}
	return documents
}

// contents describes each document of a database, in the order of lists, by its
// fingerprint and, for some, by what is found by its keys, its cédula and a search.
func contents(t *testing.T, db *sqlstore.DB) (all []string) {
	t.Helper()
	var docs []document.Document
	err := db.Documents().Each(t.Context(), document.Filter{}, func(d *document.Document) error {
		docs = append(docs, *d)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range docs {
		f, err := db.Index().Get(t.Context(), d.ID)
		if err != nil {
			t.Fatalf("document %d of %d is there and %v", i, len(docs), err)
		}
		data, err := f.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		line := fmt.Sprintf("%s %s %x", d.ID, d.FileName, data)
		if i%50 == 0 {
			bearers, err := db.Recurrences().Bearers(t.Context(), document.KeysOf(document.KeyCedula, d.Cedula))
			if err != nil {
				t.Fatal(err)
			}
			similar, err := db.Index().Lookup(t.Context(), nil, f.Keys(), 20)
			if err != nil {
				t.Fatal(err)
			}
			line += fmt.Sprint(bearers, found(t, db, d.Cedula))
			for _, s := range similar {
				line += " " + s.ID
			}
		}
		all = append(all, line)
	}
	return all
}

func found(t *testing.T, db *sqlstore.DB, query string) string {
	t.Helper()
	got, err := db.Search().Find(context.Background(), search.Parse(query), document.Filter{}, document.ByRelevance, document.PageRequest{Number: 1, Size: 5})
	if err != nil || got.Total == 0 {
		t.Fatalf("%s is found in %d documents, %v", query, got.Total, err)
	}
	ids := fmt.Sprint(" ", got.Total)
	for _, item := range got.Items {
		ids += " " + item.ID
	}
	return ids
}
