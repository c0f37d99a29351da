package parties

import (
	"slices"
	"strings"
	"sync"
)

// What is known of the numbers and addresses of a paper: which of them is that of the one who sues
// or asks is learned from it, as the parts of parties are.

// Identifier is the number of an identity document or a company, an e-mail address, a court or the
// number of a case that a text names.
type Identifier struct {
	Spans            []Span // where it stands
	Kind             IdentifierKind
	Value            string         // digits, the address, the name of the court
	Score            float64        // how well it was read, 0 to 1
	Office           bool           // of an address: plainly that of an office
	Known            bool           // of an address: at a well-known provider
	Numbered, InTown bool           // of a court: its name has a number, a town
	Hints            [Rules]float64 // how surely each rule gives it to the plaintiff
	Owners           []Span         // to whom rules give it
}

// IdentifierKind is what an Identifier is called.
type IdentifierKind uint8

// The kinds of identifiers.
const (
	AdultNumber IdentifierKind = iota + 1 // a cédula, or a document that nothing else is said of
	ChildNumber
	ForeignNumber
	BareNumber // nothing calls it that of a document
	CompanyNumber
	MailAddress
	CourtName
	CaseNumber
)

// Part is what a party has to do with a paper.
type Part int

// The parts.
const (
	NoPart Part = iota
	PlaintiffPart
	DefendantPart
	AgentPart
	Parts
)

// PartNames name the parts.
var PartNames = [Parts]string{"nobody", "plaintiff", "defendant", "agent"}

// identifierFact is something known of an identifier.
type identifierFact struct {
	name string
	of   func(q *inquiry, x *lookedAt) float64
}

var ownIdentifierFacts = []identifierFact{
	{"of a child", func(_ *inquiry, x *lookedAt) float64 { return truth(x.Kind == ChildNumber) }},
	{"of a foreigner", func(_ *inquiry, x *lookedAt) float64 { return truth(x.Kind == ForeignNumber) }},
	{"bare", func(_ *inquiry, x *lookedAt) float64 { return truth(x.Kind == BareNumber) }},
	{"of a company", func(_ *inquiry, x *lookedAt) float64 { return truth(x.Kind == CompanyNumber) }},
	{"read well", func(_ *inquiry, x *lookedAt) float64 { return x.Score }},
	{"length", func(_ *inquiry, x *lookedAt) float64 { return float64(len(x.Value)) }},
	{"first digit", func(_ *inquiry, x *lookedAt) float64 { return float64(x.Value[0]) }},
	{"office, or numbered court", func(_ *inquiry, x *lookedAt) float64 { return truth(x.Office || x.Numbered) }},
	{"known provider, or court with its town", func(_ *inquiry, x *lookedAt) float64 { return truth(x.Known || x.InTown) }},
	{"digits at its end", func(_ *inquiry, x *lookedAt) float64 {
		local, _, _ := strings.Cut(x.Value, "@")
		return float64(len(local) - len(strings.TrimRight(local, "0123456789")))
	}},
	{"places", func(_ *inquiry, x *lookedAt) float64 { return float64(len(x.Spans)) }},
	{"first place, share", func(q *inquiry, x *lookedAt) float64 { return q.share(x.Spans[0]) }},
	{"last place, share", func(q *inquiry, x *lookedAt) float64 { return q.share(x.lastSpan()) }},
	{"words behind the last place", func(q *inquiry, x *lookedAt) float64 { return float64(len(q.Words) - 1 - x.lastSpan().Last) }},
	{"rank", func(_ *inquiry, x *lookedAt) float64 { return float64(x.rank) }},
	{"others", func(q *inquiry, _ *lookedAt) float64 { return float64(len(q.list) - 1) }},
	{"alone on its line", func(q *inquiry, x *lookedAt) float64 {
		return x.count(func(s Span) bool { return q.beginsLine(s) && q.endsLine(s) })
	}},
	{"begins a line", func(q *inquiry, x *lookedAt) float64 { return x.count(q.beginsLine) }},
	{"ends a line", func(q *inquiry, x *lookedAt) float64 { return x.count(q.endsLine) }},
	{"money", func(q *inquiry, x *lookedAt) float64 {
		return x.count(func(s Span) bool { return strings.Contains(string(q.gap(s.First)), "$") })
	}},
	{"words to the name before", func(_ *inquiry, x *lookedAt) float64 { return float64(x.toBefore) }},
	{"words to the person before", func(_ *inquiry, x *lookedAt) float64 { return float64(x.toPerson) }},
	{"words to the name behind", func(_ *inquiry, x *lookedAt) float64 { return float64(x.toBehind) }},
	{"person before", func(_ *inquiry, x *lookedAt) float64 { return truth(x.personBefore) }},
	{"rules", func(_ *inquiry, x *lookedAt) float64 { return x.hints() }},
	{"rule for another", func(q *inquiry, x *lookedAt) float64 {
		return q.rival(x, func(o *lookedAt) float64 { return o.hints() })
	}},
	{"plaintiff before another", func(q *inquiry, x *lookedAt) float64 {
		return q.rival(x, func(o *lookedAt) float64 { return o.before[PlaintiffPart] })
	}},
	{"person before another is plaintiff", func(q *inquiry, x *lookedAt) float64 {
		return q.rival(x, func(o *lookedAt) float64 { return o.person[PlaintiffPart] })
	}},
	{"plaintiff in another address", func(q *inquiry, x *lookedAt) float64 {
		return q.rival(x, func(o *lookedAt) float64 { return o.spelled[PlaintiffPart] })
	}},
	{"a person is plaintiff", func(q *inquiry, _ *lookedAt) float64 { return q.likeliest(PlaintiffPart, true) }},
	{"an institution is plaintiff", func(q *inquiry, _ *lookedAt) float64 { return q.likeliest(PlaintiffPart, false) }},
	{"likeliest plaintiff who may bear it", func(q *inquiry, x *lookedAt) float64 { return q.likeliest(PlaintiffPart, x.Kind != CompanyNumber) }},
	{"somebody acts", func(q *inquiry, _ *lookedAt) float64 {
		return max(q.likeliest(AgentPart, true), q.likeliest(AgentPart, false))
	}},
	{"plaintiffs", func(q *inquiry, _ *lookedAt) float64 { return q.expected[PlaintiffPart] }},
	{"defendants", func(q *inquiry, _ *lookedAt) float64 { return q.expected[DefendantPart] }},
	{"persons in the paper", func(q *inquiry, _ *lookedAt) float64 { return float64(q.persons) }},
	{"words of the paper", func(q *inquiry, _ *lookedAt) float64 { return float64(len(q.Words)) }},
}

