package doc

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// How poorly a text was read, told from the text alone.

// noisyWords bounds how much of a text is looked at.
const noisyWords = 4000

// mostNoise is the noise beyond which there is nothing that confidences were learned from.
const mostNoise = 0.35

// MinNoise is the noise of a text below which nothing is mended: there, an
// unusual name is one.
const MinNoise = 0.008

// damage tells how poorly a text was read, from 0 to mostNoise, by words that no writer
// leaves: short ones that Spanish does not have, digits between letters, a
// capital behind a small letter, no vowel, a comma without a blank behind it.
// At 1 one word in ten would be such; beyond mostNoise there is nothing that
// confidences were learned from.
func (t *Text) damage() float64 {
	n := min(len(t.Words), noisyWords)
	if n < 20 {
		return 0
	}
	damaged := 0
	for i := range n {
		if t.damaged(i) && !t.inAddress(i) && !t.inCode(i) {
			damaged++
		}
	}
	return min(mostNoise, 10*float64(damaged)/float64(n))
}

func (t *Text) damaged(i int) bool {
	w, f := t.Words[i], t.Folded(i)
	switch w.Shape {
	case Number, Upper:
		return false
	case Alnum:
		for k := 1; k+1 < len(f); k++ {
			if lex.IsDigit(f[k]) && lex.IsLetter(f[k-1]) && lex.IsLetter(f[k+1]) {
				return true
			}
		}
		return false
	case Mixed:
		return len(f) > 3
	}
	if e := int(w.End); e+1 < len(t.Chars) && lex.IsLetter(t.Chars[e+1]) && (t.Chars[e] == ',' || t.Chars[e] == '|' || t.Chars[e] == '~') {
		return true
	}
	switch {
	case len(f) == 1:
		return w.Shape == Lower && strings.IndexByte("aeouy", f[0]) < 0 && (int(w.End) == len(t.Chars) || t.Chars[w.End] == ' ')
	case len(f) <= 3:
		return w.Shape == Lower && w.Class == 0 && !shortWords[string(f)]
	case w.Class != 0:
		return false
	}
	for _, c := range f {
		switch c {
		case 'a', 'e', 'i', 'o', 'u', 'y', lex.ByteMark, lex.ByteLost, lex.ByteLetter:
			return false
		}
	}
	return true
}

// inAddress reports whether word i is part of an e-mail address or a link,
// where anything is possible.
func (t *Text) inAddress(i int) bool {
	w := t.Words[i]
	for p := int(w.Start) - 1; p >= 0 && !lex.IsSpace(t.Chars[p]) && int(w.Start)-p < 40; p-- {
		if t.Chars[p] == '@' || t.Chars[p] == '/' {
			return true
		}
	}
	for p := int(w.End); p < len(t.Chars) && !lex.IsSpace(t.Chars[p]) && p-int(w.End) < 40; p++ {
		if t.Chars[p] == '@' || t.Chars[p] == '/' {
			return true
		}
	}
	return false
}

// inCode reports whether word i is part of a code that a program gave: of hexadecimal digits,
// in groups that hyphens part or in one.
func (t *Text) inCode(i int) bool {
	const shortest = 8
	isCode := func(p int) bool {
		return p >= 0 && p < len(t.Chars) && (lex.IsDigit(t.Chars[p]) || 'a' <= t.Chars[p] && t.Chars[p] <= 'f' || t.Chars[p] == '-')
	}
	from, to := int(t.Words[i].Start), int(t.Words[i].Start)
	for isCode(from-1) && to-from < 40 {
		from--
	}
	for isCode(to) && to-from < 80 {
		to++
	}
	return to >= int(t.Words[i].End) && to-from >= shortest && (to == len(t.Chars) || !lex.IsWord(t.Chars[to]))
}

// shortWords are the words of two and three letters of Spanish papers, folded.
var shortWords = lex.Set("doc.shortWords")
