package text_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/text"
)

// walked are the spans that a walk finds.
func walked(s string) (spans []text.Span) {
	for w := text.NewWords(s); w.Next(); {
		spans = append(spans, text.Span{Hash: w.Hash, Start: int32(w.Start), End: int32(w.End), Digits: w.Digits})
	}
	return spans
}

func TestSpansAreThoseOfTheWalk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(anyText, longText).Draw(t, "text")
		got, want := text.AppendSpans(nil, s), walked(s)
		for i := range min(len(got), len(want)) {
			if got[i] != want[i] {
				t.Fatalf("word %d is %+v, the walk finds %+v", i, got[i], want[i])
			}
		}
		if len(got) != len(want) {
			t.Fatalf("%d words, the walk finds %d", len(got), len(want))
		}
	})
}

func TestSpansOfTextsWithoutOrder(t *testing.T) {
	alphabet := []string{"a", "Z", "7", " ", "\n", "ñ", "É", "\u0301", "\u0303\u0301", "—", "º", "а", "一", "\xff", "\xc3", "\x00", "constitucional"}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var b strings.Builder
		for range rng.IntN(5000) {
			b.WriteString(alphabet[rng.IntN(len(alphabet))])
		}
		s := b.String()
		if got := text.AppendSpans(nil, s); !slices.Equal(got, walked(s)) {
			t.Fatalf("another walk through %q", s)
		}
	}
}

func FuzzSpans(f *testing.F) {
	for _, s := range []string{"", "ACCIÓN DE TUTELA", strings.Repeat("e\u0301 а1 ", 300), strings.Repeat("x", 5000)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got := text.AppendSpans(nil, s); !slices.Equal(got, walked(s)) {
			t.Fatalf("another walk through %q", s)
		}
	})
}

func BenchmarkSpans(b *testing.B) {
	b.SetBytes(int64(len(page)))
	b.ReportAllocs()
	var spans []text.Span
	for b.Loop() {
		spans = text.AppendSpans(spans[:0], page)
	}
}

func BenchmarkWalk(b *testing.B) {
	b.SetBytes(int64(len(page)))
	b.ReportAllocs()
	for b.Loop() {
		for w := text.NewWords(page); w.Next(); {
		}
	}
}
