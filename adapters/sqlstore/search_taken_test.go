package sqlstore_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/core/document"
)

// Recent documents are found before they are settled, after that was broken off,
// and once it is done; nothing is left then of what was broken off.
func TestRecentDocumentsAreSettled(t *testing.T) {
	o := inFile(t)
	old, err := sqlstore.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	var kept []document.Document
	for i := range 40 {
		d := document.Document{ID: fmt.Sprintf("%03d", i), CreatedAt: time.UnixMicro(int64(i)), Type: document.Tutela,
			Text: []string{"derecho a la salud", "salud vida", "la salud vida tutela", "mínimo vital"}[i%4]}
		if err := old.Documents().Create(t.Context(), d); err != nil {
			t.Fatal(err)
		}
		kept = append(kept, d)
	}
	if err := old.Close(); err != nil {
		t.Fatal(err)
	}

	ctx, breakOff := context.WithCancel(t.Context())
	looks := 0
	db := open(t, sqlstore.Watched(o, func(statement string) {
		if strings.Contains(statement, "EXISTS (SELECT 1 FROM search_terms WHERE") {
			if looks++; looks == 2 { // to see whether they changed, when their pages are stored
				breakOff()
			}
		}
	}))
	want := func(recent int, left bool) {
		t.Helper()
		var n, pages int
		err := db.Writer().QueryRow(`SELECT (SELECT count(*) FROM search_terms),
			(SELECT count(*) FROM search_pages WHERE segment NOT IN (SELECT segment FROM search_segments))`).Scan(&n, &pages)
		if err != nil || n != recent || left != (pages > 0) {
			t.Fatalf("%d documents are recent, %d pages of no segment, %v", n, pages, err)
		}
		for _, query := range []string{"", "salud", `"derecho a la salud"`, `"la salud vida"`, "-vital"} {
			wantFound(t, db, kept, query)
		}
	}
	want(40, false)
	if err := sqlstore.SettleAll(ctx, db); err == nil {
		t.Error("nothing was broken off")
	}
	want(40, true)
	kept[7].Text = "salud vida"
	if err := db.Documents().Update(t.Context(), kept[7].ID, func(d *document.Document) error { d.Text = kept[7].Text; return nil }); err != nil {
		t.Fatal(err)
	}
	if err := sqlstore.SettleAll(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	want(0, false)
}

// A document that is changed, or deleted, after an entry was made of it to be
// settled is found as it is now.
func TestWhatChangesWhileItIsSettledIsFoundAsItIs(t *testing.T) {
	for name, change := range map[string]func(ctx context.Context, all document.Document, db *sqlstore.DB) error{
		"changed": func(ctx context.Context, d document.Document, db *sqlstore.DB) error {
			return db.Documents().Update(ctx, d.ID, func(d *document.Document) error { d.Text = "vida"; return nil })
		},
		"deleted": func(ctx context.Context, d document.Document, db *sqlstore.DB) error {
			return db.Documents().Delete(ctx, d.ID)
		},
	} {
		t.Run(name, func(t *testing.T) {
			var db *sqlstore.DB
			var do func()
			db = open(t, sqlstore.Watched(inFile(t), func(statement string) {
				if do != nil && strings.HasPrefix(statement, "UPDATE sqlite_sequence") {
					do()
				}
			}))
			kept := []document.Document{{ID: "a", Text: "salud", CreatedAt: time.UnixMicro(1), Type: document.Tutela}, {ID: "b", Text: "salud", CreatedAt: time.UnixMicro(2), Type: document.Tutela}}
			for _, d := range kept {
				if err := db.Documents().Create(t.Context(), d); err != nil {
					t.Fatal(err)
				}
			}
			changed := make(chan error, 1)
			do = func() { // within the transaction before those that store the segment
				do = nil
				pool := db.Writer()
				before := pool.Stats().WaitCount
				go func() { changed <- change(context.Background(), kept[0], db) }()
				for pool.Stats().WaitCount == before {
					time.Sleep(time.Millisecond)
				}
			}
			if err := sqlstore.SettleAll(t.Context(), db); err != nil {
				t.Fatal(err)
			}
			if err := <-changed; err != nil {
				t.Fatal(err)
			}
			want := map[string]int{"changed": 1, "deleted": 0}[name]
			if got := find(t, db, "vida"); got.Total != want {
				t.Errorf("%d have the new word", got.Total)
			}
			if got := find(t, db, "salud"); got.Total != 1 || got.Items[0].ID != "b" {
				t.Errorf("found %+v", got)
			}
			wantNothingRecent(t, db)
		})
	}
}

// One program tidies a file at a time: what another is making is not taken for
// what one left behind.
func TestOneProgramTidiesAFile(t *testing.T) {
	o := inFile(t)
	db := open(t, o)
	if err := db.Documents().Create(t.Context(), document.Document{ID: "a", Text: "salud", CreatedAt: time.UnixMicro(1)}); err != nil {
		t.Fatal(err)
	}
	settled := func(want int) {
		t.Helper()
		var n int
		if err := sqlstore.SettleAll(t.Context(), db); err != nil {
			t.Fatal(err)
		}
		if err := db.Writer().QueryRow("SELECT count(*) FROM search_settled").Scan(&n); err != nil || n != want {
			t.Errorf("%d documents are settled, %v; want %d", n, err, want)
		}
	}
	leave := sqlstore.Tidying(t, o.Path)
	settled(0)
	leave()
	settled(1)
}
