package app

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/intake"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/ports"
	"github.com/cotejo/cotejo/testkit/namesakes"
	"github.com/cotejo/cotejo/testkit/postgres"
)

// counted counts the documents that are fetched whole.
type counted struct {
	ports.Documents
	gets atomic.Int64
}

func (c *counted) Get(ctx context.Context, id string) (document.Document, error) {
	c.gets.Add(1)
	return c.Documents.Get(ctx, id)
}

// people is how many documents a search for recurring filings has around it.
const people = 10_000

// crowd returns documents: fifty are of Olga Díaz Peña, a thousand mention her, a thousand have her
// as an agent.
func crowd(start time.Time) (all []document.Loadable) {
	detector, err := dedup.NewDetector(dedup.DefaultConfig())
	if err != nil {
		panic(err)
	}
	for i := range people {
		d := document.Document{ID: fmt.Sprintf("b%07d", i), FileName: fmt.Sprint(i), Status: document.Processed, Type: document.Tutela,
			Plaintiff: fmt.Sprintf("Pedro Sosa Vega %c%c%c", 'A'+i%26, 'a'+i/26%26, 'a'+i/676%26), CreatedAt: start.Add(-time.Duration(i) * time.Second)}
		switch i % 10 {
		case 0:
			if i < 500 {
				d.Plaintiff = "Olga Díaz Peña"
			}
		case 1:
			d.Text = "La vecina Olga Díaz Peña lo vio."
		case 2:
			d.Text = "Olga Díaz Peña, madre."
			d.Entities = []document.Entity{{Entity: ner.Entity{Field: ner.Agent, Value: "Olga Díaz Peña"}}}
		}
		all = append(all, document.Loadable{Document: d, Entry: d.SearchEntry(), Fingerprint: detector.Fingerprint(d.Filing())})
	}
	return all
}

// TestRecurringOnBothDatabases searches on the real stores. Its cost is in statements and whole
// documents: neither grows with the collection.
func TestRecurringOnBothDatabases(t *testing.T) {
	statement := regexp.MustCompile(`^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b`)
	for engine, options := range map[string]sqldb.Options{
		"sqlite":   {Path: filepath.Join(t.TempDir(), "cotejo.db")},
		"postgres": {URL: postgres.New(t)},
	} {
		t.Run(engine, func(t *testing.T) {
			var statements atomic.Int64
			options.Watcher = &sqldb.Watcher{Each: func(s string) {
				if statement.MatchString(s) {
					statements.Add(1)
				}
			}}
			db, err := sqlstore.Open(t.Context(), options)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { db.Close() })
			documents := &counted{Documents: db.Documents()}
			service := intake.People{View: db, Documents: documents, Recurrences: db.Recurrences(), Finder: db.Search()}
			search := func(id string, p document.Person) (document.Recurrence, error) {
				return service.Recurring(t.Context(), account.Actor{Username: "ana"}, id, p)
			}

			now, n := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC), 0
			stored := namesakes.Documents(now, func() string { n++; return fmt.Sprintf("a%03d", n) })
			for _, d := range stored {
				if err := documents.Create(t.Context(), d); err != nil {
					t.Fatal(err)
				}
			}
			namesakes.Check(t, stored, search)

			olga := document.Person{Plaintiff: "Olga Díaz Peña"}
			cost := func() (int64, int64) {
				statements.Store(0)
				documents.gets.Store(0)
				if _, err := search(stored[0].ID, olga); err != nil {
					t.Fatal(err)
				}
				return statements.Load(), documents.gets.Load()
			}
			few, _ := cost()
			for batch := range slices.Chunk(crowd(now), 1000) {
				if err := db.Loader().Load(t.Context(), batch); err != nil {
					t.Fatal(err)
				}
			}
			namesakes.Check(t, stored, search)
			many, gets := cost()
			if gets < 2 {
				t.Errorf("%d whole documents: no agents were read", gets)
			}
			t.Logf("%d statements among %d documents, %d among %d with %d whole documents", few, len(stored), many, people, gets)
			// The document itself and those that are read for their agents. Two statements fetch one.
			const mostGets = 21
			if gets > mostGets || many > few+2*mostGets {
				t.Errorf("%d statements and %d whole documents, %d statements without them", many, gets, few)
			}
		})
	}
}
