package ner

import (
	"fmt"
	"slices"
	"testing"
)

// What a court tells of a suit against courts: the whole name of each, with its chambers and
// without the department behind its town.
func TestCourtsAreSuedWithTheirChambers(t *testing.T) {
	e, err := NewEnsemble(DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	const form = `Referencia: Expediente T-1.234.567

Acción de tutela instaurada por Ana Ruiz Mora contra %s.

Magistrado Ponente: PEDRO VEGA SOTO

Bogotá, D.C., doce (12) de marzo de dos mil doce (2012)

La Sala Tercera de Revisión de la Corte Constitucional, integrada por los magistrados Pedro Vega Soto, quien la preside, Marta Gómez Ríos y Luis Peña Gil, ha proferido la siguiente

SENTENCIA
`
	for sued, want := range map[string][]string{
		"el Tribunal Superior de Cúcuta, Sala Laboral":                                              {"Tribunal Superior de Cúcuta, Sala Laboral"},
		"el Tribunal Superior de Cúcuta, Sala Laboral y el Juzgado 4 Laboral de Cúcuta":             {"Tribunal Superior de Cúcuta, Sala Laboral", "Juzgado 4 Laboral de Cúcuta"},
		"el Tribunal Superior de Medellín - Sala Civil":                                             {"Tribunal Superior de Medellín - Sala Civil"},
		"la Subsección D, Sección Segunda del Tribunal Administrativo de Cundinamarca":              {"Subsección D, Sección Segunda del Tribunal Administrativo de Cundinamarca"},
		"el Juzgado Octavo Civil Municipal de Neiva, Huila":                                         {"Juzgado Octavo Civil Municipal de Neiva"},
		"el Juzgado Octavo Civil Municipal de Neiva y la Sala Civil del Tribunal Superior de Neiva": {"Juzgado Octavo Civil Municipal de Neiva", "Sala Civil del Tribunal Superior de Neiva"},
	} {
		got := e.Extract(fmt.Sprintf(form, sued))
		values := got.Values(Defendant)
		slices.Sort(values)
		slices.Sort(want)
		if !slices.Equal(values, want) {
			t.Errorf("%s: %q", sued, values)
		}
		for _, person := range got.Values(Plaintiff) {
			if person != "Ana Ruiz Mora" {
				t.Errorf("%s: %q of the panel files", sued, person)
			}
		}
	}
}
