package pdftext

import (
	"image"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ocrfix/email"
	"github.com/cotejo/cotejo/core/text"
	"github.com/cotejo/cotejo/ports"
)

// sight is what a second look has found in place of some words.
type sight struct {
	words      int // that it replaces
	text       string
	confidence float64
	rule       string
}

// Rules of what a second look corrects.
const (
	ruleSecondLook = "second_look" // another model reads it otherwise, and fits
	ruleAt         = "at"          // another sign in place of the "@" of an address
	ruleBullet     = "bullet"      // a round blot before a line
)

const (
	unsure   = .75 // confidence below which a short word or a number is looked at again
	surer    = .2  // by how much the other model must be surer of a number
	mostSeen = 40  // parts of a page that are looked at again: more are a page that cannot be read
)

var figures = regexp.MustCompile(`^(\(?[0-9][0-9.,'/-]*[.,;:)]*|[IVXLC]+[.,;:)]+)$`)

// rereadDoubtful recognises doubtful words of a page a second time, with the other model, and
// returns the proven corrections by the number of the first word that they replace. The model
// of the page cannot recognise "@", "#" or "°". Words of letters are never changed: they could
// be names.
func rereadDoubtful(r document.Recognized, picture *image.Gray, dpi int, ocr ports.OCR, names email.Names) map[int]sight {
	seen := map[int]sight{}
	text := []rune(r.Text)
	looks, sighted := 0, 0 // how many, and the words before this one that they replace
	for i := 0; i < len(r.Words); i++ {
		w := r.Words[i]
		if isLineStart(text, w) && bullet(w, picture) {
			seen[i] = sight{1, "•", w.Confidence, ruleBullet}
			continue
		}
		if looks == mostSeen || i < sighted || strings.Contains(w.Text, "@") ||
			addressEnd(text, r.Words, i) == 0 && (!doubtfulWord(w) || addressFollows(text, r.Words, i)) {
			continue
		}
		looks++
		first, last := stretch(text, r.Words, i)
		crop := around(r.Words[first:last+1], picture.Rect)
		part := picture.SubImage(crop).(*image.Gray)
		again, err := ocr.RecognizeLine(part, dpi)
		if err != nil {
			return seen // the page is read; the second look is a gift
		}
		theirs := moved(again.Words, float64(crop.Min.X))
		if from, s, ok := findAddress(r.Words[first:last+1], theirs, i-first, addressEnd(text, r.Words, i), names); ok {
			if first+from >= sighted {
				seen[first+from], sighted = s, first+from+s.words
			}
			continue
		}
		for _, other := range theirs {
			from, n := under(r.Words[first:last+1], other.Box.X0, other.Box.X1)
			if n == 0 {
				continue
			}
			if _, taken := seen[first+from]; !taken && proves(other, r.Words[first+from:first+from+n]) {
				seen[first+from] = sight{n, other.Text, other.Confidence, ruleSecondLook}
			}
		}
	}
	return seen
}

// moved returns words so much further to the right.
func moved(words []document.Word, by float64) []document.Word {
	out := slices.Clone(words)
	for i := range out {
		out[i].Box.X0 += by
		out[i].Box.X1 += by
	}
	return out
}

// doubtfulWord reports whether a word is a number or a sign of which the page's
// model is unsure: it may be one that it does not know.
func doubtfulWord(w document.Word) bool {
	return w.Confidence < unsure && (utf8.RuneCountInString(w.Text) <= 3 || strings.ContainsAny(w.Text, "0123456789"))
}

// isLineStart reports whether a word is the first of its line.
func isLineStart(text []rune, w document.Word) bool { return w.Start == 0 || text[w.Start-1] == '\n' }

// stretch is the part of a line that is read again for its i-th word: with its
// neighbours, and of an address with three more before, for it may be torn.
func stretch(text []rune, words []document.Word, i int) (first, last int) {
	first, last = i, i
	back := 1
	if n := addressEnd(text, words, i); n > 0 {
		back, last = 4, i+n-1
	}
	for first > 0 && i-first < back && !isLineStart(text, words[first]) {
		first--
	}
	if last+1 < len(words) && !isLineStart(text, words[last+1]) {
		last++
	}
	return first, last
}

// around is the part of the picture that holds words and some paper around.
func around(words []document.Word, picture image.Rectangle) image.Rectangle {
	b := words[0].Box
	for _, w := range words[1:] {
		b = b.Union(w.Box)
	}
	pad := int(b.Y1-b.Y0) / 4
	return image.Rect(int(b.X0)-pad, int(b.Y0)-pad, int(b.X1)+pad, int(b.Y1)+pad).Intersect(picture)
}

// under returns the words that lie between x0 and x1 by more than half.
func under(words []document.Word, x0, x1 float64) (first, n int) {
	for i, w := range words {
		if shared := min(x1, w.Box.X1) - max(x0, w.Box.X0); shared*2 > w.Box.X1-w.Box.X0 {
			if n == 0 {
				first = i
			}
			n = i - first + 1
		}
	}
	return first, n
}

// proves reports whether what the other model read can stand for the words: a "#"
// where a sign stands, a "°" where they have another sign, or a number of which it is surer.
func proves(other document.Word, words []document.Word) bool {
	first := ""
	confidence := 1.0
	for _, w := range words {
		first += w.Text
		confidence = min(confidence, w.Confidence)
	}
	if other.Text == first {
		return false
	}
	switch {
	case strings.HasPrefix(other.Text, "#"):
		sign, ok := strings.CutSuffix(first, other.Text[1:])
		return ok && confidence < unsure && sign != "" && utf8.RuneCountInString(sign) <= 2
	case strings.Contains(other.Text, "°"):
		before, after, _ := strings.Cut(other.Text, "°")
		sign, ok := strings.CutPrefix(first, before)
		if ok {
			sign, ok = strings.CutSuffix(sign, after)
		}
		return ok && before != "" && utf8.RuneCountInString(sign) <= 2 &&
			!strings.ContainsFunc(sign, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
	case figures.MatchString(other.Text):
		return len(words) == 1 && other.Confidence >= confidence+surer && other.Confidence >= unsure && text.Distance(other.Text, first, 3) < 3
	}
	return false
}
