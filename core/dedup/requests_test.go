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

// A letter in the words of an earlier one that asks for something else repeats nothing; one that keeps the request does.
func TestLettersWithAnotherRequest(t *testing.T) {
	party := dedup.Parties{Plaintiff: "Rosa Gil Mora", Cedula: "23966571", Defendant: "Colpensiones"}
	letter := func(own, claims string) dedup.Filing {
		return dedup.Filing{Type: "derecho_peticion", Parties: party, Text: "Señores\nCOLPENSIONES\nPAC Sogamoso\n\nRosa Gil Mora, identificada con la cédula 23.966.571 de Firavitoba, viuda del señor Luis Cely, quien falleció en Duitama el 24 de diciembre de 2019, " +
			"acudo a ustedes en ejercicio del derecho de petición.\n\nFundo mi solicitud en lo siguiente:\n\n" + own + "\n\nConvivimos 41 años y yo dependía de él.\n\nPor lo tanto les solicito:\n\n" + claims +
			"\n\nLa respuesta la puedo recibir en mi casa, calle 9 Sur número 12-40, Sogamoso.\n\nAgradezco la atención,\n\nRosa Gil Mora"}
	}
	const papers = "Mi esposo trabajó en las minas de carbón de Morcá, y los papeles que él guardaba se perdieron en una inundación del sótano."
	const copies = "1. Copia completa del expediente administrativo del causante.\n2. Historia laboral detallada."
	for _, c := range []struct {
		rule        string
		own, claims string
		want        dedup.Relation
	}{
		{"another request", "La resolución dice que se paga desde ese mes, pero en la nómina solo me consignaron una mesada y lo atrasado quedó en validación.", "1. Que se me pague el retroactivo por ventanilla.\n2. Que se me diga por escrito en qué fecha.", dedup.NewClaim},
		{"the request again", papers, copies, dedup.Duplicate},
	} {
		m := compareTexts(t, detector(t), letter(papers, copies), letter(c.own, c.claims))
		if m.Relation != c.want {
			t.Errorf("%s: %s %.2f, requests %s, want %s", c.rule, m.Relation, m.Similarity, m.Claims.Verdict, c.want)
		}
	}
}
