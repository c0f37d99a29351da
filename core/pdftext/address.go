package pdftext

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/ocrfix/email"
)

// E-mail addresses of scans. The page's model has no "@" and tears addresses; the line's
// model knows the sign, but confuses letters. This file finds the words of a line that are
// an address; package email decides what is printed there.

// findAddress finds the address that ends with n words from the i-th on, or has an "@" in
// other, the words of the line's model. It returns the first of words that it replaces. ok
// is false where none is found, or nothing is to be corrected.
func findAddress(words, other []document.Word, i, n int, names email.Names) (first int, s sight, ok bool) {
	words, other = withoutOverlap(words), withoutOverlap(other)
	span := addressSpan(words, other, part{i, i + n})
	if span.len() == 0 {
		return 0, sight{}, false
	}
	var best email.Candidate
	found, rule := span, ""
	for p := span; ; p.first-- {
		readings, evidence := []email.Reading{{Text: textOf(words, p)}}, ruleAt
		if theirs := overlapped(other, spanOf(words, p).Box, .5); theirs.len() > 0 {
			readings = append(readings, email.Reading{Text: textOf(other, theirs), KnowsAt: true})
			if strings.Contains(readings[1].Text, "@") {
				evidence = ruleSecondLook
			}
		}
		if c, likely := email.Best(readings, names); likely && (!ok || c.Cost() < best.Cost()) {
			best, found, rule, ok = c, p, evidence, true
		}
		if p.first == 0 || !mayBegin(words, p.first-1, ok) {
			break
		}
	}
	ours := spanOf(words, found)
	if !ok || found.len() == 1 && ours.Text == best.Text {
		return 0, sight{}, false
	}
	return found.first, sight{found.len(), best.Text, ours.Confidence, rule}, true
}

// addressSpan returns the words that are an address by its end, which may be empty, and by
// the "@" of the other model.
func addressSpan(words, other []document.Word, end part) part {
	span := end
	for k, w := range other {
		if !strings.Contains(w.Text, "@") {
			continue
		}
		at := overlapped(words, spanOf(other, piecesAt(other, k)).Box, .3)
		switch {
		case at.len() == 0:
		case span.len() == 0:
			span = at
		case at.first < span.end && span.first < at.end:
			span = part{min(at.first, span.first), max(at.end, span.end)}
		}
	}
	return span
}

// mayBegin reports whether the k-th word may be the beginning of the address that continues with the
// next: the gap between them is too narrow for a space, or beside a sign of addresses. Where
// the rest is not an address by itself, the "@" may have been lost in the gap.
func mayBegin(words []document.Word, k int, isAddress bool) bool {
	const besideSign, lostAt = .8, 2 // of the height
	w, next := words[k], words[k+1]
	text := strings.TrimLeft(w.Text, "<(¡")
	if !addressLike(strings.TrimRight(text, "|!€(?")) || endsIn(text, ",;") || isTitle(text) || announces(text) {
		return false
	}
	gap := gapAfter(words, k)
	return gap <= narrowGap(words, k) || gap <= besideSign && (endsIn(text, "._-") || startsWithAny(next.Text, "._-")) || gap <= lostAt && !isAddress
}

// gapAfter returns the gap between two words in units of their height.
func gapAfter(words []document.Word, k int) float64 {
	w, next := words[k], words[k+1]
	return (next.Box.X0 - w.Box.X1) / max(w.Box.Y1-w.Box.Y0, next.Box.Y1-next.Box.Y0)
}

// narrowGap returns the gap after the k-th word up to which it is no space: most of those before it are wider. The spaces
// of common typefaces have a quarter to a third of the height; of typewriters more.
func narrowGap(words []document.Word, k int) float64 {
	const ofHeight, unknown, ofSpace = .45, .2, .6
	var spaces []float64
	for i := range k {
		spaces = append(spaces, gapAfter(words, i))
	}
	if len(spaces) == 0 {
		return unknown
	}
	slices.Sort(spaces)
	return min(ofHeight, ofSpace*spaces[len(spaces)/2])
}

// addressFollows reports whether an address ends with one of the two words behind
// the i-th in its line: what looks at that one looks at both.
func addressFollows(text []rune, words []document.Word, i int) bool {
	for n := i + 1; n < len(words) && n <= i+2 && !isLineStart(text, words[n]); n++ {
		if addressEnd(text, words, n) > 0 {
			return true
		}
	}
	return false
}

