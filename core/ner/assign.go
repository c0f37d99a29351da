package ner

import (
	"math"
	"slices"

	"github.com/cotejo/cotejo/core/boost"
	"github.com/cotejo/cotejo/core/ner/parties"
)

// Who takes which part in a paper by which somebody sues or asks: all persons and institutions that
// it names are candidates, and a forest of decision trees weighs what is known of each.

// The classes of the forest of roles.
const (
	nobody        = int(parties.NoPart)
	plaintiffRole = int(parties.PlaintiffPart)
	defendantRole = int(parties.DefendantPart)
	agentRole     = int(parties.AgentPart)
	rolesOfPapers = int(parties.Parts)
)

// assign adds the parties that the forest finds to the ballot.
func (b *ballot) assign(h *hearing) {
	for _, m := range h.mentions {
		b.noteOrder(m)
	}
	d := parties.Find(h.described, h.hints, defaultProse().IsLower)
	all := h.forests.chances(d)
	own := make([][]float64, len(all)) // before any is raised
	for i := range all {
		own[i] = slices.Clone(all[i])
	}
	raiseLikeliest(all)
	for i, chances := range all {
		if 1-chances[nobody] < minJudged {
			continue
		}
		p := d.Party(i)
		m, named, ok := h.named(&p)
		if !ok || wrote(h.t, m.Value) || isPlaceholder(h.t, m.Start) {
			continue
		}
		for role := plaintiffRole; role < rolesOfPapers; role++ {
			if chances[role] < minJudged {
				continue
			}
			m.Field = h.fieldOf(role, &p)
			b.trust(m.Field, own[i][role], chances[role] >= DefaultConfig().MinConfidence, named, len(p.Spans))
			m.Confidence, m.Judged, m.Ward = chances[role], chances[role], role == plaintiffRole && h.isWard(&p)
			m.Explicit, m.List = h.says(role, &p), h.listOf(d, &p, m)
			b.addDecided(h, &p, m, func(r parties.HintRole) bool { return roleOfHint(r) == role })
		}
	}
	b.attribute(h, d, all)
}

// trust is how likely it is that a form shows the parties of a field and none but them, and that it names them right.
type trust struct {
	parts, names float64
	places       int // of the party that is named in the fewest
}

// trust notes how likely it is that a party has a part, whether the form shows it, and how likely its name is right.
func (b *ballot) trust(f Field, has float64, isShown bool, named float64, places int) {
	if b.trusts == nil {
		b.trusts = map[Field]trust{}
	}
	x, ok := b.trusts[f]
	if !ok {
		x = trust{1, 1, math.MaxInt}
	}
	if isShown {
		x.parts *= has
		x.names *= named
		x.places = min(x.places, places)
	} else {
		x.parts *= 1 - has
	}
	b.trusts[f] = x
}

// minLikeliest is the chance from which the likeliest plaintiff, defendant or e-mail address counts where none is likely.
const minLikeliest = 0.25

// raiseLikeliest makes the likeliest plaintiff and the likeliest defendant just likely enough to be told
// where nobody is: a paper has one of each.
func raiseLikeliest(all [][]float64) {
	for _, role := range [...]int{plaintiffRole, defendantRole} {
		best := -1
		for i, c := range all {
			if best < 0 || c[role] > all[best][role] {
				best = i
			}
		}
		if best >= 0 && all[best][role] >= minLikeliest {
			all[best][role] = max(all[best][role], DefaultConfig().MinConfidence)
		}
	}
}

// chances returns the chances of the entities of a document to have each part: first what is known of each by itself, then of
// each among the others.
func (f *forests) chances(d *parties.Document) [][]float64 {
	facts := d.Facts()
	for i := range facts {
		facts[i] = append(facts[i], f.wordChances(d, i)...)
	}
	return chancesBy(f.roles, d, facts, d.Standings(chancesBy(f.first, d, facts, nil)))
}

// wordChances returns how likely each part of an entity is by the words around it.
func (f *forests) wordChances(d *parties.Document, i int) []float32 {
	chances := f.words.Chances(d.Surroundings(i))
	x := make([]float32, len(chances))
	for part, c := range chances {
		x[part] = float32(c)
	}
	return x
}

// firstFactNames are the names of what the first forest of roles is asked, lastFactNames those of the last one.
func firstFactNames() []string {
	names := parties.FactNames()
	for _, part := range parties.PartNames {
		names = append(names, part+" by its words")
	}
	return names
}

func lastFactNames() []string { return append(firstFactNames(), parties.StandingNames()...) }

// chancesBy returns the chances that a forest gives; generic entities have no part. standings may be nil.
func chancesBy(f *boost.Forest, d *parties.Document, facts, standings [][]float32) [][]float64 {
	if standings != nil {
		rows := make([][]float32, len(facts))
		for i := range rows {
			rows[i] = slices.Concat(facts[i], standings[i])
		}
		facts = rows
	}
	all := f.All(facts)
	for i := range all {
		if d.IsGeneric(i) {
			all[i] = []float64{nobody: 1, agentRole: 0}
		}
	}
	return all
}

// roleOfHint returns the role that rules mean.
func roleOfHint(r parties.HintRole) int {
	switch r {
	case parties.HintPlaintiff:
		return plaintiffRole
	case parties.HintDefendant:
		return defendantRole
	case parties.HintAgent, parties.HintAttorney:
		return agentRole
	}
	return nobody
}

// fieldOf returns the field of a role. Who acts for another is an attorney where a place of the name says that it is a
// lawyer's.
func (h *hearing) fieldOf(role int, p *parties.Party) Field {
	switch role {
	case plaintiffRole:
		return Plaintiff
	case defendantRole:
		return Defendant
	}
	if slices.ContainsFunc(p.Spans, func(s parties.Span) bool { return h.t.LawyerAt(s.First, s.Last) }) {
		return Attorney
	}
	return Agent
}

// says reports whether a rule says that the text states the role of a party in words.
func (h *hearing) says(role int, p *parties.Party) bool {
	return slices.ContainsFunc(p.Hints, func(k int) bool { return h.hints[k].Explicit && roleOfHint(h.hints[k].Role) == role })
}

// listOf returns the list in which a mention stands among several parties, 0 for none.
func (h *hearing) listOf(d *parties.Document, p *parties.Party, m Mention) int {
	for _, s := range p.Spans {
		if int(h.t.Words[s.First].Start) == m.Start {
			return d.List(s)
		}
	}
	return 0
}
