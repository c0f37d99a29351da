package reading

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/misread"
)

// E-mail addresses of scans. The page's model has no "@", tears addresses and
// reads low lines as nothing; the lines' model knows the signs, but reads
// "nouficaciones" for notificaciones. Laid side by side they make one reading:
// the letters of the one, the signs of the other.

// addressFrom returns the address that the other model's words have an "@" of,
// laid over what the page's model read there, and which of words it replaces.
func addressFrom(words, other []document.Word) (first int, s sight, ok bool) {
	words, other = apart(words), apart(other)
	for i, w := range other {
		if n := strings.Count(w.Text, "@"); n == 0 {
			continue
		} else if n > 1 {
			other[i].Text = strings.Replace(w.Text, "@", "", n-1) // a figure was read so before it
		}
		piece := spanOf(other, glued(other, i))
		mine := overlapped(words, piece.Box, .3)
		if mine.len() == 0 {
			continue
		}
		mine = begun(words, stuck(words, mine), piece.Text)
		theirs := overlapped(other, spanOf(words, mine).Box, .5)
		if !theirs.has(i) {
			continue
		}
		ours := spanOf(words, mine)
		ours.Text = pointed(words, mine)
		text, ok := merged(ours.Text, pointed(other, theirs))
		if !ok || text == ours.Text {
			continue
		}
		return mine.first, sight{mine.len(), text, max(ours.Confidence, w.Confidence), ruleSecondLook}, true
	}
	return 0, sight{}, false
}

// addressFollows reports whether an address ends with one of the two words behind
// the i-th in its line: what looks at that one looks at both.
func addressFollows(text []rune, words []document.Word, i int) bool {
	for n := i + 1; n < len(words) && n <= i+2 && !begins(text, words[n]); n++ {
		if addressEnd(text, words, n) > 0 {
			return true
		}
	}
	return false
}

// addressEnd is in how many pieces the end of an address begins with the i-th
// word, 0 where none does: ruiz.gov.co, ruiz. gov.co, gmail com.
func addressEnd(text []rune, words []document.Word, i int) int {
	w := words[i].Text
	if addressed.MatchString(w) {
		return 1
	}
	if i+1 == len(words) || begins(text, words[i+1]) {
		return 0
	}
	next := words[i+1].Text
	if next == "." && i+2 < len(words) && !begins(text, words[i+2]) && provider.MatchString(w) && addressed.MatchString(w+"."+words[i+2].Text) {
		return 3
	}
	if (strings.HasSuffix(w, ".") || strings.HasPrefix(next, ".")) && addressed.MatchString(w+next) ||
		provider.MatchString(w) && addressed.MatchString(w+"."+next) {
		return 2
	}
	return 0
}

var provider = regexp.MustCompile(`(?i)(gmail|hotmail|outlook|yahoo|icloud|misena)$`)

// part is a part of some words, from one up to another.
type part struct{ first, end int }

func (p part) len() int       { return p.end - p.first }
func (p part) has(i int) bool { return p.first <= i && i < p.end }

// spanOf is a part of words as one, without the gaps.
func spanOf(words []document.Word, p part) document.Word {
	return join(words[p.first], words[p.first+1:p.end]...)
}

// pointed is the text of a part of words without the gaps, with the point that was
// lost before the end of a known domain: misena edu.co.
func pointed(words []document.Word, p part) string {
	text := ""
	for _, w := range words[p.first:p.end] {
		if provider.MatchString(text) && domainEnd.MatchString(w.Text) {
			text += "."
		}
		text += w.Text
	}
	return text
}

var domainEnd = regexp.MustCompile(`(?i)^(com|es|edu\.co|com\.co)[.,;:)>]*$`)

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

// glued returns the pieces of the address of which the i-th word has the "@".
func glued(words []document.Word, i int) part {
	p := part{i, i + 1}
	if strings.HasPrefix(words[i].Text, "@") && i > 0 {
		p.first--
	}
	if strings.HasSuffix(words[i].Text, "@") && i+1 < len(words) {
		p.end++
	}
	return stuck(words, p)
}

