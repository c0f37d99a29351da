package role

import (
	"slices"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/field"
	"github.com/cotejo/cotejo/core/ner/internal/paper"
	"github.com/cotejo/cotejo/core/ner/internal/party"
)

// Institutions that file for a person: the personería, the defensoría, a legal
// clinic; and those that file through one.

// byInstitution adds to the parties the institution named with word k that files
// for the first of them, first: LA DEFENSORÍA DEL PUEBLO, como agente oficiosa de X;
// or through that one: X S.A.S., por medio de su representante legal Y.
func (t *Text) byInstitution(out []Mention, k int, first actor) []Mention {
	if k >= first.First || t.Words[k].Shape == doc.Lower {
		return out
	}
	last := min(party.Last(t.Text, k, party.ListEnd(t.Text, int(t.Words[k].Start), first.Start)), first.First-1)
	p, ok := party.New(t.Text, k, last)
	if !ok || p.Person || !party.EndsForm(t.Text, k, last) && (p.Score < minAgency || !party.InstitutionAt(t.Text, k)) {
		return out
	}
	r := t.relationBetween(last+1, first.First)
	if r == agentOf || r == servedBy || paper.Representing(t.Text, first.First) > 0 {
		return t.throughPerson(out, p, first)
	}
	if first.field != field.Plaintiff {
		return out
	}
	f := field.Agent
	switch r {
	case acts:
	case represents:
		f = field.Attorney
	default:
		return out
	}
	for i := range out {
		if out[i].Field == field.Plaintiff && out[i].Start == first.Start {
			out[i].Explicit = true
		}
	}
	return append(out, Mention{Field: f, Value: p.Value, Start: p.Start, End: p.End, Confidence: 0.95 * p.Score, Explicit: true})
}

// throughPerson adds the institution p that files through the person first, who is no
// plaintiff and whose number is not that of one.
func (t *Text) throughPerson(out []Mention, p party.Party, first actor) []Mention {
	out = slices.DeleteFunc(out, func(m Mention) bool { return m.Field == field.Cedula && m.Start == first.cedula.Start })
	for i := range out {
		if out[i].Start == first.Start && out[i].Field == field.Plaintiff {
			out[i].Field, out[i].Explicit, out[i].Ward = field.Agent, true, false
		}
	}
	return append(out, Mention{Field: field.Plaintiff, Value: p.Value, Start: p.Start, End: p.End, Confidence: 0.95 * max(p.Score, minAgency), Explicit: true})
}

// minAgency is the score from which an institution is believed to file.
const minAgency = 0.8
