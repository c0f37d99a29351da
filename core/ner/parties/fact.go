package parties

import (
	"math/bits"
	"slices"
	"strings"
	"sync"
)

// What is known of an entity, as numbers with names. From these a forest of decision trees tells
// its role; each is a line of the list below.

// fact is one of them.
type fact struct {
	name string
	of   func(s *survey, e *Entity) float64
}

// ownFacts are those beside the cues and the readings of rules.
var ownFacts = []fact{
	{"person", func(_ *survey, e *Entity) float64 { return truth(e.Kind == PersonKind) }},
	{"court", func(_ *survey, e *Entity) float64 { return truth(e.Kind == CourtKind) }},
	{"institution", func(_ *survey, e *Entity) float64 { return truth(e.Kind == InstitutionKind) }},
	{"no known kind", func(_ *survey, e *Entity) float64 { return truth(e.Kind == OtherKind) }},
	{"in the gazetteer", func(_ *survey, e *Entity) float64 { return truth(e.canonical != "") }},
	{"generic", func(s *survey, e *Entity) float64 { return truth(s.isGeneric(e)) }},
	{"words", func(_ *survey, e *Entity) float64 { return float64(len(e.words)) }},
	{"known names", func(s *survey, e *Entity) float64 { return s.known(e) }},
	{"share of known names", func(s *survey, e *Entity) float64 { return s.known(e) / float64(e.Best.Last-e.Best.First+1) }},
	{"in capitals", func(s *survey, e *Entity) float64 { return truth(s.Words[e.Best.First].Shape == Upper) }},
	{"places", func(_ *survey, e *Entity) float64 { return float64(len(e.Spans)) }},
	{"references", func(_ *survey, e *Entity) float64 { return float64(len(e.references)) }},
	{"first place", func(_ *survey, e *Entity) float64 { return float64(e.Spans[0].First) }},
	{"first place, share", func(s *survey, e *Entity) float64 { return s.share(e.Spans[0]) }},
	{"last place, share", func(s *survey, e *Entity) float64 { return s.share(e.lastSpan()) }},
	{"words behind the last place", func(s *survey, e *Entity) float64 { return float64(len(s.Words) - 1 - e.lastSpan().Last) }},
	{"first person", func(s *survey, e *Entity) float64 { return truth(e.Spans[0].First == s.firstPerson) }},
	{"last person", func(s *survey, e *Entity) float64 { return truth(e.lastSpan().First == s.lastPerson) }},
	{"rank", func(_ *survey, e *Entity) float64 { return float64(e.rank) }},
	{"rank in its kind", func(_ *survey, e *Entity) float64 { return float64(e.rankInKind) }},
	{"persons in the paper", func(s *survey, _ *Entity) float64 { return float64(s.persons) }},
	{"institutions in the paper", func(s *survey, _ *Entity) float64 { return float64(s.institutions) }},
	{"courts in the paper", func(s *survey, _ *Entity) float64 { return float64(s.courts) }},
	{"words of the paper", func(s *survey, _ *Entity) float64 { return float64(len(s.Words)) }},
	{"rulings are attacked", func(s *survey, _ *Entity) float64 { return float64(s.view.sides.rulings) }},
	{"alone on its line", func(s *survey, e *Entity) float64 {
		return s.count(e, func(x Span) bool { return s.beginsLine(x) && s.endsLine(x) })
	}},
	{"begins a line", func(s *survey, e *Entity) float64 { return s.count(e, s.beginsLine) }},
	{"near the next name", func(_ *survey, e *Entity) float64 { return truth(e.nearNext) }},
	{"near the name before", func(_ *survey, e *Entity) float64 { return truth(e.nearPrevious) }},
	{"name in e-mail addresses", func(s *survey, e *Entity) float64 { _, all := s.inAddresses(e); return all }},
	{"name in an e-mail address", func(s *survey, e *Entity) float64 { best, _ := s.inAddresses(e); return best }},
	{"identity number", func(_ *survey, e *Entity) float64 { return e.number }},
	{"rank of the identity number", func(_ *survey, e *Entity) float64 { return float64(e.numberRank) }},
	{"identity numbers in the paper", func(s *survey, _ *Entity) float64 { return float64(len(s.Numbers)) }},
	{"represented", func(s *survey, e *Entity) float64 {
		return s.count(e, func(x Span) bool { return s.Represented != nil && s.Represented(x.First) })
	}},
	{"titled to a rule", func(_ *survey, e *Entity) float64 { return truth(e.titled) }},
}

