package sqlstore_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
)

// openBench opens a database, by its path or URL, or else a new file.
func openBench(b *testing.B, place string) *sqlstore.DB {
	b.Helper()
	o := sqlstore.Options{Path: place}
	switch {
	case place == "":
		o.Path = filepath.Join(b.TempDir(), "cotejo.db")
	case strings.HasPrefix(place, "postgres://"):
		o = sqlstore.Options{URL: place}
	}
	db, err := sqlstore.Open(b.Context(), o)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	return db
}

// fingerprints returns fingerprints of filings of about 4 KB that share a form
// letter, as the filings of one law office do.
func fingerprints(b *testing.B, n int) []dedup.Fingerprint {
	b.Helper()
	detector, err := dedup.NewDetector(dedup.DefaultConfig())
	if err != nil {
		b.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	words := make([]string, 20_000)
	for i := range words {
		words[i] = fmt.Sprintf("palabra%d", i)
	}
	letter := make([]string, 300)
	for i := range letter {
		letter[i] = words[random.IntN(len(words))]
	}
	all := make([]dedup.Fingerprint, n)
	for i := range all {
		text := append([]string(nil), letter...)
		for range 150 {
			text = append(text, words[random.IntN(len(words))])
		}
		all[i] = detector.Fingerprint(dedup.Filing{ID: fmt.Sprintf("d%09d", i), Type: "tutela", Text: strings.Join(text, " "),
			Parties: dedup.Parties{Plaintiff: fmt.Sprint("Persona ", i), Cedula: fmt.Sprint(10_000_000 + i)}})
	}
	return all
}

func putAll(b *testing.B, db *sqlstore.DB, all []dedup.Fingerprint, perTx int) {
	b.Helper()
	for begin := 0; begin < len(all); begin += perTx {
		if err := db.InTx(b.Context(), func(ctx context.Context) error {
			for _, f := range all[begin:min(begin+perTx, len(all))] {
				if err := db.Index().Put(ctx, f); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkIndexPut(b *testing.B) {
	for _, perTx := range []int{1, 500} {
		b.Run(fmt.Sprintf("%d a transaction", perTx), func(b *testing.B) {
			db := openBench(b, "")
			all := fingerprints(b, b.N)
			b.ResetTimer()
			putAll(b, db, all, perTx)
		})
	}
}

// BenchmarkIndexLookup looks filings up among 50,000 others, all of which
// share keys of their form letter with it.
func BenchmarkIndexLookup(b *testing.B) {
	db := openBench(b, "")
	all := fingerprints(b, 50_000)
	putAll(b, db, all, 1000)
	b.ReportMetric(float64(len(all[0].Keys())), "keys")
	i := 0
	for b.Loop() {
		f := all[i*7919%len(all)]
		i++
		found, err := db.Index().Lookup(b.Context(), nil, f.Keys(), 200)
		if err != nil || len(found) == 0 {
			b.Fatal(len(found), err)
		}
	}
}

// BenchmarkMany lists pages of a million documents of five years, and counts
// them.
func BenchmarkMany(b *testing.B) {
	const total = 1_000_000
	db := openBench(b, "")
	if _, err := db.Writer().Exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		INSERT INTO documents SELECT printf('%036d', i), 'a.pdf', CASE i % 5 WHEN 0 THEN 'desacato' ELSE 'tutela' END,
			CASE i % 3 WHEN 0 THEN 'validated' ELSE 'processed' END, 'Persona ' || i, 'EPS', '', 1600000000000000 + i * 150000000,
			'', '', '', '', '', '', 1, '', 'ab' || i, 1000000, 0, '', false, false, '', 0, '', NULL, '[]', '[]', '[]', '', NULL, 0, '', -62135596800000000 FROM n`, total); err != nil {
		b.Fatal(err)
	}
	for name, f := range map[string]document.Filter{"status": {Status: document.Validated}, "kind": {Type: "desacato", Status: document.Validated},
		"a year": {From: document.DayOf(time.Unix(1_660_000_000, 0)), To: document.DayOf(time.Unix(1_690_000_000, 0))}} {
		b.Run("filtered by "+name, func(b *testing.B) {
			for b.Loop() {
				l, err := db.Documents().List(b.Context(), f, document.PageRequest{Number: 2000, Size: 20})
				if err != nil || len(l.Items) != 20 {
					b.Fatal(l.Total, len(l.Items), err)
				}
			}
		})
	}
	b.Run("by kind", func(b *testing.B) {
		for b.Loop() {
			if all, err := db.Tallies().ByKind(b.Context()); err != nil || len(all) != 4 {
				b.Fatal(all, err)
			}
		}
	})
	for _, number := range []int{1, total / 40, total / 20} {
		b.Run(fmt.Sprint("page ", number), func(b *testing.B) {
			for b.Loop() {
				l, err := db.Documents().List(b.Context(), document.Filter{}, document.PageRequest{Number: number, Size: 20})
				if err != nil || l.Total != total || len(l.Items) != 20 {
					b.Fatal(l.Total, len(l.Items), err)
				}
			}
		})
	}
}

func BenchmarkCreateDocument(b *testing.B) {
	db := openBench(b, "")
	text := strings.Repeat("Señor juez de tutela, ", 180)
	i := 0
	for b.Loop() {
		i++
		if err := db.Documents().Create(b.Context(), document.Document{ID: fmt.Sprint(i), Text: text}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkWithKeys finds a person among a million documents: one who occurs
// twice, and one who occurs a hundred thousand times.
func BenchmarkWithKeys(b *testing.B) {
	const total = 1_000_000
	db := openBench(b, "")
	for _, statement := range []string{
		`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		INSERT INTO documents SELECT printf('%036d', i), 'a.pdf', 'tutela', 'processed', 'Persona ' || i, 'EPS', '', i * 1000,
			'', '', '', '', '', '', 1, '', '', 0, 0, '', false, false, '', 0, '', NULL, '[]', '[]', '[]', '', NULL, 0, '', -62135596800000000 FROM n`,
		`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		INSERT INTO document_keys SELECT 'cedula', CASE WHEN i % 10 = 0 THEN '7' ELSE i / 2 + 100 END, i * 1000, printf('%036d', i) FROM n`,
	} {
		if _, err := db.Writer().Exec(statement, total); err != nil {
			b.Fatal(err)
		}
	}
	for name, cedula := range map[string]string{"rare": "250101", "common": "7"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				m, err := db.Recurrences().WithKeys(b.Context(), document.KeysOf(document.KeyCedula, cedula), "x", 200)
				if err != nil || m.Total == 0 || len(m.Items) != min(m.Total, 200) {
					b.Fatal(m.Total, len(m.Items), err)
				}
			}
		})
	}
}
