package filings

// What scanners and bad text layers do to a text. Spans follow their text
// through every change; gold values stay as they were on paper.

import (
	"math/rand/v2"
	"strings"
	"unicode"

	"github.com/cotejo/cotejo/core/text"
)

// confusions are readings that recognisers are known for.
var confusions = map[rune][]string{
	'0': {"O", "o"}, 'O': {"0", "Q"}, '1': {"l", "I"}, 'l': {"1", "I", "i"}, 'I': {"l", "1"}, '5': {"S"}, 'S': {"5"}, '8': {"B"}, 'B': {"8"},
	'6': {"G"}, 'G': {"6", "C"}, '2': {"Z"}, 'Z': {"2"}, '@': {"O", "Q", "(", " @", "@ "}, '#': {"4", "H", "++"}, 'º': {"9", "*", "%"}, '°': {"*", "º", "9"},
	'm': {"rn", "nn"}, 'n': {"ri", "u"}, 'u': {"n", "ii"}, 'h': {"b", "li"}, 'b': {"h"}, 'c': {"e", "o"}, 'e': {"c", "o"}, 'o': {"c", "e"}, 'a': {"o", "e"},
	'i': {"l", "í"}, 't': {"l", "f"}, 'f': {"t"}, 'r': {"i", "n"},
	'd': {"cl"}, 'v': {"y"}, 'y': {"v"}, 'g': {"q"}, 'q': {"g"}, 's': {"a"},
	'á': {"a", "4"}, 'é': {"e", "6"}, 'í': {"i", "f"}, 'ó': {"o", "6"}, 'ú': {"u"},
	'ñ': {"n", "fi"}, 'Ñ': {"N"}, 'Á': {"A"}, 'É': {"E"}, 'Í': {"I"}, 'Ó': {"O"}, 'Ú': {"U"},
	'.': {",", ""}, ',': {".", ""}, ':': {".", ";", ""}, ';': {":", ","}, '-': {"—", "~", ""}, '_': {"—"}, ' ': {"", "  "}, 'E': {"F"}, 'F': {"E"}, 'C': {"G", "("},
	'D': {"O", "0"}, 'P': {"F"}, 'R': {"K"}, 'U': {"V"}, 'V': {"U"}, 'N': {"M"}, 'M': {"N"},
	'H': {"N"}, 'T': {"I"}, 'A': {"4"}, '3': {"8"}, '7': {"1", "?"}, '9': {"g"}, '4': {"A"},
}

// Noise returns s with about rate of its code points misread.
func Noise(s string, rate float64, rng *rand.Rand) string {
	return transform(s, misread(rate, rng)).text
}

// WithNoise returns the filing as read with about rate of its code points in
// error. Blocks stay as printed.
func (f Filing) WithNoise(rate float64, rng *rand.Rand) Filing {
	f = f.read(misread(rate, rng))
	f.Recognised = true
	return f
}

// Flattened returns the filing as a text layer without any line end.
func (f Filing) Flattened() Filing {
	return f.read(func(r rune) string {
		if r == '\n' || r == '\f' {
			return " "
		}
		return string(r)
	})
}

// WithoutAccents returns the filing as keyboards without accents write it.
func (f Filing) WithoutAccents() Filing {
	return f.read(func(r rune) string {
		if folded := text.FoldRune(r); unicode.IsUpper(r) {
			return string(unicode.ToUpper(folded))
		} else if r > unicode.MaxASCII && unicode.IsLetter(r) {
			return string(folded)
		}
		return string(r)
	})
}

// AccentsDropped returns the filing as broken fonts give it: accented letters
// are gone ("Ccuta"), or U+FFFD stands for them.
func (f Filing) AccentsDropped(replacement string) Filing {
	return f.read(func(r rune) string {
		if r > unicode.MaxASCII && unicode.IsLetter(r) {
			return replacement
		}
		return string(r)
	})
}

func (f Filing) read(change func(rune) string) Filing {
	t := transform(f.Text, change)
	spans := make([]Span, len(f.Gold.Spans))
	for i, s := range f.Gold.Spans {
		s.Start, s.End = t.at[s.Start], t.at[s.End]
		spans[i] = s
	}
	gold := newGold(t.text, spans)
	gold.aliases = f.Gold.aliases
	f.Text, f.Gold = t.text, gold
	return f
}

// misread replaces letters by their look-alikes and now and then loses one or
// adds a speck.
func misread(rate float64, rng *rand.Rand) func(rune) string {
	return func(r rune) string {
		if r == '\n' || r == '\f' || rng.Float64() >= rate {
			return string(r)
		}
		if n := rng.IntN(12); n == 0 {
			return ""
		} else if n == 1 {
			return string(r) + pick(rng, []string{".", "'", "|", " ", "-"})
		}
		if options, ok := confusions[r]; ok {
			return pick(rng, options)
		}
		return pick(rng, []string{"", "i", "~", "."})
	}
}

// transformed is a text after a change, and where each code point of the old
// one (and its end) now begins.
type transformed struct {
	text string
	at   []int
}

func transform(s string, change func(rune) string) transformed {
	var b strings.Builder
	runes := []rune(s)
	at := make([]int, 0, len(runes)+1)
	n := 0
	for _, r := range runes {
		at = append(at, n)
		out := change(r)
		b.WriteString(out)
		n += len([]rune(out))
	}
	return transformed{text: b.String(), at: append(at, n)}
}