// hintNames are the roles that rules give.
var hintNames = [HintRoles]string{"plaintiff", "defendant", "agent", "attorney", "third party"}

// ruleNames are the extractors in their order, and all of them.
var ruleNames = [Rules + 1]string{"pattern", "label", "structure", "gazetteer", "sequence", "any rule"}

// facts are all facts in their order.
var facts = sync.OnceValue(func() []fact {
	all := slices.Clone(ownFacts)
	for p := range places {
		for c, class := range cues().classes {
			all = append(all, fact{placeNames[p] + ": " + class, func(_ *survey, e *Entity) float64 { return float64(e.cues[p][c]) }})
		}
	}
	for c, class := range cues().classes {
		all = append(all, fact{"in the paper: " + class, func(s *survey, _ *Entity) float64 { return float64(s.inPaper[c]) }})
	}
	for rule, name := range ruleNames {
		for role, part := range hintNames {
			all = append(all, fact{name + " reads " + part, func(_ *survey, e *Entity) float64 { return e.hint[rule][role] }})
		}
	}
	for role, part := range hintNames {
		all = append(all, fact{"said in words to be " + part, func(_ *survey, e *Entity) float64 { return truth(e.explicit[role]) }})
		all = append(all, fact{"others read as " + part, func(s *survey, e *Entity) float64 { return s.rival(e, role) }})
	}
	return all
})

// FactNames returns the names of the numbers that Document.Facts gives.
func FactNames() []string {
	names := make([]string, len(facts()))
	for i, f := range facts() {
		names[i] = f.name
	}
	return names
}

// Facts returns what is known of each entity, in the order of FactNames.
func (d *Document) Facts() [][]float32 {
	s := d.survey()
	d.surveyed = s
	out := make([][]float32, len(d.Entities))
	for i, e := range d.Entities {
		out[i] = make([]float32, len(facts()))
		for k, f := range facts() {
			out[i][k] = float32(f.of(s, e))
		}
	}
	return out
}

// observed is what a survey notes of an entity.
type observed struct {
	rank, rankInKind       int
	nearNext, nearPrevious bool
	cues                   cueCounts
	number                 float64 // score of the surest identity number behind the name
	numberRank             int     // which of the numbers of the paper that is
}

// survey is what is known of a document as a whole.
type survey struct {
	*Document
	view  *view
	marks marks

	persons, institutions, courts int
	firstPerson, lastPerson       int             // words
	inPaper                       [maxClasses]int // cues of each class
	stems, tokens                 []uint32        // hashes of the words, and of what stands for them: see surroundings.go
}

func (d *Document) survey() *survey {
	s := &survey{Document: d, view: d.look(), marks: d.mark(), firstPerson: -1, lastPerson: -1}
	var ranks [PlaceKind + 1]int
	for i, e := range d.Entities {
		e.observed = observed{rank: i, rankInKind: ranks[e.Kind]}
		ranks[e.Kind]++
		if e.Kind == PersonKind && len(e.words) > 1 {
			if first := e.Spans[0].First; s.firstPerson < 0 || first < s.firstPerson {
				s.firstPerson = first
			}
			s.lastPerson = max(s.lastPerson, e.lastSpan().First)
		}
		for _, x := range slices.Concat(e.Spans, e.references) {
			for p, set := range s.beside(x) {
				e.cues.note(place(p), set)
			}
		}
	}
	s.persons, s.courts = ranks[PersonKind], ranks[CourtKind]
	s.institutions = len(d.Entities) - s.persons - s.courts
	for _, set := range s.marks.begin {
		for ; set != 0; set &= set - 1 {
			s.inPaper[bits.TrailingZeros64(uint64(set))]++
		}
	}
	s.relate()
	s.giveNumbers()
	s.hashWords()
	return s
}

