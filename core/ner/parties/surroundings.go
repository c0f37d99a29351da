package parties

import (
	"slices"
	"strconv"
)

// What stands around the places of an entity, word by word. A linear model (Lexicon) tells from it how likely each
// part is: cues name what is known to matter, the lexicon has learned what else does.

// How far from a place words count, and how many places of an entity do.
const (
	wordsBefore     = 12
	wordsBehind     = 15
	wordsByPosition = 3
	mostSurrounded  = 12
)

// Surroundings returns hashes of the words of an entity and of those around it, alone and with the kind of the entity, each
// once. It needs Facts to have been called.
func (d *Document) Surroundings(i int) []uint32 {
	e := d.Entities[i]
	w := surrounding{survey: d.surveyed, kind: e.Kind}
	for _, x := range e.Spans[:min(len(e.Spans), mostSurrounded)] {
		w.beside(x)
		w.inSentence(x)
		w.onLine(x)
		for k := x.First; k <= x.Last; k++ {
			w.add("own", w.survey.stems[k])
		}
	}
	for _, x := range e.references[:min(len(e.references), mostSurrounded)] {
		w.beside(x)
		w.inSentence(x)
		w.onLine(x)
	}
	slices.Sort(w.out)
	return slices.Compact(w.out)
}

// surrounding gathers the hashes of one entity.
type surrounding struct {
	survey *survey
	kind   Kind
	out    []uint32
}

// add adds a row of words at a place.
func (w *surrounding) add(place string, words ...uint32) {
	h := hashOf(place)
	for _, word := range words {
		h = mix(h, word)
	}
	w.out = append(w.out, h, mix(h, uint32(w.kind)+1))
}

// at returns what stands for word k: the kind of the entity that it belongs to, else its stem; 0 outside the text.
func (w *surrounding) at(k int) uint32 {
	if k < 0 || k >= len(w.survey.Words) {
		return 0
	}
	return w.survey.tokens[k]
}

var positions = [2][wordsByPosition + 1]string{{"", "1 before", "2 before", "3 before"}, {"", "1 behind", "2 behind", "3 behind"}}

// beside adds the words right before and behind a place, one by one and in rows.
func (w *surrounding) beside(x Span) {
	for n := 1; n <= wordsByPosition; n++ {
		w.add(positions[0][n], w.at(x.First-n))
		w.add(positions[1][n], w.at(x.Last+n))
	}
	w.add("2 words before", w.at(x.First-2), w.at(x.First-1))
	w.add("3 words before", w.at(x.First-3), w.at(x.First-2), w.at(x.First-1))
	w.add("2 words behind", w.at(x.Last+1), w.at(x.Last+2))
	w.add("sign before", hashOf(w.survey.sign(x.First)))
	w.add("sign behind", hashOf(w.survey.sign(x.Last+1)))
}

// sign returns the signs between word k and the one before it, without white space.
func (t *Text) sign(k int) string {
	const longest = 3
	gap := make([]byte, 0, longest)
	for _, c := range t.gap(k) {
		if c == '\n' || c == '\r' || c == '\t' {
			c = ' '
		}
		if c == ' ' && len(gap) > 0 && gap[len(gap)-1] == ' ' {
			continue
		}
		if gap = append(gap, c); len(gap) == longest {
			break
		}
	}
	return string(gap)
}

// inSentence adds the words further off, in any order; before a place only those of its paragraph.
func (w *surrounding) inSentence(x Span) {
	for n := 1; n <= wordsBefore && x.First-n >= 0; n++ {
		w.add("before", w.at(x.First-n))
		if n > 1 && w.survey.Words[x.First-n].Break == HardBreak {
			break
		}
	}
	for n := 1; n <= wordsBehind && x.Last+n < len(w.survey.Words); n++ {
		w.add("behind", w.at(x.Last+n))
	}
}

// onLine adds the words with which the line of a place and the one above it begin.
func (w *surrounding) onLine(x Span) {
	line := w.survey.lineOf(x.First)
	switch {
	case line == x.First:
		w.add("begins a line")
	case x.First-line <= wordsBefore:
		w.add("line head", w.at(line))
		if line+1 < x.First {
			w.add("2 words of the line head", w.at(line), w.at(line+1))
		}
	}
	if line > 0 {
		w.add("head of the line above", w.at(w.survey.lineOf(line-1)))
		w.add("end of the line above", w.at(line-1))
	}
}

// stemLetters is how many letters of a word count.
const stemLetters = 6

// hashWords sets the stems of all words, and the tokens that stand for them.
func (s *survey) hashWords() {
	n := len(s.Words)
	room := make([]uint32, 2*n)
	s.stems, s.tokens = room[:n], room[n:]
	for k, w := range s.Words {
		if w.Shape == Digits {
			s.stems[k] = hashOf("#" + strconv.Itoa(int(w.End-w.Start)))
		} else {
			s.stems[k] = hashOf(s.Chars[w.Start:min(w.End, w.Start+stemLetters)])
		}
	}
	copy(s.tokens, s.stems)
	for _, e := range s.Entities {
		for _, x := range slices.Concat(e.Spans, e.references) {
			for k := x.First; k <= x.Last; k++ {
				s.tokens[k] = mix(hashOf("entity"), uint32(e.Kind))
			}
		}
	}
}

// hashOf returns the FNV-1a hash of a text.
func hashOf[S string | []byte](s S) uint32 {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}

// mix returns a hash of a hash and one more value.
func mix(h, v uint32) uint32 {
	for range 4 {
		h = (h ^ v&0xff) * 16777619
		v >>= 8
	}
	return h
}
