package ner

import (
	"slices"
	"testing"
)

// Where the names of persons and institutions begin and end.
func TestSpans(t *testing.T) {
	for _, c := range []struct {
		rule, text string
		want       []string
	}{
		{"a company with a joint", "demanda contra AVENTURA EXTREMA FONCE Y CHICAMOCHA S.A.S. con NIT", []string{"AVENTURA EXTREMA FONCE Y CHICAMOCHA S.A.S"}},
		{"of one word before the joint", "contra la sociedad Arroces y Semillas del Sinú S.A. E.S.P., con sede", []string{"Arroces y Semillas del Sinú S.A. E.S.P"}},
		{"with another joint", "hoy Muebles y Cocinas El Roble Viejo S.A.S., de la ciudad", []string{"Muebles y Cocinas El Roble Viejo S.A.S"}},
		{"with partners", "contra Transportes Río Suaza y Compañía Ltda., de la ciudad", []string{"Transportes Río Suaza y Compañía Ltda"}},
		{"two known companies", "contra Colpensiones y Porvenir S.A.", []string{"Colpensiones", "Porvenir S.A"}},
		{"a person and a company", "contra Ana Ruiz Mora y Perfiles S.A.S.", []string{"Ana Ruiz Mora", "Perfiles S.A.S"}},
		{"an article in capitals", "la Asociación de Usuarios del Acueducto El Chorrerón de Bonza pide", []string{"Asociación de Usuarios del Acueducto El Chorrerón de Bonza"}},
		{"a district in it", "la Junta de Acción Comunal del barrio Villa Mercedes pide", []string{"Junta de Acción Comunal del barrio Villa Mercedes"}},
		{"small letters, known", "pongo tutela a nueva eps que no me atiende", []string{"nueva eps"}},
		{"small letters, its place", "la secretaria de salud de la guajira que no responde", []string{"secretaria de salud de la guajira"}},
		{"small letters, no name", "fui al hospital donde me dijeron", nil},
		{"a person in small letters", "yo deilis maria pushaina epinayu con cedula", []string{"deilis maria pushaina epinayu"}},
	} {
		x := NewText(c.text)
		var got []string
		for _, s := range describe(x).Spans(defaultProse().IsLower) {
			got = append(got, x.Slice(int(x.Words[s.First].Start), int(x.Words[s.Last].End)))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q instead of %q", c.rule, got, c.want)
		}
	}
}
