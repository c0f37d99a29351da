package ner_test

import (
	"slices"
	"testing"

	"github.com/cotejo/cotejo/core/ner"
)

// The digits of a telephone are no identity number, however they are grouped, not even as an alternative.
func TestTelephonesAreNoIdentityNumbers(t *testing.T) {
	for _, number := range []string{"320 6617485", "320 661 74 85", "320-661-7485", "3206617485", "57 320 6617485", "604 332 18 90"} {
		letter := "Istmina, 22 de enero de 2024\n\nSeñores\nUnidad de Víctimas\nQuibdó\n\nYo soy Eulogia Mosquera Ibarguen y con el derecho de petición que tengo les solicito que me den la ayuda humanitaria.\n\n" +
			"Eulogia Mosquera I.\ncel " + number + "\nBarrio Cubis frente a la cancha\n"
		r, err := ensemble(t, nil).ExtractContext(t.Context(), letter)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range slices.Concat(r.Entities, r.Alternatives) {
			if e.Field == ner.Cedula {
				t.Errorf("%s: %s is read as an identity number", number, e.Value)
			}
		}
	}
	const own = "Yo, Eulogia Mosquera Ibarguen, C.C. 31.377.402 12 de enero de 2024, interpongo acción de tutela contra la Nueva EPS.\n"
	if r, _ := ensemble(t, nil).ExtractContext(t.Context(), own); r.Value(ner.Cedula) != "31377402" {
		t.Errorf("a number of eight digits with a day behind it is read as %q", r.Value(ner.Cedula))
	}
}
