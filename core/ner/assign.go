package ner

import (
	"slices"

	"github.com/cotejo/cotejo/core/ner/parties"
)

// Who takes which part in a paper by which somebody sues or asks: all persons and institutions that
// it names are candidates, and a forest of decision trees weighs what is known of each.

// The classes of the forest of roles.
const (
	nobody = iota
	plaintiffRole
	defendantRole
	agentRole
	rolesOfPapers
)

var roleNames = []string{nobody: "nobody", plaintiffRole: "plaintiff", defendantRole: "defendant", agentRole: "agent"}

// assign adds the parties that the forest finds to the ballot.
func (b *ballot) assign(h *hearing) {
	for _, m := range h.mentions {
		b.noteOrder(m)
	}
	d := parties.Find(h.described, h.hints, defaultProse().IsLower)
	for i, facts := range d.Facts() {
		chances := h.forests.roles.Probabilities(facts)
		if 1-chances[nobody] < minJudged || d.IsGeneric(i) {
			continue
		}
		p := d.Party(i)
		m, ok := h.named(&p)
		if !ok || wrote(h.t, m.Value) || isPlaceholder(h.t, m.Start) {
			continue
		}
		for role := plaintiffRole; role < rolesOfPapers; role++ {
			if chances[role] < minJudged {
				continue
			}
			m.Field = h.fieldOf(role, &p)
			m.Confidence, m.Judged, m.Ward = chances[role], chances[role], role == plaintiffRole && h.isWard(&p)
			m.Explicit, m.List = h.says(role, &p), h.listOf(&p, m)
			b.addDecided(h, &p, m, func(r parties.HintRole) bool { return roleOfHint(r) == role })
		}
	}
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

// fieldOf returns the field of a role. Who acts for another is an attorney where rules read a power
// of attorney.
func (h *hearing) fieldOf(role int, p *parties.Party) Field {
	switch role {
	case plaintiffRole:
		return Plaintiff
	case defendantRole:
		return Defendant
	}
	surest := [parties.HintRoles]float64{}
	for _, k := range p.Hints {
		surest[h.hints[k].Role] = max(surest[h.hints[k].Role], h.hints[k].Confidence)
	}
	if surest[parties.HintAttorney] > surest[parties.HintAgent] {
		return Attorney
	}
	return Agent
}

// says reports whether a rule says that the text states the role of a party in words.
func (h *hearing) says(role int, p *parties.Party) bool {
	return slices.ContainsFunc(p.Hints, func(k int) bool { return h.hints[k].Explicit && roleOfHint(h.hints[k].Role) == role })
}

// listOf returns the list in which a rule reads a mention among several parties, 0 for none.
func (h *hearing) listOf(p *parties.Party, m Mention) int {
	for _, k := range p.Hints {
		if x := h.mentions[k]; x.List != 0 && x.Start == m.Start {
			return x.List
		}
	}
	return 0
}
