package dedup

import (
	"fmt"
	"strings"
	"testing"
)

func TestFiguresDoNotDependOnTheirWriting(t *testing.T) {
	for _, c := range []struct{ rule, text, want string }{
		{"a day in words", "el 12 de marzo de 2024", "day 20240312"},
		{"a day of the year", "el 5 de enero del año 2023", "day 20230105"},
		{"a day spelled twice", "doce (12) de marzo de dos mil veinticuatro (2024)", "day 20240312"},
		{"a day with bars", "el 12/03/2024", "day 20240312"},
		{"a short day", "12-3-24", "day 20240312"},
		{"year first", "2024-03-12", "day 20240312"},
		{"a day without a year", "el 12 de marzo, cuando", "day 312"},
		{"misread digits", "el l2 de marzo de 2O24", "day 20240312"},
		{"no such day", "45/13/2024", ""},
		{"a sum with points", "por $1.250.000 pesos", "number 1250000"},
		{"a sum with an apostrophe", "1'250.000 pesos", "number 1250000"},
		{"a sum with cents", "$ 1.250.000,00", "number 1250000"},
		{"a solid sum", "$1250000", "number 1250000"},
		{"an order", "orden No. 88412", "number 88412"},
		{"a cédula", "C.C. No. 52.418.903 de Cali", "person 52418903"},
		{"a spaced cédula", "cédula 52 418 903", "person 52418903"},
		{"a telephone", "celular 3104567890", "person 3104567890"},
		{"a telephone in groups", "cel. 310 456 7890", "person 3104567890"},
		{"a telephone with hyphens", "310-456-7890", "person 3104567890"},
		{"a telephone in pairs", "310 456 78 90 o 315 222 11 33", "person 3104567890, person 3152221133"},
		{"a telephone in two groups", "310 4567890, 3154567890", "person 3104567890, person 3154567890"},
		{"a telephone in parentheses", "(310) 456-7890", "person 3104567890"},
		{"a telephone with points", "310.456.78.90", "person 3104567890"},
		{"a telephone with its country", "+57 310 456 7890, 57 3154567890, 573164567890", "person 3104567890, person 3154567890, person 3164567890"},
		{"a landline in groups", "teléfono 742 11 88", "person 7421188"},
		{"a cédula with hyphens", "C.C. 52-418-903", "person 52418903"},
		{"a cédula behind a paper's word, and behind one like it", "proceso 79.305.114, el procesado 79.305.114", "number 79305114, person 79305114"},
		{"an authorisation in groups", "autorización No. 447-1209", "number 4471209"},
		{"an authorisation with blanks", "autorización No. 447 1209", "number 4471209"},
		{"a quantity after a number", "orden 4471 500 mg", "number 4471, number 500"},
		{"the year of a number", "oficio 1234-2026", "number 1234"},
		{"a radicado", "proceso 05001-31-03-004-2021-00419-00, 05001 31 03 004 2021 00419 00, 05001310300420210041900, 050013103004202100419, 2021-00419",
			"number 202100419, number 202100419, number 202100419, number 202100419, number 202100419"},
		{"a radicado with dashes, over two lines", "acción No. 19001 – 40 – 88 – 045\n– 2022 – 00726 – 00, ajena", "number 202200726"},
		{"the check digit of a NIT", "NIT 900.123.456-7, NIT 900123456-7", "number 900123456, number 900123456"},
		{"an address", "carrera 9 # 14-22", ""},
		{"a norm is no fact", "Ley 1755 de 2015, Decreto 2591 de 1991, artículo 229, sentencia T-760 de 2008", ""},
		{"a year alone is no fact", "desde 2019", ""},
		{"small numbers are no facts", "hace 15 días, 20 mg", ""},
		{"a sum in thousands", "850 mil pesos, 1.250 mil pesos, $850 mil", "number 850000, number 1250000, number 850000"},
		{"a sum in millions", "1,25 millones de pesos, 1.5 millones de pesos, 2 millones de pesos", "number 1250000, number 1500000, number 2000000"},
		{"a sum in words", "ochocientos cincuenta mil pesos", "number 850000"},
		{"a sum in words and digits", "un millón doscientos cincuenta mil pesos ($1.250.000)", "number 1250000, number 1250000"},
		{"a sum in digits and words", "1 millón 250 mil pesos; dos mil tres millones de pesos", "number 1250000, number 2003000000"},
		{"thousands of other things", "cinco mil usuarios y mil metros", ""},
		{"a few pesos", "cien pesos", ""},
		{"a day in words", "el tres de junio de dos mil veintiséis; el treinta y uno de mayo", "day 603, day 531"},
		{"the first of a month", "el 1o de marzo de 2024, el 1º de abril, el primero de mayo", "day 20240301, day 401, day 501"},
		{"a day before a number that is no year", "el 12 de marzo cobró 1250 pesos", "day 312, number 1250"},
		{"a month", "la mesada de marzo de 2026, la de abril", "period 202603, period 4"},
		{"a month in digits", "mesadas 03/2026 y 2026-04, ciclo 202605", "period 202603, period 202604, period 202605"},
		{"no month in digits", "oficio 03-2026, resolución 202605", "number 202605"},
		{"a list of months", "los meses de enero, febrero y marzo de 2026", "period 202601, period 202602, period 202603"},
		{"a range of months", "de enero a abril de 2026, noviembre de 2025 hasta enero de 2026", "period 202601, period 202602, period 202603, period 202604, period 202511, period 202512, period 202601"},
		{"a range in digits", "períodos 01/2026 a 03/2026", "period 202601, period 202602, period 202603"},
		{"a number of a norm after No.", "Resolución 12345, Ley No. 1437", "number 12345"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			r := taken(c.text)
			var got []string
			for _, f := range r.figures {
				got = append(got, fmt.Sprintf("%s %d", [...]string{number: "number", day: "day", person: "person", period: "period"}[f.kind], f.value))
			}
			if s := strings.Join(got, ", "); s != c.want {
				t.Errorf("figures of %q are %q, want %q", c.text, s, c.want)
			}
		})
	}
}

