package ner_test

import (
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/ner"
)

// A party that is named behind the words that the models read is still found by rules.
func TestPartiesBehindTheWordsThatAreReadAreFound(t *testing.T) {
	facts := strings.Repeat("La entidad no ha respondido la solicitud que se presentó hace meses y el tratamiento sigue sin autorizar.\n", 200)
	r := ensemble(t, nil).Extract("Señor\nJUEZ MUNICIPAL DE CALI (REPARTO)\n\nHECHOS\n\n" + facts + "\nACCIONANTE: ANA LUCÍA RUIZ MORA\nC.C. 52.000.111\nACCIONADA: NUEVA EPS S.A.\n")
	if p, d := r.Joined(ner.Plaintiff), r.Joined(ner.Defendant); p != "Ana Lucía Ruiz Mora" || d != "NUEVA EPS S.A." {
		t.Errorf("plaintiff %q, defendant %q", p, d)
	}
}
