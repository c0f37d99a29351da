package role

import (
	"testing"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/party"
)

// Whoever decides takes no side.
func TestOfficial(t *testing.T) {
	for paper, want := range map[string]bool{
		"Magistrada ponente:\nGLORIA ORTIZ DELGADO":         true,
		"Consejero ponente: GLORIA ORTIZ DELGADO":           true,
		"Cúmplase.\n\nGLORIA ORTIZ DELGADO\nJuez":           true,
		"GLORIA ORTIZ DELGADO\nMagistrada sustanciadora":    true,
		"Señora juez:\n\nGLORIA ORTIZ DELGADO, mayor":       false,
		"Accionante:\nGLORIA ORTIZ DELGADO\nJuez municipal": false,
	} {
		x := NewText(paper)
		first := 0
		for !x.Is(first, "gloria") {
			first++
		}
		if got := party.Official(x.Text, first, first+2); got != want {
			t.Errorf("%q: %v", paper, got)
		}
	}
}

// Registers write surnames first; the tables of names tell.
func TestOrdered(t *testing.T) {
	for name, want := range map[string]string{
		"BEJARANO RODRÍGUEZ MARCO TULIO":                      "Marco Tulio Bejarano Rodríguez",
		"Apellidos y nombres: DE LA CRUZ BERMÚDEZ PAULA":      "Paula de la Cruz Bermúdez",
		"Apellidos y nombres: GARCÍA RUBÉN":                   "Rubén García",
		"Nombres y apellidos: PAULA ANDREA BERMÚDEZ GARCÍA":   "",
		"ROSALBA CÁRDENAS MEJÍA":                              "",
		"Apellidos y nombres: PAULA ANDREA BERMÚDEZ VALENCIA": "",
	} {
		x := NewText(name)
		p, ok := party.PersonAt(x.Text, len(x.Words)-nameLength(x), party.NameReading{Limit: x.Len()})
		if !ok {
			t.Fatalf("%q: no name", name)
		}
		if got, turned := party.Ordered(x.Text, p); turned != (want != "") || turned && got != want {
			t.Errorf("%q: %q, %v", name, got, turned)
		}
	}
}

// nameLength counts the words at the end of x from the first that is no particle.
func nameLength(x *Text) int {
	n := 0
	for k := len(x.Words) - 1; k >= 0 && x.Words[k].Shape == doc.Upper; k-- {
		if n++; x.Words[k].Class&lex.Particle != 0 {
			return n - 1
		}
	}
	return n
}

// Letters are a name where a person is announced, and only there.
func TestInitials(t *testing.T) {
	for paper, want := range map[string]bool{
		"instaurada por F.A.S.A. contra la EPS": true, "la menor L.M.P., de siete años": true, "Accionante: A.B.C. y otro": true,
		"al juez E.S.D. comedidamente": false, "afiliada de la E.P.S. desde enero": false, "el C.S.J. dijo": false,
	} {
		x, found := NewText(paper), false
		for k := range x.Words {
			_, ok := party.InitialsAt(x.Text, k)
			found = found || ok
		}
		if found != want {
			t.Errorf("%q: %v", paper, found)
		}
	}
}
