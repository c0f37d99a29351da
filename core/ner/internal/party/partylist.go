package party

import (
	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/place"
)

// Where one party of a list ends and the next begins: commas and "y" part
// parties and stand inside their names.

// Last returns the last word of the party that begins with word k.
func Last(t *doc.Text, k, to int) int {
	first := k
	if _, n := EntityAt(t, k); n > 0 {
		k += n - 1
	}
	for k+1 < len(t.Words) && int(t.Words[k+1].End) <= to {
		if partsParties(t, first, k) {
			return k
		}
		k++
		if _, n := EntityAt(t, k); n > 1 && int(t.Words[k+n-1].End) <= to {
			k += n - 1
		}
	}
	return k
}

// partsParties reports whether one party ends with word k and another begins
// with what follows.
func partsParties(t *doc.Text, first, k int) bool {
	comma := false
	if nextItem(t, first, k+1) {
		return true
	}
	if Reaches[t.Key(k+1)] && t.BlankBetween(k) {
		return false // Fiscalía Segunda, and below it Seccional de Cali
	}
	for i, c := range t.Between(k) {
		switch c {
		case ';', '|', lex.ByteSymbol:
			return true
		case '\n':
			if form, n := FormAt(t, k+1); form && t.Words[k+1].Shape != doc.Lower && (k+1+n >= len(t.Words) || !JoinsName(t, k+n, false) || t.Words[k+1+n].Shape == doc.Lower || t.Words[k+1+n].Class&lex.Function != 0) {
				return false // ASOCIACIÓN MUTUAL SER, and below it EPS
			}
			if t.DashBefore(k+1) || k == first && t.Words[k].Class&lex.EntityHead != 0 && (!whole[t.Key(k)] || t.Wrapped(int(t.Words[k].End))) {
				continue // FIDUPREVISORA S.A. -, and below it FOMAG; COLEGIO, and below it LICEO MODERNO
			}
			if (!t.Wrapped(int(t.Words[k].End)) || closed(t, first, k) || wholeAbove(t, k)) && !sameInstitution(t, first, k+1) {
				if Begins(t, k+1) {
					return true
				}
				if !t.Is(k+1, "y") && !t.Is(k+1, "e") { // a conjunction parts as it does within a line
					return false
				}
			}
		case '/', ',':
			comma = comma || !(i == 0 && len(t.Between(k)) == 1 && t.Lone(k) && t.Lone(k+1)) // S,A, read for S.A.
		}
	}
	if t.DashBefore(k+1) && EndsForm(t, first, k) && t.Words[k+1].Class&lex.EntityHead != 0 && !branches[t.Key(k+1)] && !sameInstitution(t, first, k+1) {
		return true // MUTUAL SER EPS - CLÍNICA DEL NORTE
	}
	next := k + 1
	and := (t.Is(next, "y") || t.Is(next, "e")) && lex.IsSpace(t.Chars[t.Words[next].Start-1]) && lex.IsSpace(t.Chars[min(int(t.Words[next].End), len(t.Chars)-1)])
	if and && t.Is(k, "consulta") && t.Is(next+1, "servicio") {
		return false // Sala de Consulta y Servicio Civil
	}
	if and && k == first && t.Is(k, "carcel") && t.Is(next+1, "penitenciaria") {
		return false // Cárcel y Penitenciaría de Media Seguridad
	}
	if and {
		next++
		if t.Is(next, "o") {
			next++
		}
		if t.Is(next, "de") && t.Words[next].Shape == t.Words[next-1].Shape && lastOfName(t, next+1) {
			return false // Revisión Militar y de Policía
		}
		if namesAnother(t, first, k, next, comma) {
			return true
		}
		if article := t.Key(next); next+1 < len(t.Words) && t.Words[next].Shape == doc.Lower && (article == "la" || article == "el" || article == "los" || article == "las") {
			next++
			if offices[t.Key(next)] && t.Words[next].Shape == doc.Title {
				return true // y el Inspector Primero de Policía
			}
		}
		if next >= len(t.Words) {
			return false
		}
	}
	return (comma || and) && beginsAnother(t, first, k, next, comma, and)
}

// beginsAnother reports whether a party ends with word k that begins with word first, and
// another begins with word next. comma and and say what stands between them.
func beginsAnother(t *doc.Text, first, k, next int, comma, and bool) bool {
	if t.Is(next, "la") && t.Is(next+1, "sucesion") || and && t.Is(next, "sucesion") {
		return true // Leasing Bancolombia S.A., la sucesión de X
	}
	if comma && !and && t.Words[next].Shape == doc.Lower && ArticleAt(t, next) && string(t.Between(next-1)) == ", " {
		return true // X, el Convenio Y
	}
	if t.Words[next].Class&lex.LegalForm != 0 && t.Words[next].Shape == doc.Upper && !and {
		return false
	}
	if sameInstitution(t, first, next) || comma && !and && mattersOf(t, first, next) {
		return false
	}
	if k == first && !and && t.Words[k].Class&lex.EntityHead != 0 && formFollows(t, next) {
		return false // TEXTILES, CONFECCIONES Y MODA S.A.
	}
	if Begins(t, next) {
		return and || !acronymOf(t, first, k, next) && t.PhraseAny(next, tails) == 0
	}
	if t.Words[k].Shape == doc.Upper && t.Words[next].Shape == doc.Title && t.Words[k].End-t.Words[k].Start > 3 && t.Words[next].End-t.Words[next].Start > 3 {
		return true // written in capitals before, not after
	}
	if and {
		if _, n := EntityAt(t, first); n > 0 && k > first+n-1 && !hasForm(t, first, k) && formFollows(t, next) {
			return false // COLFONDOS PENSIONES Y CESANTÍAS S.A.
		}
		if townsOwn(t, first, k) && t.Words[next].Shape != doc.Lower && formFollows(t, next) {
			return true // Alcaldía de Pitalito y Empitalito E.S.P.
		}
		return completeEntity(t, first, k) && t.Words[next].Shape != doc.Lower || EndsForm(t, first, k) && t.Words[next].Shape != doc.Lower || completePerson(t, first, k) && t.Words[next].Shape != doc.Lower
	}
	if t.Words[next].Shape == doc.Lower || t.Words[next].Shape == doc.Number || t.PhraseAny(next, tails) > 0 {
		return false
	}
	if !hasForm(t, first, k) && formFollows(t, next) {
		return false // ASEO, LIMPIEZA Y CAFETERÍA S.A.S.
	}
	if _, n := place.At(t, next); n > 0 {
		return false
	}
	return !acronymOf(t, first, k, next)
}

