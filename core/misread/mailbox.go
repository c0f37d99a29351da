package misread

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Numbered returns an address with figures for the letters that were read for
// them behind a name of the page: julio.elsaS73@ is julio.elsa573@ where the page
// names Elsa, nobody Elsas, and beside Elsa nobody whose initial that could be.
func (p *Page) Numbered(address string) string {
	local, domain, ok := strings.Cut(address, "@")
	if !ok {
		return address
	}
	from := len(strings.TrimRight(local, "0123456789lisoISO"))
	plain := strings.ToLower(local)
	for k := max(from, shortest); k < len(local); k++ {
		rest := local[k:]
		if !letter(rest[0]) || !numeral(rest, plain[:k] == local[:k]) || !p.named(strings.TrimRight(plain[:k], signsBetween), rune(plain[k])) {
			continue
		}
		for n := k + 1; n <= len(local); n++ {
			if p.named(plain[:n], 0) {
				return address // the letters are those of a name
			}
		}
		return local[:k] + likeDigits.Replace(rest) + "@" + domain
	}
	return address
}

// numeral reports whether something that looks like figures is a number: it has
// a figure, or is an l, or a capital among small letters.
func numeral(s string, small bool) bool {
	return strings.ContainsAny(s, "0123456789") || s == "l" || small && s == "S"
}

func letter(c byte) bool { return c > '9' }

// named reports whether text is made of names of the page and at most an initial,
// and no word beside the last of them begins with some letter; 0 is none.
func (p *Page) named(text string, initial rune) bool {
	const beside = 3 // words
	found := ""
	for i, w := range p.words {
		name := capitalized(w)
		if len(name) < shortest || !strings.HasSuffix(text, name) {
			continue
		}
		if slices.ContainsFunc(p.words[max(0, i-beside):min(len(p.words), i+beside+1)], func(o string) bool {
			return initial != 0 && strings.HasPrefix(capitalized(o), string(initial))
		}) {
			return false
		}
		if len(name) > len(found) {
			found = name
		}
	}
	rest := strings.TrimRight(text[:len(text)-len(found)], signsBetween)
	return found != "" && (len(rest) < 2 || p.named(rest, 0))
}

// signsBetween stand between the names of an address.
const signsBetween = "._-"

// capitalized is a word that is written with a capital as an address would have it,
// "" for any other.
func capitalized(w string) string {
	core, _, _ := trim(w)
	if first, _ := utf8.DecodeRuneInString(core); !unicode.IsUpper(first) {
		return ""
	}
	return unaccented.Replace(strings.ToLower(core))
}

var unaccented = strings.NewReplacer("á", "a", "é", "e", "í", "i", "ó", "o", "ú", "u", "ñ", "n", "ü", "u")
