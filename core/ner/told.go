package ner

import (
	"bytes"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/party"
	"github.com/cotejo/cotejo/core/ner/internal/place"
	"github.com/cotejo/cotejo/core/ner/prose"
)

// Texts that tell of who sues in the third person, as rulings do, are judged by the model
// of core/ner/prose: the rules' readings are evidence to it.

// maxJudged bounds the words that the model reads: parties are named at the head.
const maxJudged = 1200

// proseShapes are the shapes of words as package prose names them.
var proseShapes = [...]prose.Shape{doc.Lower: prose.Lower, doc.Title: prose.Title, doc.Upper: prose.Upper, doc.Mixed: prose.Mixed, doc.Number: prose.Digits, doc.Alnum: prose.Alphanumeric}

// proseClasses are the classes of words as package prose names them.
var proseClasses = [...]struct {
	from lex.Class
	to   prose.Class
}{
	{lex.Given, prose.Given}, {lex.Surname, prose.Surname}, {lex.Particle, prose.Particle}, {lex.Function, prose.Function}, {lex.Common, prose.Common}, {lex.Honorific, prose.Honorific},
	{lex.Identity, prose.Identity}, {lex.EntityHead, prose.InstitutionHead}, {lex.CourtHead, prose.CourtHead}, {lex.CourtWord, prose.CourtWord}, {lex.LegalForm, prose.LegalForm}, {lex.EntityStart, prose.KnownStart},
}

// asProse describes the head of the text for package prose.
func asProse(t *Text) *prose.Text {
	n := min(len(t.Words), maxJudged)
	p := &prose.Text{Chars: t.Chars, Words: make([]prose.Word, n)}
	for k := range n {
		w := &t.Words[k]
		x := prose.Word{Start: w.Start, End: w.End, Shape: proseShapes[w.Shape]}
		for _, c := range proseClasses {
			if w.Class&c.from != 0 {
				x.Class |= c.to
			}
		}
		if k > 0 && bytes.IndexByte(t.Between(k-1), '\n') >= 0 {
			x.Break = prose.HardBreak
			if t.Wrapped(int(t.Words[k-1].End)) && bytes.Count(t.Between(k-1), []byte("\n")) == 1 {
				x.Break = prose.SoftBreak
			}
		}
		if number, used := place.Cardinal(t.Text, k); used == 1 {
			x.Number = int16(number)
		}
		p.Words[k] = x
	}
	for k := range n {
		if _, used := place.At(t.Text, k); used > 0 && p.Words[k].Shape != prose.Lower {
			for i := k; i < min(k+used, n); i++ {
				p.Words[i].Class |= prose.Town
			}
		}
	}
	p.Canonical = func(first, last int) string {
		var buf [128]byte
		return t.Lex.Canonical(lex.AppendWords(buf[:0], t.Slice(int(t.Words[first].Start), int(t.Words[last].End))))
	}
	return p
}

// hintRoles are the fields that rules read, as package prose names them.
var hintRoles = map[Field]prose.HintRole{Plaintiff: prose.HintPlaintiff, Defendant: prose.HintDefendant, Agent: prose.HintAgent, Attorney: prose.HintAttorney, LinkedParty: prose.HintLinked}

// hearing is what the extractors read of a text that tells of who sues.
type hearing struct {
	t        *Text
	hints    []prose.Hint
	mentions []Mention // of each hint
}