// besidePlaces are the places of cues that count for an identifier.
const besidePlaces = toNext

// identifierFacts are all facts in their order.
var identifierFacts = sync.OnceValue(func() []identifierFact {
	all := slices.Clone(ownIdentifierFacts)
	for part, name := range PartNames {
		all = append(all,
			identifierFact{"before it: " + name, func(_ *inquiry, x *lookedAt) float64 { return x.before[part] }},
			identifierFact{"person before it: " + name, func(_ *inquiry, x *lookedAt) float64 { return x.person[part] }},
			identifierFact{"behind it: " + name, func(_ *inquiry, x *lookedAt) float64 { return x.behind[part] }},
			identifierFact{"on its line: " + name, func(_ *inquiry, x *lookedAt) float64 { return x.onLine[part] }},
			identifierFact{"in the address: " + name, func(_ *inquiry, x *lookedAt) float64 { return x.spelled[part] }},
			identifierFact{"owner to a rule: " + name, func(_ *inquiry, x *lookedAt) float64 { return x.owner[part] }})
	}
	for rule, name := range ruleNames[:Rules] {
		all = append(all, identifierFact{"rule: " + name, func(_ *inquiry, x *lookedAt) float64 { return x.Hints[rule] }})
	}
	for p := range besidePlaces {
		for c, class := range cues().classes {
			all = append(all, identifierFact{placeNames[p] + ": " + class, func(_ *inquiry, x *lookedAt) float64 { return float64(x.cues[p][c]) }})
		}
	}
	return all
})

// IdentifierFactNames returns the names of the numbers that Document.IdentifierFacts gives.
func IdentifierFactNames() []string {
	names := make([]string, len(identifierFacts()))
	for i, f := range identifierFacts() {
		names[i] = f.name
	}
	return names
}

// IdentifierFacts returns what is known of each identifier, in the order of IdentifierFactNames. chances are
// those of the entities to have each part. Call Facts before.
func (d *Document) IdentifierFacts(all []Identifier, chances [][]float64) [][]float32 {
	q := &inquiry{survey: d.surveyed, chances: chances}
	for i := range all {
		q.look(&all[i])
	}
	for _, c := range chances {
		for part, p := range c {
			q.expected[part] += p
		}
	}
	out := make([][]float32, len(all))
	for i := range q.list {
		out[i] = make([]float32, len(identifierFacts()))
		for k, f := range identifierFacts() {
			out[i][k] = float32(f.of(q, &q.list[i]))
		}
	}
	return out
}

// inquiry asks whose the identifiers of a paper are.
type inquiry struct {
	*survey
	chances  [][]float64 // of each entity
	expected [Parts]float64
	list     []lookedAt
}

