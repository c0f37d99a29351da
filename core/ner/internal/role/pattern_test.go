package role

import (
	"testing"

	"github.com/cotejo/cotejo/core/ner/internal/field"
	"github.com/cotejo/cotejo/core/ner/internal/ident"
)

// best returns the value of a field on which an extractor relies most, and how
// far it does.
func best(x Extractor, f field.Field, s string) (string, float64) {
	value, most := "", 0.0
	for _, m := range x.Extract(NewText(s)) {
		if m.Field == f && m.Confidence > most {
			value, most = m.Value, m.Confidence
		}
	}
	return value, most
}

// believed is best for what would be returned by the ensemble.
func believed(x Extractor, f field.Field, s string) string {
	if v, c := best(x, f, s); c >= 0.5 {
		return v
	}
	return ""
}

const solid = "11001400302820240031700"

func TestPatternRadicado(t *testing.T) {
	for _, c := range []struct{ rule, text, want string }{
		{"all hyphens", "Radicado: 11001-40-03-028-2024-00317-00\n", solid},
		{"office in one piece", "Rad. 110014003028-2024-00317-00", solid},
		{"solid", "Radicación: 11001400302820240031700", solid},
		{"blanks", "Radicado No. 11001 40 03 028 2024 00317 00", solid},
		{"spaced en-dashes", "RADICADO 11001 – 40 – 03 – 028 – 2024 – 00317 – 00", solid},
		{"department split off", "Radicado: 11-001-40-03-028-2024-00317-00", solid},
		{"glued (AC)", "Radicación número: 11001-03-15-000-2024-00317-01(AC)", "11001031500020240031701"},
		{"O for 0 and l for 1", "Radicado: 110O1-40-03-028-2024-OO3l7-00", solid},
		{"broken at a hyphen", "Radicado: 11001-40-03-028-\n2024-00317-00", solid},
		{"tribunal of a department", "Radicado: 25000-23-41-000-2024-00317-00", "25000234100020240031700"},
		{"a sign of money for the first five", "RADICADO No.: $0001408801920230075300", "50001408801920230075300"},
		{"a sign of money for the first eight", "Radicado: $8001318700220200077200", "88001318700220200077200"},
		{"dashes read as two", "Radicado: 11001 -- 40 —- 03 - 028 -- 2024 - 00317 -- 00", solid},
		{"22 digits", "Radicado: 1100140030282024003170", ""},
		{"24 digits", "Radicado: 110014003028202400317000", ""},
		{"inside a longer run", "Guía 9911001400302820240031700123", ""},
		{"unknown department", "Radicado: 01001-40-03-028-2024-00317-00", ""},
		{"impossible year", "Radicado: 11001-40-03-028-1824-00317-00", ""},
		{"agency number", "con número de radicado 20240012345", ""},
		{"another case, attacked", "REF: Acción de tutela contra la sentencia del proceso 11001-40-03-028-2020-00317-00", ""},
		{"another case, in the facts", "Yo, Ana López Ruiz, interpongo acción de tutela contra el Banco Azul por mis derechos.\n\nHECHOS\n\n1. El proceso ejecutivo con radicado 11001-40-03-028-2020-00317-00 cursa allí.", ""},
	} {
		if got := believed(Pattern{}, field.Radicado, c.text); got != c.want {
			t.Errorf("%s: got %q, want %q", c.rule, got, c.want)
		}
	}
}

