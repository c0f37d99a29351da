package filings

// Numbers as Colombian papers print them: cédulas, NIT, radicados, telephones,
// dates and sums.

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"
)

// newCedula returns the digits of an invented cédula of citizenship: the old
// series of 6 to 8 digits for the older, with blocks of their own for women and
// men, ten digits from 1.000.000.000 on for the rest. Nine digits are not
// issued.
func newCedula(rng *rand.Rand, age int, female bool) string {
	switch {
	case age < 37:
		return strconv.Itoa(1_000_000_000 + rng.IntN(199_000_000))
	case rng.IntN(12) == 0:
		return strconv.Itoa(310_000 + rng.IntN(9_000_000))
	case female:
		return strconv.Itoa(20_020_000 + rng.IntN(49_000_000))
	default:
		return strconv.Itoa([]int{10_020_000, 70_020_000, 80_020_000}[rng.IntN(3)] + rng.IntN(9_900_000))
	}
}

// dotted groups digits by three: 52.000.111.
func dotted(digits string) string { return grouped(digits, ".") }

func grouped(digits, separator string) string {
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteString(separator)
		}
		b.WriteRune(d)
	}
	return b.String()
}

// cedulaForms are the ways in which a cédula is written; the first is the
// commonest by far.
var cedulaForms = []func(string) string{
	dotted,
	func(s string) string { return s },
	func(s string) string { return grouped(s, " ") },
	func(s string) string { return strings.Replace(dotted(s), ".", "'", 1) },
	func(s string) string { return grouped(s, ",") },
}

func pickCedulaForm(rng *rand.Rand) func(string) string {
	switch n := rng.IntN(100); {
	case n < 66:
		return cedulaForms[0]
	case n < 88:
		return cedulaForms[1]
	default:
		return cedulaForms[2+n%3]
	}
}

var nitWeights = [...]int{3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71}

// NITCheckDigit returns the check digit of a NIT of up to 15 digits (DIAN,
// Orden Administrativa 4 de 1989).
func NITCheckDigit(digits string) int {
	sum := 0
	for i := range len(digits) {
		sum += int(digits[len(digits)-1-i]-'0') * nitWeights[i]
	}
	if r := sum % 11; r > 1 {
		return 11 - r
	}
	return sum % 11
}

// newNIT returns an invented NIT with its check digit, digits only.
func newNIT(rng *rand.Rand) string {
	n := strconv.Itoa(900_000_000 + rng.IntN(99_000_000))
	return n + strconv.Itoa(NITCheckDigit(n))
}

func formatNIT(rng *rand.Rand, digits string) string {
	body, check := digits[:9], digits[9:]
	switch rng.IntN(4) {
	case 0:
		return body + "-" + check
	case 1:
		return dotted(body) + " - " + check
	default:
		return dotted(body) + "-" + check
	}
}

// newRadicado returns the 23 digits of a proceeding before court, in year.
func newRadicado(rng *rand.Rand, c Court, year int) string {
	number := c.Number
	if number == 0 {
		number = 1
	}
	return fmt.Sprintf("%s%s%03d%04d%05d00", c.City.DANE, c.kind().code, number, year, 1+rng.IntN(1900))
}

// formatRadicado writes 23 digits in one of the usual ways.
func formatRadicado(rng *rand.Rand, d string) string {
	parts := []string{d[:5], d[5:7], d[7:9], d[9:12], d[12:16], d[16:21], d[21:]}
	switch rng.IntN(7) {
	case 0, 1:
		return strings.Join(parts, "-")
	case 2:
		return d[:12] + "-" + strings.Join(parts[4:], "-")
	case 3:
		return strings.Join(parts, " ")
	case 4:
		return strings.Join(parts, " – ")
	case 5:
		return d[:2] + "-" + d[2:5] + "-" + strings.Join(parts[1:], "-")
	default:
		return d
	}
}

// newIntake returns the number under which an agency files what it receives:
// eleven to thirteen digits that begin with the year, and no radicado.
func newIntake(rng *rand.Rand, year int) string {
	return strconv.Itoa(year) + digits(rng, 7+rng.IntN(3))
}

func newMobile(rng *rand.Rand) string {
	return "3" + []string{"00", "01", "02", "04", "05", "10", "11", "12", "13", "14", "15", "16", "17", "18", "20", "21", "22", "50"}[rng.IntN(18)] + digits(rng, 7)
}

func formatPhone(rng *rand.Rand, d string) string {
	switch rng.IntN(5) {
	case 0:
		return d[:3] + " " + d[3:6] + " " + d[6:]
	case 1:
		return d[:3] + "-" + d[3:]
	case 2:
		return d[:3] + " " + d[3:]
	default:
		return d
	}
}

func digits(rng *rand.Rand, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte('0' + rng.IntN(10))
	}
	return string(b)
}

var months = [...]string{"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto",
	"septiembre", "octubre", "noviembre", "diciembre"}

var cardinals = [...]string{"cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once",
	"doce", "trece", "catorce", "quince", "dieciséis", "diecisiete", "dieciocho", "diecinueve", "veinte", "veintiuno",
	"veintidós", "veintitrés", "veinticuatro", "veinticinco", "veintiséis", "veintisiete", "veintiocho", "veintinueve", "treinta", "treinta y uno"}

// formatDate writes a date in one of seven styles.
func formatDate(style int, t time.Time) string {
	d, m, y := t.Day(), int(t.Month()), t.Year()
	switch style % 7 {
	case 1:
		return fmt.Sprintf("%02d de %s de %d", d, months[m-1], y)
	case 2:
		return fmt.Sprintf("%s %d de %d", months[m-1], d, y)
	case 3:
		return fmt.Sprintf("%02d/%02d/%d", d, m, y)
	case 4:
		return fmt.Sprintf("%s (%d) de %s de %d", cardinals[d], d, months[m-1], y)
	case 5:
		return fmt.Sprintf("%d de %s del %d", d, months[m-1], y)
	default:
		return fmt.Sprintf("%d de %s de %d", d, months[m-1], y)
	}
}

func formatMoney(style, pesos int) string {
	s := strconv.Itoa(pesos)
	switch style % 4 {
	case 1:
		return "$ " + dotted(s)
	case 2:
		return "$" + dotted(s) + " M/CTE"
	case 3:
		return dotted(s) + " pesos"
	default:
		return "$" + dotted(s)
	}
}
