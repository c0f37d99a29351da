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
