//go:build unix

package sqlstore_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/filings"
)

var (
	among          = flag.Int("among", 20_000, "how many filings BenchmarkOnline searches")
	onlineDatabase = flag.String("online", "", "path or URL of the database where BenchmarkOnline keeps them for the next run")
)

// BenchmarkOnline searches for filings among -among others, a third of them
// related to one another, and adds some:
//
//	go run ./testkit/measure online
//
// It reports milliseconds on the clock, the median and the slowest of a
// hundred, and of the processor on average.
func BenchmarkOnline(b *testing.B) {
	path := *onlineDatabase
	if path == "" {
		path = filepath.Join(b.TempDir(), "online.db")
	}
	db := openBench(b, path)
	detector, err := dedup.NewDetector(dedup.DefaultConfig())
	if err != nil {
		b.Fatal(err)
	}
	stock := stock{db: db, detector: detector, path: path}
	stock.fill(b, *among)

	asked := stock.some(b, 2000)
	added := stock.made(uint64(time.Now().UnixNano()), 500)
	defer func() {
		for _, f := range added {
			if err := db.Index().Delete(context.Background(), f.ID); err != nil {
				b.Error(err)
			}
		}
	}()
	find := func(f dedup.Fingerprint) error {
		_, err := detector.Find(b.Context(), db.Index(), f)
		return err
	}
	for b.Loop() {
		timed(b, "find-cold", asked[:len(asked)/2], find)
		timed(b, "find", asked[len(asked)/2:], find)
		timed(b, "add", added, func(f dedup.Fingerprint) error { return db.Index().Put(b.Context(), f) })
	}
	b.ReportMetric(residentMB(b), "rss-MB")
}

// timed does something to each fingerprint and reports how long it took.
func timed(b *testing.B, name string, all []dedup.Fingerprint, do func(dedup.Fingerprint) error) {
	var took []time.Duration
	before := processorTime(b)
	for _, f := range all {
		begin := time.Now()
		if err := do(f); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(begin))
	}
	used := processorTime(b) - before
	slices.Sort(took)
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	b.ReportMetric(ms(took[len(took)/2]), name+"-p50-ms")
	b.ReportMetric(ms(took[len(took)*99/100]), name+"-p99-ms")
	b.ReportMetric(ms(used)/float64(len(all)), name+"-cpu-ms")
}

// residentMB is the most memory that this process has held.
func residentMB(b *testing.B) float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return float64(usage.Maxrss) / 1024
}

// stock is a database of invented filings.
type stock struct {
	db       *sqlstore.DB
	detector *dedup.Detector
	path     string
}

// perStocking is how many filings are stored in one transaction.
const perStocking = 2000

// fill stores filings until there are n, going on where it was interrupted. It
// keeps their keys aside and stores them at the end in their order: page after
// page, where one filing after the other would write each page many times.
func (s *stock) fill(b *testing.B, n int) {
	has, err := s.db.Prints().Count(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	if has == n {
		return
	}
	if s.db.Engine() != "sqlite" {
		for ; has < n; has += perStocking {
			putAll(b, s.db, s.made(uint64(has), min(perStocking, n-has)), perStocking)
		}
		return
	}
	execute := func(statement string, args ...any) {
		if _, err := s.db.Writer().Exec(statement, args...); err != nil {
			b.Fatal(err)
		}
	}
	aside := s.path + "-keys"
	execute("ATTACH DATABASE ? AS aside", aside)
	execute("CREATE TABLE IF NOT EXISTS aside.keys (key BIGINT NOT NULL, seq BIGINT NOT NULL)")
	execute("PRAGMA aside.synchronous = OFF")
	begin, bytes := time.Now(), 0
	for ; has < n; has += perStocking {
		bytes += s.store(b, s.made(uint64(has), min(perStocking, n-has)))
	}
	execute("INSERT INTO dedup_keys (key, seq) SELECT key, seq FROM aside.keys ORDER BY key, seq")
	execute("DROP TABLE aside.keys")
	execute("DETACH DATABASE aside")
	execute("PRAGMA wal_checkpoint(TRUNCATE)")
	for _, name := range []string{aside, aside + "-wal", aside + "-shm"} {
		_ = os.Remove(name)
	}
	info, err := os.Stat(s.path)
	if err != nil {
		b.Fatal(err)
	}
	fmt.Fprintf(os.Stderr, "%d filings stored in %v; a fingerprint takes %d bytes, the database %.1f KB a filing\n",
		n, time.Since(begin).Round(time.Second), bytes/max(1, n), float64(info.Size())/float64(n)/1000)
}

func (s *stock) store(b *testing.B, all []dedup.Fingerprint) (bytes int) {
	tx, err := s.db.Writer().BeginTx(b.Context(), nil)
	if err != nil {
		b.Fatal(err)
	}
	defer tx.Rollback()
	for _, f := range all {
		data, err := f.MarshalBinary()
		if err != nil {
			b.Fatal(err)
		}
		bytes += len(data)
		var seq int64
		if err := tx.QueryRow("INSERT INTO dedup_fingerprints (document_id, format, data) VALUES (?, ?, ?) RETURNING seq", f.ID, dedup.Format, data).Scan(&seq); err != nil {
			b.Fatal(err)
		}
		for _, k := range f.Keys() {
			if _, err := tx.Exec("INSERT INTO aside.keys VALUES (?, ?)", int64(k), seq); err != nil {
				b.Fatal(err)
			}
		}
	}
	if err := tx.Commit(); err != nil {
		b.Fatal(err)
	}
	return bytes
}

// made returns fingerprints of n filings that the seed stands for.
func (s *stock) made(seed uint64, n int) []dedup.Fingerprint {
	all := make([]dedup.Fingerprint, n)
	for i, f := range filings.NewSet(seed, n, filings.Options{}).Filings[:n] {
		all[i] = s.detector.Fingerprint(dedup.Filing{ID: fmt.Sprintf("%020d-%015d", seed, i), Type: string(f.Type), Text: f.Text, Parties: dedup.Parties{
			Plaintiff: f.Gold.Value(ner.Plaintiff), Defendant: f.Gold.Value(ner.Defendant), Cedula: f.Gold.Value(ner.Cedula), Email: f.Gold.Value(ner.Email)}})
	}
	return all
}

// some returns n of the stored fingerprints, in no order.
func (s *stock) some(b *testing.B, n int) (found []dedup.Fingerprint) {
	err := s.db.Prints().Sample(b.Context(), n, func(f dedup.Fingerprint) error {
		found = append(found, f)
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(found), func(i, j int) { found[i], found[j] = found[j], found[i] })
	return found
}
