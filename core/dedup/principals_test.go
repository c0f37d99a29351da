package dedup_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/ner"
)

var ensemble = sync.OnceValues(func() (*ner.Ensemble, error) { return ner.NewEnsemble(ner.DefaultConfig()) })

// readFiling returns a filing with the parties that its text names.
func readFiling(t testing.TB, id, text string) dedup.Filing {
	t.Helper()
	e, err := ensemble()
	if err != nil {
		t.Fatal(err)
	}
	found, err := e.ExtractContext(context.Background(), text)
	if err != nil {
		t.Fatal(err)
	}
	return dedup.Filing{ID: id, Type: "tutela", Text: text, Parties: found.Parties()}
}

// family is a filing of one who needs the therapies.
const family = `Señor
JUEZ MUNICIPAL DE TUNJA (REPARTO)

REFERENCIA: ACCIÓN DE TUTELA
ACCIONANTE: %PLAINTIFF%
ACCIONADO: EPS CAMINO SALUD S.A.S.

%OPENING%, interpongo acción de tutela contra la EPS CAMINO SALUD S.A.S. por la vulneración del derecho fundamental a la salud, con base en los siguientes

HECHOS

1. La EPS suspendió el 3 de febrero de 2026 el transporte a las terapias en Bogotá.
2. Las terapias fueron ordenadas por el médico tratante, tres veces por semana.
3. El grupo familiar no tiene con qué pagar los pasajes.
4. La EPS respondió que el transporte no está en el plan de beneficios.

PRETENSIONES

Ordenar a la EPS que en 48 horas restablezca el transporte de ida y vuelta a las terapias.

NOTIFICACIONES: %MAIL%@correo.example, carrera 9 # 14-22 de Tunja.

%SIGNED%`

func familyFiling(plaintiff, opening, mail, signed string) string {
	return strings.NewReplacer("%PLAINTIFF%", plaintiff, "%OPENING%", opening, "%MAIL%", mail, "%SIGNED%", signed).Replace(family)
}

// TestTwoPlaintiffsOfOneFiler: a person who files for herself and for another files for two people.
func TestTwoPlaintiffsOfOneFiler(t *testing.T) {
	mother, father, lawyer := "ROSALBA PINEDA CÁCERES", "HERNÁN ALDANA BUITRAGO", "NATALIA OCHOA VILLEGAS"
	own := func(name, number, mail string) string {
		return familyFiling(name, name+", mayor de edad, identificada con la cédula de ciudadanía No. "+number+" de Tunja, actuando en nombre propio", mail, name+"\nC.C. "+number+" de Tunja")
	}
	ofMother, ofFather, ofLawyer := own(mother, "40.218.773", "rosalba.pineda"), own(father, "7.164.902", "hernan.aldana"), own(lawyer, "1.049.611.320", "n.ochoa")
	for name, pair := range map[string][2]string{
		"mother and son": {ofMother, familyFiling("MATEO PINEDA ROJAS, menor de edad, representado por su madre "+mother,
			mother+", mayor de edad, identificada con la cédula de ciudadanía No. 40.218.773 de Tunja, actuando en representación de mi hijo menor de edad MATEO PINEDA ROJAS, identificado con la tarjeta de identidad No. 1.020.304.050",
			"rosalba.pineda", mother+"\nC.C. 40.218.773 de Tunja")},
		"mother and son without a number": {ofMother, familyFiling("MATEO PINEDA ROJAS, menor de edad, representado por su madre "+mother,
			mother+", mayor de edad, identificada con la cédula de ciudadanía No. 40.218.773 de Tunja, actuando en representación de mi hijo menor de edad MATEO PINEDA ROJAS",
			"rosalba.pineda", mother+"\nC.C. 40.218.773 de Tunja")},
		"mother taken for the plaintiff": {ofMother, familyFiling(mother,
			mother+", mayor de edad, identificada con la cédula de ciudadanía No. 40.218.773 de Tunja, actuando en nombre y representación de mi hijo MATEO PINEDA ROJAS",
			"rosalba.pineda", mother+"\nC.C. 40.218.773 de Tunja")},
		"father and daughter": {ofFather, familyFiling("LUCÍA ALDANA ROA",
			father+", identificado con la cédula de ciudadanía No. 7.164.902 de Tunja, actuando como agente oficioso de mi hija LUCÍA ALDANA ROA, con registro civil 1.053.220.118",
			"hernan.aldana", father+"\nC.C. 7.164.902 de Tunja")},
		"lawyer and client": {ofLawyer, familyFiling("CARLOS ARTURO MESA TORO",
			lawyer+", abogada, identificada con la cédula de ciudadanía No. 1.049.611.320 de Tunja, obrando como apoderada judicial de CARLOS ARTURO MESA TORO, con cédula 79.240.118",
			"n.ochoa", lawyer+"\nC.C. 1.049.611.320 de Tunja")},
	} {
		t.Run(name, func(t *testing.T) {
			forSelf, forOther := readFiling(t, "a", pair[0]), readFiling(t, "b", pair[1])
			unread := func(f dedup.Filing) dedup.Filing { f.Parties = dedup.Parties{}; return f }
			filer := forOther
			filer.Parties.Plaintiff, filer.Parties.Cedula = forSelf.Parties.Plaintiff, forSelf.Parties.Cedula
			for kind, sides := range map[string][2]dedup.Filing{
				"read": {forSelf, forOther}, "unread": {unread(forSelf), unread(forOther)}, "the filer taken for the plaintiff": {forSelf, filer},
			} {
				for range 2 {
					sides[0], sides[1] = sides[1], sides[0]
					if m := compareTexts(t, detector(t), sides[0], sides[1]); m.Relation != dedup.Mass || m.Parties.Verdict != dedup.Different {
						t.Errorf("%s: %q %.2f, parties %s: %q", kind, m.Relation, m.Similarity, m.Parties.Verdict, dedup.Texts(m.Reasons))
					}
				}
			}
			for _, f := range []dedup.Filing{forSelf, forOther, filer} {
				edited := f
				edited.Text = strings.NewReplacer("Bogotá", "la capital", "El grupo familiar", "La familia").Replace(f.Text)
				if m := compareTexts(t, detector(t), f, edited); m.Relation != dedup.Duplicate {
					t.Errorf("a copy: %q %.2f, parties %s: %q", m.Relation, m.Similarity, m.Parties.Verdict, dedup.Texts(m.Reasons))
				}
			}
			for _, read := range []dedup.Filing{forOther, filer} {
				if m := compareTexts(t, detector(t), forOther, read); m.Relation != dedup.Duplicate {
					t.Errorf("one paper, read as %q: %q %.2f, parties %s: %q", read.Parties.Plaintiff, m.Relation, m.Similarity, m.Parties.Verdict, dedup.Texts(m.Reasons))
				}
			}
		})
	}
}

