package search_test

import (
	"testing"

	"github.com/cotejo/cotejo/core/search"
	"github.com/cotejo/cotejo/testkit/filings"
)

func BenchmarkEntry(b *testing.B) {
	text := filings.New(7, filings.HeldOut()).Filing().Text
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		search.Fields{Text: text}.Entry()
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
