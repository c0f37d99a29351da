package field

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// By what two readings of a value are known to be equal.

// Key returns the form of a value by which two readings of it are equal:
// folded, words parted by one blank, abbreviations without points, legal
// forms and articles left out of an institution's name.
func Key(f Field, value string) string {
	var buf [128]byte
	return string(AppendKey(buf[:0], f, value))
}

// AppendKey appends the key of a value to dst.
func AppendKey(dst []byte, f Field, value string) []byte {
	if f == Email {
		return append(dst, strings.ToLower(value)...)
	}
	var buf [128]byte
	words := lex.AppendWords(buf[:0], value)
	switch f {
	case Plaintiff, Defendant, Agent, Attorney, Represented, LinkedParty:
		l := lex.Default()
		if name := l.Canonical(words); name != "" {
			return append(dst, l.KnownKeys[name]...)
		}
		return lex.AppendEssential(dst, words)
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

// SameOwner reports whether two names can be one person's.
func SameOwner(a, b string) bool { return AlikeKeys(Key(Plaintiff, a), Key(Plaintiff, b)) }

// AlikeKeys reports whether two keys can be of one person's name.
func AlikeKeys(a, b string) bool {
	if len(a) < len(b) {
		a, b = b, a
	}
	return a == b || SameName(a, b) || lex.CloseTo(a, b)
}

// SameName reports whether the words of a short name stand in the same order
// in a longer one.
func SameName(long, short string) bool {
	words := strings.Count(short, " ") + 1
	if words < 2 || strings.Count(long, " ")+1-words > 2 {
		return false
	}
	next, rest, _ := strings.Cut(short, " ")
	for w := range strings.SplitSeq(long, " ") {
		if w != next {
			continue
		}
		if rest == "" {
			return true
		}
		next, rest, _ = strings.Cut(rest, " ")
	}
	return false
}