// TestClientsOfOneLawyer: the number, the address and the telephone that two papers share may be those of the lawyer,
// whose clients may have names in common. Without numbers of their own they are no repetition.
func TestClientsOfOneLawyer(t *testing.T) {
	const lawyer = "CARLOS ANDRÉS MEJÍA TORO"
	filing := func(client string) dedup.Filing {
		return readFiling(t, client, familyFiling(client, lawyer+", abogado, con C.C. 79.482.668 y T.P. 123.456 del C. S. de la J., apoderado de "+client,
			"carlosmejia.abogado", lawyer+"\nC.C. 79.482.668\nT.P. 123.456\nCelular 310 123 4567"))
	}
	mother, daughter := filing("MARÍA ELENA RUIZ SOTO"), filing("MARÍA ELENA RUIZ PRADO")
	if m := compareTexts(t, detector(t), mother, daughter); m.Relation == dedup.Duplicate {
		t.Errorf("two clients: %.2f, %q", m.Similarity, dedup.Texts(m.Reasons))
	}
	again := mother
	again.ID = "again"
	if m := compareTexts(t, detector(t), mother, again); m.Relation != dedup.Duplicate {
		t.Errorf("the same client again: %q %.2f, %q", m.Relation, m.Similarity, dedup.Texts(m.Reasons))
	}
}

// TestPersonOfWhomThePaperIs: the head and the facts name whom a paper is about, in words that no
// list has. One letter about two people is of two parties, whatever else both share.
func TestPersonOfWhomThePaperIs(t *testing.T) {
	const mother = "ROSALBA PINEDA CÁCERES"
	about := func(words, name, others string) string {
		given, _, _ := strings.Cut(name, " ")
		text := familyFiling(mother, mother+", mayor de edad, identificada con la cédula de ciudadanía No. 40.218.773 de Tunja, "+words+" "+name, "rosalba.pineda", mother+"\nC.C. 40.218.773 de Tunja")
		return strings.NewReplacer("El grupo familiar", "La familia de "+given, "de Tunja.\n\n", "de Tunja"+others+".\n\n").Replace(text)
	}
	for _, words := range []string{"en ejercicio de la patria potestad sobre", "quien vela por", "en razón de lo que le sucede a", "con ocasión del estado de", "en representación de"} {
		for _, others := range []string{"", ", teléfono 312 468 9753"} {
			for _, pair := range [][2]string{{"SAMUEL PINEDA ROJAS", "VALERIA PINEDA ROJAS"}, {"Matilde Caicedo Rentería", "Anselmo Obregón Mina"}} {
				a, b := readFiling(t, "a", about(words, pair[0], others)), readFiling(t, "b", about(words, pair[1], others))
				a.Parties.Plaintiff, b.Parties.Plaintiff = mother, mother
				for range 2 {
					if m := compareTexts(t, detector(t), a, b); m.Relation != dedup.Mass || m.Parties.Verdict != dedup.Different {
						t.Errorf("%q, %q%s: %q %.2f, parties %s: %q", words, pair, others, m.Relation, m.Similarity, m.Parties.Verdict, dedup.Texts(m.Reasons))
					}
					a, b = b, a
				}
				edited := a
				edited.Text = strings.NewReplacer("Bogotá", "la capital", pair[0], strings.Replace(pair[0], "ER", "FR", 1)).Replace(a.Text)
				if m := compareTexts(t, detector(t), a, edited); m.Relation != dedup.Duplicate {
					t.Errorf("a copy of %q%s: %q %.2f, parties %s: %q", words, others, m.Relation, m.Similarity, m.Parties.Verdict, dedup.Texts(m.Reasons))
				}
			}
		}
	}
}

