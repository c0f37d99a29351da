package party

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Who is named for the office held: magistrates, judges and their secretaries
// take no side.

// Official reports whether the name from word first to word last is that of
// somebody who decides: Magistrada ponente: X, or X and below it JUEZ.
func Official(t *doc.Text, first, last int) bool {
	if t.Is(first-1, "mp") || t.Is(first-1, "p") && (t.Is(first-2, "m") || t.Is(first-2, "c")) && t.Words[first-1].Shape == doc.Upper {
		return true // M. P., C. P.
	}
	for n := 1; n <= 3; n++ {
		switch t.Key(first - n) {
		case "ponente", "sustanciador", "sustanciadora", "ponencia":
			return true
		case "juez", "jueza", "magistrado", "magistrada", "consejero", "consejera":
			return n == 1 && (string(t.Between(first-1)) == " " || t.Labelled(first) && !strings.HasPrefix(t.Key(first-1), "jue"))
		}
		if k := first - n; k < 0 || t.Words[k].Class&(lex.Honorific|lex.Function) == 0 {
			break
		}
	}
	if l := t.LineAt(int(t.Words[last].End) - 1); t.Flat || l+1 >= len(t.Lines) || int(t.Words[last].End)+2 < int(t.Lines[l].End) {
		return false
	}
	next := last + 1
	switch t.Key(next) {
	case "magistrado", "magistrada", "consejero", "consejera":
		return t.Is(next+1, "ponente") || strings.HasPrefix(t.Key(next+1), "sustanciador") || t.EndsLine(next)
	case "juez", "jueza", "secretario", "secretaria":
		return t.EndsLine(next)
	}
	return false
}

// reports reports whether word k begins who reports a case to a court: Magistrada
// ponente, Consejero ponente, Magistrado sustanciador.
func reports(t *doc.Text, k int) bool {
	switch t.Key(k) {
	case "magistrado", "magistrada", "consejero", "consejera":
		return t.Is(k+1, "ponente") || strings.HasPrefix(t.Key(k+1), "sustanciador")
	}
	return false
}
