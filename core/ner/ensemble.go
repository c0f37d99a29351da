package ner

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"
)

// Config says how much each extractor counts.
type Config struct {
	Extractors    []ExtractorConfig
	MinConfidence float64 // entities below it are not returned
}

// ExtractorConfig is one extractor's place in the ensemble.
type ExtractorConfig struct {
	Name    string
	Weight  float64 // 0 to 1: how far its own confidence is believed
	Enabled bool
}

// DefaultConfig returns the configuration in force when nobody changed it.
func DefaultConfig() Config {
	return Config{
		Extractors: []ExtractorConfig{
			{"pattern", 0.85, true}, {"label", 0.9, true}, {"structure", 0.9, true}, {"gazetteer", 0.5, true}, {"sequence", 0.45, true},
		},
		MinConfidence: 0.5,
	}
}

// Ensemble weighs the votes of the extractors. It is safe for concurrent use.
type Ensemble struct {
	members []member
	min     float64
}

type member struct {
	Extractor
	weight float64
}

// NewEnsemble returns an ensemble of the enabled extractors. It fails on an
// extractor that does not exist or is named twice, and on weights outside 0–1.
func NewEnsemble(c Config) (*Ensemble, error) {
	e := &Ensemble{min: c.MinConfidence}
	if !(c.MinConfidence >= 0 && c.MinConfidence <= 1) {
		return nil, fmt.Errorf("ner: minimum confidence %v is not between 0 and 1", c.MinConfidence)
	}
	seen := map[string]bool{}
	for _, x := range c.Extractors {
		extractor := extractorNamed(x.Name)
		switch {
		case extractor == nil:
			return nil, fmt.Errorf("ner: no extractor is called %q", x.Name)
		case seen[x.Name]:
			return nil, fmt.Errorf("ner: extractor %q is configured twice", x.Name)
		case !(x.Weight >= 0 && x.Weight <= 1):
			return nil, fmt.Errorf("ner: weight %v of extractor %q is not between 0 and 1", x.Weight, x.Name)
		}
		seen[x.Name] = true
		if x.Enabled {
			e.members = append(e.members, member{extractor, x.Weight})
		}
	}
	return e, nil
}

func extractorNamed(name string) Extractor {
	for _, x := range Extractors() {
		if x.Name() == name {
			return x
		}
	}
	return nil
}

// Extractors returns the five extractors.
func Extractors() []Extractor {
	return []Extractor{Pattern{}, Label{}, Structure{}, Gazetteer{}, Sequence{}}
}

// Extract returns the entities that s names. Give it NFC; whatever it holds,
// it neither fails nor takes more than time linear in its length.
func (e *Ensemble) Extract(s string) Result {
	return e.ExtractText(NewText(s))
}

// ExtractText is Extract of a text that is already prepared.
func (e *Ensemble) ExtractText(t *Text) Result {
	var b ballot
	for _, m := range e.members {
		for _, mention := range m.Extract(t) {
			b.add(m.Name(), m.weight, mention)
		}
	}
	return Result{Entities: b.count(e.min)}
}

// ballot gathers votes by field and value.
type ballot struct {
	candidates []*candidate
	byKey      map[string]*candidate
	perField   map[Field]int
}

// maxCandidates bounds the values of a field: the first in the text count, the
// annexes of a filing may name thousands.
const maxCandidates = 200

// reading is a spelling of a value at one place of the text.
type reading struct {
	value string
	start int
}

