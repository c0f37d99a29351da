package ner

import "github.com/cotejo/cotejo/core/ner/internal/lex"

// Where one party of a list ends and the next begins: commas and "y" part
// parties and stand inside their names.

// partyLast returns the last word of the party that begins with word k.
func (t *Text) partyLast(k, to int) int {
	first := k
	if _, n := t.entityAt(k); n > 0 {
		k += n - 1
	}
	for k+1 < len(t.words) && int(t.words[k+1].end) <= to {
		if t.partsParties(first, k) {
			return k
		}
		k++
		if _, n := t.entityAt(k); n > 1 && int(t.words[k+n-1].end) <= to {
			k += n - 1
		}
	}
	return k
}

// partsParties reports whether one party ends with word k and another begins
// with what follows.
func (t *Text) partsParties(first, k int) bool {
	comma := false
	if t.nextItem(first, k+1) {
		return true
	}
	if reaches[t.key(k+1)] && t.blankBetween(k) {
		return false // Fiscalía Segunda, and below it Seccional de Cali
	}
	for i, c := range t.between(k) {
		switch c {
		case ';', '|', lex.ByteSymbol:
			return true
		case '\n':
			if form, n := t.formAt(k + 1); form && t.words[k+1].shape != lower && (k+1+n >= len(t.words) || !t.joinsName(k+n, false) || t.words[k+1+n].shape == lower || t.words[k+1+n].class&lex.Function != 0) {
				return false // ASOCIACIÓN MUTUAL SER, and below it EPS
			}
			if t.dashBefore(k+1) || k == first && t.words[k].class&lex.EntityHead != 0 && (!whole[t.key(k)] || t.wrapped(int(t.words[k].end))) {
				continue // FIDUPREVISORA S.A. -, and below it FOMAG; COLEGIO, and below it LICEO MODERNO
			}
			if (!t.wrapped(int(t.words[k].end)) || t.closed(first, k) || t.wholeAbove(k)) && !t.sameInstitution(first, k+1) {
				if t.beginsParty(k + 1) {
					return true
				}
				if !t.is(k+1, "y") && !t.is(k+1, "e") { // a conjunction parts as it does within a line
					return false
				}
			}
		case '/', ',':
			comma = comma || !(i == 0 && len(t.between(k)) == 1 && t.lone(k) && t.lone(k+1)) // S,A, read for S.A.
		}
	}
	if t.dashBefore(k+1) && t.endsForm(first, k) && t.words[k+1].class&lex.EntityHead != 0 && !branches[t.key(k+1)] && !t.sameInstitution(first, k+1) {
		return true // MUTUAL SER EPS - CLÍNICA DEL NORTE
	}
	next := k + 1
	and := (t.is(next, "y") || t.is(next, "e")) && lex.IsSpace(t.cp[t.words[next].start-1]) && lex.IsSpace(t.cp[min(int(t.words[next].end), len(t.cp)-1)])
	if and && t.is(k, "consulta") && t.is(next+1, "servicio") {
		return false // Sala de Consulta y Servicio Civil
	}
	if and && k == first && t.is(k, "carcel") && t.is(next+1, "penitenciaria") {
		return false // Cárcel y Penitenciaría de Media Seguridad
	}
	if and {
		next++
		if t.is(next, "o") {
			next++
		}
		if t.is(next, "de") && t.words[next].shape == t.words[next-1].shape && t.lastOfName(next+1) {
			return false // Revisión Militar y de Policía
		}
		if t.namesAnother(first, k, next, comma) {
			return true
		}
		if article := t.key(next); next+1 < len(t.words) && t.words[next].shape == lower && (article == "la" || article == "el" || article == "los" || article == "las") {
			next++
			if offices[t.key(next)] && t.words[next].shape == title {
				return true // y el Inspector Primero de Policía
			}
		}
		if next >= len(t.words) {
			return false
		}
	}
	if (comma || and) && t.is(next, "la") && t.is(next+1, "sucesion") || and && t.is(next, "sucesion") {
		return true // Leasing Bancolombia S.A., la sucesión de X
	}
	if !comma && !and {
		return false
	}
	if comma && !and && t.words[next].shape == lower && t.articleAt(next) && string(t.between(next-1)) == ", " {
		return true // X, el Convenio Y
	}
	if t.words[next].class&lex.LegalForm != 0 && t.words[next].shape == upper && !and {
		return false
	}
	if t.sameInstitution(first, next) || comma && !and && t.mattersOf(first, next) {
		return false
	}
	if k == first && !and && t.words[k].class&lex.EntityHead != 0 && t.formFollows(next) {
		return false // TEXTILES, CONFECCIONES Y MODA S.A.
	}
	if t.beginsParty(next) {
		return and || !t.acronymOf(first, k, next) && t.phraseAny(next, tails) == 0
	}
	if t.words[k].shape == upper && t.words[next].shape == title && t.words[k].end-t.words[k].start > 3 && t.words[next].end-t.words[next].start > 3 {
		return true // written in capitals before, not after
	}
	if and {
		if _, n := t.entityAt(first); n > 0 && k > first+n-1 && !t.hasForm(first, k) && t.formFollows(next) {
			return false // COLFONDOS PENSIONES Y CESANTÍAS S.A.
		}
		if t.townsOwn(first, k) && t.words[next].shape != lower && t.formFollows(next) {
			return true // Alcaldía de Pitalito y Empitalito E.S.P.
		}
		return t.completeEntity(first, k) && t.words[next].shape != lower || t.endsForm(first, k) && t.words[next].shape != lower || t.completePerson(first, k) && t.words[next].shape != lower
	}
	if t.words[next].shape == lower || t.words[next].shape == number || t.phraseAny(next, tails) > 0 {
		return false
	}
	if !t.hasForm(first, k) && t.formFollows(next) {
		return false // ASEO, LIMPIEZA Y CAFETERÍA S.A.S.
	}
	if _, n := t.placeAt(next); n > 0 {
		return false
	}
	return !t.acronymOf(first, k, next)
}

