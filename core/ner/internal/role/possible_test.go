package role

import (
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/ner/internal/ident"
	"github.com/cotejo/cotejo/core/ner/internal/place"
)

// Numbers that have the form of one of a person or a company are found whatever stands before them.
func TestPossibleNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"Ana Ruiz\n52.000.111 de Cali": "52000111",
		"o sea 4263118 de Monterrey":   "4263118",
		"Ana Ruiz 52 000 111":          "52000111",
		"1 0 2 3 8 9 4 5 1 7":          "1023894517",
		"|4|0|0|3|9|4|1|7|":            "40039417",
		"NIT 900.156.264-2":            "nit900156264",
		"celular 3101234567":           "",
		"15 de marzo de 2024":          "",
		"11001400302820240031700":      "",
		strings.Repeat("1 ", 1000):     "",
	} {
		x, got := NewText(text), ""
		ident.PossibleNumbers(x.Text, len(x.Words), func(c ident.Cedula) { got += c.Kind + c.Digits })
		if got != want {
			t.Errorf("%.40q has %q, not %q", text, got, want)
		}
	}
}

// So are the numbers that have the form of one of a case, short ones with their year.
func TestPossibleCases(t *testing.T) {
	for text, want := range map[string]string{
		"Rad. 11001-40-03-028-2024-00317-00": "11001400302820240031700",
		"Rad. 173803104001202500144":         "173803104001202500144",
		"Proceso 2025-00118":                 "2025-00118",
		"Proceso 3 2025-00118-00":            "2025-00118",
		"2024 - 0182":                        "2024-0182",
		"el 12 de marzo de 2024":             "",
		"2024-11-05":                         "",
		"CC 52.000.111":                      "",
	} {
		x, got := NewText(text), ""
		ident.PossibleCases(x.Text, len(x.Words), func(_, _ int, value string, _ float64) { got += value })
		if got != want {
			t.Errorf("%q has %q, not %q", text, got, want)
		}
	}
}

// A judge of whom only the town is said is the court of that town; one who merely decides such cases is named as the paper does.
func TestJudgeOfNoKind(t *testing.T) {
	for text, want := range map[string]string{
		"Juez de Istmina":                             "Juzgado de Istmina",
		"Juzgados (reparto) de Cali":                  "Juzgado de Cali",
		"JUEZ DE TURNO DE PALMIRA":                    "Juzgado de Palmira",
		"juez que conozca del caso, Cali":             "",
		"Juez de reparto":                             "",
		"señor juez de tutelas de ipiales reparto":    "Juez de Tutela de Ipiales",
		"JUEZ DE TUTELA (REPARTO) MEDELLÍN":           "Juez de Tutela de Medellín",
		"Juez de la República":                        "Juez de la República",
		"JUEZ DE HABEAS CORPUS (CUALQUIERA EN TURNO)": "Juez de Habeas Corpus",
		"juez que le toque la tutela":                 "",
	} {
		got := ""
		x := NewText(text).Text
		for k := range x.Words {
			if c, ok := place.JudgeAt(x, k); ok {
				got = c.Value
				break
			}
		}
		if got != want {
			t.Errorf("%q is %q, not %q", text, got, want)
		}
	}
}
