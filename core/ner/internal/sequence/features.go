package sequence

import (
	_ "embed"
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// What the sequence model sees of a word: itself or a description of it, its
// ending, what stands around it, and where in the paper it stands. Words that
// may be names are described, not spelled, so that the model learns how parties
// are introduced and not who they were.

// MaxFeatures bounds the features of a word.
const MaxFeatures = 25

// Featurizer computes the features of some words of a text in a row, which it
// counts from 0.
type Featurizer struct {
	t      *doc.Text
	from   int // the first of them in the text
	n      int
	kinds  []uint32 // a word described: spelled when it is no name, else by shape and tables
	gaps   []uint32 // what stands before each word, and behind the last
	cues   []uint32 // the last word that speaks of a side, and roughly how far it is
	parts  []uint32 // the next word that tells for whom somebody acts, or that the other side comes
	places []uint32 // where in the paper the word stands
	bufs   [2][MaxFeatures]uint32
	turn   int // of bufs

	room  []uint32 // for all of them, kept for the next text
	turns []turn
}

// Read looks at the words of a text from up to to, which somebody presents at position
// presented.
func (f *Featurizer) read(t *doc.Text, presented, from, to int) {
	n := to - from
	if cap(f.room) < 5*n+1 {
		f.room, f.turns = make([]uint32, 5*n+1), make([]turn, n)
	}
	f.t, f.from, f.n = t, from, n
	f.kinds, f.cues, f.places, f.parts, f.gaps = f.room[:n], f.room[n:2*n], f.room[2*n:3*n], f.room[3*n:4*n], f.room[4*n:5*n+1]
	turns := f.turns[:n]
	cue, at := uint32(0), 0
	line := t.LineAt(int(t.Words[from].Start))
	for i := 0; i < n; i++ {
		w := t.Words[from+i]
		f.gaps[i] = f.gapBefore(from + i)
		f.kinds[i] = f.describe(from + i)
		far := uint32(0)
		switch d := i - at; {
		case d > 24:
			far = 3
		case d > 10:
			far = 2
		case d > 3:
			far = 1
		}
		f.cues[i] = cue*4 + far
		turns[i] = turnAt(t, from+i)
		if turns[i]&turnsSide != 0 {
			cue, at = hashAt(t, 0, from+i), i
		}
		for line < len(t.Lines) && t.Lines[line].End <= w.Start {
			line++
		}
		p := uint32(0)
		if line < len(t.Lines) && t.Lines[line].Start == w.Start {
			p = 1
		}
		if int(w.Start) >= presented {
			p |= 2
		}
		if t.SectionAt(int(w.Start)) != doc.Heading {
			p |= 4
		}
		f.places[i] = p
	}
	f.gaps[n] = f.gapBefore(to)
	part := uint32(0)
	for i := n - 1; i >= 0; i-- {
		f.parts[i] = part
		if turns[i]&turnsPart != 0 {
			part = hashAt(t, 3, from+i)
		}
	}
}

// turn is what a word tells of those that stand around it.
type turn uint8

const (
	turnsSide turn = 1 << iota // it speaks of a side or of filing
	turnsPart                  // it tells for whom somebody acts, or that the other side comes
)

//go:embed turns.txt
var turnList string

// turnWords are the words that tell such things.
var turnWords = func() map[string]turn {
	out := map[string]turn{}
	for line := range strings.Lines(turnList) {
		kind, words, ok := strings.Cut(line, ":")
		if !ok || line[0] == '#' {
			continue
		}
		for w := range strings.FieldsSeq(words) {
			switch kind {
			case "side":
				out[w] |= turnsSide
			case "part":
				out[w] |= turnsPart
			}
		}
	}
	return out
}()

// turnAt returns what word i tells.
func turnAt(t *doc.Text, i int) turn {
	w := t.Words[i]
	switch {
	case w.Class == 0 && w.Shape != doc.Lower:
		return 0
	case w.Fix > 0:
		return turnWords[t.Key(i)]
	}
	if f := t.Folded(i); turning.MayHave(f) {
		return turnWords[string(f)]
	}
	return 0
}

var turning = lex.FilterOf(turnWords)

// hashAt is the hash of the key of word i.
func hashAt(t *doc.Text, seed uint32, i int) uint32 { return lex.Hash(seed, t.Key(i)) }

// spelled are the classes whose words are no names.
const spelled = lex.Common | lex.Function | lex.Identity | lex.Honorific | lex.CourtHead | lex.CourtWord | lex.EntityHead | lex.LegalForm | lex.LabelWord | lex.Ordinal | lex.Particle

// describe spells a word that is no name and describes any other.
func (f *Featurizer) describe(i int) uint32 {
	w := f.t.Words[i]
	if w.Class&spelled != 0 || w.Shape == doc.Lower && w.Class&(lex.Given|lex.Surname) == 0 || w.Shape == doc.Title && int(w.End) < len(f.t.Chars) && f.t.Chars[w.End] == ':' {
		return hashAt(f.t, 1, i)
	}
	kind := uint32(w.Shape) | uint32(w.Class&(lex.Given|lex.Surname|lex.PlaceStart|lex.EntityStart))<<4
	return lex.MixHash(2, kind|uint32(min(int(w.End-w.Start), 12))<<12)
}

// What of a gap is known by name: a point or a semicolon, an @, a stroke or a low line.
const gapPoint, gapAt, gapRule = 16, 256, 512

// gapBefore describes what stands before word i.
func (f *Featurizer) gapBefore(i int) uint32 {
	if i == 0 {
		return 1
	}
	g := uint32(0)
	gap := f.t.Between(i - 1)
	for _, c := range gap {
		switch c {
		case '\n':
			g |= 2
		case ':':
			g |= 4
		case ',':
			g |= 8
		case '.', ';':
			g |= gapPoint
		case '(', ')':
			g |= 32
		case '-':
			g |= 64
		case '@':
			g |= gapAt
		case '/', '_':
			g |= gapRule
		case ' ', '\t':
			g |= 1024
		}
	}
	if len(gap) > 1 && f.t.WideGap(i-1) {
		g |= 128
	}
	return g
}

func (f *Featurizer) kind(i int) uint32 {
	if i < 0 || i >= f.n {
		return 3
	}
	return f.kinds[i]
}

// endings returns the hashes of the first and the last three letters of a word.
func (f *Featurizer) endings(i int) (head, tail uint32) {
	b := f.t.Folded(f.from + i)
	head, tail = 5, 7
	for k := 0; k < 3 && k < len(b); k++ {
		head = head<<8 ^ uint32(b[k])
		tail = tail<<8 ^ uint32(b[len(b)-1-k])
	}
	return head, tail
}

// At returns the features of word i; they are valid until the next call but one.
func (f *Featurizer) At(i int) *[MaxFeatures]uint32 {
	w := f.t.Words[f.from+i]
	shape := uint32(w.Shape)
	before, after := f.gaps[i], f.gaps[i+1]
	k0, k1, k2, n1, n2 := f.kind(i), f.kind(i-1), f.kind(i-2), f.kind(i+1), f.kind(i+2)
	cue := f.cues[i]
	head, tail := f.endings(i)
	f.turn ^= 1
	buf := &f.bufs[f.turn]
	*buf = [MaxFeatures]uint32{
		lex.PairHash(1, k0, 0), lex.PairHash(2, k1, 0), lex.PairHash(3, n1, 0), lex.PairHash(4, k2, 0), lex.PairHash(5, n2, 0),
		lex.PairHash(6, k1, k0), lex.PairHash(7, k0, n1), lex.PairHash(8, k2, k1), lex.PairHash(9, n1, n2),
		lex.PairHash(10, before, k0), lex.PairHash(11, after, k0), lex.PairHash(12, before, k1),
		lex.PairHash(13, cue, 0), lex.PairHash(14, cue/4, shape), lex.PairHash(15, cue, k0), lex.PairHash(16, cue/4, before),
		lex.PairHash(17, f.places[i], k0), lex.PairHash(18, f.places[i], cue/4),
		lex.MixHash(lex.PairHash(19, k2, k1), k0), lex.MixHash(lex.PairHash(20, f.kind(i-3), k2), k1),
		lex.MixHash(lex.PairHash(21, before, shape), uint32(w.Class&(lex.Given|lex.Surname|lex.EntityHead|lex.EntityStart))),
		lex.PairHash(22, tail, shape), lex.PairHash(23, head, shape), lex.MixHash(lex.PairHash(24, before, after), shape),
		lex.PairHash(25, f.parts[i], k1),
	}
	return buf
}
