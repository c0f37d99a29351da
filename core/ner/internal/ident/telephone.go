package ident

import (
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
)

// Telephones and the numbers of companies.

// Phones calls visit for telephone numbers: ten digits that begin with 3 or
// 60, or seven behind the word that says so.
func Phones(t *doc.Text, visit func(r DigitRun, score float64)) {
	digitRuns(t, 0, t.Len(), 7, AnyOf(" .-"), func(r DigitRun) {
		d := r.Digits
		if len(d) == 12 && d[:2] == "57" {
			d = d[2:]
		}
		named := phoneWord(t, r.Start)
		ok := len(d) == 10 && (d[0] == '3' || d[:2] == "60") || named && len(d) == 7
		if !ok || !named && len(r.groups) > 4 {
			return
		}
		score := 0.6
		if named {
			score = 0.95
		}
		r.Digits = d
		visit(r, score)
	})
}

// maxMobile is how many code points the number of a mobile telephone takes at most.
const maxMobile = 16

// MobileAt reports whether the number of a mobile telephone begins with word k.
func MobileAt(t *doc.Text, k int) bool { return telephoneEnd(t, k, "3") > 0 }

// telephoneEnd returns where the telephone number of ten digits ends that begins with word k and with some digits, 0 where there
// is none. No identity number of ten digits begins so: 320 6617485, 604 332 18 90.
func telephoneEnd(t *doc.Text, k int, starts ...string) int {
	if t.Words[k].Shape != doc.Number {
		return 0
	}
	start := int(t.Words[k].Start)
	r := DigitRunAt(t, start, min(t.Len(), start+maxMobile), 1, AnyOf(" .-"))
	isOne := len(r.Digits) == 10 && len(r.groups) <= 4 && (r.groups[0] == 10 || r.groups[0] == 3)
	if isOne && slices.ContainsFunc(starts, func(s string) bool { return strings.HasPrefix(r.Digits, s) }) {
		return r.End
	}
	return 0
}

// phoneWord reports whether one of the three words before p says telephone.
func phoneWord(t *doc.Text, p int) bool {
	k := t.WordAt(p) - 1
	for n := 0; n < 3 && k-n >= 0; n++ {
		switch t.Key(k - n) {
		case "tel", "telefono", "telefonos", "telefonica", "telefonico", "celular", "cel", "movil", "whatsapp", "fijo", "contacto", "abonado", "telefonicamente":
			return true
		}
	}
	return false
}

// NITs calls visit for numbers with a valid check digit: nine digits that
// begin with 8 or 9 with it behind a hyphen, or any behind the word NIT.
func NITs(t *doc.Text, visit func(r DigitRun, score float64)) {
	digitRuns(t, 0, t.Len(), 9, AnyOf(". -"), func(r DigitRun) {
		d := r.Digits
		if len(d) != 10 && len(d) != 9 {
			return
		}
		k := t.WordAt(r.Start) - 1
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
		visit(r, score)
	})
}
