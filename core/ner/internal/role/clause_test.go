package role

import (
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/ner/internal/party"
)

// fullLines sets the length of a full line, so that the lines of a paper that
// end later are known to be broken for want of room.
var fullLines = strings.Repeat("Este renglón de la hoja llega hasta el margen derecho de ella.\n", 8)

// Where the naming of parties ends.
func TestPartyEnd(t *testing.T) {
	for _, c := range []struct{ rule, text, want string }{
		{"a greeting below", "contra AGUAS DE PASTO S.A. y MUNICIPIO DE PASTO, SECRETARÍA DE GOBIERNO\nCordial saludo. Ana López Ruiz", "AGUAS DE PASTO S.A. y MUNICIPIO DE PASTO, SECRETARÍA DE GOBIERNO"},
		{"who speaks, below", "contra UNIDAD DE SERVICIOS PENITENCIARIOS Y CARCELARIOS - USPEC\nEl suscrito ciudadano ANA LÓPEZ", "UNIDAD DE SERVICIOS PENITENCIARIOS Y CARCELARIOS - USPEC"},
		{"another party below", "contra UNIDAD DE SERVICIOS PENITENCIARIOS Y CARCELARIOS - USPEC\nMinisterio de Justicia", "UNIDAD DE SERVICIOS PENITENCIARIOS Y CARCELARIOS - USPEC\nMinisterio de Justicia"},
		{"the rest of a name", "contra UNIDAD DE SERVICIOS PENITENCIARIOS Y\nCARCELARIOS - USPEC: por no atender", "UNIDAD DE SERVICIOS PENITENCIARIOS Y\nCARCELARIOS - USPEC"},
		{"y behind a legal form", "contra AGUAS DE PASTO S.A. E.S.P. Y SECRETARÍA DE GOBIERNO\n", "AGUAS DE PASTO S.A. E.S.P. Y SECRETARÍA DE GOBIERNO"},
		{"a sentence behind a legal form", "contra AGUAS DE PASTO S.A. E.S.P. Y solicito que paguen\n", "AGUAS DE PASTO S.A. E.S.P"},
	} {
		x := NewText(fullLines + c.text)
		from := len([]rune(fullLines)) + len("contra ")
		if got := x.Slice(from, party.ListEnd(x.Text, from, x.Len())); got != c.want {
			t.Errorf("%s: got %q, want %q", c.rule, got, c.want)
		}
	}
}

// Where one party of a list ends and the next begins.
func TestPartyList(t *testing.T) {
	for _, c := range []struct{ rule, text, want string }{
		{"a dash at the line's end", "FIDUPREVISORA S.A. -\nFOMAG", "FIDUPREVISORA S.A. - FOMAG"},
		{"the town's own at the line's end", "ALCALDÍA\nGOBERNACIÓN DE NARIÑO", "ALCALDÍA; GOBERNACIÓN DE NARIÑO"},
		{"an article of the name", "la La Rosa Blanca", "La Rosa Blanca"},
		{"an article doubled", "el El\nHierro Fino", "El Hierro Fino"},
	} {
		x := NewText(fullLines + "\n" + c.text)
		var got []string
		for _, p := range party.List(x.Text, len([]rune(fullLines)), x.Len()) {
			got = append(got, p.Value)
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s: got %q, want %q", c.rule, got, c.want)
		}
	}
}

// Behind a full line that ends with a place a name is another's.
func TestPersonBelowPlace(t *testing.T) {
	for paper, want := range map[string]string{
		"la Secretaría de Planeación Municipal de San Andrés de Tumaco\nAna López Ruiz, mayor de edad": "Ana López Ruiz",
		"que presento en mi propio nombre, como María Eugenia de\nLos Ríos López":                      "María Eugenia de los Ríos López",
	} {
		x := NewText(fullLines + paper)
		people := party.Persons(x.Text, len([]rune(fullLines)), x.Len(), party.NameReading{Breaks: true})
		if len(people) != 1 || party.NameOf(x.Text, people[0]) != want {
			t.Errorf("%q: got %v, want %q", paper, people, want)
		}
	}
}
