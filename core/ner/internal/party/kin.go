package party

import (
	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// What leads up to a name: mi señor padre X, la niña X, cónyuge supérstite de X.

// Kin are words for relatives.
var Kin = map[string]bool{"madre": true, "padre": true, "hijo": true, "hija": true, "hermano": true, "hermana": true, "esposo": true, "esposa": true, "nieto": true, "nieta": true,
	"abuela": true, "abuelo": true, "tia": true, "tio": true, "sobrino": true, "sobrina": true, "progenitora": true, "progenitor": true, "conyuge": true, "companero": true, "companera": true,
	"suegro": true, "suegra": true, "primo": true, "prima": true, "cunado": true, "cunada": true, "padrastro": true, "madrastra": true, "hijastro": true, "hijastra": true, "mama": true, "papa": true,
	"nuera": true, "yerno": true, "novia": true, "novio": true, "permanente": true}

// Charges are others whom people call theirs when they file for them: mi vecino X.
var Charges = map[string]bool{"vecino": true, "vecina": true, "amigo": true, "amiga": true, "menor": true, "senor": true, "senora": true, "prohijado": true, "prohijada": true}

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
	return key == "de" && t.Is(k+1, "edad")
}

// bystanders say with "de" or "con" that somebody is named who takes no part:
// cónyuge supérstite de X, arrendataria de X, casado con X.
var bystanders = map[string]bool{"sucesion": true, "superstite": true, "causante": true, "fallecido": true, "fallecida": true, "difunto": true, "difunta": true, "finado": true, "finada": true,
	"heredero": true, "heredera": true, "viuda": true, "viudo": true, "extinto": true, "extinta": true, "occiso": true, "occisa": true, "casado": true, "casada": true,
	"arrendatario": true, "arrendataria": true, "inquilino": true, "inquilina": true, "trabajador": true, "trabajadora": true, "empleado": true, "empleada": true, "victima": true}

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
