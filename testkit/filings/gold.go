package filings

// The truth about a filing, and how to hold a reading against it.

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/core/text"
)

// Gold is the truth about a filing.
type Gold struct {
	// Values are normalised, in order of appearance: names as their bearer
	// would write them, numbers as digits only, courts as Court.String gives
	// them. A field that the paper does not state is absent.
	Values map[ner.Field][]string
	Spans  []Span // by Start; every mention, so a value may occur many times

	aliases map[string][]string // other names of a value
}

// Span is a place in the text that names an entity.
type Span struct {
	Field      ner.Field
	Value      string // normalised
	Raw        string // as it stands in the text
	Start, End int    // code points
}

// Value returns the first value of a field, "" when the paper states none.
func (g Gold) Value(f ner.Field) string {
	if v := g.Values[f]; len(v) > 0 {
		return v[0]
	}
	return ""
}

// Has reports whether got, in whatever spelling, is one of the field's values
// or another name of one. Case, accents, punctuation and spaces do not count;
// of numbers only digits do; courts are equal when kind, number and city are.
func (g Gold) Has(f ner.Field, got string) bool {
	return slices.ContainsFunc(g.Values[f], func(want string) bool {
		return Same(f, want, got) || slices.ContainsFunc(g.aliases[want], func(a string) bool { return Same(f, a, got) })
	})
}

// Same reports whether two values of a field are the same one in two
// spellings.
func Same(f ner.Field, a, b string) bool { return bare(f, a) == bare(f, b) }

func bare(f ner.Field, s string) string {
	switch f {
	case ner.Cedula, ner.Radicado, ner.Phone:
		return only(unicode.IsDigit, s)
	case ner.NIT:
		digits := only(unicode.IsDigit, s)
		return digits[:min(9, len(digits))]
	case ner.Email:
		return strings.ToLower(strings.TrimSpace(s))
	case ner.Court:
		return bareCourt(s)
	}
	return only(func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }, text.Fold(s))
}

func only(keep func(rune) bool, s string) string {
	return strings.Map(func(r rune) rune {
		if keep(r) {
			return r
		}
		return -1
	}, s)
}

// bareCourt keeps the words of a court's name that distinguish it from others, its
// number as digits.
func bareCourt(s string) string {
	name := " " + strings.Join(courtWords(s), " ") + " "
	for n := 60; n > 0; n-- { // "treinta y seis" before "treinta"
		name = strings.ReplaceAll(name, " "+text.Fold(ordinal(n))+" ", fmt.Sprintf(" %d ", n))
	}
	words := telling(strings.Fields(name))
	for _, c := range cities { // a department after its city adds nothing
		department := c.Department
		if c.DANE == "11001" {
			department = "Cundinamarca"
		}
		place := append(telling(courtWords(c.Short())), telling(courtWords(department))...)
		if n := len(words) - len(place); n > 0 && slices.Equal(words[n:], place) {
			words = append(words[:n:n], telling(courtWords(c.Short()))...)
			break
		}
	}
	slices.Sort(words)
	return strings.Join(slices.Compact(words), " ")
}

func courtWords(s string) []string {
	return strings.FieldsFunc(text.Fold(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// telling drops the words that every court's name may have or lack, and the
// zeros before a number.
func telling(words []string) (out []string) {
	for _, w := range words {
		if !slices.Contains(idleCourtWords, w) {
			out = append(out, strings.TrimLeft(w, "0"))
		}
	}
	return out
}

var idleCourtWords = []string{"juzgado", "juzgados", "juez", "jueces", "senor", "senora", "reparto", "de", "del", "la", "el", "y", "con", "funcion", "funciones", "d", "c", "dc", "º"}

// newGold completes the spans with what they cover and lists their values.
func newGold(text string, spans []Span) Gold {
	g := Gold{Values: map[ner.Field][]string{}, Spans: slices.Clone(spans)}
	runes := []rune(text)
	for i, s := range g.Spans {
		g.Spans[i].Raw = string(runes[s.Start:s.End])
		if !slices.Contains(g.Values[s.Field], s.Value) {
			g.Values[s.Field] = append(g.Values[s.Field], s.Value)
		}
	}
	return g
}

// aliases lists the names under which the case's defendants go.
func (c filingCase) aliases() map[string][]string {
	out := map[string][]string{}
	for _, d := range c.defendants {
		out[d.Full] = []string{d.Short}
		out[d.Short] = []string{d.Full}
	}
	return out
}
