package ner

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/text"
)

// Key returns the form of a value by which two readings of it are equal:
// folded, words parted by one blank, abbreviations without points, legal
// forms and articles left out of an institution's name.
func Key(f Field, value string) string {
	if f == Email {
		return strings.ToLower(value)
	}
	words := joinedWords(value)
	switch f {
	case Plaintiff, Defendant, Agent, Attorney, LinkedParty:
		if key := defaultLexicon().canonicalKey(words); key != "" {
			return key
		}
		return essential(words)
	case Cedula, Radicado, NIT, Phone:
		return strings.ReplaceAll(words, " ", "")
	}
	return words
}

// plainKey returns the words of a party's name as the text has them, without
// those that may be left out.
func plainKey(m Mention) string {
	if !m.Field.isParty() {
		return ""
	}
	return essential(joinedWords(m.Value))
}

// canonical returns the name of the known entity that folded words, a blank
// between two, name once or more: UNIDAD PARA LAS VÍCTIMAS - UARIV.
func (l *lexicon) canonical(words string) string {
	name := ""
	for rest := words; rest != ""; {
		first, after, _ := strings.Cut(rest, " ")
		found := false
		for _, a := range l.entities[first] { // longest first
			if n := l.known[a.key]; beginsWords(rest, a.key) && (name == "" || n == name) {
				name, rest, found = n, strings.TrimPrefix(rest[len(a.key):], " "), true
				break
			}
		}
		if !found {
			if name == "" || l.words[first]&legalForm == 0 {
				return ""
			}
			rest = after
		}
	}
	return name
}

// canonicalKey returns the key of the known entity that folded words name, ""
// when they name none.
func (l *lexicon) canonicalKey(words string) string {
	return l.knownKeys[l.canonical(words)]
}

// beginsWords reports whether s begins with the words of prefix.
func beginsWords(s, prefix string) bool {
	return strings.HasPrefix(s, prefix) && (len(s) == len(prefix) || s[len(prefix)] == ' ')
}

// mayBeLeftOut reports whether a party is the same without the folded word w.
func mayBeLeftOut(w string) bool {
	switch w {
	case "de", "del", "la", "las", "los", "el", "y", "e", "sa", "sas", "ltda", "esp", "ese", "s":
		return true
	}
	return false
}

// essential takes from words, a blank between two, those that may be left
// out; all of them remain when nothing else would.
func essential(words string) string {
	var buf [128]byte
	out, left := buf[:0], false
	for w := range strings.SplitSeq(words, " ") {
		if mayBeLeftOut(w) {
			left = true
			continue
		}
		if len(out) > 0 {
			out = append(out, ' ')
		}
		out = append(out, w...)
	}
	if !left || len(out) == 0 {
		return words
	}
	return string(out)
}

// personName writes a name as its bearer would: María del Pilar López Ruiz.
// A surname written first, before a comma, goes to the end.
func personName(raw string) string {
	if last, first, ok := strings.Cut(raw, ","); ok {
		raw = first + " " + last
	}
	fields := strings.Fields(raw)
	for i, f := range fields {
		fields[i] = nameWord(f, i == 0)
	}
	return strings.Join(fields, " ")
}

func nameWord(w string, first bool) string {
	w = strings.Trim(w, `,;:"'()*_`)
	if strings.Count(w, ".") >= minInitials-1 && len(w) <= 2*strings.Count(w, ".")+1 {
		return strings.ToUpper(w) // F.A.S.A.
	}
	if utf8.RuneCountInString(w) > 2 {
		w = strings.TrimRight(w, ".")
	}
	if nameParticles[text.Fold(w)] && !first {
		return strings.ToLower(w)
	}
	w = lettersOnly(w)
	var b strings.Builder
	begin := true
	for _, r := range w {
		if begin {
			b.WriteRune(unicode.ToUpper(r))
		} else {
			b.WriteRune(unicode.ToLower(r))
		}
		begin = r == '-' || r == '\''
	}
	return b.String()
}

var nameParticles = map[string]bool{"de": true, "del": true, "la": true, "las": true, "los": true, "y": true, "e": true, "da": true, "do": true, "dos": true, "von": true, "van": true, "viuda": true, "vda": true}

// lettersOnly undoes what a scanner makes of letters inside a name.
func lettersOnly(w string) string {
	if !strings.ContainsAny(w, "014568|!") {
		return w
	}
	small := strings.IndexFunc(w[1:], unicode.IsLower) >= 0
	return strings.Map(func(r rune) rune {
		switch r {
		case '0':
			return 'O'
		case '1', '|', '!':
			if small {
				return 'l'
			}
			return 'I'
		case '5':
			return 'S'
		case '8':
			return 'B'
		case '4':
			return 'A'
		case '6':
			return 'G'
		}
		return r
	}, w)
}

// tidy collapses blanks and takes from both ends what belongs to no name.
func tidy(raw string) string {
	s := strings.Join(strings.Fields(raw), " ")
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
