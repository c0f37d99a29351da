package ner

import (
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/party"
	"github.com/cotejo/cotejo/core/ner/parties"
)

// Texts that tell of who sues in the third person, as rulings do, are judged by the linear model
// of core/ner/parties: the rules' readings are evidence to it.

// maxTold bounds the words that are read of such a text: parties are named at the head.
const maxTold = 1200

// judgedFields are the fields of the roles.
var judgedFields = [parties.Roles]Field{Plaintiff, Defendant}

// judge adds the parties that the model finds to the ballot.
func (b *ballot) judge(h *hearing) {
	all := defaultProse().Judge(h.described, h.hints)
	h.believeLists(all)
	for role, f := range judgedFields {
		found := make([]Mention, len(all))
		for i := range all {
			p := &all[i]
			if p.Probability[role] < minJudged {
				continue
			}
			m, ok := h.mention(p, f)
			if ok && !wrote(h.t, m.Value) && !h.t.Locates(m) {
				m.Confidence, m.Judged, m.Ward = p.Probability[role], p.Probability[role], h.isWard(p)
				found[i] = m
			}
		}
		for i, m := range found {
			if m.Value == "" || slices.ContainsFunc(found, func(o Mention) bool { return o.Start < m.Start && m.Start < o.End && o.Judged >= m.Judged/2 }) {
				continue // nothing, or a chamber of the court before it
			}
			b.addDecided(h, &all[i], m, func(r parties.HintRole) bool { return int(r) == role })
		}
	}
}

// widest returns of the hints about a party the one that reads most of the name at the place
// of the given one.
func (h *hearing) widest(p *parties.Party, best int) int {
	const believed = 0.6
	x, wide := h.hints[best], best
	for _, i := range p.Hints {
		y, w := h.hints[i], h.hints[wide]
		if y.Role == x.Role && y.Confidence >= believed && y.First <= x.First && x.Last <= y.Last && y.Last-y.First > w.Last-w.First {
			wide = i
		}
	}
	return wide
}

// believeLists raises the probability of whom a rule reads among the parties of a side, one of
// whom is likely to be one, to what is just told: of a list, whole or not at all, more are right
// than of parties that stand alone (both sets of rulings of the development part: .76, and .75
// without).
func (h *hearing) believeLists(all []parties.Party) {
	const told, possible, sure = 0.5, 0.2, 0.6
	listed := func(p *parties.Party, role parties.Role) bool {
		return slices.ContainsFunc(p.Hints, func(i int) bool {
			x := h.hints[i]
			return x.Role == parties.HintRole(role) && x.Confidence > sure && (extractorNames[x.Rule] == "structure" || extractorNames[x.Rule] == "label")
		})
	}
	for role := range parties.Roles {
		any := slices.ContainsFunc(all, func(p parties.Party) bool { return p.Probability[role] >= told && listed(&p, role) })
		for i := range all {
			if p := &all[i]; any && p.Probability[role] > possible && p.Probability[role] < told && listed(p, role) {
				p.Probability[role] = told
			}
		}
	}
}

// isWard reports whether the words before one of the places of a person say that another files for this one.
func (h *hearing) isWard(p *parties.Party) bool {
	return p.Person && slices.ContainsFunc(p.Spans, func(s parties.Span) bool { return h.t.RepresentedAt(s.First) })
}

// isPart reports whether a rule read but a part of a name: Sala Laboral of the Sala Laboral
// del Tribunal Superior de Cali.
func (h *hearing) isPart(p *parties.Party, hint int) bool {
	x := h.hints[hint]
	return !p.Person && slices.ContainsFunc(p.Spans, func(s parties.Span) bool {
		return s.First <= x.First && x.Last <= s.Last && (s.First < x.First || x.Last < s.Last)
	})
}

// wrote reports whether a name is that of the court that wrote the text, or of a part of it.
func wrote(t *Text, value string) bool {
	return t.Issued() && strings.HasSuffix(value, t.Issuer.Value)
}

// mention returns how the text names a party: as the surest rule for the field reads it, or
// where it has its fullest name.
func (h *hearing) mention(p *parties.Party, f Field) (Mention, bool) {
	const sure = 0.3
	best := -1
	for _, i := range p.Hints {
		if m := &h.mentions[i]; m.Field == f && m.Confidence >= sure && (best < 0 || m.Confidence > h.mentions[best].Confidence) {
			best = i
		}
	}
	t, s := h.t, p.Best
	if best >= 0 && !h.isPart(p, best) {
		return t.WithChambers(h.mentions[h.widest(p, best)]), true
	}
	m := Mention{Field: f, Start: int(t.Words[s.First].Start), End: int(t.Words[s.Last].End)}
	raw := t.Slice(m.Start, m.End)
	switch {
	case p.Person:
		m.Value = lex.PersonName(raw)
	default:
		m.Value = party.WholeForm(lex.Tidy(t.Slice(m.Start, t.PastPoint(m.End))))
	}
	m = t.WithChambers(m)
	return t.WithRaw([]Mention{m})[0], m.Value != ""
}

// tellsOfOthers reports whether a court wrote the text, or it tells of who sues as rulings do.
func tellsOfOthers(h *hearing) bool {
	return !h.t.Flat && (h.t.Issued() || defaultProse().Tells(h.described.Head(maxTold))) // where names end is not told in a flat text
}
