package role

import (
	"testing"

	"github.com/cotejo/cotejo/core/ner/internal/field"
	"github.com/cotejo/cotejo/core/ner/internal/party"
)

// What scanners make of the legal form behind a name, or before it.
func TestLegalForms(t *testing.T) {
	for _, c := range []struct{ rule, text, want string }{
		{"as printed", "ACCIONADA: VÍAS DEL SUR S.A.S.\n", "VÍAS DEL SUR S.A.S."},
		{"a digit for S", "ACCIONADA: VÍAS DEL SUR 5.A.S.\n", "VÍAS DEL SUR S.A.S."},
		{"a blank lost", "ACCIONADA: ROJAS Y CÍA. S. ENC.\n", "ROJAS Y CÍA. S. EN C."},
		{"J for the I of C.I.", "ACCIONADA: BANANOS DEL SUR S.A.S. C.J.\n", "BANANOS DEL SUR S.A.S. C.I."},
		{"one word of C.I.", "ACCIONADA: BANANOS DEL SUR S.A.S. Cl.\n", "BANANOS DEL SUR S.A.S. C.I."},
		{"points out of order", "ACCIONADA: BANANOS DEL SUR S.AS. CL\n", "BANANOS DEL SUR S.A.S. C.I."},
		{"C.I. as printed", "ACCIONADA: BANANOS DEL SUR S.A.S. C.I.\n", "BANANOS DEL SUR S.A.S. C.I."},
		{"no legal form before it", "ACCIONADA: BANANOS CL\n", "BANANOS CL"},
		{"a letter twice", "ACCIONADA: VÍAS DEL SUR EPS S.ASS\n", "VÍAS DEL SUR EPS S.A.S."},
		{"another letter twice", "ACCIONADA: VÍAS DEL SUR S.AA.S.\n", "VÍAS DEL SUR S.A.S."},
		{"a comma for a point", "ACCIONADA: VÍAS DEL SUR S,A.\n", "VÍAS DEL SUR S.A."},
		{"a digit for S without points", "ACCIONADA: VÍAS DEL SUR EP5\n", "VÍAS DEL SUR EPS"},
		{"a digit for S inside", "ACCIONADA: VÍAS DEL SUR E.P.5. S.A.\n", "VÍAS DEL SUR E.P.S. S.A."},
		{"a digit for S, two letters of it", "ACCIONADA: HOSPITAL DEL SUR E.5.E.\n", "HOSPITAL DEL SUR E.S.E."},
		{"digits in LTDA", "ACCIONADA: VÍAS DEL SUR LT0A\n", "VÍAS DEL SUR LTDA"},
		{"a number with a letter is no form", "ACCIONADA: CONJUNTO ETAPA 5A\n", "CONJUNTO ETAPA 5A"},
		{"a number is no form", "ACCIONADA: BATALLÓN DEL SUR IPS 5\n", "BATALLÓN DEL SUR IPS 5"},
		{"a form of its own", "ACCIONADA: VÍAS DEL SUR SAS\n", "VÍAS DEL SUR SAS"},
		{"a digit for I", "ACCIONADA: 1.E. SAN JOSÉ DE PASTO\n", "I.E. SAN JOSÉ DE PASTO"},
	} {
		if got, _ := best(Label{}, field.Defendant, "ACCIONANTE: ANA LÓPEZ RUIZ\n"+c.text); got != c.want {
			t.Errorf("%s: got %q, want %q", c.rule, got, c.want)
		}
	}
}

// A legal form tells that the commas before it stand inside the name.
func TestLooseForm(t *testing.T) {
	for s, want := range map[string]bool{"E.S.P. y": true, "E. S.P. y": true, "E. S. P. y": true, "S. A.S. y": true, "E. S. D. Ana": false, "esp y": true, "A. B. Ruiz": false} {
		if ok, _ := party.LooseForm(NewText(s).Text, 0); ok != want {
			t.Errorf("%q: %v", s, ok)
		}
	}
}
