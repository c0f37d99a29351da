package entity

import (
	"github.com/cotejo/cotejo/core/text"
	"strings"
	"unicode"
)

// Lengths of a cédula: the old series has up to 8 digits, the new one 10 and
// begins with 1; 9 digits are almost always a misread 8 or 10.
const (
	minCedula = 5
	maxCedula = 11
)

// CedulaDigits reads a cédula as people and scanners write it: letters that
// stand for digits become them, separators and "C.C. No." go. It returns ""
// when what is left cannot be one.
func CedulaDigits(s string) string {
	var digits []byte
	for chunk := range strings.FieldsFuncSeq(s, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(".,-'’´·_", r) }) {
		read, real := asDigits(chunk)
		switch {
		case read == "" || real == 0 && (len(digits) == 0 || len(read) != 3), 2*real < len(read) && real > 0:
			if c := cedulaOf(string(digits)); c != "" {
				return c
			}
			digits = digits[:0]
		default:
			digits = append(digits, read...)
		}
	}
	return cedulaOf(string(digits))
}

// asDigits reads every letter of chunk as a digit and counts those that are
// digits; "" when some cannot be read so.
func asDigits(chunk string) (read string, real int) {
	var b strings.Builder
	for _, r := range chunk {
		switch {
		case '0' <= r && r <= '9':
			b.WriteByte(byte(r))
			real++
		case digitLike(r) != 0:
			b.WriteByte(digitLike(r))
		default:
			return "", 0
		}
	}
	return b.String(), real
}

func cedulaOf(digits string) string {
	digits = strings.TrimLeft(digits, "0")
	if len(digits) < minCedula || len(digits) > maxCedula {
		return ""
	}
	return digits
}

// digitLike returns the digit that a scanner reads as r, or 0.
func digitLike(r rune) byte {
	switch r {
	case 'O', 'o', 'D', 'Q':
		return '0'
	case 'l', 'I', 'i', '|', '!', ']', '[':
		return '1'
	case 'Z', 'z':
		return '2'
	case 'S', 's', '$':
		return '5'
	case 'G', 'b':
		return '6'
	case 'B', '&':
		return '8'
	case 'g', 'q':
		return '9'
	}
	return 0
}

// reliable reports whether the digits have the length of a cédula.
func reliable(digits string) bool {
	n := len(digits)
	return n >= 6 && n <= 8 || n == 10 && digits[0] == '1'
}

// Evidence of cédulas. A cédula names one person, so agreement is limited by
// misreadings only; one error in it turns up by chance among neighbours.
const (
	sameCedula     = 9.0
	nearCedula     = 4.0
	doubtfulCedula = -2.5
	otherCedula    = -9.0
)

// Cedulas compares two cédulas, each as read.
func Cedulas(a, b string) Comparison {
	a, b = CedulaDigits(a), CedulaDigits(b)
	if a == "" || b == "" {
		return Comparison{}
	}
	shown := groupDigits(a) + " y " + groupDigits(b)
	switch d := text.Distance(a, b, 3); {
	case d == 0:
		return Comparison{Same, sameCedula, "misma cédula " + groupDigits(a)}
	case d == 1:
		return Comparison{Near, nearCedula, "cédulas que solo difieren en un dígito (" + shown + ")"}
	case d == 2 || !reliable(a) || !reliable(b) || strings.HasPrefix(a, b) || strings.HasPrefix(b, a) ||
		strings.HasSuffix(a, b) || strings.HasSuffix(b, a):
		return Comparison{Doubtful, doubtfulCedula, "cédulas que difieren en varios dígitos (" + shown + ")"}
	}
	return Comparison{Different, otherCedula, "distinta cédula (" + shown + ")"}
}

// groupDigits writes a number as people do: 52.418.903.
func groupDigits(digits string) string {
	var b strings.Builder
	for i := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte('.')
		}
		b.WriteByte(digits[i])
	}
	return b.String()
}
