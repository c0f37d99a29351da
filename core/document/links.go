package document

import (
	"regexp"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/text"
)

// MaxLinks bounds the links of a delivery.
const MaxLinks = 20

var (
	link = regexp.MustCompile(`https?://[^\s<>"'()\[\]{}]+`)
	// linksToPapers are parts of addresses where papers lie; wordsOfPapers stand before such an address.
	linksToPapers = []string{"descarga", "download", "anexo", "archivo", "expediente", "tutelaenlinea", "drive.google", "1drv", "onedrive", "sharepoint", "wetransfer", "we.tl", "dropbox", "mega.nz", "icloud.com"}
	wordsOfPapers = regexp.MustCompile(`descarg|anexo|adjunt|archivo|expediente|prueba|enlace|\blink\b|documento`)
	// otherLinks are addresses of what is no paper.
	otherLinks = []string{"teams.", "meet.google", "zoom.us", "aka.", "unsubscribe", "facebook.", "twitter.", "instagram.", "play.google", "apps.apple"}
)

// PaperLinks returns the addresses in the text of a message that somebody must open to get a paper.
func PaperLinks(body string) (links []string) {
	for _, at := range link.FindAllStringIndex(body, -1) {
		address := strings.TrimRight(body[at[0]:at[1]], ".,;:")
		lower := strings.ToLower(address)
		names := func(part string) bool { return strings.Contains(lower, part) }
		const before = 120
		around := text.Fold(strings.ToValidUTF8(body[max(0, at[0]-before):at[0]], ""))
		if slices.ContainsFunc(otherLinks, names) || !slices.ContainsFunc(linksToPapers, names) && !wordsOfPapers.MatchString(around) {
			continue
		}
		if !slices.Contains(links, address) && len(links) < MaxLinks {
			links = append(links, address)
		}
	}
	return links
}

var numberGroups = regexp.MustCompile(`\d(?:[\s._–-]*\d){22,}`)

// RadicadoIn returns the first 23 digits in a line that are one number, however they are grouped,
// or "".
func RadicadoIn(line string) string {
	for _, group := range numberGroups.FindAllString(line, -1) {
		digits := strings.Map(func(r rune) rune {
			if r < '0' || r > '9' {
				return -1
			}
			return r
		}, group)
		if len(digits) == len("68255408900220260005700") {
			return digits
		}
	}
	return ""
}
