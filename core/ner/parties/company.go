package parties

import "github.com/cotejo/cotejo/core/ner/internal/lex"

// Names of companies: their legal forms, and what stands before the "y" in them.

// withTrade returns where the name of a company begins of which words stand before a joining one: Aceros y Perfiles S.A.S.,
// Montajes Rojas y Pinzón Ltda., Distribuciones El Golfo Ltda.
func (t *Text) withTrade(s Span, isLower func(uint32) bool) int {
	joint := s.First - 1
	if joint < 1 || !t.isForm(s.Last) || t.isForm(s.First) || t.isInstitution(s.First) && !partnerWords[t.word(s.First)] || string(t.gap(s.First)) != " " {
		return s.First
	}
	most := 1 // words before the joining one
	switch t.word(joint) {
	case "y", "e":
		most = maxTrade
	case "el", "la", "los", "las", "en", "de", "del":
	default:
		return s.First
	}
	first := joint
	for first > 0 && t.isTrade(first-1, s.First) {
		if first--; joint-first > most {
			return s.First // more words than a name has
		}
	}
	head := &t.Words[first]
	switch words := joint - first; {
	case words == 0, t.isPersonal(first, joint-1), t.Canonical != nil && t.Canonical(first, joint-1) != "":
		return s.First // Ana Ruiz y Perfiles S.A.S.
	case words == 1 && (head.Class&Given != 0 || head.End-head.Start < 4):
		return s.First
	case words > 1 && head.Shape == Title && isLower != nil && t.BeginsSentence(first) && isLower(t.Hash(first)):
		first++ // Demando Aceros y Perfiles S.A.S.
	}
	return first
}

// partnerWords stand for the partners in the name of a company: Ríos y Compañía Ltda.
var partnerWords = lex.Set("parties.partners")

// dottedForms are legal forms that are written letter by letter: S.A.S.
var dottedForms = lex.Set("parties.dottedForms")

// isForm reports whether word k is a legal form or a letter of one: Ltda, S.A.S.
func (t *Text) isForm(k int) bool {
	if t.Words[k].Class&LegalForm != 0 {
		return true
	}
	isLetter := func(k int) bool {
		return k >= 0 && k < len(t.Words) && t.Words[k].Shape == Upper && t.Words[k].End-t.Words[k].Start == 1
	}
	if !isLetter(k) {
		return false
	}
	first := k
	for first > 0 && k-first < maxDotted && isLetter(first-1) && string(t.gap(first)) == "." {
		first--
	}
	form := t.word(first)
	for n := first + 1; n <= first+maxDotted && isLetter(n) && string(t.gap(n)) == "."; n++ {
		form += t.word(n)
	}
	return dottedForms[form]
}

// maxDotted is how many letters a legal form has that is written letter by letter.
const maxDotted = 4

// maxTrade is how many words of the name of a company may stand before its "y".
const maxTrade = 5

// isTrade reports whether word k may stand before the words of a company's name that go on with word next.
func (t *Text) isTrade(k, next int) bool {
	const another = CourtHead | KnownStart | LegalForm | Honorific | Identity | Function
	w := &t.Words[k]
	return capitalised(w) && w.Shape == t.Words[next].Shape && w.Class&another == 0 && (w.Class&InstitutionHead == 0 || partnerWords[t.word(next)]) &&
		!isVersus(t.word(k)) && !t.isOffice(k) && string(t.gap(k+1)) == " "
}

// isFormAlone reports whether a span is but a legal form: LTDA, S.A.S.
func (t *Text) isFormAlone(s Span) bool {
	for k := s.First; k <= s.Last; k++ {
		if w := t.Words[k]; w.Class&LegalForm == 0 && w.End-w.Start > 1 {
			return false
		}
	}
	return true
}
