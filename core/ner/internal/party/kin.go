package party

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// What leads up to a name: mi señor padre X, la niña X, cónyuge supérstite de X.

// Kin are words for relatives.
var Kin = lex.Set("party.kin")

// Charges are others whom people call theirs when they file for them: mi vecino X.
var Charges = lex.Set("party.charges")

// MaxWard bounds the words that lead up to a ward's name.
const MaxWard = 8

// PresentsWard reports whether word k may stand between what introduces a ward
// and the name: mi señor padre, la niña, el ciudadano.
func PresentsWard(t *doc.Text, k int) bool {
	key := t.Key(k)
	if Kin[key] || Charges[key] && t.Is(k-1, "mi") || t.Words[k].Class&lex.Honorific != 0 {
		return true
	}
	switch key {
	case "mi", "su", "mis", "sus", "el", "la", "los", "menor", "edad", "nino", "nina", "joven", "ciudadano", "ciudadana", "paciente", "usuario", "usuaria", "anciano", "anciana",
		"adulto", "adulta", "adolescente", "afiliado", "afiliada", "interno", "interna", "mismo", "bebe", "titular", "agenciado", "agenciada":
		return true
	}
	return key == "de" && t.Is(k+1, "edad") || describesKin(t, k)
}

// describesKin reports whether word k says how the relative is who is named one or two words
// before it: mi hija recién nacida, mi madre gravemente enferma.
func describesKin(t *doc.Text, k int) bool {
	if k < 2 || !Kin[t.Key(k-1)] && !Kin[t.Key(k-2)] {
		return false
	}
	key := t.Key(k)
	switch key {
	case "recien", "mayor", "enfermo", "enferma", "gemelo", "gemela", "invidente":
		return true
	}
	for _, end := range [...]string{"ado", "ada", "ido", "ida", "mente"} {
		if strings.HasSuffix(key, end) {
			return true
		}
	}
	return false
}

// bystanders say with "de" or "con" that somebody is named who takes no part:
// cónyuge supérstite de X, arrendataria de X, casado con X.
var bystanders = lex.Set("party.bystanders")

// Bystander reports whether what leads up to the name that begins with word
// first says that its bearer takes no part.
func Bystander(t *doc.Text, first int) bool {
	for k := first - 1; k >= 0 && k > first-MaxWard; k-- {
		switch key := t.Key(k); {
		case bystanders[key]:
			return !t.Is(k, "viuda") || t.Words[k].Shape == doc.Lower
		case key != "de" && key != "del" && key != "con" && !PresentsWard(t, k), t.EndsSentence(k):
			return false
		}
	}
	return false
}
