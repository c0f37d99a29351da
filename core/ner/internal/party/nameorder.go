package party

import (
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// The order of a name: registers and forms write the surnames first, RUIZ LÓPEZ
// ANA LUCÍA. Which words are which, the tables of names know.

// Ordered returns a name as its bearer writes it, given names first, and
// whether the text has it the other way round.
func Ordered(t *doc.Text, p Person) (string, bool) {
	name, start := NameOf(t, p), p.First
	for start > 0 && t.Words[start-1].Class&lex.Particle != 0 && JoinsName(t, start-1, false) {
		start-- // DE LA CRUZ RUIZ ANA
	}
	said := t.Is(start-1, "nombres") && t.Is(start-3, "apellidos")
	turned := name
	if said {
		turned = lex.PersonName(t.Slice(int(t.Words[start].Start), p.End))
	}
	units, classes := nameUnits(t, turned)
	n := len(units)
	if n < 2 || n > 6 {
		return name, false
	}
	split := min(2, n-1)
	for split > 1 && classes[split-1] == lex.Given {
		split--
	}
	for split < n-1 && classes[split] == lex.Surname {
		split++
	}
	switch first, last := classes[0], classes[n-1]; {
	case first == lex.Given && last == lex.Surname:
		return name, false
	case said:
	case n < 3 || first != lex.Surname || last != lex.Given || slices.Contains(classes[split:], lex.Surname) || slices.Contains(classes[:split], lex.Given):
		return name, false
	}
	return lex.PersonName(strings.Join(append(units[split:n:n], units[:split]...), " ")), true
}

// TurnedAround reports whether two names have the same three words or more, the
// last of the one before the first: Martín San Juan Uriana, URIANA SAN JUAN MARTÍN.
func TurnedAround(a, b string) bool {
	if len(a) != len(b) || a == b {
		return false
	}
	x, y := strings.Fields(a), strings.Fields(b)
	slices.Sort(x)
	slices.Sort(y)
	return len(x) >= 3 && slices.Equal(x, y)
}

// AsBorne returns how many ends of a name are in the usual order, 0 to 2: a given name first, a surname last.
func AsBorne(plain string) (n int) {
	words := strings.Fields(plain)
	if kindOfName(words[0]) == lex.Given {
		n++
	}
	if kindOfName(words[len(words)-1]) == lex.Surname {
		n++
	}
	return n
}

// kindOfName says whether a word is a given name or a surname, of those that
// are both what they are more often; 0 when nobody can tell.
func kindOfName(w string) lex.Class {
	l := lex.Default()
	c := l.Words[w] & (lex.Given | lex.Surname)
	if c == lex.Given|lex.Surname {
		return l.Usual[w]
	}
	return c
}

// nameUnits divides a name into its words, particles with the word behind them:
// de la Cruz. classes says whether a word is a given name or a surname; 0 when
// nobody can tell.
func nameUnits(t *doc.Text, name string) (units []string, classes []lex.Class) {
	lead := ""
	for _, w := range strings.Fields(name) {
		var room [48]byte
		folded := lex.AppendLettersOf(room[:0], w)
		c, _ := t.Lex.Table.Find(folded)
		if lex.NameParticles[string(folded)] {
			lead += w + " "
			continue
		}
		units = append(units, lead+w)
		if c &= lex.Given | lex.Surname; c == lex.Given|lex.Surname {
			c = t.Lex.Usual[string(folded)]
		}
		classes = append(classes, c)
		lead = ""
	}
	return units, classes
}
