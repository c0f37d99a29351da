package entity

import (
	"github.com/cotejo/cotejo/core/text"
	"strings"
	"unicode"
)

// A radicado has 23 digits: municipality (5), entity (2), specialty (2),
// office (3), year (4), serial (5) and instance (2). The instance changes with
// each appeal; the 21 digits before it name the proceeding (Acuerdo 201 of
// 1997, Consejo Superior de la Judicatura).
const (
	radicadoLength   = 23
	radicadoIdentity = 21
	yearAt           = 12
	serialAt         = 16
)

// RadicadoIdentity returns the 21 digits that name the proceeding, or "" when
// s is not a whole radicado.
func RadicadoIdentity(s string) string {
	var digits strings.Builder
	for _, r := range s {
		switch d := digitLike(r); {
		case '0' <= r && r <= '9':
			digits.WriteRune(r)
		case d != 0:
			digits.WriteByte(d)
		case unicode.IsLetter(r):
			return ""
		}
	}
	if n := digits.Len(); n != radicadoLength && n != radicadoIdentity {
		return ""
	}
	return digits.String()[:radicadoIdentity]
}

// Evidence of radicados is about the proceeding, not the person: parties of
// one proceeding may each file.
const sameRadicado = 2.0

// Radicados compares two radicados by their parts, however written. Short
// forms (2024-00317) are compared with the year and serial of whole ones.
func Radicados(a, b string) Comparison {
	x, y := RadicadoIdentity(a), RadicadoIdentity(b)
	if x != "" && y != "" {
		switch text.Distance(x, y, 3) {
		case 0:
			return Comparison{Same, sameRadicado, "mismo radicado " + x[yearAt:serialAt] + "-" + x[serialAt:]}
		case 1:
			return Comparison{Near, sameRadicado / 2, "radicados que solo difieren en un dígito"}
		case 2:
			return Comparison{Agreement: Doubtful, Reason: "radicados que difieren en dos dígitos"}
		}
		return Comparison{Agreement: Different, Reason: "distinto radicado"}
	}
	ya, sa := yearAndSerial(a)
	yb, sb := yearAndSerial(b)
	if ya == "" || yb == "" {
		return Comparison{}
	}
	if ya == yb && sa == sb {
		return Comparison{Partial, sameRadicado / 2, "mismo año y consecutivo de radicado " + ya + "-" + sa}
	}
	return Comparison{Agreement: Different, Reason: "distinto radicado"}
}

// yearAndSerial finds year and serial, without leading zeros, in a whole or a
// short radicado.
func yearAndSerial(s string) (year, serial string) {
	if x := RadicadoIdentity(s); x != "" {
		return x[yearAt:serialAt], trimZeros(x[serialAt:])
	}
	parts := strings.FieldsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
	if len(parts) < 2 || len(parts) > 3 {
		return "", ""
	}
	for i, p := range parts[:2] {
		other := parts[1-i]
		if len(p) == 4 && (p[:2] == "20" || p[:2] == "19") && len(other) <= 5 {
			return p, trimZeros(other)
		}
	}
	return "", ""
}

func trimZeros(s string) string { return strings.TrimLeft(s[:len(s)-1], "0") + s[len(s)-1:] }
