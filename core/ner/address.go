package ner

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Reading of postal addresses, telephones and NITs.

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

// phones calls visit for telephone numbers: ten digits that begin with 3 or
// 60, or seven behind the word that says so.
func (t *Text) phones(visit func(Mention)) {
	t.digitRuns(0, t.Len(), 7, anyOf(" .-"), func(r digitRun) {
		d := r.digits
		if len(d) == 12 && d[:2] == "57" {
			d = d[2:]
		}
		named := t.phoneWord(r.start)
		ok := len(d) == 10 && (d[0] == '3' || d[:2] == "60") || named && len(d) == 7
		if !ok || !named && len(r.groups) > 4 {
			return
		}
		score := 0.6
		if named {
			score = 0.95
		}
		visit(Mention{Field: Phone, Value: d, Start: r.start, End: r.end, Confidence: score * t.plaintiffSide(r.start)})
	})
}

// phoneWord reports whether one of the three words before p says telephone.
func (t *Text) phoneWord(p int) bool {
	k := t.WordAt(p) - 1
	for n := 0; n < 3 && k-n >= 0; n++ {
		switch t.Key(k - n) {
		case "tel", "telefono", "telefonos", "telefonica", "telefonico", "celular", "cel", "movil", "whatsapp", "fijo", "contacto", "abonado", "telefonicamente":
			return true
		}
	}
	return false
}

// nits calls visit for numbers with a valid check digit: nine digits that
// begin with 8 or 9 with it behind a hyphen, or any behind the word NIT.
func (t *Text) nits(visit func(Mention)) {
	t.digitRuns(0, t.Len(), 9, anyOf(". -"), func(r digitRun) {
		d := r.digits
		if len(d) != 10 && len(d) != 9 {
			return
		}
		k := t.WordAt(r.start) - 1
		named := t.Is(k, "nit") || t.Is(k-1, "nit") || t.Is(k, "t") && t.Is(k-1, "i") && t.Is(k-2, "n")
		hyphen := len(r.seps) > 0 && r.seps[len(r.seps)-1] == '-' && r.groups[len(r.groups)-1] == 1
		switch {
		case len(d) == 10 && hyphen && looksNIT(d) && NITCheckDigit(d[:9]) == d[9]:
		case len(d) == 9 && named && looksNIT(d):
		default:
			return
		}
		score := 0.9
		if named {
			score = 0.98
		}
		visit(Mention{Field: NIT, Value: d, Start: r.start, End: r.end, Confidence: score})
	})
}
