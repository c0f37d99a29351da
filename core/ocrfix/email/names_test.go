package email

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestNamesExplainLetters(t *testing.T) {
	names := NewNames(strings.Fields("la señora María de los Ángeles Gil Peña, C.C. 12 de Cali, y su abogado, de la firma tienda; Luis Ruiz recibe notificaciones"),
		strings.Fields("Sentencia del Juez y Parra, Con Luz"))
	for local, want := range map[string]int{
		"gil":               3,
		"mariagil":          8,
		"MARIA.GIL22":       8,
		"agil":              4, // an initial beside the name
		"gila":              4,
		"xgil":              3,
		"lgil":              3,  // of somebody named elsewhere
		"mariadelosangeles": 17, // with the particles between
		"mariadclosangeles": 12,
		"tienda":            0,
		"pena_gil":          7,
		"notificaciones":    14, // a long word
		"jparra":            6,
		"conparra":          5,
		"":                  0,
	} {
		if got, _ := names.Explained(local); got != want {
			t.Errorf("%s: %d letters, want %d", local, got, want)
		}
	}
	if got, _ := Names(nil).Explained("gil"); got != 0 {
		t.Errorf("nobody's names explain %d letters", got)
	}
}

func TestStrayLettersBehindNames(t *testing.T) {
	names := NewNames(strings.Fields("Ana Gil Lara"))
	for local, want := range map[string]int{"gill3": 0, "lara": 0, "larao5": 1, "larao": 1, "larax5": 0, "xl3": 0, "laraol": 0} {
		if _, got := names.Explained(local); got != want {
			t.Errorf("%s: %d, want %d", local, got, want)
		}
	}
}

func TestNamesOfAnyWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOf(rapid.StringMatching(`[A-Za-zÑñÉİ.,'0-9]{1,9}`)).Draw(t, "words")
		local := rapid.StringMatching(`[A-Za-zñİ._0-9]{0,80}`).Draw(t, "local")
		if n, stray := NewNames(words).Explained(local); n < 0 || stray < 0 || n+stray > len(strings.ToLower(local)) {
			t.Fatalf("%d letters of %q", n, local)
		}
	})
}