// whole are the words for institutions that name one without another word, as
// the town's own: ALCALDÍA. Of others a name follows: COLEGIO.
var whole = map[string]bool{"alcaldia": true, "gobernacion": true, "personeria": true, "fiscalia": true, "procuraduria": true, "contraloria": true, "defensoria": true, "policia": true,
	"ejercito": true, "armada": true, "registraduria": true, "secretaria": true, "inspeccion": true, "comisaria": true, "notaria": true, "nacion": true, "estado": true, "concejo": true,
	"asamblea": true, "municipio": true, "departamento": true, "distrito": true, "presidencia": true, "rama": true, "senado": true, "congreso": true}

// townsOwn reports whether words first to k name a town's own institution, whole
// with the town: Alcaldía Municipal de Pitalito.
func (t *Text) townsOwn(first, k int) bool {
	if !whole[t.key(first)] {
		return false
	}
	for next := first + 1; next <= k && next <= first+3; next++ {
		if t.words[next-1].class&lex.Particle != 0 {
			if _, n := t.placeAt(next); n > 0 {
				return next+n-1 == k
			}
		}
	}
	return false
}

// endsForm reports whether word k, of a name that begins with word first, is
// the last of a legal form: EPS, S.A.
func (t *Text) endsForm(first, k int) bool {
	return t.words[k].class&lex.LegalForm != 0 || t.words[k].end-t.words[k].start == 1 && t.hasForm(max(first, k-3), k) ||
		t.is(k, "c") && t.is(k-1, "en") && t.is(k-2, "s") || t.is(k, "enc") && t.is(k-1, "s") ||
		t.is(k, "as") && t.is(k-1, "s") && t.dotted(k)
}

// branches are parts of an institution, named behind a dash.
var branches = map[string]bool{"regional": true, "seccional": true, "oficina": true, "direccion": true, "subdireccion": true, "unidad": true, "agencia": true, "sucursal": true,
	"eps": true, "ips": true, "epss": true, "epsi": true, "ese": true, "arl": true, "afp": true, "entidad": true, "empresa": true, "grupo": true, "sociedad": true, "servicio": true, "servicios": true}

// wholeAbove reports whether a name is whole with word k, at the end of a line,
// however full: a legal form ends it, or a known institution begins below.
func (t *Text) wholeAbove(k int) bool {
	if t.endsForm(0, k) {
		return true
	}
	_, n := t.entityAt(k + 1)
	return n > 1 && t.words[k].class&(lex.Function|lex.Particle|lex.EntityHead) == 0 && !t.dashBefore(k+1)
}

// reaches say right behind an institution's name how far its competence reaches.
var reaches = map[string]bool{"seccional": true, "regional": true, "local": true, "delegada": true, "delegado": true, "territorial": true, "zonal": true, "departamental": true, "distrital": true}

// closed reports whether words first to k are a whole name: one that is known,
// or one with its acronym behind a dash.
func (t *Text) closed(first, k int) bool {
	w := t.words[k]
	return t.completeEntity(first, k) || k > first+1 && w.shape == upper && w.end-w.start >= 3 && t.dashBefore(k) && t.lex.Institutional[string(t.folded(k))] == ""
}

// beginsParty reports whether a party of its own begins with word k, after an
// article or a title if need be.
func (t *Text) beginsParty(k int) bool {
	for n := 0; n < 3 && k < len(t.words); n++ {
		if _, used := t.entityAt(k); used > 0 {
			return true
		}
		w := t.words[k]
		if w.class&lex.Honorific != 0 {
			return true
		}
		if w.class&(lex.EntityHead|lex.CourtHead) != 0 && w.shape != lower {
			return true
		}
		if t.genericAt(k) {
			return true
		}
		if p, ok := t.personAt(k, nameReading{limit: t.Len(), breaks: true}); ok && p.words >= 2 && p.score >= 0.6 && t.words[k].class&lex.Given != 0 {
			return true
		}
		if w.class&lex.Function == 0 {
			return false
		}
		k++
	}
	return false
}

// genericAt reports whether word k says in small letters what kind of thing the
// name behind it names: la empresa Ciudad Limpia.
func (t *Text) genericAt(k int) bool {
	if k+1 >= len(t.words) || t.words[k].shape != lower || t.words[k+1].shape == lower || t.words[k+1].shape == number || string(t.between(k)) != " " {
		return false
	}
	switch t.key(k) {
	case "ciudadano", "ciudadana", "ciudadanos", "ciudadanas":
		return true // y los ciudadanos X y Y
	case "empresa", "sociedad", "entidad", "compania", "firma", "ips", "eps", "corporacion", "institucion":
		return true
	}
	return false
}

// completeEntity reports whether words first to k are a known entity, with an
// acronym behind it or not.
func (t *Text) completeEntity(first, k int) bool {
	_, n := t.entityAt(first)
	if n == 0 {
		return false
	}
	return first+n-1 >= k-1
}

// completePerson reports whether words first to k are a person's name.
func (t *Text) completePerson(first, k int) bool {
	p, ok := t.personAt(first, nameReading{limit: t.Len(), breaks: true})
	return ok && p.last == k && p.words >= 2 && p.score >= minName
}
