package ner

// Institutions that file for a person: the personería, the defensoría, a legal
// clinic.

// byInstitution adds to the parties the institution named with word k that files
// for the first of them, first: LA DEFENSORÍA DEL PUEBLO, como agente oficiosa de X.
func (t *Text) byInstitution(out []Mention, k int, first actor) []Mention {
	if k >= first.first || first.field != Plaintiff || t.words[k].shape == lower || !t.institutionAt(k) {
		return out
	}
	last := min(t.partyLast(k, t.partyEnd(int(t.words[k].start), first.start)), first.first-1)
	p, ok := t.newParty(k, last)
	if !ok || p.person || p.score < minAgency {
		return out
	}
	f := Agent
	switch t.relationBetween(last+1, first.first) {
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

// minAgency is the score from which an institution is believed to file.
const minAgency = 0.8
