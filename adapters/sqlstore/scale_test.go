package sqlstore_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/filings"
)

var among = flag.Int("among", 20_000, "how many filings BenchmarkFindAmong searches")

// BenchmarkFindAmong searches for filings among -among others, a third of them
// related to one another, and adds some:
//
//	go test -tags sqlite_fts5 ./adapters/sqlstore -run '^$' -bench FindAmong -benchtime 1x -timeout 2h -among 1000000
//
// It reports milliseconds: the median and the slowest of a hundred.
func BenchmarkFindAmong(b *testing.B) {
	db := openBench(b, *searchDatabase)
	detector, err := dedup.NewDetector(dedup.DefaultConfig())
	if err != nil {
		b.Fatal(err)
	}
	const chunk = 2000
	rng := rand.New(rand.NewPCG(1, 2))
	var asked []dedup.Fingerprint
	made := func(seed, n int) (all []dedup.Fingerprint) {
		for i, f := range filings.NewSet(uint64(seed), n, filings.Options{}).Filings[:n] {
			all = append(all, detector.Fingerprint(dedup.Filing{ID: fmt.Sprintf("%07d-%d", seed, i), Type: string(f.Type), Text: f.Text, Parties: dedup.Parties{
				Plaintiff: f.Gold.Value(ner.Plaintiff), Defendant: f.Gold.Value(ner.Defendant), Cedula: f.Gold.Value(ner.Cedula), Email: f.Gold.Value(ner.Email)}}))
		}
		return all
	}
	for i := 0; i < *among; i += chunk {
		all := made(i, min(chunk, *among-i))
		putAll(b, db, all, chunk)
		for range max(1, 2000*chunk / *among) {
			asked = append(asked, all[rng.IntN(len(all))])
		}
	}
	rng.Shuffle(len(asked), func(i, j int) { asked[i], asked[j] = asked[j], asked[i] })
	ctx := context.Background()
	timed := func(name string, all []dedup.Fingerprint, do func(dedup.Fingerprint) error) {
		var took []time.Duration
		for _, f := range all {
			start := time.Now()
			if err := do(f); err != nil {
				b.Fatal(err)
			}
			took = append(took, time.Since(start))
		}
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, name+"-p50-ms")
		b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, name+"-p99-ms")
	}
	find := func(f dedup.Fingerprint) error {
		_, err := detector.Find(ctx, db.Index(), f)
		return err
	}
	for b.Loop() {
		timed("find-cold", asked[:len(asked)/2], find)
		timed("find", asked[len(asked)/2:], find)
		timed("add", made(*among, 500), func(f dedup.Fingerprint) error { return db.Index().Put(ctx, f) })
	}
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err == nil {
		b.ReportMetric(float64(usage.Maxrss)/1024, "rss-MB")
	}
}
