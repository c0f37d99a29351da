package lex

import (
	"bytes"
	"strings"
)

// Canonical returns the name of the known entity that folded words, a blank
// between two, name once or more: UNIDAD PARA LAS VÍCTIMAS - UARIV.
func (l *Lexicon) Canonical(words []byte) string {
	name := ""
	for rest := words; len(rest) > 0; {
		first, after, _ := bytes.Cut(rest, []byte(" "))
		found := false
		for _, a := range l.Entities[string(first)] { // longest first
			if beginsWords(rest, a.key) && (name == "" || l.known[a.key] == name) {
				name, rest, found = l.known[a.key], bytes.TrimPrefix(rest[len(a.key):], []byte(" ")), true
				break
			}
		}
		if !found {
			if name == "" || l.Words[string(first)]&LegalForm == 0 {
				return ""
			}
			rest = after
		}
	}
	return name
}

// beginsWords reports whether s begins with the words of prefix.
func beginsWords(s []byte, prefix string) bool {
	return len(s) >= len(prefix) && string(s[:len(prefix)]) == prefix && (len(s) == len(prefix) || s[len(prefix)] == ' ')
}

// mayBeLeftOut reports whether a party is the same without the folded word w.
func mayBeLeftOut(w string) bool {
	switch w {
	case "de", "del", "la", "las", "los", "el", "y", "e", "sa", "sas", "ltda", "esp", "ese", "s", "sasci", "saci":
		return true
	}
	return false
}

// Essential returns the folded words of a party's name without those that may be
// left out; all of them when nothing else would remain.
func Essential(name string) string {
	var buf, out [128]byte
	return string(AppendEssential(out[:0], AppendWords(buf[:0], name)))
}

// AppendEssential appends what essential returns of folded words, a blank
// between two.
func AppendEssential(dst, words []byte) []byte {
	from := len(dst)
	for w := range bytes.SplitSeq(words, []byte(" ")) {
		if mayBeLeftOut(string(w)) {
			continue
		}
		if len(dst) > from {
			dst = append(dst, ' ')
		}
		dst = append(dst, w...)
	}
	if len(dst) == from {
		return append(dst, words...)
	}
	return dst
}

// Tidy collapses blanks and takes from both ends what belongs to no name.
func Tidy(raw string) string {
	s := singleSpaced(raw)
	for {
		was := s
		s = strings.TrimLeft(s, ` ,;:.-–—*_"'“”«»•·)]|/`)
		s = strings.TrimRight(s, ` ,;:-–—*_"'“”«»•·([|/`)
		if strings.HasSuffix(s, ".") && !abbreviated(s) {
			s = strings.TrimRight(s, ".")
		}
		if strings.Count(s, "(") > strings.Count(s, ")") {
			s = s[:strings.LastIndexByte(s, '(')]
		}
		if strings.HasSuffix(s, ")") && strings.Count(s, ")") > strings.Count(s, "(") {
			s = strings.TrimSuffix(s, ")") // of what the name stands in
		}
		if s == was {
			return closed(s)
		}
	}
}

// closed gives back the quote that tidy took from the end of a name that has
// one inside.
func closed(s string) string {
	switch {
	case strings.Count(s, `"`)%2 == 1:
		return s + `"`
	case strings.Count(s, "“") > strings.Count(s, "”"):
		return s + "”"
	}
	return s
}

// abbreviated reports whether the point at the end belongs to an abbreviation
// like S.A.S.
func abbreviated(s string) bool {
	return len(s) >= 4 && s[len(s)-3] == '.' && s[len(s)-2] != '.'
}
