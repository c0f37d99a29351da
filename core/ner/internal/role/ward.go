package role

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/party"
)

// For whom somebody files, told by what leads up to the name: por mi esposo X,
// en defensa de los derechos del señor X, para que se ampare a X.

// wardNouns say with "de" that somebody is looked after: en defensa de, persona
// de apoyo de, custodia de.
var wardNouns = lex.Set("role.wardNouns")

// protects are the verbs whose object is to be helped.
var protects = lex.Set("role.protects")

// filesFor reports whether the words from first up to next lead up to a name as
// that of the person for whom the one before files.
func (t *Text) filesFor(first, next int) bool {
	k, family, mine := next-1, false, false
	for ; k >= first && k > next-party.MaxWard && party.PresentsWard(t.Text, k); k-- {
		family = family || party.Kin[t.Key(k)]
		mine = mine || t.Is(k, "mi") && (party.Kin[t.Key(k+1)] || party.Charges[t.Key(k+1)])
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
	case "sobre":
		return t.Is(k-1, "potestad") || t.Is(k-1, "custodia")
	case "de", "del":
		for n := 1; n <= 4 && k-n >= first; n++ {
			if wardNouns[t.Key(k-n)] {
				return true
			}
		}
	}
	return mine // whatever was read before it: en favoi de mi hija X
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

// RepresentedAt reports whether the words before word k say that somebody files for the
// person named there: en representación de su hija menor X, agente oficiosa de X.
func (t *Text) RepresentedAt(k int) bool {
	if party.ChildOf(t.Text, k) {
		return true
	}
	for n := 1; n <= party.MaxWard && k-n > 0; n++ {
		switch key := t.Key(k - n); {
		case t.oficioso(k - n):
			return t.Is(k-n-1, "agente")
		case key == "favor":
			return t.Is(k-n-1, "a") || t.Is(k-n-1, "en")
		case key == "representacion", key == "nombre":
			return t.Is(k-n-1, "en") || t.Is(k-n-1, "y")
		case key != "de" && key != "del" && key != "la" && key != "el" && !party.PresentsWard(t.Text, k-n):
			return false
		}
	}
	return false
}
