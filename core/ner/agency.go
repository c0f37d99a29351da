package ner

import (
	"slices"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
)

// Institutions that file for a person: the personería, the defensoría, a legal
// clinic; and those that file through one.

// byInstitution adds to the parties the institution named with word k that files
// for the first of them, first: LA DEFENSORÍA DEL PUEBLO, como agente oficiosa de X;
// or through that one: X S.A.S., por medio de su representante legal Y.
func (t *Text) byInstitution(out []Mention, k int, first actor) []Mention {
	if k >= first.first || t.Words[k].Shape == doc.Lower {
		return out
	}
	last := min(t.partyLast(k, t.partyEnd(int(t.Words[k].Start), first.start)), first.first-1)
	p, ok := t.newParty(k, last)
	if !ok || p.person || !t.endsForm(k, last) && (p.score < minAgency || !t.institutionAt(k)) {
		return out
	}
	r := t.relationBetween(last+1, first.first)
	if r == agentOf || r == servedBy || t.representing(first.first) > 0 {
		return t.throughPerson(out, p, first)
	}
	if first.field != Plaintiff {
		return out
	}
	f := Agent
	switch r {
	case acts:
	case represents:
		f = Attorney
	default:
		return out
	}
	for i := range out {
		if out[i].Field == Plaintiff && out[i].Start == first.start {
			out[i].Explicit = true
		}
	}
	return append(out, Mention{Field: f, Value: p.value, Start: p.start, End: p.end, Confidence: 0.95 * p.score, Explicit: true})
}

// throughPerson adds the institution p that files through the person first, who is no
// plaintiff and whose number is not that of one.
func (t *Text) throughPerson(out []Mention, p party, first actor) []Mention {
	out = slices.DeleteFunc(out, func(m Mention) bool { return m.Field == Cedula && m.Start == first.cedula.Start })
	for i := range out {
		if out[i].Start == first.start && out[i].Field == Plaintiff {
			out[i].Field, out[i].Explicit, out[i].ward = Agent, true, false
		}
	}
	return append(out, Mention{Field: Plaintiff, Value: p.value, Start: p.start, End: p.end, Confidence: 0.95 * max(p.score, minAgency), Explicit: true})
}

// minAgency is the score from which an institution is believed to file.
const minAgency = 0.8
