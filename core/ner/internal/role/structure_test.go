package role

import (
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

func TestStructureParties(t *testing.T) {
	for _, c := range []struct {
		rule  string
		field field.Field
		text  string
		want  string
	}{
		{"ruling", field.Plaintiff, "Acción de tutela instaurada por Ana López Ruiz contra la Nueva EPS y otro.", "Ana López Ruiz"},
		{"ruling, the other side", field.Defendant, "Acción de tutela instaurada por Ana López Ruiz contra la Nueva EPS.", "Nueva EPS"},
		{"reference with vs", field.Defendant, "Ref.: Tutela de Ana López Ruiz vs. COLPENSIONES\n", "COLPENSIONES"},
		{"a heading below it", field.Defendant, "REF: Acción de tutela de ANA LÓPEZ RUIZ contra COLPENSIONES\nNOTIFICACIONES\nAccionante: Calle 5 No. 10-20, Cali.", "COLPENSIONES"},
		{"aside about each", field.Defendant, "Yo, ANA LÓPEZ RUIZ, con C.C. 52.000.111, interpongo acción de tutela contra NUEVA EPS S.A., representada legalmente por su gerente o quien haga sus veces, y contra la SECRETARÍA DE SALUD DE CALI, por mis derechos.",
			"NUEVA EPS S.A. | SECRETARÍA DE SALUD DE CALI"},
		{"letter", field.Defendant, "Señores\nBANCO AZUL S.A.\nCiudad\n\nAsunto: Derecho de petición\n\nAna López Ruiz, identificada con C.C. 52.000.111, solicito lo siguiente de manera respetuosa a ustedes.", "BANCO AZUL S.A."},
		{"what is being done", field.Defendant, "Me presento: Ana López Ruiz, identificada con C.C. 52.000.111. Necesito que se proteja mi salud, que me está negando CLÍNICA DEL SUR S.A.S.", "CLÍNICA DEL SUR S.A.S."},
		{"what is being done, with an article", field.Defendant, "Me presento: Ana López Ruiz, identificada con C.C. 52.000.111. Necesito que se proteja mi salud, que me viene vulnerando la NUEVA EPS S.A.", "NUEVA EPS S.A."},
		{"a title is no presentation", field.Defendant, "ASUNTO: TUTELA PROMOVIDA POR\nANA LÓPEZ RUIZ EN CONTRA DE BANCO AZUL S.A. Y OTRO, SEGÚN SE DIRÁ EN LO QUE SIGUE\n\nYo, Ana López Ruiz, con C.C. 52.000.111, interpongo tutela en contra de BANCO AZUL S.A. y CLÍNICA DEL SUR S.A.S., que niegan mi salud.", "BANCO AZUL S.A. | CLÍNICA DEL SUR S.A.S."},
		{"linked", field.LinkedParty, "Yo, ANA LÓPEZ RUIZ, interpongo acción de tutela contra NUEVA EPS S.A. por mis derechos fundamentales.\n\nSolicito se vincule a la SUPERINTENDENCIA NACIONAL DE SALUD.\n", "SUPERINTENDENCIA NACIONAL DE SALUD"},
		{"signature alone", field.Plaintiff, "Atentamente,\n\n\n______________\nANA LÓPEZ RUIZ\nC.C. No. 52.000.111 de Cali\n", "Ana López Ruiz"},
		{"lawyer's signature", field.Attorney, "Atentamente,\n\nPEDRO CANO GIL\nC.C. 79.111.222\nT.P. No. 12.345 del C. S. de la J.\n", "Pedro Cano Gil"},
	} {
		if got := strings.Join(all(Structure{}, c.field, c.text), " | "); got != c.want {
			t.Errorf("%s: got %q, want %q", c.rule, got, c.want)
		}
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
		text := "Yo, ANA LÓPEZ RUIZ, con C.C. 52.000.111, interpongo acción de tutela contra " + named + ", por mis derechos fundamentales al trabajo y a la salud."
		if got := strings.Join(all(Structure{}, field.Defendant, text), " | "); got != want {
			t.Errorf("%s: got %q, want %q", named, got, want)
		}
	}
}
