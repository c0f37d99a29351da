package ner

import (
	"cmp"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/field"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// What the fields have to do with one another: a name has one part, a cédula
// one owner.

// settleCited takes who is first named where law is cited or a former suit is told
// of, and whose number is, for parties of another case, when others are named elsewhere.
func (b *ballot) settleCited() {
	cited := func(c *candidate) bool {
		if c.first >= b.text.Len() {
			return false
		}
		k := b.text.WordAt(c.first)
		return b.text.Precedent(k) || b.text.FormerSuit(k)
	}
	for _, f := range []Field{Plaintiff, Defendant, Cedula} {
		if !slices.ContainsFunc(b.candidates, func(c *candidate) bool { return c.Field == f && c.Confidence >= minElsewhere && !cited(c) }) {
			continue
		}
		for _, c := range b.candidates {
			if c.Field == f && c.judged == 0 && cited(c) {
				c.Confidence *= 0.2
			}
		}
	}
}

// minElsewhere is the confidence from which a party is named elsewhere.
const minElsewhere = 0.5

// settleParts gives each name one part: who is the agent or attorney is no
// plaintiff unless the text says so more strongly.
func (b *ballot) settleParts() {
	name := func(c *candidate) string { _, n, _ := strings.Cut(c.key, "\x00"); return n }
	for _, c := range b.candidates {
		if !c.Field.IsParty() {
			continue
		}
		stronger := 0.0
		for _, o := range b.candidates {
			if o == c || !o.Field.IsParty() || o.Field == c.Field || !o.outranks(c) {
				continue
			}
			if x, y := name(c), name(o); x == y || min(len(x), len(y)) >= minClose && lex.CloseTo(x, y) || b.encloses(o, c) {
				stronger = max(stronger, o.Confidence)
			}
		}
		c.Confidence *= 1 - 0.9*stronger
	}
}

// encloses reports whether a plaintiff o is named by words that are but some of the name
// of c, who acts for one: Mauricio Ruiz in Wbeimar Mauricio Ruiz, Luis Rojas where the text
// goes on in Viracachá.
func (b *ballot) encloses(c, o *candidate) bool {
	if o.Field != Plaintiff || c.Field != Agent && c.Field != Attorney {
		return false
	}
	if rest, ok := strings.CutPrefix(c.plain, o.plain+" "); ok && o.End <= b.text.Len() {
		next, _, _ := strings.Cut(rest, " ")
		return b.text.Is(b.text.WordAt(o.End), next)
	}
	return c.Start <= o.Start && o.End <= c.End && c.End-c.Start > o.End-o.Start
}

// outranks reports whether of two parts given to one name that of c counts: what
// the text says in words of who acts for another goes before a label.
func (c *candidate) outranks(o *candidate) bool {
	if o.Field == Plaintiff && (c.Field == Agent || c.Field == Attorney) && c.explicit != o.explicit {
		return c.explicit && c.Confidence >= minExplicit
	}
	if c.Field == Plaintiff && (o.Field == Agent || o.Field == Attorney) && c.explicit != o.explicit {
		return c.explicit || o.Confidence < minExplicit
	}
	if f, s := c.Field.Files(), o.Field.Files(); f != s && (f && c.explicit && c.Confidence >= minExplicit || s && o.explicit && o.Confidence >= minExplicit) {
		return f // who is said to file is not sued
	}
	return c.Confidence > o.Confidence
}

// minExplicit is the confidence from which a part stated in words counts.
const minExplicit = 0.5

// settleOwners keeps of the cédulas those of the plaintiffs, the first
// plaintiff's first.
func (b *ballot) settleOwners() {
	var plaintiffs []*candidate
	for _, c := range b.candidates {
		if c.Field == Plaintiff && c.Confidence >= minOwner {
			plaintiffs = append(plaintiffs, c)
		}
	}
	if best := b.likeliest(); len(plaintiffs) == 0 && best != nil {
		plaintiffs = append(plaintiffs, best)
	}
	if len(plaintiffs) == 0 {
		b.disownAgents()
		return
	}
	slices.SortStableFunc(plaintiffs, byRank)
	owner := func(c *candidate) int {
		first := -1
		for _, o := range c.owners {
			if b.acts(o) && !slices.ContainsFunc(plaintiffs, func(p *candidate) bool { return field.Key(Plaintiff, p.Value) == field.Key(Plaintiff, o) }) {
				continue // Blanca Caicedo files for Yudy Blanca Caicedo Gutiérrez
			}
			if i := ownerAmong(plaintiffs, o); i >= 0 && (first < 0 || i < first) {
				first = i
			}
		}
		return first
	}
	var best float64
	for _, c := range b.candidates {
		if c.Field == Cedula && owner(c) >= 0 {
			best = max(best, c.Confidence)
		}
	}
	for _, c := range b.candidates {
		if c.Field != Cedula || len(c.owners) == 0 || c.judged > 0 {
			continue
		}
		switch i := owner(c); {
		case i < 0: // somebody else's
			c.foreign = true
			c.Confidence *= 0.3
			c.rank = c.Confidence
		case c.Confidence >= minOwner: // of several plaintiffs the first counts, of his readings the surest
			c.rank = best - 0.01*float64(i) - 0.005*(best-c.Confidence)
		default:
			c.rank = c.Confidence
		}
	}
}

// disownAgents takes a number for somebody else's when all whom the text gives it to act for
// others.
func (b *ballot) disownAgents() {
	for _, c := range b.candidates {
		if c.Field == Cedula && c.judged == 0 && len(c.owners) > 0 && !slices.ContainsFunc(c.owners, func(o string) bool { return !b.acts(o) }) {
			c.foreign = true
			c.Confidence *= 0.3
			c.rank = c.Confidence
		}
	}
}

// likeliest returns the plaintiff for whom most speaks though little does, of at
// least half of what counts; nil when there is none.
func (b *ballot) likeliest() (best *candidate) {
	for _, c := range b.candidates {
		if c.Field == Plaintiff && c.Confidence >= minOwner/2 && !b.acts(c.Value) && (best == nil || c.Confidence > best.Confidence) {
			best = c
		}
	}
	return best
}

// acts reports whether a name is that of one who files for another.
func (b *ballot) acts(name string) bool {
	key := field.Key(Plaintiff, name)
	return slices.ContainsFunc(b.candidates, func(o *candidate) bool {
		return (o.Field == Agent || o.Field == Attorney) && o.Confidence >= minOwner && field.Key(Plaintiff, o.Value) == key
	})
}

// minOwner is the confidence from which a plaintiff's cédula counts as one's.
const minOwner = 0.5

func byRank(x, y *candidate) int {
	return cmp.Or(cmp.Compare(fieldOrder(x.Field), fieldOrder(y.Field)), cmp.Compare(y.rank, x.rank), cmp.Compare(x.first, y.first))
}

// alike is how far below the best a party may stand and still count as named
// in the same breath.
const alike = 0.3

// orderParties gives one rank to the parties of a side that a form shows, or that are about as sure as the surest, and one to the
// numbers of several plaintiffs: the first of them is then the one that the paper names first.
func (b *ballot) orderParties() {
	best, plaintiffs := map[Field]float64{}, 0
	for _, c := range b.candidates {
		best[c.Field] = max(best[c.Field], c.Confidence)
		if c.Field == Plaintiff && c.Confidence >= minOwner {
			plaintiffs++
		}
	}
	for _, c := range b.candidates {
		c.rank = c.Confidence
		isNumber := c.Field == Cedula && c.judged > 0
		isTold := c.Confidence >= minOwner && (!isNumber || plaintiffs > 1)
		if (isNumber || c.Field.IsParty()) && (isTold || c.Confidence > best[c.Field]-alike) {
			c.rank = best[c.Field]
		}
	}
}

// ownerAmong returns which of several persons a name is: who bears just that
// one, else the first whose it can be; -1 when it is nobody's.
func ownerAmong(people []*candidate, name string) int {
	key := field.Key(Plaintiff, name)
	if i := slices.IndexFunc(people, func(p *candidate) bool { return field.Key(Plaintiff, p.Value) == key }); i >= 0 {
		return i
	}
	return slices.IndexFunc(people, func(p *candidate) bool {
		return field.AlikeKeys(field.Key(Plaintiff, p.Value), key) || slices.ContainsFunc(p.readings, func(r reading) bool {
			return r.value != p.Value && field.AlikeKeys(field.Key(Plaintiff, r.value), key)
		})
	})
}
