// Package ocrfix corrects misreadings of scans, where the page itself proves the right text:
//
//   - an accent that Spanish requires (accion → acción), if the writer of the page uses accents;
//   - a letter among the digits of an identity number or a radicado.
//
// E-mail addresses are in core/ocrfix/email.
//
// Names are never guessed: a capitalised word changes only if it is in the list of accents,
// which has no names.
package ocrfix

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Rule names the evidence for a correction; stable slugs.
type Rule string

const (
	Accent Rule = "accent"
	Digit  Rule = "digit"
)

// Page knows the words of a page, in reading order.
type Page struct {
	words    []string
	accented bool // the writer puts accents on small letters
	crowned  bool // … and on capitals
}

// enough is how many words must keep their accents for each one that has none.
// A writer who leaves accents out is not corrected.
const enough = 2

// NewPage looks at how the words of a page are written.
func NewPage(words []string) *Page {
	p := &Page{words: words}
	var with, without, capitalWith, capitalWithout int
	for _, w := range words {
		core, _, _ := trim(w)
		if len(core) < shortest {
			continue
		}
		_, missing := accents()[strings.ToLower(core)]
		has := strings.ContainsAny(core, "áéíóúÁÉÍÓÚ")
		switch shout := strings.ToUpper(core) == core; {
		case shout && has:
			capitalWith++
		case shout && missing:
			capitalWithout++
		case has:
			with++
		case missing:
			without++
		}
	}
	p.accented = with > 0 && with >= enough*without
	p.crowned = capitalWith > 0 && capitalWith >= capitalWithout
	return p
}

// Word returns what the i-th word must be where it was misread; ok is false
// where it stays as it is.
func (p *Page) Word(i int) (corrected string, rule Rule, ok bool) {
	w := p.words[i]
	if to, ok := p.withAccent(w); ok {
		return to, Accent, true
	}
	if to, ok := withDigits(w, p.words[max(0, i-reach):i]); ok {
		return to, Digit, true
	}
	return "", "", false
}

//go:embed data/accented.txt
var accentedWords string

// accents is the list of accented words, by what they are without accents.
var accents = sync.OnceValue(func() map[string]string {
	m := make(map[string]string)
	for w := range strings.FieldsSeq(accentedWords) {
		m[acute.Replace(w)] = w
	}
	return m
})

var acute = strings.NewReplacer("á", "a", "é", "e", "í", "i", "ó", "o", "ú", "u")

// shortest is the shortest word of the list, in bytes without accents.
const shortest = 4

// withAccent gives a word of the list its accent back.
func (p *Page) withAccent(w string) (string, bool) {
	core, before, after := trim(w)
	if len(core) < shortest {
		return "", false
	}
	to, ok := accents()[strings.ToLower(core)]
	if !ok {
		return "", false
	}
	switch lower := strings.ToLower(core); {
	case core == lower:
		ok = p.accented
	case core == strings.ToUpper(core):
		to, ok = strings.ToUpper(to), p.crowned
	case core[1:] == lower[1:]:
		first, size := utf8.DecodeRuneInString(to)
		to, ok = string(unicode.ToUpper(first))+to[size:], p.accented
	default:
		ok = false // small and capital letters mixed: something else is wrong
	}
	return before + to + after, ok
}

// trim splits a word into its letters and what is before and after them;
// letters with something else among them are no word.
func trim(w string) (core, before, after string) {
	core = strings.TrimLeftFunc(w, func(r rune) bool { return !unicode.IsLetter(r) })
	before = w[:len(w)-len(core)]
	rest := strings.TrimRightFunc(core, func(r rune) bool { return !unicode.IsLetter(r) })
	after = core[len(rest):]
	if strings.ContainsFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) }) ||
		strings.ContainsFunc(before+after, unicode.IsDigit) {
		return "", w, ""
	}
	return rest, before, after
}

// reach is how many words before a number report what it is.
const reach = 6

// announces are the words, folded, after which a number of a person or a case comes.
var announces = strings.Fields(`cedula ciudadania c.c c.c. cc cc. nit n.i.t radicado radicada radicacion expediente proceso tarjeta t.p t.p. tp
 telefono tel celular cel movil identificado identificada identidad`)

// likeDigits are the letters that digits are taken for.
var likeDigits = strings.NewReplacer(
	"O",
	"0",
	"o",
	"0",
	"D",
	"0",
	"C",
	"0",
	"l",
	"1",
	"I",
	"1",
	"|",
	"1",
	"i",
	"1",
	"S",
	"5",
	"s",
	"5",
	"B",
	"8",
	"€",
	"6",
	"Z",
	"2",
)

// withDigits reads a number with letters in it, behind words that announce one:
// 52.34l.876 is 52.341.876. At most a third of the characters may be letters,
// each beside a digit, and what comes out must have the shape of such a number.
func withDigits(w string, before []string) (string, bool) {
	core := strings.TrimFunc(w, func(r rune) bool { return strings.ContainsRune(".,;:()-–", r) })
	at := strings.Index(w, core)
	if core == "" || !strings.ContainsFunc(core, func(r rune) bool { return r != '.' && r != ',' && r != '-' && !isDigit(r) }) {
		return "", false
	}
	digits, letters := 0, 0
	runes := []rune(core)
	for i, r := range runes {
		switch {
		case isDigit(r):
			digits++
		case r == '.' || r == ',' || r == '-':
		case likeDigits.Replace(string(r)) != string(r) && (i > 0 && isDigit(runes[i-1]) || i+1 < len(runes) && isDigit(runes[i+1])):
			letters++
		default:
			return "", false
		}
	}
	to := likeDigits.Replace(core)
	if letters*2 > digits || !shapely(to) || !slices.ContainsFunc(before, announcing) {
		return "", false
	}
	return w[:at] + to + w[at+len(core):], true
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

func announcing(w string) bool {
	return slices.Contains(announces, acute.Replace(strings.TrimRight(strings.ToLower(w), ",:;()")))
}

// shapely reports whether s, of digits and separators, is an identity number
// (six to ten digits, in threes where there are dots) or a radicado (of 21 to
// 23 digits, however separated).
func shapely(s string) bool {
	plain := strings.Map(func(r rune) rune {
		if isDigit(r) {
			return r
		}
		return -1
	}, s)
	if n := len(plain); n >= 21 && n <= 23 {
		return true
	} else if n < 6 || n > 10 || strings.Contains(s, "-") {
		return false
	}
	groups := strings.FieldsFunc(s, func(r rune) bool { return r == '.' || r == ',' })
	if len(groups) == 1 {
		return s == plain
	}
	for i, g := range groups {
		if len(g) > 3 || i > 0 && len(g) != 3 {
			return false
		}
	}
	return true
}
