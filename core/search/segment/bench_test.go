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
				if err := builder.Build(entries[:documents], func(p segment.Page) error { size += len(p.Data); return nil }); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*documents), "µs/document")
			b.ReportMetric(float64(size)/float64(documents), "bytes/document")
		})
	}
}

// BenchmarkMerge makes one segment of sixteen, whose documents follow one another
// or lie in two places each.
func BenchmarkMerge(b *testing.B) {
	const documents, segments = 400, 16
	generator := filings.New(1, filings.HeldOut())
	for _, c := range []struct {
		name   string
		number func(s, i uint32) uint32
	}{
		{"one behind the other", func(s, i uint32) uint32 { return s*documents + i }},
		{"in two places", func(s, i uint32) uint32 { return (s+i/(documents/2)*segments)*documents/2 + i%(documents/2) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			var all [segments][][]byte
			for s := range all {
				var entries []segment.Entry
				for i := range documents {
					entries = append(entries, segment.Entry{Number: c.number(uint32(s), uint32(i)), Entry: search.Fields{Text: generator.Filing().Text}.Entry()})
				}
				err := segment.Build(entries, func(p segment.Page) error { all[s] = append(all[s], p.Data); return nil })
				if err != nil {
					b.Fatal(err)
				}
			}
			for b.Loop() {
				sources := make([]*segment.Source, segments)
				for s, pages := range all {
					sources[s] = &segment.Source{Next: func() (page []byte, err error) {
						if len(pages) > 0 {
							page, pages = pages[0], pages[1:]
						}
						return page, nil
					}}
				}
				if err := segment.Merge(sources, nil, func(segment.Page) error { return nil }); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*documents*segments), "µs/document")
		})
	}
}
