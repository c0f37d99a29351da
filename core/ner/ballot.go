package ner

import (
	"math"
	"slices"
	"sort"
)

// How votes are counted.

// ballot gathers votes by field and value.
type ballot struct {
	text       *Text
	candidates []*candidate
	byKey      map[string]*candidate
	perField   map[Field]int
	mended     map[string]string // key of a misread name to the name
}

// maxCandidates bounds the values of a field: the first in the text count, the
// annexes of a filing may name thousands.
const maxCandidates = 200

// reading is a spelling of a value at one place of the text.
type reading struct {
	value string
	start int
	list  int
}

// candidate is a value that at least one extractor voted for.
type candidate struct {
	Entity
	key      string
	plain    string  // of a party, the words of its name without those that may be left out
	best     float64 // weighted confidence of the mention whose place and spelling it bears
	first    int     // where the value is named first
	rank     float64 // confidence, but alike for parties named in one breath
	explicit bool    // the text says the part in words
	owners   []string
	votes    []vote

	readings []reading // of a party or a cédula
	doubt    float64   // how far places that read otherwise put it in question
}

type vote struct {
	extractor  string
	confidence float64 // weighted; the best of the extractor's mentions
	own        float64
}

func (b *ballot) add(extractor string, weight float64, m Mention) {
	if m.Value == "" || m.Confidence <= 0 || weight == 0 {
		return
	}
	key := ballotKey(m)
	if better, ok := b.mended[key]; ok {
		m.Value = better
	}
	c := b.byKey[key]
	if c == nil {
		if b.byKey == nil {
			b.byKey, b.perField, b.mended = map[string]*candidate{}, map[Field]int{}, map[string]string{}
		}
		if b.perField[m.Field]++; b.perField[m.Field] > maxCandidates {
			return
		}
		c = b.newCandidate(key, &m)
	}
	c.first = min(c.first, m.Start)
	weighted := weight * m.Confidence
	c.read(m)
	c.explicit = c.explicit || m.Explicit
	if weighted > c.best {
		c.best = weighted
		c.Entity = Entity{Field: m.Field, Value: m.Value, Raw: m.Raw, Start: m.Start, End: m.End}
	}
	if m.Owner != "" && !slices.Contains(c.owners, m.Owner) {
		c.owners = append(c.owners, m.Owner)
	}
	for i := range c.votes {
		if c.votes[i].extractor == extractor {
			if weighted > c.votes[i].confidence {
				c.votes[i].confidence, c.votes[i].own = weighted, m.Confidence
			}
			return
		}
	}
	c.votes = append(c.votes, vote{extractor, weighted, m.Confidence})
}

func ballotKey(m Mention) string { return string(m.Field) + "\x00" + Key(m.Field, m.Value) }

// newCandidate makes the candidate of a value that was not voted for before,
// unless it is one's misreading.
func (b *ballot) newCandidate(key string, m *Mention) *candidate {
	read := key
	if m.Field.isParty() {
		if better := b.text.mend(m.Field, m.Value); better != m.Value {
			m.Value, b.mended[read] = better, better
			key = ballotKey(*m)
		}
	}
	c := b.byKey[key]
	if c == nil {
		c = &candidate{key: key, first: m.Start, plain: plainKey(*m)}
		b.byKey[key] = c
		b.candidates = append(b.candidates, c)
	}
	b.byKey[read] = c
	return c
}

// maxAlternatives bounds the values of a field that are kept though they are
// too unsure, minAlternative how unsure they may be.
const (
	maxAlternatives = 4
	minAlternative  = 0.02
)

// count turns votes into entities, each field's best first, and those that
// are less sure than least into alternatives.
func (b *ballot) count(least float64) (entities, alternatives []Entity) {
	b.mergeNames()
	b.mergeNumbers()
	b.mendEmails()
	for _, c := range b.candidates {
		c.Confidence = c.combined() * (1 - c.doubt)
		for _, v := range c.votes {
			c.Sources = append(c.Sources, Source{Extractor: v.extractor, Confidence: v.own})
		}
		sort.SliceStable(c.Sources, func(i, j int) bool { return c.Sources[i].Confidence > c.Sources[j].Confidence })
	}
	b.settleParts()
	b.settleMailboxes()
	b.orderParties()
	b.settleOwners()
	slices.SortStableFunc(b.candidates, byRank)
	perField := map[Field]int{}
	for _, c := range b.candidates {
		switch {
		case c.Confidence >= least:
			entities = append(entities, c.Entity)
		case c.Confidence >= minAlternative && perField[c.Field] < maxAlternatives:
			perField[c.Field]++
			alternatives = append(alternatives, c.Entity)
		}
	}
	return entities, alternatives
}

// combined is the chance that not all votes are wrong, were they independent.
func (c *candidate) combined() float64 {
	wrong := 1.0
	for _, v := range c.votes {
		wrong *= 1 - v.confidence
	}
	return math.Min(1-wrong, 0.999)
}

func fieldOrder(f Field) int { return slices.Index(fields, f) }

// fields are all fields in the order of results.
var fields = []Field{Plaintiff, Defendant, Cedula, Email, Radicado, Court, PlaintiffAddress, DefendantAddress,
	Agent, Attorney, LinkedParty, Phone, NIT}