// TestOneMoreDefendantIsNoOtherPerson: who is accused beside the others is named in the head and
// the facts, too. Extraction may have missed them.
func TestOneMoreDefendantIsNoOtherPerson(t *testing.T) {
	const name = "ROSALBA PINEDA CÁCERES"
	text := familyFiling(name, name+", mayor de edad, identificada con la cédula de ciudadanía No. 40.218.773 de Tunja, actuando en nombre propio", "rosalba.pineda", name+"\nC.C. 40.218.773 de Tunja")
	for _, other := range []string{"el Hospital San Rafael", "la Clínica Medilaser", "la Secretaría de Salud de Boyacá", "Servisalud Quindío", "el doctor Efraín Monsalve Rueda", "Óptica Visión Total"} {
		more := strings.NewReplacer("contra la EPS CAMINO SALUD S.A.S.", "contra la EPS CAMINO SALUD S.A.S. y "+other, "4. La EPS", "4. También "+other+" negó la atención. La EPS").Replace(text)
		a, b := readFiling(t, "a", text), readFiling(t, "b", more)
		a.Parties.Defendant, b.Parties.Defendant = "EPS CAMINO SALUD S.A.S.", "EPS CAMINO SALUD S.A.S."
		if m := compareTexts(t, detector(t), a, b); m.Relation != dedup.Duplicate {
			t.Errorf("with %s: %q %.2f, parties %s: %q", other, m.Relation, m.Similarity, m.Parties.Verdict, dedup.Texts(m.Reasons))
		}
	}
}

// TestNumbersOfWhoFiles: a sister files again for her brother with her own number, or with his misread.
func TestNumbersOfWhoFiles(t *testing.T) {
	const about = "%s\n\nHECHOS\n1. El 8 de marzo de 2025 el médico de sanidad ordenó una cirugía de hernia.\n2. El 19 de mayo de 2025 se perdió la cita, pues no hubo guardia.\n" +
		"3. El 6 de junio de 2025 sanidad contestó que no hay contrato.\n\nPRETENSIONES\nOrdenar a la cárcel que programe la cirugía de hernia y la remisión."
	filing := func(head, cedula string) dedup.Filing {
		return dedup.Filing{Type: "tutela", Text: strings.Replace(about, "%s", head, 1),
			Parties: dedup.Parties{Plaintiff: "WILSON DARÍO ARGÜELLO RANGEL", Cedula: cedula, Defendant: "INPEC"}}
	}
	own := filing("WILSON DARÍO ARGÜELLO RANGEL, cédula 91.517.288, contra el INPEC.", "91517288")
	const sister = "NUBIA ARGÜELLO RANGEL, c.c. 63.492.015, como agente oficiosa de WILSON DARÍO ARGÜELLO RANGEL"
	for rule, c := range map[string]struct {
		other dedup.Filing
		want  dedup.Relation
	}{
		"her number alone":       {filing(sister+", contra el INPEC. Cel. 317 555 0108", ""), dedup.Duplicate},
		"his misread, hers read": {filing(sister+", c.c. 91.517.238, contra el INPEC.", "63492015"), dedup.Duplicate},
		"a namesake":             {filing("WILSON DARÍO ARGÜELLO RANGEL, cédula 13.904.551, contra el INPEC.", "13904551"), dedup.Mass},
	} {
		if m := compareTexts(t, detector(t), own, c.other); m.Relation != c.want {
			t.Errorf("%s: %q %.2f, parties %s: %q", rule, m.Relation, m.Similarity, m.Parties.Verdict, dedup.Texts(m.Reasons))
		}
	}
}
