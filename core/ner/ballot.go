package ner

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/field"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// How votes are counted.

// ballot gathers votes by field and value.
type ballot struct {
	text       *Text // its first part, which tells how well it was read
	candidates []*candidate
	byKey      map[string]*candidate
	keys       map[named]string
	perField   map[Field]int
	orders     map[string]string // key of a name written surnames first to the name
	mended     map[string]string // key of a misread name to the name
	trusts     map[Field]trust   // of parties whose parts a forest decides

	scales [len(extractorNames)]float64 // see voteModel.scales
}

// maxCandidates bounds the values of a field: the first in the text count, the
// annexes of a filing may name thousands.
const maxCandidates = 200

// maxOwners bounds the persons to whom a text gives one identifier.
const maxOwners = 24

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
	titled   bool    // see Mention.titled
	ward     bool    // see Mention.ward
	explicit bool    // the text says the part in words
	judged   float64 // see Mention.judged
	owners   []string
	foreign  bool // the owners are none of the plaintiffs
	votes    []vote
	room     [3]vote // for the first of them

	readings []reading // of a party or a cédula
	doubt    float64   // how far places that read otherwise put it in question
}

type vote struct {
	extractor  string
	confidence float64 // weighted; the best of the extractor's mentions
	own        float64
}

// poll takes the votes of a member on t, which begins at code point at.
func (b *ballot) poll(member member, t *Text, at int) {
	b.count(member, mentionsOf(member, t), at)
}

func (b *ballot) count(member member, mentions []Mention, at int) {
	for _, m := range mentions {
		b.add(member.Name(), member.weight, m.Moved(at))
	}
}

// add counts a vote and returns the candidate that it is for, nil when it counts for none.
func (b *ballot) add(extractor string, weight float64, m Mention) *candidate {
	if m.Value == "" || m.Confidence <= 0 || weight == 0 {
		return nil
	}
	b.noteOrder(m)
	if b.byKey == nil {
		b.byKey, b.perField, b.mended, b.keys = map[string]*candidate{}, map[Field]int{}, map[string]string{}, map[named]string{}
	}
	key := b.keyOf(&m)
	if better, ok := b.mended[key]; ok {
		m.Value = better
	}
	c := b.byKey[key]
	if c == nil {
		if b.perField[m.Field]++; b.perField[m.Field] > maxCandidates {
			return nil
		}
		c = b.newCandidate(key, &m)
	}
	c.first = min(c.first, m.Start)
	weighted := weight * m.Confidence
	c.read(m.Field, reading{m.Value, m.Start, m.List})
	c.explicit, c.titled, c.ward = c.explicit || m.Explicit, c.titled || m.Titled, c.ward || m.Ward
	c.judged = max(c.judged, m.Judged)
	if full := fuller(c.Value, m.Value); weighted > c.best && !fuller(m.Value, c.Value) || full {
		c.best = max(c.best, weighted)
		c.Entity = Entity{Field: m.Field, Value: m.Value, Raw: m.Raw, Start: m.Start, End: m.End}
	}
	if m.Owner != "" && len(c.owners) < maxOwners && !slices.Contains(c.owners, m.Owner) {
		c.owners = append(c.owners, m.Owner)
	}
	for i := range c.votes {
		if c.votes[i].extractor == extractor {
			if weighted > c.votes[i].confidence {
				c.votes[i].confidence, c.votes[i].own = weighted, m.Confidence
			}
			return c
		}
	}
	c.votes = append(c.votes, vote{extractor, weighted, m.Confidence})
	return c
}

// noteOrder notes how a name is borne that the text has surnames first.
func (b *ballot) noteOrder(m Mention) {
	if !m.Turned {
		return
	}
	if b.orders == nil {
		b.orders = map[string]string{}
	}
	b.orders[field.Key(m.Field, lex.PersonName(m.Raw))] = m.Value
}

// named is a value as an extractor wrote it.
type named struct {
	field Field
	value string
}

// maxKeys bounds the values whose keys are remembered.
const maxKeys = 512

// keyOf is ballotKey, made once for what several extractors read alike.
func (b *ballot) keyOf(m *Mention) string {
	n := named{m.Field, m.Value}
	key, ok := b.keys[n]
	if !ok {
		key = ballotKey(m)
		if len(b.keys) < maxKeys {
			b.keys[n] = key
		}
	}
	return key
}

// fuller reports whether of two names of one institution the longer is the
// other, its acronym, with the name before it, or with a legal form behind it: UNIDAD DE SERVICIOS
// PENITENCIARIOS - USPEC says more than USPEC, Vías del Sur S.A.S. than Vías del Sur.
func fuller(short, long string) bool {
	if short == "" || len(long) < len(short)+3 {
		return false
	}
	if strings.HasSuffix(long, "- "+short) {
		return true
	}
	s := lex.SplitWords(short)
	l := lex.SplitWords(long)
	if len(l) <= len(s) || len(l) > len(s)+2 || !slices.Equal(l[:len(s)], s) {
		return false
	}
	words := lex.Default().Words
	for _, w := range l[len(s):] {
		if words[strings.TrimSuffix(w, "ci")]&lex.LegalForm == 0 {
			return false
		}
	}
	return true
}

