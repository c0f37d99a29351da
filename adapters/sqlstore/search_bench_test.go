//go:build unix

package sqlstore_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/core/search"
	"github.com/cotejo/cotejo/testkit/filings"
)

var (
	searchDocuments = flag.Int("documents", 2000, "how many invented filings BenchmarkSearch searches")
	searchDatabase  = flag.String("database", "", "where BenchmarkSearch keeps them for the next run: a file or postgres://…")
)

// BenchmarkSearch answers what the service does for a page of fifty: the page,
// the total and the snippets. To run it on many documents:
//
//	go run ./testkit/measure search
func BenchmarkSearch(b *testing.B) {
	db := openBench(b, *searchDatabase)
	fillWithFilings(b, db, *searchDocuments)

	list, err := db.Documents().List(b.Context(), document.Filter{}, document.PageRequest{Number: 3, Size: 50})
	if err != nil {
		b.Fatal(err)
	}
	var names, numbers, radicados []string
	for _, item := range list.Items {
		d, err := db.Documents().Get(b.Context(), item.ID)
		if err != nil {
			b.Fatal(err)
		}
		names, numbers, radicados = append(names, d.Plaintiff), append(numbers, d.Cedula), append(radicados, d.Radicado)
	}
	common := []string{"tutela", "salud", "derecho", "derechos fundamentales", "tutela salud", "pensiones", "vulneración", "accionante -sanitas"}
	for _, c := range []struct {
		name    string
		queries []string
		order   document.SearchOrder
	}{
		{"rare: names", names, document.ByRelevance},
		{"rare: cédulas", numbers, document.ByRelevance},
		{"rare: radicados", radicados, document.ByRelevance},
		{"common words", common, document.ByRelevance},
		{"beginnings", []string{"tute", "medic", "con", "vulner", "dere", "rod", "per"}, document.ByRelevance},
		{"phrases", []string{`"acción de tutela"`, `"derecho a la salud"`, `"derecho fundamental a la salud"`, `"mínimo vital"`}, document.ByRelevance},
		{"everything", []string{""}, document.ByRelevance},
		{"common words by date", common, document.ByNewest},
		{"common words by plaintiff", common, document.ByPlaintiff},
	} {
		b.Run(c.name, func(b *testing.B) {
			var times []time.Duration
			before := processorTime(b)
			for i := 0; b.Loop(); i++ {
				begin := time.Now()
				answer(b, db, c.queries[i%len(c.queries)], c.order)
				times = append(times, time.Since(begin))
			}
			b.ReportMetric(float64((processorTime(b)-before).Microseconds())/1000/float64(len(times)), "cpu-ms/op")
			slices.Sort(times)
			b.ReportMetric(float64(times[len(times)*95/100].Microseconds())/1000, "p95-ms")
		})
	}
}

// processorTime is what this process has used of all cores: unlike the time on
// the clock, it is the same on a busy machine.
func processorTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func answer(b *testing.B, db *sqlstore.DB, text string, order document.SearchOrder) {
	q := search.Parse(text)
	found, err := db.Search().Find(b.Context(), q, document.Filter{}, order, document.PageRequest{Number: 1, Size: 50})
	if err != nil {
		b.Fatal(err)
	}
	var ids []string
	for _, item := range found.Items {
		ids = append(ids, item.ID)
	}
	passages, err := db.Search().Passages(b.Context(), ids)
	if err != nil {
		b.Fatal(err)
	}
	for _, p := range passages {
		q.Snippet(p)
	}
}

// fillWithFilings stores filings until there are n, and says what it took.
func fillWithFilings(b *testing.B, db *sqlstore.DB, n int) {
	list, err := db.Documents().List(b.Context(), document.Filter{}, document.PageRequest{Number: 1, Size: 1})
	if err != nil {
		b.Fatal(err)
	}
	if list.Total == n {
		return
	}
	if list.Total > 0 {
		b.Fatalf("the database has %d documents, not %d", list.Total, n)
	}
	generator, random := filings.New(7, filings.HeldOut()), rand.New(rand.NewPCG(1, 2))
	var storing time.Duration
	bytes := 0
	for i := 0; i < n; {
		var some []document.Document
		for ; len(some) < 200 && i < n; i++ {
			f := generator.Filing()
			bytes += len(f.Text)
			some = append(some, document.Document{ID: fmt.Sprintf("%036d", i), FileName: fmt.Sprintf("tutela_%d.pdf", i), Type: f.Type, Status: document.Processed,
				Plaintiff: f.Gold.Value(ner.Plaintiff), Defendant: f.Gold.Value(ner.Defendant), Cedula: f.Gold.Value(ner.Cedula), Court: f.Gold.Value(ner.Court),
				Radicado: fmt.Sprintf("%05d3103%03d2024%05d00", 5001+random.IntN(20000), random.IntN(50), random.IntN(100000)),
				Text:     f.Text, CreatedAt: time.Unix(1_700_000_000+int64(i)*150, 0), SHA256: fmt.Sprint(i)})
		}
		begin := time.Now()
		err := db.InTx(b.Context(), func(ctx context.Context) error {
			for _, d := range some {
				if err := db.Documents().Create(ctx, d); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
		storing += time.Since(begin)
	}
	var size int64
	settle, measure := "PRAGMA wal_checkpoint(TRUNCATE)", "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
	if db.Engine() == "postgres" {
		settle, measure = "VACUUM ANALYZE", "SELECT pg_database_size(current_database())"
	}
	if _, err := db.Writer().Exec(settle); err != nil {
		b.Fatal(err)
	}
	if err := db.Writer().QueryRow(measure).Scan(&size); err != nil {
		b.Fatal(err)
	}
	fmt.Fprintf(os.Stderr, "%d filings, %.1f KB each, stored at %.0f µs each, 200 a transaction; database %.1f KB each\n",
		n, float64(bytes)/float64(n)/1000, float64(storing.Microseconds())/float64(n), float64(size)/float64(n)/1000)
}