// stuck extends a part of words by those that a sign of addresses ties to it, or the
// name of a provider that a gap tears.
func stuck(words []document.Word, p part) part {
	for p.first > 0 && (endsIn(words[p.first-1].Text, "._-") || beginsIn(words[p.first].Text, "._-") || cracked(words[p.first-1], words[p.first])) &&
		addressLike(upright.ReplaceAllString(strings.TrimPrefix(words[p.first-1].Text, "¡"), "${1}1")) && !titled(words[p.first-1].Text) && !announces(words[p.first-1].Text) {
		p.first--
	}
	for p.end < len(words) && (endsIn(words[p.end-1].Text, ".") || beginsIn(words[p.end].Text, ".")) && addressed.MatchString(words[p.end-1].Text+words[p.end].Text) {
		p.end++
	}
	for p.end < len(words) && misread.Provided(words[p.end-1].Text+words[p.end].Text) && !misread.Provided(words[p.end].Text) {
		p.end++
	}
	for n := 1; n <= 2 && p.end+n <= len(words); n++ {
		if provider.MatchString(words[p.end-1].Text) && domainEnd.MatchString(words[p.end+n-1].Text) && (n == 1 || words[p.end].Text == ".") {
			p.end += n
			break
		}
	}
	return p
}

// unsignedAddress is the address at a known provider whose "@" neither model has seen,
// but for the letter that it was read as, and which of the words it replaces. The i-th
// is its last piece but n.
func unsignedAddress(words []document.Word, i, n int) (first int, s sight, ok bool) {
	p := stuck(words, part{i, i + n})
	for ; p.first >= 0 && p.len() <= n+1; p.first-- {
		if text, ok := misread.Address(pointed(words, p)); ok {
			return p.first, sight{p.len(), text, spanOf(words, p).Confidence, string(misread.At)}, true
		}
		if p.first > 0 && !beginsAddress(words[p.first-1], words[p.first]) {
			break
		}
	}
	return 0, sight{}, false
}

// begun extends a part of words by those before it where what the other model reads has
// nothing but figures before its "@": the rest stands before it, with the figures or not.
func begun(words []document.Word, p part, read string) part {
	before, _, ok := strings.Cut(read, "@")
	if !ok || strings.Trim(before, "0123456789|!") != "" || len(spanOf(words, p).Text) > len(read)+2 {
		return p
	}
	if p.first > 0 && before != "" && strings.HasPrefix(words[p.first-1].Text, before) && len(words[p.first-1].Text) <= len(before)+len("€'") {
		p.first--
	}
	if p.first == 0 {
		return p
	}
	if beginsAddress(words[p.first-1], words[p.first]) {
		p.first--
	}
	return p
}

// beginsAddress reports whether a word so close before another may be the beginning of
// the address that the other ends.
func beginsAddress(w, next document.Word) bool {
	text := strings.TrimLeft(w.Text, "<(¡")
	return len(text) >= 3 && addressLike(text) && !endsIn(text, ".,;") && !titled(text) && !announces(text) && narrowGap(w, next)
}

// cracked reports whether a gap before a digit is no space: it is too narrow.
func cracked(a, b document.Word) bool {
	const widest = .27 // of the height
	gap := b.Box.X0 - a.Box.X1
	return beginsIn(b.Text, "0123456789|!") && gap >= 0 && gap <= widest*max(a.Box.Y1-a.Box.Y0, b.Box.Y1-b.Box.Y0)
}

func endsIn(s, signs string) bool {
	return s != "" && strings.IndexByte(signs, s[len(s)-1]) >= 0
}

func beginsIn(s, signs string) bool { return s != "" && strings.IndexByte(signs, s[0]) >= 0 }

// titled reports whether a word is written with its first letter alone as a capital.
func titled(s string) bool {
	return len(s) > 1 && 'A' <= s[0] && s[0] <= 'Z' && s[1:] == strings.ToLower(s[1:])
}

// merged lays two readings of one address side by side, the second with an "@":
// what both have is kept, and where they differ the letters are those of the
// first, the signs those of the one that has any. ok is false where the two are
// not of one address.
func merged(a, b string) (text string, ok bool) {
	var out strings.Builder
	a, b = bare(a), bare(b)
	blocks := aligned([]rune(a), []rune(b))
	differ := 0
	for i, x := range blocks {
		if x.same {
			out.WriteString(x.a)
			continue
		}
		differ += max(len(x.a), len(x.b))
		var before, after rune
		if i > 0 {
			before = lastRune(blocks[i-1].a)
		}
		if i+1 < len(blocks) {
			after = []rune(blocks[i+1].a)[0]
		}
		out.WriteString(settled(x, before, after))
	}
	text = misread.Bracketed(knownDomain(knownDomain(out.String(), b), a))
	if differ > 3+len(b)/3 || !address.MatchString(text) {
		return "", false
	}
	return text, true
}

