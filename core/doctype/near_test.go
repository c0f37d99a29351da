package doctype

import (
	"testing"

	"github.com/cotejo/cotejo/core/text"
)

func TestMisreadByALetter(t *testing.T) {
	for _, c := range []struct {
		rule, read, word string
		want             bool
	}{
		{"another letter", "tutcla", "tutela", true},
		{"a letter lost", "impugacion", "impugnacion", true},
		{"a letter seen", "desaccato", "desacato", true},
		{"a digit at the end", "desacat0", "desacato", true},
		{"two letters", "tutccla", "tutela", false},
		{"another form of the word", "accionada", "accionado", false},
		{"its plural", "sentencias", "sentencia", false},
		{"the word itself", "tutela", "tutela", false},
	} {
		if got := misread([]byte(c.read), []byte(c.word)); got != c.want {
			t.Errorf("%s: misread(%q, %q) = %v", c.rule, c.read, c.word, got)
		}
	}
}

func TestWordsThatAreMeantStay(t *testing.T) {
	for _, w := range []string{"acción", "sala", "sección", "demandada", "tutelada", "salas"} {
		if own := text.AppendWords(nil, w)[0]; table().nearest(own, w) != own {
			t.Errorf("%q is taken for another word", w)
		}
	}
}
