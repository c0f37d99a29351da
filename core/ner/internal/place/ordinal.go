package place

import (
	"strconv"
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Numbers of courts, in words or digits: Quinto, 5°, 005, Treinta y Dos (32°).

// maxCourts is the largest number a court has.
const maxCourts = 199

// NumberWords reads the number that begins with word k and returns it with
// the words it takes: "Quinto", "Treinta y Dos", "Décimo Segundo", "005", the
// repetition in brackets included. used is 0 when there is none.
func NumberWords(t *doc.Text, k int) (n, used int) {
	n, used = Cardinal(t, k)
	if used == 0 {
		return 0, 0
	}
	next := k + used
	if next < len(t.Words) { // Treinta y Dos; Décimo Segundo
		if n%10 == 0 && n > 0 {
			from := next
			if t.Is(next, "y") {
				from++
			}
			if unit, ok := lex.Numerals[t.Key(from)]; ok && unit < 10 && t.BlankBetween(next-1) {
				return repeated(t, k, from+1, n+unit)
			}
		}
	}
	return repeated(t, k, next, n)
}

// repeated skips the same number written again, in brackets or after No.
func repeated(t *doc.Text, k, next, n int) (int, int) {
	if next < len(t.Words) && (t.Words[next].Shape == doc.Number || t.Words[next].Shape == doc.Alnum) && len(t.Between(next-1)) <= 3 {
		if again, used := Cardinal(t, next); used > 0 && again == n {
			next += used
		} else if signRead(t, next, n) {
			next++
		}
	}
	return n, next - k
}

// signRead reports whether word k is the number before it once more, in brackets,
// with a figure that its sign was read for: Quinto (57) is Quinto (5°).
func signRead(t *doc.Text, k, n int) bool {
	end, digits := int(t.Words[k].End), string(t.Folded(k))
	return strings.HasSuffix(string(t.Between(k-1)), "(") && end < len(t.Chars) && t.Chars[end] == ')' &&
		len(digits) > 1 && lex.IsDigit(digits[len(digits)-1]) && digits[:len(digits)-1] == strconv.Itoa(n)
}

// Cardinal reads the number that word k names by itself, or behind "No."; used is how many
// words it takes, 0 when there is none.
func Cardinal(t *doc.Text, k int) (n, used int) {
	if k >= len(t.Words) {
		return 0, 0
	}
	switch t.Words[k].Shape {
	case doc.Number:
		f := t.Folded(k)
		if len(f) > 3 {
			return 0, 0
		}
		n, _ = strconv.Atoi(string(f))
		if n == 0 || n > maxCourts {
			return 0, 0
		}
		return n, 1
	case doc.Alnum: // 5o, 1er
		f := t.Folded(k)
		if digits := len(f) - 1; digits >= 1 && digits <= 3 && (f[digits] == 'o' || f[digits] == 'a') {
			if n, err := strconv.Atoi(string(f[:digits])); err == nil && n > 0 && n <= maxCourts {
				return n, 1
			}
		}
		return 0, 0
	}
	if key := t.Key(k); key == "no" || key == "nro" || key == "numero" {
		if n, used = Cardinal(t, k+1); used > 0 && t.Words[k+1].Shape == doc.Number {
			return n, used + 1
		}
		return 0, 0
	}
	if n, ok := lex.Numerals[t.Key(k)]; ok {
		return n, 1
	}
	return 0, 0
}