// tidy returns an address without the signs that none begins with, nor has two of side
// by side.
func tidy(address string) string {
	opening := address[:len(address)-len(strings.TrimLeft(address, "<("))]
	address = strings.TrimLeft(address[len(opening):], "._-")
	for _, sign := range []string{".", "_"} {
		for strings.Contains(address, sign+sign) {
			address = strings.ReplaceAll(address, sign+sign, sign)
		}
	}
	return opening + address
}

// bare is a reading without what no address has: accents, strokes, which are read for
// a one, and question marks before a figure, read for a seven.
func bare(s string) string {
	return hooked.ReplaceAllString(upright.ReplaceAllString(accents.Replace(s), "${1}1"), "7${1}")
}

var (
	accents = strings.NewReplacer("á", "a", "é", "e", "í", "i", "ó", "o", "ú", "u", "ñ", "n", "¡", "j")
	hooked  = regexp.MustCompile(`\?([0-9])`)
	upright = regexp.MustCompile(`([a-zA-Z0-9_.-])[|!]`)
)

// knownDomain returns text with the provider that a reading ends with, where its
// own domain is not known and much like it.
func knownDomain(text, reading string) string {
	local, domain, _ := strings.Cut(text, "@")
	other, ok := misread.Provider(reading)
	if !ok || misread.Domain(domain) || distance(strings.ToLower(domain), strings.ToLower(other)) > 3 {
		return text
	}
	return local + "@" + other
}

// settled is what stands where two readings differ, between two runes on which
// they agree.
func settled(x block, before, after rune) string {
	if strings.Contains(x.b, "@") {
		return aroundAt(x, before, after)
	}
	const signs = "._-"
	switch {
	case x.a == "" && strings.Trim(x.b, signs) == "", x.b == "" && strings.Trim(x.a, signs) == "":
		return x.a + x.b
	case strings.Trim(x.a, signs) == "" && strings.Trim(x.b, signs) == "":
		return x.b
	case x.a == "", x.b == "" && (unicode.IsDigit(before) && unicode.IsDigit(after) && !figuresOnly(x.a) || unicode.IsLower(after) && capital(x.a)):
		return ""
	case capital(x.a) && unicode.IsLower(after) && strings.ToLower(x.b) == x.b:
		return x.b
	case !plain(x.a) && plain(x.b):
		return x.b
	case figuresOnly(x.b) && !figuresOnly(x.a) && (unicode.IsDigit(before) || unicode.IsDigit(after)),
		figuresOnly(x.a) && !figuresOnly(x.b) && !unicode.IsDigit(before) && unicode.IsLetter(after) && before != '_':
		return x.b
	}
	return x.a
}

// aroundAt is settled for a block with the "@": one sign or two of the first
// reading stand for it, what is beside them is settled by itself.
func aroundAt(x block, before, after rune) string {
	local, domain, _ := strings.Cut(x.b, "@")
	if x.a == "" {
		return x.b
	}
	if local == "" && domain == "" {
		return "@"
	}
	a := []rune(x.a)
	n := min(len(a), 1)
	if domain == "" {
		if misread.Figures(local) == x.a && figuresOnly(x.a) {
			return x.a + "@" // that the first reading lost
		}
		if len(a) > 1 && a[len(a)-2] == '(' {
			n = 2
		}
		return settled(block{a: string(a[:len(a)-n]), b: local}, before, '@') + "@"
	}
	if local != "" {
		return x.b
	}
	if len(a) > 1 && a[0] == '(' {
		n = 2
	}
	return "@" + settled(block{a: string(a[n:]), b: domain}, '@', after)
}

// capital reports whether s is of capitals alone.
func capital(s string) bool {
	return s != "" && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

func figuresOnly(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// plain reports whether s holds nothing that an address could not.
func plain(s string) bool {
	return strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-+") == ""
}

func lastRune(s string) rune {
	r := []rune(s)
	return r[len(r)-1]
}
