package role

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/party"
)

// Where the naming of the other side begins, and who is named there.

// against returns where the naming of the other side begins, -1 when it is
// not named: behind "contra", the last that a party follows.
func (t *Text) against(from, to int) int {
	for k := t.WordAt(from); k < len(t.Words) && int(t.Words[k].Start) < to; k++ {
		switch t.Key(k) {
		case "contra", "vs", "versus":
		case "ys", "us", "v5":
			if k == 0 || t.Words[k-1].Shape == doc.Lower || int(t.Words[k].End) == len(t.Chars) || t.Chars[t.Words[k].End] != '.' {
				continue // what a scanner made of vs.
			}
		case "tutela":
			if !t.Is(k+1, "a") && !t.Is(k+1, "al") || t.Is(k-1, "esta") || t.Is(k-1, "presente") || !party.Begins(t.Text, k+2) && !(t.Words[k].Shape == doc.Lower && k+2 < len(t.Words) && t.Words[k+2].Shape != doc.Lower && t.Words[k+2].Shape != doc.Number) {
				continue // le pongo tutela a la EPS
			}
			k++
		case "por":
			if !t.harmed(k) || t.Words[min(k+1, len(t.Words)-1)].Class&lex.Function == 0 && t.Words[min(k+1, len(t.Words)-1)].Shape == doc.Lower || !party.Begins(t.Text, k+1) {
				continue
			}
		case "negando", "vulnerando", "violando", "desconociendo", "conculcando", "amenazando":
			if !party.Begins(t.Text, k+1) {
				continue // que me está negando la EPS
			}
		case "incurre", "incurrio", "incurren", "incurrieron", "incurriendo", "incurrido":
			if !party.Begins(t.Text, k+1) {
				continue // la omisión en que incurre la EPS
			}
		case "frente", "accionando", "demandando", "entutelando", "entutelo", "demando", "convocando", "accionar", "entutelar", "demandar":
			k += t.means(k + 1)
			if !t.Is(k+1, "a") && !t.Is(k+1, "al") {
				continue
			}
		case "quejarme", "quejarnos", "quejo", "quejamos":
			if !t.Is(k+1, "de") && !t.Is(k+1, "del") || !party.Begins(t.Text, k+2) {
				continue
			}
		case "accionado", "accionada", "accionados", "accionadas", "demandado", "demandada":
			if !t.Is(k+1, "es") && !t.Is(k+1, "son") && !t.Is(k+1, "a") {
				continue
			}
			k++
		default:
			continue
		}
		next := k + 1
		for next < len(t.Words) && (t.Words[next].Class&lex.Function != 0 || t.Words[next].Class&lex.Honorific != 0) && next < k+5 {
			if party.StartsKnown(t.Text, next) {
				break
			}
			next++
		}
		if next >= len(t.Words) || int(t.Words[next].Start) >= to {
			return -1
		}
		if t.Words[next].Shape == doc.Lower && t.Words[next].Class&(lex.EntityHead|lex.CourtHead|lex.EntityStart) == 0 && t.PhraseAny(next, party.Leads) == 0 {
			continue // contra la sentencia, contra mis derechos
		}
		if attacked[t.Key(next)] {
			continue // IMPUGNACIÓN CONTRA LA SENTENCIA
		}
		if t.Is(k+1, "de") && next > k+1 && t.Labelled(k+2) {
			return int(t.Words[k+1].End) + 1 // en contra de: X
		}
		return int(t.Words[k].End)
	}
	return -1
}

// means returns the number of words from k on that say by what means somebody is sued, 0 for none:
// demando por medio de esta tutela a la EPS.
func (t *Text) means(k int) int {
	if !t.Is(k, "por") && !t.Is(k, "mediante") {
		return 0
	}
	for n := 1; n < maxMeans; n++ {
		if t.Is(k+n, "a") || t.Is(k+n, "al") {
			return n
		}
	}
	return 0
}

