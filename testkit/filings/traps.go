package filings

// Traps: papers that state neither the plaintiff's number nor that of the
// proceeding but are full of numbers that look like one.

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"

	"github.com/cotejo/cotejo/core/ner"
)

// trapFacts are facts that fit any paper, in groups of which Options choose;
// heldOutTraps are never used by Tuning.
var (
	trapFacts    = parseMatters(lines("traps.txt"))
	heldOutTraps = []string{"tramites_ajenos", "personas_ajenas"}
)

// Trap makes a filing whose lines for the plaintiff's number and for the
// radicado are left empty, as on a form that nobody filled in, and that tells
// three facts more with numbers of other things, cases and people: what agencies
// filed, rulings, lawyers' cards, telephones, the cédula of a witness. Its
// gold has neither field.
func (g *Generator) Trap() Filing {
	rng := g.next()
	m := pickMatter(rng, g.options)
	c := newCase(rng, m)
	c.addTraps(rng, g.options)
	f := g.render(newRecipe(rng, m, c, g.options))
	return f.blanked(ner.Cedula, ner.Radicado)
}

const trapsPerFiling = 3

func (c *filingCase) addTraps(rng *rand.Rand, o Options) {
	var fit []string
	for _, group := range trapFacts {
		if o.Traps.allows(group.id) {
			for _, phrasings := range group.facts {
				fit = append(fit, pick(rng, phrasings))
			}
		}
	}
	for _, i := range rng.Perm(len(fit))[:min(trapsPerFiling, len(fit))] {
		c.traps = append(c.traps, fit[i])
	}
	dated := maps.Clone(c.facts)
	for _, name := range c.slots() {
		if _, ok := dated[name]; !ok {
			c.facts[name] = c.newFact(rng, name)
		}
	}
	c.orderDates(rng)
}

// blanked returns the filing with lines in place of the values of some fields.
func (f Filing) blanked(fields ...ner.Field) Filing {
	covered := make([]bool, len([]rune(f.Text)))
	var kept []Span
	for _, s := range f.Gold.Spans {
		if !slices.Contains(fields, s.Field) {
			kept = append(kept, s)
			continue
		}
		for i := s.Start; i < s.End; i++ {
			covered[i] = true
		}
	}
	f.Gold.Spans = kept
	f.Blocks = blankedBlocks(f, covered)
	i := -1
	return f.read(func(r rune) string {
		if i++; covered[i] && r != '\n' && r != '\f' {
			return "_"
		}
		return string(r)
	})
}

// blankedBlocks returns the blocks with lines in place of what is covered of
// the text. Text and blocks differ in white space alone.
func blankedBlocks(f Filing, covered []bool) []Block {
	var ofLetters []bool
	for i, r := range []rune(f.Text) {
		if !unicode.IsSpace(r) {
			ofLetters = append(ofLetters, covered[i])
		}
	}
	n := -1
	out := slices.Clone(f.Blocks)
	for i := range out {
		out[i].Text = strings.Map(func(r rune) rune {
			if unicode.IsSpace(r) {
				return r
			}
			if n++; ofLetters[n] {
				return '_'
			}
			return r
		}, out[i].Text)
	}
	return out
}
