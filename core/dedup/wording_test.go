package dedup_test

import (
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/dedup"
)

// TestAnotherRequestInSameLetter replaces one phrase of a letter that names it twice at most.
func TestAnotherRequestInSameLetter(t *testing.T) {
	const letter = "HECHOS\n1. Desde el 12 de marzo de 2024 espero la respuesta a mi solicitud, y en la ventanilla de la entidad nadie sabe dar razón de ella.\n" +
		"2. Vivo con mi madre en una casa de dos pisos de la vereda, y de lo que se resuelva depende el sustento de los dos.\n" +
		"3. Por mi enfermedad necesito metotrexato cada semana, y la última entrega fue hace siete meses.\n" +
		"PRETENSIONES\n1. Tutelar mi derecho fundamental de petición.\n2. Ordenar a la entidad que conteste de fondo si me concede el subsidio de arriendo en el término de cuarenta y ocho horas.\n" +
		"3. Que se programe la valoración por ortopedia en la sede más cercana a mi casa."
	party := dedup.Parties{Plaintiff: "María Ruiz Soto", Cedula: "52.418.903", Defendant: "Nueva EPS"}
	d := detector(t)
	for _, c := range []struct {
		rule        string
		pairs       []string
		relation    dedup.Relation
		left, right string
	}{
		{"another benefit", []string{"el subsidio de arriendo", "la copia del contrato"}, dedup.NewClaim, "subsidio arriendo", "contrato"},
		{"another specialist", []string{"ortopedia", "neurología"}, dedup.NewClaim, "ortopedia", "neurologia"},
		{"a drug that is named once", []string{"metotrexato", "enzalutamida"}, dedup.NewClaim, "metotrexato", "enzalutamida"},
		{"a misread drug", []string{"metotrexato", "metotrexafo"}, dedup.Duplicate, "", ""},
		{"a misread benefit", []string{"arriendo", "amiendo"}, dedup.Duplicate, "", ""},
		{"an inflected word", []string{"subsidio", "subsidios"}, dedup.Duplicate, "", ""},
		{"more detail", []string{"por ortopedia", "por ortopedia infantil de rodilla"}, dedup.Duplicate, "", ""},
		{"less detail", []string{" de arriendo", ""}, dedup.Duplicate, "", ""},
		{"another number of hours in digits", []string{"cuarenta y ocho horas", "48 horas"}, dedup.Duplicate, "", ""},
		{"the name of the defendant", []string{"Ordenar a la entidad", "Ordenar a Nueva EPS"}, dedup.Duplicate, "", ""},
		{"no heading over the request", []string{"PRETENSIONES\n1. Tutelar mi derecho fundamental de petición.\n2. Ordenar a la entidad que conteste", "2. Que la entidad conteste",
			"ortopedia", "neurología"}, dedup.NewClaim, "ortopedia", "neurologia"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			other := strings.NewReplacer(c.pairs...).Replace(letter)
			m := compareTexts(t, d, dedup.Filing{Type: "tutela", Text: letter, Parties: party}, dedup.Filing{Type: "tutela", Text: other, Parties: party})
			var left, right string
			for _, r := range m.Reasons {
				if r.Code == "wording_different" {
					left, right = r.Left, r.Right
				}
			}
			if m.Relation != c.relation || left != c.left || right != c.right {
				t.Errorf("%q, %q for %q; want %q, %q for %q: %q", m.Relation, right, left, c.relation, c.right, c.left, dedup.Texts(m.Reasons))
			}
		})
	}
}

// TestAnotherDefendantOfSameLetter replaces the defendant of a letter that is not misread.
func TestAnotherDefendantOfSameLetter(t *testing.T) {
	const letter = "ACCIONANTE: MARÍA RUIZ SOTO\nACCIONADO: DEFENDANT\nHECHOS\n1. Desde el 12 de marzo de 2024 espero la respuesta a la solicitud que dejé en la ventanilla, y nadie sabe dar razón de ella.\n" +
		"2. Vivo con mi madre en una casa de dos pisos de la vereda, y de lo que se resuelva depende el sustento de los dos.\n" +
		"PRETENSIONES\nOrdenar que se conteste de fondo la solicitud en el término de cuarenta y ocho horas."
	d := detector(t)
	for _, c := range []struct {
		rule, a, b string
		parties    dedup.Verdict
	}{
		{"two companies", "COOSALUD EPS S.A.", "CAPITAL SALUD EPS-S S.A.S.", dedup.Different},
		{"two offices of one town", "SECRETARÍA DE EDUCACIÓN DE SANTA MARTA", "INSTITUCIÓN EDUCATIVA TÉCNICA SAN JOSÉ DE SANTA MARTA", dedup.Different},
		{"two courts of one town", "JUZGADO QUINCE CIVIL MUNICIPAL DE UBATÉ", "JUZGADO OCTAVO LABORAL DEL CIRCUITO DE UBATÉ", dedup.Different},
		{"a town by either name", "ALCALDÍA DE VILLAVICENCIO", "MUNICIPIO DE VILLAVICENCIO", dedup.Same},
		{"a misread name", "SECRETARÍA DE EDUCACIÓN DE SANTA MARTA", "SECRETARIA DE EDUCACI0N DE SANTA MAPTA", dedup.Same},
		{"initials", "INSTITUCIÓN EDUCATIVA TÉCNICA SAN JOSÉ DE LORICA", "I.E. SAN JOSÉ", dedup.Same},
		{"less of the name", "SECRETARÍA DE EDUCACIÓN DE SANTA MARTA", "SECRETARÍA DE EDUCACIÓN", dedup.Same},
		{"one of two", "COOSALUD EPS S.A.; HOSPITAL SAN RAFAEL DE TUNJA", "COOSALUD EPS S.A.", dedup.Same},
	} {
		t.Run(c.rule, func(t *testing.T) {
			filing := func(defendant string) dedup.Filing {
				return dedup.Filing{Type: "tutela", Text: strings.Replace(letter, "DEFENDANT", defendant, 1),
					Parties: dedup.Parties{Plaintiff: "María Ruiz Soto", Cedula: "52.418.903", Defendant: defendant}}
			}
			if m := compareTexts(t, d, filing(c.a), filing(c.b)); m.Parties.Verdict != c.parties {
				t.Errorf("parties %s, want %s: %q", m.Parties.Verdict, c.parties, dedup.Texts(m.Reasons))
			}
		})
	}
}
