package lex

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/text"
)

// How a person's name is written, however the text has it.

// PersonName writes a name as its bearer would: María del Pilar López Ruiz.
// A surname written first, before a comma, goes to the end.
func PersonName(raw string) string {
	if last, first, ok := strings.Cut(raw, ","); ok {
		raw = first + " " + last
	}
	var buf [96]byte
	out := buf[:0]
	first := true
	for f := range strings.FieldsSeq(raw) {
		if !first {
			out = append(out, ' ')
		}
		var plain bool
		if out, plain = appendPlain(out, f, first); !plain {
			out = append(out, nameWord(f, first)...)
		}
		first = false
	}
	if string(out) == raw {
		return raw
	}
	return string(out)
}

// appendPlain appends nameWord(w, first) of a word of Spanish letters and no signs, as
// nearly all are, and reports whether it is one. It is false where nameWord knows more:
// of words that begin with n or ñ, of what may be a particle with an accent.
func appendPlain(dst []byte, w string, first bool) ([]byte, bool) {
	if w[0]|0x20 == 'n' || strings.HasPrefix(w, "ñ") || strings.HasPrefix(w, "Ñ") {
		return dst, false
	}
	from, accented := len(dst), false
	for i := 0; i < len(w); i++ {
		switch c := w[i]; {
		case isASCIILetter(c):
			dst = append(dst, c|0x20)
		case c == 0xc3 && i+1 < len(w) && spanishLetters.Has(w[i+1]|0x20):
			i++
			dst = append(dst, c, w[i]|0x20)
			accented = true
		default:
			return dst[:from], false
		}
	}
	s := dst[from:]
	if !first && len(s) <= 2*maxParticle {
		switch {
		case accented && (s[0] == 0xc3 || mayBeParticle.Has(s[0])):
			return dst[:from], false
		case mayBeParticle.Has(s[0]) && NameParticles[string(s)]:
			return dst, true
		}
	}
	if s[0] == 0xc3 {
		s = s[1:]
	}
	s[0] &^= 0x20
	return dst, true
}

func isASCIILetter(c byte) bool { c |= 0x20; return 'a' <= c && c <= 'z' }

// spanishLetters are the second bytes of á, é, í, ñ, ó, ú and ü in UTF-8.
var spanishLetters = BytesOf("\xa1\xa9\xad\xb1\xb3\xba\xbc")

// maxParticle is the length of the longest of NameParticles, mayBeParticle their first letters.
const maxParticle = len("viuda")

var mayBeParticle = func() (s ByteSet) {
	for w := range NameParticles {
		s.add(w[0])
	}
	return s
}()

// minPoints is how many points make a word initials.
const minPoints = 2

// nameWord writes one word of a name; first is true for the first of its words.
func nameWord(w string, first bool) string {
	w = strings.Trim(w, `,;:"'()*_`)
	if strings.Count(w, ".") >= minPoints && len(w) <= 2*strings.Count(w, ".")+1 {
		return strings.ToUpper(w) // F.A.S.A.
	}
	if utf8.RuneCountInString(w) > 2 {
		w = strings.TrimRight(w, ".")
	}
	if !first && NameParticles[text.Fold(w)] {
		return strings.ToLower(w)
	}
	w = lettersOnly(w)
	if begun := strings.TrimLeft(w, "ÑñNn"); len(w)-len(begun) == len("ñn") && begun != "" {
		w = "Ñ" + begun // ÑNayibe
	}
	if inNameCase(w) {
		return w
	}
	var b strings.Builder
	b.Grow(len(w) + utf8.UTFMax)
	begin := true
	for _, r := range w {
		if begin {
			b.WriteRune(unicode.ToUpper(r))
		} else {
			b.WriteRune(unicode.ToLower(r))
		}
		begin = r == '-' || r == '\''
	}
	return b.String()
}

// inNameCase reports whether a word is plain letters, the first and no other a
// capital.
func inNameCase(w string) bool {
	for i := range len(w) {
		if c := w[i]; i == 0 && (c < 'A' || c > 'Z') || i > 0 && (c < 'a' || c > 'z') {
			return false
		}
	}
	return w != ""
}

// NameParticles are the words that names have in small letters.
var NameParticles = Set("lex.nameParticles")

// lettersOnly undoes what a scanner makes of letters inside a name.
func lettersOnly(w string) string {
	if !strings.ContainsAny(w, "014568|!") {
		return w
	}
	small := strings.IndexFunc(w[1:], unicode.IsLower) >= 0
	return strings.Map(func(r rune) rune {
		switch r {
		case '0':
			return 'O'
		case '1', '|', '!':
			if small {
				return 'l'
			}
			return 'I'
		case '5':
			return 'S'
		case '8':
			return 'B'
		case '4':
			return 'A'
		case '6':
			return 'G'
		}
		return r
	}, w)
}
