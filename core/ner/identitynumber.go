package ner

import (
	"slices"
	"strings"
)

// Reading of the numbers of identity documents, shared by the extractors.

// cedula is the number of an identity document.
type cedula struct {
	start, end int
	digits     string
	kind       string // "cc", "ti", "ce"…; "nit"
	lawyer     bool   // the card of a lawyer stands behind it
	score      float64
}

// cedulaSeps are the separators inside the number of a cédula.
var cedulaSeps = anyOf(". ,'\"\n")

// cedulas calls visit for every number between two code points that words
// before it call the number of an identity document.
func (t *Text) cedulas(from, to int, visit func(cedula)) {
	for k := t.wordAt(from); k < len(t.words) && int(t.words[k].start) < to; k++ {
		if t.words[k].class&identity == 0 && t.words[k].end-t.words[k].start > 2 {
			continue
		}
		kind, next := t.documentWords(k)
		if kind == "" {
			continue
		}
		if c, ok := t.numberAfter(kind, next, to); ok {
			visit(c)
			k = max(k, t.wordAt(c.end-1))
		}
	}
}

// documentWords reads what calls a number that of an identity document and
// returns the word that comes after.
func (t *Text) documentWords(k int) (kind string, next int) {
	switch t.key(k) {
	case "cedula":
		kind, next = "cc", k+1
	case "cc", "ti", "ce", "rc", "ppt", "nuip", "dni":
		if t.words[k].shape == lower && t.words[k].end-t.words[k].start < 3 && !t.numberFollows(k) {
			return "", k
		}
		kind, next = t.key(k), k+1
	case "c":
		if !t.is(k+1, "c") && !t.is(k+1, "e") || len(t.between(k)) > 3 {
			return "", k
		}
		kind, next = "c"+t.key(k+1), k+2
	case "t":
		if !t.is(k+1, "i") || len(t.between(k)) > 3 {
			return "", k
		}
		kind, next = "ti", k+2
	case "nit":
		return "nit", k + 1
	case "tarjeta":
		if t.key(k+1) != "de" || t.key(k+2) != "identidad" {
			return "", k
		}
		kind, next = "ti", k+3
	case "registro":
		if t.key(k+1) != "civil" {
			return "", k
		}
		kind, next = "rc", k+2
	case "documento":
		if t.key(k+1) != "de" || t.key(k+2) != "identidad" && t.key(k+2) != "identificacion" {
			return "", k
		}
		kind, next = "cc", k+3
	case "identificado", "identificada", "identificacion":
		kind, next = "cc", k+1
	case "no", "n":
		if !t.issuedTo(k) {
			return "", k
		}
		return "cc", k + 1
	default:
		return "", k
	}
	for next < len(t.words) && next < k+10 {
		switch t.key(next) {
		case "extranjeria":
			kind = "ce"
			next++
			continue
		case "nuip":
			kind = "rc"
			next++
			continue
		case "de", "ciudadania", "ciudadana", "ciudadano", "no", "nro", "numero", "num", "n", "c", "la", "con", "personal", "numeros", "identidad", "el", "cc", "cedula", "es":
			next++
			continue
		}
		if t.shortBeforeNumber(next) {
			next++ // No. or NUIP misread
			continue
		}
		if n := t.garbledDocument(next); n > 0 {
			next += n
			continue
		}
		break
	}
	return kind, next
}

// issuedTo reports whether what a scanner made of "titular de C.C." stands
// between a name and word k: X, Gtular de ec. No. 1.048.900.521 expedida en Cali.
// Cards and resolutions are issued too, but bear other names or fewer digits.
func (t *Text) issuedTo(k int) bool {
	named := false
	for n := 2; n <= 4 && k-n >= 0; n++ {
		named = named || t.words[k-n].class&(given|surname) != 0 && t.words[k-n].shape != lower
	}
	if !named {
		return false
	}
	digits, next := 0, k+1
	for ; next < len(t.words) && next <= k+4 && t.words[next].shape == number; next++ {
		digits += int(t.words[next].end - t.words[next].start)
	}
	if digits < 7 || digits > 10 || !t.is(next+1, "en") {
		return false
	}
	return t.is(next, "expedida") || t.is(next, "expedido")
}

// shortBeforeNumber reports whether word k is a short one before a number that
// names no other kind of number.
func (t *Text) shortBeforeNumber(k int) bool {
	w := t.words[k]
	if w.shape != title && w.shape != upper || w.end-w.start < 2 || w.end-w.start > 3 || k+1 >= len(t.words) || t.words[k+1].shape != number {
		return false
	}
	return !otherNumbers[t.key(k)]
}

// garbledDocument returns how many words from k on a scanner made of "cédula de
// ciudadanía" or the like, before "número" and the number; 0 when they say
// something.
func (t *Text) garbledDocument(k int) int {
	for n := 0; n < 3 && k+n+1 < len(t.words); n++ {
		switch t.key(k + n) {
		case "numero", "no", "nro":
			if t.words[k+n+1].shape != number {
				return 0
			}
			return n
		}
		if t.words[k+n].class != 0 || t.words[k+n].shape == number || t.cardAt(k+n) || otherNumbers[t.key(k+n)] {
			return 0
		}
	}
	return 0
}

func (t *Text) numberFollows(k int) bool {
	return k+1 < len(t.words) && (t.words[k+1].shape == number || t.key(k+1) == "no")
}

