package dedup

import (
	"math"
)

// Decided is a pair of filings and what a person says of it. A is the later filing.
type Decided struct {
	A, B      Fingerprint
	Duplicate bool
}

// Agreement counts how a configuration judges pairs on which people have decided.
type Agreement struct {
	Right   int
	Accused int // called duplicates, and are none
	Missed  int // duplicates that are not called so
}

// Pairs is how many pairs were judged.
func (a Agreement) Pairs() int { return a.Right + a.Accused + a.Missed }

// Harm weighs the errors: an accusation does twice the harm of a miss.
func (a Agreement) Harm() int { return 2*a.Accused + a.Missed }

// Agreement judges pairs by the detector's configuration.
func (d *Detector) Agreement(pairs []Decided) Agreement {
	var a Agreement
	for _, w := range d.weighed(pairs) {
		relation, _ := d.config.judge(&w.evidence, w.a)
		switch {
		case (relation == Duplicate) == w.duplicate:
			a.Right++
		case w.duplicate:
			a.Missed++
		default:
			a.Accused++
		}
	}
	return a
}

// Tune looks for weights and thresholds that fit the decisions best: it walks from the
// detector's configuration, one number at a time, to where the cost has its least value
// nearby. Few decisions move little: a number that moves by 0.05 costs as much as a
// pair in doubt. What bars a duplicate under every configuration, such as another
// claim, is no part of it. The same pairs give the same configuration.
func (d *Detector) Tune(pairs []Decided) Config {
	known := d.weighed(pairs)
	best := d.config
	least := best.cost(known, d.config)
	for _, step := range []float64{0.05, 0.02, 0.01} {
		for moved := true; moved; {
			moved = false
			for _, move := range moves(step) {
				c := best
				move(&c)
				if c = c.rounded(); c.Validate() != nil {
					continue
				}
				if cost := c.cost(known, d.config); cost < least-1e-9 {
					best, least, moved = c, cost, true
				}
			}
		}
	}
	return best
}

// weighed is the evidence of a pair, which no configuration changes.
type weighed struct {
	evidence
	a         *Fingerprint
	duplicate bool
}

func (d *Detector) weighed(pairs []Decided) []weighed {
	all := make([]weighed, len(pairs))
	for i := range pairs {
		p := &pairs[i]
		e := d.measure(new(side).load(&p.A, d), new(side).load(&p.B, d))
		e.comparePeople(&p.A, &p.B, d.table)
		e.compareParticulars(&p.A, &p.B, d.table)
		all[i] = weighed{e, &p.A, p.Duplicate}
	}
	return all
}

const (
	doubtWidth = 0.05 // in similarity: how far from the threshold a verdict is in doubt
	leastDoubt = 0.02 // probability of an error in a person's decision
	stiffness  = 0.05 // by how much a number moves at the cost of a pair in doubt
)

// cost is how badly c fits decisions, and how far it is from the configuration from
// which the walk began.
func (c Config) cost(known []weighed, from Config) float64 {
	sum := 0.0
	for i := range known {
		w := &known[i]
		p := c.probability(w)
		if w.duplicate {
			sum -= math.Log(p)
		} else {
			sum -= 2 * math.Log(1-p)
		}
	}
	a, b := c.numbers(), from.numbers()
	for i := range a {
		moved := (*a[i] - *b[i]) / stiffness
		sum += math.Ln2 * moved * moved
	}
	return sum
}

// probability is how surely c calls a pair a duplicate.
func (c Config) probability(w *weighed) float64 {
	p := 0.0
	relation, s := c.judge(&w.evidence, w.a)
	switch {
	case w.isWithinCase():
	case w.sameRecord():
		p = 1
	case relation == Duplicate || !s.found.anyDifferent() && w.grams > 0:
		p = 1 / (1 + math.Exp((c.Thresholds.For(w.a.Type)-s.similarity)/doubtWidth))
	}
	return min(max(p, leastDoubt), 1-leastDoubt)
}

func (c *Config) numbers() [6]*float64 {
	return [6]*float64{&c.Weights.MinHash, &c.Weights.TFIDF, &c.Weights.Entity, &c.Thresholds.Tutela, &c.Thresholds.Habeas, &c.Thresholds.Default}
}

// moves are the steps from a configuration: from each weight to each other one, and
// each threshold up and down.
func moves(step float64) (all []func(*Config)) {
	for i := range 3 {
		for j := range 3 {
			if i != j {
				all = append(all, func(c *Config) { n := c.numbers(); *n[i] -= step; *n[j] += step })
			}
		}
		all = append(all,
			func(c *Config) { *c.numbers()[3+i] += step },
			func(c *Config) { *c.numbers()[3+i] -= step })
	}
	return all
}

// rounded keeps the third decimal of each number, so that steps there and back meet.
func (c Config) rounded() Config {
	for _, n := range c.numbers() {
		*n = math.Round(*n*1000) / 1000
	}
	return c
}