func ballotKey(m *Mention) string {
	var room [160]byte
	return string(appendBallotKey(room[:0], m))
}

func appendBallotKey(dst []byte, m *Mention) []byte {
	return field.AppendKey(append(append(dst, m.Field...), 0), m.Field, m.Value)
}

// newCandidate makes the candidate of a value that was not voted for before,
// unless it is one's misreading.
func (b *ballot) newCandidate(key string, m *Mention) *candidate {
	read := key
	if m.Field.IsParty() && b.text.Noise >= doc.MinNoise && !b.text.IsPrinted(m.Start, m.End) {
		person := m.Field != Defendant && m.Field != LinkedParty || b.text.Lex.IsPersonal(strings.Fields(m.Value))
		if better := b.text.Lex.Mend(m.Value, person); better != m.Value {
			m.Value, b.mended[read] = better, better
			key = ballotKey(m)
		}
	}
	c := b.byKey[key]
	if c == nil {
		c = &candidate{key: key, first: m.Start, plain: plainKey(*m)}
		c.votes = c.room[:0]
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

// settle counts the votes and ranks the candidates, each field's best first.
// Their confidences are then those of the count, before anything is learned.
func (b *ballot) settle() {
	b.putInOrder()
	b.mergeNames()
	b.mergeNumbers()
	b.mendEmails()
	for _, c := range b.candidates {
		c.Confidence = c.combined() * (1 - c.doubt)
		if c.judged > 0 {
			c.Confidence = c.judged
		}
		c.Sources = make([]Source, 0, len(c.votes))
		for _, v := range c.votes {
			c.Sources = append(c.Sources, Source{Extractor: v.extractor, Confidence: v.own})
		}
		slices.SortStableFunc(c.Sources, func(x, y Source) int { return cmp.Compare(y.Confidence, x.Confidence) })
	}
	b.settleCited()
	b.settleParts()
	b.settleWards()
	b.settleMailboxes()
	b.orderParties()
	b.settleOwners()
	b.settleBlanks()
	slices.SortStableFunc(b.candidates, byRank)
}

// eachWithEvidence visits the candidates by field and rank.
func (b *ballot) eachWithEvidence(visit func(*candidate, evidence)) {
	for from := 0; from < len(b.candidates); {
		to := from + 1
		for to < len(b.candidates) && b.candidates[to].Field == b.candidates[from].Field {
			to++
		}
		best, second := 0.0, 0.0
		for _, c := range b.candidates[from:to] {
			best, second = max(best, c.Confidence), max(min(best, c.Confidence), second)
		}
		for rank, c := range b.candidates[from:to] {
			rival := best
			if c.Confidence == best {
				rival = second
			}
			visit(c, b.gather(c, rank, rival))
		}
		from = to
	}
}

// believe turns the counts of a settled ballot into confidences.
func (b *ballot) believe(m *voteModel) {
	confidences := make([]float64, 0, len(b.candidates)) // apart: evidence is of the counts
	b.eachWithEvidence(func(c *candidate, e evidence) {
		p, ok := m.confidence(c.Field, &e)
		if !ok || c.judged > 0 {
			p = c.Confidence
		}
		if c.foreign {
			p = min(p, mostForeign)
		}
		confidences = append(confidences, p)
	})
	for i, c := range b.candidates {
		c.Confidence = confidences[i]
	}
}

// mostForeign bounds the confidence of an identifier that is somebody else's:
// it is no more than an alternative.
const mostForeign = 0.3

// entities returns the candidates, those that are less sure than least as
// alternatives.
func (b *ballot) entities(least float64) (entities, alternatives []Entity) {
	perField := map[Field]int{}
	for _, c := range b.candidates {
		isCorrected := c.IsCorrected()
		if isCorrected {
			c.Confidence = min(c.Confidence, maxCorrected)
		}
		switch {
		case c.Confidence >= least:
			entities = append(entities, c.Entity)
			if isCorrected && perField[c.Field] < maxAlternatives {
				perField[c.Field]++
				alternatives = append(alternatives, c.asRead())
			}
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
var fields = []Field{Plaintiff, Defendant, Cedula, Email, Radicado, Court, Acta, PlaintiffAddress, DefendantAddress,
	Agent, Attorney, Represented, LinkedParty, Phone, NIT}

// plainKey returns the words of a party's name as the text has them, without
// those that may be left out.
func plainKey(m Mention) string {
	if !m.Field.IsParty() {
		return ""
	}
	return lex.Essential(m.Value)
}
