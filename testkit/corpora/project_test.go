package corpora_test

import (
	"slices"
	"testing"

	"github.com/cotejo/cotejo/testkit/corpora"
)

func TestProject(t *testing.T) {
	for _, c := range []struct {
		rule, plaintiff, defendant, view string
		want                             []string
	}{
		{"full and shortened names", "la señora Ana Lucía Ruiz Mora[1]", "Salud Total EPS", "La señora Ana Lucía Ruiz Mora demandó a Salud Total. Ana Lucía Ruiz afirma",
			[]string{"demandante Ana Lucía Ruiz Mora", "demandado Salud Total", "demandante Ana Lucía Ruiz"}},
		{"who files for a child is the agent", "Ana Ruiz Mora en representación de su hija Eva Gil Ruiz", "Famisanar", "Ana Ruiz Mora dijo que a Eva Gil Ruiz la EPS Famisanar",
			[]string{"agente Ana Ruiz Mora", "demandante Eva Gil Ruiz", "demandado Famisanar"}},
		{"in her own name and another's", "Ana Ruiz Mora en nombre propio y en representación de Eva Gil Ruiz", "Famisanar", "Ana Ruiz Mora", []string{"demandante Ana Ruiz Mora"}},
		{"a namesake is nobody", "Ana Ruiz Mora", "Juzgado Segundo Civil del Circuito de Cali", "Pedro Ruiz y el Juzgado Segundo Penal Municipal de Tunja", nil},
		{"acronym", "Ana Ruiz Mora", "Administradora Colombiana de Pensiones - COLPENSIONES", "contra Colpensiones", []string{"demandado Colpensiones"}},
		{"counted in code points", "Óscar Peña Núñez", "", "ñé Óscar Peña Núñez", []string{"demandante Óscar Peña Núñez"}},
	} {
		var got []string
		for _, m := range (corpora.Ruling{Plaintiff: c.plaintiff, Defendant: c.defendant}).Project(c.view) {
			got = append(got, string(m.Field)+" "+string([]rune(c.view)[m.Start:m.End]))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.rule, got, c.want)
		}
	}
}
