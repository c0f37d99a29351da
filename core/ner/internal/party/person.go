package party

import (
	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/ident"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/place"
)

// Reading of persons' names, shared by the extractors.

// Person is a name found in the text.
type Person struct {
	First, Last int // words, both included
	Start, End  int // code points
	Words       int // without particles
	Score       float64
	Aside       bool // takes no part, see bystander
}

// MaxNameWords bounds a name, particles included.
const MaxNameWords = 9

// NoName are the classes whose words end a name.
const NoName = lex.Common | lex.Function | lex.Identity | lex.Honorific | lex.CourtHead | lex.EntityHead

// NameReading says how strict the reading of a name is.
type NameReading struct {
	Limit     int  // code point where the name must have ended
	Breaks    bool // the name may go on in the next line
	Lowercase bool // small letters are accepted for words of the tables of names
}

// PersonAt reads the name that begins with word i.
func PersonAt(t *doc.Text, i int, how NameReading) (Person, bool) {
	if p, ok := InitialsAt(t, i); ok {
		return p, p.End <= how.Limit
	}
	p := Person{First: i, Last: -1}
	known, givenSeen, surnameSeen := 0, false, false
	for k := i; k < len(t.Words) && k-i < MaxNameWords; k++ {
		w := t.Words[k]
		if int(w.End) > how.Limit || k > i && !JoinsName(t, k-1, how.Breaks) {
			break
		}
		if elidedAt(t, k) {
			continue // counts only with a name behind it
		}
		if w.Class&lex.Particle != 0 && k > i {
			if w.Shape == doc.Upper && w.End-w.Start == 1 && w.Class&lex.Function != 0 {
				break
			}
			continue // counts only with a name behind it
		}
		if p.Words >= 2 && known*2 < 2*p.Words-1 && place.Above(t, i, k) {
			break // Planeación Municipal de San Andrés, and below it a name
		}
		if !NameWordAt(t, k, how.Lowercase) || p.Words >= 2 && w.Shape == doc.Title && w.Class&(lex.Given|lex.Surname) == 0 && t.Words[p.Last].Shape == doc.Upper {
			break
		}
		if t.Seamless && p.Words >= 3 && surnameSeen && w.Class&(lex.Given|lex.Surname) == lex.Given && t.Words[p.Last].Class&lex.Surname != 0 {
			break // the name of another line
		}
		if p.Words >= 4 && surnameSeen && w.Class&lex.Given != 0 && t.Words[p.Last].Class&lex.Surname != 0 && k+1 < len(t.Words) && t.Words[k+1].Class&(lex.Given|lex.Surname) != 0 && JoinsName(t, k, how.Breaks) && NameWordAt(t, k+1, how.Lowercase) {
			break // the comma between two persons was lost
		}
		if w.Class&(lex.Given|lex.Surname) != 0 {
			known++
			givenSeen = givenSeen || w.Class&lex.Given != 0
			surnameSeen = surnameSeen || w.Class&lex.Surname != 0
		}
		p.Words++
		p.Last = k
	}
	if p.Words == 0 || p.Words > 7 {
		return p, false
	}
	p.Start, p.End = int(t.Words[p.First].Start), int(t.Words[p.Last].End)
	p.Score = float64(known) / float64(p.Words)
	if !givenSeen || !surnameSeen {
		p.Score *= 0.8
	}
	if p.Words == 1 {
		p.Score *= 0.3
	}
	return p, true
}

// NameWordAt reports whether word k may be part of a name.
func NameWordAt(t *doc.Text, k int, lowercase bool) bool {
	w := t.Words[k]
	if w.Class&NoName != 0 && w.Class&(lex.Given|lex.Surname) == 0 {
		return false
	}
	switch w.Shape {
	case doc.Title, doc.Mixed:
		return w.Shape == doc.Title || !startsSmall(t, k)
	case doc.Upper:
		return w.End-w.Start > 1 || InitialAt(t, k)
	case doc.Alnum:
		return damagedName(t, k)
	case doc.Lower:
		return lowercase && w.Class&(lex.Given|lex.Surname) != 0
	}
	return false
}

// InitialAt reports whether word k is a letter with a point, as in Ana L. Ruiz.
// "C.C." begins what comes after a name.
func InitialAt(t *doc.Text, k int) bool {
	e := int(t.Words[k].End)
	if e >= len(t.Chars) || t.Chars[e] != '.' || k+1 >= len(t.Words) {
		return false
	}
	if k > 0 && t.Words[k-1].End-t.Words[k-1].Start == 1 && t.Chars[t.Words[k-1].End] == '.' {
		return false // E. S. D.
	}
	next := t.Words[k+1]
	return next.End-next.Start > 2 && next.Shape != doc.Lower && next.Shape != doc.Number && next.Class&NoName == 0
}

