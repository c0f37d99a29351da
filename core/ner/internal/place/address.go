package place

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/ident"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Reading of postal addresses.

// Address is a postal address found in the text.
type Address struct {
	Start, End int
	Value      string
}

// maxAddress bounds an address in code points.
const maxAddress = 120

// Streets are the words that begin an address in a town, before its number.
var Streets = lex.Set("place.streets")

// Rural are the words that begin an address in the country, before its name.
var Rural = map[string]bool{"vereda": true, "corregimiento": true, "finca": true, "resguardo": true}

var beginAddress = lex.FilterOf(Streets, Rural)

// Addresses calls visit for every address between two code points.
func Addresses(t *doc.Text, from, to int, visit func(Address)) {
	for k := t.WordAt(from); k < len(t.Words) && int(t.Words[k].Start) < to; k++ {
		w := t.Words[k]
		if w.Shape == doc.Number || w.End-w.Start > 13 {
			continue
		}
		if !beginAddress.MayHave(t.Folded(k)) {
			continue
		}
		country := Rural[string(t.Folded(k))]
		if !(Streets[string(t.Folded(k))] && NumberSoon(t, k)) && !(country && w.Shape != doc.Lower && k+1 < len(t.Words) && t.Words[k+1].Shape != doc.Lower) {
			continue
		}
		end := addressEnd(t, k, to)
		a := Address{Start: int(w.Start), End: end, Value: lex.Tidy(t.Slice(int(w.Start), end))}
		if strings.ContainsAny(a.Value, "0123456789") || country {
			visit(a)
			k = max(k, t.WordAt(end)-1)
		}
	}
}

// NumberSoon reports whether a number follows the kind of street at word k.
func NumberSoon(t *doc.Text, k int) bool {
	for n := k + 1; n <= k+3 && n < len(t.Words); n++ {
		if len(t.Between(n-1)) > 4 {
			return false
		}
		w := t.Words[n]
		if w.Shape == doc.Number || w.Shape == doc.Alnum || w.End-w.Start == 1 && t.Is(k, "manzana") || w.End-w.Start == 1 && t.Is(k, "mz") {
			return true
		}
	}
	return false
}

// addressEnd returns where the address that begins with word k ends.
func addressEnd(t *doc.Text, k, to int) int {
	limit := min(to, int(t.Words[k].Start)+maxAddress)
	end := int(t.Words[k].End)
	for n := k + 1; n < len(t.Words) && int(t.Words[n].End) <= limit; n++ {
		if endsAddress(t, n-1) || t.WideGap(n-1) && Streets[string(t.Folded(n))] && NumberSoon(t, n) { // another one beside it
			break
		}
		switch key := t.Key(n); key {
		case "correo", "email", "mail", "tel", "telefono", "celular", "cel", "telefonos", "movil", "e", "electronico", "whatsapp", "abonado", "y", "o", "recibire", "accionado", "accionada", "accionante",
			"para", "en", "mi", "con", "mediante", "notificaciones", "se", "quien", "cedula", "demandado", "teniendo", "ubicada", "ubicado", "donde", "recibe", "identificado", "identificada", "expedida":
			return end
		}
		if len(t.Between(n-1)) > 1 && ident.MobileAt(t, n) {
			break
		}
		if p := int(t.Words[n].End); p < len(t.Chars) && (t.Chars[p] == '@' || t.Chars[p] == ':') {
			break
		}
		end = int(t.Words[n].End)
	}
	return end
}

func endsAddress(t *doc.Text, k int) bool {
	lines := 0
	for n, c := range t.Between(k) {
		switch c {
		case '\n':
			if lines++; lines > 1 || !t.Wrapped(int(t.Words[k].End)) {
				return true
			}
		case ';', ':', '@', '|':
			return true
		case '.':
			if n == 0 && len(t.Between(k)) > 1 && t.Words[k].End-t.Words[k].Start > 4 {
				return true
			}
			if n == 0 && len(t.Between(k)) > 1 && t.Words[k].Shape == doc.Number && t.Words[k+1].Shape == doc.Title {
				return true
			}
		}
	}
	return false
}
