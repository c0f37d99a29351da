package ocrfix_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/ocrfix"
)

// corrected is a text with every word corrected that can be.
func corrected(text string) string {
	words := strings.Fields(text)
	p := ocrfix.NewPage(words)
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = w
		if to, _, ok := p.Word(i); ok {
			out[i] = to
		}
	}
	return strings.Join(out, " ")
}

func TestWords(t *testing.T) {
	const writesAccents = "petición según artículo " // so the writer does
	const writesCrowns = "PETICIÓN "
	tests := map[string]struct{ read, want string }{
		"a lost accent comes back":                {writesAccents + "accion", "acción"},
		"before a stop and in quotes":             {writesAccents + `"notificacion",`, `"notificación",`},
		"at the beginning of a sentence":          {writesAccents + "Accion", "Acción"},
		"a writer without accents is not taught":  {"la peticion segun articulo accion", "accion"},
		"nor one who leaves out most":             {"petición cedula articulo accion", "accion"},
		"capitals when their accents are written": {writesCrowns + "ACCION", "ACCIÓN"},
		"capitals alone tell of capitals":         {writesAccents + "ACCION", "ACCION"},
		"a word that is one without its accent":   {writesAccents + "solicito", "solicito"},
		"a word that means another thing":         {writesAccents + "publico", "publico"},
		"a name stays as it is read":              {writesAccents + "Garcia", "Garcia"},
		"a name that is no Spanish word":          {writesAccents + "Yulieth", "Yulieth"},
		"small and capital letters mixed":         {writesAccents + "aCCion", "aCCion"},
		"letters with a digit among them":         {writesAccents + "acc1on", "acc1on"},
		"an identity number with dots":            {"cédula No. 52.34l.876,", "52.341.876,"},
		"an identity number without":              {"identificado con C.C. 1O3B45", "103845"},
		"letters in their place at the ends":      {"C.C. N° O2.345.678", "02.345.678"},
		"a radicado":                              {"Radicado: 11001-31-O3-001-2024-00l23-00", "11001-31-03-001-2024-00123-00"},
		"an address is no number":                 {"cédula Carrera 52B-34", "52B-34"},
		"a code is no number":                     {"radicado ABC123456", "ABC123456"},
		"nothing announces it":                    {"valor de 52.34l.876", "52.34l.876"},
		"mostly letters":                          {"cédula SOBl2B", "SOBl2B"},
		"no such grouping":                        {"cédula 5.23l.87", "5.23l.87"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := corrected(tt.read)
			if last := got[strings.LastIndexByte(got, ' ')+1:]; last != tt.want {
				t.Errorf("%q became %q, want %q", tt.read, last, tt.want)
			}
		})
	}
}

func TestCorrectingTwiceChangesNothingMore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOf(rapid.OneOf(rapid.StringMatching(`[a-zA-ZñéO0-9.@,-]{1,14}`),
			rapid.SampledFrom([]string{"accion", "Acción", "PETICION", "PETICIÓN", "cédula", "1O345678", "anaOgmail.com", "según"}))).Draw(t, "words")
		once := corrected(strings.Join(words, " "))
		if twice := corrected(once); twice != once {
			t.Fatalf("%q became %q, then %q", words, once, twice)
		}
	})
}

func FuzzWord(f *testing.F) {
	f.Add("cédula", "52.34l.876")
	f.Add("accion", "ana.ruizOgmail.com")
	f.Fuzz(func(t *testing.T, before, word string) {
		p := ocrfix.NewPage([]string{before, "petición", "según", word})
		if to, rule, ok := p.Word(3); ok && (to == word || rule == "" || utf8.ValidString(word) && !utf8.ValidString(to)) {
			t.Errorf("%q became %q by %q", word, to, rule)
		}
	})
}

func ExamplePage_Word() {
	words := strings.Fields("petición de una accion con cédula 52.34l.876")
	p := ocrfix.NewPage(words)
	for i := range words {
		if to, rule, ok := p.Word(i); ok {
			fmt.Println(words[i], "→", to, rule)
		}
	}
	// Output:
	// accion → acción accent
	// 52.34l.876 → 52.341.876 digit
}
