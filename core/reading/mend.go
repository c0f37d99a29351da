package reading

import (
	"strings"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/document"
)

// mend repairs what recognition is known to get wrong and what cannot be right
// otherwise: an address torn around its "@", and the pronoun or numeral I read
// as a bar. Text and words stay in agreement.
func mend(r document.Recognized) document.Recognized {
	if !strings.ContainsAny(r.Text, "@|") {
		return r
	}
	text := []rune(r.Text)
	var out strings.Builder
	words := make([]document.Word, 0, len(r.Words))
	runes, copied := 0, 0 // written to out; taken from text
	for i := 0; i < len(r.Words); {
		n, w := joined(text, r.Words[i:])
		if w.Text == "|" {
			w.Text = "I"
		}
		if w.Start < copied || w.End > len(text) { // words and text disagree: leave both
			return r
		}
		out.WriteString(string(text[copied:w.Start]))
		runes += w.Start - copied
		copied = w.End
		out.WriteString(w.Text)
		w.Start = runes
		runes += utf8.RuneCountInString(w.Text)
		w.End = runes
		words = append(words, w)
		i += n
	}
	out.WriteString(string(text[copied:]))
	r.Text, r.Words = out.String(), words
	return r
}

// joined returns the word that the first n words make together: more than one
// when they are pieces of an e-mail address. Its offsets are those of the text
// before mending.
func joined(text []rune, words []document.Word) (n int, w document.Word) {
	w, n = words[0], 1
	for n < len(words) && torn(text, w, words[n]) {
		next := words[n]
		confidence := min(w.Confidence, next.Confidence)
		w = document.Word{Text: w.Text + next.Text, Box: w.Box.Union(next.Box), Confidence: confidence, Start: w.Start, End: next.End}
		n++
	}
	return n, w
}

// torn reports whether a and b, neighbours in the text, are one address with a
// gap before or after its "@". A real space is wider than a third of the line
// is high; the engine sees smaller ones around the round letter.
func torn(text []rune, a, b document.Word) bool {
	const widest = 0.45 // of the height
	if b.Start != a.End+1 || b.Start > len(text) || text[a.End] != ' ' {
		return false
	}
	atBefore := strings.HasSuffix(a.Text, "@") && strings.Count(a.Text, "@") == 1 && addressLike(b.Text)
	atAfter := strings.HasPrefix(b.Text, "@") && !strings.Contains(a.Text, "@") && addressLike(a.Text)
	if !atBefore && !atAfter {
		return false
	}
	height := max(a.Box.Y1-a.Box.Y0, b.Box.Y1-b.Box.Y0)
	return b.Box.X0-a.Box.X1 <= widest*height
}

// addressLike reports whether s holds nothing that an address could not.
func addressLike(s string) bool {
	for _, r := range s {
		if r >= utf8.RuneSelf || !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-+,;", r)) {
			return false
		}
	}
	return s != ""
}
