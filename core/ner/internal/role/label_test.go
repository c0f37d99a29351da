package role

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/ner/internal/field"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/party"
)

// all returns the values of a field that an extractor would stand by, in the
// order of the text.
func all(x Extractor, f field.Field, s string) []string {
	var out []string
	for _, m := range x.Extract(NewText(s)) {
		if m.Field == f && m.Confidence >= 0.5 && !slices.Contains(out, m.Value) {
			out = append(out, m.Value)
		}
	}
	return out
}

func TestLabel(t *testing.T) {
	for _, c := range []struct {
		rule  string
		field field.Field
		text  string
		want  string // values joined by " | "
	}{
		{"same line", field.Plaintiff, "ACCIONANTE: ANA LÓPEZ RUIZ\n", "Ana López Ruiz"},
		{"no word after the colon's blank", field.Plaintiff, "Tutelante : Ana López Ruiz", "Ana López Ruiz"},
		{"who files for whom", field.Agent, "ACCIONANTE: ANA LÓPEZ RUIZ, en representación de su hija SARA GIL LÓPEZ\n", "Ana López Ruiz"},
		{"for whom somebody files", field.Plaintiff, "ACCIONANTE: ANA LÓPEZ RUIZ, en representación de su hija SARA GIL LÓPEZ\n", "Sara Gil López"},
		{"in a name that no table has", field.Agent, "ACCIONANTE: YURLEIDYS ÑUSTEZ ÑAÑEZ en representación de su hijo menor S.V.R.T.\nACCIONADO: NUEVA EPS\n", "Yurleidys Ñustez Ñañez"},
		{"for herself, too", field.Plaintiff, "ACCIONANTE: ANA LÓPEZ RUIZ, en nombre propio y en representación de su hija SARA GIL LÓPEZ\n", "Ana López Ruiz | Sara Gil López"},
		{"for whom the agent of a label files", field.Plaintiff, "AGENTE OFICIOSO: ANA LÓPEZ RUIZ, en representación de su madre ROSA GIL LÓPEZ\n", "Rosa Gil López"},
		{"next line", field.Plaintiff, "DEMANDANTE:\nANA LÓPEZ RUIZ\nDEMANDADO:\nNUEVA EPS", "Ana López Ruiz"},
		{"columns", field.Defendant, "ACCIONANTE            ANA LÓPEZ RUIZ\nACCIONADO             NUEVA EPS S.A.\n", "NUEVA EPS S.A."},
		{"two labels, then two values", field.Defendant, "ACCIONANTE:\nACCIONADO:\nANA LÓPEZ RUIZ\nNUEVA EPS\n", "NUEVA EPS"},
		{"five labels, then five values", field.Plaintiff, "REFERENCIA:\nACCIONANTE:\nCÉDULA:\nACCIONADO:\nDERECHOS:\nACCIÓN DE TUTELA\nANA LÓPEZ RUIZ\n52.000.111\nNUEVA EPS\nSALUD\n", "Ana López Ruiz"},
		{"the fourth of five values", field.Defendant, "REFERENCIA:\nACCIONANTE:\nCÉDULA:\nACCIONADO:\nDERECHOS:\nACCIÓN DE TUTELA\nANA LÓPEZ RUIZ\n52.000.111\nNUEVA EPS\nSALUD\n", "NUEVA EPS"},
		{"an empty line among the values", field.Defendant, "ACCIONANTE:\nACCIONADO:\nDERECHOS:\nANA LÓPEZ RUIZ\n\nSALUD TOTAL EPS\nSALUD\n", ""},
		{"labels over columns", field.Plaintiff, "PARTE ACCIONANTE          PARTE ACCIONADA\nAna López Ruiz            NUEVA EPS S.A.\nC.C. 52.000.111           NIT 900.156.264-2\n", "Ana López Ruiz"},
		{"the second column", field.Defendant, "PARTE ACCIONANTE          PARTE ACCIONADA\nAna López Ruiz            NUEVA EPS S.A.\nC.C. 52.000.111           NIT 900.156.264-2\n", "NUEVA EPS S.A."},
		{"columns under labels with colons", field.Defendant, "Accionante:               Accionado:\nAna López Ruiz            NUEVA EPS S.A.\n", "NUEVA EPS S.A."},
		{"six columns", field.Plaintiff, columns("ACCIONANTE", 6) + columns("Ana López Ruiz", 6), "Ana López Ruiz"},
		{"one value under two labels", field.Plaintiff, "ACCIONANTE                ACCIONADO\nAna López Ruiz contra NUEVA EPS\n", ""},
		{"run on", field.Defendant, "Referencia: Acción de tutela. Actor: ANA LÓPEZ RUIZ. Demandado: NUEVA EPS S.A. Derechos: salud", "NUEVA EPS S.A."},
		{"with the cédula", field.Plaintiff, "AFECTADA: ANA LÓPEZ RUIZ C.C. 52.000.111\n", "Ana López Ruiz"},
		{"kinds of persons below a label", field.Defendant, "Accionado/s:\nPersona Jurídico: SECRETARIA DE TRANSITO DE PASTO- Nit: 8912800003,\nCorreo Electrónico: juridica@transito.co\nDirección:\nTeléfono:\n\n" +
			"Persona Jurídico: FEDERACION DE TRANSITO MUNICIPAL- Nit: ,\nTeléfono:\n", "SECRETARIA DE TRANSITO DE PASTO | FEDERACION DE TRANSITO MUNICIPAL"},
		{"a kind of person in a sentence", field.Defendant, "ACCIONADO: NUEVA EPS\nHECHOS\nLa persona jurídica demandada no contestó: guardó silencio.\n", "NUEVA EPS"},
		{"ending in brackets", field.Defendant, "ACCIONADO(S): ICBF\n", "ICBF"},
		{"scanner's l for I", field.Plaintiff, "ACClONANTE: ANA LÓPEZ RUIZ\n", "Ana López Ruiz"},
		{"one letter wrong", field.Plaintiff, "ACCIOMANTE: ANA LÓPEZ RUIZ\n", "Ana López Ruiz"},
		{"several, commas and y", field.Defendant, "ACCIONADOS: NUEVA EPS S.A., SECRETARÍA DE SALUD DE CALI y CLÍNICA SAN JOSÉ\n", "NUEVA EPS S.A. | SECRETARÍA DE SALUD DE CALI | CLÍNICA SAN JOSÉ"},
		{"comma inside a name", field.Defendant, "ACCIONADO: Departamento Administrativo Distrital de Salud, DADIS\n", "Departamento Administrativo Distrital de Salud, DADIS"},
		{"y inside a name", field.Defendant, "ACCIONADA: UNIDAD PARA LA ATENCIÓN Y REPARACIÓN INTEGRAL A LAS VÍCTIMAS\n", "UNIDAD PARA LA ATENCIÓN Y REPARACIÓN INTEGRAL A LAS VÍCTIMAS"},
		{"one a line", field.Defendant, "ACCIONADOS: NUEVA EPS,\nSALUD TOTAL EPS\n\nHECHOS", "NUEVA EPS | SALUD TOTAL EPS"},
		{"a public body named as a label is", field.Defendant, "ACCIONADOS: AIR-E S.A.S. E.S.P. y\nDIRECCIÓN DE IMPUESTOS Y ADUANAS NACIONALES\n\nHECHOS", "AIR-E S.A.S. E.S.P. | DIRECCIÓN DE IMPUESTOS Y ADUANAS NACIONALES"},
		{"a public body behind an article", field.Defendant, "ACCIONADOS: NUEVA EPS y la\nDIRECCIÓN TERRITORIAL DE SALUD DE CALDAS\n\nHECHOS", "NUEVA EPS | DIRECCIÓN TERRITORIAL DE SALUD DE CALDAS"},
		{"a label behind a party", field.Defendant, "ACCIONADO: NUEVA EPS\nDIRECCIÓN DEL ACCIONANTE CALLE 5 No. 3-21\n", "NUEVA EPS"},
		{"y begins a line", field.Defendant, "Accionados: Gases del Caribe S.A. E.S.P.\ny Área Metropolitana de Barranquilla\n\nHECHOS", "Gases del Caribe S.A. E.S.P. | Área Metropolitana de Barranquilla"},
		{"y in a name begins a line", field.Defendant, "ACCIONADA: UNIDAD PARA LA ATENCIÓN\nY REPARACIÓN INTEGRAL A LAS VÍCTIMAS\n\nHECHOS", "UNIDAD PARA LA ATENCIÓN Y REPARACIÓN INTEGRAL A LAS VÍCTIMAS"},
		{"a semicolon behind a point", field.Defendant, "Accionados: Gases del Caribe S.A. E.S.P.;\nAutoridad Nacional de Licencias Ambientales\n\nHECHOS",
			"Gases del Caribe S.A. E.S.P. | Autoridad Nacional de Licencias Ambientales"},
		{"persons sued", field.Defendant, "ACCIONADOS: JORGE PÉREZ MEJÍA y MARÍA RUIZ CANO\n", "Jorge Pérez Mejía | María Ruiz Cano"},
		{"agent", field.Agent, "ACCIONANTE: ROSA RUIZ DE LÓPEZ\nAGENTE OFICIOSA: ANA LÓPEZ RUIZ\n", "Ana López Ruiz"},
		{"attorney", field.Attorney, "APODERADO: PEDRO CANO GIL T.P. 12.345\n", "Pedro Cano Gil"},
		{"linked", field.LinkedParty, "VINCULADO: SUPERINTENDENCIA NACIONAL DE SALUD\n", "SUPERINTENDENCIA NACIONAL DE SALUD"},
		{"against alone on its line", field.Defendant, "ANA LÓPEZ RUIZ\nCONTRA\nNUEVA EPS S.A.\n", "NUEVA EPS S.A."},
		{"company as plaintiff", field.Plaintiff, "ACCIONANTE: TRANSPORTES EL SOL S.A.S.\nACCIONADO: DIAN", "TRANSPORTES EL SOL S.A.S."},
		{"word in a sentence is no label", field.Plaintiff, "El accionante pidió la cita.\n", ""},
	} {
		if got := strings.Join(all(Label{}, c.field, c.text), " | "); got != c.want {
			t.Errorf("%s: got %q, want %q", c.rule, got, c.want)
		}
	}
}

// columns returns a line with n cells.
func columns(cell string, n int) string {
	return strings.TrimSpace(strings.Repeat(cell+"     ", n)) + "\n"
}

// What may begin a label, or speaks of a side, is a label word to the lexicon.
func TestLabelsBeginWithLabelWords(t *testing.T) {
	words := slices.Concat(slices.Collect(maps.Keys(labelPhrases)), slices.Collect(maps.Keys(party.Sides)))
	for _, w := range words {
		if lex.Default().Words[w]&lex.LabelWord == 0 {
			t.Errorf("%s is missing from the label words of words.txt", w)
		}
	}
}
