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
	const letter = "ACCIONANTE: MARÍA RUIZ SOTO, de Mitú (Vaupés)\nACCIONADO: DEFENDANT\nHECHOS\n1. Desde el 12 de marzo de 2024 espero la respuesta a la solicitud que dejé en la ventanilla, y nadie sabe dar razón de ella.\n" +
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
		{"offices of the town and of its department", "ALCALDÍA DE MITÚ", "DEPARTAMENTO DEL VAUPÉS", dedup.Different},
		{"a town and the agency that is sued from there", "MUNICIPIO DE MITÚ - SECRETARÍA DE GOBIERNO", "UGPP", dedup.Different},
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

// TestUnknownThingsInSameLetter replaces a drug or a procedure of a letter. No list has them: they are known by
// their place in the sentence.
func TestUnknownThingsInSameLetter(t *testing.T) {
	const letter = "HECHOS\n1. Vivo en la vereda con mi madre y mis dos hijos, en una casa de madera.\n" +
		"2. Desde el 12 de marzo de 2024 llamo cada semana a la línea de atención y no me resuelven nada.\n3. FACT\n4. No tengo con qué pagar por mi cuenta, pues vendo empanadas en la plaza.\n" +
		"PRETENSIONES\n1. Tutelar mi derecho fundamental a la salud.\n2. REQUEST\n3. Que se prevenga a la entidad para que no repita la conducta."
	const fact, request = "La entidad no cumple lo que manda el médico y cada día estoy peor.", "Que la entidad cumpla lo que manda el médico en cuarenta y ocho horas."
	party := dedup.Parties{Plaintiff: "María Ruiz Soto", Cedula: "52.418.903", Defendant: "Nueva EPS"}
	d := detector(t)
	for i, c := range []struct{ fact, request, thing, other string }{
		{fact, "Que se autorice y entregue THING en cuarenta y ocho horas.", "lanreotida", "pegfilgrastim"},
		{fact, "Que la entidad me suministre de manera continua el medicamento THING sin más trabas.", "nivolumab", "pembrolizumab"},
		{fact, "Que me practiquen la THING que está pendiente.", "septoplastia", "fundoplicatura"},
		{fact, "Que se programe sin más demora la THING en una clínica de la ciudad.", "vitrectomía", "estapedectomía"},
		{fact, "Solicito la aplicación de THING en el hospital más cercano.", "toxina botulínica", "ácido zoledrónico"},
		{fact, "Ordenar que se me realice una THING con sedación.", "enteroscopia", "cistouretrografía"},
		{fact, "Se ordene cubrir el costo de THING que debo comprar.", "brexpiprazol", "lisdexanfetamina"},
		{fact, "Que me den las ampollas de THING cada mes.", "fulvestrant", "teriparatida"},
		{fact, "Que se renueve la fórmula de THING por seis meses.", "sertralina", "paroxetina"},
		{fact, "Que la farmacia despache THING en mi municipio.", "ticagrelor", "apixabán"},
		{fact, "Conceder el tratamiento con THING en forma inmediata.", "radioyodo", "quimioembolización"},
		{fact, "Que se me garantice el acceso a THING sin copagos.", "plasmaféresis", "braquiterapia"},
		{fact, "Que me coloquen el THING que hace falta.", "marcapasos", "neuroestimulador"},
		{fact, "Que el hospital inicie las sesiones de THING esta semana.", "hidroterapia", "equinoterapia"},
		{fact, "Le ruego obligar a la entidad a darme THING cada semana.", "tacrolimus", "riociguat"},
		{fact, "La entidad debe proveer THING cada mes en mi casa.", "nutrición parenteral", "oxígeno domiciliario"},
		{"El médico me mandó THING y la entidad no lo da.", request, "dolutegravir", "ivacaftor"},
		{"Estoy en tratamiento con THING y me lo cortaron sin razón.", request, "imiglucerasa", "octreotida"},
		{"Debo asistir a THING en otra ciudad, tres veces por semana.", "Que se paguen los pasajes de ida y regreso.", "hemodiálisis", "litotricia"},
		{"La especialista dijo que urge una THING y sigo en lista de espera.", request, "tiroidectomía", "nefrostomía"},
		{"Me negaron la THING que pidió el especialista por estar fuera del plan.", request, "capsuloendoscopia", "polisomnografía"},
		{"Llevo un mes sin THING y la entidad dice que no hay.", request, "levetiracetam", "micofenolato"},
	} {
		filing := func(thing string) dedup.Filing {
			text := strings.NewReplacer("FACT", strings.ReplaceAll(c.fact, "THING", thing), "REQUEST", strings.ReplaceAll(c.request, "THING", thing)).Replace(letter)
			return dedup.Filing{Type: "tutela", Text: text, Parties: party}
		}
		if m := compareTexts(t, d, filing(c.thing), filing(c.other)); m.Relation != dedup.NewClaim {
			t.Errorf("%d: %s and %s: %q %.2f, claims %s: %q", i+1, c.thing, c.other, m.Relation, m.Similarity, m.Claims.Verdict, dedup.Texts(m.Reasons))
		}
	}
}
