package dedup_test

import (
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/dedup"
)

// unlistedFacts is a filing whose facts stand under a heading that no list has.
const unlistedFacts = `Señor
JUEZ MUNICIPAL DE TUNJA (REPARTO)

ROSALBA PINEDA CÁCERES, con cédula de ciudadanía 40.218.773 de Tunja, presento acción de tutela contra la EPS CAMINO SALUD S.A.S.

%HEADING%

1. El 3 de febrero de 2026 la EPS suspendió el transporte a las terapias de rehabilitación en Bogotá.
2. El 9 de febrero de 2026 pidió la historia del Hospital San Rafael, que se entregó el mismo día.
3. El grupo familiar no tiene con qué pagar los pasajes de las tres sesiones de la semana.

PRETENSIONES

Ordenar a la EPS que en 48 horas restablezca el transporte de ida y vuelta a las terapias.

FUNDAMENTOS DE DERECHO

%LAW%

NOTIFICACIONES: carrera 9 # 14-22 de Tunja.

ROSALBA PINEDA CÁCERES`

// TestNormsAreNoFacts: who files again cites other rulings, under whatever heading the facts stand.
func TestNormsAreNoFacts(t *testing.T) {
	const (
		pensions = "La Corte ordenó reconocer la pensión de sobrevivientes a la compañera del causante, y pagar el retroactivo de la pensión al causante."
		drugs    = "La jurisprudencia manda autorizar el suministro de pañales e insumos; la negativa del suministro de pañales vulnera la dignidad."
	)
	for _, heading := range []string{"HECHOS", "ESTO NOS PASÓ", "LA HISTORIA"} {
		with := func(law string) dedup.Filing {
			return readFiling(t, "a", strings.NewReplacer("%HEADING%", heading, "%LAW%", strings.Repeat(law+"\n\n", 3)).Replace(unlistedFacts))
		}
		if m := compareTexts(t, detector(t), with(pensions), with(drugs)); m.Relation != dedup.Duplicate {
			t.Errorf("%s: %q %.2f, facts %s, claims %s: %q", heading, m.Relation, m.Similarity, m.Facts.Verdict, m.Claims.Verdict, dedup.Texts(m.Reasons))
		}
	}
}

// TestFactsAmongTheNorms: where the days stand, the facts do.
func TestFactsAmongTheNorms(t *testing.T) {
	text := strings.NewReplacer("%HEADING%", "FUNDAMENTOS", "FUNDAMENTOS DE DERECHO\n\n%LAW%\n\n", "").Replace(unlistedFacts)
	other := strings.NewReplacer("3 de febrero", "5 de mayo", "9 de febrero", "21 de mayo", "Hospital San Rafael", "médico tratante").Replace(text)
	if m := compareTexts(t, detector(t), readFiling(t, "a", text), readFiling(t, "b", other)); m.Relation != dedup.NewClaim || m.Facts.Verdict != dedup.Different {
		t.Errorf("%q %.2f, facts %s: %q", m.Relation, m.Similarity, m.Facts.Verdict, dedup.Texts(m.Reasons))
	}
}

// TestCapitalsAreNoHeadings: a text in capitals is divided as it is in small letters, and the subject of a letter is no heading.
func TestCapitalsAreNoHeadings(t *testing.T) {
	const fine = `SEÑORES JUECES CIVILES MUNICIPALES (REPARTO) - CÚCUTA

ACCIONANTE: Hernando Cubillos Rátiva
CÉDULA: 79.318.450
ACCIONADA: Secretaría de Tránsito y Transporte de Villa del Rosario
DERECHO: debido proceso y petición

PRIMERO. El 6 de mayo de 2026 consulté el SIMIT y me aparece el comparendo electrónico 54874000000031298455 del 11 de enero de 2026 sobre la motocicleta de placa KRT52F.
SEGUNDO. Nunca me llegó la notificación a la dirección que tengo en el RUNT.
TERCERO. El 20 de mayo de 2026 envié derecho de petición pidiendo la revocatoria y la prueba de la notificación; van más de dos meses y no contestan.

SOLICITO que se tutele mi derecho y se ordene a la Secretaría responder de fondo y dejar sin efecto el comparendo 54874000000031298455.

Bajo juramento afirmo que no he instaurado otra tutela por los mismos hechos.

Recibo notificaciones en Vereda Potrero Grande, Tenjo, tel. 320 471 8856, hcubillos58@correo.com.co.

Cordialmente, Hernando Cubillos Rátiva  c.c. 79.318.450`
	const retold = `Asunto: TUTELA POR VIOLACIÓN AL DEBIDO PROCESO

Buenos días señor juez. Mi nombre es Hernando Cubillos Rátiva y mi documento es 79.318.450. Demando por medio de esta tutela a la Secretaría de Tránsito de Villa del Rosario (Norte de Santander).

Resulta que al revisar el SIMIT a comienzos de mayo (día 6) descubrí una fotomulta con número 54874000000031298455, impuesta el 11 de enero de 2026 a mi moto KRT52F. Jamás la notificaron en la dirección registrada en el RUNT. Escribí un derecho de petición el día 20 de ese mismo mes solicitando copia de la guía de notificación y que revocaran la multa, pero guardan silencio.

Quiero que el juzgado les ordene contestarme de fondo la petición y que anulen esa orden de comparendo.

Declaro que no he interpuesto tutela distinta por esta situación.

Datos: Vereda Potrero Grande, Tenjo / 320 471 8856 / hcubillos58@correo.com.co
Atte. Hernando Cubillos Rátiva`
	for name, text := range map[string]string{"as written": retold, "in capitals": strings.ToUpper(retold)} {
		if m := compareTexts(t, detector(t), readFiling(t, "a", fine), readFiling(t, "b", text)); m.Relation != dedup.Duplicate || m.Facts.Verdict != dedup.Same {
			t.Errorf("%s: %q %.2f, facts %s: %q", name, m.Relation, m.Similarity, m.Facts.Verdict, dedup.Texts(m.Reasons))
		}
	}
}

