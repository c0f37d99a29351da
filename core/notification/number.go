package notification

import (
	"fmt"
	"strings"
	"time"
)

// A whole number has 23 digits: municipality (5, the first two of its
// department), entity (2), specialty (2), office (3), year (4), serial (5) and
// instance (2); Acuerdo 201 of 1997, Consejo Superior de la Judicatura.
const (
	wholeNumber = 23
	yearAt      = 12
	serialAt    = 16
	instanceAt  = 21

	firstYear    = 1980
	lastInstance = "20"
)

// departments are the codes of DANE's DIVIPOLA.
const departments = "05 08 11 13 15 17 18 19 20 23 25 27 41 44 47 50 52 54 63 66 68 70 73 76 81 85 86 88 91 94 95 97 99"

// NumberWarnings returns Spanish warnings about unusual parts of a whole case number. They are no
// reason to reject it. Shorter numbers have no warnings.
func NumberWarnings(number string, now time.Time) []string {
	digits := NumberKey(number)
	if len(digits) != wholeNumber || strings.Trim(digits, "0123456789") != "" {
		return nil
	}
	var odd []string
	if !strings.Contains(departments, digits[:2]) {
		odd = append(odd, fmt.Sprintf("El radicado empieza por %s, que no es el código de un departamento.", digits[:2]))
	}
	year, this := digits[yearAt:serialAt], fmt.Sprintf("%04d", now.Year())
	if year < fmt.Sprint(firstYear) || year > this {
		odd = append(odd, fmt.Sprintf("El año del radicado es %s; se esperaba uno entre %d y %s.", year, firstYear, this))
	}
	if digits[serialAt:instanceAt] == "00000" {
		odd = append(odd, "El consecutivo del radicado es 00000.")
	}
	if instance := digits[instanceAt:]; instance > lastInstance {
		odd = append(odd, fmt.Sprintf("La instancia del radicado es %s; suele ser 00 o 01.", instance))
	}
	return odd
}
