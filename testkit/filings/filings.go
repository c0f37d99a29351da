// Package filings invents Colombian court filings together with the truth
// about them: who sues whom, every identifier and where it stands in the
// text, and which filings tell the same case.
//
// A filing is rendered from a recipe: a case (people, defendants, facts), a
// layout (which parts, in which order and shape) and a wording (how each part
// is phrased). Relations between filings follow from the recipe, so their
// labels are true by construction: a re-filing is the same case in another
// layout and wording, a form letter is another case in the same ones.
//
// Everything is determined by the seed: the same seed gives the same bytes on
// every machine. All people are invented.
package filings

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/cotejo/cotejo/core/document"
)

// Filing is an invented paper and the truth about it.
type Filing struct {
	ID         string
	Type       document.Type
	Text       string  // NFC; blocks parted by empty lines, hard page breaks by document.PageBreak
	Blocks     []Block // the same text with its style, for a printer
	Layout     string
	Wording    string
	Matter     string
	Gold       Gold
	Recognised bool // it has the noise that a scanner leaves

	recipe recipe
}

// Block is a paragraph or a heading.
type Block struct {
	Style Style
	Text  string // lines ended by \n only where the writer ended them
}

// Style is how a block looks on paper.
type Style int

const (
	Body Style = iota
	Heading
	Centred
	Bold
	Labels    // lines of label and value; columns are kept by spaces
	Signature // kept together on one page
	PageBreak // no text; what follows starts a page
)

// Generator makes filings. It is not safe for concurrent use.
type Generator struct {
	seed    uint64
	made    uint64
	options Options
}

// New returns a generator whose output depends on seed and options alone.
func New(seed uint64, o Options) *Generator {
	return &Generator{seed: seed, options: o}
}

// Filing makes the next filing.
func (g *Generator) Filing() Filing {
	rng := g.next()
	m := pickMatter(rng, g.options)
	return g.render(newRecipe(rng, m, newCase(rng, m), g.options))
}

// Of makes the next filing of a given type. It panics when the options leave
// no matter or layout of that type.
func (g *Generator) Of(t document.Type) Filing {
	rng := g.next()
	m := pickMatterOf(rng, g.options, t)
	return g.render(newRecipe(rng, m, newCase(rng, m), g.options))
}

// Letter makes the next filing, a form letter that is particular in few places: an
// illness, a drug, a day. Letters are held out as matters are.
func (g *Generator) Letter() Filing {
	rng := g.next()
	part := g.letterPart()
	var fit []*matter
	for _, m := range letters {
		if Part(strings.HasPrefix(m.id, "h_")) == part {
			fit = append(fit, m)
		}
	}
	m := pick(rng, fit)
	c := newCaseOf(rng, m, part)
	c.more = nil
	return g.render(newRecipe(rng, m, c, g.options))
}

// letterPart is the part of the form letters, and of their values, that g writes.
func (g *Generator) letterPart() Part { return Part(g.options.Matters.Only != nil) }

// Short returns the shortest of thirty filings: it has one page or two, for
// tests that recognise scans, which takes a while.
func (g *Generator) Short() Filing {
	best := g.Filing()
	for range 29 {
		if f := g.Filing(); len(f.Text) < len(best.Text) {
			best = f
		}
	}
	return best
}

// next returns the random numbers of the next filing, independent of how many
// the filings before it used.
func (g *Generator) next() *rand.Rand {
	g.made++
	return rand.New(rand.NewPCG(g.seed, g.made))
}

func (g *Generator) render(r recipe) Filing {
	f := r.render()
	f.ID = fmt.Sprintf("%s-%d-%05d", f.Type, g.seed, g.made)
	return f
}