func startsSmall(t *doc.Text, k int) bool {
	c := t.ByteAt(int(t.Words[k].Start))
	return 'a' <= c && c <= 'z'
}

// damagedName reports whether word k is letters with one or two of the digits
// that scanners put for letters.
func damagedName(t *doc.Text, k int) bool {
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
	return letters >= 3 && digits <= 2 && !startsSmall(t, k)
}

// elidedAt reports whether word k is a letter with an apostrophe before a name: O'Connor,
// D'ACOSTA.
func elidedAt(t *doc.Text, k int) bool {
	w := t.Words[k]
	if w.End-w.Start != 1 || w.Shape == doc.Lower || w.Shape == doc.Number || k+1 >= len(t.Words) || t.Words[k+1].End-t.Words[k+1].Start < 3 {
		return false
	}
	next := t.Words[k+1].Shape
	gap := string(t.Between(k))
	return (next == doc.Title || next == doc.Upper) && (gap == "'" || gap == `"` || gap == "`")
}

// JoinsName reports whether words k and k+1 may belong to one name by what
// stands between them.
func JoinsName(t *doc.Text, k int, breaks bool) bool {
	if elidedAt(t, k) {
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

// NameOf returns the value of a person.
func NameOf(t *doc.Text, p Person) string { return lex.PersonName(t.Slice(p.Start, p.End)) }

// Persons returns the names that begin between two code points and are
// believable as such.
func Persons(t *doc.Text, from, to int, how NameReading) []Person {
	var out []Person
	how.Limit = to
	for i := t.WordAt(from); i < len(t.Words) && int(t.Words[i].Start) < to; i++ {
		if namesNobody(t, i, how.Lowercase) {
			continue
		}
		if _, n := place.At(t, i); n > 1 && !MoreName(t, i+n-1) {
			i += n - 1
			continue
		}
		if companyAt(t, i) {
			for form := false; !form && i+1 < len(t.Words) && int(t.Words[i+1].Start) < to; i++ {
				form, _ = LooseForm(t, i+1)
			}
			continue // la sociedad Amaya Inmobiliaria S.A.S.
		}
		if n := place.TownOfNumber(t, i); n > 0 {
			i += n - 1
			continue // C.C. 25.111.222 de Miranda Cauca
		}
		if n := place.EndsLine(t, i); n > 0 {
			i += n - 1
			continue // GOBERNACIÓN DE NORTE DE SANTANDER, and below it a name
		}
		if place.CourtHeadAt(t, i) {
			if c, ok := place.CourtAt(t, i); ok && c.End < to {
				i = max(i, t.WordAt(c.End)-1)
				continue
			}
		}
		if ChildAt(t, i) || t.Words[i].Class&lex.Particle != 0 || i > 0 && t.Words[i-1].Class&lex.EntityHead != 0 && t.Words[i-1].Shape != doc.Lower && JoinsName(t, i-1, true) {
			continue
		}
		if i+1 < len(t.Words) && t.Words[i].Class&(lex.Given|lex.Surname) == 0 && t.Words[i+1].Class&lex.Particle != 0 && t.Words[i+1].Shape == doc.Lower {
			continue // Carcelario de Puerto Carreño
		}
		p, ok := PersonAt(t, i, how)
		if !ok {
			continue
		}
		if p.Words >= 2 && (p.Score >= MinName || Identified(t, p) || vouched(t, p)) && !Official(t, p.First, p.Last) {
			p.Aside = Bystander(t, p.First)
			out = append(out, p)
		}
		i = p.Last
	}
	return out
}

// companyAt reports whether the name of a company, which may be like a person's, begins
// with word k: la sociedad Amaya Amaya Inmobiliaria S.A.S.
func companyAt(t *doc.Text, k int) bool {
	if k == 0 || !genericAt(t, k-1) {
		return false
	}
	for n := k; n < len(t.Words) && n < k+MaxNameWords && (n == k || !t.CommaBefore(n)); n++ {
		if form, _ := LooseForm(t, n); form {
			return true
		}
	}
	return false
}

// namesNobody tells of most words in small letters, and of numbers, that no name begins
// with them, nor that of a court or of a place, in which there may be another.
func namesNobody(t *doc.Text, i int, lowercase bool) bool {
	const named = lex.PlaceStart | lex.CourtHead
	switch w := t.Words[i]; w.Shape {
	case doc.Lower:
		return w.Class&named == 0 && (!lowercase || w.Class&(lex.Given|lex.Surname) == 0) && w.End-w.Start != 4 && !t.Lex.Departing.MayHave(t.Folded(i))
	case doc.Number:
		return w.Class == 0
	}
	return false
}

// ChildAt reports whether word i is no surname but says that a child is meant:
// la niña Sofía.
func ChildAt(t *doc.Text, i int) bool {
	switch t.Key(i) {
	case "nino", "nina", "favor":
		return i+1 < len(t.Words) && (t.Words[i+1].Class&lex.Given != 0 || t.Is(i, "favor")) && t.Words[i-min(i, 1)].Class&lex.Function != 0
	}
	return false
}

// Identified reports whether what follows a run of capitals says that it was a
// person: "identificada", "mayor de edad", "abogada", "con C.C.".
func Identified(t *doc.Text, p Person) bool {
	if InstitutionAt(t, p.First) || len(t.Between(p.Last)) > 3 {
		return false
	}
	switch t.Key(p.Last + 1) {
	case "identificado", "identificada", "mayor":
		return t.Key(p.Last+3) != "nit" && t.Key(p.Last+4) != "nit"
	case "abogado", "abogada":
		return true
	case "titular", "portador", "portadora":
		kind, _ := ident.DocumentWords(t, p.Last+3) // titular de cédula
		if kind == "" {
			kind, _ = ident.DocumentWords(t, p.Last+4) // titular de la cédula
		}
		return kind != "" && kind != "nit"
	case "con":
		kind, _ := ident.DocumentWords(t, p.Last+2)
		if kind == "" {
			kind, _ = ident.DocumentWords(t, p.Last+3)
		}
		return kind != "" && kind != "nit"
	}
	return false
}

// vouched reports whether what stands around a name of which the tables know but a word
// says that it is a person's: agente oficiosa de X, vengo por X, X C.C. 52.000.111.
func vouched(t *doc.Text, p Person) bool {
	switch {
	case InstitutionAt(t, p.First):
		return false
	case ChildOf(t, p.First):
		return true
	case p.Score == 0, t.Words[p.First].Class&lex.Given == 0:
		return false
	}
	if kind, next := ident.DocumentWords(t, p.Last+1); kind != "" && kind != "nit" && next <= p.Last+5 && next < len(t.Words) && t.Words[next].Shape == doc.Number {
		return true
	}
	k := p.First - 1
	for n := 0; n < 3 && k > 0 && (t.Words[k].Class&(lex.Honorific|lex.Particle) != 0 || Adjectives[t.Key(k)]); k, n = k-1, n+1 {
	}
	switch t.Key(k) {
	case "oficioso", "oficiosa", "apoderado", "apoderada", "representacion", "mandatario", "mandataria":
		return true
	case "por":
		return t.Is(k-1, "vengo") || t.Is(k-1, "actuo") || t.Is(k-1, "hablo")
	}
	return false
}

// ChildOf reports whether the words before word k say that who files does so for a child
// named there, whatever the child is called: en representación de su hija menor de edad X.
func ChildOf(t *doc.Text, k int) bool {
	kinsman := false
	for n := 1; n <= MaxWard && k-n > 0; n++ {
		switch key := t.Key(k - n); {
		case key == "representacion", key == "nombre" && t.Is(k-n-1, "en"):
			return kinsman
		case key != "de" && key != "del" && !PresentsWard(t, k-n):
			return false
		default:
			kinsman = kinsman || key == "menor" || Kin[key]
		}
	}
	return false
}

// MoreName reports whether a name goes on behind word k.
func MoreName(t *doc.Text, k int) bool {
	return k+1 < len(t.Words) && t.Words[k+1].Class&(lex.Given|lex.Surname) != 0 && JoinsName(t, k, true)
}

// MinName is the score from which a run of capitals is taken for a name where
// nothing else says so.
const MinName = 0.5

// Adjectives say in which way somebody acts for another.
var Adjectives = lex.Set("party.adjectives")

// NameStart returns the first word of the name that word k belongs to.
func NameStart(t *doc.Text, k, from int) int {
	first := k
	for n := 0; n < MaxNameWords && k > 0 && int(t.Words[k-1].Start) >= from; n++ {
		if !JoinsName(t, k-1, true) {
			break
		}
		k--
		if t.Words[k].Class&lex.Particle != 0 {
			continue
		}
		if !NameWordAt(t, k, true) {
			break
		}
		first = k
	}
	return first
}
