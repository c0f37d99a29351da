package segment_test

import (
	"strconv"
	"testing"

	"github.com/cotejo/cotejo/core/search"
	"github.com/cotejo/cotejo/core/search/segment"
	"github.com/cotejo/cotejo/testkit/filings"
)

// BenchmarkBuild makes a segment of as many filings as an import takes into a
// transaction: fewer where others wait to write.
func BenchmarkBuild(b *testing.B) {
	generator := filings.New(1, filings.HeldOut())
	var entries []segment.Entry
	for i := range uint32(2000) {
		e := search.Fields{Text: generator.Filing().Text}.Entry()
		entries = append(entries, segment.Entry{Number: i, Entry: e})
	}
	for _, documents := range []int{250, 2000} {
		b.Run(strconv.Itoa(documents), func(b *testing.B) {
			size, builder := 0, new(segment.Builder)
			for b.Loop() {
				size = 0
				if err := builder.Build(entries[:documents], segment.AppendRuns, func(p segment.Page) error { size += len(p.Data); return nil }); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*documents), "µs/document")
			b.ReportMetric(float64(size)/float64(documents), "bytes/document")
		})
	}
}
