package ner

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Who is named for the office held: magistrates, judges and their secretaries
// take no side.

// official reports whether the name from word first to word last is that of
// somebody who decides: Magistrada ponente: X, or X and below it JUEZ.
func (t *Text) official(first, last int) bool {
	if t.is(first-1, "mp") || t.is(first-1, "p") && (t.is(first-2, "m") || t.is(first-2, "c")) && t.words[first-1].shape == upper {
		return true // M. P., C. P.
	}
	for n := 1; n <= 3; n++ {
		switch t.key(first - n) {
		case "ponente", "sustanciador", "sustanciadora", "ponencia":
			return true
		case "juez", "jueza", "magistrado", "magistrada", "consejero", "consejera":
			return n == 1 && (string(t.between(first-1)) == " " || t.labelled(first) && !strings.HasPrefix(t.key(first-1), "jue"))
		}
		if k := first - n; k < 0 || t.words[k].class&(lex.Honorific|lex.Function) == 0 {
			break
		}
	}
	if t.sits(first) {
		return true
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

// maxBench bounds the words of a list of magistrates before one of them.
const maxBench = 18

// sits reports whether the name that begins with word first stands in a list of
// magistrates: integrada por los magistrados X, Y y la magistrada Z.
func (t *Text) sits(first int) bool {
	for k := first - 1; k >= 0 && k >= first-maxBench; k-- {
		switch key := t.key(k); {
		case t.labelled(k + 1):
			l := t.wordAt(int(t.lines[t.lineAt(int(t.words[k].start))].start))
			return strings.HasPrefix(t.key(l), "magistrad") // Magistrados de la Sala Segunda: X, Y y Z
		case k > 0 && (key == "magistrados" || key == "magistradas" || key == "magistrado" || key == "magistrada"):
			return t.words[k-1].shape == lower && t.words[k-1].class&lex.Function != 0 // and not Honorables Magistrados, above who files
		case key == "quien" || key == "preside":
		case t.words[k].shape == lower && t.words[k].class&(lex.Function|lex.Particle|lex.Honorific) == 0, t.pointAfter(k) && t.words[k].end-t.words[k].start > 1:
			return false
		}
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
