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

func TestCourtsAreReadWhole(t *testing.T) {
	for written, want := range map[string]string{
		"JUEZ ÚNICA PROMISCUA MUNICIPAL DE ORITO":                                                                      "Juzgado Único Promiscuo Municipal de Orito",
		"Juzgado Único Penal Municipal Yarumal":                                                                        "Juzgado Único Penal Municipal de Yarumal",
		"TRIBUNAL ADMINISTRATIVO DEL CHOCÓ\nQuibdó":                                                                    "Tribunal Administrativo del Chocó",
		"Tribunal Administrativo de Antioquia, Sala Segunda":                                                           "Tribunal Administrativo de Antioquia",
		"Juzgado 02 Promiscuo Municipal - Huila - Garzón":                                                              "Juzgado 2 Promiscuo Municipal de Garzón",
		"Juzgado 15 Pequeñas Causas Competencia Múltiple - Atlántico - Barranquilla":                                   "Juzgado 15 Pequeñas Causas Competencia Múltiple de Barranquilla",
		"   JUZGADO DIECINUEVE PENAL MUNICIPAL\n              CON FUNCIONES DE CONTROL DE GARANTÍAS\n        Medellín": "Juzgado 19 Penal Municipal con Función de Control de Garantías de Medellín",
		"Juez Promiscuo Municipal de Piendamó. NOHEMÍ ALMENDRA interpone":                                              "Juzgado Promiscuo Municipal de Piendamó",
	} {
		if got, _ := place.CourtAt(NewText(written).Text, 0); got.Value != want {
			t.Errorf("%q is %q, want %q", written, got.Value, want)
		}
	}
}
