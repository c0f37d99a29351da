package party

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/place"
)

// Several courts or authorities that one plural names: los Juzgados Primero Civil
// Municipal y Segundo de Familia de Pasto, las Salas Penal y Civil de la Corte.

// plurals are such words and what one of several is called.
var plurals = map[string]string{"juzgados": "Juzgado", "salas": "Sala", "fiscalias": "Fiscalía", "tribunales": "Tribunal", "secretarias": "Secretaría", "ministerios": "Ministerio",
	"comisarias": "Comisaría", "inspecciones": "Inspección", "notarias": "Notaría", "superintendencias": "Superintendencia", "secciones": "Sección", "subsecciones": "Subsección"}

// branchesOfLaw are the words for what a court judges: promiscuo, civil, penal.
var branchesOfLaw = lex.Set("party.branchesOfLaw")

// maxSeveral bounds the words in which several are named.
const maxSeveral = 80

// memberWords are the words, both included, that tell one of several from the others.
type memberWords struct{ first, last int }

// severalAt reads the parties that the plural at word k names, up to position to, and
// returns the last word; none when it names but one, or all of a kind.
func severalAt(t *doc.Text, k, to int) (out []Party, last int) {
	one, used := plurals[t.Key(k)], 0
	if one != "" {
		used = memberAt(t, k, k+1)
	}
	if used == 0 {
		return nil, k
	}
	if t.Words[k].Shape == doc.Upper {
		one = strings.ToUpper(one)
	}
	var members []memberWords
	first := k + 1
	for last = k + used; last+1 < len(t.Words) && last < k+maxSeveral && int(t.Words[last+1].End) <= to; last++ {
		next := last + 1
		and := t.Is(next, "y") || t.Is(next, "e")
		if and {
			next++
		}
		if and || t.CommaBefore(next) {
			used = memberAt(t, k, next)
			if used > 0 && int(t.Words[next+used-1].End) <= to {
				members = append(members, memberWords{first, last})
				first, last = next, next+used-2 // and one more
				continue
			}
		}
		if partsParties(t, k, last) {
			break
		}
	}
	if members == nil {
		return nil, k
	}
	members = append(members, memberWords{first, last})
	rest, _, city := member(t, k, members[len(members)-1])
	for i, m := range members {
		p := Party{Start: int(t.Words[m.first].Start), End: int(t.Words[m.last].End), Score: 0.9}
		own, end, town := member(t, k, m)
		p.Value = one + " " + lex.Tidy(t.Slice(p.Start, int(t.Words[end].End)))
		switch {
		case own == "" && i < len(members)-1:
			p.Value += rest
		case t.Words[k].Class&lex.CourtHead != 0 && (end < m.last || town == ""):
			if town == "" {
				town = city // all of one
			}
			if town != "" {
				p.Value += " de " + town
			}
		}
		if i == 0 {
			p.Start = int(t.Words[k].Start)
		}
		out = append(out, p)
	}
	return out, last
}

// memberAt returns how many words from next on tell one of those that the plural at word
// k names from the others: Primero, 1°; Penal, of chambers; de Educación.
func memberAt(t *doc.Text, k, next int) int {
	if next >= len(t.Words) {
		return 0
	}
	if t.Words[k].Class&lex.CourtHead == 0 && (t.Is(next, "de") || t.Is(next, "del")) && next+1 < len(t.Words) && t.Words[next+1].Shape != doc.Lower {
		return 2
	}
	if _, used := place.NumberWords(t, next); used > 0 && (t.Words[next].Shape != doc.Number || t.Words[k].Class&lex.CourtHead != 0 || t.Is(k, "fiscalias")) {
		return used
	}
	if t.Is(k, "juzgados") && branchesOfLaw[t.Key(next)] && t.Words[next].Shape != doc.Lower {
		return 1
	}
	if t.Is(k, "salas") && t.Words[next].Class&lex.CourtWord != 0 && t.Words[next].Shape != doc.Lower && t.Words[next].Class&(lex.CourtHead|lex.Ordinal) == 0 {
		return 1
	}
	return 0
}

// member returns what the words of one of several say behind what tells it from the
// others, with a blank before it, the last of its words that says more than which town
// named before is meant, and its town.
func member(t *doc.Text, k int, m memberWords) (rest string, last int, town string) {
	last, town = place.SameTown(t, m.first, m.last)
	if town == "" {
		town = cityOf(t, m)
	}
	if next := m.first + memberAt(t, k, m.first); next <= last {
		rest = " " + lex.Tidy(t.Slice(int(t.Words[next].Start), int(t.Words[last].End)))
	}
	return rest, last, town
}

// cityOf returns the town that the words of one of several name, or that stands behind
// the last of them: ambos de Cúcuta.
func cityOf(t *doc.Text, m memberWords) string {
	for k := m.last; k > m.first; k-- {
		if p, n := place.At(t, k); n > 0 && (t.Is(k-1, "de") || t.Is(k-1, "del")) {
			return p.Name
		}
	}
	switch next := m.last + 1; t.Key(next) {
	case "ambos", "ambas", "todos", "todas":
		if p, n := place.At(t, next+2); n > 0 && t.Is(next+1, "de") {
			return p.Name
		}
	}
	return ""
}