// TestRequestsAreFound: what a paper asks stands under a heading of its own, behind one on its line, or in a sentence of the story.
func TestRequestsAreFound(t *testing.T) {
	const story = `Señor Juez de Tunja

Yo, ROSALBA PINEDA CÁCERES, con cédula 40.218.773, pongo tutela contra la Alcaldía de Tunja.

Desde el 3 de febrero de 2026 la chalupa del colegio no sale y mi nieto lleva once días sin clase. El 9 de febrero de 2026 llevé una carta con las firmas de la vereda.

%s

ROSALBA PINEDA CÁCERES`
	fine := readFiling(t, "a", strings.Replace(story, "%s", "PRETENSIONES\n\nOrdenar a la Alcaldía que en 48 horas ponga otra vez la chalupa del colegio, todos los días.", 1))
	for _, request := range []string{"Petición: ordenar a la alcaldía poner la chalupa todos los días de clase.", "Pretensiones. Primera: ordenar que la chalupa preste el servicio todos los días.",
		"Quiero que la alcaldía ponga la chalupa todos los días, y que sea ya.", "Necesito que la chalupa vuelva a salir todos los días de clase.",
		"Acudo a usted para que los obligue a poner la chalupa todos los días.", "Que pongan otra vez la chalupa todos los días de clase.",
		"Yo lo que quiero es que la chalupa salga todos los días.", "Les solicito:\n\n- poner la chalupa todos los días de clase;\n- avisar si no sale."} {
		if m := compareTexts(t, detector(t), fine, readFiling(t, "b", strings.Replace(story, "%s", request, 1))); m.Claims.Verdict == dedup.Unknown || m.Relation != dedup.Duplicate {
			t.Errorf("%s: %q %.2f, claims %s: %q", request, m.Relation, m.Similarity, m.Claims.Verdict, dedup.Texts(m.Reasons))
		}
	}
}

// TestGreetingsAreNoRequests: two mails that begin alike ask for nothing alike.
func TestGreetingsAreNoRequests(t *testing.T) {
	const mail = "Buenos días, espero que se encuentren muy bien de salud en esta linda mañana.\n\nSoy ROSALBA PINEDA CÁCERES, con cédula 40.218.773. " +
		"La EPS CAMINO SALUD S.A.S. %s\n\nROSALBA PINEDA CÁCERES"
	a := readFiling(t, "a", strings.Replace(mail, "%s", "no entregó los audífonos el 3 de febrero de 2026, y sin ellos no oigo las clases.", 1))
	b := readFiling(t, "b", strings.Replace(mail, "%s", "no entregó los audífonos el 3 de febrero de 2026, y la silla de ruedas tampoco llegó.", 1))
	if m := compareTexts(t, detector(t), a, b); m.Claims.Verdict != dedup.Unknown || m.Relation == dedup.Duplicate {
		t.Errorf("%q %.2f, claims %s: %q", m.Relation, m.Similarity, m.Claims.Verdict, dedup.Texts(m.Reasons))
	}
}

// TestChildrenWithoutSurnames: two mothers use one letter for children of one name.
func TestChildrenWithoutSurnames(t *testing.T) {
	const letter = `Doctor
Juez Promiscuo Municipal
Ciudad

{N}, con cédula de ciudadanía número {C}, en representación de mi hijo menor Samuel David, formulo tutela contra el COLEGIO GIMNASIO LOS ROBLES por violar el derecho a la educación.

Antecedentes:
a) Mi hijo cursó octavo grado en 2025 en ese colegio.
b) Quedé debiendo cuatro meses de pensión por haber perdido el empleo en julio de 2025, deuda de $2.840.000.
c) El 19 de enero de 2026 pedí los certificados de notas para matricularlo en la institución oficial Simón Bolívar y la rectora los negó hasta que pague.
d) El plazo de matrícula vence el 30 de enero de 2026.

Peticiones:
1. Amparar el derecho a la educación de mi hijo.
2. Ordenar al colegio entregar los certificados de sexto a octavo en 48 horas.

Manifiesto bajo juramento que no he acudido a otro juez por esto.

Notificaciones: {D}; {T}; {M}.

{N}`
	mother := func(name, number, address, telephone, email string) dedup.Filing {
		return readFiling(t, name, strings.NewReplacer("{N}", name, "{C}", number, "{D}", address, "{T}", telephone, "{M}", email).Replace(letter))
	}
	a := mother("Yurley Katherine Ospino Meza", "1.065.833.271", "Calle 18 # 7-45, Valledupar", "300 918 4467", "yurley.ospino@correo.com.co")
	b := mother("Lucero Amparo Tique Bonza", "38.562.914", "Manzana 4 casa 12, barrio El Jardín, Ibagué", "311 845 2093", "luceroti@correo.com.co")
	if m := compareTexts(t, detector(t), a, b); m.Relation != dedup.Mass {
		t.Errorf("%q %.2f, parties %.2f: %q", m.Relation, m.Similarity, m.Parties.Score, dedup.Texts(m.Reasons))
	}
}
