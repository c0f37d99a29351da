package entity

import (
	"strings"
	"unicode"

	"github.com/cotejo/cotejo/core/text"
)

// Evidence of addresses: neighbours and relatives share one, people move.
const (
	sameAddress  = 2.5
	nearAddress  = 1.5
	otherAddress = -0.7
)

// streetWords are the ways to write the parts of an address; "" drops one.
var streetWords = map[string]string{
	"cl": "calle", "cll": "calle", "clle": "calle",
	"cra": "carrera", "cr": "carrera", "kr": "carrera", "kra": "carrera", "krr": "carrera", "carr": "carrera",
	"av": "avenida", "ave": "avenida", "avda": "avenida", "ak": "avenida", "ac": "avenida",
	"dg": "diagonal", "diag": "diagonal", "tv": "transversal", "trans": "transversal", "transv": "transversal", "tr": "transversal",
	"mz": "manzana", "mza": "manzana", "apto": "apartamento", "ap": "apartamento", "int": "interior", "to": "torre", "bl": "bloque",
	"br": "barrio", "brr": "barrio", "urb": "urbanizacion", "cs": "casa", "of": "oficina", "ofc": "oficina", "vda": "vereda",
	"no": "", "nro": "", "num": "", "numero": "", "n": "", "de": "", "del": "", "la": "", "el": "", "los": "", "las": "", "en": "",
}

// Addresses compares two postal addresses by their words and numbers.
// Addresses without a number say too little and are Unknown.
func Addresses(a, b string) Comparison {
	wa, na := addressWords(a)
	wb, nb := addressWords(b)
	if na == 0 || nb == 0 || len(wa) < 2 || len(wb) < 2 {
		return Comparison{}
	}
	shared, sharedNumbers := 0, 0
	for w, number := range wa {
		if _, ok := wb[w]; ok {
			shared++
			if number {
				sharedNumbers++
			}
		}
	}
	smaller, fewer := min(len(wa), len(wb)), min(na, nb)
	switch {
	case shared == smaller && sharedNumbers >= min(2, fewer):
		return Comparison{Same, sameAddress, "misma dirección"}
	case sharedNumbers >= 2 && sharedNumbers*3 >= fewer*2 && shared*3 >= smaller*2:
		return Comparison{Near, nearAddress, "direcciones casi iguales"}
	case sharedNumbers*2 >= fewer:
		return Comparison{Agreement: Doubtful}
	}
	return Comparison{Different, otherAddress, "distinta dirección"}
}

// addressWords returns the words of an address, true for those with a digit,
// and how many of those there are.
func addressWords(s string) (words map[string]bool, numbers int) {
	words = map[string]bool{}
	for _, w := range strings.FieldsFunc(text.Fold(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if full, ok := streetWords[w]; ok {
			w = full
		}
		if w == "" {
			continue
		}
		number := strings.ContainsAny(w, "0123456789")
		if _, ok := words[w]; !ok && number {
			numbers++
		}
		words[w] = number
		if len(words) == 40 {
			break
		}
	}
	return words, numbers
}
