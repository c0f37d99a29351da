package role

import (
	"testing"

	"github.com/cotejo/cotejo/core/ner/internal/place"
)

func TestTheNumberOfACourtInWordsAndFigures(t *testing.T) {
	for written, want := range map[string]string{
		"Juez Quinto (5°) Civil Municipal de Cali":                  "Juzgado 5 Civil Municipal de Cali",
		"Juez Quinto (57) Civil Municipal de Cali":                  "Juzgado 5 Civil Municipal de Cali", // the ring was read as a figure
		"JUZGADO TREINTA Y DOS (329) DE FAMILIA DE PASTO":           "Juzgado 32 de Familia de Pasto",
		"Juzgado Treinta (307) Civil del Circuito de Pasto":         "Juzgado 30 Civil del Circuito de Pasto", // more than there are courts
		"Juzgado Quinto 57 Civil Municipal de Cali":                 "",                                       // two numbers
		"Juzgado Quinto (67) Civil Municipal de Cali":               "",
		"Juez Treinta y Dos (32) Civil Municipal de Cali (Reparto)": "Juzgado 32 Civil Municipal de Cali",
	} {
		if got, _ := place.CourtAt(NewText(written).Text, 0); got.Value != want && (want != "" || got.Specific) {
			t.Errorf("%q is %q, want %q", written, got.Value, want)
		}
	}
}