// candidate is a value that at least one extractor voted for.
type candidate struct {
	Entity
	key      string
	best     float64 // weighted confidence of the mention whose place and spelling it bears
	first    int     // where the value is named first
	rank     float64 // confidence, but alike for parties named in one breath
	explicit bool    // the text says the part in words
	owners   []string
	votes    []vote

	readings []reading // of a party
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
	key := string(m.Field) + "\x00" + Key(m.Field, m.Value)
	c := b.byKey[key]
	if c == nil {
		if b.byKey == nil {
			b.byKey, b.perField = map[string]*candidate{}, map[Field]int{}
		}
		if b.perField[m.Field]++; b.perField[m.Field] > maxCandidates {
			return
		}
		c = &candidate{key: key, first: m.Start}
		b.byKey[key] = c
		b.candidates = append(b.candidates, c)
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

// count turns votes into entities, each field's best first.
func (b *ballot) count(least float64) []Entity {
	b.mergeNames()
	for _, c := range b.candidates {
		c.Confidence = c.combined()
		for _, v := range c.votes {
			c.Sources = append(c.Sources, Source{Extractor: v.extractor, Confidence: v.own})
		}
		sort.SliceStable(c.Sources, func(i, j int) bool { return c.Sources[i].Confidence > c.Sources[j].Confidence })
	}
	b.settleParts()
	b.orderParties()
	b.settleOwners()
	kept := slices.DeleteFunc(b.candidates, func(c *candidate) bool { return c.Confidence < least })
	slices.SortStableFunc(kept, byRank)
	out := make([]Entity, len(kept))
	for i, c := range kept {
		out[i] = c.Entity
	}
	return out
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

// mergeNames makes one candidate of a person's spellings: the votes for a
// shortened one, María López, go to María Fernanda López Ruiz, those for one
// that a scanner misread to the one that is read most or best.
func (b *ballot) mergeNames() {
	slices.SortStableFunc(b.candidates, func(x, y *candidate) int {
		return cmp.Compare(y.credit(), x.credit())
	})
	var kept []*candidate
	for _, c := range b.candidates {
		if full := sameParty(kept, c); full != nil {
			full.absorb(c)
			continue
		}
		kept = append(kept, c)
	}
	for _, c := range kept {
		c.settleSpelling()
	}
	b.candidates = kept
}

// sameParty returns the candidate whose name c also spells, nil when there is
// none.
func sameParty(kept []*candidate, c *candidate) *candidate {
	if !c.Field.isParty() {
		return nil
	}
	for _, o := range kept {
		if o.Field != c.Field {
			continue
		}
		long, short := o.key, c.key
		if len(long) < len(short) {
			long, short = short, long
		}
		if sameName(long, short) || len(short) >= minClose && closeTo(long, short) {
			return o
		}
	}
	return nil
}

// minClose is the length from which a name that differs in a letter or two is
// the same one misread.
const minClose = 16

// sameName reports whether the words of a short name stand in the same order
// in a longer one.
func sameName(long, short string) bool {
	l, s := strings.Fields(long), strings.Fields(short)
	if len(s) < 2 || len(l)-len(s) > 2 {
		return false
	}
	n := 0
	for _, w := range l {
		if n < len(s) && s[n] == w {
			n++
		}
	}
	return n == len(s)
}

func mergeVotes(to, from []vote) []vote {
	for _, v := range from {
		i := slices.IndexFunc(to, func(o vote) bool { return o.extractor == v.extractor })
		switch {
		case i < 0:
			to = append(to, v)
		case v.confidence > to[i].confidence:
			to[i] = v
		}
	}
	return to
}

// settleParts gives each name one part: who is the agent or attorney is no
// plaintiff unless the text says so more strongly.
func (b *ballot) settleParts() {
	name := func(c *candidate) string { _, n, _ := strings.Cut(c.key, "\x00"); return n }
	for _, c := range b.candidates {
		if !c.Field.isParty() {
			continue
		}
		stronger := 0.0
		for _, o := range b.candidates {
			if o == c || !o.Field.isParty() || o.Field == c.Field || !o.outranks(c) {
				continue
			}
			if x, y := name(c), name(o); x == y || min(len(x), len(y)) >= minClose && closeTo(longer(x, y), shorter(x, y)) {
				stronger = max(stronger, o.Confidence)
			}
		}
		c.Confidence *= 1 - 0.9*stronger
	}
}

// outranks reports whether of two parts given to one name that of c counts: what
// the text says in words of who acts for another goes before a label.
func (c *candidate) outranks(o *candidate) bool {
	if o.Field == Plaintiff && (c.Field == Agent || c.Field == Attorney) && c.explicit != o.explicit {
		return c.explicit && c.Confidence >= minExplicit
	}
	if c.Field == Plaintiff && (o.Field == Agent || o.Field == Attorney) && c.explicit != o.explicit {
		return c.explicit || o.Confidence < minExplicit
	}
	return c.Confidence > o.Confidence
}

// minExplicit is the confidence from which a part stated in words counts.
const minExplicit = 0.5

// settleOwners keeps of the cédulas those of the plaintiffs, the first
// plaintiff's first.
func (b *ballot) settleOwners() {
	var plaintiffs []*candidate
	for _, c := range b.candidates {
		if c.Field == Plaintiff && c.Confidence >= alike {
			plaintiffs = append(plaintiffs, c)
		}
	}
	if len(plaintiffs) == 0 {
		return
	}
	slices.SortStableFunc(plaintiffs, byRank)
	for _, c := range b.candidates {
		if c.Field != Cedula || len(c.owners) == 0 {
			continue
		}
		c.rank = 0.3 * c.Confidence
		for i, p := range plaintiffs {
			if p.rank < plaintiffs[0].rank {
				break
			}
			if slices.ContainsFunc(c.owners, func(o string) bool { return sameOwner(o, p.Value) }) {
				c.rank = c.Confidence - 0.01*float64(i)
				break
			}
		}
		c.Confidence = min(c.Confidence, c.rank)
	}
}

func byRank(x, y *candidate) int {
	return cmp.Or(cmp.Compare(fieldOrder(x.Field), fieldOrder(y.Field)), cmp.Compare(y.rank, x.rank), cmp.Compare(x.first, y.first))
}

// alike is how far below the best a party may stand and still count as named
// in the same breath.
const alike = 0.15

// orderParties ranks parties that are equally sure alike, so that the first of
// several claimants is the one named first.
func (b *ballot) orderParties() {
	best := map[Field]float64{}
	for _, c := range b.candidates {
		best[c.Field] = max(best[c.Field], c.Confidence)
	}
	for _, c := range b.candidates {
		c.rank = c.Confidence
		if c.Field.isParty() && c.Confidence > best[c.Field]-alike {
			c.rank = best[c.Field]
		}
	}
}

// sameOwner reports whether two names can be one person's.
func sameOwner(a, b string) bool {
	a, b = Key(Plaintiff, a), Key(Plaintiff, b)
	if len(a) < len(b) {
		a, b = b, a
	}
	return a == b || sameName(a, b) || closeTo(a, b)
}

// closeTo reports whether two strings differ in at most one letter in eight:
// one name read twice by a scanner.
func closeTo(a, b string) bool {
	limit := max(1, len(a)/8)
	if len(a)-len(b) > limit || len(a) > 120 {
		return false
	}
	prev := make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := prev[0]
		prev[0] = i
		for j := 1; j <= len(b); j++ {
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost = 1 + min(diagonal, prev[j], prev[j-1])
			}
			diagonal, prev[j] = prev[j], cost
		}
	}
	return prev[len(b)] <= limit
}
