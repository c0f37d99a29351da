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
	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/search"
	"github.com/cotejo/cotejo/testkit/storetest"
)

// unindexed makes a database with n documents and no index.
func unindexed(t *testing.T, o sqlstore.Options, n int) sqlstore.Options {
	t.Helper()
	db, err := sqlstore.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Writer().Exec(fmt.Sprintf(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
		INSERT INTO documents SELECT substr('00' || i, length('00' || i) - 2), 'a.pdf', 'tutela', 'processed', 'Persona ' || i, 'EPS', '', 1600000000000000 + i * 1000,
			'', '', '', '', '', '', 1, '', '', 0, 0, '', false, false, '', 0, '', NULL, '[]', '[]', '[]', 'salud número ' || i, NULL, 0, '', -62135596800000000 FROM n`, n)); err != nil {
		t.Fatal(err)
	}
	execute(t, db, "DELETE FROM settings WHERE name = 'search_index'")
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return o
}

// indexedAtOnce has Open index all documents, however slow the machine is: a search finds only
// indexed documents.
var indexedAtOnce = sqlstore.WithIndexPatience(time.Hour)

func find(t *testing.T, db *sqlstore.DB, query string) document.Listing {
	t.Helper()
	l, err := db.Search().Find(t.Context(), search.Parse(query), document.Filter{}, document.ByRelevance, document.PageRequest{Number: 1, Size: 3})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestUnindexedDocumentsAreFound(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, fresh func(t *testing.T) sqlstore.Options) {
		db := open(t, unindexed(t, fresh(t), 120), indexedAtOnce)
		if l := find(t, db, "salud"); l.Total != 120 || l.Items[0].ID != "120" || l.Items[2].ID != "118" {
			t.Errorf("found %+v", l)
		}
		if l := find(t, db, "77"); l.Total != 1 || l.Items[0].ID != "077" {
			t.Errorf("found %+v", l)
		}
		if err := db.Documents().Create(t.Context(), document.Document{ID: "121", Text: "salud", CreatedAt: time.Now()}); err != nil {
			t.Fatal(err)
		}
		if l := find(t, db, "salud"); l.Total != 121 || l.Items[0].ID != "121" {
			t.Errorf("found %+v after another was stored", l)
		}
	})
}

// Between two statements of a search another request replaces a document.
func TestSearchSeesOneSnapshot(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, fresh func(t *testing.T) sqlstore.Options) {
		const documents = 20
		o, each := fresh(t), func() {}
		o.Watcher = &sqldb.Watcher{Each: func(string) { each() }}
		db, stored := open(t, o), 0
		replace := func() error {
			return db.InTx(t.Context(), func(ctx context.Context) error {
				stored++
				d := document.Document{ID: fmt.Sprintf("%04d", stored), Text: "salud", CreatedAt: time.UnixMicro(int64(stored))}
				if err := db.Documents().Create(ctx, d); err != nil || stored <= documents {
					return err
				}
				return db.Documents().Delete(ctx, fmt.Sprintf("%04d", stored-documents))
			})
		}
		for range documents {
			if err := replace(); err != nil {
				t.Fatal(err)
			}
		}
		page := document.PageRequest{Number: 1, Size: 100}
		for name, read := range map[string]func() (document.Listing, error){
			"found by relevance": func() (document.Listing, error) {
				return db.Search().Find(t.Context(), search.Parse("salud"), document.Filter{}, document.ByRelevance, page)
			},
			"found by age": func() (document.Listing, error) {
				return db.Search().Find(t.Context(), search.Parse("salud"), document.Filter{}, document.ByOldest, page)
			},
			"all": func() (document.Listing, error) {
				return db.Search().Find(t.Context(), search.Parse(""), document.Filter{}, document.ByOldest, page)
			},
			"listed": func() (document.Listing, error) {
				return db.Documents().List(t.Context(), document.Filter{Query: "salud"}, page)
			},
		} {
			for at, more := 1, true; more; at++ {
				n := 0
				each = func() {
					if n++; n == at {
						each = func() {}
						if err := replace(); err != nil {
							t.Error(err)
						}
					}
				}
				l, err := read()
				more, each = n == at, func() {}
				ids := slices.DeleteFunc(idsOf(l), func(id string) bool { return id == "" })
				if err != nil || l.Total != documents || len(ids) != documents {
					t.Errorf("%s, changed before statement %d: %d documents of %d, %v", name, at, len(ids), l.Total, err)
				}
			}
		}
	})
}

// The filling is broken off, goes on, and meets what was stored, changed and
// deleted in the meantime.
func TestFillingGoesOnWhereItStopped(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, fresh func(t *testing.T) sqlstore.Options) {
		o := unindexed(t, fresh(t), 400)
		for i := range 1000 {
			db, err := sqlstore.Open(t.Context(), o, sqlstore.WithIndexPatience(-1))
			if err != nil {
				t.Fatal(err)
			}
			old, added := fmt.Sprintf("%03d", i+1), fmt.Sprintf("new%d", i)
			if err := db.Documents().Delete(t.Context(), old); err != nil {
				t.Fatal(err)
			}
			if err := db.Documents().Create(t.Context(), document.Document{ID: added, Text: "salud", CreatedAt: time.UnixMicro(1700000000000000 + int64(i))}); err != nil {
				t.Fatal(err)
			}
			if err := db.Documents().Update(t.Context(), fmt.Sprintf("%03d", 400-i), func(d *document.Document) error { d.Plaintiff = "Cambiada"; return nil }); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Duration(i) * 5 * time.Millisecond)
			l := find(t, db, "salud")
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			if l.Total == 400 {
				if l.Items[0].ID != added {
					t.Errorf("the first is %s, not the latest", l.Items[0].ID)
				}
				db := open(t, o, indexedAtOnce)
				if changed := find(t, db, "cambiada"); changed.Total != i+1 {
					t.Errorf("%d of %d changed ones are found", changed.Total, i+1)
				}
				if gone := find(t, db, "-salud"); gone.Total != 0 {
					t.Errorf("found %+v, none of which is there", gone)
				}
				return
			}
			if i == 150 {
				t.Fatalf("%d of 400 are found after %d starts", l.Total, i)
			}
		}
	})
}

func TestEntriesOfAnotherVersionAreMadeAnew(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, fresh func(t *testing.T) sqlstore.Options) {
		o := fresh(t)
		db := open(t, o)
		for i := range 3 {
			if err := db.Documents().Create(t.Context(), document.Document{ID: fmt.Sprint(i), Text: "salud", CreatedAt: time.UnixMicro(int64(i))}); err != nil {
				t.Fatal(err)
			}
		}
		spoil := map[string][]string{
			"sqlite":   {"DELETE FROM search_terms WHERE rowid = 1", "INSERT INTO search_terms (rowid, terms) VALUES (9, 'salud')", "INSERT INTO search_entries VALUES (9, ' | | ', '')"},
			"postgres": {"DELETE FROM search_entries WHERE seq = 1", "INSERT INTO search_entries VALUES (9, '0:salud', ' | | ', '')"},
		}[db.Engine()]
		execute(t, db, append(spoil, `UPDATE settings SET value = '{"version":0,"done":true}' WHERE name = 'search_index'`)...)
		if l := find(t, db, "salud"); l.Total != 3 {
			t.Fatalf("found %+v", l)
		}
		l := find(t, open(t, o, indexedAtOnce), "salud")
		if l.Total != 3 || len(l.Items) != 3 || l.Items[0].ID != "2" || l.Items[2].ID != "0" {
			t.Errorf("found %+v", l)
		}
	})
}

// Documents are stored one by one and many at once, changed and deleted in any
// order: what a query finds, and in which order, is what its plan says of them.
func TestSearchFollowsEveryChange(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, fresh func(t *testing.T) sqlstore.Options) {
		db, random := open(t, fresh(t)), rand.New(rand.NewPCG(3, 4))
		words := []string{"salud", "vida", "tutela", "vital", "mínimo", "saludable", "vidas", "derecho", "a", "la", "52.418.903", "E.P.S."}
		var kept []document.Document
		next := 0
		invent := func() document.Document {
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
		for step := range 260 {
			switch n := len(kept); {
			case n < 5 || step%4 == 0:
				d := invent()
				must(db.Documents().Create(t.Context(), d))
				kept = append(kept, d)
			case step%4 == 1:
				var some []document.Loadable
				for range 1 + random.IntN(6) {
					d := invent()
					some = append(some, document.Loadable{Document: d, Entry: d.SearchEntry()})
					kept = append(kept, d)
				}
				must(db.Loader().Load(t.Context(), some))
			case step%4 == 2:
				d := &kept[random.IntN(n)]
				d.Text = invent().Text
				must(db.Documents().Update(t.Context(), d.ID, func(stored *document.Document) error { stored.Text = d.Text; return nil }))
			default:
				at := random.IntN(n)
				must(db.Documents().Delete(t.Context(), kept[at].ID))
				kept = slices.Delete(kept, at, at+1)
			}
			if step%52 != 12 && step != 259 {
				continue
			}
			for _, query := range []string{"", "salud", "vida salud", "salud vid", "mínimo vital", `"mínimo vital" salud`, `salud -"vida tutela"`, "salud -vida", "-salud",
				`"derecho a la salud"`, `-"a la"`, "tutela 52418903", "sal", `"salud"`, `vida -"la salud vida"`, "eps"} {
				wantFound(t, db, kept, query)
			}
		}
	})
}

// wantFound compares what a query finds with what its plan says of documents, the
// oldest first.
func wantFound(t *testing.T, db *sqlstore.DB, kept []document.Document, query string) {
	t.Helper()
	q := search.Parse(query)
	ranked, byAge := storetest.PlannedOrder(q, kept), []string(nil)
	for _, d := range kept {
		if q.Matches(d.SearchEntry()) {
			byAge = append(byAge, d.ID)
		}
	}
	for order, want := range map[document.SearchOrder][]string{document.ByRelevance: ranked, document.ByOldest: byAge} {
		l, err := db.Search().Find(t.Context(), q, document.Filter{}, order, document.PageRequest{Number: 1, Size: 1000})
		if got := idsOf(l); err != nil || !slices.Equal(got, want) || l.Total != len(want) || l.AtLeast {
			t.Fatalf("%q by %s: got %v, %v, want %v", query, order, got, err, want)
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
