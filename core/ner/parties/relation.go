package parties

import "slices"

// What is known of an entity among the others, once each has chances: a mother is no plaintiff where her child is one, and a
// legal representative acts for the company that sues.

// standing is an entity with its chances among those of all others.
type standing struct {
	d       *Document
	chances [][]float64
	i       int
	e       *Entity
	rivals  [Parts]rivals
	listed  [Parts]float64    // the best chances of those in its lists
	beside  [2][Parts]float64 // the best chances of whom is named right before, and right behind
}

// rivals are the chances of others to have a part.
type rivals struct {
	best, second, sum, likely float64
	at                        int // the likeliest; -1 where there is nobody else
	sameKind, otherKind       float64
}

// standingFact is something known of a standing.
type standingFact struct {
	name string
	of   func(s *standing) float64
}

// standingFacts are all such facts in their order.
var standingFacts = func() (all []standingFact) {
	add := func(name string, of func(s *standing) float64) { all = append(all, standingFact{name, of}) }
	for p, name := range PartNames {
		add("so far "+name, func(s *standing) float64 { return s.chances[s.i][p] })
	}
	for p := PlaintiffPart; p < Parts; p++ {
		name := PartNames[p]
		add("likeliest other "+name, func(s *standing) float64 { return s.rivals[p].best })
		add("second other "+name, func(s *standing) float64 { return s.rivals[p].second })
		add("other "+name+"s", func(s *standing) float64 { return s.rivals[p].sum })
		add("other likely "+name+"s", func(s *standing) float64 { return s.rivals[p].likely })
		add("lead as "+name, func(s *standing) float64 { return s.chances[s.i][p] - s.rivals[p].best })
		add("likeliest other "+name+" of this kind", func(s *standing) float64 { return s.rivals[p].sameKind })
		add("likeliest other "+name+" of another kind", func(s *standing) float64 { return s.rivals[p].otherKind })
		for _, f := range pairFacts {
			add(f.name+" the other "+name, func(s *standing) float64 {
				if s.rivals[p].at < 0 {
					return f.none
				}
				return f.of(s, s.rivals[p].at)
			})
		}
	}
	for side, place := range [2]string{"before", "behind"} {
		for p, name := range PartNames {
			add(name+" named "+place, func(s *standing) float64 { return s.beside[side][p] })
		}
	}
	for p := PlaintiffPart; p < Parts; p++ {
		add("likeliest "+PartNames[p]+" listed with it", func(s *standing) float64 { return s.listed[p] })
	}
	add("entities", func(s *standing) float64 { return float64(len(s.d.Entities)) })
	return all
}()

// pairFacts are about an entity and another one; none is their value where there is no other.
var pairFacts = []struct {
	name string
	none float64
	of   func(s *standing, other int) float64
}{
	{"of the kind of", 0, func(s *standing, o int) float64 { return truth(s.d.Entities[o].Kind == s.e.Kind) }},
	{"kind of", -1, func(s *standing, o int) float64 { return float64(s.d.Entities[o].Kind) }},
	{"words to", maxDistance, func(s *standing, o int) float64 { return s.distance(o) }},
	{"words before", 0, func(s *standing, o int) float64 {
		return float64(s.d.Entities[o].Spans[0].First - s.e.Spans[0].First)
	}},
	{"in a list with", 0, func(s *standing, o int) float64 {
		return truth(slices.ContainsFunc(s.e.lists, func(l int) bool { return slices.Contains(s.d.Entities[o].lists, l) }))
	}},
	{"words in common with", 0, func(s *standing, o int) float64 { return s.shared(o) }},
	{"more places than", 0, func(s *standing, o int) float64 { return float64(len(s.e.Spans) - len(s.d.Entities[o].Spans)) }},
	{"nobody is", 1, func(s *standing, o int) float64 { return s.chances[o][NoPart] }},
	{"plaintiff is", 0, func(s *standing, o int) float64 { return s.chances[o][PlaintiffPart] }},
	{"agent is", 0, func(s *standing, o int) float64 { return s.chances[o][AgentPart] }},
}

// maxDistance is the distance of entities that stand far from each other, in words.
const maxDistance = 999

// StandingNames returns the names of the numbers that Document.Standings gives.
func StandingNames() []string {
	names := make([]string, len(standingFacts))
	for i, f := range standingFacts {
		names[i] = f.name
	}
	return names
}

// Standings returns what is known of each entity among the others, in the order of StandingNames. chances are those of each
// entity to have each part, as far as it is known by itself.
func (d *Document) Standings(chances [][]float64) [][]float32 {
	beside := d.neighbours(chances)
	out := make([][]float32, len(d.Entities))
	for i, e := range d.Entities {
		s := &standing{d: d, chances: chances, i: i, e: e, beside: beside[i]}
		for p := PlaintiffPart; p < Parts; p++ {
			s.rivals[p] = s.rivalsAs(p)
			s.listed[p] = s.likeliestListed(p)
		}
		out[i] = make([]float32, len(standingFacts))
		for k, f := range standingFacts {
			out[i][k] = float32(f.of(s))
		}
	}
	return out
}

func (s *standing) rivalsAs(p Part) rivals {
	r := rivals{at: -1}
	for o, e := range s.d.Entities {
		if o == s.i {
			continue
		}
		c := s.chances[o][p]
		r.sum += c
		r.likely += truth(c > .5)
		if c > r.best || r.at < 0 {
			r.best, r.second, r.at = c, r.best, o
		} else {
			r.second = max(r.second, c)
		}
		if e.Kind == s.e.Kind {
			r.sameKind = max(r.sameKind, c)
		} else {
			r.otherKind = max(r.otherKind, c)
		}
	}
	return r
}

// likeliestListed returns the best chance to have a part of those who stand in a list with the entity.
func (s *standing) likeliestListed(p Part) (best float64) {
	for o, e := range s.d.Entities {
		if o != s.i && slices.ContainsFunc(s.e.lists, func(l int) bool { return slices.Contains(e.lists, l) }) {
			best = max(best, s.chances[o][p])
		}
	}
	return best
}

// neighbours returns the chances of whom is named right before and right behind each entity. Courts and places are passed over.
func (d *Document) neighbours(chances [][]float64) [][2][Parts]float64 {
	type named struct{ first, last, i int }
	var all []named
	for i, e := range d.Entities {
		for _, x := range e.Spans {
			if e.Kind != CourtKind && e.Kind != PlaceKind {
				all = append(all, named{x.First, x.Last, i})
			}
		}
	}
	slices.SortFunc(all, func(a, b named) int { return a.first - b.first })
	out := make([][2][Parts]float64, len(d.Entities))
	for k := 1; k < len(all); k++ {
		a, b := all[k-1], all[k]
		if a.i == b.i || b.first-a.last > maxBetween {
			continue
		}
		for p := range Parts {
			out[a.i][1][p] = max(out[a.i][1][p], chances[b.i][p])
			out[b.i][0][p] = max(out[b.i][0][p], chances[a.i][p])
		}
	}
	return out
}

// distance returns how many words the nearest places of two entities are apart.
func (s *standing) distance(o int) float64 {
	best := maxDistance
	for _, x := range s.e.Spans {
		for _, y := range s.d.Entities[o].Spans {
			best = min(best, max(x.First-y.First, y.First-x.First))
		}
	}
	return float64(best)
}

// shared counts the words that both names have: a surname of the family.
func (s *standing) shared(o int) (n float64) {
	const shortest = 4
	for _, w := range s.e.words {
		n += truth(len(w) >= shortest && slices.Contains(s.d.Entities[o].words, w))
	}
	return n
}