// whole are the words for institutions that name one without another word, as
// the town's own: ALCALDÍA. Of others a name follows: COLEGIO.
var whole = lex.Set("party.whole")

// townsOwn reports whether words first to k name a town's own institution, whole
// with the town: Alcaldía Municipal de Pitalito.
func townsOwn(t *doc.Text, first, k int) bool {
	if !whole[t.Key(first)] {
		return false
	}
	for next := first + 1; next <= k && next <= first+3; next++ {
		if t.Words[next-1].Class&lex.Particle != 0 {
			if _, n := place.At(t, next); n > 0 {
				return next+n-1 == k
			}
		}
	}
	return false
}

// EndsForm reports whether word k, of a name that begins with word first, is
// the last of a legal form: EPS, S.A.
func EndsForm(t *doc.Text, first, k int) bool {
	return t.Words[k].Class&lex.LegalForm != 0 || t.Words[k].End-t.Words[k].Start == 1 && hasForm(t, max(first, k-3), k) ||
		t.Is(k, "c") && t.Is(k-1, "en") && t.Is(k-2, "s") || t.Is(k, "enc") && t.Is(k-1, "s") ||
		t.Is(k, "as") && t.Is(k-1, "s") && t.Dotted(k)
}

// branches are parts of an institution, named behind a dash.
var branches = lex.Set("party.branches")

// wholeAbove reports whether a name is whole with word k, at the end of a line,
// however full: a legal form ends it, or a known institution begins below.
func wholeAbove(t *doc.Text, k int) bool {
	if EndsForm(t, 0, k) {
		return true
	}
	_, n := EntityAt(t, k+1)
	return n > 1 && t.Words[k].Class&(lex.Function|lex.Particle|lex.EntityHead) == 0 && !t.DashBefore(k+1)
}

// Reaches say right behind an institution's name how far its competence reaches.
var Reaches = lex.Set("party.reaches")

// closed reports whether words first to k are a whole name: one that is known,
// or one with its acronym behind a dash.
func closed(t *doc.Text, first, k int) bool {
	w := t.Words[k]
	return completeEntity(t, first, k) || k > first+1 && w.Shape == doc.Upper && w.End-w.Start >= 3 && t.DashBefore(k) && t.Lex.Institutional[string(t.Folded(k))] == ""
}

// Begins reports whether a party of its own begins with word k, after an
// article or a title if need be.
func Begins(t *doc.Text, k int) bool {
	for n := 0; n < 3 && k < len(t.Words); n++ {
		if _, used := EntityAt(t, k); used > 0 {
			return true
		}
		w := t.Words[k]
		if w.Class&lex.Honorific != 0 {
			return true
		}
		if w.Class&(lex.EntityHead|lex.CourtHead) != 0 && w.Shape != doc.Lower {
			return true
		}
		if genericAt(t, k) {
			return true
		}
		if p, ok := PersonAt(t, k, NameReading{Limit: t.Len(), Breaks: true}); ok && p.Words >= 2 && p.Score >= 0.6 && t.Words[k].Class&lex.Given != 0 {
			return true
		}
		if w.Class&lex.Function == 0 {
			return false
		}
		k++
	}
	return false
}

// genericAt reports whether word k says in small letters what kind of thing the
// name behind it names: la empresa Ciudad Limpia.
func genericAt(t *doc.Text, k int) bool {
	if k+1 >= len(t.Words) || t.Words[k].Shape != doc.Lower || t.Words[k+1].Shape == doc.Lower || t.Words[k+1].Shape == doc.Number || string(t.Between(k)) != " " {
		return false
	}
	switch t.Key(k) {
	case "ciudadano", "ciudadana", "ciudadanos", "ciudadanas":
		return true // y los ciudadanos X y Y
	case "empresa", "sociedad", "entidad", "compania", "firma", "ips", "eps", "corporacion", "institucion":
		return true
	}
	return false
}

// completeEntity reports whether words first to k are a known entity, with an
// acronym behind it or not.
func completeEntity(t *doc.Text, first, k int) bool {
	_, n := EntityAt(t, first)
	if n == 0 {
		return false
	}
	return first+n-1 >= k-1
}

// completePerson reports whether words first to k are a person's name.
func completePerson(t *doc.Text, first, k int) bool {
	p, ok := PersonAt(t, first, NameReading{Limit: t.Len(), Breaks: true})
	return ok && p.Last == k && p.Words >= 2 && p.Score >= MinName
}

// ArticleAt reports whether word k is an article before a name.
func ArticleAt(t *doc.Text, k int) bool {
	switch t.Key(k) {
	case "la", "el", "las", "los":
		return k+1 < len(t.Words) && t.Words[k+1].Shape != doc.Lower
	}
	return false
}