// addressEnd returns in how many pieces the end of an address begins with the i-th
// word, 0 where none does: ruiz.gov.co, ruiz. gov.co, gmail com.
func addressEnd(text []rune, words []document.Word, i int) int {
	w := words[i].Text
	if addressed.MatchString(w) {
		if i+1 < len(words) && !isLineStart(text, words[i+1]) && lostCountry.MatchString(w+" "+words[i+1].Text) {
			return 2
		}
		return 1
	}
	if i+1 == len(words) || isLineStart(text, words[i+1]) {
		return 0
	}
	next := words[i+1].Text
	if next == "." && i+2 < len(words) && !isLineStart(text, words[i+2]) && provider.MatchString(w) && addressed.MatchString(w+"."+words[i+2].Text) {
		return 3
	}
	if (strings.HasSuffix(w, ".") || strings.HasPrefix(next, ".")) && domainEnd.MatchString(next) && addressed.MatchString(w+next) ||
		provider.MatchString(w) && addressed.MatchString(w+"."+next) {
		return 2
	}
	return 0
}

var (
	addressed   = regexp.MustCompile(`(?i)[a-z0-9-][.,](com|co|org|net|edu|gov|mil|es)[.,;:)>]*$`)
	domainEnd   = regexp.MustCompile(`(?i)^\.?((com|org|net|edu|gov|mil)\.)?(com|co|org|net|edu|gov|mil|es)[.,;:)>»]*$`)
	lostCountry = regexp.MustCompile(`(?i)\.(com|org|net|edu|gov|mil)\.? co[.,;:)>»]*$`)
	provider    = regexp.MustCompile(`(?i)(gmail|hotmail|outlook|yahoo|icloud|misena)$`)
)

// part is a part of some words, from one up to another.
type part struct{ first, end int }

func (p part) len() int { return p.end - p.first }

// spanOf is a part of words as one, without the gaps.
func spanOf(words []document.Word, p part) document.Word {
	return join(words[p.first], words[p.first+1:p.end]...)
}

// textOf is the text of a part of words, a space for each gap.
func textOf(words []document.Word, p part) string {
	var texts []string
	for _, w := range words[p.first:p.end] {
		texts = append(texts, w.Text)
	}
	return strings.Join(texts, " ")
}

// withoutOverlap returns words none of which lies over the next: the engine gives some the
// room of those behind them, too.
func withoutOverlap(words []document.Word) []document.Word {
	out := append([]document.Word(nil), words...)
	for i := range out[:max(0, len(out)-1)] {
		if next := out[i+1].Box.X0; next > out[i].Box.X0 {
			out[i].Box.X1 = min(out[i].Box.X1, next)
		}
	}
	return out
}

// overlapped returns the words that lie within a box by more than a share of their width.
func overlapped(words []document.Word, box document.Box, share float64) (p part) {
	for i, w := range words {
		if min(box.X1, w.Box.X1)-max(box.X0, w.Box.X0) > share*(w.Box.X1-w.Box.X0) {
			if p.end == 0 {
				p.first = i
			}
			p.end = i + 1
		}
	}
	return p
}

// piecesAt returns the pieces of the address of which the i-th word has the "@".
func piecesAt(words []document.Word, i int) part {
	p := part{i, i + 1}
	if strings.HasPrefix(words[i].Text, "@") && i > 0 {
		p.first--
	}
	if strings.HasSuffix(words[i].Text, "@") && i+1 < len(words) {
		p.end++
	}
	return p
}

// announces reports whether a word before an address says that one follows: the colon
// behind it is often read as a point.
func announces(word string) bool {
	switch strings.TrimRight(strings.ToLower(word), ".,:;_-") {
	case "correo", "correos", "electronico", "email", "e-mail", "mail":
		return true
	}
	return false
}

func endsIn(s, signs string) bool        { return s != "" && strings.IndexByte(signs, s[len(s)-1]) >= 0 }
func startsWithAny(s, signs string) bool { return s != "" && strings.IndexByte(signs, s[0]) >= 0 }

// isTitle reports whether the first letter of a word is its only capital.
func isTitle(s string) bool {
	return len(s) > 1 && 'A' <= s[0] && s[0] <= 'Z' && s[1:] == strings.ToLower(s[1:])
}

// addressLike reports whether s has only characters that an address has, or that are read
// for its signs.
func addressLike(s string) bool {
	for _, r := range s {
		if r >= utf8.RuneSelf || !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-+,;", r)) {
			return false
		}
	}
	return s != ""
}
