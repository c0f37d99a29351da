package ner

import (
	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/ident"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/place"
)

// Reading of persons' names, shared by the extractors.

// person is a name found in the text.
type person struct {
	first, last int // words, both included
	start, end  int // code points
	words       int // without particles
	score       float64
	aside       bool // takes no part, see bystander
}

// maxNameWords bounds a name, particles included.
const maxNameWords = 9

// noName are the classes whose words end a name.
const noName = lex.Common | lex.Function | lex.Identity | lex.Honorific | lex.CourtHead | lex.EntityHead

// nameReading says how strict the reading of a name is.
type nameReading struct {
	limit     int  // code point where the name must have ended
	breaks    bool // the name may go on in the next line
	lowercase bool // small letters are accepted for words of the tables of names
}

// personAt reads the name that begins with word i.
func (t *Text) personAt(i int, how nameReading) (person, bool) {
	if p, ok := t.initialsAt(i); ok {
		return p, p.end <= how.limit
	}
	p := person{first: i, last: -1}
	known, givenSeen, surnameSeen := 0, false, false
	for k := i; k < len(t.Words) && k-i < maxNameWords; k++ {
		w := t.Words[k]
		if int(w.End) > how.limit || k > i && !t.joinsName(k-1, how.breaks) {
			break
		}
		if t.elidedAt(k) {
			continue // counts only with a name behind it
		}
		if w.Class&lex.Particle != 0 && k > i {
			if w.Shape == doc.Upper && w.End-w.Start == 1 && w.Class&lex.Function != 0 {
				break
			}
			continue // counts only with a name behind it
		}
		if p.words >= 2 && known*2 < 2*p.words-1 && place.Above(t.Text, i, k) {
			break // Planeación Municipal de San Andrés, and below it a name
		}
		if !t.nameWordAt(k, how.lowercase) || p.words >= 2 && w.Shape == doc.Title && w.Class&(lex.Given|lex.Surname) == 0 && t.Words[p.last].Shape == doc.Upper {
			break
		}
		if t.Seamless && p.words >= 3 && surnameSeen && w.Class&(lex.Given|lex.Surname) == lex.Given && t.Words[p.last].Class&lex.Surname != 0 {
			break // the name of another line
		}
		if p.words >= 4 && surnameSeen && w.Class&lex.Given != 0 && t.Words[p.last].Class&lex.Surname != 0 && k+1 < len(t.Words) && t.Words[k+1].Class&(lex.Given|lex.Surname) != 0 && t.joinsName(k, how.breaks) && t.nameWordAt(k+1, how.lowercase) {
			break // the comma between two persons was lost
		}
		if w.Class&(lex.Given|lex.Surname) != 0 {
			known++
			givenSeen = givenSeen || w.Class&lex.Given != 0
			surnameSeen = surnameSeen || w.Class&lex.Surname != 0
		}
		p.words++
		p.last = k
	}
	if p.words == 0 || p.words > 7 {
		return p, false
	}
	p.start, p.end = int(t.Words[p.first].Start), int(t.Words[p.last].End)
	p.score = float64(known) / float64(p.words)
	if !givenSeen || !surnameSeen {
		p.score *= 0.8
	}
	if p.words == 1 {
		p.score *= 0.3
	}
	return p, true
}

// nameWordAt reports whether word k may be part of a name.
func (t *Text) nameWordAt(k int, lowercase bool) bool {
	w := t.Words[k]
	if w.Class&noName != 0 && w.Class&(lex.Given|lex.Surname) == 0 {
		return false
	}
	switch w.Shape {
	case doc.Title, doc.Mixed:
		return w.Shape == doc.Title || !t.startsSmall(k)
	case doc.Upper:
		return w.End-w.Start > 1 || t.initialAt(k)
	case doc.Alnum:
		return t.damagedName(k)
	case doc.Lower:
		return lowercase && w.Class&(lex.Given|lex.Surname) != 0
	}
	return false
}

// initialAt reports whether word k is a letter with a point, as in Ana L. Ruiz.
// "C.C." begins what comes after a name.
func (t *Text) initialAt(k int) bool {
	e := int(t.Words[k].End)
	if e >= len(t.Chars) || t.Chars[e] != '.' || k+1 >= len(t.Words) {
		return false
	}
	if k > 0 && t.Words[k-1].End-t.Words[k-1].Start == 1 && t.Chars[t.Words[k-1].End] == '.' {
		return false // E. S. D.
	}
	next := t.Words[k+1]
	return next.End-next.Start > 2 && next.Shape != doc.Lower && next.Shape != doc.Number && next.Class&noName == 0
}

