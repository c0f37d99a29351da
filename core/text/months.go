package text

import (
	"regexp"
	"strings"
)

// Months are the names of the months, folded; January is the first.
var Months = [...]string{"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"}

var month = "(?:" + strings.Join(Months[:], "|") + ")"

// WrittenDate finds days in folded text: "12 de marzo de 2024", "marzo 12 de 2024", "12/03/2024".
var WrittenDate = regexp.MustCompile(`\b(?:\d{1,2} de ` + month + `|` + month + ` \d{1,2}\b|\d{1,2}[/-]\d{1,2}[/-]\d{2,4}\b)(?:,? del? \d{4}\b)?`)
