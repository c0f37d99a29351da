package role

import (
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/ner/internal/field"
)

func TestStructureCourt(t *testing.T) {
	for _, c := range []struct{ rule, text, want string }{
		{"digit and degree", "Señor\nJUEZ 5° PENAL MUNICIPAL DE CALI (REPARTO)\nE. S. D.", "Juzgado 5 Penal Municipal de Cali"},
		{"ordinal word", "SEÑOR JUEZ QUINTO PENAL MUNICIPAL DE CALI", "Juzgado 5 Penal Municipal de Cali"},
		{"zero padded", "Señores\nJUZGADO 005 PENAL MUNICIPAL DE CALI", "Juzgado 5 Penal Municipal de Cali"},
		{"number in words and brackets", "JUZGADO TREINTA Y DOS (32°) CIVIL MUNICIPAL DE BOGOTÁ D.C.", "Juzgado 32 Civil Municipal de Bogotá"},
		{"decimo segundo", "Señor Juez Décimo Segundo Laboral del Circuito de Medellín", "Juzgado 12 Laboral del Circuito de Medellín"},
		{"function", "JUEZ 12 PENAL MUNICIPAL CON FUNCIONES DE CONTROL DE GARANTÍAS DE CALI", "Juzgado 12 Penal Municipal con Función de Control de Garantías de Cali"},
		{"department behind", "Señor Juez Promiscuo Municipal de Guarne, Antioquia (Reparto)", "Juzgado Promiscuo Municipal de Guarne"},
		{"department glued", "JUZGADO 002 PENAL DEL CIRCUITO DE RIONEGRO-ANTIOQUIA", "Juzgado 2 Penal del Circuito de Rionegro"},
		{"de missing", "JUZGADO 002 CIVIL MUNICIPAL CARTAGO-VALLE", "Juzgado 2 Civil Municipal de Cartago"},
		{"over lines", "Señor\nJUEZ PENAL MUNICIPAL\nCON FUNCIÓN DE CONTROL DE GARANTÍAS\nDE PASTO (REPARTO)", "Juzgado Penal Municipal con Función de Control de Garantías de Pasto"},
		{"city on the next line", "Señor\nJUEZ CIVIL DEL CIRCUITO (REPARTO)\nCali\n", "Juzgado Civil del Circuito de Cali"},
		{"plural", "Señores\nJUECES CIVILES MUNICIPALES DE NEIVA (REPARTO)", "Juzgado Civil Municipal de Neiva"},
		{"misread", "Señor\nJUFZ PENA1 MUNICIPAL DE PASTO", "Juzgado Penal Municipal de Pasto"},
		{"no court in particular", "Señor\nJUEZ CONSTITUCIONAL (REPARTO)\n", ""},
		{"sued, not addressed", "ACCIONADO: JUZGADO 005 PENAL MUNICIPAL DE CALI\n", ""},
	} {
		if got := believed(Structure{}, field.Court, c.text); got != c.want {
			t.Errorf("%s: got %q, want %q", c.rule, got, c.want)
		}
	}
}

func TestALetterIsAgainstItsAddressee(t *testing.T) {
	const letter = "Señores\nBANCO AZUL S.A.\nCiudad\n\nAsunto: Derecho de petición\n\nAna López Ruiz, identificada con C.C. 52.000.111, solicito lo siguiente de manera respetuosa a ustedes."
	if got := all(Structure{}, field.Defendant, letter); !slices.Equal(got, []string{"BANCO AZUL S.A."}) {
		t.Errorf("%q", got)
	}
}

func TestArticlesOfNames(t *testing.T) {
	for named, want := range map[string]string{
		"EL HIERRO FINO":                 "EL HIERRO FINO",
		"El Hierro Fino":                 "El Hierro Fino",
		"el Hierro Fino":                 "Hierro Fino",
		"LA NUEVA EPS":                   "NUEVA EPS",
		"LA SECRETARÍA DE SALUD DE CALI": "SECRETARÍA DE SALUD DE CALI",
		"EL ALCALDE DE BUGA":             "ALCALDE DE BUGA",
		"LA SEÑORA MARTA CANO GIL":       "Marta Cano Gil",
		"LA MARTA CANO GIL":              "Marta Cano Gil",
	} {
		if got := strings.Join(all(Label{}, field.Defendant, "ACCIONANTE: ANA LÓPEZ RUIZ\nACCIONADO: "+named+"\n"), " | "); got != want {
			t.Errorf("%s: got %q, want %q", named, got, want)
		}
	}
}
