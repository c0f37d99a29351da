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

// Stored hashes are compared with these: a change here needs a new
// text.Scheme.
func TestSchemeKnownAnswers(t *testing.T) {
	for s, want := range map[string]uint64{
		"a":              0xcf1906ad3425c1ba,
		"tutela":         0x5725ab3bd9912633,
		"acción":         0xb1c3356b92c584dc,
		"accionante":     0x6573daf0740a0f25,
		"constitucional": 0x317a973e82767dcc,
		"ñandú":          0xaff77f45a22a6e89,
		"52418903":       0x126509a41a4b6c8b,
		"ΔΗΜΟΣ":          0xfb9d477e45a41968,
	} {
		if got := text.AppendWords(nil, s); len(got) != 1 || got[0] != want {
			t.Errorf("hash of %q is %#x, was %#x", s, got, want)
		}
	}
	if got, want := text.Shingle(1, 2, 3), uint64(0xf94445aaf20748ae); got != want {
		t.Errorf("shingle is %#x, was %#x", got, want)
	}
	if got, want := text.AppendGrams(nil, "Acción de"), []uint64{0x5f057a3615992347, 0x58905aba6581a5c1, 0x55f004c6dfe3b4de, 0x1d4c5ddb263026de, 0x38f918ed62715652}; !slices.Equal(got, want) {
		t.Errorf("grams are %#x, were %#x", got, want)
	}
}

func TestWordsAreRunsOfLettersAndDigits(t *testing.T) {
	for _, c := range []struct {
		rule, text string
		words      []string
	}{
		{"punctuation separates", "E. S. D.", []string{"E", "S", "D"}},
		{"line ends separate", "uno\ndos\ftres\r\ncuatro", []string{"uno", "dos", "tres", "cuatro"}},
		{"accents belong to words", "ACCIÓN DE TUTELA", []string{"ACCIÓN", "DE", "TUTELA"}},
		{"long words are one", "inconstitucionalidad de extemporaneidades", []string{"inconstitucionalidad", "de", "extemporaneidades"}},
		{"digits belong to words", "Ley 1437, C-590/05", []string{"Ley", "1437", "C", "590", "05"}},
		{"controls separate", "uno\x00dos", []string{"uno", "dos"}},
		{"bytes that are no UTF-8 separate", "uno\xffdos\xc3", []string{"uno", "dos"}},
		{"the replacement character separates", "uno\ufffddos", []string{"uno", "dos"}},
		{"nothing but punctuation has none", " .,;-–—«»¿?\u00a0", nil},
		{"the empty text has none", "", nil},
	} {
		t.Run(c.rule, func(t *testing.T) {
			var got []string
			for w := text.NewWords(c.text); w.Next(); {
				got = append(got, c.text[w.Start:w.End])
			}
			if !slices.Equal(got, c.words) {
				t.Errorf("words of %q are %q, want %q", c.text, got, c.words)
			}
		})
	}
}

func TestEqualWordsHashAlike(t *testing.T) {
	for _, pair := range [][2]string{
		{"ACCIÓN", "accion"}, {"Niño", "NINO"}, {"cafe\u0301", "café"}, {"Müller", "muller"}, {"TUTELA", "tutela"},
	} {
		a, b := text.AppendWords(nil, pair[0]), text.AppendWords(nil, pair[1])
		if len(a) != 1 || !slices.Equal(a, b) {
			t.Errorf("%q hashes to %#x, %q to %#x", pair[0], a, pair[1], b)
		}
	}
}

func TestDigitsAreMarked(t *testing.T) {
	for s, want := range map[string]bool{"tutela": false, "2591": true, "17A": true, "añ0s": true, "constitucional7": true} {
		w := text.NewWords(s + " y lo demás")
		if w.Next(); w.Digits != want {
			t.Errorf("Digits of %q is %v", s, w.Digits)
		}
	}
}

// anyText mixes Spanish, symbols, other scripts and broken bytes.
var anyText = rapid.Custom(func(t *rapid.T) string {
	pieces := rapid.SliceOf(rapid.OneOf(
		rapid.StringMatching(`[a-zA-ZáéíóúñÑÁ0-9]{1,20}`), rapid.StringMatching(`[ .,\n\-]{1,12}`),
		rapid.String(), rapid.SampledFrom([]string{"\xff", "\xc3", "\u0301", "ß", "Ω", "漢字", "\x00"}),
	)).Draw(t, "pieces")
	return strings.Join(pieces, "")
})

// The eight-byte path must agree with the byte path, which alone reads a text
// shorter than eight bytes: every word by itself hashes as within its text.
func TestWordHashesAloneAsInText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyText.Draw(t, "text")
		for w := text.NewWords(s); w.Next(); {
			word := s[w.Start:w.End]
			if w.Hash == 0 {
				t.Fatalf("hash of %q is zero", word)
			}
			alone := text.AppendWords(nil, word)
			if len(alone) != 1 || alone[0] != w.Hash {
				t.Fatalf("%q hashes to %#x in its text and to %#x alone", word, w.Hash, alone)
			}
			padded := text.AppendWords(nil, word+"        ")
			if len(padded) != 1 || padded[0] != w.Hash {
				t.Fatalf("%q hashes to %#x before blanks", word, padded)
			}
		}
	})
}

func TestWordsAreThoseOfTheFoldedText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := strings.ToValidUTF8(anyText.Draw(t, "text"), " ")
		want := text.AppendWords(nil, s)
		if got := text.AppendWords(nil, text.Fold(s)); !slices.Equal(got, want) {
			t.Fatalf("folding %q changes the words: %#x, %#x", s, want, got)
		}
	})
}

func FuzzWords(f *testing.F) {
	for _, s := range []string{"", "ACCIÓN DE TUTELA", "a\xc3", "\xe2\x82", "e\u0301\u0301", "1234567890123456789"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		last := 0
		for w := text.NewWords(s); w.Next(); {
			if w.Start < last || w.End <= w.Start || w.End > len(s) {
				t.Fatalf("word at %d–%d after %d in %d bytes", w.Start, w.End, last, len(s))
			}
			r, _ := utf8.DecodeRuneInString(s[w.Start:])
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				t.Fatalf("word begins with %q", r)
			}
			last = w.End
		}
		if n, most := len(text.AppendGrams(nil, s)), len(s); n > most {
			t.Fatalf("%d grams of %d bytes", n, most)
		}
	})
}