// maxMeans bounds those words.
const maxMeans = 9

// attacked are the decisions against which a paper may be directed; they are no
// party.
var attacked = lex.Set("role.attacked")

// harmed reports whether word k, "por", says by whom rights are harmed.
func (t *Text) harmed(k int) bool {
	for n := 1; n <= 3; n++ {
		switch t.Key(k - n) {
		case "vulnerado", "vulnerados", "vulnerada", "vulneradas", "violado", "violados", "desconocidos", "conculcados", "transgredidos", "amenazados", "quebrantados", "lesionados":
			return true
		}
	}
	return false
}

// opponents reads the parties behind "contra" at position from. What is said
// of one of them, "representada por su gerente o quien haga sus veces", does
// not end the list.
func (t *Text) opponents(from, to int) []party.Party {
	var out []party.Party
	for len(out) < party.MaxParties {
		end := party.ListEnd(t.Text, from, to)
		if end <= from {
			break
		}
		out = append(out, party.List(t.Text, from, end)...)
		next := t.afterAside(end, to)
		if next < 0 {
			break
		}
		from = next
	}
	return out
}

// maxAside bounds the words of an aside about a party.
const maxAside = 30

// afterAside returns where the list of parties goes on behind an aside that
// begins at position p, -1 when it does not.
func (t *Text) afterAside(p, to int) int {
	k := t.WordAt(p)
	person := k > 0 && party.EndsPerson(t.Text, k-1)
	for n := 0; n < maxAside && k < len(t.Words) && int(t.Words[k].End) <= to; n, k = n+1, k+1 {
		if n > 0 && party.Ends(t.Text, k-1) {
			return -1
		}
		if t.Is(k, "como") && t.Is(k-1, "asi") { // así como a X
			next := k + 1
			for next < len(t.Words) && next < k+4 && t.Words[next].Shape == doc.Lower && t.Words[next].Class&lex.Function != 0 {
				next++
			}
			if party.RestAt(t.Text, k+1) || !party.Begins(t.Text, next) {
				return -1
			}
			return int(t.Words[next].Start)
		}
		switch key := t.Key(k); {
		case key == "tramite", key == "actuacion", strings.HasPrefix(key, "extensiv"), strings.HasPrefix(key, "vincul"):
			return -1 // of third parties
		case key == "y" && t.CommaBefore(k) && party.ArticleAt(t.Text, k+1) && t.Words[k+2].Class&(lex.CourtHead|lex.EntityHead) != 0:
			return int(t.Words[k+1].Start) // la Sala Civil, integrada por los magistrados X y Y, y el Juzgado
		case person && key == "y" && t.CommaBefore(k) && party.Begins(t.Text, k+1):
			return int(t.Words[k+1].Start) // X, administrador del conjunto, y la Alcaldía
		case key == "veces", t.Words[k].Shape == doc.Number && t.Words[k].End-t.Words[k].Start >= 3, key == "legal" && n < 4:
		default:
			continue
		}
		next := k + 1
		for next < len(t.Words) && t.Words[next].Shape == doc.Number && next < k+5 {
			next++ // the rest of a NIT
		}
		joined := false
		for _, c := range t.Between(next - 1) {
			joined = joined || c == ',' || c == ';'
		}
		if t.Is(next, "y") || t.Is(next, "e") {
			joined = true
			next++
		}
		if !joined || next >= len(t.Words) {
			continue
		}
		if t.Is(next, "contra") || t.Is(next, "en") && t.Is(next+1, "contra") {
			return int(t.Words[next].Start)
		}
		if t.Words[k].Shape == doc.Number && t.Words[next].Class&(lex.Honorific|lex.Given) != 0 {
			return -1 // EMSSANAR, a través de X, C.C. 1, y Y
		}
		if party.Begins(t.Text, next) || t.Words[next].Shape == doc.Upper && t.Words[next].End-t.Words[next].Start > 3 {
			return int(t.Words[next].Start)
		}
	}
	return -1
}
