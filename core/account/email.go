package account

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/text"
)

// maxEmail is how many bytes an address can have (RFC 5321, section 4.5.3.1).
const (
	maxEmail = 254
	maxLocal = 64
)

// EmailKey is the same for all ways of writing an e-mail address that count as
// one: trimmed, NFC, lower case.
func EmailKey(email string) string {
	return text.NFC(strings.ToLower(text.NFC(strings.TrimSpace(email))))
}

// ValidEmail reports whether email is an address that a message can be sent to
// and that says nothing else: no name beside it, no quotes, no second address,
// nothing that would begin a new header.
func ValidEmail(email string) bool {
	local, domain, found := strings.Cut(email, "@")
	if !found || local == "" || len(local) > maxLocal || len(email) > maxEmail || !utf8.ValidString(email) ||
		strings.HasPrefix(local, ".") || strings.HasSuffix(local, ".") || strings.Contains(local, "..") {
		return false
	}
	for _, r := range local {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && !strings.ContainsRune("!#$%&'*+-/=?^_`{|}~.", r) {
			return false
		}
	}
	return validDomain(domain)
}

func validDomain(domain string) bool {
	labels := strings.Split(domain, ".")
	for _, label := range labels {
		if label == "" || len(label) > 63 || strings.HasPrefix(label, "-") || strings.HasSuffix(label, "-") {
			return false
		}
		for _, r := range label {
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '-' {
				return false
			}
		}
	}
	return len(labels) > 1 || domain == "localhost"
}
