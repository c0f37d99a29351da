package receipt

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/cotejo/cotejo/core/sanitize"
)

// actions are those of RFC 3464, section 2.3.3.
var actions = map[string]Kind{
	"failed":    Failure,
	"delayed":   Delay,
	"delivered": Delivered,
	"relayed":   Relayed,
	"expanded":  Relayed,
}

// classes are those of RFC 3463, for reports without a known action. Success is that of a relay, too.
var classes = map[byte]Kind{'2': Relayed, '4': Delay, '5': Failure}

// deliveryOutcomes returns the outcome of each recipient of a delivery report.
func deliveryOutcomes(m Message) (all []Outcome) {
	for _, group := range m.Delivery {
		if len(all) < maxOutcomes && isRecipient(group) {
			all = append(all, deliveryOutcome(group))
		}
	}
	if len(all) > 0 {
		return all
	}
	o := freeOutcome(m)
	o.Kind = Unclear // it names no recipient
	return []Outcome{o}
}

func isRecipient(group Fields) bool {
	return group.Get("Action") != "" || group.Get("Status") != "" || group.Get("Final-Recipient") != ""
}

func deliveryOutcome(group Fields) Outcome {
	o := Outcome{Kind: Unclear, Recipients: recipientsOf(group), Detail: detail(fieldValue(group.Get("Diagnostic-Code")))}
	o.Status = codeIn(group.Get("Status"))
	if kind, ok := actions[actionWord.FindString(strings.ToLower(group.Get("Action")))]; ok {
		o.Kind = kind
	} else if o.Status != "" {
		o.Kind = classes[o.Status[0]]
	}
	// Many systems report the code of their own, and the one of the other system in the diagnostic.
	if isGeneric(o.Status) {
		if precise := codeIn(o.Detail); precise != "" && !isGeneric(precise) && sameClass(precise, o.Status) {
			o.Status = precise
		}
	}
	o.Reason = reasonFor(o.Kind, o.Status, o.Detail)
	return o
}

// actionWord is the action before a comment: "relayed (to gateway)", "failed; final".
var actionWord = regexp.MustCompile(`^[a-z]+`)

// enhanced finds a code of RFC 3463, but no part of an IP address or of a version: 10.5.1.10, 4.96.2.
var enhanced = regexp.MustCompile(`(?:^|[^\d.])([245]\.[0-7]\.\d{1,3})(?:$|[^\d.]|\.(?:\D|$))`)

// codeIn returns the first code of RFC 3463 in a text, "" without.
func codeIn(s string) string {
	if found := enhanced.FindStringSubmatch(s); found != nil {
		return found[1]
	}
	return ""
}

func isGeneric(status string) bool { return status == "" || strings.HasSuffix(status, ".0.0") }

func sameClass(a, b string) bool { return b == "" || a[0] == b[0] }

// fieldValue returns the value of a field without its type: "rfc822; ana@x.co", "smtp; 550 no".
func fieldValue(value string) string {
	kind, rest, ok := strings.Cut(value, ";")
	if !ok || strings.ContainsAny(strings.TrimSpace(kind), " @") {
		return value
	}
	return strings.TrimSpace(rest)
}

// recipientsOf returns the addresses of a group, as the sender wrote it first.
func recipientsOf(group Fields) []string {
	original, final := fieldValue(group.Get("Original-Recipient")), fieldValue(group.Get("Final-Recipient"))
	return unique(addressesIn(xtext(original)), addressesIn(original), addressesIn(final))
}

var hexPair = regexp.MustCompile(`\+[0-9A-F]{2}`)

// xtext decodes the encoding of Original-Recipient (RFC 3461, section 4).
func xtext(s string) string {
	return hexPair.ReplaceAllStringFunc(s, func(code string) string {
		if n, err := strconv.ParseUint(code[1:], 16, 8); err == nil && n > ' ' && n <= '~' {
			return string(rune(n))
		}
		return code
	})
}

// dispositionOutcome returns the outcome of a notice of a reader: "manual-action/MDN-sent-manually; displayed".
func dispositionOutcome(f Fields) Outcome {
	o := Outcome{Kind: Unclear, Recipients: recipientsOf(f), Detail: detail(f.Get("Disposition"))}
	_, what, _ := strings.Cut(f.Get("Disposition"), ";")
	what, _, _ = strings.Cut(what, "/")
	switch strings.ToLower(strings.TrimSpace(what)) {
	case "displayed":
		o.Kind = Read
	case "deleted", "denied", "processed", "dispatched", "failed":
		o.Kind = Unread
	}
	return o
}

// maxDetail bounds what is repeated of a mail system, in code points.
const maxDetail = 300

func detail(s string) string { return sanitize.Excerpt(s, maxDetail) }
