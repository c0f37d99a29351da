package ner

import (
	"testing"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Of two names of one institution the one that says more is shown.
func TestFuller(t *testing.T) {
	for _, c := range []struct {
		short, long string
		want        bool
	}{
		{"USPEC", "UNIDAD DE SERVICIOS PENITENCIARIOS - USPEC", true},
		{"Vías del Sur", "VÍAS DEL SUR S.A.S.", true},
		{"Vías del Sur", "VÍAS DEL SUR S.A.S. C.I.", true},
		{"Dirección de Sanidad del Ejército", "DIRECCIÓN DE SANIDAD DEL EJÉRCITO Nexum", false},
		{"Dirección de Sanidad", "DIRECCIÓN DE SANIDAD DEL EJÉRCITO NACIONAL", false},
		{"Colegio San José", "COLEGIO SAN JOSÉ DE PASTO", false},
		{"Grupo Sol", "GRUPO SOL NEXUM", false},
		{"Hospital San José Infantil", "HOSPITAL SAN JOSÉ INFANTIL NEXUM ORBIS", false},
		{"Bananos Sur", "BANANOS SUR S.A.S. C.I.", true},
		{"Hospital San José", "HOSPITAL SAN JOSÉ REGIONAL", false},
		{"UARIV", "Unidad para las Víctimas", false},
		{"UNIDAD DE SERVICIOS PENITENCIARIOS - USPEC", "USPEC", false},
	} {
		if got := fuller(c.short, c.long); got != c.want {
			t.Errorf("%q, %q: %v", c.short, c.long, got)
		}
	}
}

// A scanner sees the ñ at the beginning of a name twice.
func TestDoubledEnye(t *testing.T) {
	for raw, want := range map[string]string{"ÑNAYIBE OYOLA": "Ñayibe Oyola", "ÑAYIBE OYOLA": "Ñayibe Oyola", "NICOLÁS OYOLA": "Nicolás Oyola", "DUNNIA RUIZ": "Dunnia Ruiz"} {
		if got := lex.PersonName(raw); got != want {
			t.Errorf("%s: %s, want %s", raw, got, want)
		}
	}
}
