package ner

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Where the naming of the other side begins, and who is named there.

// against returns where the naming of the other side begins, -1 when it is
// not named: behind "contra", the last that a party follows.
func (t *Text) against(from, to int) int {
	for k := t.wordAt(from); k < len(t.words) && int(t.words[k].start) < to; k++ {
		switch t.key(k) {
		case "contra", "vs", "versus":
		case "ys", "us", "v5":
			if k == 0 || t.words[k-1].shape == lower || int(t.words[k].end) == len(t.cp) || t.cp[t.words[k].end] != '.' {
				continue // what a scanner made of vs.
			}
		case "tutela":
			if !t.is(k+1, "a") && !t.is(k+1, "al") || t.is(k-1, "esta") || t.is(k-1, "presente") || !t.beginsParty(k+2) && !(t.words[k].shape == lower && k+2 < len(t.words) && t.words[k+2].shape != lower && t.words[k+2].shape != number) {
				continue // le pongo tutela a la EPS
			}
			k++
		case "por":
			if !t.harmed(k) || t.words[min(k+1, len(t.words)-1)].class&lex.Function == 0 && t.words[min(k+1, len(t.words)-1)].shape == lower || !t.beginsParty(k+1) {
				continue
			}
		case "negando", "vulnerando", "violando", "desconociendo", "conculcando", "amenazando":
			if !t.beginsParty(k + 1) {
				continue // que me está negando la EPS
			}
		case "incurre", "incurrio", "incurren", "incurrieron", "incurriendo", "incurrido":
			if !t.beginsParty(k + 1) {
				continue // la omisión en que incurre la EPS
			}
		case "frente", "accionando", "demandando", "entutelando", "entutelo", "demando", "convocando", "accionar", "entutelar", "demandar":
			if !t.is(k+1, "a") && !t.is(k+1, "al") {
				continue
			}
		case "accionado", "accionada", "accionados", "accionadas", "demandado", "demandada":
			if !t.is(k+1, "es") && !t.is(k+1, "son") && !t.is(k+1, "a") {
				continue
			}
			k++
		default:
			continue
		}
		next := k + 1
		for next < len(t.words) && (t.words[next].class&lex.Function != 0 || t.words[next].class&lex.Honorific != 0) && next < k+5 {
			if t.startsKnown(next) {
				break
			}
			next++
		}
		if next >= len(t.words) || int(t.words[next].start) >= to {
			return -1
		}
		if t.words[next].shape == lower && t.words[next].class&(lex.EntityHead|lex.CourtHead|lex.EntityStart) == 0 && t.phraseAny(next, leads) == 0 {
			continue // contra la sentencia, contra mis derechos
		}
		if attacked[t.key(next)] {
			continue // IMPUGNACIÓN CONTRA LA SENTENCIA
		}
		if t.is(k+1, "de") && next > k+1 && t.labelled(k+2) {
			return int(t.words[k+1].end) + 1 // en contra de: X
		}
		return int(t.words[k].end)
	}
	return -1
}

// attacked are the decisions against which a paper may be directed; they are no
// party.
var attacked = map[string]bool{"sentencia": true, "sentencias": true, "fallo": true, "fallos": true, "decision": true, "decisiones": true, "providencia": true, "auto": true, "autos": true,
	"resolucion": true, "acto": true, "actos": true, "orden": true, "dictamen": true, "comparendo": true, "laudo": true}

// harmed reports whether word k, "por", says by whom rights are harmed.
func (t *Text) harmed(k int) bool {
	for n := 1; n <= 3; n++ {
		switch t.key(k - n) {
		case "vulnerado", "vulnerados", "vulnerada", "vulneradas", "violado", "violados", "desconocidos", "conculcados", "transgredidos", "amenazados", "quebrantados", "lesionados":
			return true
		}
	}
	return false
}

// opponents reads the parties behind "contra" at position from. What is said
// of one of them, "representada por su gerente o quien haga sus veces", does
// not end the list.
func (t *Text) opponents(from, to int) []party {
	var out []party
	for len(out) < maxParties {
		end := t.partyEnd(from, to)
		if end <= from {
			break
		}
		out = append(out, t.parties(from, end)...)
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
	k := t.wordAt(p)
	person := k > 0 && t.endsPerson(k-1)
	for n := 0; n < maxAside && k < len(t.words) && int(t.words[k].end) <= to; n, k = n+1, k+1 {
		if n > 0 && t.endsParty(k-1) {
			return -1
		}
		if t.is(k, "como") && t.is(k-1, "asi") { // así como a X
			next := k + 1
			for next < len(t.words) && next < k+4 && t.words[next].shape == lower && t.words[next].class&lex.Function != 0 {
				next++
			}
			if t.restAt(k+1) || !t.beginsParty(next) {
				return -1
			}
			return int(t.words[next].start)
		}
		switch key := t.key(k); {
		case key == "tramite", key == "actuacion", strings.HasPrefix(key, "extensiv"), strings.HasPrefix(key, "vincul"):
			return -1 // of third parties
		case key == "y" && t.commaBefore(k) && t.articleAt(k+1) && t.words[k+2].class&(lex.CourtHead|lex.EntityHead) != 0:
			return int(t.words[k+1].start) // la Sala Civil, integrada por los magistrados X y Y, y el Juzgado
		case person && key == "y" && t.commaBefore(k) && t.beginsParty(k+1):
			return int(t.words[k+1].start) // X, administrador del conjunto, y la Alcaldía
		case key == "veces", t.words[k].shape == number && t.words[k].end-t.words[k].start >= 3, key == "legal" && n < 4:
		default:
			continue
		}
		next := k + 1
		for next < len(t.words) && t.words[next].shape == number && next < k+5 {
			next++ // the rest of a NIT
		}
		joined := false
		for _, c := range t.between(next - 1) {
			joined = joined || c == ',' || c == ';'
		}
		if t.is(next, "y") || t.is(next, "e") {
			joined = true
			next++
		}
		if !joined || next >= len(t.words) {
			continue
		}
		if t.is(next, "contra") || t.is(next, "en") && t.is(next+1, "contra") {
			return int(t.words[next].start)
		}
		if t.words[k].shape == number && t.words[next].class&(lex.Honorific|lex.Given) != 0 {
			return -1 // EMSSANAR, a través de X, C.C. 1, y Y
		}
		if t.beginsParty(next) || t.words[next].shape == upper && t.words[next].end-t.words[next].start > 3 {
			return int(t.words[next].start)
		}
	}
	return -1
}