// lookedAt is an identifier with what stands around it.
type lookedAt struct {
	*Identifier
	rank int
	cues cueCounts
	// The chances of who is named before it, of the person who is, of who is named behind it and on
	// its line, of whose name the address spells, and of whom rules call its owner: the highest of all places.
	before, person, behind, onLine, spelled, owner [Parts]float64
	toBefore, toPerson, toBehind                   int // words
	personBefore                                   bool
}

// farOff is how far the next name is where none is near.
const farOff = 40

func (q *inquiry) look(x *Identifier) {
	l := lookedAt{Identifier: x, rank: len(q.list), toBefore: farOff, toPerson: farOff, toBehind: farOff}
	for _, s := range x.Spans {
		for p, set := range q.beside(s) {
			l.cues.note(place(p), set)
		}
		q.lookAround(&l, s)
	}
	for _, o := range x.Owners {
		if e := q.entityAt(Hint{First: o.First, Last: o.Last}); e != nil {
			raise(&l.owner, q.chances[e.rank], 1)
		}
	}
	if x.Kind == MailAddress {
		local, _, _ := strings.Cut(x.Value, "@")
		for i, e := range q.Entities {
			if share := q.spelledIn(e, local); share > 0 {
				raise(&l.spelled, q.chances[i], share)
			}
		}
	}
	q.list = append(q.list, l)
}

// lookAround notes who is named near a place of an identifier.
func (q *inquiry) lookAround(l *lookedAt, s Span) {
	at, _ := slices.BinarySearchFunc(q.view.starts, s.First, func(x Span, first int) int { return x.First - first })
	line := q.lineOf(s.First)
	named, person := false, false
	for i := at - 1; i >= 0; i-- {
		x := q.view.starts[i]
		e := q.view.owner[x]
		far := s.First - x.Last
		if far > farOff && x.First < line || named && person && x.First < line {
			break
		}
		if x.First >= line {
			raise(&l.onLine, q.chances[e.rank], 1)
		}
		if e.Kind == CourtKind || far > farOff {
			continue
		}
		if !named {
			named = true
			raise(&l.before, q.chances[e.rank], 1)
			l.toBefore = min(l.toBefore, far)
			l.personBefore = l.personBefore || e.Kind == PersonKind
		}
		if !person && e.Kind == PersonKind {
			person = true
			raise(&l.person, q.chances[e.rank], 1)
			l.toPerson = min(l.toPerson, far)
		}
	}
	for i := at; i < len(q.view.starts); i++ {
		x := q.view.starts[i]
		if x.First <= s.Last {
			continue
		}
		if far := x.First - s.Last; far <= farOff {
			raise(&l.behind, q.chances[q.view.owner[x].rank], 1)
			l.toBehind = min(l.toBehind, far)
		}
		break
	}
}

// raise takes over chances that are higher, each by a share.
func raise(to *[Parts]float64, chances []float64, share float64) {
	for part, p := range chances {
		to[part] = max(to[part], p*share)
	}
}

// spelledIn returns which share of the part of an address before the @ spells the name of an entity.
func (q *inquiry) spelledIn(e *Entity, local string) float64 {
	const shortest, letters = 4, 5 // of a word, and as many of it as must stand there
	found := 0
	for k := e.Best.First; k <= e.Best.Last; k++ {
		word := q.word(k)
		if len(word) < shortest || !strings.Contains(local, word[:min(len(word), letters)]) {
			continue
		}
		if strings.Contains(local, word) {
			found += len(word)
		} else {
			found += letters
		}
	}
	return min(1, float64(found)/float64(len(local)))
}

// rival returns the highest measure of another identifier.
func (q *inquiry) rival(x *lookedAt, measure func(*lookedAt) float64) (best float64) {
	for i := range q.list {
		if o := &q.list[i]; o != x {
			best = max(best, measure(o))
		}
	}
	return best
}

// likeliest returns the highest chance of a person, or of anything else, to have a part.
func (q *inquiry) likeliest(part Part, person bool) (best float64) {
	for i, e := range q.Entities {
		if (e.Kind == PersonKind) == person {
			best = max(best, q.chances[i][part])
		}
	}
	return best
}

func (l *lookedAt) hints() (best float64) {
	for _, c := range l.Hints {
		best = max(best, c)
	}
	return best
}

func (l *lookedAt) count(is func(Span) bool) (n float64) {
	for _, s := range l.Spans {
		n += truth(is(s))
	}
	return n
}

func (l *lookedAt) lastSpan() Span { return l.Spans[len(l.Spans)-1] }
