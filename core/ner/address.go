package ner

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Reading of postal addresses.

// address is a postal address found in the text.
type address struct {
	start, end int
	value      string
}

// maxAddress bounds an address in code points.
const maxAddress = 120

// streets begin an address that goes on with a number.
var streets = map[string]bool{"calle": true, "cll": true, "cl": true, "carrera": true, "cra": true, "kra": true, "kr": true, "cr": true, "crr": true, "avenida": true, "av": true, "ave": true,
	"diagonal": true, "dg": true, "diag": true, "transversal": true, "tv": true, "trans": true, "transv": true, "circular": true, "manzana": true, "mz": true, "kilometro": true, "km": true, "autopista": true, "ak": true, "ac": true, "callejon": true}

// rural begin an address that goes on with a name.
var rural = map[string]bool{"vereda": true, "corregimiento": true, "finca": true, "resguardo": true}

var beginAddress = lex.FilterOf(streets, rural)

// addresses calls visit for every address between two code points.
func (t *Text) addresses(from, to int, visit func(address)) {
	for k := t.WordAt(from); k < len(t.Words) && int(t.Words[k].Start) < to; k++ {
		w := t.Words[k]
		if w.Shape == doc.Number || w.End-w.Start > 13 {
			continue
		}
		if !beginAddress.MayHave(t.Folded(k)) {
			continue
		}
		country := rural[string(t.Folded(k))]
		if !(streets[string(t.Folded(k))] && t.numberSoon(k)) && !(country && w.Shape != doc.Lower && k+1 < len(t.Words) && t.Words[k+1].Shape != doc.Lower) {
			continue
		}
		end := t.addressEnd(k, to)
		a := address{start: int(w.Start), end: end, value: lex.Tidy(t.Slice(int(w.Start), end))}
		if strings.ContainsAny(a.value, "0123456789") || country {
			visit(a)
			k = max(k, t.WordAt(end)-1)
		}
	}
}

// numberSoon reports whether a number follows the kind of street at word k.
func (t *Text) numberSoon(k int) bool {
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
func (t *Text) addressEnd(k, to int) int {
	limit := min(to, int(t.Words[k].Start)+maxAddress)
	end := int(t.Words[k].End)
	for n := k + 1; n < len(t.Words) && int(t.Words[n].End) <= limit; n++ {
		if t.endsAddress(n-1) || t.WideGap(n-1) && streets[string(t.Folded(n))] && t.numberSoon(n) { // another one beside it
			break
		}
		switch key := t.Key(n); key {
		case "correo", "email", "mail", "tel", "telefono", "celular", "cel", "telefonos", "movil", "e", "electronico", "whatsapp", "abonado", "y", "o", "recibire", "accionado", "accionada", "accionante",
			"para", "en", "mi", "con", "mediante", "notificaciones", "se", "quien", "cedula", "demandado", "teniendo", "ubicada", "ubicado", "donde", "recibe", "identificado", "identificada", "expedida":
			return end
		}
		if p := int(t.Words[n].End); p < len(t.Chars) && (t.Chars[p] == '@' || t.Chars[p] == ':') {
			break
		}
		end = int(t.Words[n].End)
	}
	return end
}

func (t *Text) endsAddress(k int) bool {
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
