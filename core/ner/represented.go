package ner

import (
	"slices"
	"strings"
)

// Who is represented: the plaintiffs for whom another files without a power of attorney, a
// mother for her child, an agent for somebody who cannot.

// settleWards believes that the likeliest of those for whom somebody is said to act is a
// plaintiff, where nobody else is.
func (b *ballot) settleWards() {
	var ward *candidate
	acted := 0.0
	for _, c := range b.candidates {
		switch {
		case c.Field == Agent && c.explicit:
			acted = max(acted, c.Confidence)
		case c.Field != Plaintiff:
		case c.Confidence >= minOwner:
			return
		case c.ward && (ward == nil || c.Confidence > ward.Confidence):
			ward = c
		}
	}
	if ward != nil && acted >= minExplicit {
		ward.Confidence = acted * wardBelieved
	}
}

// wardBelieved is what is left of the confidence of an agent for whom the agent acts.
const wardBelieved = 0.75

// withRepresented adds to the entities the plaintiffs for whom another files: those of whom
// the text says so or, where it names but an agent, all persons.
func (b *ballot) withRepresented(entities []Entity) []Entity {
	var stated, persons []Entity
	agent := false
	for _, e := range entities {
		agent = agent || e.Field == Agent
		if e.Field != Plaintiff {
			continue
		}
		ward := b.isWard(e)
		e.Field = Represented
		if ward {
			stated = append(stated, e)
		}
		if b.text.Lex.IsPersonal(strings.Fields(e.Value)) {
			persons = append(persons, e)
		}
	}
	wards := stated
	if agent && len(stated) == 0 {
		wards = persons
	}
	at := slices.IndexFunc(entities, func(e Entity) bool { return fieldOrder(e.Field) > fieldOrder(Represented) })
	if at < 0 {
		at = len(entities)
	}
	return slices.Insert(entities, at, wards...)
}

func (b *ballot) isWard(e Entity) bool {
	return slices.ContainsFunc(b.candidates, func(c *candidate) bool { return c.Field == e.Field && c.Value == e.Value && c.ward })
}
