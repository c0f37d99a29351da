package party

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
)

// Legal forms at the end of institutions' names, as scanners leave them.

// forms are legal forms by their letters, none of which stands twice in a row.
var forms = map[string]string{"sas": "S.A.S.", "sa": "S.A.", "esp": "E.S.P.", "ese": "E.S.E.", "eps": "E.P.S.", "ips": "I.P.S.", "ltda": "LTDA.", "senc": "S. EN C."}

// leadingForms stand before a name; a scanner reads the first letter as a digit
// or a small one.
var leadingForms = map[string]string{"1E": "I.E.", "lE": "I.E.", "|E": "I.E.", "1PS": "I.P.S.", "lPS": "I.P.S."}

// WholeForm writes the legal form at the end of a name as it is written, when
// its letters or points are out of order: VÍAS DEL ORIENTE S.A S.., S.ASS, 5.A.S.
func WholeForm(name string) string {
	fields := strings.Fields(name)
	if len(fields) == 0 {
		return name
	}
	if form, ok := leadingForms[strings.Map(formLetter, fields[0])]; ok && len(fields) > 1 && fields[0][1] == '.' {
		fields[0] = form
		name = strings.Join(fields, " ")
	}
	for i, f := range fields {
		if form := formOfDigits(f); form != "" && (i > 0 || len(fields) > 1) {
			fields[i] = form
			name = strings.Join(fields, " ")
		}
	}
	for take := 1; take <= 3 && take < len(fields); take++ {
		tail := fields[len(fields)-take:]
		form, ok := forms[onceEach(strings.ToLower(strings.Map(formLetter, strings.Join(tail, ""))))]
		if written := strings.Join(tail, " "); !ok || written == form || !disordered(written) {
			continue
		}
		return strings.Join(append(fields[:len(fields)-take:len(fields)-take], form), " ")
	}
	return name
}

// formOfDigits returns the legal form of which a scanner read one letter as a
// digit, EP5 or E.P.5.; "" when s is none. 5A is a street.
func formOfDigits(s string) string {
	if strings.Count(s, "5")+strings.Count(s, "4")+strings.Count(s, "0")+strings.Count(s, "7") != 1 {
		return ""
	}
	letters := strings.Map(formLetter, s)
	if len(letters) < 3 || strings.ToUpper(letters) != letters {
		return ""
	}
	form, ok := forms[strings.ToLower(letters)]
	switch {
	case !ok || letters[len(letters)-1] == '4' && len(letters) < 4:
		return ""
	case !strings.Contains(s, "."):
		return letters
	}
	return form
}

// onceEach drops of the same letters in a row all but one: of S.ASS the scanner
// saw one twice.
func onceEach(letters string) string {
	var b strings.Builder
	for i := range len(letters) {
		if i == 0 || letters[i] != letters[i-1] {
			b.WriteByte(letters[i])
		}
	}
	return b.String()
}

// tradeForm returns where "C.I.", comercializadora internacional, ends that
// stands behind a legal form, word k, as it is or as scanners leave it: C.J., Cl.;
// 0 when it does not.
func tradeForm(t *doc.Text, k int) int {
	if !EndsForm(t, 0, k) || k+1 >= len(t.Words) || !t.PointGap(k) {
		return 0
	}
	next := k + 1
	if f := t.Folded(next); len(f) == 2 && f[0] == 'c' && looksLikeI(f[1]) && t.CapitalAt(int(t.Words[next].Start)) {
		return t.PastPoint(int(t.Words[next].End))
	}
	if t.Is(next, "c") && t.Dotted(next+1) {
		if f := t.Folded(next + 1); len(f) == 1 && looksLikeI(f[0]) {
			return t.PastPoint(int(t.Words[next+1].End))
		}
	}
	return 0
}

func looksLikeI(c byte) bool { return c == 'i' || c == 'l' || c == 'j' || c == '1' }

// LooseForm is FormAt for forms between whose letters a scanner saw a blank:
// E. S.P.
func LooseForm(t *doc.Text, k int) (bool, int) {
	form, used := FormAt(t, k)
	if form || !t.Lone(k) {
		return form, used
	}
	letters := ""
	for n := 0; n < 3 && k+n < len(t.Words) && t.Lone(k+n); n++ {
		letters += string(t.Folded(k + n))
		if _, ok := forms[letters]; ok && n > 1 && letters != "senc" {
			return true, n + 1
		}
		if !t.PointGap(k+n) || t.Between(k + n)[0] != '.' {
			break
		}
	}
	return false, used
}

// looseFormAt reports whether a legal form stands at word k.
func looseFormAt(t *doc.Text, k int) bool {
	form, _ := LooseForm(t, k)
	return form
}

// disordered reports whether points, blanks or a digit stand in an abbreviation
// where nobody writes them; E.S.P, ESP and E.S.P. are as people write.
func disordered(s string) bool {
	plain := strings.Map(func(r rune) rune {
		if r == '.' {
			return -1
		}
		return r
	}, s)
	if strings.ContainsAny(plain, "5 ,;") {
		return strings.Contains(s, ".") || strings.Contains(s, ",") && !strings.Contains(s, " ")
	}
	points := strings.Count(strings.TrimRight(s, "."), ".")
	return strings.Contains(s, "..") || points != 0 && points != len(plain)-1
}

func formLetter(r rune) rune {
	switch r {
	case '.', ',', ' ', ';':
		return -1
	case '5':
		return 'S'
	case '4':
		return 'A'
	case '0':
		return 'D'
	case '7':
		return 'T'
	}
	return r
}
