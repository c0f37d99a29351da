package text_test

import (
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/text"
)

// page is Spanish prose with its share of accents, some 7 KB.
var page = strings.Repeat("PRIMERO: El día 12 de marzo de 2024 la médica tratante ordenó una resonancia magnética de columna, "+
	"y la entidad accionada respondió que no había agenda disponible para ese procedimiento. ", 38)

func BenchmarkWords(b *testing.B) {
	b.SetBytes(int64(len(page)))
	b.ReportAllocs()
	var words []uint64
	for b.Loop() {
		words = text.AppendWords(words[:0], page)
	}
}

func BenchmarkShingles(b *testing.B) {
	b.SetBytes(int64(len(page)))
	b.ReportAllocs()
	var words []uint64
	for b.Loop() {
		words = text.AppendWords(words[:0], page)
		text.Shingles(words)
	}
}

func BenchmarkGrams(b *testing.B) {
	b.SetBytes(int64(len(page)))
	b.ReportAllocs()
	var grams []uint64
	for b.Loop() {
		grams = text.AppendGrams(grams[:0], page)
	}
}
