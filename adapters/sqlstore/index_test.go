package sqlstore_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// words returns n sentences that no other topic shares.
func words(topic string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%[1]s%[2]d %[1]s%[3]d %[1]s%[4]d. ", topic, i, 100+i*i, 7+31*i)
	}
	return b.String()
}

// detector is one for all tests: its buffers are large.
var detector = sync.OnceValues(func() (*dedup.Detector, error) { return dedup.NewDetector(dedup.DefaultConfig()) })

func fingerprint(t *testing.T, id, text string) dedup.Fingerprint {
	t.Helper()
	d, err := detector()
	if err != nil {
		t.Fatal(err)
	}
	return d.Fingerprint(dedup.Filing{ID: id, Type: "tutela", Text: text})
}

func put(t *testing.T, db *sqlstore.DB, all ...dedup.Fingerprint) {
	t.Helper()
	for _, f := range all {
		if err := db.Index().Put(t.Context(), f); err != nil {
			t.Fatal(err)
		}
	}
}

func lookup(t *testing.T, db *sqlstore.DB, keys []dedup.Key, limit int) []string {
	t.Helper()
	found, err := db.Index().Lookup(t.Context(), nil, keys, limit)
	if err != nil {
		t.Fatal(err)
	}
	ids := make([]string, len(found))
	for i, f := range found {
		ids[i] = f.ID
	}
	return ids
}

// One earlier filing of the person, and then a mass filing of the same letter:
// most of the keys are hot, and the earlier filing is the first found.
func TestMassFilingDoesNotHideTheEarlierFiling(t *testing.T) {
	t.Parallel()
	letter := words("carta", 60)
	for _, c := range []struct {
		rule              string
		maxRows, keysOnly int
	}{
		{"hot keys that were not read are counted", 3, 0},
		{"a telling key goes before many hot ones", 120, 150},
	} {
		t.Run(c.rule, func(t *testing.T) {
			onEach(t, func(t *testing.T, fresh func(t *testing.T) sqlstore.Options) {
				db := open(t, fresh(t), sqlstore.WithMaxRowsPerKey(c.maxRows))
				put(t, db, fingerprint(t, "earlier", letter+words("propio", 6)))
				for i := range 30 {
					put(t, db, fingerprint(t, fmt.Sprintf("mass%02d", i), letter))
				}
				// Of most of a large mass filing the keys are enough.
				if _, err := db.Writer().Exec(fmt.Sprintf(`WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
					INSERT INTO dedup_keys SELECT key, 1000 + i FROM dedup_keys, n WHERE seq = 2 AND i > 0`, c.keysOnly)); err != nil {
					t.Fatal(err)
				}
				mine := fingerprint(t, "query", letter+words("propio", 6))
				if got := lookup(t, db, mine.Keys(), 1); len(got) != 1 || got[0] != "earlier" {
					t.Errorf("got %v, want the earlier filing", got)
				}
			})
		})
	}
}

func TestHotKeysFindTheLatest(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, fresh func(t *testing.T) sqlstore.Options) {
		db := open(t, fresh(t), sqlstore.WithMaxRowsPerKey(3))
		for i := range 9 {
			put(t, db, fingerprint(t, fmt.Sprint("mass", i), words("carta", 60)))
		}
		got := lookup(t, db, fingerprint(t, "query", words("carta", 60)).Keys(), 10)
		if fmt.Sprint(got) != "[mass6 mass7 mass8]" {
			t.Errorf("got %v, want the latest three", got)
		}
		if db.Lookups().HotKeys() < 40 {
			t.Errorf("%d hot keys were counted", db.Lookups().HotKeys())
		}
		got = lookup(t, db, fingerprint(t, "query", words("carta", 60)).Keys(), 2)
		if len(got) != 2 || db.Lookups().LeftOut() != 1 {
			t.Errorf("got %v, left out %d", got, db.Lookups().LeftOut())
		}
	})
}

func TestFingerprintOfAnotherFormatIsToldAndReplaced(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, fresh func(t *testing.T) sqlstore.Options) {
		db := open(t, fresh(t))
		f := fingerprint(t, "d1", words("salud", 60))
		put(t, db, f)
		data := map[string]string{"sqlite": "X'FFFF00'", "postgres": `'\xFFFF00'`}[db.Engine()]
		execute(t, db, `UPDATE dedup_fingerprints SET format = 65535, data = `+data)
		if _, err := db.Index().Get(t.Context(), "d1"); !errors.Is(err, dedup.ErrFormat) {
			t.Errorf("get: got %v, want ErrFormat", err)
		}
		if _, err := db.Index().Lookup(t.Context(), nil, f.Keys(), 10); !errors.Is(err, dedup.ErrFormat) || fault.KindOf(err) != fault.Unavailable {
			t.Errorf("lookup: got %v, want ErrFormat, to be tried again later", err)
		}
		put(t, db, fingerprint(t, "d2", words("salud", 60)))
		if outdated, err := db.Prints().Outdated(t.Context()); err != nil || !outdated {
			t.Errorf("outdated %t, %v", outdated, err)
		}
		if err := db.Index().Delete(t.Context(), "d2"); err != nil {
			t.Fatal(err)
		}
		put(t, db, f)
		if got := lookup(t, db, f.Keys(), 10); len(got) != 1 || got[0] != "d1" {
			t.Errorf("got %v after the fingerprint was made anew", got)
		}
		if outdated, err := db.Prints().Outdated(t.Context()); err != nil || outdated {
			t.Errorf("outdated %t, %v, after it was made anew", outdated, err)
		}
	})
}

func TestIndexLeavesNoKeysBehind(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, fresh func(t *testing.T) sqlstore.Options) {
		db := open(t, fresh(t))
		for i := range 5 {
			put(t, db, fingerprint(t, "d1", words(fmt.Sprint("tema", i), 60)))
		}
		loaded := document.Loadable{Document: document.Document{ID: "d2"}, Fingerprint: fingerprint(t, "d2", words("otro", 60))}
		if err := db.Loader().Load(t.Context(), []document.Loadable{loaded}); err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{"d1", "d2"} {
			if err := db.Index().Delete(t.Context(), id); err != nil {
				t.Fatal(err)
			}
		}
		var left int
		if err := db.Writer().QueryRow("SELECT (SELECT count(*) FROM dedup_keys) + (SELECT count(*) FROM dedup_recent_keys)").Scan(&left); err != nil || left != 0 {
			t.Errorf("%d keys are left, %v", left, err)
		}
	})
}
