package ner

import "sync"

// Decoding: which tags of the words of a text score highest together (Viterbi).
// All scores are whole numbers, in units of 1/modelUnit.

// never is the score of what cannot be.
const never = -1 << 28

// decoder is the room that decoding takes, kept for the next text.
type decoder struct {
	emissions []([tags]int32)
	back      []([tags]uint8)
	path      []uint8
	margins   []float32
	fetched   uint64

	words featurizer
}

// read returns the features of the words of a text from up to to, valid until the
// next are read.
func (d *decoder) read(t *Text, from, to int) *featurizer {
	d.words.read(t, from, to)
	return &d.words
}

var decoders = sync.Pool{New: func() any { return new(decoder) }}

// release gives the room back; the text is forgotten.
func (d *decoder) release() {
	d.words.t = nil
	decoders.Put(d)
}

// prepare makes room for n words.
func (d *decoder) prepare(n int) {
	if cap(d.path) < n {
		d.emissions, d.back = make([][tags]int32, n), make([][tags]uint8, n)
		d.path, d.margins = make([]uint8, n), make([]float32, n)
	}
	d.emissions, d.back, d.path, d.margins = d.emissions[:n], d.back[:n], d.path[:n], d.margins[:n]
}

// steps are the steps between the tags of a set.
type steps struct {
	begins, goes, all []int // tags that begin a name or stand outside, those that go on with one, both

	into  [tags][tags]int32 // by tag and the tag before it, what the step between them scores
	ahead [tags][tags]int32 // by the leading tag and another, how far that may be behind and yet come before a next tag
}

func (m *model) steps(set tagSet) *steps {
	s := &steps{}
	for b := range tags {
		switch {
		case set>>b&1 == 0:
		case b > 0 && b%2 == 0:
			s.goes = append(s.goes, b)
		default:
			s.begins = append(s.begins, b)
		}
	}
	s.all = append(append(s.all, s.begins...), s.goes...)
	for a := range tags {
		for b := range tags {
			s.into[b][a] = int32(m.transitions[a][b] * modelUnit)
		}
	}
	for _, lead := range s.all {
		for _, a := range s.all {
			most := int32(never)
			for _, b := range s.begins {
				most = max(most, s.into[b][a]-s.into[b][lead])
			}
			s.ahead[lead][a] = most
		}
	}
	return s
}

// first returns the tag that scores highest.
func (s *steps) first(scores *[tags]int32) (lead int) {
	for _, a := range s.all {
		if scores[a] > scores[lead] {
			lead = a
		}
	}
	return lead
}

// decode returns the best tags of words and by how much each beats the next tag
// in its place, the rest of the path being kept: of a word outside of all names
// that says nothing. Both are valid until the decoder is used again.
func (d *decoder) decode(m *model, f *featurizer, s *steps) (path []uint8, margins []float32) {
	d.prepare(f.n)
	d.score(m, f)
	for from := 0; from < f.n; from++ {
		d.path[from] = 0
		if f.isPlain(from) {
			continue
		}
		to := from + 1
		for to < f.n && !f.isPlain(to) {
			to++
		}
		d.follow(s, from, to)
		from = to - 1
	}
	for i, tag := range d.path {
		if tag == 0 {
			continue
		}
		e, least := &d.emissions[i], int32(-never)
		for _, b := range s.all {
			if b != int(tag) && (tag%2 == 0 || b%2 == 1 || b == 0) {
				least = min(least, e[tag]-e[b])
			}
		}
		d.margins[i] = float32(least) / modelUnit
	}
	return d.path, d.margins
}

// score adds up what speaks for each tag of each word that is not plain. The words
// do not wait for one another: the weights of the next are fetched meanwhile.
func (d *decoder) score(m *model, f *featurizer) {
	next := func(i int) int {
		for i < f.n && f.isPlain(i) {
			i++
		}
		return i
	}
	i := next(0)
	if i == f.n {
		return
	}
	for features := f.at(i); i < f.n; {
		these, this := features, i
		if i = next(i + 1); i < f.n {
			features = f.at(i)
			d.fetched += m.fetch(features)
		}
		m.score(these, &d.emissions[this])
	}
}

// follow finds the best path over words in a row, between words that stand outside
// of all names or the ends of the text.
func (d *decoder) follow(s *steps, from, to int) {
	var rows [2][tags]int32
	best, next := &rows[0], &rows[1]
	for _, b := range s.begins {
		if best[b] = d.emissions[from][b]; from > 0 {
			best[b] += s.into[b][0]
		}
	}
	for _, b := range s.goes {
		best[b] = never
	}
	var alive [tags]int // tags near enough to the leading one to come before another
	lead := s.first(best)
	for i := from + 1; i < to; i++ {
		e, back := &d.emissions[i], &d.back[i]
		near, ahead, least := 0, &s.ahead[lead], best[lead]
		for _, a := range s.all {
			if best[a]+ahead[a] >= least {
				alive[near] = a
				near++
			}
		}
		lead = 0
		for _, b := range s.begins {
			into, top, from := &s.into[b], int32(2*never), 0
			for _, a := range alive[:near] {
				if s := best[a] + into[a]; s > top {
					top, from = s, a
				}
			}
			next[b], back[b] = top+e[b], uint8(from)
			if next[b] > next[lead] {
				lead = b
			}
		}
		for _, b := range s.goes { // only its own field comes before
			top, from := best[b-1]+s.into[b][b-1], b-1
			if s := best[b] + s.into[b][b]; s > top {
				top, from = s, b
			}
			next[b], back[b] = top+e[b], uint8(from)
			if next[b] > next[lead] {
				lead = b
			}
		}
		best, next = next, best
	}
	if to < len(d.path) {
		for _, b := range s.all {
			best[b] += s.into[0][b]
		}
	}
	last := s.first(best)
	d.path[to-1] = uint8(last)
	for i := to - 1; i > from; i-- {
		d.path[i-1] = d.back[i][d.path[i]]
	}
}
