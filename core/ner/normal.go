package ner

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/text"
)

// Key returns the form of a value by which two readings of it are equal:
// folded, words parted by one blank, abbreviations without points, legal
// forms and articles left out of an institution's name.
func Key(f Field, value string) string {
	var buf [128]byte
	return string(appendKey(buf[:0], f, value))
}

// appendKey appends the key of a value to dst.
func appendKey(dst []byte, f Field, value string) []byte {
	if f == Email {
		return append(dst, strings.ToLower(value)...)
	}
	var buf [128]byte
	words := appendWords(buf[:0], value)
	switch f {
	case Plaintiff, Defendant, Agent, Attorney, LinkedParty:
		l := defaultLexicon()
		if name := l.canonical(words); name != "" {
			return append(dst, l.knownKeys[name]...)
		}
		return appendEssential(dst, words)
	case Cedula, Radicado, NIT, Phone:
		for _, c := range words {
			if c != ' ' {
				dst = append(dst, c)
			}
		}
		return dst
	}
	return append(dst, words...)
}

// plainKey returns the words of a party's name as the text has them, without
// those that may be left out.
func plainKey(m Mention) string {
	if !m.Field.isParty() {
		return ""
	}
	return essential(m.Value)
}

// canonical returns the name of the known entity that folded words, a blank
// between two, name once or more: UNIDAD PARA LAS VÍCTIMAS - UARIV.
func (l *lexicon) canonical(words []byte) string {
	name := ""
	for rest := words; len(rest) > 0; {
		first, after, _ := bytes.Cut(rest, []byte(" "))
		found := false
		for _, a := range l.entities[string(first)] { // longest first
			if beginsWords(rest, a.key) && (name == "" || l.known[a.key] == name) {
				name, rest, found = l.known[a.key], bytes.TrimPrefix(rest[len(a.key):], []byte(" ")), true
				break
			}
		}
		if !found {
			if name == "" || l.words[string(first)]&legalForm == 0 {
				return ""
			}
			rest = after
		}
	}
	return name
}

// beginsWords reports whether s begins with the words of prefix.
func beginsWords(s []byte, prefix string) bool {
	return len(s) >= len(prefix) && string(s[:len(prefix)]) == prefix && (len(s) == len(prefix) || s[len(prefix)] == ' ')
}

// mayBeLeftOut reports whether a party is the same without the folded word w.
func mayBeLeftOut(w string) bool {
	switch w {
	case "de", "del", "la", "las", "los", "el", "y", "e", "sa", "sas", "ltda", "esp", "ese", "s", "sasci", "saci":
		return true
	}
	return false
}

// essential returns the folded words of a party's name without those that may be
// left out; all of them when nothing else would remain.
func essential(name string) string {
	var buf, out [128]byte
	return string(appendEssential(out[:0], appendWords(buf[:0], name)))
}

// appendEssential appends what essential returns of folded words, a blank
// between two.
func appendEssential(dst, words []byte) []byte {
	from := len(dst)
	for w := range bytes.SplitSeq(words, []byte(" ")) {
		if mayBeLeftOut(string(w)) {
			continue
		}
		if len(dst) > from {
			dst = append(dst, ' ')
		}
		dst = append(dst, w...)
	}
	if len(dst) == from {
		return append(dst, words...)
	}
	return dst
}

// personName writes a name as its bearer would: María del Pilar López Ruiz.
// A surname written first, before a comma, goes to the end.
func personName(raw string) string {
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
		case c == 0xc3 && i+1 < len(w) && spanishLetters.has(w[i+1]|0x20):
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
		case accented && (s[0] == 0xc3 || mayBeParticle.has(s[0])):
			return dst[:from], false
		case mayBeParticle.has(s[0]) && nameParticles[string(s)]:
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
var spanishLetters = bytesOf("\xa1\xa9\xad\xb1\xb3\xba\xbc")

// maxParticle is the length of the longest of nameParticles, mayBeParticle their first letters.
const maxParticle = len("viuda")

var mayBeParticle = func() (s byteSet) {
	for w := range nameParticles {
		s.add(w[0])
	}
	return s
}()

func nameWord(w string, first bool) string {
	w = strings.Trim(w, `,;:"'()*_`)
	if strings.Count(w, ".") >= minInitials-1 && len(w) <= 2*strings.Count(w, ".")+1 {
		return strings.ToUpper(w) // F.A.S.A.
	}
	if utf8.RuneCountInString(w) > 2 {
		w = strings.TrimRight(w, ".")
	}
	if !first && nameParticles[text.Fold(w)] {
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

var nameParticles = map[string]bool{"de": true, "del": true, "la": true, "las": true, "los": true, "y": true, "e": true, "da": true, "do": true, "dos": true, "von": true, "van": true, "viuda": true, "vda": true}

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

// tidy collapses blanks and takes from both ends what belongs to no name.
func tidy(raw string) string {
	s := singleSpaced(raw)
	for {
		was := s
		s = strings.TrimLeft(s, ` ,;:.-–—*_"'“”«»•·)]|/`)
		s = strings.TrimRight(s, ` ,;:-–—*_"'“”«»•·([|/`)
		if strings.HasSuffix(s, ".") && !abbreviated(s) {
			s = strings.TrimRight(s, ".")
		}
		if strings.Count(s, "(") > strings.Count(s, ")") {
			s = s[:strings.LastIndexByte(s, '(')]
		}
		if s == was {
			return closed(s)
		}
	}
}

// closed gives back the quote that tidy took from the end of a name that has
// one inside.
func closed(s string) string {
	switch {
	case strings.Count(s, `"`)%2 == 1:
		return s + `"`
	case strings.Count(s, "“") > strings.Count(s, "”"):
		return s + "”"
	}
	return s
}

// abbreviated reports whether the point at the end belongs to an abbreviation
// like S.A.S.
func abbreviated(s string) bool {
	return len(s) >= 4 && s[len(s)-3] == '.' && s[len(s)-2] != '.'
}
