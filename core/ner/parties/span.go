package parties

import (
	"bytes"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Span is a run of words that may name a party.
type Span struct {
	First, Last int // words, both included
}

// maxSpan bounds the words of a span.
const maxSpan = 30

// Spans returns the runs of capitalised words, with what joins them.
func (t *Text) Spans(isLower func(uint32) bool) []Span {
	var out []Span
	for k := 0; k < len(t.Words); k++ {
		s, ok := t.smallName(k, isLower)
		if !ok {
			s, ok = t.initials(k)
		}
		if !ok {
			s, ok = t.smallCompany(k, isLower)
		}
		if !ok {
			s, ok = t.smallInstitution(k, isLower)
		}
		if ok {
			out = append(out, s)
			k = s.Last
			continue
		}
		if !t.begins(k, isLower) {
			continue
		}
		s = Span{k, max(t.extend(k), t.knownEnd(k))}
		if first := s.First; t.isOffice(first) && t.isPersonal(first+1, s.Last) {
			s.First++ // Fiscal Ana Ruiz Mora
		}
		if t.isRareGiven(s.First-1) && string(t.gap(s.First)) == " " && t.mayBePersonal(s, isLower) && t.Words[s.First].Shape == t.Words[s.First-1].Shape {
			s.First-- // Digna Rosa Churio
		}
		s.First = t.withParticle(s)
		for first := -1; first != s.First; {
			first, s.First = s.First, t.withTrade(s, isLower)
		}
		for len(out) > 0 && out[len(out)-1].First >= s.First {
			out = out[:len(out)-1]
		}
		if t.length(s) >= 3 && !t.isFormAlone(s) {
			out = append(out, s)
		}
		k = s.Last
	}
	return out
}

// withParticle returns where the name of a person begins whose first surname has a particle: DE LA CRUZ PERDOMO JUAN.
func (t *Text) withParticle(s Span) int {
	first := s.First
	for first > 0 && s.First-first < 2 && t.Words[first-1].Class&Particle != 0 && t.Words[first].Break == NoBreak && string(t.gap(first)) == " " {
		first--
	}
	head, name := &t.Words[first], &t.Words[s.First]
	switch before := first - 1; {
	case first == s.First, head.Shape != name.Shape, !t.isPersonal(s.First, s.Last):
		return s.First
	case s.First-first == 1 && name.Class&(Given|Surname) != Surname:
		return s.First // Acción de tutela / De María Pérez
	case before >= 0 && head.Break == NoBreak && t.Words[before].Shape == head.Shape && string(t.gap(first)) == " ":
		return s.First // TUTELA DE LA CRUZ PERDOMO
	}
	return first
}

func (t *Text) isRareGiven(k int) bool {
	return k >= 0 && t.Words[k].Class&RareGiven != 0 && capitalised(&t.Words[k])
}

// isUnknown reports whether word k is in no table, and not one that papers write in small letters.
func (t *Text) isUnknown(k int, isLower func(uint32) bool) bool {
	w := &t.Words[k]
	return w.Class == 0 && w.Shape <= Upper && w.End-w.Start > 2 && isLower != nil && !isLower(t.Hash(k))
}

func (t *Text) length(s Span) (letters int) {
	for k := s.First; k <= s.Last; k++ {
		letters += int(t.Words[k].End - t.Words[k].Start)
	}
	return letters
}

func capitalised(w *Word) bool { return w.Shape == Title || w.Shape == Upper || w.Shape == Mixed }

// begins reports whether a name may begin with word k.
func (t *Text) begins(k int, isLower func(uint32) bool) bool {
	if isVersus(t.word(k)) {
		return false
	}
	const nameless = Function | Common | Honorific | Identity | OtherWord
	const named = Given | Surname | InstitutionHead | CourtHead | KnownStart
	w := &t.Words[k]
	switch {
	case t.isAbbreviated(k):
		return true // E.P.S. Sanitas
	case !capitalised(w), w.Class&nameless != 0 && w.Class&named == 0:
		return false
	case isArticle(t.word(k)) && k+1 < len(t.Words) && capitalised(&t.Words[k+1]):
		return false // La Fiscalía
	case w.End-w.Start == 1 && (k+1 >= len(t.Words) || !capitalised(&t.Words[k+1])):
		return false
	case w.Class&(named&^(Given|Surname)) == 0 && w.Shape == Title && isLower != nil && t.BeginsSentence(k) && isLower(t.Hash(k)):
		return false // Sostiene, Señala
	}
	return true
}

// BeginsSentence reports whether a sentence or a line begins with word k.
func (t *Text) BeginsSentence(k int) bool {
	if k == 0 || t.Words[k].Break == HardBreak {
		return true
	}
	gap := t.gap(k)
	if bytes.IndexByte(gap, '.') == 0 {
		p := t.Words[k-1]
		return p.End-p.Start > 2 && p.Class&(Honorific|LegalForm) == 0 || p.Shape == Lower || p.Shape == Digits
	}
	return bytes.ContainsAny(gap, ".:;?!\"(-")
}

// gap returns what stands before word k and behind the word before it.
func (t *Text) gap(k int) []byte {
	if k <= 0 || k >= len(t.Words) {
		return nil
	}
	return t.Chars[t.Words[k-1].End:t.Words[k].Start]
}

func (t *Text) word(k int) string {
	if k < 0 || k >= len(t.Words) {
		return ""
	}
	return string(t.Chars[t.Words[k].Start:t.Words[k].End])
}

// extend returns the last word of the name that begins with word first.
func (t *Text) extend(first int) int {
	last := first
	for n := first + 1; n < len(t.Words) && n < first+maxSpan; n++ {
		if !t.joins(first, last, n) || isVersus(t.word(n)) {
			break
		}
		w := &t.Words[n]
		switch {
		case w.Shape == Digits || w.Shape == Alphanumeric:
			if n != last+1 || !t.numbered(first, last) || t.Words[n].Number == 0 && w.Shape == Alphanumeric || w.End-w.Start > 3 {
				return last
			}
			last = n
		case w.Shape != Lower && !t.isFunctionInCapitals(n):
			if w.Class&(Identity|OtherWord) != 0 && w.Class&(Given|Surname) == 0 && n == last+1 && !t.isInstitution(first) || w.Class&Honorific != 0 {
				return last
			}
			if w.Class&Function != 0 && w.Shape != Upper && w.End-w.Start <= 3 && n == last+1 && w.Class&Particle == 0 && !(isArticle(t.word(n)) && n+1 < len(t.Words) && t.isNamedWithArticle(first, last, n+1)) {
				return last
			}
			last = n
		case t.word(n) == "liquidacion" && t.word(n-1) == "en" && n == last+2:
			last = n
		case !t.connects(first, last, n):
			return last
		}
	}
	return last
}

// isFunctionInCapitals reports whether word n is an article, a preposition or the like in a
// text in capitals: EPS Y ALCALDÍA.
func (t *Text) isFunctionInCapitals(n int) bool {
	w, p := &t.Words[n], &t.Words[n-1]
	return w.Shape == Upper && p.Shape == Upper && w.Class&Function != 0 && w.Class&(LegalForm|Given|Surname) == 0 && string(t.gap(n)) != "." && string(t.gap(n+1)) != "."
}

// joins reports whether what stands before word n lets a name go on, whose last word so
// far is last.
func (t *Text) joins(first, last, n int) bool {
	w, p := &t.Words[n], &t.Words[n-1]
	if w.Break == HardBreak {
		return false
	}
	gap := t.gap(n)
	if w.Break == SoftBreak && t.isLabel(n) {
		return false
	}
	if w.Break == SoftBreak || string(gap) == " " {
		return true
	}
	if n == last+1 && t.numbered(first, last) && (p.Number > 0 || w.Number > 0) && len(gap) <= 4 && bytes.Trim(gap, " ()\xb0") == nil {
		return true // Juzgado 3° Penal, Juzgado Tercero (3°) Penal
	}
	blanks := bytes.TrimSpace(gap)
	switch string(blanks) {
	case "":
		return len(gap) <= 2
	case "-":
		return w.Shape != Lower && n == last+1 && !t.isPersonal(first, last)
	case ".":
		short := p.End-p.Start <= 2 || p.End-p.Start <= 4 && p.Class&LegalForm != 0 && gap[0] == '.' && w.Class&LegalForm != 0
		return short && (p.Class&LegalForm == 0 || w.Class&Function == 0) && w.Shape != Lower && !t.signsBefore(n)
	case ",":
		if n != last+1 {
			return false
		}
		switch t.word(n) {
		case "seccion", "subseccion", "sala", "seccional", "regional":
			return w.Shape != Lower && t.Words[first].Class&(CourtHead|InstitutionHead) != 0
		}
		return w.Class&LegalForm != 0 && w.Shape != Lower
	}
	return false
}

// signsBefore reports whether a name ends with the initial before word n, and another begins: Ana Ruiz P. Luis Mora.
func (t *Text) signsBefore(n int) bool {
	initial := t.Words[n-1]
	return n >= 2 && initial.End-initial.Start == 1 && (len(t.gap(n)) > 3 || t.Words[n].Class&(Given|Surname) == Given) &&
		t.Words[n-2].Class&Surname != 0 && string(t.gap(n-1)) == " "
}

// isLabel reports whether a label begins with word k: Magistrado ponente, Vinculado:
func (t *Text) isLabel(k int) bool {
	word := t.word(k)
	if _, side := sideWords[word]; side {
		return true
	}
	switch word {
	case "magistrado", "magistrada", "vinculado", "vinculada", "vinculados", "vinculadas", "radicado", "radicacion", "referencia", "asunto", "derechos", "tema", "expediente":
		return true
	}
	return false
}

// connects reports whether the word n in small letters may stand inside the name.
func (t *Text) connects(first, last, n int) bool {
	if n-last > 3 {
		return false
	}
	next := n + 1
	for next < len(t.Words) && next <= last+4 && (t.Words[next].Shape == Lower || t.isFunctionInCapitals(next)) {
		next++
	}
	if next >= len(t.Words) || t.Words[next].Shape == Digits {
		return false
	}
	switch w := t.word(n); w {
	case "de", "del":
		return true
	case "la", "las", "los", "el", "lo":
		return n > last+1 && t.word(n-1) != "y" && t.word(n-1) != "e" || n == last+1 && t.isNamedWithArticle(first, last, n+1)
	case "viuda", "vda":
		return n == last+1 && t.isPersonal(first, last)
	case "barrio", "vereda", "corregimiento", "municipio", "departamento":
		return n > last+1 && t.isInstitution(first) // Junta de Acción Comunal del barrio Villa Mercedes
	case "y", "e":
		return n == last+1 && t.continuesBehindAnd(first, last, n+1)
	case "para", "ante":
		return t.isInstitution(first)
	case "en":
		if !t.isInstitution(first) {
			return false
		}
		if t.word(n+1) == "liquidacion" {
			return true
		}
		switch t.word(next) {
		case "liquidacion", "salud", "restitucion", "descongestion", "reorganizacion", "intervencion", "ambiente":
			return true
		}
	case "con":
		return t.isInstitution(first) && t.word(n+1) == "funcion" || t.word(n+1) == "funciones"
	case "a":
		return t.isInstitution(first) && n == last+1
	}
	return false
}

// isNamedWithArticle reports whether the name of an institution goes on with word next behind an article: EDIFICIO
// LOS ALMENDROS, and not EPS LA CLÍNICA.
func (t *Text) isNamedWithArticle(first, last, next int) bool {
	const other = InstitutionHead | CourtHead | KnownStart | Common | Function | Honorific | Identity | OtherWord
	w := &t.Words[next]
	_, side := sideWords[t.word(next)]
	return t.Words[first].Class&InstitutionHead != 0 && t.Words[last].Class&LegalForm == 0 && capitalised(w) && w.Class&other == 0 && !side && w.Break == NoBreak
}

// continuesBehindAnd reports whether the name goes on with word next behind "y": Ministerio
// de Hacienda y Crédito Público, and not Colpensiones y Porvenir.
func (t *Text) continuesBehindAnd(first, last, next int) bool {
	if next >= len(t.Words) || !t.isInstitution(first) && t.Words[first].Class&(Given|Surname) != 0 {
		return false
	}
	if t.Canonical != nil && last > first {
		if known := t.Canonical(first, last); known != "" {
			words := lex.SplitWords(known)
			return next-first < len(words) && words[next-first] == t.word(next) // Ministerio de Salud y Protección Social
		}
	}
	w := &t.Words[next]
	const begins = InstitutionHead | CourtHead | Honorific | KnownStart
	switch {
	case !capitalised(w), w.Class&begins != 0, t.isForm(last), t.Words[last].Shape == Upper && w.Shape != Upper:
		return false
	}
	return t.isInstitution(first)
}

// isVersus reports whether a word stands between those who sue and those who are sued.
func isVersus(word string) bool { return word == "vs" || word == "versus" || word == "contra" }

func isArticle(word string) bool {
	switch word {
	case "el", "la", "los", "las", "del", "al", "lo":
		return true
	}
	return false
}

// isAbbreviated reports whether the letters with dots begin with word k.
func (t *Text) isAbbreviated(k int) bool {
	if k+2 >= len(t.Words) || t.Words[k].Shape == Lower || k > 0 && string(t.gap(k)) == "." {
		return false
	}
	lone := func(k int) bool { return t.Words[k].End-t.Words[k].Start == 1 && t.Words[k].Shape != Digits }
	return lone(k) && lone(k+1) && string(t.gap(k+1)) == "." && capitalised(&t.Words[k+2])
}

// isInstitution reports whether word k begins the name of an institution or a court.
func (t *Text) isInstitution(k int) bool {
	return t.Words[k].Class&(InstitutionHead|CourtHead|KnownStart) != 0 || t.isOffice(k)
}

// numbered reports whether a number may follow the words first to last: Juzgado 13.
func (t *Text) numbered(first, last int) bool {
	return t.Words[first].Class&(InstitutionHead|CourtHead) != 0 || t.isOffice(first)
}

// isOffice reports whether word k is an office that somebody holds.
func (t *Text) isOffice(k int) bool {
	switch t.word(k) {
	case "fiscal", "juez", "jueza", "magistrado", "magistrada", "alcalde", "alcaldesa", "gobernador", "personero", "personera", "inspector", "inspectora", "comisario", "comisaria",
		"defensor", "defensora", "procurador", "procuradora", "notario", "notaria", "registrador", "director", "directora", "gerente", "rector", "rectora", "secretario", "secretaria",
		"presidente", "ministro", "ministra", "superintendente", "coordinador", "coordinadora", "comandante", "jefe", "curador", "contralor", "representante":
		return true
	}
	return false
}

// isPersonal reports whether most of the words first to last are given names and surnames,
// two at least.
func (t *Text) isPersonal(first, last int) bool {
	known, words := t.personal(first, last)
	return words >= 2 && known*3 >= words*2
}

// mayBePersonal reports whether a span consists of a given name and of words that are names, or known to nobody.
func (t *Text) mayBePersonal(s Span, isLower func(uint32) bool) bool {
	for k := s.First; k <= s.Last; k++ {
		if t.Words[k].Class&(Given|Surname|RareGiven|Particle) == 0 && !t.isUnknown(k, isLower) {
			return false
		}
	}
	return s.Last > s.First && t.Words[s.First].Class&Given != 0
}

// personal counts the words that are names of persons, and all that are no particles.
func (t *Text) personal(first, last int) (known, words int) {
	for k := first; k <= last && k < len(t.Words); k++ {
		w := &t.Words[k]
		if w.Shape == Lower && w.Class&(Given|Surname) == 0 {
			continue
		}
		words++
		switch {
		case w.Class&(InstitutionHead|CourtHead|LegalForm) != 0 && w.Class&(Given|Surname) == 0:
			return 0, words
		case w.Class&(Given|Surname|RareGiven) != 0 || w.End-w.Start == 1:
			known++
		}
	}
	return known, words
}
