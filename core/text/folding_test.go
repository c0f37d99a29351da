package text_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/text"
)

// longText is longer than what is folded at once: pieces of anyText, again and
// again, with a word now and then that no chunk holds.
var longText = rapid.Custom(func(t *rapid.T) string {
	pieces := rapid.SliceOfN(rapid.OneOf(anyText, rapid.SampledFrom([]string{
		"一 ", "Ā", "ŕ", "ªº", "\u1fff", strings.Repeat("constitucional", 300), strings.Repeat("·", 70), "\u0301\u0301",
	})), 1, 6).Draw(t, "pieces")
	return strings.Repeat(strings.Join(pieces, " "), rapid.IntRange(1, 60).Draw(t, "times"))
})

func TestWordsOfLongTextsAreThoseOfTheWalk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := longText.Draw(t, "text")
		var want []uint64
		for w := text.NewWords(s); w.Next(); {
			want = append(want, w.Hash)
		}
		if got := text.AppendWords(nil, s); !slices.Equal(got, want) {
			t.Fatalf("%d words, the walk finds %d", len(got), len(want))
		}
	})
}

// slowGrams reads a text rune by rune, by the rules that AppendGrams states.
func slowGrams(s string) (grams []uint64) {
	var folded []byte
	gap := false
	for _, r := range s {
		if unicode.Is(unicode.Mn, r) {
			continue
		}
		low := text.FoldRune(r)
		if word := unicode.IsLetter(r) || unicode.IsDigit(r); !word || r == utf8.RuneError || byte(low)^byte(low>>8) == 0 {
			gap = len(folded) > 0
			continue
		}
		if gap {
			folded, gap = append(folded, ' '), false
		}
		folded = append(folded, byte(low)^byte(low>>8))
	}
	for ; len(folded) >= text.GramWidth; folded = folded[1:] {
		v := uint64(0)
		for _, c := range folded[:text.GramWidth] {
			v = v<<8 | uint64(c)
		}
		grams = append(grams, text.Mix(v, 0x082efa98ec4e6c89))
	}
	return grams
}

// FoldRune is idempotent for every code point.
func TestFoldingTwiceIsFoldingOnce(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if once := text.FoldRune(r); text.FoldRune(once) != once {
			t.Errorf("%U is folded to %U, and that to %U", r, once, text.FoldRune(once))
		}
	}
}

func TestGramsAreThoseOfASlowReading(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(anyText, longText).Draw(t, "text")
		if got, want := text.AppendGrams(nil, s), slowGrams(s); !slices.Equal(got, want) {
			t.Fatalf("%d grams, a slow reading finds %d", len(got), len(want))
		}
	})
}

func TestAppendingKeepsWhatWasThere(t *testing.T) {
	before := []uint64{1, 2, 3}
	for _, s := range []string{"", "a", "abcd.", "abcd. ", "uno dos tres cuatro", strings.Repeat("一 palabra ", 50), strings.Repeat("x", 5000)} {
		if got := text.AppendWords(slices.Clone(before), s); !slices.Equal(got[:3], before) || !slices.Equal(got[3:], text.AppendWords(nil, s)) {
			t.Errorf("words of %.10q", s)
		}
		if got := text.AppendGrams(slices.Clone(before), s); !slices.Equal(got[:3], before) || !slices.Equal(got[3:], text.AppendGrams(nil, s)) {
			t.Errorf("grams of %.10q", s)
		}
	}
}
