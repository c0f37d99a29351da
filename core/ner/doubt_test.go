package ner_test

import (
	"testing"

	"github.com/cotejo/cotejo/core/ner"
)

// What speaks against a field lowers its chance, and is the reason if nothing else does.
func TestWhatSpeaksAgainstAField(t *testing.T) {
	const head = "SEÑOR JUEZ MUNICIPAL DE CALI (REPARTO)\n\nACCIONANTE: ANA MARÍA LÓPEZ RUIZ\nC.C. 52.418.903\nACCIONADO: NUEVA EPS S.A.\n\n" +
		"ANA MARÍA LÓPEZ RUIZ, identificada con la cédula de ciudadanía 52.418.903 de Cali, interpongo acción de tutela contra NUEVA EPS S.A.\n\nHECHOS\n\n1. La entidad no entregó la medicina.\n"
	const foot = "\nNOTIFICACIONES\n\nRecibo notificaciones en anamarialopez@gmail.com\n\nAtentamente,\n\nANA MARÍA LÓPEZ RUIZ\nC.C. 52.418.903\n"
	of := func(s string, f ner.Field) ner.Assessment {
		for _, a := range ensemble(t, nil).Extract(s).Assessments {
			if a.Field == f {
				return a
			}
		}
		t.Fatalf("%s is not assessed", f)
		return ner.Assessment{}
	}
	for _, f := range []ner.Field{ner.Plaintiff, ner.Defendant, ner.Cedula, ner.Email} {
		if a := of(head+foot, f); a.IsDoubtful() {
			t.Errorf("%s of a plain paper is in doubt: %+v", f, a)
		}
	}
	for rule, c := range map[string]struct {
		paper  string
		field  ner.Field
		reason ner.Reason // that speaks most; empty: any
	}{
		"another number":             {head + "2. La factura lleva la cédula 31.222.333 y la C.C. 1.144.020.030.\n" + foot, ner.Cedula, ""},
		"another address":            {head + "2. El correo de mi hermano: jperez88@yahoo.com\n" + foot, ner.Email, ""},
		"several are sued, one read": {head + "2. Las entidades accionadas no respondieron.\n" + foot, ner.Defendant, ner.ReasonOthers},
		"an address in words":        {head + "\nEscríbanme al correo ana lopez arroba gmail\n\nANA MARÍA LÓPEZ RUIZ\n", ner.Email, ""},
	} {
		plain, got := of(head+foot, c.field), of(c.paper, c.field)
		if got.Chance >= plain.Chance || c.reason != "" && got.Reason != c.reason {
			t.Errorf("%s: %+v, %+v without it", rule, got, plain)
		}
	}
}
