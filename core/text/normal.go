package text

import "golang.org/x/text/unicode/norm"

// NFC returns s with each letter and its accents as one code point where there
// is one (Unicode normal form C), so that texts that look alike are alike.
func NFC(s string) string { return norm.NFC.String(s) }
