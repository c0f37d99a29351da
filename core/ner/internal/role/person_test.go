package role

import (
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/ner/internal/party"
)

// Places whose words are names as well are no persons, unless more of a name
// follows.
func TestPersonsAndPlaces(t *testing.T) {
	for text, want := range map[string]string{
		"Ana López Ruiz, vecina de Puerto Carreño":                                                "Ana López Ruiz",
		"Ana López Ruiz, de Carmen de Apicalá, Tolima":                                            "Ana López Ruiz",
		"Ana López Ruiz, de San Martín de Loba, Bolívar":                                          "Ana López Ruiz",
		"Ana López Ruiz, domiciliada en Belén de Umbría":                                          "Ana López Ruiz",
		"Ana López Ruiz, residente en Pedro María Hoyos":                                          "Ana López Ruiz; Pedro María Hoyos",
		"ALCALDÍA DE SAN SEBASTIÁN DE MARIQUITA y LUIS ÁVILA CRUZ":                                "Luis Ávila Cruz",
		"GOBERNACIÓN DE NORTE DE SANTANDER\nLuis Ávila Cruz":                                      "Luis Ávila Cruz",
		"Ana López Ruiz, con cédula 27.111.222 de Dolores, Tolima, vecina de Santa Rosa de Cabal": "Ana López Ruiz",
	} {
		x := NewText(text)
		var got []string
		for _, p := range party.Persons(x.Text, 0, x.Len(), party.NameReading{Breaks: true}) {
			got = append(got, party.NameOf(x.Text, p))
		}
		if g := strings.Join(got, "; "); g != want {
			t.Errorf("%s: got %q, want %q", text, g, want)
		}
	}
}

// A letter with an apostrophe, straight or curved, and "Vda." belong to the name around them.
func TestNamesWithSigns(t *testing.T) {
	for text, want := range map[string]string{
		"SHARON MCLEAN O'CONNOR D'ACOSTA, identificada": "SHARON MCLEAN O'CONNOR D'ACOSTA",
		"Sharon Mclean O’Connor, identificada":          "Sharon Mclean O’Connor",
		"Ana Gutiérrez Vda. de Peña, mayor":             "Ana Gutiérrez Vda. de Peña",
		"Ana Gutiérrez. De Peña se sabe":                "Ana Gutiérrez",
		"Ana Gutiérrez A 'Peña'":                        "Ana Gutiérrez",
	} {
		x := NewText(text)
		if p, ok := party.PersonAt(x.Text, 0, party.NameReading{Limit: x.Len()}); !ok || x.Slice(p.Start, p.End) != want {
			t.Errorf("%s: got %q, want %q", text, x.Slice(p.Start, p.End), want)
		}
	}
}
