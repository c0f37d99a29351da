package dedup_test

import (
	"testing"

	"github.com/cotejo/cotejo/core/dedup"
)

// TestRightsAndOrdersAreCompared reads the rights invoked and whom the judge shall order to
// do what.
func TestRightsAndOrdersAreCompared(t *testing.T) {
	party := dedup.Parties{Plaintiff: "María Ruiz Soto", Cedula: "52418903", Defendant: "Nueva EPS"}
	of := func(facts, claims string) dedup.Filing {
		return dedup.Filing{Type: "tutela", Parties: party, Text: "HECHOS\n1. El 12 de marzo de 2024 acudí a la oficina de la entidad, que " + facts + ".\nPRETENSIONES\n" + claims}
	}
	const health = "Tutelar mis derechos fundamentales a la vida, a la salud y a la dignidad humana.\nOrdenar a la S.O.S. EPS que en cuarenta y ocho horas autorice y entregue lo que me recetaron."
	for _, c := range []struct {
		rule   string
		claims string
		want   map[string][2]string
		other  bool
	}{
		{"the same in other words", "Se amparen los derechos a la dignidad humana, la vida y la salud.\nQue se ordene a SOS EPS que autorice y suministre lo que me recetaron.", map[string][2]string{
			"rights_same": {"vida, salud, dignidad humana", "vida, salud, dignidad humana"},
			"orders_same": {"la S.O.S. EPS: entregar, autorizar", "SOS EPS: entregar, autorizar"},
		}, false},
		{"another right, another order", "Proteger el derecho fundamental de petición.\nOrdenar a la Secretaría de Educación que responda de fondo el escrito.", map[string][2]string{
			"rights_different": {"vida, salud, dignidad humana", "petición"},
			"orders_different": {"la S.O.S. EPS: entregar, autorizar", "la Secretaría de Educación: responder"},
		}, true},
		{"rights in part", "Tutelar el derecho a la salud y al mínimo vital.\nOrdenar a la S.O.S. EPS que autorice lo que me recetaron.", map[string][2]string{
			"rights_partly": {"vida, salud, dignidad humana", "salud, mínimo vital"},
			"orders_partly": {"la S.O.S. EPS: entregar, autorizar", "la S.O.S. EPS: autorizar"},
		}, false},
	} {
		t.Run(c.rule, func(t *testing.T) {
			m := compareTexts(t, detector(t), of("me negó lo que recetó el médico", health), of("no contesta", c.claims))
			got := map[string][2]string{}
			for _, r := range m.Claims.Evidence {
				got[r.Code] = [2]string{r.Left, r.Right}
			}
			for code, want := range c.want {
				if got[code] != want {
					t.Errorf("%s shows %q, want %q; all: %q", code, got[code], want, got)
				}
			}
			if (m.Claims.Verdict == dedup.Different) != c.other {
				t.Errorf("the requests are %s, want other: %v", m.Claims.Verdict, c.other)
			}
		})
	}
}