func TestSections(t *testing.T) {
	names := [...]string{head: "head", facts: "facts", claims: "claims", law: "law", formal: "formal", contact: "contact"}
	for _, c := range []struct{ rule, text, want string }{
		{"none", "Señor juez, presento tutela.", "head"},
		{"a request without its heading", "HECHOS\n\nUno.\n\nPRIMERO: Que se ordene lo pedido.", "facts claims"},
		{"a request under a heading of law", "DERECHOS CONCULCADOS\n\n1. Que se restablezca el servicio.", "law claims"},
		{"a request whose verb stands far behind", "HECHOS\n\nUno.\n\n2. Que en un plazo de cuarenta y ocho horas se haga llegar lo formulado.", "facts claims"},
		{"a request of the defendant by name", "HECHOS\n\nUno.\n\n- Que Salud Total asuma el traslado.", "facts claims"},
		{"a fact after que", "HECHOS\n\n1. Que el informe lo entregó el médico y no se pudo pagar.\n2. Que mi hijo pidió que se autorice el examen.", "facts"},
		{"what was done", "HECHOS\n\n1. Declare ante la Personeria.\n2. Pagué la cuota.\n3. Que entregué los papeles.", "facts"},
		{"a line in capitals in the middle of a sentence", "HECHOS\n\nLA EPS NO QUISO\nAUTORIZAR LA CIRUGÍA.", "facts"},
		{"a request in capitals", "HECHOS\n\nUNO.\nQUE SE AUTORICE LA CIRUGÍA.", "facts claims"},
		{"a heading in words of its own", "HECHOS\n\nUno.\n\nLO QUE PIDO\n\nDos.", "facts claims"},
		{"a line that begins with a request in the middle of a sentence", "HECHOS\n\nPor eso voy a\nordenar mis papeles.", "facts"},
		{"headings on lines of their own", "Señor juez\n\nHECHOS\n\nUno.\n\nPRETENSIONES\n\nDos.", "head facts claims"},
		{"numbered", "Juez\nI. HECHOS\nUno.\nII. FUNDAMENTOS DE DERECHO\nArt. 86\n3. NOTIFICACIONES\nCalle 5", "head facts law contact"},
		{"in small letters", "Juez\n\nHechos:\n\nUno.\n\nPeticiones\n\nDos.", "head facts claims"},
		{"run on, with colons", "Señor juez HECHOS: Estoy enfermo. PRETENSIONES: Que me atiendan. JURAMENTO: No hay otra.", "head facts claims formal"},
		{"grounds of fact are facts", "Juez\n\nFUNDAMENTOS FÁCTICOS\n\nUno.\n\nFUNDAMENTOS DE DERECHO\n\nDos.", "head facts law"},
		{"a letter misread", "Juez\n\nHECH0S\n\nUno.\n\nPRETENSI0NFS\n\nDos.\n\nN0TIFICACIONES\n\nCalle", "head facts claims contact"},
		{"a label is no heading", "Juez\nDERECHOS: salud y vida\n\nHECHOS\n\nUno.", "head facts"},
		{"a word in a sentence is no heading", "Los hechos son estos. Las pretensiones serán negadas por improcedentes, dijo el accionado.", "head"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			var got []string
			last := 0
			for _, p := range taken(c.text).parts {
				if p.start != last {
					t.Fatalf("%d follows %d", p.start, last)
				}
				last = p.end
				got = append(got, names[p.part])
			}
			if last != len(c.text) {
				t.Errorf("ends at %d of %d", last, len(c.text))
			}
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("parts %q, want %q", s, c.want)
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	f.Add("HECHOS\n\nEl 12 de marzo de 2024 pagué $1.250.000.\n\nPRETENSIONES: una")
	f.Add("1.1.1.1.1/1/1-1-1 de de enero\xff")
	f.Fuzz(func(t *testing.T, s string) {
		r := taken(s)
		for _, g := range r.figures {
			if g.start < 0 || g.end > len(r.text) || g.start >= g.end {
				t.Fatalf("figure at %d–%d of %d bytes", g.start, g.end, len(s))
			}
		}
		last := 0
		for _, p := range r.parts {
			if p.start != last || p.end < p.start {
				t.Fatalf("part %d–%d after %d", p.start, p.end, last)
			}
			last = p.end
		}
		if last != len(r.text) {
			t.Fatalf("parts end at %d of %d", last, len(r.text))
		}
	})
}

// taken takes a text apart as Fingerprint does.
func taken(s string) *reading {
	r := new(reading)
	r.read(s)
	return r
}
