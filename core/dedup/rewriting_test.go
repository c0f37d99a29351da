package dedup_test

import (
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/dedup"
)

// compareRead compares two texts, each with the parties that it names.
func compareRead(t testing.TB, a, b string) dedup.Match {
	t.Helper()
	d := detector(t)
	return d.Explain(d.Fingerprint(readFiling(t, "a", a)), d.Fingerprint(readFiling(t, "b", b)))
}

const rewritable = `Señor
JUEZ MUNICIPAL DE TUNJA (REPARTO)

ACCIONANTE: BEATRIZ ELENA QUIROGA SANABRIA
ACCIONADO: NUEVA EPS

BEATRIZ ELENA QUIROGA SANABRIA, identificada con la cédula de ciudadanía No. 52.731.904 de Tunja, actuando en nombre propio, presento acción de tutela contra NUEVA EPS.

HECHOS

1. Tengo 47 años y padezco artritis reumatoide desde hace años.
2. El 3 de junio de 2026 la reumatóloga me formuló adalimumab con la autorización No. 4471209.
3. El 19 de junio de 2026 a las 3:30 p.m. la farmacia negó la entrega y me pidió un copago de $ 1.250.000.
4. No puedo trabajar por el dolor de las manos y vivo de lo que vendo en la plaza.

PRETENSIONES

1. Tutelar mi derecho fundamental a la salud.
2. Ordenar a NUEVA EPS que en 48 horas entregue adalimumab.

NOTIFICACIONES

Celular 312 468 9753, correo beatriz.quiroga@correo.example

BEATRIZ ELENA QUIROGA SANABRIA
C.C. 52.731.904`

// retold says in other words what rewritable says.
const retoldByHand = `Señor juez: soy Beatriz Elena Quiroga Sanabria, cédula 52731904, de Tunja, y pongo tutela contra la Nueva EPS.

Sufro de artritis reumatoide. El 3 de junio la doctora reumatóloga me mandó adalimumab, autorización 4471209, y el 19 de junio no me lo entregaron en la farmacia; me pidieron pagar 1250000 pesos que no tengo. Con el dolor en las manos no puedo vender en la plaza.

Pido que se ordene a la Nueva EPS que me entregue el adalimumab.

Mi teléfono es 3124689753.`

// shortFiling has little beside its days and numbers.
const shortFiling = `Yo, Beatriz Elena Quiroga Sanabria, C.C. 52.731.904, presento tutela contra Nueva EPS.
El 3 de junio de 2026 el médico ordenó adalimumab. El 19 de junio de 2026 a las 3:30 p.m. la EPS negó la autorización 4471209 y pidió $ 1.250.000. Tengo 47 años y padezco artritis.
Pido que se ordene a la EPS entregue adalimumab. Celular 312 468 9753, correo b@correo.example`

// anonymous names nobody: the plaintiff is known by a telephone alone.
const anonymous = `REF: Acción de tutela contra la EPS. Interpongo acción de tutela por violación de mi derecho a la salud.
HECHOS
1. El 3 de junio de 2026 el médico ordenó adalimumab y la EPS no lo entrega, aunque Tengo 47 años y padezco artritis.
2. He ido cuatro veces a la oficina y no me dan respuesta, el 19 de junio de 2026 a las 3:30 p.m. y me pidió un copago de $ 1.250.000.
PETICIÓN
Ordenar a la EPS que entregue adalimumab.
NOTIFICACIONES
Celular 312 468 9753, correo`

// TestRewritingKeepsDuplicate: the same filing, written in another way or with fewer details.
func TestRewritingKeepsDuplicate(t *testing.T) {
	for name, pairs := range map[string][]string{
		"days without a year":        {"3 de junio de 2026", "3 de junio", "19 de junio de 2026", "19 de junio"},
		"one day without a year":     {"3 de junio de 2026", "3 de junio"},
		"days in digits":             {"3 de junio de 2026", "03/06/2026", "19 de junio de 2026", "19/06/2026"},
		"days in digits, no year":    {"3 de junio de 2026", "3/06", "19 de junio de 2026", "19/06"},
		"day spelled":                {"3 de junio de 2026", "tres (3) de junio de dos mil veintiséis (2026)"},
		"day only in words":          {"3 de junio de 2026", "tres de junio de dos mil veintiséis"},
		"sum without points":         {"$ 1.250.000", "$1250000"},
		"sum in thousands":           {"$ 1.250.000", "1.250 mil pesos"},
		"sum in millions":            {"$ 1.250.000", "1,25 millones de pesos"},
		"sum with cents":             {"$ 1.250.000", "$ 1.250.000,00 M/cte"},
		"no sum":                     {" y me pidió un copago de $ 1.250.000", ""},
		"no time":                    {" a las 3:30 p.m.", ""},
		"24 hours time":              {"3:30 p.m.", "15:30"},
		"no age":                     {"Tengo 47 años y padezco", "Padezco"},
		"dose":                       {"adalimumab", "adalimumab ampolla 40 mg"},
		"dose in the request":        {"entregue adalimumab", "entregue adalimumab solución inyectable de 40 mg/0,8 ml cada catorce días por seis meses"},
		"dose of more digits":        {"adalimumab", "adalimumab 500 mg"},
		"telephone in one piece":     {"312 468 9753", "3124689753"},
		"telephone with hyphens":     {"312 468 9753", "312-468-9753"},
		"telephone with country":     {"312 468 9753", "+57 312 468 97 53"},
		"telephone with parentheses": {"312 468 9753", "(312) 4689753"},
		"telephone with points":      {"312 468 9753", "312.468.97.53"},
		"no telephone":               {"Celular 312 468 9753, correo", "Correo"},
		"cédula in one piece":        {"52.731.904", "52731904"},
		"cédula with blanks":         {"52.731.904", "52 731 904"},
		"cédula with hyphens":        {"52.731.904", "52-731-904"},
		"authorisation in groups":    {"4471209", "447-1209"},
		"authorisation with blanks":  {"4471209", "447 1209"},
		"authorisation with points":  {"4471209", "4.471.209"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, base := range []string{rewritable, retoldByHand, shortFiling, anonymous} {
				changed := base
				if base == retoldByHand {
					changed = rewritable
				}
				if base == anonymous && name == "no telephone" {
					continue // then nothing says who files it
				}
				changed = strings.NewReplacer(pairs...).Replace(changed)
				for _, sides := range [][2]string{{base, changed}, {changed, base}} {
					if m := compareRead(t, sides[0], sides[1]); m.Relation != dedup.Duplicate {
						t.Errorf("%q %.2f: parties %s, facts %s, claims %s: %+v", m.Relation, m.Similarity, m.Parties.Verdict, m.Facts.Verdict, m.Claims.Verdict, dedup.Texts(m.Reasons))
					}
				}
			}
		})
	}
}

