package dedup

import "github.com/cotejo/cotejo/core/boost"

// PairSample is a retold pair (see isRetold) of which is known whether it is a repetition.
type PairSample struct {
	Facts  []float32
	Same   bool
	Weight float64
	ByRule bool    // a repetition by the rules alone
	bar    float64 // see likelyFrom
}

// Sample compares two fingerprints; ok is false for pairs that the forest is not asked about.
func (d *Detector) Sample(a, b Fingerprint, same bool, weight float64) (sample PairSample, ok bool) {
	one, other := new(side).load(&a, d), new(side).load(&b, d)
	e := d.measure(one, other)
	if e.otherMatter(one, other) || e.isWithinCase() || e.equalText {
		return PairSample{}, false
	}
	e.comparePeople(&a, &b, d.table)
	e.compareParticulars(&a, &b, d.table)
	s := d.config.weigh(&e)
	e.limit(&s)
	return PairSample{matterFactsOf(&e, &s), same, weight, d.config.relate(&e, &s, &a) == Duplicate, e.likelyFrom()}, e.isRetold(&s)
}

var matterSettings = boost.Settings{Rounds: 100, Depth: 3, Rate: .08, Shrinkage: 1, MinWeight: .5, Columns: .4, Rows: .6, Seed: 1}

// LearnedMatter is a forest that tells repetitions.
type LearnedMatter struct{ forest *boost.Forest }

// LearnMatter trains a forest.
func LearnMatter(samples []PairSample) LearnedMatter {
	examples := make([]boost.Example, len(samples))
	for i, s := range samples {
		examples[i] = boost.Example{X: s.Facts, Class: int(asOne(s.Same)), Weight: s.Weight}
	}
	return LearnedMatter{boost.Fit(matterFactNames(), matterClasses, examples, matterSettings)}
}

// IsRepetition is what the rules and the forest together say.
func (l LearnedMatter) IsRepetition(s PairSample) bool {
	chance := l.forest.Probabilities(s.Facts)[1]
	return chance >= s.bar || s.ByRule && chance > unlikelySame
}

// Write returns the table of a forest.
func (l LearnedMatter) Write() []byte { return l.forest.Write() }