func (t *Text) startsSmall(k int) bool {
	c := t.ByteAt(int(t.Words[k].Start))
	return 'a' <= c && c <= 'z'
}

// damagedName reports whether word k is letters with one or two of the digits
// that scanners put for letters.
func (t *Text) damagedName(k int) bool {
	letters, digits := 0, 0
	for _, c := range t.Folded(k) {
		switch c {
		case '0', '1', '5', '8', '4', '6':
			digits++
		default:
			if lex.IsDigit(c) {
				return false
			}
			letters++
		}
	}
	return letters >= 3 && digits <= 2 && !t.startsSmall(k)
}

// elidedAt reports whether word k is a letter with an apostrophe before a name: O'Connor,
// D'ACOSTA.
func (t *Text) elidedAt(k int) bool {
	w := t.Words[k]
	if w.End-w.Start != 1 || w.Shape == doc.Lower || w.Shape == doc.Number || k+1 >= len(t.Words) || t.Words[k+1].End-t.Words[k+1].Start < 3 {
		return false
	}
	next := t.Words[k+1].Shape
	gap := string(t.Between(k))
	return (next == doc.Title || next == doc.Upper) && (gap == "'" || gap == `"` || gap == "`")
}

// joinsName reports whether words k and k+1 may belong to one name by what
// stands between them.
func (t *Text) joinsName(k int, breaks bool) bool {
	if t.elidedAt(k) {
		return true
	}
	gap := t.Between(k)
	blanks, lines := 0, 0
	for _, c := range gap {
		switch {
		case c == '\n':
			lines++
		case lex.IsBlank(c):
			blanks++
		case c == '.':
			if n := t.Words[k].End - t.Words[k].Start; n > 2 && !t.Is(k, "vda") {
				return false
			}
		case c == '-' || c == '\'' || c == '`':
			if len(gap) > 1 {
				return false
			}
		default:
			return false
		}
	}
	if lines > 0 {
		return breaks && lines == 1 && t.Wrapped(int(t.Words[k].End))
	}
	return blanks <= 1 || blanks <= 3 && !t.Flat
}

// name returns the value of a person.
func (t *Text) name(p person) string { return lex.PersonName(t.Slice(p.start, p.end)) }

// persons returns the names that begin between two code points and are
// believable as such.
func (t *Text) persons(from, to int, how nameReading) []person {
	var out []person
	how.limit = to
	for i := t.WordAt(from); i < len(t.Words) && int(t.Words[i].Start) < to; i++ {
		if t.namesNobody(i, how.lowercase) {
			continue
		}
		if _, n := place.At(t.Text, i); n > 1 && !t.moreName(i+n-1) {
			i += n - 1
			continue
		}
		if t.companyAt(i) {
			for form := false; !form && i+1 < len(t.Words) && int(t.Words[i+1].Start) < to; i++ {
				form, _ = t.looseForm(i + 1)
			}
			continue // la sociedad Amaya Inmobiliaria S.A.S.
		}
		if n := place.TownOfNumber(t.Text, i); n > 0 {
			i += n - 1
			continue // C.C. 25.111.222 de Miranda Cauca
		}
		if n := place.EndsLine(t.Text, i); n > 0 {
			i += n - 1
			continue // GOBERNACIÓN DE NORTE DE SANTANDER, and below it a name
		}
		if place.CourtHeadAt(t.Text, i) {
			if c, ok := place.CourtAt(t.Text, i); ok && c.End < to {
				i = max(i, t.WordAt(c.End)-1)
				continue
			}
		}
		if t.childAt(i) || t.Words[i].Class&lex.Particle != 0 || i > 0 && t.Words[i-1].Class&lex.EntityHead != 0 && t.Words[i-1].Shape != doc.Lower && t.joinsName(i-1, true) {
			continue
		}
		if i+1 < len(t.Words) && t.Words[i].Class&(lex.Given|lex.Surname) == 0 && t.Words[i+1].Class&lex.Particle != 0 && t.Words[i+1].Shape == doc.Lower {
			continue // Carcelario de Puerto Carreño
		}
		p, ok := t.personAt(i, how)
		if !ok {
			continue
		}
		if p.words >= 2 && (p.score >= minName || t.identified(p) || t.vouched(p)) && !t.official(p.first, p.last) {
			p.aside = t.bystander(p.first)
			out = append(out, p)
		}
		i = p.last
	}
	return out
}

