package role

import (
	"github.com/cotejo/cotejo/core/ner/internal/party"
)

// For whom somebody files, told by what leads up to the name: en favor de mi esposo X.

// RepresentedAt reports whether the words before word k say that somebody files for the
// person named there: en representación de su hija menor X, agente oficiosa de X.
func (t *Text) RepresentedAt(k int) bool {
	if party.ChildOf(t.Text, k) {
		return true
	}
	for n := 1; n <= party.MaxWard && k-n > 0; n++ {
		switch key := t.Key(k - n); {
		case oficioso[key]:
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

// oficioso are the forms behind "agente".
var oficioso = map[string]bool{"oficioso": true, "oficiosa": true, "oficiosos": true, "oficiosas": true}