// hear notes what an extractor reads, and returns the mentions that are left to the ballot:
// those of fields that the model does not judge.
func (h *hearing) hear(extractor string, mentions []Mention) []Mention {
	rule := slices.Index(extractorNames[:], extractor)
	end := min(len(h.t.Words), maxJudged)
	return slices.DeleteFunc(mentions, func(m Mention) bool {
		role, ok := hintRoles[m.Field]
		if !ok || m.Value == "" || m.End <= m.Start {
			return false
		}
		if strings.Contains(m.Value, " contra ") || strings.Contains(m.Value, "). ") {
			return true // two suits or sentences read as one party
		}
		first, last := h.t.WordAt(m.Start), h.t.WordAt(m.End-1)
		if last < end && last >= first {
			h.hints = append(h.hints, prose.Hint{First: first, Last: last, Role: role, Rule: rule, Confidence: m.Confidence, Explicit: m.Explicit})
			h.mentions = append(h.mentions, m)
		}
		return role == prose.HintPlaintiff || role == prose.HintDefendant
	})
}

// modelName is the source of what the model decides.
const modelName = "model"

// minJudged is the probability from which a role is kept, as an alternative.
const minJudged = 0.05

// judgedFields are the fields of the roles.
var judgedFields = [prose.Roles]Field{Plaintiff, Defendant}

// judge adds the parties that the model finds to the ballot.
func (b *ballot) judge(h *hearing) {
	parties := defaultProse().Judge(asProse(h.t), h.hints)
	h.believeLists(parties)
	for role, f := range judgedFields {
		found := make([]Mention, len(parties))
		for i := range parties {
			p := &parties[i]
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
			c := b.add(modelName, 1, m)
			for _, k := range parties[i].Hints {
				if hint := h.hints[k]; c != nil && int(hint.Role) == role {
					c.votes = mergeVotes(c.votes, []vote{{extractorNames[hint.Rule], 0, hint.Confidence}})
				}
			}
		}
	}
}

// widest returns of the hints about a party the one that reads most of the name at the place
// of the given one.
func (h *hearing) widest(p *prose.Party, best int) int {
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
func (h *hearing) believeLists(parties []prose.Party) {
	const told, possible, sure = 0.5, 0.2, 0.6
	listed := func(p *prose.Party, role prose.Role) bool {
		return slices.ContainsFunc(p.Hints, func(i int) bool {
			x := h.hints[i]
			return x.Role == prose.HintRole(role) && x.Confidence > sure && (extractorNames[x.Rule] == "structure" || extractorNames[x.Rule] == "label")
		})
	}
	for role := range prose.Roles {
		any := slices.ContainsFunc(parties, func(p prose.Party) bool { return p.Probability[role] >= told && listed(&p, role) })
		for i := range parties {
			if p := &parties[i]; any && p.Probability[role] > possible && p.Probability[role] < told && listed(p, role) {
				p.Probability[role] = told
			}
		}
	}
}

// isWard reports whether rules, or the words before one of the places of a person, say that
// another files for this one.
func (h *hearing) isWard(p *prose.Party) bool {
	return slices.ContainsFunc(p.Hints, func(i int) bool { return h.mentions[i].Ward }) ||
		p.Person && slices.ContainsFunc(p.Spans, func(s prose.Span) bool { return h.t.RepresentedAt(s.First) })
}

// isPart reports whether a rule read but a part of a name: Sala Laboral of the Sala Laboral
// del Tribunal Superior de Cali.
func (h *hearing) isPart(p *prose.Party, hint int) bool {
	x := h.hints[hint]
	return !p.Person && slices.ContainsFunc(p.Spans, func(s prose.Span) bool {
		return s.First <= x.First && x.Last <= s.Last && (s.First < x.First || x.Last < s.Last)
	})
}

// wrote reports whether a name is that of the court that wrote the text, or of a part of it.
func wrote(t *Text, value string) bool {
	return t.Issued() && strings.HasSuffix(value, t.Issuer.Value)
}

// mention returns how the text names a party: as the surest rule for the field reads it, or
// where it has its fullest name.
func (h *hearing) mention(p *prose.Party, f Field) (Mention, bool) {
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
// A list of parties tells nothing.
func tellsOfOthers(t *Text) bool {
	return !t.Flat && !t.IsAllotment() && (t.Issued() || defaultProse().Tells(asProse(t))) // where names end is not told in a flat text
}
