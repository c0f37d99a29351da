package dedup_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/dedup"
)

// dayLetter has the day of a fact for %day and the day of the letter for %letter.
const dayLetter = `%head
Señor JUEZ MUNICIPAL DE NEIVA (REPARTO)
HERNÁN TOVAR CERQUERA, identificado con la cédula de ciudadanía No. 7.689.114, interpongo acción de tutela contra SALUD ANDINA EPS S.A.S.
HECHOS
%day el ortopedista me ordenó una cirugía de cadera en la Clínica del Valle.
2. El 23 de febrero de 2026 la EPS negó la cirugía con el argumento de que no hay agenda.
3. Vivo con mi hermana, que me ayuda a caminar. %today
PRETENSIONES
Que se ordene a la EPS programar la cirugía de cadera en un término de 48 horas.
HERNÁN TOVAR CERQUERA
%foot`

func dayFiling(day, head, today, foot string) string {
	return strings.NewReplacer("%day", day, "%head", head, "%today", today, "%foot", foot).Replace(dayLetter)
}

// notations write one day of January 2026 in the ways of letters; %d is the day, %w the day in words.
var notations = []string{
	"1. El %d de enero de 2026", "1. Enero %d de 2026", "PRIMERO. Enero %d de 2026", "1. El %w de enero", "1. El %w (%d) de enero de dos mil veintiséis (2026)",
	"1. El %d ene. 2026", "1. El %d-ENE-26", "1. El %d/01/2026", "1. El 2026/01/%d", "1. El %d ene 2026", "1) Enero %d", "El día %d del mes de enero del año en curso",
	"Enero %d/2026", "enero %d 2026", "a) El %d de enero",
}

var dayWords = map[string]string{"14": "catorce", "22": "veintidós", "29": "veintinueve", "31": "treinta y uno"}

func notation(t *rapid.T, label, day string) string {
	return strings.NewReplacer("%d", day, "%w", dayWords[day]).Replace(rapid.SampledFrom(notations).Draw(t, label))
}

// One day is the same in all notations, and another day another.
func TestDaysInAllNotations(t *testing.T) {
	d := detector(t)
	rapid.Check(t, func(t *rapid.T) {
		days := []string{"14", "22", "29", "31"} // no two of which a scanner takes for each other
		first := rapid.SampledFrom(days).Draw(t, "first")
		second := rapid.SampledFrom(days).Draw(t, "second")
		want := dedup.NewClaim
		if first == second {
			want = dedup.Duplicate
		}
		left, right := notation(t, "left", first), notation(t, "right", second)
		parties := dedup.Parties{Plaintiff: "Hernán Tovar Cerquera", Cedula: "7689114", Defendant: "Salud Andina EPS S.A.S."}
		a := dedup.Filing{Type: "tutela", Text: dayFiling(left, "", "", ""), Parties: parties}
		b := dedup.Filing{Type: "tutela", Text: dayFiling(right, "", "", ""), Parties: parties}
		if m := d.Explain(d.Fingerprint(a), d.Fingerprint(b)); m.Relation != want {
			t.Errorf("%q and %q: %q, want %q: %q", left, right, m.Relation, want, dedup.Texts(m.Reasons))
		}
	})
}

// The day on which a letter was written or filed counts never, wherever it stands.
func TestDayOfLetterIsNoFact(t *testing.T) {
	d := detector(t)
	for _, places := range [][3]string{
		{"Piedecuesta, %d de abril de 2026", "", ""}, {"Piedecuesta %d de abril", "", ""}, {"", "", "Piedecuesta %d de abril de 2026"}, {"", "", "Garzon Huila abril %d 2026"},
		{"", "Hasta hoy %d de abril no hay respuesta.", ""}, {"", "A hoy, %d de abril, sigo igual.", ""}, {"", "Presento esta tutela el %d de abril de 2026.", ""},
		{"", "Hoy, Abril %d de 2026, radico la presente tutela.", ""}, {"[sello: RECIBIDO %d ABR 2026]", "", ""}, {"", "", "Dado en Neiva, a los %d días del mes de abril de 2026."},
		{"NEIVA ABRIL %d DEL 2026", "", ""}, {"Neiva, Abril %d de 2026", "", ""},
	} {
		of := func(day string) dedup.Filing {
			in := func(s string) string { return strings.ReplaceAll(s, "%d", day) }
			return readFiling(t, day, dayFiling("1. El 15 de enero de 2026", in(places[0]), in(places[1]), in(places[2])))
		}
		if m := compareTexts(t, d, of("14"), of("20")); m.Relation != dedup.Duplicate {
			t.Errorf("%q: %q %.2f: %q", places, m.Relation, m.Similarity, dedup.Texts(m.Reasons))
		}
	}
	for _, fact := range []string{"La EPS presentó respuesta el %d de abril de 2026.", "En resolución de fecha %d de abril de 2026 dijo que no.", "Fui dado de alta el %d de abril de 2026."} {
		of := func(day string) dedup.Filing {
			return readFiling(t, day, dayFiling("1. El 15 de enero de 2026", "", strings.ReplaceAll(fact, "%d", day), ""))
		}
		if m := compareTexts(t, d, of("14"), of("20")); m.Relation != dedup.NewClaim {
			t.Errorf("%q is a fact: %q %.2f", fact, m.Relation, m.Similarity)
		}
	}
}
