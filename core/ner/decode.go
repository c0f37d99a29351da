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

	begins, goes, all []int // tags that begin a name or stand outside, those that go on with one, both
	fetched           uint64

	into  [tags][tags]int32 // by tag and the tag before it, what the step between them scores
	ahead [tags][tags]int32 // by the leading tag and another, how far that may be behind and yet come before a next tag
}

var decoders = sync.Pool{New: func() any { return new(decoder) }}

// prepare makes room for n words and looks at the steps between tags of a set.
func (d *decoder) prepare(m *model, n int, set tagSet) {
	if cap(d.path) < n {
		d.emissions, d.back = make([][tags]int32, n), make([][tags]uint8, n)
		d.path, d.margins = make([]uint8, n), make([]float32, n)
	}
	d.emissions, d.back, d.path, d.margins = d.emissions[:n], d.back[:n], d.path[:n], d.margins[:n]
	d.begins, d.goes = d.begins[:0], d.goes[:0]
	for b := range tags {
		switch {
		case set>>b&1 == 0:
		case b > 0 && b%2 == 0:
			d.goes = append(d.goes, b)
		default:
			d.begins = append(d.begins, b)
		}
	}
	d.all = append(append(d.all[:0], d.begins...), d.goes...)
	for a := range tags {
		for b := range tags {
			d.into[b][a] = int32(m.transitions[a][b] * modelUnit)
		}
	}
	for _, lead := range d.all {
		for _, a := range d.all {
			most := int32(never)
			for _, b := range d.begins {
				most = max(most, d.into[b][a]-d.into[b][lead])
			}
			d.ahead[lead][a] = most
		}
	}
}

// decode returns the best tags of a set and by how much each beats the next tag
// in its place, the rest of the path being kept. Both are valid until the
// decoder is used again.
func (d *decoder) decode(m *model, f *featurizer, set tagSet) (path []uint8, margins []float32) {
	n := f.n
	d.prepare(m, n, set)
	var rows [2][tags]int32
	best, next := &rows[0], &rows[1]
	features := f.at(0)
	for i := range n { // the words do not wait for one another
		these := features
		if i+1 < n {
			features = f.at(i + 1)
			d.fetched += m.fetch(features)
		}
		m.score(these, &d.emissions[i])
	}
	for _, b := range d.begins {
		best[b] = d.emissions[0][b]
	}
	for _, b := range d.goes {
		best[b] = never
	}
	var alive [tags]int // tags near enough to the leading one to come before another
	for i := 1; i < n; i++ {
		e, back := &d.emissions[i], &d.back[i]
		lead := 0
		for _, a := range d.all {
			if best[a] > best[lead] {
				lead = a
			}
		}
		near := 0
		for _, a := range d.all {
			if best[a]+d.ahead[lead][a] >= best[lead] {
				alive[near] = a
				near++
			}
		}
		for _, b := range d.goes { // only its own field comes before
			top, from := best[b-1]+d.into[b][b-1], b-1
			if s := best[b] + d.into[b][b]; s > top {
				top, from = s, b
			}
			next[b], back[b] = top+e[b], uint8(from)
		}
		for _, b := range d.begins {
			into, top, from := &d.into[b], int32(2*never), 0
			for _, a := range alive[:near] {
				if s := best[a] + into[a]; s > top {
					top, from = s, a
				}
			}
			next[b], back[b] = top+e[b], uint8(from)
		}
		best, next = next, best
	}
	last := 0
	for _, b := range d.all {
		if best[b] > best[last] {
			last = b
		}
	}
	path, margins = d.path, d.margins
	path[n-1] = uint8(last)
	for i := n - 1; i > 0; i-- {
		path[i-1] = d.back[i][path[i]]
	}
	for i, tag := range path {
		e, least := &d.emissions[i], int32(-never)
		for _, b := range d.all {
			if b != int(tag) && (tag%2 == 0 || b%2 == 1 || b == 0) {
				least = min(least, e[tag]-e[b])
			}
		}
		margins[i] = float32(least) / modelUnit
	}
	return path, margins
}
