package account_test

import (
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
)

func TestCheckPassword(t *testing.T) {
	long := "el sur queda lejos y el norte no tanto como dicen los mapas de la sierra"
	if len(long) != 72 {
		t.Fatal(len(long))
	}
	for _, tc := range []struct{ rule, password, says string }{
		{"several words", "cuatro gatos verdes", ""},
		{"a common word among others", "la tutela de los gatos", ""},
		{"random digits", "830917462508", ""},
		{"random letters", "hW9vTq2LzKxB", ""},
		{"twelve letters with accents", "añil y óxido", ""},
		{"72 bytes", long, ""},
		{"73 bytes", long + "s", "demasiado larga"},
		{"eleven letters of twelve bytes", "cuatro años", "al menos 12"},
		{"blanks", strings.Repeat(" ", 12), "solo espacios"},
		{"nothing", "", "solo espacios"},
		{"one letter", "aaaaaaaaaaaa", "primeras"},
		{"few letters", "abababaccbab", "primeras"},
		{"a piece that repeats", "gatoazulgatoazul", "primeras"},
		{"a piece that repeats and is cut", "gatoazulgatoa", "primeras"},
		{"digits in order", "123456789012", "primeras"},
		{"digits in reverse", "098765432109", "primeras"},
		{"the keyboard", "qwertyuiopasdf", "primeras"},
		{"columns of the keyboard", "1qaz2wsx3edc", "primeras"},
		{"a common word with a year", "Colombia2026*", "primeras"},
		{"common words together", "JuzgadoTutela1", "primeras"},
		{"a common word in disguise", "P@ssw0rd!2026", "primeras"},
		{"the commonest of Spanish", "contraseña123", "primeras"},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			err := account.CheckPassword(tc.password)
			if tc.says == "" {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			f, ok := fault.As(err)
			if !ok || f.Kind != fault.Unprocessable || !strings.Contains(f.Message, tc.says) {
				t.Fatalf("got %v, want %q", err, tc.says)
			}
			if strings.Contains(f.Message, tc.password) && strings.TrimSpace(tc.password) != "" {
				t.Error("the message repeats the password")
			}
		})
	}
}
