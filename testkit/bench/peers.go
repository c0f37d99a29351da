package main

import (
	"hash/maphash"
	"strings"
	"unicode"
	"unicode/utf8"

	dgryski "github.com/dgryski/go-minhash"
	ekzhu "github.com/ekzhu/minhash-lsh"

	"github.com/cotejo/cotejo/core/text"
)

// permutations is the number of minima of all signatures.
const permutations = 128

// pusher is what both peers are to a caller.
type pusher interface {
	Push([]byte)
	Signature() []uint64
}

func newEkzhu() pusher { return ekzhu.NewMinhash(1, permutations) }

var seedA, seedB = maphash.MakeSeed(), maphash.MakeSeed()

func newDgryski() pusher {
	return dgryski.NewMinWise(
		func(b []byte) uint64 { return maphash.Bytes(seedA, b) },
		func(b []byte) uint64 { return maphash.Bytes(seedB, b) },
		permutations)
}

// folded is a text as a peer's caller prepares it; its slices are used again.
type folded struct {
	text  []byte // words in lower case without accents, one space between
	words []int  // where each begins
}

func (f *folded) read(s string) {
	f.text, f.words = f.text[:0], f.words[:0]
	for w := range strings.FieldsFuncSeq(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if len(f.text) > 0 {
			f.text = append(f.text, ' ')
		}
		f.words = append(f.words, len(f.text))
		for _, r := range w {
			f.text = utf8.AppendRune(f.text, text.FoldRune(r))
		}
	}
}

// pushShingles pushes every three consecutive words.
func (f *folded) pushShingles(p pusher) {
	for i := 0; i+text.ShingleWidth <= len(f.words); i++ {
		end := len(f.text)
		if next := i + text.ShingleWidth; next < len(f.words) {
			end = f.words[next] - 1
		}
		p.Push(f.text[f.words[i]:end])
	}
}

// pushGrams pushes every five consecutive characters; after folding nearly all
// are one byte.
func (f *folded) pushGrams(p pusher) {
	for i := 0; i+text.GramWidth <= len(f.text); i++ {
		p.Push(f.text[i : i+text.GramWidth])
	}
}

// sign reads a text and has a peer sign it.
func (f *folded) sign(t string, p pusher, push func(pusher)) {
	f.read(t)
	push(p)
	p.Signature()
}
