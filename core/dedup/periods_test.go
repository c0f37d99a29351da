package dedup_test

import (
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/dedup"
)

// pension asks for the instalment of one month.
const pension = `Señor
JUEZ MUNICIPAL DE TUNJA (REPARTO)

ACCIONANTE: BEATRIZ ELENA QUIROGA SANABRIA
ACCIONADO: COLPENSIONES

BEATRIZ ELENA QUIROGA SANABRIA, identificada con la cédula de ciudadanía No. 52.731.904 de Tunja, actuando en nombre propio, presento acción de tutela contra COLPENSIONES.

HECHOS

1. Soy pensionada por vejez según la Resolución 4471209 del 3 de junio de 2019 y vivo de la mesada.
2. COLPENSIONES no me consignó la mesada del mes de marzo de 2026 y en la ventanilla no dan razón.
3. Pago arriendo y no tengo otro ingreso para la comida ni para los remedios.

PRETENSIONES

1. Tutelar mi derecho fundamental al mínimo vital.
2. Ordenar a COLPENSIONES que en 48 horas pague la mesada del mes de marzo de 2026.

NOTIFICACIONES

Celular 312 468 9753, correo beatriz.quiroga@correo.example`

// TestAnotherMonthIsAnotherClaim: one letter of one person for two months is two claims.
func TestAnotherMonthIsAnotherClaim(t *testing.T) {
	const month = "del mes de marzo de 2026"
	with := func(s string) string { return strings.ReplaceAll(pension, month, s) }
	vague := strings.Replace(pension, "pague la mesada "+month, "pague lo que debe", 1)
	for _, c := range []struct {
		rule, a, b string
		want       dedup.Relation
	}{
		{"another month", pension, with("del mes de abril de 2026"), dedup.NewClaim},
		{"a month that is spelled alike", with("de junio"), with("de julio"), dedup.NewClaim},
		{"another year", pension, with("del mes de marzo de 2025"), dedup.NewClaim},
		{"no year", pension, with("del mes de marzo"), dedup.Duplicate},
		{"another month without its year", pension, with("de abril"), dedup.NewClaim},
		{"in digits", pension, with("03/2026"), dedup.Duplicate},
		{"another in digits", pension, with("04/2026"), dedup.NewClaim},
		{"year first", pension, with("del período 2026-03"), dedup.Duplicate},
		{"another, year first", pension, with("del período 2026-04"), dedup.NewClaim},
		{"in one number", pension, with("del ciclo 202603"), dedup.Duplicate},
		{"another in one number", with("del ciclo 202603"), with("del ciclo 202604"), dedup.NewClaim},
		{"one month of several", pension, with("de marzo y abril de 2026"), dedup.Duplicate},
		{"a range and its list", with("de enero a marzo de 2026"), with("de enero, febrero y marzo de 2026"), dedup.Duplicate},
		{"another range", with("de enero a marzo de 2026"), with("de abril a junio de 2026"), dedup.NewClaim},
		{"no month", pension, with("que me debe"), dedup.Duplicate},
		{"a whole day is no month", with("del 3 de marzo"), with("del 3 de marzo"), dedup.Duplicate},
		{"in the facts alone", vague, strings.Replace(vague, "marzo", "abril", 1), dedup.NewClaim},
		{"the same in the facts alone", vague, pension, dedup.Duplicate},
		{"the facts alone", pension[:strings.Index(pension, "PRETENSIONES")], pension, dedup.Duplicate},
	} {
		t.Run(c.rule, func(t *testing.T) {
			for _, sides := range [][2]string{{c.a, c.b}, {c.b, c.a}} {
				if m := compareRead(t, sides[0], sides[1]); m.Relation != c.want {
					t.Errorf("%q %.2f, want %q: parties %s, facts %s, claims %s: %q", m.Relation, m.Similarity, c.want, m.Parties.Verdict, m.Facts.Verdict, m.Claims.Verdict, dedup.Texts(m.Reasons))
				}
			}
		})
	}
}

