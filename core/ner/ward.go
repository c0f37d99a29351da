package ner

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// For whom somebody files, told by what leads up to the name: por mi esposo X,
// en defensa de los derechos del señor X, para que se ampare a X.

// kin are words for relatives.
var kin = map[string]bool{"madre": true, "padre": true, "hijo": true, "hija": true, "hermano": true, "hermana": true, "esposo": true, "esposa": true, "nieto": true, "nieta": true,
	"abuela": true, "abuelo": true, "tia": true, "tio": true, "sobrino": true, "sobrina": true, "progenitora": true, "progenitor": true, "conyuge": true, "companero": true, "companera": true,
	"suegro": true, "suegra": true, "primo": true, "prima": true, "cunado": true, "cunada": true, "padrastro": true, "madrastra": true, "hijastro": true, "hijastra": true, "mama": true, "papa": true,
	"nuera": true, "yerno": true, "novia": true, "novio": true, "permanente": true}

// wardNouns say with "de" that somebody is looked after: en defensa de, persona
// de apoyo de, custodia de.
var wardNouns = map[string]bool{"interes": true, "intereses": true, "derechos": true, "defensa": true, "procura": true, "proteccion": true, "apoyo": true, "cuidador": true, "cuidadora": true,
	"custodia": true, "amparo": true, "garantias": true, "pro": true, "vocero": true, "vocera": true, "lugar": true, "guarda": true, "solicitud": true, "ruego": true, "instancia": true}

// protects are the verbs whose object is to be helped.
var protects = map[string]bool{"ampare": true, "amparen": true, "amparar": true, "proteja": true, "protejan": true, "proteger": true, "tutele": true, "tutelen": true, "tutelar": true,
	"agencio": true, "agenciando": true, "represento": true, "representando": true, "asisto": true, "cuido": true, "ayudo": true, "ayudar": true}

// charges are others whom people call theirs when they file for them: mi vecino X.
var charges = map[string]bool{"vecino": true, "vecina": true, "amigo": true, "amiga": true, "menor": true, "senor": true, "senora": true, "prohijado": true, "prohijada": true}

// maxWard bounds the words that lead up to a ward's name.
const maxWard = 8

// filesFor reports whether the words from first up to next lead up to a name as
// that of the person for whom the one before files.
func (t *Text) filesFor(first, next int) bool {
	k, family, mine := next-1, false, false
	for ; k >= first && k > next-maxWard && t.presentsWard(k); k-- {
		family = family || kin[t.Key(k)]
		mine = mine || t.Is(k, "mi") && (kin[t.Key(k+1)] || charges[t.Key(k+1)])
	}
	if k < first {
		return false
	}
	switch t.Key(k) {
	case "y", "e", "con", "contra", "junto", "desde":
		return false
	case "por":
		return !participle(t.Key(k - 1))
	case "a", "al":
		return protects[t.Key(k-1)]
	case "para":
		return family
	case "de", "del":
		for n := 1; n <= 4 && k-n >= first; n++ {
			if wardNouns[t.Key(k-n)] {
				return true
			}
		}
	}
	return mine // whatever was read before it: en favoi de mi hija X
}

// presentsWard reports whether word k may stand between what introduces a ward
// and the name: mi señor padre, la niña, el ciudadano.
func (t *Text) presentsWard(k int) bool {
	key := t.Key(k)
	if kin[key] || charges[key] && t.Is(k-1, "mi") || t.Words[k].Class&lex.Honorific != 0 {
		return true
	}
	switch key {
	case "mi", "su", "mis", "sus", "el", "la", "los", "menor", "edad", "nino", "nina", "joven", "ciudadano", "ciudadana", "paciente", "usuario", "usuaria", "anciano", "anciana",
		"adulto", "adulta", "adolescente", "afiliado", "afiliada", "interno", "interna", "mismo", "bebe", "titular", "agenciado", "agenciada":
		return true
	}
	return key == "de" && t.Is(k+1, "edad")
}

// participle reports whether a word says by whom something was done.
func participle(w string) bool {
	for _, end := range [...]string{"ado", "ada", "ados", "adas", "ido", "ida", "idos", "idas"} {
		if strings.HasSuffix(w, end) {
			return true
		}
	}
	return false
}

// bystanders say with "de" or "con" that somebody is named who takes no part:
// cónyuge supérstite de X, arrendataria de X, casado con X.
var bystanders = map[string]bool{"sucesion": true, "superstite": true, "causante": true, "fallecido": true, "fallecida": true, "difunto": true, "difunta": true, "finado": true, "finada": true,
	"heredero": true, "heredera": true, "viuda": true, "viudo": true, "extinto": true, "extinta": true, "occiso": true, "occisa": true, "casado": true, "casada": true,
	"arrendatario": true, "arrendataria": true, "inquilino": true, "inquilina": true, "trabajador": true, "trabajadora": true, "empleado": true, "empleada": true, "victima": true}

// bystander reports whether what leads up to the name that begins with word
// first says that its bearer takes no part.
func (t *Text) bystander(first int) bool {
	for k := first - 1; k >= 0 && k > first-maxWard; k-- {
		switch key := t.Key(k); {
		case bystanders[key]:
			return !t.Is(k, "viuda") || t.Words[k].Shape == doc.Lower
		case key != "de" && key != "del" && key != "con" && !t.presentsWard(k), t.EndsSentence(k):
			return false
		}
	}
	return false
}

// inOwnName reports whether words from first up to position to say that who is
// named before them files for himself: hijo de X, presento en nombre propio. The
// first call fills found, which later calls with a greater first use again.
func (t *Text) inOwnName(found *ownName, first, to int) bool {
	if !found.read {
		*found = t.ownName(first, to)
	}
	return found.own >= first && found.other < first
}

// ownName holds the last word of a part of the text that says "own name", and the
// last that says the name of another; -1 for none.
type ownName struct {
	own, other int
	read       bool
}

func (t *Text) ownName(first, to int) ownName {
	found := ownName{own: -1, other: -1, read: true}
	for k := first; k < len(t.Words) && int(t.Words[k].Start) < to; k++ {
		switch t.Key(k) {
		case "propio", "propia":
			if t.Is(k-1, "nombre") || t.Is(k-1, "causa") || t.Is(k+1, "nombre") {
				found.own = k
			}
		case "representacion", "favor":
			found.other = k
		}
	}
	return found
}