// numberAfter reads the number of a cédula that is word k or follows shortly.
func (t *Text) numberAfter(kind string, k, to int) (cedula, bool) {
	if k >= len(t.words) || k == 0 {
		return cedula{}, false
	}
	one := t.loneOne(k) // I.100.438.497
	if one {
		k++
	}
	if t.words[k].shape != number && t.words[k].shape != alnum {
		return cedula{}, false
	}
	if !t.closeGap(k - 1) {
		return cedula{}, false
	}
	r := t.digitRunAt(int(t.words[k].start), to, 1, cedulaSeps)
	if len(r.groups) == 0 {
		return cedula{}, false
	}
	if one && r.groups[0] == 3 {
		r.digits, r.groups, r.seps, r.ends, r.start = "1"+r.digits, append([]int{1}, r.groups...), "."+r.seps, append([]int{r.start - 1}, r.ends...), r.start-2
		r.repaired++
	}
	r = r.whole().withoutSign(kind)
	r = r.trimGroups(func(r digitRun) bool { return r.grouped() && plausibleID(kind, r.digits) })
	c := cedula{start: r.start, end: r.end, digits: r.digits, kind: kind, score: 0.95}
	switch {
	case len(r.digits) == 9 && !looksNIT(r.digits):
		c.score = 0.6 // very rare
	case !plausibleID(kind, r.digits), r.torn(), c.end+1 < len(t.cp) && !isSpace(t.cp[c.end]) && !isWord(t.cp[c.end]) && t.cp[c.end] != '-' && isDigit(t.cp[c.end+1]):
		return c, false
	}
	if r.repaired > 0 {
		c.score *= 0.9
	}
	if c.end < len(t.cp) && (t.cp[c.end] == '-' && c.end+1 < len(t.cp) && isDigit(t.cp[c.end+1])) {
		return c, false // a NIT or something longer
	}
	return c, true
}

// withoutSign drops a first digit that stands apart when only the rest can be the
// number: N.2 86.352.355, where N.º was printed.
func (r digitRun) withoutSign(kind string) digitRun {
	if len(r.groups) < 2 || r.groups[0] != 1 || r.seps[0] != ' ' || plausibleID(kind, r.digits) {
		return r
	}
	rest := r
	rest.digits, rest.groups, rest.seps, rest.ends = r.digits[1:], r.groups[1:], r.seps[1:], r.ends[1:]
	rest.start = r.ends[1] - r.groups[1]
	if !rest.grouped() || !plausibleID(kind, rest.digits) {
		return r
	}
	return rest
}

// whole joins the groups of three digits of a number with points in which a
// scanner saw a blank: 1.1 17.910.465.
func (r digitRun) whole() digitRun {
	if !strings.Contains(r.seps, ".") {
		return r
	}
	for i := 1; i+1 < len(r.groups); i++ {
		if r.seps[i] == ' ' && r.groups[i]+r.groups[i+1] == 3 {
			r.groups = slices.Concat(r.groups[:i], []int{3}, r.groups[i+2:])
			r.ends = slices.Concat(r.ends[:i], r.ends[i+1:])
			r.seps = r.seps[:i] + r.seps[i+1:]
		}
	}
	return r
}

// closeGap reports whether no more stands between words k and k+1 than between
// a label and its value: a few signs, and the blanks of a column.
func (t *Text) closeGap(k int) bool {
	gap := t.between(k)
	signs, lines := 0, 0
	for _, c := range gap {
		switch {
		case c == '\n':
			lines++
		case !isBlank(c):
			signs++
		}
	}
	return len(gap) <= 16 || len(gap) <= maxColumn && signs <= 2 && lines == 0
}

// maxColumn is the room that a label's column leaves before its value.
const maxColumn = 48

// loneOne reports whether word k is the letter that was read for the first
// digit of a number with points.
func (t *Text) loneOne(k int) bool {
	return k+1 < len(t.words) && t.words[k].end-t.words[k].start == 1 && standsForDigit(t.cp[t.words[k].start]) == '1' && string(t.between(k)) == "." && t.words[k+1].shape == number
}

func looksNIT(d string) bool { return d[0] == '8' || d[0] == '9' }

// trimGroups cuts groups parted by a blank or comma from the end until ok
// holds: a number may be followed by another one.
func (r digitRun) trimGroups(ok func(digitRun) bool) digitRun {
	if ok(r) {
		return r
	}
	cut := r
	for n := len(r.groups) - 1; n > 0; n-- {
		cut.digits = cut.digits[:max(0, len(cut.digits)-r.groups[n])]
		cut.groups, cut.seps, cut.end = r.groups[:n], r.seps[:n-1], r.ends[n-1]
		if sep := r.seps[n-1]; (sep == ' ' || sep == ',' || sep == '\n') && ok(cut) {
			return cut
		}
	}
	return r
}

// torn reports whether digits of a number that has points were lost: behind one
// stand three, or six whose point was lost.
func (r digitRun) torn() bool {
	if !strings.Contains(r.seps, ".") {
		return false
	}
	for _, n := range r.groups[1:] {
		if n%3 != 0 {
			return true
		}
	}
	return false
}

// grouped reports whether a number is written in one piece or in thousands.
func (r digitRun) grouped() bool {
	for _, n := range r.groups[min(1, len(r.groups)):] {
		if n != 3 {
			return false
		}
	}
	return len(r.groups) == 1 || len(r.groups) > 1 && r.groups[0] <= 3
}
