package entity

import (
	"strings"
	"unicode"

	"github.com/cotejo/cotejo/core/text"
)

// Evidence of e-mail addresses. A letter-writer's address is on the
// filings of many people, and one person has several.
const (
	sameEmail  = 3.0
	nearEmail  = 2.0
	otherEmail = -1.0
)

// EmailKey is the same for addresses that differ in case, accents and spaces;
// "" for what is not an address.
func EmailKey(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text.Fold(s))
	s = strings.Trim(s, ".,;:<>()")
	at := strings.IndexByte(s, '@')
	if at < 1 || at == len(s)-1 || !strings.Contains(s[at:], ".") {
		return ""
	}
	return s
}

// Emails compares two e-mail addresses; up to two characters may be misread.
func Emails(a, b string) Comparison {
	a, b = EmailKey(a), EmailKey(b)
	if a == "" || b == "" {
		return Comparison{}
	}
	if a == b {
		return Comparison{Same, sameEmail, "mismo correo " + a}
	}
	// The domain is nearly always one of a few: only the name before it tells.
	nameA, _, _ := strings.Cut(a, "@")
	nameB, _, _ := strings.Cut(b, "@")
	if d := text.Distance(squeeze(nameA), squeeze(nameB), 3); d == 0 || d <= 2 && min(len(nameA), len(nameB)) >= 4*d+2 {
		return Comparison{Near, nearEmail, "correos casi iguales"}
	}
	return Comparison{Different, otherEmail, "distinto correo"}
}

// squeeze makes one of the characters that scanners confuse in addresses and
// drops those they lose.
func squeeze(s string) string { return confusable.Replace(s) }

var confusable = strings.NewReplacer("0", "o", "1", "l", "i", "l", "rn", "m", "5", "s", ".", "", "_", "", "-", "")
