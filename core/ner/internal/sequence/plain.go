package sequence

import (
	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Which words of a filing the sequence model leaves out: those of sentences that name
// nobody, half of them. What it finds with all of them is the same, but for a stray word
// in one of a thousand papers.

const (
	// minPlain is the number of small words in a row that name nobody from which they are
	// not looked at: fewer may stand within a name.
	minPlain = 4
	// farFromNames is how many other words are looked at on each side of one that may
	// belong to a name: a label or a number may tell what it is.
	farFromNames = 6
)

// LeavePlain excludes the words of sentences that name nobody from decoding.
func (f *Featurizer) LeavePlain() {
	f.plain = f.plains[:f.n]
	clear(f.plain)
	f.eachRun(f.small, f.leaveSentence)
	f.eachRun(func(i int) bool { return !f.mayName(i) }, f.leaveFar)
	f.eachRun(func(i int) bool { return !f.plain[i] }, f.leaveNameless)
}

// eachRun calls visit with where each run of words begins and ends for which is holds.
func (f *Featurizer) eachRun(is func(int) bool, visit func(from, to int)) {
	for from := 0; from < f.n; from++ {
		to := from
		for to < f.n && is(to) {
			to++
		}
		if to > from {
			visit(from, to)
			from = to
		}
	}
}

// leaveSentence leaves out a run of small words. What borders on others and is no word
// that is known may be a torn piece of a name.
func (f *Featurizer) leaveSentence(from, to int) {
	for i := from; i < to && to-from >= minPlain; i++ {
		f.plain[i] = i > from && i < to-1 || f.t.Words[f.from+i].Class != 0
	}
}

// leaveFar leaves out of a run of words that are in no name those that are far from any.
func (f *Featurizer) leaveFar(from, to int) {
	if from > 0 {
		from += farFromNames
	}
	if to < f.n {
		to -= farFromNames
	}
	for i := from; i < to; i++ {
		f.plain[i] = true
	}
}

// leaveNameless leaves out what remains between other words that were, where no word
// may belong to a name.
func (f *Featurizer) leaveNameless(from, to int) {
	for i := from; i < to; i++ {
		if f.mayName(i) {
			return
		}
	}
	for i := from; i < to; i++ {
		f.plain[i] = true
	}
}

// small reports whether word i is a small one that stands in no table of names, and
// in no address.
func (f *Featurizer) small(i int) bool {
	const named = lex.Given | lex.Surname | lex.CourtHead | lex.CourtWord | lex.EntityHead | lex.EntityStart | lex.LegalForm | lex.PlaceStart | lex.Ordinal
	w := f.t.Words[f.from+i]
	return w.Shape == doc.Lower && (w.Class&named == 0 || w.Class&lex.Function != 0) && !inAddress(f.gaps[i]) && !inAddress(f.gaps[i+1])
}

// mayName reports whether word i may belong to a name: it has capitals, or digits among
// its letters, and is not only a word of filings.
func (f *Featurizer) mayName(i int) bool {
	const (
		named = lex.Given | lex.Surname | lex.CourtHead | lex.CourtWord | lex.EntityHead | lex.EntityStart | lex.LegalForm
		plain = lex.Common | lex.Function | lex.Honorific | lex.Identity | lex.LabelWord | lex.HeadingWord | lex.Ordinal
	)
	switch w := f.t.Words[f.from+i]; w.Shape {
	case doc.Lower, doc.Number:
		return w.Class&lex.CourtHead != 0 // juez civil municipal
	case doc.Alnum:
		return true
	default:
		return w.Class&plain == 0 || w.Class&named != 0
	}
}

// inAddress reports whether a gap is one between the words of an e-mail address.
func inAddress(gap uint32) bool { return gap&(gapAt|gapRule) != 0 || gap == gapPoint }

func (f *Featurizer) isPlain(i int) bool { return f.plain != nil && f.plain[i] }