// cueCounts are in how many places a cue of each class stands.
type cueCounts [places][maxClasses]uint16

// note counts the classes of a set once more.
func (c *cueCounts) note(p place, set classSet) {
	for ; set != 0; set &= set - 1 {
		c[p][bits.TrailingZeros64(uint64(set))]++
	}
}

// relate notes what stands between two names that follow each other. Courts, which stand between
// others as addressees, are passed over.
func (s *survey) relate() {
	var last Span
	var owner *Entity
	for _, x := range s.view.starts {
		e := s.view.owner[x]
		if e.Kind == CourtKind || e.Kind == PlaceKind {
			continue
		}
		if owner != nil && owner != e && x.First > last.Last && x.First-last.Last <= maxBetween {
			owner.nearNext, e.nearPrevious = true, true
			for k := last.Last + 1; k < x.First; k++ {
				owner.cues.note(toNext, s.marks.begin[k])
				e.cues.note(fromBefore, s.marks.begin[k])
			}
		}
		last, owner = x, e
	}
}

// giveNumbers gives each identity number to whom is named last before it.
func (s *survey) giveNumbers() {
	const near = 160 // code points
	for n, number := range s.Numbers {
		var owner *Entity
		end := number.Start - near
		for _, e := range s.Entities {
			for _, x := range e.Spans {
				if last := int(s.Words[x.Last].End); e.Kind != CourtKind && last <= number.Start && last > end {
					end, owner = last, e
				}
			}
		}
		if owner != nil {
			if owner.number = max(owner.number, number.Score); owner.numberRank == 0 {
				owner.numberRank = n + 1
			}
		}
	}
}

// inAddresses returns how many words of a name begin in the best e-mail address, and in all.
func (s *survey) inAddresses(e *Entity) (best, all float64) {
	const shortest, letters = 4, 5 // of a word, and as many of it as count
	for _, local := range s.Addresses {
		found := 0.0
		for k := e.Best.First; k <= e.Best.Last; k++ {
			w := s.Words[k]
			if word := s.Chars[w.Start:w.End]; len(word) >= shortest && strings.Contains(local, string(word[:min(len(word), letters)])) {
				found++
			}
		}
		best, all = max(best, found), all+found
	}
	return best, all
}

// rival returns how surely the surest rule reads another entity in a role.
func (s *survey) rival(e *Entity, role int) (best float64) {
	for _, o := range s.Entities {
		if o != e {
			best = max(best, o.hint[Rules][role])
		}
	}
	return best
}

func (s *survey) count(e *Entity, is func(Span) bool) (n float64) {
	for _, x := range e.Spans {
		n += truth(is(x))
	}
	return n
}

func (s *survey) known(e *Entity) (n float64) {
	for k := e.Best.First; k <= e.Best.Last; k++ {
		n += truth(s.Words[k].Class&(Given|Surname) != 0)
	}
	return n
}

func (s *survey) share(x Span) float64 { return float64(x.First) / float64(len(s.Words)) }

func (t *Text) beginsLine(x Span) bool { return x.First == 0 || t.Words[x.First].Break != NoBreak }

func (t *Text) endsLine(x Span) bool {
	return x.Last+1 == len(t.Words) || t.Words[x.Last+1].Break != NoBreak
}

func (e *Entity) lastSpan() Span { return e.Spans[len(e.Spans)-1] }

func truth(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}
