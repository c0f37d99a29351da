package search

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/text"
)

// token is a word of a text, or a number joined from several groups.
type token struct {
	text       string // folded, at most maxToken bytes
	start, end int    // bytes of the text
	number     bool   // digits alone
	joined     bool   // it spans earlier tokens
}

// maxToken bounds a token in bytes. Longer words are cut: a common prefix of this length is a
// match.
const maxToken = 80

// tokens walks the words of s, folded: maximal runs of letters and digits.
// Combining marks and soft hyphens neither end a word nor count in it.
//
// People group the digits of a number as they like, so behind each run of
// groups follow the numbers that it may be: 52.418.903 is also 52418903, and
// 11001 31 03 001 2024 00123 00 is also the radicado without spaces and, as
// lawyers cite it, 202400123: the year and the number in that year. Behind
// E.P.S. follows eps.
func tokens(s string) iter.Seq[token] {
	return func(yield func(token) bool) {
		run, letters := groups{text: s}, initials{text: s}
		for t := range words(s) {
			if !letters.takes(t) && !letters.yield(yield) {
				return
			}
			letters.add(t)
			if !run.empty() && !run.takes(t) {
				if !run.yield(yield) {
					return
				}
				run.clear()
			}
			if !yield(t) {
				return
			}
			if t.number {
				run.add(t)
			}
		}
		_ = run.yield(yield) && letters.yield(yield)
	}
}

// words walks the words of s. Most of them need no copy.
func words(s string) iter.Seq[token] {
	return func(yield func(token) bool) {
		t := token{start: -1}
		buf := make([]byte, 0, maxToken)
		take := func() bool {
			if t.text = s[t.start:t.end]; t.text != string(buf) {
				t.text = string(buf)
			}
			word := t
			t.start = -1
			return yield(word)
		}
		for i, r := range s {
			switch {
			case isWord(r):
				if t.start < 0 {
					t, buf = token{start: i, number: true}, buf[:0]
				}
				t.end = i + utf8.RuneLen(r)
				t.number = t.number && '0' <= r && r <= '9'
				if r = text.FoldRune(r); len(buf)+utf8.RuneLen(r) <= maxToken {
					buf = utf8.AppendRune(buf, r)
				}
			case t.start >= 0 && !isGlue(r) && !take():
				return
			}
		}
		if t.start >= 0 {
			take()
		}
	}
}

func isWord(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

// isGlue reports whether a character may stand within a word without being part of it.
func isGlue(r rune) bool {
	return r >= 0xad && (r == 0xad || unicode.Is(unicode.Mn, r) || r == '\u200d' || r == '\u200c' || r == '\u2060')
}

// initials is a run of single letters separated by dots, as in E.P.S.
type initials struct {
	letters []token
	text    string
}

func (l *initials) takes(t token) bool {
	return len(l.letters) == 0 || isLetter(t) && l.text[l.letters[len(l.letters)-1].end:t.start] == "."
}

func (l *initials) add(t token) {
	if isLetter(t) {
		l.letters = append(l.letters, t)
	}
}

// yield yields the letters as one word and resets the run.
func (l *initials) yield(yield func(token) bool) bool {
	defer func() { l.letters = l.letters[:0] }()
	n := len(l.letters)
	if n < 2 || n > maxToken/utf8.UTFMax {
		return true
	}
	var b strings.Builder
	for _, t := range l.letters {
		b.WriteString(t.text)
	}
	return yield(token{text: b.String(), start: l.letters[0].start, end: l.letters[n-1].end, joined: true})
}

func isLetter(t token) bool {
	return len(t.text) <= utf8.UTFMax && !t.number && utf8.RuneCountInString(t.text) == 1
}

// groups is a run of digit groups that may be one number.
type groups struct {
	groups []token
	spaced []bool // white space parts the group from the one before
	text   string // in which they stand
}

func (g *groups) empty() bool { return len(g.groups) == 0 }

// takes reports whether t continues the number: only grouping characters precede it.
func (g *groups) takes(t token) bool {
	between := g.text[g.groups[len(g.groups)-1].end:t.start]
	return t.number && between != "" && len(between) <= 3 && strings.Trim(between, groupers) == ""
}

// groupers are the characters between digit groups; some are spaces.
const (
	groupers = ".,-/'–‐" + spaces
	spaces   = " \u00a0"
)

func (g *groups) add(t token) {
	spaced := !g.empty() && strings.ContainsAny(g.text[g.groups[len(g.groups)-1].end:t.start], spaces)
	g.groups, g.spaced = append(g.groups, t), append(g.spaced, spaced)
}

func (g *groups) clear() { g.groups, g.spaced = g.groups[:0], g.spaced[:0] }

// yield yields the numbers that the groups may form: each stretch without spaces, and the whole
// run.
func (g *groups) yield(yield func(token) bool) bool {
	begin := 0
	for i := range g.groups {
		if i+1 < len(g.groups) && !g.spaced[i+1] {
			continue
		}
		if !yieldNumber(g.groups[begin:i+1], yield) {
			return false
		}
		begin = i + 1
	}
	return !slices.Contains(g.spaced, true) || yieldNumber(g.groups, yield)
}

// maxDigits bounds a number of several groups; a radicado has 23.
const maxDigits = 30

func yieldNumber(parts []token, yield func(token) bool) bool {
	digits := 0
	for _, p := range parts {
		digits += len(p.text)
	}
	if digits > maxDigits {
		return true
	}
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p.text)
	}
	t := token{text: b.String(), start: parts[0].start, end: parts[len(parts)-1].end, number: true, joined: true}
	if len(parts) > 1 && !yield(t) {
		return false
	}
	if short := citation(t.text); short != "" {
		t.text = short
		return yield(t)
	}
	return true
}

// citation returns the short form in which a radicado is cited: the year and its five digits. It
// returns "" for any other number. The last two digits, of the instance, are often omitted.
func citation(digits string) string {
	if n := len(digits); n != 23 && n != 21 {
		return ""
	}
	if century := digits[12:14]; century != "19" && century != "20" {
		return ""
	}
	return digits[12:21]
}
