package segment_test

import (
	"testing"

	"github.com/cotejo/cotejo/core/search"
	"github.com/cotejo/cotejo/core/search/segment"
	"github.com/cotejo/cotejo/testkit/filings"
)

// BenchmarkBuild makes a segment of 250 filings, as an import does for each
// transaction.
func BenchmarkBuild(b *testing.B) {
	generator := filings.New(1, filings.HeldOut())
	var entries []segment.Entry
	for i := range uint32(250) {
		e := search.Fields{Text: generator.Filing().Text}.Entry()
		entries = append(entries, segment.Entry{Number: i, Entry: e})
	}
	size := 0
	for b.Loop() {
		size = 0
		if err := segment.Build(entries, segment.Runs, func(p segment.Page) error { size += len(p.Data); return nil }); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(entries)), "µs/document")
	b.ReportMetric(float64(size)/float64(len(entries)), "bytes/document")
}
