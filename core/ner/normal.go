package ner

import (
	"bytes"
	"strings"
)

// Key returns the form of a value by which two readings of it are equal:
// folded, words parted by one blank, abbreviations without points, legal
// forms and articles left out of an institution's name.
func Key(f Field, value string) string {
	var buf [128]byte
	return string(appendKey(buf[:0], f, value))
}

// appendKey appends the key of a value to dst.
func appendKey(dst []byte, f Field, value string) []byte {
	if f == Email {
		return append(dst, strings.ToLower(value)...)
	}
	var buf [128]byte
	words := appendWords(buf[:0], value)
	switch f {
	case Plaintiff, Defendant, Agent, Attorney, Represented, LinkedParty:
		l := defaultLexicon()
		if name := l.canonical(words); name != "" {
			return append(dst, l.knownKeys[name]...)
		}
		return appendEssential(dst, words)
	case Cedula, Radicado, NIT, Phone:
		for _, c := range words {
			if c != ' ' {
				dst = append(dst, c)
			}
		}
		return dst
	}
	return append(dst, words...)
}

// plainKey returns the words of a party's name as the text has them, without
// those that may be left out.
func plainKey(m Mention) string {
	if !m.Field.isParty() {
		return ""
	}
	return essential(m.Value)
}

// canonical returns the name of the known entity that folded words, a blank
// between two, name once or more: UNIDAD PARA LAS VÍCTIMAS - UARIV.
func (l *lexicon) canonical(words []byte) string {
	name := ""
	for rest := words; len(rest) > 0; {
		first, after, _ := bytes.Cut(rest, []byte(" "))
		found := false
		for _, a := range l.entities[string(first)] { // longest first
			if beginsWords(rest, a.key) && (name == "" || l.known[a.key] == name) {
				name, rest, found = l.known[a.key], bytes.TrimPrefix(rest[len(a.key):], []byte(" ")), true
				break
			}
		}
		if !found {
			if name == "" || l.words[string(first)]&legalForm == 0 {
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

// essential returns the folded words of a party's name without those that may be
// left out; all of them when nothing else would remain.
func essential(name string) string {
	var buf, out [128]byte
	return string(appendEssential(out[:0], appendWords(buf[:0], name)))
}

// appendEssential appends what essential returns of folded words, a blank
// between two.
func appendEssential(dst, words []byte) []byte {
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

// tidy collapses blanks and takes from both ends what belongs to no name.
func tidy(raw string) string {
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
