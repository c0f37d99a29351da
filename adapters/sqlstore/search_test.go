package sqlstore_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/search"
	"github.com/cotejo/cotejo/ports"
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
			'', '', '', '', '', '', 1, '', '', 0, 0, '', 0, '', NULL, '[]', '[]', '[]', 'salud número ' || i FROM n`, n)); err != nil {
		t.Fatal(err)
	}
	execute(t, db, "DELETE FROM settings WHERE name = 'search_index'")
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return o
}

func find(t *testing.T, db *sqlstore.DB, query string) document.Listing {
	t.Helper()
	l, err := db.Search().Find(t.Context(), search.Parse(query), document.ByRelevance, document.PageRequest{Number: 1, Size: 3})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestUnindexedDocumentsAreFound(t *testing.T) {
	onEach(t, func(t *testing.T, fresh func(t *testing.T) sqlstore.Options) {
		db := open(t, unindexed(t, fresh(t), 120))
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

// The filling is broken off, goes on, and meets what was stored, changed and
// deleted meanwhile.
func TestFillingGoesOnWhereItStopped(t *testing.T) {
	onEach(t, func(t *testing.T, fresh func(t *testing.T) sqlstore.Options) {
		o := unindexed(t, fresh(t), 400)
		o.IndexPatience = -1
		for i := range 1000 {
			db, err := sqlstore.Open(t.Context(), o)
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
				db := open(t, o)
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
	onEach(t, func(t *testing.T, fresh func(t *testing.T) sqlstore.Options) {
		o := fresh(t)
		db := open(t, o)
		for i := range 3 {
			if err := db.Documents().Create(t.Context(), document.Document{ID: fmt.Sprint(i), Text: "salud", CreatedAt: time.UnixMicro(int64(i))}); err != nil {
				t.Fatal(err)
			}
		}
		spoil := map[string][]string{
			"sqlite":   {"DELETE FROM search_terms WHERE rowid = 1", "INSERT INTO search_terms (rowid, terms) VALUES (9, 'salud')"},
			"postgres": {"DELETE FROM search_entries WHERE seq = 1", "INSERT INTO search_entries VALUES (9, 'salud', '{}', '')"},
		}[db.Engine()]
		execute(t, db, append(spoil, `UPDATE settings SET value = '{"version":0,"done":true}' WHERE name = 'search_index'`)...)
		if l := find(t, db, "salud"); l.Total != 3 {
			t.Fatalf("found %+v", l)
		}
		l := find(t, open(t, o), "salud")
		if l.Total != 3 || len(l.Items) != 3 || l.Items[0].ID != "2" || l.Items[2].ID != "0" {
			t.Errorf("found %+v", l)
		}
	})
}

// Where very many documents are found, an order is walked along until a page is
// full: what is on it is the same.
func TestWalkingFindsTheSame(t *testing.T) {
	onEach(t, func(t *testing.T, fresh func(t *testing.T) sqlstore.Options) {
		db := open(t, fresh(t))
		for i := range 40 {
			d := document.Document{ID: fmt.Sprintf("%02d", i), CreatedAt: time.UnixMicro(int64(i * 7 % 40)), Plaintiff: fmt.Sprint("Persona ", i%6), Text: "salud"}
			if i%3 == 0 {
				d.Text = "salud y vida del niño"
			}
			if err := db.Documents().Create(t.Context(), d); err != nil {
				t.Fatal(err)
			}
		}
		for _, query := range []string{"", "salud", "vida", "-vida", `"salud y vida"`, `salud -"vida del niño"`, `-"y vida"`, "persona 3", "vid"} {
			for _, order := range []document.SearchOrder{document.ByNewest, document.ByOldest, document.ByPlaintiff, document.ByRadicado} {
				page := document.PageRequest{Number: 2, Size: 5}
				want, err := db.Search().Find(t.Context(), search.Parse(query), order, page)
				if err != nil || want.Total == 0 {
					t.Fatalf("%s: %+v, %v", query, want, err)
				}
				got, err := sqlstore.SearchWalking(db).Find(t.Context(), search.Parse(query), order, page)
				if err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("%s by %s: got %+v, %v, want %+v", query, order, got, err, want)
				}
			}
		}
	})
}

// Few documents are ranked by what they say, more by asking the index for each
// rank: the order is the same, and that of the plan.
func TestReadingFindsTheSame(t *testing.T) {
	onEach(t, func(t *testing.T, fresh func(t *testing.T) sqlstore.Options) {
		db := open(t, fresh(t))
		word := []string{"salud", "vida", "tutela", "vital", "mínimo", "saludable", "vidas"}
		var kept []document.Document
		for i := range 120 {
			text := ""
			for j := range 5 {
				text += " " + word[(i*7+j*j*(i%5+1))%len(word)]
			}
			d := document.Document{ID: fmt.Sprintf("%03d", i), CreatedAt: time.UnixMicro(int64(i)), Text: text}
			switch i % 6 {
			case 0:
				d.Plaintiff = "Vida Salud"
			case 1:
				d.Court = "Juzgado de la Salud"
			case 2:
				d.Defendant = "Salud " + fmt.Sprint(i%4)
			case 3:
				d.Text += " " + text + " " + text
			}
			kept = append(kept, d)
			if err := db.Documents().Create(t.Context(), d); err != nil {
				t.Fatal(err)
			}
		}
		entries := entriesOf(kept)
		for _, query := range []string{"salud", "vida salud", "salud vida", "salud vid", "mínimo vital", `"mínimo vital" salud`, `salud -"vida tutela"`, "salud -vida", "-salud", "tutela salud 3", ""} {
			q := search.Parse(query)
			want := wanted(q, kept, entries)
			for name, s := range map[string]ports.Search{"as it is": db.Search(), "unread": sqlstore.SearchUnread(db), "all read": sqlstore.SearchReading(db)} {
				var got []string
				for page := 1; page <= 5; page++ {
					l, err := s.Find(t.Context(), q, document.ByRelevance, document.PageRequest{Number: page, Size: 25})
					if err != nil || l.Total != len(want) {
						t.Fatalf("%s, %s: found %d, %v; want %d", query, name, l.Total, err, len(want))
					}
					for _, item := range l.Items {
						got = append(got, item.ID)
					}
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s, %s:\ngot  %v\nwant %v", query, name, got, want)
				}
			}
		}
	})
}

func entriesOf(kept []document.Document) (entries []search.Entry) {
	for _, d := range kept {
		entries = append(entries, d.SearchEntry())
	}
	return entries
}

// wanted is what the plan of a query says of documents, the oldest first.
func wanted(q search.Query, kept []document.Document, entries []search.Entry) (want []string) {
	for _, rank := range q.Plan().RanksOf(len(kept)) {
		for i, d := range slices.Backward(kept) {
			if rank.Has(entries[i]) {
				want = append(want, d.ID)
			}
		}
	}
	return want
}
