package intake

import "testing"

func TestSameReadingsOfALetter(t *testing.T) {
	for rule, c := range map[string]struct {
		a, b string
		same bool
	}{
		"gender":                       {"identificada con la", "identificado con el", true},
		"a misread letter":             {"columna lumbar", "columna lunbar", true},
		"accents and capitals":         {"Señor Juez", "SENOR JUEZ", true},
		"short words with a meaning":   {"no", "sí", false},
		"examinations":                 {"TAC", "RMN", false},
		"names":                        {"ANA RUIZ", "EVA RUIZ", false},
		"names with one other letter":  {"Marta Díaz", "Marla Díaz", false},
		"figures with one other digit": {"21 de enero", "22 de enero", false},
		"more words":                   {"la rodilla", "la rodilla derecha", false},
	} {
		if got := isSameReading(c.a, c.b); got != c.same {
			t.Errorf("%s: %q and %q, same: %t", rule, c.a, c.b, got)
		}
	}
}
