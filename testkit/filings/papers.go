package filings

// Papers in words of their own, without layout and wording: the kinds that no
// matter is about, and some of the usual ones as people write them who know no
// template. data/papers.txt describes the table format.

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/document"
)

// Part says which papers a generator writes: those for tuning or those that
// are held out.
type Part bool

const (
	ForTuning Part = false
	ForReport Part = true
)

// paper is one entry of the table.
type paper struct {
	id     string
	kind   document.Type
	part   Part
	blocks []string
}

var papers = parsePapers()

func parsePapers() (out []paper) {
	table, err := files.ReadFile("data/papers.txt")
	if err != nil {
		panic(err)
	}
	for entry := range strings.SplitSeq(string(table), "\n@") {
		if strings.HasPrefix(entry, "#") {
			continue // what the file says of itself
		}
		head, rest, _ := strings.Cut(entry, "\n")
		words := strings.Fields(head)
		out = append(out, paper{id: words[0], kind: document.Type(words[1]), part: len(words) > 2 && words[2] == "held",
			blocks: strings.Split(strings.TrimSpace(rest), "\n\n")})
	}
	return out
}

// PaperTypes lists the types of which there are papers in a part, in the order
// of document.Types.
func PaperTypes(p Part) (types []document.Type) {
	for _, t := range document.Types() {
		if slices.ContainsFunc(papers, func(x paper) bool { return x.kind == t && x.part == p }) {
			types = append(types, t)
		}
	}
	return types
}

// Paper makes the next paper of a type in words of its own. It panics when the
// part has none of that type.
func (g *Generator) Paper(t document.Type, p Part) Filing {
	rng := g.next()
	var fit []paper
	for _, x := range papers {
		if x.kind == t && x.part == p {
			fit = append(fit, x)
		}
	}
	if len(fit) == 0 {
		panic("filings: no paper of type " + string(t))
	}
	chosen := pick(rng, fit)
	m := pickMatterOf(rng, g.options, document.Tutela)
	c := newCase(rng, m)
	c.capacity = inPerson
	c.newPlaintiffs(rng)
	c.filer, c.barCard = newPersonAged(rng, c.city, 30+rng.IntN(30)), digits(rng, 6)
	r := newRecipe(rng, m, c, g.options)
	f := r.renderPaper(chosen)
	f.Type, f.Layout, f.Wording = t, chosen.id, ""
	f.ID = string(t) + "-" + chosen.id + "-" + digits(rng, 6)
	return f
}

func (r recipe) renderPaper(p paper) Filing {
	w := newWriter(r)
	for i, template := range p.blocks {
		w.rng = rand.New(rand.NewPCG(r.seed, uint64(i+1)))
		style := Body
		if heading, ok := strings.CutPrefix(template, "= "); ok {
			style, template = Heading, heading
		}
		w.block(style, template)
	}
	f := Filing{Matter: r.kase.matter.id, Blocks: w.blocks, recipe: r}
	f.Text = r.hand.write(w.text.String())
	if r.wrap > 0 {
		f.Text = paginate(wrap(f.Text, r.wrap), 44+int(r.seed%12))
	}
	f.Gold = newGold(f.Text, w.spans)
	f.Gold.aliases = r.kase.aliases()
	return f
}