// TestMisreadFiguresAreNoOthers: a scanner's errors in a day or number keep a duplicate of a bad copy,
// and no error of a scanner makes another day.
func TestMisreadFiguresAreNoOthers(t *testing.T) {
	// The words of a bad copy that is misread elsewhere, too.
	bad := strings.NewReplacer("farmacia", "farrnacla", "trabajar", "trahajar", "plaza", "p1aza", "copago", "cqpago", "dolor", "dolqr")
	for _, c := range []struct {
		rule  string
		pairs []string
		want  dedup.Relation
	}{
		{"a digit that looks alike", []string{"3 de junio", "8 de junio"}, dedup.Duplicate},
		{"a lost digit", []string{"19 de junio", "9 de junio"}, dedup.Duplicate},
		{"a digit of a number", []string{"4471209", "4471269"}, dedup.Duplicate},
		{"a digit of a number lost inside", []string{"4471209", "447209"}, dedup.Duplicate},
		{"another digit", []string{"3 de junio", "4 de junio"}, dedup.NewClaim},
		{"another month that looks alike in digits", []string{"3 de junio", "3 de agosto"}, dedup.NewClaim},
		{"another number", []string{"4471209", "4472318"}, dedup.NewClaim},
	} {
		t.Run(c.rule, func(t *testing.T) {
			copied := bad.Replace(strings.NewReplacer(c.pairs...).Replace(rewritable))
			if m := compareRead(t, rewritable, copied); m.Relation != c.want {
				t.Errorf("%q %.2f, want %q: facts %s, claims %s: %q", m.Relation, m.Similarity, c.want, m.Facts.Verdict, m.Claims.Verdict, dedup.Texts(m.Reasons))
			}
		})
	}
}

// TestAnotherNumberOfSamePaper replaces the number of an authorisation in a letter.
func TestAnotherNumberOfSamePaper(t *testing.T) {
	for _, c := range []struct {
		rule, a, b string
		want       dedup.Relation
	}{
		{"with zeros before it", "05470", "03812", dedup.NewClaim},
		{"another proceeding", "05001-31-03-004-2021-00419-00", "05001-31-03-004-2022-00110-00", dedup.NewClaim},
		{"another proceeding in groups", "05001 31 03 004 2021 00419 00", "05001310300420220011000", dedup.NewClaim},
		{"the proceeding in short", "05001-31-03-004-2021-00419-00", "2021-00419", dedup.Duplicate},
		{"a radicado of which a piece was read", "05001-31-03-004-2021-00419-00", "05001-31-03-x04-2021", dedup.Duplicate},
	} {
		t.Run(c.rule, func(t *testing.T) {
			a, b := strings.ReplaceAll(rewritable, "4471209", c.a), strings.ReplaceAll(rewritable, "4471209", c.b)
			if m := compareRead(t, a, b); m.Relation != c.want {
				t.Errorf("%q %.2f, want %q: facts %s, claims %s: %q", m.Relation, m.Similarity, c.want, m.Facts.Verdict, m.Claims.Verdict, dedup.Texts(m.Reasons))
			}
		})
	}
}

// TestLetterDateIsNoFact: a letter that is filed again bears another date.
func TestLetterDateIsNoFact(t *testing.T) {
	for _, pairs := range [][]string{{"Tunja, 3 de julio de 2026\n\n", "Tunja, 21 de agosto de 2026\n\n"}, {"A los 3 días del mes de julio de 2026, ", "A los 21 días del mes de agosto de 2026, "}} {
		if m := compareRead(t, pairs[0]+shortFiling, pairs[1]+shortFiling); m.Relation != dedup.Duplicate {
			t.Errorf("%q: %q %.2f: %q", pairs[1], m.Relation, m.Similarity, dedup.Texts(m.Reasons))
		}
	}
}

// TestOtherFigureBesideOthers: the words that name a figure stand next to it, and a number in words before the
// digits of a day is part of the day.
func TestOtherFigureBesideOthers(t *testing.T) {
	const letter = "HECHOS\n1. Vivo en la vereda con mi madre y mis dos hijos, en una casa de madera.\n2. FACT\n3. Desde el 12 de marzo de 2024 y otra vez desde el 9 de mayo llamo cada semana a la línea de atención y no me resuelven nada.\n" +
		"PRETENSIONES\n1. Tutelar mi derecho fundamental al buen nombre.\n2. Que se corrija la anotación en cuarenta y ocho horas."
	party := dedup.Parties{Plaintiff: "María Ruiz Soto", Cedula: "52.418.903", Defendant: "INPEC"}
	d := detector(t)
	for _, c := range []struct{ rule, fact, one, other string }{
		{"a proceeding behind a cédula", "La orden corresponde a otra cédula y al proceso N.", "27001-31-10-001-2017-01055-00", "27001-33-33-007-2018-00682-00"},
		{"an authorisation behind a cédula", "En la ventanilla anotaron mi cédula y la autorización N.", "4471209", "5528310"},
		{"a day in words and digits", "La queja fue trasladada a otra entidad el N.", "once (11) de enero de 2025", "veinte (20) de noviembre"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			filing := func(n string) dedup.Filing {
				return dedup.Filing{Type: "tutela", Text: strings.Replace(letter, "FACT", strings.Replace(c.fact, "N.", n+".", 1), 1), Parties: party}
			}
			if m := compareTexts(t, d, filing(c.one), filing(c.other)); m.Relation != dedup.NewClaim {
				t.Errorf("%q %.2f: %q", m.Relation, m.Similarity, dedup.Texts(m.Reasons))
			}
		})
	}
}
