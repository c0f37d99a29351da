package pdftext

import (
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/document"
)

const (
	softHyphen  = '\u00ad' // the sanitised text has the word whole
	leastLine   = 0.5      // of the height of a word: the distance of its next line, from middle to middle
	greatest    = 2.5
	fewestParts = 2 // letters in a part of a word
)

// dehyphenated returns a page on which a word that is divided at the end of a line has a soft hyphen
// there, and no blank line behind it. A hyphen may also belong to a name in two parts: a word is
// divided between small letters, or if this page or one before has it whole.
func dehyphenated(p document.Page, before document.Memory) document.Page {
	if p.Turn != 0 || !strings.ContainsAny(p.Text, "-‐") {
		return p
	}
	runes := []rune(p.Text)
	var known map[string]bool // built when it is first needed
	var text []rune
	words := slices.Clone(p.Words)
	copied := 0
	var cuts []cut
	for i := range max(0, len(words)-1) {
		w, next := words[i], words[i+1]
		head, tail, ok := partsOf(w.Text, next.Text)
		if !ok || !isNextLine(w.Box, next.Box) || !endsLine(runes[w.End:next.Start]) {
			continue
		}
		if known == nil {
			known = wordsOf(append(before[:len(before):len(before)], p.Text))
		}
		whole := strings.ToLower(head + tail)
		if known[strings.ToLower(head+"-"+tail)] || !areSmall(head, tail) && !known[whole] {
			continue
		}
		words[i].Text = strings.TrimRight(w.Text, "-‐") + string(softHyphen)
		text = append(text, runes[copied:w.End-1]...)
		text = append(text, softHyphen, '\n')
		copied = next.Start
		if n := next.Start - w.End - 1; n > 0 {
			cuts = append(cuts, cut{next.Start, dropped(cuts) + n})
		}
	}
	if copied == 0 {
		return p
	}
	p.Text = string(append(text, runes[copied:]...))
	for i := range words {
		words[i].Start, words[i].End = shiftedBy(words[i].Start, cuts), shiftedBy(words[i].End, cuts)
	}
	p.Words, p.Emended = words, slices.Clone(p.Emended)
	for i, e := range p.Emended {
		p.Emended[i].Start, p.Emended[i].End = shiftedBy(e.Start, cuts), shiftedBy(e.End, cuts)
	}
	return p
}

// cut says how many code points are dropped before a position, those of earlier cuts included.
type cut struct{ at, dropped int }

// dropped returns how many code points all cuts drop.
func dropped(cuts []cut) int {
	if len(cuts) == 0 {
		return 0
	}
	return cuts[len(cuts)-1].dropped
}

// shiftedBy returns where a position is after cuts, which are in order.
func shiftedBy(position int, cuts []cut) int {
	before := sort.Search(len(cuts), func(i int) bool { return cuts[i].at > position })
	return position - dropped(cuts[:before])
}

// partsOf returns the letters of a word that may be divided: those before the hyphen, and those
// that begin the next word.
func partsOf(first, next string) (head, tail string, ok bool) {
	notLetter := func(r rune) bool { return !unicode.IsLetter(r) }
	head, found := strings.CutSuffix(strings.ReplaceAll(first, "‐", "-"), "-")
	if !found {
		return "", "", false
	}
	head = strings.TrimLeftFunc(head, unicode.IsPunct)
	tail = next
	if end := strings.IndexFunc(next, notLetter); end >= 0 {
		if strings.ContainsFunc(next[end:], func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '@' }) {
			return "", "", false
		}
		tail = next[:end]
	}
	ok = !strings.ContainsFunc(head, notLetter) && utf8.RuneCountInString(head) >= fewestParts && utf8.RuneCountInString(tail) >= fewestParts
	return head, tail, ok
}

// isNextLine reports whether a word stands in the line below that of another.
func isNextLine(above, below document.Box) bool {
	height := above.Y1 - above.Y0
	distance := (below.Y0 + below.Y1 - above.Y0 - above.Y1) / 2
	return below.X0 < above.X1 && distance > leastLine*height && distance < greatest*height
}

func endsLine(between []rune) bool {
	return slices.Contains(between, '\n') && !slices.ContainsFunc(between, func(r rune) bool { return !unicode.IsSpace(r) })
}

// areSmall reports whether both sides of a hyphen are in lower case.
func areSmall(head, tail string) bool {
	last, _ := utf8.DecodeLastRuneInString(head)
	first, _ := utf8.DecodeRuneInString(tail)
	return unicode.IsLower(last) && unicode.IsLower(first)
}

// wordsOf returns the words of texts in lower case, without the punctuation around them.
func wordsOf(texts []string) map[string]bool {
	words := map[string]bool{}
	for _, text := range texts {
		for _, w := range strings.Fields(text) {
			words[strings.ToLower(strings.TrimFunc(w, unicode.IsPunct))] = true
		}
	}
	return words
}
