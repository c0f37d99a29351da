package lex

import (
	"strings"
	"testing"
)

// The short way in which plain words of names are written gives what the long one does.
func TestNamesAreWrittenInOneCase(t *testing.T) {
	for raw, want := range map[string]string{
		"MARÍA DEL PILAR ÑÁÑEZ  MUÑOZ": "María del Pilar Ñáñez Muñoz", "RUIZ LÓPEZ, ana": "Ana Ruiz López", "de la cruz Dé É": "De la Cruz dé é", "Ana DI LUCÍA": "Ana Di Lucía",
	} {
		if got := PersonName(raw); got != want {
			t.Errorf("%s: %s, want %s", raw, got, want)
		}
	}
	names := append(strings.Fields(embedded("accented-names.txt")), "de", "DEL", "Vda", "dí", "É", "é", "y", "Üñé", "NUÑEZ", "Ñame", "ana-lucía", "A.", "José1")
	for _, w := range names {
		for _, w := range []string{w, strings.ToUpper(w), strings.ToLower(w)} {
			for _, first := range []bool{true, false} {
				if short, plain := appendPlain(nil, w, first); plain && string(short) != nameWord(w, first) {
					t.Errorf("%s, first %v: %s, want %s", w, first, short, nameWord(w, first))
				}
			}
		}
	}
}