// TestOtherDetailsAreOthers: what differs in a particular that names a case or a person.
func TestOtherDetailsAreOthers(t *testing.T) {
	for name, c := range map[string]struct {
		base  string
		pairs []string
	}{
		"telephone":                                 {anonymous, []string{"312 468 9753", "322 468 1100"}},
		"telephone that begins alike":               {anonymous, []string{"312 468 9753", "312 468 1100"}},
		"telephone that begins alike, with hyphens": {strings.ReplaceAll(anonymous, "312 468 9753", "312-468-9753"), []string{"312-468-9753", "312-468-1100"}},
		"telephone that begins alike, in pairs":     {strings.ReplaceAll(anonymous, "312 468 9753", "312 468 97 53"), []string{"97 53", "11 00"}},
		"telephone in two groups":                   {strings.ReplaceAll(anonymous, "312 468 9753", "312 4689753"), []string{"4689753", "4681100"}},
		"landline":                                  {strings.ReplaceAll(anonymous, "Celular 312 468 9753", "Teléfono 742 11 88"), []string{"11 88", "30 45"}},
		"drug":                                      {rewritable, []string{"adalimumab", "tocilizumab"}},
		"drug of one dose":                          {strings.ReplaceAll(rewritable, "adalimumab", "adalimumab ampolla 40 mg"), []string{"adalimumab", "tocilizumab"}},
		"person":                                    {rewritable, []string{"BEATRIZ ELENA QUIROGA SANABRIA", "GLORIA INÉS PARRA DUQUE", "52.731.904", "41.220.518", "312 468 9753", "315 220 4417", "beatriz.quiroga", "gloria.parra"}},
		"defendant":                                 {rewritable, []string{"NUEVA EPS", "SANITAS EPS"}},
		"days and authorisation":                    {rewritable, []string{"3 de junio", "5 de marzo", "19 de junio", "28 de marzo", "4471209", "5528310"}},
	} {
		t.Run(name, func(t *testing.T) {
			if m := compareRead(t, c.base, strings.NewReplacer(c.pairs...).Replace(c.base)); m.Relation == dedup.Duplicate {
				t.Errorf("%q %.2f: parties %s, facts %s, claims %s: %q", m.Relation, m.Similarity, m.Parties.Verdict, m.Facts.Verdict, m.Claims.Verdict, dedup.Texts(m.Reasons))
			}
		})
	}
}

// TestEqualTextIsDuplicate: white space and signs make no other text, even if other parties were read from it.
func TestEqualTextIsDuplicate(t *testing.T) {
	spaced := strings.NewReplacer("312 468 9753", "3124689753", "\n\n", "\n", " ", "  ", ".", "", ",", " ;").Replace(rewritable)
	for name, parties := range map[string]dedup.Parties{
		"the plaintiff":         {Plaintiff: "Beatriz Elena Quiroga Sanabria", Cedula: "52731904", Defendant: "Nueva EPS"},
		"nobody":                {},
		"a word of the address": {Plaintiff: "Nueva Eps Tunja", Defendant: "Juez Municipal"},
		"another defendant":     {Plaintiff: "Beatriz Elena Quiroga Sanabria", Defendant: "Sanitas EPS"},
	} {
		t.Run(name, func(t *testing.T) {
			m := compareTexts(t, detector(t), readFiling(t, "a", rewritable), dedup.Filing{Type: "tutela", Text: spaced, Parties: parties})
			if m.Relation != dedup.Duplicate || m.Similarity != 1 {
				t.Errorf("%q %.2f: %q", m.Relation, m.Similarity, dedup.Texts(m.Reasons))
			}
		})
	}
	t.Run("another person, whom a clerk typed in", func(t *testing.T) {
		typed := dedup.Filing{Type: "tutela", Text: spaced, Parties: dedup.Parties{Plaintiff: "Gloria Inés Parra Duque", Cedula: "41220518", Defendant: "Nueva EPS"}}
		if m := compareTexts(t, detector(t), readFiling(t, "a", rewritable), typed); m.Relation == dedup.Duplicate {
			t.Errorf("%.2f: %q", m.Similarity, dedup.Texts(m.Reasons))
		}
	})
}
