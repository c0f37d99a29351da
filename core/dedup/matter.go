package dedup

import (
	_ "embed"
	"sync"

	"github.com/cotejo/cotejo/core/boost"
	"github.com/cotejo/cotejo/core/entity"
)

// A matter that is filed again often comes in other words, or in those of a lawyer. A forest of decision trees, trained on
// pairs that people wrote, weighs what was measured; go run ./testkit/measure train-matter writes it.

//go:embed data/matter.txt
var matterTable []byte

var matterForest = sync.OnceValue(func() *boost.Forest {
	f, err := boost.Read(matterTable, matterFactNames(), matterClasses)
	if err != nil {
		panic("dedup: " + err.Error())
	}
	return f
})

// matterClasses are the classes of the forest.
var matterClasses = []string{"other", "same"}

// matterFact is something known of a pair.
type matterFact struct {
	name string
	of   func(e *evidence, s *scores) float64
}

var matterFacts = []matterFact{
	{"text", func(_ *evidence, s *scores) float64 { return s.text }},
	{"facts", func(_ *evidence, s *scores) float64 { return s.facts }},
	{"parties", func(_ *evidence, s *scores) float64 { return s.parties }},
	{"ensemble", func(_ *evidence, s *scores) float64 { return s.ensemble }},
	{"words", func(e *evidence, _ *scores) float64 { return e.words }},
	{"grams", func(e *evidence, _ *scores) float64 { return e.grams }},
	{"grams contained", func(e *evidence, _ *scores) float64 { return e.gramsContained }},
	{"cosine", func(e *evidence, _ *scores) float64 { return e.cosine }},
	{"overlap", func(e *evidence, _ *scores) float64 { return e.overlap }},
	{"anchors", func(e *evidence, _ *scores) float64 { return float64(e.anchors) }},
	{"anchors of the one with fewer", func(e *evidence, _ *scores) float64 { return float64(e.fewestAnchors) }},
	{"anchors that only one has", func(e *evidence, _ *scores) float64 { return float64(e.fewestAnchors - e.anchors) }},
	{"days", func(e *evidence, _ *scores) float64 { return float64(e.sharedDays) }},
	{"days that only one has", func(e *evidence, _ *scores) float64 { return float64(e.fewestDays - e.sharedDays) }},
	{"numbers", func(e *evidence, _ *scores) float64 { return float64(e.sharedCaseAnchors - e.sharedDays) }},
	{"numbers that only one has", func(e *evidence, _ *scores) float64 {
		return float64(e.fewestCaseAnchors - e.fewestDays - (e.sharedCaseAnchors - e.sharedDays))
	}},
	{"grounds shared", func(e *evidence, _ *scores) float64 { return e.grounds.shared }},
	{"grounds apart", func(e *evidence, _ *scores) float64 { return e.grounds.apart }},
	{"claims shared", func(e *evidence, _ *scores) float64 { return e.claims.shared }},
	{"claims apart", func(e *evidence, _ *scores) float64 { return e.claims.apart }},
	{"claims only of the longer", func(e *evidence, _ *scores) float64 { return e.claims.greaterApart }},
	{"other numbers claimed", func(e *evidence, _ *scores) float64 { return asOne(e.claims.otherNumbers) }},
	{"periods claimed", func(e *evidence, _ *scores) float64 { return e.claims.periods.asNumber() }},
	{"periods of the facts", func(e *evidence, _ *scores) float64 { return e.grounds.periods.asNumber() }},
	{"asked", func(e *evidence, _ *scores) float64 { return e.askedShare }},
	{"asked known", func(e *evidence, _ *scores) float64 { return asOne(e.askedKnown) }},
	{"neither asks", func(e *evidence, _ *scores) float64 { return asOne(e.neitherAsks) }},
	{"other request", func(e *evidence, _ *scores) float64 { return asOne(e.otherRequest) }},
	{"same orders", func(e *evidence, _ *scores) float64 { return asOne(e.sameOrders) }},
	{"noise", func(e *evidence, _ *scores) float64 { return e.noise }},
	{"replaced", func(e *evidence, _ *scores) float64 { return float64(e.replaced) }},
	{"moved", func(e *evidence, _ *scores) float64 { return asOne(e.moved != moved{}) }},
	{"substitution", func(e *evidence, _ *scores) float64 { return asOne(e.substitution != substitution{}) }},
	{"names", func(e *evidence, _ *scores) float64 { return e.names }},
	{"names of the one with fewer", func(e *evidence, _ *scores) float64 { return float64(e.fewestNames) }},
	{"identifiers", func(e *evidence, _ *scores) float64 { return e.identifiers }},
	{"identifiers of the one with fewer", func(e *evidence, _ *scores) float64 { return float64(e.fewestIdentifiers) }},
	{"person", func(e *evidence, _ *scores) float64 { return e.parties.Person }},
	{"cédula", func(e *evidence, _ *scores) float64 { return e.parties.Cedula.Evidence }},
	{"name", func(e *evidence, _ *scores) float64 { return e.parties.Name.Evidence }},
	{"e-mail", func(e *evidence, _ *scores) float64 { return e.parties.Email.Evidence }},
	{"address", func(e *evidence, _ *scores) float64 { return e.parties.Address.Evidence }},
	{"defendant agrees", func(e *evidence, _ *scores) float64 { return asOne(e.parties.Defendant.Agrees()) }},
	{"defendant differs", func(e *evidence, _ *scores) float64 { return asOne(e.parties.Defendant.Agreement == entity.Different) }},
	{"plaintiffs read right", func(e *evidence, _ *scores) float64 { return e.nameChance }},
	{"cédulas read right", func(e *evidence, _ *scores) float64 { return e.cedulaChance }},
	{"defendants read right", func(e *evidence, _ *scores) float64 { return e.defendantChance }},
	{"other represented", func(e *evidence, _ *scores) float64 { return asOne(e.otherRepresented) }},
	{"shingles of the shorter", func(e *evidence, _ *scores) float64 { return float64(e.fewestShingles) }},
	{"parties by rule", func(_ *evidence, s *scores) float64 { return s.found.parties.asNumber() }},
	{"facts by rule", func(_ *evidence, s *scores) float64 { return s.found.facts.asNumber() }},
	{"claims by rule", func(_ *evidence, s *scores) float64 { return s.found.claims.asNumber() }},
	{"similarity by rule", func(_ *evidence, s *scores) float64 { return s.similarity }},
}

