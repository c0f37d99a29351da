package ner

import (
	"strings"
	"testing"
)

func TestHeadnotesAreNoPartOfTheHead(t *testing.T) {
	const (
		number = "Sentencia T-381/22\n\n"
		notes  = "ACCION DE TUTELA CONTRA COLPENSIONES-Procedencia excepcional\n\nDERECHO A LA SALUD-Fundamental\n\nLa señora Ana Ruiz contra Nueva EPS es un caso que la Sala ya decidió.\n\n"
		head   = "Referencia: expediente T-1.234.567\n\nAcción de tutela instaurada por Luz Peña Gil contra Salud Total EPS.\n\nLa Sala Sexta de Revisión de la Corte Constitucional\n"
	)
	long := strings.Repeat("PRINCIPIO DE SUBSIDIARIEDAD-Alcance\n\nLa acción contra particulares procede cuando hay indefensión.\n\n", 200)
	for rule, c := range map[string]struct {
		text  string
		first string // word behind the number of the ruling
	}{
		"none":                       {number + head, "Referencia"},
		"some":                       {number + notes + head, "Referencia"},
		"first one without a dash":   {number + "ACCION DE TUTELA CONTRA PROVIDENCIAS JUDICIALES EN PROCESO EJECUTIVO\n\n" + notes + head, "Referencia"},
		"more than an opening":       {number + long + head, "Referencia"},
		"no reference behind them":   {number + notes + "La Sala decide", "ACCION"},
		"a filing in capitals":       {"SEÑOR JUEZ\n\nREFERENCIA: ACCIÓN DE TUTELA - Salud\n\nLuz Peña Gil", "REFERENCIA"},
		"a number without headnotes": {number + "La señora Luz Peña\n\nReferencia: expediente", "La"},
	} {
		x := NewText(c.text)
		if !strings.Contains(c.text, number) {
			number := x.Words[2]
			if got := x.Slice(int(number.Start), int(number.End)); got != c.first {
				t.Errorf("%s: the third word is %s, want %s", rule, got, c.first)
			}
			continue
		}
		k := x.WordAt(len(number) - 2)
		if got := x.Slice(int(x.Words[k].Start), int(x.Words[k].End)); got != c.first {
			t.Errorf("%s: behind the number stands %s, want %s", rule, got, c.first)
		}
	}
	e, err := NewEnsemble(DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	r := e.Extract(number + notes + long + head)
	if p, d, c := r.Joined(Plaintiff), r.Joined(Defendant), r.Value(Court); p != "Luz Peña Gil" || d != "Salud Total EPS" || c != "Corte Constitucional" {
		t.Errorf("plaintiff %q, defendant %q, court %q", p, d, c)
	}
}
