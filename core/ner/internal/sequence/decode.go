package sequence

import (
	"sync"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
)

// Decoding: which tags of the words of a text score highest together (Viterbi).
// All scores are whole numbers, in units of 1/Unit.

// never is the score of what cannot be.
const never = -1 << 28

// Decoder is the room that decoding takes, kept for the next text.
type Decoder struct {
	emissions []([Tags]int32)
	back      []([Tags]uint8)
	path      []uint8
	margins   []float32
	fetched   uint64

	words Featurizer
}

// NewDecoder returns a decoder, which release gives back.
func NewDecoder() *Decoder { return decoders.Get().(*Decoder) }

var decoders = sync.Pool{New: func() any { return new(Decoder) }}

// Read returns the features of the words of a text from up to to, valid until the next
// are read. Somebody presents the text at position presented.
func (d *Decoder) Read(t *doc.Text, presented, from, to int) *Featurizer {
	d.words.read(t, presented, from, to)
	return &d.words
}

// Release gives the room back; the text is forgotten.
func (d *Decoder) Release() {
	d.words.t = nil
	decoders.Put(d)
}

// prepare makes room for n words.
func (d *Decoder) prepare(n int) {
	if cap(d.path) < n {
		d.emissions, d.back = make([][Tags]int32, n), make([][Tags]uint8, n)
		d.path, d.margins = make([]uint8, n), make([]float32, n)
	}
	d.emissions, d.back, d.path, d.margins = d.emissions[:n], d.back[:n], d.path[:n], d.margins[:n]
}

// steps are the steps between the tags.
type steps struct {
	begins, goes, all []int // tags that begin a name or stand outside, those that go on with one, both

	into  [Tags][Tags]int32 // by tag and the tag before it, what the step between them scores
	ahead [Tags][Tags]int32 // by the leading tag and another, how far that may be behind and yet come before a next tag
}

// Prepare works out the steps between the tags, once the model is read and whenever its transitions have changed.
func (m *Model) Prepare() {
	s := &steps{}
	for b := range Tags {
		if b > 0 && b%2 == 0 {
			s.goes = append(s.goes, b)
		} else {
			s.begins = append(s.begins, b)
		}
	}
	s.all = append(append(s.all, s.begins...), s.goes...)
	for a := range Tags {
		for b := range Tags {
			s.into[b][a] = int32(m.Transitions[a][b] * Unit)
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
	m.steps = s
}

// first returns the tag that scores highest.
func (s *steps) first(scores *[Tags]int32) (lead int) {
	for _, a := range s.all {
		if scores[a] > scores[lead] {
			lead = a
		}
	}
	return lead
}

// Decode returns the best tags of words and by how much each beats the next tag
// in its place, the rest of the path being kept: of a word outside of all names
// that says nothing. Both are valid until the decoder is used again.
func (d *Decoder) Decode(m *Model, f *Featurizer) (path []uint8, margins []float32) {
	d.prepare(f.n)
	if f.n > 0 {
		d.score(m, f)
		d.follow(m.steps)
	}
	for i, tag := range d.path {
		if tag == 0 {
			continue
		}
		e, least := &d.emissions[i], int32(-never)
		for _, b := range m.steps.all {
			if b != int(tag) && (tag%2 == 0 || b%2 == 1 || b == 0) {
				least = min(least, e[tag]-e[b])
			}
		}
		d.margins[i] = float32(least) / Unit
	}
	return d.path, d.margins
}

// score adds up what speaks for each tag of each word. The words do not wait for one another: the weights of the
// next are fetched meanwhile.
func (d *Decoder) score(m *Model, f *Featurizer) {
	features := f.At(0)
	for i := range f.n {
		these := features
		if i+1 < f.n {
			features = f.At(i + 1)
			d.fetched += m.fetch(features)
		}
		m.score(these, &d.emissions[i])
	}
}

// follow finds the best path over the words.
func (d *Decoder) follow(s *steps) {
	var rows [2][Tags]int32
	best, next := &rows[0], &rows[1]
	for _, b := range s.begins {
		best[b] = d.emissions[0][b]
	}
	for _, b := range s.goes {
		best[b] = never
	}
	var alive [Tags]int // tags near enough to the leading one to come before another
	lead := s.first(best)
	for i := 1; i < len(d.path); i++ {
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
	end := len(d.path) - 1
	d.path[end] = uint8(s.first(best))
	for i := end; i > 0; i-- {
		d.path[i-1] = d.back[i][d.path[i]]
	}
}

// Name is a name that the model tags.
type Name struct {
	Kind        Kind
	First, Last int // words
	Confidence  float64
}

// Tag decodes words and appends what is tagged.
func (d *Decoder) Tag(m *Model, f *Featurizer, out []Name) []Name {
	path, margins := d.Decode(m, f)
	for i := 0; i < len(path); i++ {
		if path[i]%2 == 0 {
			continue
		}
		last, margin := i, margins[i]
		for last+1 < len(path) && path[last+1] == path[i]+1 {
			last++
			margin = min(margin, margins[last])
		}
		out = append(out, Name{Kind: Kind(path[i] / 2), First: f.from + i, Last: f.from + last, Confidence: marginConfidence(margin)})
		i = last
	}
	return out
}

// marginConfidence maps the least margin by which the tags of a name won to a
// confidence between 0.4 and 0.95.
func marginConfidence(margin float32) float64 {
	const full = 12 // of the weights' unit; margins over it are hardly ever wrong
	return 0.4 + 0.55*float64(min(max(margin, 0), full))/full
}
