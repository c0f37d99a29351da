package ner

import "strings"

// Who is named for the office held: magistrates, judges and their secretaries
// take no side.

// official reports whether the name from word first to word last is that of
// somebody who decides: Magistrada ponente: X, or X and below it JUEZ.
func (t *Text) official(first, last int) bool {
	for n := 1; n <= 3; n++ {
		switch t.key(first - n) {
		case "ponente", "sustanciador", "sustanciadora", "ponencia":
			return true
		case "juez", "jueza", "magistrado", "magistrada", "consejero", "consejera":
			return n == 1 && string(t.between(first-1)) == " "
		}
		if k := first - n; k < 0 || t.words[k].class&(honorific|function) == 0 {
			break
		}
	}
	if l := t.lineAt(int(t.words[last].end) - 1); t.flat || l+1 >= len(t.lines) || int(t.words[last].end)+2 < int(t.lines[l].end) {
		return false
	}
	next := last + 1
	switch t.key(next) {
	case "magistrado", "magistrada", "consejero", "consejera":
		return t.is(next+1, "ponente") || strings.HasPrefix(t.key(next+1), "sustanciador") || t.endsLine(next)
	case "juez", "jueza", "secretario", "secretaria":
		return t.endsLine(next)
	}
	return false
}

// reports reports whether word k begins who reports a case to a court: Magistrada
// ponente, Consejero ponente, Magistrado sustanciador.
func (t *Text) reports(k int) bool {
	switch t.key(k) {
	case "magistrado", "magistrada", "consejero", "consejera":
		return t.is(k+1, "ponente") || strings.HasPrefix(t.key(k+1), "sustanciador")
	}
	return false
}

// endsLine reports whether word k is the last of its line.
func (t *Text) endsLine(k int) bool {
	return t.lineAt(int(t.words[k].start)) < len(t.lines) && int(t.words[k].end)+1 >= int(t.lines[t.lineAt(int(t.words[k].start))].end)
}
