package ner

import (
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/ner/parties"
)

// hintRoles are the fields that rules read, as package parties names them.
var hintRoles = map[Field]parties.HintRole{Plaintiff: parties.HintPlaintiff, Defendant: parties.HintDefendant, Agent: parties.HintAgent, Attorney: parties.HintAttorney, LinkedParty: parties.HintLinked}

// hearing is what the extractors read of who sues whom: evidence to the models that decide it.
type hearing struct {
	t         *Text
	described *parties.Text
	decided   parties.HintRole // the roles before this one are left to the model
	headOnly  bool             // what stands behind the words that are described counts for nothing
	scales    *[len(extractorNames)]float64
	forests   *forests
	hints     []parties.Hint
	mentions  []Mention     // of each hint
	held      []heldMention // of numbers, addresses, courts and cases
	ofWords   []wordHashes  // see hashes
}

// heldMention is what a rule reads of a number or an address.
type heldMention struct {
	Mention
	rule   int
	scaled float64 // confidence
}

// scaled returns a confidence as far as the extractor is believed, compared with when the model was
// learned.
func (h *hearing) scaled(rule int, confidence float64) float64 {
	if h.scales == nil {
		return confidence
	}
	return min(confidence*h.scales[rule], 1)
}

// hear notes what an extractor reads, and returns the mentions that are left to the ballot:
// those of fields that the model does not decide, and those behind the words that it reads.
func (h *hearing) hear(extractor string, mentions []Mention) []Mention {
	rule := slices.Index(extractorNames[:], extractor)
	end := len(h.described.Words)
	return slices.DeleteFunc(mentions, func(m Mention) bool {
		if !h.headOnly && kindsOfFields[m.Field] != 0 && h.t.WordAt(m.End-1) < end {
			h.held = append(h.held, heldMention{m, rule, h.scaled(rule, m.Confidence)})
			return m.Field != Radicado && m.Field != Court // whose form says enough
		}
		role, ok := hintRoles[m.Field]
		if !ok || m.Value == "" || m.End <= m.Start {
			return false
		}
		if strings.Contains(m.Value, " contra ") || strings.Contains(m.Value, "). ") {
			return true // two suits or sentences read as one party
		}
		first, last := h.t.WordAt(m.Start), h.t.WordAt(m.End-1)
		if last >= end {
			return role < h.decided && h.headOnly
		}
		if last >= first {
			h.hints = append(h.hints, parties.Hint{First: first, Last: last, Role: role, Rule: rule, Confidence: h.scaled(rule, m.Confidence),
				Explicit: m.Explicit, Titled: m.Titled, Joined: m.Joined})
			h.mentions = append(h.mentions, m)
		}
		return role < h.decided
	})
}

// modelName is the source of what a model decides.
const modelName = "model"

// minJudged is the probability from which a role is kept, as an alternative.
const minJudged = 0.05

// addDecided adds what a model decided of a party. The rules that read its role are sources, too, without weight.
func (b *ballot) addDecided(h *hearing, p *parties.Party, m Mention, isRole func(parties.HintRole) bool) {
	c := b.add(modelName, 1, m)
	if c == nil {
		return
	}
	for _, k := range p.Hints {
		if hint := h.hints[k]; isRole(hint.Role) {
			c.votes = mergeVotes(c.votes, []vote{{extractorNames[hint.Rule], 0, hint.Confidence}})
		}
	}
}