// companyAt reports whether the name of a company, which may be like a person's, begins
// with word k: la sociedad Amaya Amaya Inmobiliaria S.A.S.
func (t *Text) companyAt(k int) bool {
	if k == 0 || !t.genericAt(k-1) {
		return false
	}
	for n := k; n < len(t.Words) && n < k+maxNameWords && (n == k || !t.CommaBefore(n)); n++ {
		if form, _ := t.looseForm(n); form {
			return true
		}
	}
	return false
}

// namesNobody tells of most words in small letters, and of numbers, that no name begins
// with them, nor that of a court or of a place, in which there may be another.
func (t *Text) namesNobody(i int, lowercase bool) bool {
	const named = lex.PlaceStart | lex.CourtHead
	switch w := t.Words[i]; w.Shape {
	case doc.Lower:
		return w.Class&named == 0 && (!lowercase || w.Class&(lex.Given|lex.Surname) == 0) && w.End-w.Start != 4 && !t.Lex.Departing.MayHave(t.Folded(i))
	case doc.Number:
		return w.Class == 0
	}
	return false
}

// childAt reports whether word i is no surname but says that a child is meant:
// la niña Sofía.
func (t *Text) childAt(i int) bool {
	switch t.Key(i) {
	case "nino", "nina", "favor":
		return i+1 < len(t.Words) && (t.Words[i+1].Class&lex.Given != 0 || t.Is(i, "favor")) && t.Words[i-min(i, 1)].Class&lex.Function != 0
	}
	return false
}

// identified reports whether what follows a run of capitals says that it was a
// person: "identificada", "mayor de edad", "con C.C.".
func (t *Text) identified(p person) bool {
	if t.institutionAt(p.first) || len(t.Between(p.last)) > 3 {
		return false
	}
	switch t.Key(p.last + 1) {
	case "identificado", "identificada", "mayor":
		return t.Key(p.last+3) != "nit" && t.Key(p.last+4) != "nit"
	case "titular", "portador", "portadora":
		kind, _ := ident.DocumentWords(t.Text, p.last+3) // titular de cédula
		if kind == "" {
			kind, _ = ident.DocumentWords(t.Text, p.last+4) // titular de la cédula
		}
		return kind != "" && kind != "nit"
	case "con":
		kind, _ := ident.DocumentWords(t.Text, p.last+2)
		if kind == "" {
			kind, _ = ident.DocumentWords(t.Text, p.last+3)
		}
		return kind != "" && kind != "nit"
	}
	return false
}

// vouched reports whether what stands around a name of which the tables know but a word
// says that it is a person's: agente oficiosa de X, vengo por X, X C.C. 52.000.111.
func (t *Text) vouched(p person) bool {
	switch {
	case t.institutionAt(p.first):
		return false
	case t.childOf(p.first):
		return true
	case p.score == 0, t.Words[p.first].Class&lex.Given == 0:
		return false
	}
	if kind, next := ident.DocumentWords(t.Text, p.last+1); kind != "" && kind != "nit" && next <= p.last+5 && next < len(t.Words) && t.Words[next].Shape == doc.Number {
		return true
	}
	k := p.first - 1
	for n := 0; n < 3 && k > 0 && (t.Words[k].Class&(lex.Honorific|lex.Particle) != 0 || adjectives[t.Key(k)]); k, n = k-1, n+1 {
	}
	switch t.Key(k) {
	case "oficioso", "oficiosa", "apoderado", "apoderada", "representacion", "mandatario", "mandataria":
		return true
	case "por":
		return t.Is(k-1, "vengo") || t.Is(k-1, "actuo") || t.Is(k-1, "hablo")
	}
	return false
}

// childOf reports whether the words before word k say that who files does so for a child
// named there, whatever the child is called: en representación de su hija menor de edad X.
func (t *Text) childOf(k int) bool {
	kinsman := false
	for n := 1; n <= maxWard && k-n > 0; n++ {
		switch key := t.Key(k - n); {
		case key == "representacion", key == "nombre" && t.Is(k-n-1, "en"):
			return kinsman
		case key != "de" && key != "del" && !t.presentsWard(k-n):
			return false
		default:
			kinsman = kinsman || key == "menor" || kin[key]
		}
	}
	return false
}

// moreName reports whether a name goes on behind word k.
func (t *Text) moreName(k int) bool {
	return k+1 < len(t.Words) && t.Words[k+1].Class&(lex.Given|lex.Surname) != 0 && t.joinsName(k, true)
}

// minName is the score from which a run of capitals is taken for a name where
// nothing else says so.
const minName = 0.5
