package document

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/sanitize"
	"github.com/cotejo/cotejo/core/text"
)

// A whole number has 23 digits: municipality (5, the first two of its
// department), entity (2), specialty (2), office (3), year (4), serial (5) and
// instance (2); Acuerdo 201 of 1997, Consejo Superior de la Judicatura.
const (
	yearAt     = 12
	serialAt   = 16
	instanceAt = 21

	firstYear    = 1980
	lastInstance = "20"
)

// departments are the codes of DANE's DIVIPOLA.
const departments = "05 08 11 13 15 17 18 19 20 23 25 27 41 44 47 50 52 54 63 66 68 70 73 76 81 85 86 88 91 94 95 97 99"

// RadicadoWarnings returns Spanish warnings about unusual parts of a whole radicado. They are no
// reason to reject it. Shorter numbers have no warnings.
func RadicadoWarnings(number string, now time.Time) []string {
	digits := strings.Join(strings.FieldsFunc(text.Fold(number), notAlphanumeric), "")
	if len(digits) != radicadoLength || strings.Trim(digits, "0123456789") != "" {
		return nil
	}
	var odd []string
	if !strings.Contains(departments, digits[:2]) {
		odd = append(odd, fmt.Sprintf("El radicado empieza por %s, que no es el código de un departamento.", digits[:2]))
	}
	year, this := digits[yearAt:serialAt], fmt.Sprintf("%04d", now.In(colombia).Year())
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

// The digits of an identity number: old cédulas have five, permits of stay 15.
const (
	fewestDigits = 5
	mostDigits   = 15
)

// IdentityWarning returns a Spanish warning if the value cannot be the number of an identity
// document, otherwise "".
func IdentityWarning(value string) string {
	digits := strings.TrimLeft(Digits(value), "0")
	if len(digits) >= fewestDigits && len(digits) <= mostDigits {
		return ""
	}
	return fmt.Sprintf("«%s» no parece un número de documento: tienen de %d a %d cifras.", shownValue(value), fewestDigits, mostDigits)
}

// FieldWarnings returns Spanish warnings about values that cannot be right. They are no reason to
// reject them: what a filing says may be wrong.
func (d *Document) FieldWarnings() []string {
	var odd []string
	for _, f := range Fields() {
		for value := range strings.SplitSeq(d.Field(f), ";") {
			if value = strings.TrimSpace(value); value != "" {
				odd = append(odd, d.valueWarnings(f, value)...)
			}
		}
	}
	return slices.Compact(odd)
}

// valueWarnings returns the warnings about one of the values of a field.
func (d *Document) valueWarnings(f Field, value string) []string {
	switch f {
	case FieldRadicado:
		return RadicadoWarnings(value, d.CreatedAt)
	case FieldCedula:
		if w := IdentityWarning(value); w != "" {
			return []string{w + " Separe varios con punto y coma."}
		}
	case FieldEmail:
		if !account.ValidEmail(value) {
			return []string{fmt.Sprintf("«%s» no es un correo como ana@ejemplo.co. Separe varios con punto y coma.", shownValue(value))}
		}
	}
	return nil
}

// shownValue returns as much of a value as a warning repeats.
func shownValue(s string) string {
	runes := []rune(sanitize.Line(s))
	return string(runes[:min(len(runes), 50)])
}
