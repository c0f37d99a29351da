package text

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// NFC returns s with each letter and its accents as one code point where there
// is one (Unicode normal form C), so that texts that look alike are alike.
func NFC(s string) string { return norm.NFC.String(s) }

// CaseKey returns the same for texts that differ in case only, or in compatibility forms of letters
// such as full-width ones (Unicode normal form KC). Accents stay.
func CaseKey(s string) string {
	return norm.NFKC.String(strings.ToLower(strings.ToUpper(norm.NFKC.String(s))))
}
