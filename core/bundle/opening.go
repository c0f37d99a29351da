package bundle

import (
	"slices"
	"strings"
	"unicode"
)

const (
	headLines  = 16 // of a page, without empty ones: a court is addressed there
	tailLines  = 8  // of a page: a signature is there
	titleLines = 3  // of a page: its title is there
	titleWords = 10
	stampLines = 2 // of a page: the title of a stamp is there
	near       = 6 // words from a greeting to the court

	// maxFilings bounds the pages on which a filing may begin; what follows belongs to the last.
	maxFilings = 64
)

var (
	greetings = []string{"senor", "senora", "senores", "senoras", "sr", "sra", "sres", "doctor", "doctora", "doctores", "honorable", "honorables"}
	courts    = []string{"juez", "jueza", "jueces", "juzgado", "juzgados", "tribunal", "magistrado", "magistrada", "magistrados", "corte"}
	labels    = []string{"accionante", "accionantes", "tutelante", "tutelantes", "demandante", "demandantes", "solicitante", "peticionario", "actor", "actores",
		"actora", "afectado", "afectada", "nombre", "nombres", "datos"}
	stamps      = phrases("acta individual de reparto", "acta de reparto", "oficina judicial", "centro de servicios judiciales")
	proceedings = []string{"tutela", "tutelas", "corpus"}
)

// openings returns the pages on which a filing may begin, from 0; the first page always. A stamp
// belongs to the filing behind it.
func openings(pages []string) []int {
	starts := []int{0}
	above, stamped := "", false
	for i, page := range pages {
		lines := head(page)
		first := ""
		if len(lines) > 0 {
			first = lines[0]
		}
		body := lines
		if first == above && first != "" { // a running header
			body = lines[1:]
		}
		if i > 0 && len(starts) < maxFilings && !stamped && (addressesCourt(lines) || isStamp(body) || isSentToDesk(body)) {
			starts = append(starts, i)
		}
		above, stamped = first, isStamp(body)
	}
	return starts
}

// head returns the first lines of a page.
func head(page string) []string {
	var lines []string
	for line := range strings.Lines(page) {
		if line = strings.TrimSpace(line); strings.ContainsFunc(line, isLetterOrDigit) {
			if lines = append(lines, line); len(lines) == headLines {
				break
			}
		}
	}
	return lines
}

// tail returns the last lines of a page.
func tail(page string) string {
	lines := strings.FieldsFunc(page, func(r rune) bool { return r == '\n' })
	lines = slices.DeleteFunc(lines, func(line string) bool { return !strings.ContainsFunc(line, isLetterOrDigit) })
	return strings.Join(lines[max(0, len(lines)-tailLines):], "\n")
}

// addressesCourt reports whether the head of a page greets a court, or has the title of a filing or
// the name of a court above its parties.
func addressesCourt(lines []string) bool {
	return greets(lines) || slices.ContainsFunc(lines[:min(len(lines), titleLines)], isTitle) && introducesParty(lines)
}

// greets reports whether a line of the head of a page begins with a greeting to a court.
func greets(lines []string) bool {
	for i, line := range lines {
		if words := folded(line); len(words) > 0 && isOneOf(greetings, words[0]) && greetsCourt(lines[i:min(len(lines), i+near)]) {
			return true
		}
	}
	return false
}

// greetsCourt reports whether a court follows a greeting. A sentence may begin so, too: "Señor
// juez: …".
func greetsCourt(lines []string) bool {
	words := strings.Fields(strings.Join(lines, "\n"))
	for _, word := range words[:min(len(words), near)] {
		if slices.ContainsFunc(folded(word), isCourt) {
			return !strings.ContainsAny(word, ",:;.")
		}
	}
	return false
}

// introducesParty reports whether the head of a page says who comes before the court.
func introducesParty(lines []string) bool {
	return slices.ContainsFunc(lines, func(line string) bool {
		words := folded(line)
		return len(words) > 0 && isOneOf(labels, words[0]) || slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, "identificad") })
	})
}

func isCourt(word string) bool { return isOneOf(courts, word) }

func isProceeding(word string) bool { return isOneOf(proceedings, word) }

// isTitle reports whether a line in capitals names a proceeding or begins with a court.
func isTitle(line string) bool {
	words := folded(line)
	if len(words) == 0 || strings.ContainsFunc(line, unicode.IsLower) {
		return false
	}
	return isCourt(words[0]) || len(words) <= titleWords && slices.ContainsFunc(words, isProceeding)
}

// isStamp reports whether a page has the record of how a filing was distributed.
func isStamp(lines []string) bool {
	return slices.ContainsFunc(lines[:min(len(lines), stampLines)], func(line string) bool {
		words := folded(line)
		return slices.ContainsFunc(stamps, func(stamp []string) bool { return beginsWith(words, stamp) })
	})
}

// isSentToDesk reports whether a page goes to the desk that distributes filings.
func isSentToDesk(lines []string) bool {
	words := folded(strings.Join(lines, "\n"))
	return slices.ContainsFunc(words, func(w string) bool { return isSame(w, "reparto") }) &&
		slices.ContainsFunc(words, func(w string) bool { return isCourt(w) || w == "oficina" || isProceeding(w) })
}