// asNumber orders verdicts.
func (v Verdict) asNumber() float64 {
	switch v {
	case Same:
		return 3
	case Partly:
		return 2
	case Different:
		return 0
	}
	return 1
}

func asOne(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func matterFactNames() []string {
	names := make([]string, len(matterFacts))
	for i, f := range matterFacts {
		names[i] = f.name
	}
	return names
}

// matterFactsOf returns what the forest asks about.
func matterFactsOf(e *evidence, s *scores) []float32 {
	x := make([]float32, len(matterFacts))
	for i, f := range matterFacts {
		x[i] = float32(f.of(e, s))
	}
	return x
}

// likelySame is the chance from which on a pair is a repetition, likelyMisread that of bad copies, unlikelySame the one up to
// which it is something else, whatever the rules say.
const likelySame, likelyMisread, unlikelySame = 0.7, 0.85, 0.3

// The similarity of what is likely a repetition lies between leastSame and mostSame; that of what is unlikely one
// is bounded.
const leastSame, mostSame, unlikelyCap = 0.75, 0.97, 0.60

// isRetold reports whether the forest is asked: about papers in words of their own whose parties, facts and requests are
// known and seem the same at least in part. Annexes tell the same in other words and repeat nothing. Of one letter the
// rules know better, which compare it sentence by sentence.
func (e *evidence) isRetold(s *scores) bool {
	isLikely := func(v Verdict) bool { return v == Same || v == Partly }
	return e.withoutText == 0 && !e.isAnnex && !e.sameLetter() && !e.parties.Veto && !e.otherDefendant() &&
		s.verdicts.parties != Unknown && isLikely(s.verdicts.facts) &&
		(isLikely(s.verdicts.claims) || s.verdicts.claims == Unknown && e.askedKnown)
}

// weighMatter raises the similarity of pairs that the forest takes for repetitions, and bounds that of
// pairs which it takes for something else.
func (e *evidence) weighMatter(s *scores) {
	chance, bar := matterForest().Probabilities(matterFactsOf(e, s))[1], e.likelyFrom()
	switch {
	case chance >= bar:
		s.found, s.verdicts = s.found.orPartly(), s.verdicts.orPartly()
		if s.similarity < leastSame {
			s.adjust("same_matter", leastSame+(mostSame-leastSame)*(chance-bar)/(1-bar), "cuenta y pide lo mismo de otro modo")
		}
	case chance <= unlikelySame && s.similarity > unlikelyCap:
		s.adjust("other_matter", unlikelyCap, "se parece más a otro asunto de la misma persona que a una repetición")
	}
}

// likelyFrom is the chance from which on a pair is a repetition.
func (e *evidence) likelyFrom() float64 {
	if e.noise >= misreadWords {
		return likelyMisread
	}
	return likelySame
}

// orPartly returns the verdicts of a repetition in other words: what seems different is partly the same.
func (i identities) orPartly() identities {
	for _, v := range []*Verdict{&i.parties, &i.facts, &i.claims} {
		if *v == Different || *v == Unknown {
			*v = Partly
		}
	}
	return i
}