func TestPatternCedula(t *testing.T) {
	for _, c := range []struct{ rule, text, want string }{
		{"points", "identificada con la cédula de ciudadanía No. 52.000.111 de Cali", "52000111"},
		{"new series", "C.C. 1.020.000.111", "1020000111"},
		{"blanks", "cédula de ciudadanía número 52 000 111 expedida", "52000111"},
		{"commas of a scanner", "C.C. No. 52,000.111", "52000111"},
		{"the kind of document garbled", "ANA LÓPEZ RUIZ, identificada con US Soo número\n1.149.000.111 de Neiva", "1149000111"},
		{"a lawyer's card", "ANA LÓPEZ RUIZ, identificada con T.P. número 149.111", ""},
		{"a blank inside a group", "C.C. N.º 1.1 49.000.111", "1149000111"},
		{"a foreigner's, with a zero before it", "C.E. No. 049.111", "049111"},
		{"newer series", "C.C. No. 1.477.000.111", "1477000111"},
		{"a digit for the º of N.º", "C.C. N.2 52.000.111 expedida en Cali", "52000111"},
		{"a digit for the º, fewer millions", "c.c. N.2 4.713.702 expedida en Neiva", "4713702"},
		{"millions apart", "C.C. No. 1 020.000.111", "1020000111"},
		{"a point seen twice", "C.C. numero 1.,020.000.111 de Pasto", "1020000111"},
		{"blank after a point", "C.C. No. 1.020. 000.111", "1020000111"},
		{"accent lost with its letter", "identificado con cdula de ciudadana No. 52000111", "52000111"},
		{"cedu1a, O for 0", "cedu1a de ciudadania No. 52.OO0.111", "52000111"},
		{"spaced initials", "C. C. N° 52.000.111 de Cali", "52000111"},
		{"apostrophes", "C.C. 79'482.668", "79482668"},
		{"child's card", "tarjeta de identidad No. 1.758.162.129", "1758162129"},
		{"followed by another number", "C.C. 52.000.111, 3001234567", "52000111"},
		{"lawyer's card", "T.P. No. 123.456 del C. S. de la J.", ""},
		{"two signs for a point", "C.C. N° 29.011,.339 de Orito", "29011339"},
		{"a digit became a sign", "C.C. No. 1.028.478.1$7 de Armenia", ""},
		{"digits were lost", "C.C. No. 1.028.4.197 de Armenia", ""},
		{"telephone", "celular 3001234567", ""},
		{"NIT", "NIT 900.156.264-2", ""},
		{"NIT behind C.C.", "C.C. o NIT 900156264-2", ""},
		{"law", "Ley 1437 de 2011", ""},
		{"ruling", "sentencia T-760 de 2008", ""},
	} {
		if got := believed(Pattern{}, field.Cedula, c.text); got != c.want {
			t.Errorf("%s: got %q, want %q", c.rule, got, c.want)
		}
	}
}

