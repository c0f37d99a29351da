package search_test

import (
	"testing"

	"github.com/cotejo/cotejo/core/search"
	"github.com/cotejo/cotejo/testkit/filings"
)

// BenchmarkEntry makes entries of filings one after another, as an import does.
func BenchmarkEntry(b *testing.B) {
	generator, size := filings.New(7, filings.HeldOut()), 0
	texts := make([]string, 500)
	for i := range texts {
		texts[i] = generator.Filing().Text
		size += len(texts[i])
	}
	b.SetBytes(int64(size / len(texts)))
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		search.Fields{Text: texts[i%len(texts)]}.Entry()
	}
}

func BenchmarkSnippet(b *testing.B) {
	text := filings.New(7, filings.HeldOut()).Filing().Text
	q := search.Parse("derecho fundamental a la salud medicament")
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		q.Snippet(text)
	}
}
