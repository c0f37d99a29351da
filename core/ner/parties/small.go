package parties

import (
	"bytes"
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Names that are not written with capitals as names are: in small letters, or as initials.

// smallName reads the name of a person that is written in small letters: a given name, and names behind it. Words that are
// known to nobody are names beside others.
func (t *Text) smallName(first int, isLower func(uint32) bool) (Span, bool) {
	isName := func(k int) bool {
		return k < len(t.Words) && t.Words[k].Shape == Lower && t.Words[k].Class&(Given|Surname) != 0 && t.Words[k].Class&Function == 0
	}
	isPlain := func(k int) bool { return isName(k) && t.Words[k].Class&Common == 0 }
	mayBe := func(k int) bool { return t.Words[k].Shape == Lower && t.isUnknown(k, isLower) }
	joined := func(k int) bool { return k < len(t.Words) && string(t.gap(k)) == " " }
	switch {
	case first > 0 && joined(first) && (isPlain(first-1) || mayBe(first-1) && t.Words[first].Class&Given != 0 && isPlain(first+1)):
		return Span{}, false // read from there
	case isPlain(first) && t.Words[first].Class&Given != 0:
	case mayBe(first) && joined(first+1) && isPlain(first+1) && t.Words[first+1].Class&Given != 0 && joined(first+2) && isName(first+2):
	default:
		return Span{}, false
	}
	last, names := first, 1
	for k := first + 1; k < len(t.Words) && k-last <= 3 && t.Words[k].Break != HardBreak && len(bytes.TrimSpace(t.gap(k))) == 0; k++ {
		if isName(k) || k == last+1 && mayBe(k) && (names >= 2 || joined(k+1) && isPlain(k+1)) {
			last = k
			names++
		} else if t.Words[k].Class&Particle == 0 {
			break
		}
	}
	return Span{first, last}, names >= 2
}

// smallInstitution reads the name of an institution in small letters behind its first word: nueva eps, secretaria de salud
// de la guajira, Alcaldía municipal.
func (t *Text) smallInstitution(first int, isLower func(uint32) bool) (Span, bool) {
	w := &t.Words[first]
	if w.Shape == Lower {
		if last := t.knownEnd(first); last >= 0 {
			return Span{first, last}, true
		}
	}
	if w.Class&InstitutionHead == 0 || w.Shape != Lower && w.Shape != Title {
		return Span{}, false
	}
	last := first
	for k := first + 1; k < len(t.Words) && k < first+maxSmall; k = last + 1 {
		if word := t.word(k); word == "de" || word == "del" {
			for k++; k < len(t.Words) && isArticle(t.word(k)); k++ {
			}
			if k >= len(t.Words) || t.Words[k].Class&(Function|Honorific|Identity) != 0 {
				break
			}
		} else if !institutionKinds[word] && t.Words[k].Class&Town == 0 && !t.mayNameInstitution(k, isLower) {
			break
		}
		if t.Words[k].Shape != Lower || !t.isOneLine(first, k) {
			break
		}
		last = k
	}
	return Span{first, last}, last > first
}

// mayNameInstitution reports whether word k in small letters may be one of the name of an institution: hospital san rafael.
func (t *Text) mayNameInstitution(k int, isLower func(uint32) bool) bool {
	switch t.word(k) {
	case "san", "santa", "santo":
		return true
	}
	return t.Words[k].Class&(Given|Surname) != 0 && t.Words[k].Class&(Function|Common) == 0 || t.isUnknown(k, isLower)
}

// knownEnd returns the last word of the longest name that begins with word first and that a gazetteer lists, -1 where none does.
func (t *Text) knownEnd(first int) int {
	if t.Words[first].Class&KnownStart == 0 || t.Canonical == nil {
		return -1
	}
	for last := min(first+maxSmall, len(t.Words)) - 1; last >= first; last-- {
		if t.isOneLine(first, last) && t.Canonical(first, last) != "" {
			return last
		}
	}
	return -1
}

// smallCompany reads the name of a company that is written in small letters up to its legal form: movifacil comunicaciones
// s.a.s, seguridad centauro del norte ltda.
func (t *Text) smallCompany(first int, isLower func(uint32) bool) (Span, bool) {
	const never = Function | Honorific | Identity | LegalForm | CourtHead
	if w := &t.Words[first]; w.Shape != Lower || w.End-w.Start < minBrand || w.Class&never != 0 {
		return Span{}, false
	}
	last := t.smallForm(first)
	if last < 0 || t.isUsual(first, isLower) && t.Words[first].Class&InstitutionHead == 0 {
		return Span{}, false
	}
	if k := first - 1; k >= 0 && string(t.gap(first)) == " " && t.Words[k].Shape == Lower && t.Words[k].Class&never == 0 && (t.Words[k].Class&InstitutionHead != 0 || !t.isUsual(k, isLower)) {
		return Span{}, false // read from there
	}
	return Span{first, last}, true
}

// smallForm returns where the legal form ends that stands behind word first and a few more in small letters, -1 where none does.
func (t *Text) smallForm(first int) int {
	for k := first + 1; k < len(t.Words) && k <= first+maxSmall; k++ {
		switch {
		case t.Words[k].Class&LegalForm != 0 || t.isLegalLetter(k):
			for k+1 < len(t.Words) && (t.isLegalLetter(k+1) || t.Words[k+1].Class&LegalForm != 0) && len(bytes.Trim(t.gap(k+1), ". ")) == 0 {
				k++
			}
			return k
		case t.Words[k].Shape != Lower || string(t.gap(k)) != " " || t.Words[k].Class&(Honorific|Identity|CourtHead) != 0:
			return -1
		case t.Words[k].Class&Function != 0 && t.Words[k].Class&Particle == 0 && t.word(k) != "y":
			return -1
		}
	}
	return -1
}

// isUsual reports whether word k is one that papers write in small letters, for it is no name.
func (t *Text) isUsual(k int, isLower func(uint32) bool) bool {
	return isLower != nil && isLower(t.Hash(k))
}

// isLegalLetter reports whether word k is a letter of a legal form in small letters: s.a.s.
func (t *Text) isLegalLetter(k int) bool {
	w := &t.Words[k]
	return w.End-w.Start == 1 && strings.IndexByte("sace", t.Chars[w.Start]) >= 0 && k+1 < len(t.Words) && string(t.gap(k+1)) == "." ||
		w.End-w.Start == 1 && strings.IndexByte("sap", t.Chars[w.Start]) >= 0 && k > 0 && string(t.gap(k)) == "."
}

// maxSmall bounds the words of the name of an institution in small letters.
const maxSmall = 8

// institutionKinds say what kind of institution one is, or where: hospital regional, alcaldía municipal.
var institutionKinds = lex.Set("parties.institutionKinds")

// isOneLine reports whether blanks alone stand between the words first to last.
func (t *Text) isOneLine(first, last int) bool {
	for k := first + 1; k <= last; k++ {
		if string(t.gap(k)) != " " {
			return false
		}
	}
	return true
}

// Letters of initials.
const (
	fewestInitials = 3
	mostInitials   = 5
)

// abbreviations are written like the initials of a name.
var abbreviations = lex.Set("parties.abbreviations")

// initials reads the initials that stand for the name of a child: J.D.C.G., K. S. P. M.
func (t *Text) initials(first int) (Span, bool) {
	isLetter := func(k int) bool {
		w := &t.Words[k]
		return w.End-w.Start == 1 && w.Shape != Digits && w.Shape != Lower
	}
	joined := func(k int) bool { return string(t.gap(k)) == "." || string(t.gap(k)) == ". " }
	if !isLetter(first) || first > 0 && joined(first) && isLetter(first-1) {
		return Span{}, false
	}
	last := first
	for last+1 < len(t.Words) && isLetter(last+1) && joined(last+1) {
		last++
	}
	if n := last - first + 1; n < fewestInitials || n > mostInitials || joined(last+1) && string(t.gap(last+1)) == "." {
		return Span{}, false
	}
	var letters []byte
	for k := first; k <= last; k++ {
		letters = append(letters, t.word(k)...)
	}
	return Span{first, last}, !abbreviations[string(letters)]
}
