package ner_test

import (
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/ner"
)

func TestPlaceholdersOfATemplateAreNoParties(t *testing.T) {
	const paper = "Señor JUEZ MUNICIPAL DE NEIVA (REPARTO)\nREF: ACCIÓN DE TUTELA\nACCIONANTE: [A]\nACCIONADO: [B]\n\n" +
		"[A], mayor de edad, actuando en nombre propio, interpongo acción de tutela contra [B].\n\nAtentamente,\n\n[A]\n"
	for rule, c := range map[string]struct{ plaintiff, defendant, readPlaintiff, readDefendant string }{
		"a blank template":        {"NOMBRE COMPLETO DEL ACCIONANTE", "NOMBRE DE LA ENTIDAD ACCIONADA", "", ""},
		"half filled":             {"NOMBRES Y APELLIDOS", "] SALUD ANDINA EPS S.A.S. [", "", "SALUD ANDINA EPS S.A.S."},
		"a name between brackets": {"MARLENE PARRA QUIJANO", "] SALUD ANDINA EPS S.A.S. [", "Marlene Parra Quijano", "SALUD ANDINA EPS S.A.S."},
	} {
		r := ensemble(t, nil).Extract(strings.NewReplacer("[A]", "["+c.plaintiff+"]", "[B]", "["+c.defendant+"]").Replace(paper))
		if p, d := r.Filled(ner.Plaintiff), r.Filled(ner.Defendant); p != c.readPlaintiff || d != c.readDefendant {
			t.Errorf("%s: %q, %q", rule, p, d)
		}
	}
}
