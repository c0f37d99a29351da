package ner

import (
	"slices"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/parties"
)

// Where names begin and end, by the words there: the word Hospital begins a name, and a verb before a name is not part of it.
// A linear model tells how likely each of the ways to name a party is right; those much less likely than another are dropped.

// rightOption is the class of the right names. An option is dropped whose chance is below minShare of that of the likeliest.
const (
	rightOption = 1
	minShare    = .05
)

// likelyNames keeps the options of a party that its words make likely, and those that it was found by.
func (h *hearing) likelyNames(p *parties.Party, options []nameOption, bounds *parties.Lexicon) []nameOption {
	best := 0.0
	for i := range options {
		o := &options[i]
		o.byWords = bounds.Chances(h.nameWords(p.Person, o))[rightOption]
		best = max(best, o.byWords)
	}
	return slices.DeleteFunc(options, func(o nameOption) bool {
		return o.byWords < minShare*best && o.source != wholeSpan && o.source != readByRule
	})
}

// nameWords returns hashes of the words of an option and of those beside it, alone and with the kind of the party, each once.
func (h *hearing) nameWords(isPerson bool, o *nameOption) []uint32 {
	w := nameWords{hearing: h, kind: uint32(asOne(isPerson))}
	first, last := h.t.WordAt(o.start), h.t.WordAt(o.end-1)
	stem, like, sign := w.stem, w.like, w.sign
	w.add("first", stem(first))
	w.add("last", stem(last))
	w.add("before", stem(first-1))
	w.add("behind", stem(last+1))
	w.add("2 before", stem(first-2), stem(first-1))
	w.add("2 behind", stem(last+1), stem(last+2))
	w.add("begins", stem(first-1), sign(first), stem(first))
	w.add("begins like", stem(first-1), sign(first), like(first))
	w.add("begins behind", like(first-1), sign(first), stem(first))
	w.add("ends", stem(last), sign(last+1), stem(last+1))
	w.add("ends like", like(last), sign(last+1), stem(last+1))
	w.add("ends before", stem(last), sign(last+1), like(last+1))
	w.add("like", like(first-1), sign(first), like(first))
	w.add("like at its end", like(last), sign(last+1), like(last+1))
	w.add("from like to like", like(first), like(last), uint32(min(last-first, maxWordsBehind)))
	for k := first + 1; k <= last; k++ {
		if k < last {
			w.add("inside", stem(k))
		}
		w.add("joined", stem(k-1), sign(k), stem(k))
		w.add("joined like", like(k-1), sign(k), like(k))
	}
	slices.Sort(w.out)
	return slices.Compact(w.out)
}

// nameWords gathers the hashes of one option.
type nameWords struct {
	*hearing
	kind uint32
	out  []uint32
}

func (w *nameWords) add(place string, parts ...uint32) {
	h := lex.HashBytes([]byte(place))
	for _, p := range parts {
		h = lex.MixHash(h, p)
	}
	w.out = append(w.out, h, lex.MixHash(h, w.kind+1))
}

// wordHashes are what is known of a word of a text.
type wordHashes struct {
	stem uint32 // its first letters, or how many digits it has
	like uint32 // its case, and the tables of words in which it stands
	sign uint32 // the blanks and signs before it
}

// hashes returns those of word k; nothing outside the text.
func (h *hearing) hashes(k int) wordHashes {
	const letters = 6
	t := h.t
	if k < 0 || k >= len(t.Words) {
		return wordHashes{}
	}
	if h.ofWords == nil {
		h.ofWords = make([]wordHashes, len(t.Words))
	}
	x := &h.ofWords[k]
	if x.like != 0 {
		return *x
	}
	w := &t.Words[k]
	if w.Shape == doc.Number {
		x.stem = uint32(w.End - w.Start)
	} else {
		key := t.Key(k)
		x.stem = lex.HashBytes([]byte(key[:min(len(key), letters)]))
	}
	x.like = lex.PairHash(uint32(w.Shape), uint32(w.Class), uint32(asOne(isUsual(t, k)))) | 1
	if k > 0 {
		x.sign = signHash(t.Between(k - 1))
	}
	return *x
}

func (w *nameWords) stem(k int) uint32 { return w.hashes(k).stem }
func (w *nameWords) like(k int) uint32 { return w.hashes(k).like }
func (w *nameWords) sign(k int) uint32 { return w.hashes(k).sign }

// signHash hashes the first signs between two words: blanks count as one, line ends as a sign.
func signHash(gap []byte) uint32 {
	const most = 4
	signs := make([]byte, 0, most)
	for _, c := range gap {
		switch {
		case c == '\r', c == ' ' && len(signs) > 0 && signs[len(signs)-1] == ' ':
		case len(signs) < most:
			signs = append(signs, c)
		}
	}
	return lex.HashBytes(signs)
}
