package receipt

import (
	"regexp"
	"slices"
	"strings"
)

// Bounds of what is taken from a message, whose sender may be hostile.
const (
	maxIDs           = 50
	maxOutcomes      = 50
	maxIDLength      = 998 // of a line of RFC 5322
	maxAddressLength = 320 // of RFC 3696
)

// The expressions take printable ASCII for a Message-ID, and have no counted repetitions, which are slow; what they find is measured instead.
var (
	bracketed = regexp.MustCompile(`<([!-;=?-~]+)>`)
	bareID    = regexp.MustCompile(`^[!-;=?-~]+$`)
	address   = regexp.MustCompile(`[\p{L}\p{N}.!#$%&'*+/=?^_{|}~-]+@[\p{L}\p{N}][\p{L}\p{N}.-]*`)
)

// idsIn returns the Message-IDs of the value of a field. Some programs omit the brackets.
func idsIn(value string) (ids []string) {
	for _, found := range bracketed.FindAllStringSubmatch(value, maxIDs) {
		if strings.Contains(found[1], "@") && len(found[1]) <= maxIDLength {
			ids = append(ids, found[1])
		}
	}
	if bare := strings.TrimSpace(value); len(ids) == 0 && strings.Contains(bare, "@") && len(bare) <= maxIDLength && bareID.MatchString(bare) {
		ids = append(ids, bare)
	}
	return ids
}

// addressesIn returns the addresses of a text in lower case, each once.
func addressesIn(s string) (found []string) {
	for _, a := range address.FindAllString(s, maxOutcomes) {
		a = addressKey(strings.TrimRight(a, ".-"))
		if len(a) <= maxAddressLength && !slices.Contains(found, a) {
			found = append(found, a)
		}
	}
	return found
}

func addressKey(a string) string { return strings.ToLower(strings.TrimSpace(a)) }

// idsOfReport returns the e-mails of a structured report: what it returns, what its fields name,
// and what its own header answers.
func idsOfReport(m Message) []string {
	lists := [][]string{idsIn(m.Disposition.Get("Original-Message-ID"))}
	for _, returned := range m.Returned {
		lists = append(lists, idsIn(returned.Get("Message-ID")))
	}
	lists = append(lists, idsIn(m.Header.Get("In-Reply-To")), newestFirst(idsIn(m.Header.Get("References"))))
	return unique(lists...)
}

// quotedID finds the Message-ID of a header that a text quotes.
var quotedID = regexp.MustCompile(`(?im)^[>\s|]*message-id\s*:\s*(?:\r?\n[>\s|]+)?(<[^<>\s]+>)`)

func idsOfFreeReport(m Message) []string {
	var quoted []string
	for _, found := range quotedID.FindAllStringSubmatch(m.Text, maxIDs) {
		quoted = append(quoted, idsIn(found[1])...)
	}
	return unique(idsOfReport(m), quoted)
}

// unique returns the strings of all lists, each once, at most maxIDs.
func unique(lists ...[]string) (all []string) {
	for _, s := range slices.Concat(lists...) {
		if len(all) < maxIDs && !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	return all
}

// newestFirst turns the References of a message around, which begin with the oldest.
func newestFirst(ids []string) []string {
	slices.Reverse(ids)
	return ids
}