func TestPatternEmail(t *testing.T) {
	for _, c := range []struct{ rule, text, want string }{
		{"plain", "correo ana.lopez@gmail.com.", "ana.lopez@gmail.com"},
		{"capitals", "ANA.LOPEZ@GMAIL.COM", "ana.lopez@gmail.com"},
		{"blanks around @", "correo: ana.lopez @ gmail.com", "ana.lopez@gmail.com"},
		{"blanks around points", "ana . lopez@gmail . com", "ana.lopez@gmail.com"},
		{"@ read as Q", "ana.lopezQgmail.com", "ana.lopez@gmail.com"},
		{"@ read as ©", "ana.lopez©hotmail.com", "ana.lopez@hotmail.com"},
		{"provider misread", "ana.lopez@grnail.com", "ana.lopez@gmail.com"},
		{"comma for point", "ana.lopez@hotmail,com", "ana.lopez@hotmail.com"},
		{"a blank for a low line, since the points are there", "El accionante. Correo electrónico: ana lopez@gmail.com", "ana_lopez@gmail.com"},
		{"a blank for a point, since the others are lost", "El accionante. Correo electrónico: ana lopez@gmail com", "ana.lopez@gmail.com"},
		{"a capital I before a surname, in small letters", "Correo: Ilopez_25@gmail.com", "llopez_25@gmail.com"},
		{"that begins a given name", "Correo: Irene_25@gmail.com", "irene_25@gmail.com"},
		{"blanks behind its point and before its digits", "El accionante. Correo electrónico: lopez. ana 17@gmail.com", "lopez.ana17@gmail.com"},
		{"a blank before digits, where a low line is already", "El accionante. Correo: ana_lopez 1906@outlook.es", "ana_lopez1906@outlook.es"},
		{"a blank behind a low line in capitals", "CORREO: ANA_ LOPEZ14@YAHOO.ES", "ana_lopez14@yahoo.es"},
		{"a blank among digits", "El accionante. E-mail: lopez.ana2 1@outlook.es", "lopez.ana21@outlook.es"},
		{"provider misread, its point lost", "El accionante. Correo: lopez .ana61 @ vahoo es", "lopez.ana61@yahoo.es"},
		{"a blank before its point", "CORREO: LOPEZA202@OLTLOOK .COM", "lopeza202@outlook.com"},
		{"a provider that is a word of a sentence", "El correo fue gemelo con el otro", ""},
		{"no provider", "ana@juridica-lopez.com.co;", "ana@juridica-lopez.com.co"},
		{"of the other side", "La accionada: notificaciones@nuevaeps.com.co", ""},
		{"its school misread", "Correo: ana.lopez@misena.cdu.co", "ana.lopez@misena.edu.co"},
		{"of the other side, misread", "notificacrones@educacion.com", ""},
		{"an @ alone", "10 @ 20", ""},
		{"its end read twice, once with a 6 for the sign", "El accionante. Correo electrónico analopez7306 30@gmail.com", "analopez730@gmail.com"},
		{"an accent", "Correo: anasuáréz8@yahoo.com", "anasuarez8@yahoo.com"},
	} {
		if got := believed(Pattern{}, field.Email, c.text); got != c.want {
			t.Errorf("%s: got %q, want %q", c.rule, got, c.want)
		}
	}
}

func TestPatternNIT(t *testing.T) {
	for _, c := range []struct{ rule, text, want string }{
		{"check digit right", "NIT 900.156.264-2", "9001562642"},
		{"without the word", "sociedad 800251440-6", "8002514406"},
		{"check digit wrong", "sociedad 800251440-7", ""},
		{"telephone", "tel. 320 555 1122", ""},
	} {
		if got := believed(Pattern{}, field.NIT, c.text); got != c.want {
			t.Errorf("%s: got %q, want %q", c.rule, got, c.want)
		}
	}
}

func TestPatternAddressAndPhone(t *testing.T) {
	for _, c := range []struct {
		rule  string
		field field.Field
		text  string
		want  string
	}{
		{"street", field.PlaintiffAddress, "El accionante: Calle 45 # 12-30, barrio San José, Cali. Correo: x", "Calle 45 # 12-30, barrio San José, Cali"},
		{"ends at the telephone", field.PlaintiffAddress, "La accionante en la Cra. 7 No. 12-30 Apto 301 tel. 300 123 4567", "Cra. 7 No. 12-30 Apto 301"},
		{"of the other side", field.DefendantAddress, "La accionada: Carrera 85K No. 46A-66 de Bogotá", "Carrera 85K No. 46A-66 de Bogotá"},
		{"rural", field.PlaintiffAddress, "El accionante en la Vereda El Carmen, finca La Esperanza", "Vereda El Carmen, finca La Esperanza"},
		{"mobile", field.Phone, "Celular del accionante: 300-123 4567", "3001234567"},
		{"with the country", field.Phone, "Celular del accionante: 57 300 123 4567", "3001234567"},
	} {
		if got := believed(Pattern{}, c.field, c.text); got != c.want {
			t.Errorf("%s: got %q, want %q", c.rule, got, c.want)
		}
	}
}

func TestNITCheckDigit(t *testing.T) {
	for _, nit := range []string{"9001562642", "8002514406", "9003360047", "8300035647", "8901020441"} {
		if got := ident.NITCheckDigit(nit[:9]); got != nit[9] {
			t.Errorf("%s: got %c", nit, got)
		}
	}
}
