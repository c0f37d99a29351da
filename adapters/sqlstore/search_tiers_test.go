package sqlstore_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/search"
	"github.com/cotejo/cotejo/ports"
	"github.com/cotejo/cotejo/testkit/storetest"
)

// settling is a database whose documents are settled as soon as they are stored
// or changed.
type settling struct {
	ports.Documents
	db *sqlstore.DB
}

func (s settling) then(ctx context.Context, err error) error {
	if _, within := s.db.TxFrom(ctx); err != nil || within {
		return err
	}
	return sqlstore.SettleAll(ctx, s.db)
}

func (s settling) Create(ctx context.Context, d document.Document) error {
	return s.then(ctx, s.Documents.Create(ctx, d))
}

func (s settling) Update(ctx context.Context, id string, change func(*document.Document) error) error {
	return s.then(ctx, s.Documents.Update(ctx, id, change))
}

func (s settling) Delete(ctx context.Context, id string) error {
	return s.then(ctx, s.Documents.Delete(ctx, id))
}

func (s settling) InTx(ctx context.Context, change func(ctx context.Context) error) error {
	return s.then(ctx, s.db.InTx(ctx, change))
}

func TestSettledDocumentsAreFoundAsRecentOnes(t *testing.T) {
	onEach(t, func(t *testing.T, fresh func(t *testing.T) sqlstore.Options) {
		storetest.Run(t, func(t *testing.T) storetest.Stores {
			db := open(t, fresh(t))
			s := settling{db.Documents(), db}
			return storetest.Stores{Transactor: s, Documents: s, Tallies: db.Tallies(), Recurrences: db.Recurrences(), Search: db.Search(), History: db.History(),
				Settings: db.Settings(), Examples: db.Examples(), Originals: db.Originals(), Index: db.Index(), Prints: db.Prints(), Loader: db.Loader(), Pinger: db}
		}, "Documents", "Search", "Filters")
	})
}

// Documents are stored one by one and many at once, changed, deleted, settled and
// merged in any order: what a query finds, and in which order, is what its plan
// says of them.
func TestTiersHoldWhatIsStored(t *testing.T) {
	onEach(t, func(t *testing.T, fresh func(t *testing.T) sqlstore.Options) { wantTiersHold(t, open(t, fresh(t))) })
}

func wantTiersHold(t *testing.T, db *sqlstore.DB) {
	random := rand.New(rand.NewPCG(3, 4))
	words := []string{"salud", "vida", "tutela", "vital", "mínimo", "saludable", "vidas", "derecho", "a", "la", "52.418.903", "E.P.S."}
	var kept []document.Document
	next := 0
	fresh := func() document.Document {
		pick := func(n int) string {
			var some []string
			for range n {
				some = append(some, words[random.IntN(len(words))])
			}
			return strings.Join(some, " ")
		}
		next++
		d := document.Document{ID: fmt.Sprintf("%04d", next), CreatedAt: time.UnixMicro(int64(next)), Text: pick(1 + random.IntN(9)), Type: document.Tutela, Status: document.Processed}
		if random.IntN(3) == 0 {
			d.Plaintiff = pick(2)
		}
		return d
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	queries := []string{"", "salud", "vida salud", "salud vid", "mínimo vital", `"mínimo vital" salud`, `salud -"vida tutela"`, "salud -vida", "-salud", `"derecho a la salud"`,
		`-"a la"`, "tutela 52418903", "sal", `"salud"`, `vida -"la salud vida"`, "eps"}
	merged := false
	segments := 0
	for step := range 260 {
		switch n := len(kept); {
		case n < 5 || step%4 == 0:
			d := fresh()
			must(db.Documents().Create(t.Context(), d))
			kept = append(kept, d)
		case step%4 == 1:
			var some []document.Loadable
			for range 1 + random.IntN(6) {
				d := fresh()
				some = append(some, document.Loadable{Document: d, Entry: d.SearchEntry()})
				kept = append(kept, d)
			}
			must(db.Loader().Load(t.Context(), some))
		case step%4 == 2:
			d := &kept[random.IntN(n)]
			d.Text = fresh().Text
			must(db.Documents().Update(t.Context(), d.ID, func(stored *document.Document) error { stored.Text = d.Text; return nil }))
		default:
			at := random.IntN(n)
			must(db.Documents().Delete(t.Context(), kept[at].ID))
			kept = slices.Delete(kept, at, at+1)
		}
		if random.IntN(5) == 0 {
			must(sqlstore.SettleAll(t.Context(), db))
			wantNothingRecent(t, db)
		}
		before := segments
		must(db.Writer().QueryRow("SELECT count(*) FROM search_segments").Scan(&segments))
		merged = merged || segments < before
		if step%52 == 12 || step == 259 {
			for i, query := range queries {
				if i%2 == step/52%2 || step == 259 {
					wantFound(t, db, kept, query)
				}
			}
		}
	}
	if !merged {
		t.Error("no segments were merged: nothing is tested of that")
	}
}

// wantNothingRecent wants every document in a segment, and none that is in one
// and left it.
func wantNothingRecent(t *testing.T, db *sqlstore.DB) {
	t.Helper()
	var recent, left int
	entries := map[string]string{"sqlite": "search_terms", "postgres": "search_entries"}[db.Engine()]
	if err := db.Writer().QueryRow("SELECT (SELECT count(*) FROM "+entries+"), (SELECT count(*) FROM search_left)").Scan(&recent, &left); err != nil {
		t.Fatal(err)
	}
	if recent+left > 0 {
		t.Fatalf("%d documents are recent, %d left", recent, left)
	}
}

// wantFound compares what a query finds with what its plan says of documents, the
// oldest first.
func wantFound(t *testing.T, db *sqlstore.DB, kept []document.Document, query string) {
	t.Helper()
	q := search.Parse(query)
	entries := entriesOf(kept)
	want := wanted(q, kept, entries)
	var byAge []string
	for i, d := range kept {
		if q.Matches(entries[i]) {
			byAge = append(byAge, d.ID)
		}
	}
	for name, s := range map[string]ports.Search{"as it is": db.Search(), "unread": sqlstore.SearchUnread(db), "walking": sqlstore.SearchWalking(db)} {
		l, err := s.Find(t.Context(), q, document.ByRelevance, document.PageRequest{Number: 1, Size: 1000})
		if got := idsOf(l); err != nil || !slices.Equal(got, want) || l.Total != len(want) {
			t.Fatalf("%q, %s: got %v, %v, want %v", query, name, got, err, want)
		}
		l, err = s.Find(t.Context(), q, document.ByOldest, document.PageRequest{Number: 1, Size: 1000})
		if got := idsOf(l); err != nil || !slices.Equal(got, byAge) {
			t.Fatalf("%q by age, %s: got %v, %v, want %v", query, name, got, err, byAge)
		}
	}
	if query == "" {
		return
	}
	l, err := db.Documents().List(t.Context(), document.Filter{Query: query, Type: document.Tutela}, document.PageRequest{Number: 1, Size: 1000})
	if got := idsOf(l); err != nil || len(got) != len(byAge) {
		t.Fatalf("%q listed: got %v, %v, want %v", query, got, err, byAge)
	}
	var each []string
	err = db.Documents().Each(t.Context(), document.Filter{Query: query}, func(d *document.Document) error { each = append(each, d.ID); return nil })
	if err != nil || !slices.Equal(each, byAge) {
		t.Fatalf("%q, each: got %v, %v, want %v", query, each, err, byAge)
	}
}

func idsOf(l document.Listing) (ids []string) {
	for _, item := range l.Items {
		ids = append(ids, item.ID)
	}
	return ids
}
