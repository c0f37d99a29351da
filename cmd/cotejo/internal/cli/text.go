package cli

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/cotejo/cotejo/core/fault"
)

// MessageOf returns the message of an error for people.
func MessageOf(err error) string {
	if f, ok := fault.As(err); ok {
		return f.Message
	}
	return err.Error()
}

// DisplayName quotes a name that has characters which would move the cursor, break the line or
// hide.
func DisplayName(name string) string {
	invisible := func(r rune) bool { return !unicode.IsPrint(r) || r == unicode.ReplacementChar }
	if name == "" || strings.ContainsFunc(name, invisible) {
		return strconv.Quote(name)
	}
	return name
}

// Percent writes a share as a percentage.
func Percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

// Printable is a text from a file or a server as a terminal may print it: line ends and tabs stay; a control character, which could
// move the cursor or change the terminal, is shown as a sign (␛ for the escape character), and what is invisible is left out.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || unicode.IsPrint(r):
			return r
		case r == '\r', unicode.Is(unicode.Cf, r):
			return -1
		case unicode.Is(unicode.Zs, r):
			return ' '
		case r < ' ':
			return '␀' + r
		case r == 0x7f:
			return '␡'
		}
		return unicode.ReplacementChar
	}, s)
}

// Pluralize writes a number with the singular or plural of a Spanish noun.
func Pluralize(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", many)
}

// decimal writes a number of two or more digits, as Spanish does.
func decimal(x float64) string {
	digits := 0
	if x < 10 {
		digits = 1
	}
	return strings.Replace(strconv.FormatFloat(x, 'f', digits, 64), ".", ",", 1)
}

// Megabytes writes a number of bytes in MB.
func Megabytes(n int64) string { return decimal(float64(n)/(1<<20)) + " MB" }

// Rounded is a confidence with the four decimals that mean something.
func Rounded(confidence float64) float64 { return math.Round(confidence*1e4) / 1e4 }

// Learned returns the last sentence about a configuration that was learned by «cotejo COMMAND tune».
func Learned(subject, command string, stored, better, dry bool, number int) string {
	switch {
	case stored:
		return fmt.Sprintf("%s rigen desde ahora (configuración %d); «cotejo %s undo» vuelve a los de antes", subject, number, command)
	case better && dry:
		return subject + " son mejores; sin --dry-run quedarían en vigor"
	}
	return subject + " no son mejores; todo queda como está"
}
