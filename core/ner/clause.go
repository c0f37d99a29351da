package ner

import (
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Where the naming of parties ends and a clause about them begins.

// partyEnd returns where the naming of parties that begins at position from
// ends: before a clause about them, the end of the sentence or of the
// paragraph, at limit at the latest.
func (t *Text) partyEnd(from, limit int) int {
	k := t.wordAt(from)
	start := k
	for ; k < len(t.words) && int(t.words[k].end) <= limit && k-start < 400; k++ {
		if k > start && (t.endsParty(k-1) || t.clauseAt(k) || t.turnsSmall(k) || t.turnsBelow(k)) {
			break
		}
	}
	if k == start {
		return from
	}
	return int(t.words[k-1].end)
}

// turnsSmall reports whether word k is small behind a name in capitals and no
// word that joins parts of one.
func (t *Text) turnsSmall(k int) bool {
	w, before := t.words[k], t.words[k-1]
	if w.shape != lower || before.shape != upper || before.end-before.start < 3 || w.class&lex.Particle != 0 {
		return false
	}
	switch t.key(k) {
	case "y", "e", "o", "el", "a", "en", "para", "i", "de", "al", "con":
		return t.is(k, "para") && t.words[min(k+1, len(t.words)-1)].shape == lower
	}
	return true
}

// turnsBelow reports whether word k begins a line in small letters, with one
// capital, below a name in capitals, and no party: USPEC, and below it El suscrito.
func (t *Text) turnsBelow(k int) bool {
	w, before := t.words[k], t.words[k-1]
	if w.shape != title || before.shape != upper || before.end-before.start < 3 || before.class&(lex.Function|lex.Particle|lex.EntityHead) != 0 {
		return false
	}
	if gap := t.between(k - 1); len(gap) > 3 || strings.IndexByte(string(gap), '\n') < 0 || strings.IndexByte(string(gap), ',') >= 0 || t.dashBefore(k) {
		return false
	}
	return k+1 < len(t.words) && t.words[k+1].shape == lower && !t.beginsParty(k)
}

// endsParty reports whether the parties end between words k and k+1.
func (t *Text) endsParty(k int) bool {
	lines := 0
	if t.flat && t.wideGap(k) {
		return true
	}
	for n, c := range t.between(k) {
		switch c {
		case '\n':
			if lines++; lines > 1 || t.reports(k+1) || t.beginsSection(k+1) || t.colonSoon(k+1) && !t.wrapped(int(t.words[k].end)) {
				return true
			}
		case ':':
			return true
		case '.':
			if (n == 0 || n == 1 && t.between(k)[0] == ')') && t.pointEnds(k) {
				return true
			}
		}
	}
	return false
}

// beginsSection reports whether a section of the paper begins with word k.
func (t *Text) beginsSection(k int) bool {
	return k < len(t.words) && slices.ContainsFunc(t.sections, func(s Section) bool { return s.Kind != Heading && s.Start == int(t.words[k].start) })
}

// colonSoon reports whether a label of few words begins with word k.
func (t *Text) colonSoon(k int) bool {
	for n := 0; n < 4 && k < len(t.words); n, k = n+1, k+1 {
		if e := int(t.words[k].end); e < len(t.cp) && t.cp[e] == ':' {
			return true
		}
	}
	return false
}

// pointEnds reports whether the point after word k ends a sentence.
func (t *Text) pointEnds(k int) bool {
	if k+1 >= len(t.words) {
		return true
	}
	w, next := t.words[k], t.words[k+1]
	if gap := t.between(k); len(gap) < 2 || gap[1] == ',' || gap[1] == ';' {
		return false // S.A; S.A.S., NIT; E.S.P.; Dirección de Impuestos
	}
	if form, _ := t.formAt(k + 1); form && next.shape != lower {
		return false // S.A. E.S.P.
	}
	if t.is(k, "s") && (t.is(k+1, "en") && t.is(k+2, "c") || t.is(k+1, "enc")) {
		return false // sociedad en comandita
	}
	if (t.is(k+1, "y") || t.is(k+1, "e")) && t.endsForm(0, k) && t.beginsParty(k+2) {
		return false // AGUAS DEL LLANO S.A. E.S.P. Y SECRETARÍA DE PLANEACIÓN
	}
	if next.shape == title && k+2 < len(t.words) && t.words[k+2].shape == lower && t.words[k+2].class&lex.Particle == 0 &&
		next.class&(lex.Given|lex.Surname|lex.EntityHead|lex.LegalForm|lex.PlaceStart|lex.EntityStart|lex.CourtHead) == 0 && !t.dotted(k+1) {
		return true // NUEVA EPS. Igualmente solicito
	}
	if t.words[k+1].class&(lex.Function|lex.Common|lex.Identity) != 0 && next.shape != lower {
		return next.class&lex.Particle == 0 || next.shape == title
	}
	if w.end-w.start <= 1 || w.class&lex.LegalForm != 0 {
		return false
	}
	switch string(t.folded(k)) {
	case "dr", "dra", "sr", "sra", "no", "nro", "art", "cia", "ltda", "ing", "nit", "gral", "dpto", "depto", "mun", "sec", "min":
		return false
	}
	return true
}

// clauses begin what is said about a party and are no part of its name.
var clauses = map[string][]string{
	"por":    {"la", "el", "los", "las", "lo", "cuanto", "considerar", "violacion", "vulneracion", "presunta", "haber", "no", "vulnerar", "violar", "medio", "su", "estimar", "tal", "conducto", "ser", "negar", "intermedio", "falta", "desconocer"},
	"con":    {"el", "la", "nit", "domicilio", "fin", "fundamento", "base", "ocasion", "objeto", "sede", "cedula", "identificacion", "direccion", "los", "proposito", "vinculacion", "miras", "c", "cc"},
	"para":   {"que", "el", "obtener", "proteger", "solicitar", "lograr", "reclamar", "efectos", "amparar", "su"},
	"a":      {"fin", "efectos", "favor", "traves", "quien", "quienes", "raiz", "efecto"},
	"en":     {"nombre", "representacion", "favor", "razon", "procura", "defensa", "ejercicio", "amparo", "adelante", "cabeza", "su", "calidad", "busca", "aras", "virtud", "procuracion", "atencion", "los", "orden", "proteccion", "condicion"},
	"de":     {"conformidad", "acuerdo"},
	"o":      {"quien", "quienes", "su", "por"},
	"y":      {"en", "solicito", "solicitar", "como", "o", "por", "demas", "se", "notificarle", "notificarsele", "correrle", "darle", "otro", "otros", "otra", "otras"},
	"al":     {"considerar", "no", "negar", "estimar", "haber", "amparo"},
	"ante":   {"la", "su", "usted"},
	"debido": {"a", "al"},
	"dado":   {"que", "su", "el"},
	"dada":   {"que", "su", "la"},
	"toda":   {"vez"},
	"asi":    {"como"},
	"la":     {"presente"},
	"esta":   {"accion", "tutela", "actuacion"},
	"ya":     {"que"},
	"dentro": {"del", "de"},
	"parte":  {"accionada", "demandada"},
}

// clauseWords begin such a clause whatever follows.
var clauseWords = map[string]bool{
	"representada": true, "representado": true, "representadas": true, "representados": true, "identificada": true, "identificado": true,
	"domiciliada": true, "domiciliado": true, "ubicada": true, "ubicado": true, "nit": true, "quien": true, "quienes": true, "teniendo": true, "siendo": true,
	"vinculando": true, "invocando": true, "solicitando": true, "buscando": true, "cuyo": true, "cuya": true, "mediante": true,
	"persona": true, "entidad": true, "que": true, "porque": true, "pues": true, "toda": true, "solicito": true, "consagrado": true, "consagrada": true,
	"derecho": true, "derechos": true, "hechos": true, "actuando": true, "conforme": true, "segun": true, "referencia": true, "accionante": true,
	"demandante": true, "radicado": true, "accion": true, "mayor": true, "vulneracion": true, "violacion": true, "amparo": true, "amparado": true,
	"basado": true, "basada": true, "fundamentado": true, "fundamentada": true, "fundado": true, "fundada": true, "ademas": true, "cc": true, "vinculado": true, "vinculados": true, "vinculada": true, "tutela": true, "cuando": true, "donde": true, "correo": true,
	"previo": true, "previa": true, "previos": true, "previas": true,
	"tramite": true, "actuacion": true, "asunto": true, "negando": true, "vulnerando": true, "como": true, "vocera": true, "vocero": true,
	"integrada": true, "integrado": true, "conformada": true, "presidida": true, "extensiva": true, "extensivo": true, "ambos": true, "ambas": true,
}

// rulingVerbs begin the paragraph of a ruling behind the names of the parties.
var rulingVerbs = map[string]bool{"decide": true, "procede": true, "resuelve": true, "agotado": true, "surtido": true, "corresponde": true, "visto": true, "se": true}

// clauseAt reports whether such a clause begins with word k.
func (t *Text) clauseAt(k int) bool {
	w := t.words[k]
	if w.class == 0 && w.shape != lower && !streets[string(t.folded(k))] && !t.seamless && w.end-w.start > 3 {
		return false
	}
	key := t.key(k)
	if key == "con" && (t.is(k-1, "y") || t.is(k-1, "e")) && t.beginsParty(k+2) {
		return false // con X y con la IPS Y
	}
	if w.end-w.start <= 3 && (t.is(k, "e") && t.is(k+1, "s") && (t.is(k+2, "d") || t.is(k+2, "m")) || t.is(k, "esd") || t.is(k, "esm")) {
		return true // en su despacho, en sus manos
	}
	if t.seamless && w.shape != lower && (rulingVerbs[key] || key == "ciudad" && t.words[k-1].class&(lex.Function|lex.Particle) == 0) {
		return true
	}
	if (w.shape == lower || w.shape == title) && (presents[key] || w.shape == title && (key == "yo" || key == "nosotros")) {
		return true
	}
	if t.flat && w.shape == title && w.class&lex.Common != 0 && w.class&lex.EntityHead == 0 && k > 0 && t.words[k-1].shape == upper && (w.class&(lex.LabelWord|lex.HeadingWord) != 0 || t.colonSoon(k)) {
		return true // a label whose line end was lost
	}
	if _, role := sides[key]; role && t.dashBefore(k) || key == "parte" && sides[t.key(k+1)] != "" {
		return true // NUEVA EPS (accionada)
	}
	if key == "por" && k+1 < len(t.words) && (w.shape == lower && t.words[k+1].shape == lower && t.words[k+1].class&(lex.EntityHead|lex.Particle) == 0 || w.shape == upper && t.words[k-1].class&lex.EntityHead == 0) {
		return true // contra la EPS por salud y vida
	}
	if w.shape == title && k+1 < len(t.words) && t.words[k+1].shape == title && t.words[k+1].class&lex.Given != 0 && accentlessNames[key] {
		return false
	}
	if key == "representante" && t.key(k+1) == "legal" && t.dashBefore(k) {
		return true
	}
	if w.class&lex.Function != 0 && k+1 < len(t.words) {
		if w.shape == lower && (streets[string(t.folded(k+1))] || rural[string(t.folded(k+1))]) {
			return true
		}
		if w.shape == lower && w.class&lex.Particle == 0 && t.words[k+1].shape == lower && t.commaBefore(k) && t.phraseAny(k, tails) == 0 && !t.andParty(k) {
			return true // ", en procura de", whatever a scanner made of its noun
		}
	}
	if streets[key] && t.numberSoon(k) {
		return true
	}
	if key == "para" && w.shape == lower && k+2 < len(t.words) && t.words[k+1].shape == lower && t.words[k+2].shape == lower {
		return true
	}
	if (key == "y" || key == "e" || key == "asi") && t.restAt(k+1) {
		return true
	}
	if next, ok := clauses[key]; ok {
		follows := t.key(k + 1)
		for _, n := range next {
			if n == follows {
				return true
			}
		}
	}
	if w.shape == lower && w.class&lex.Particle == 0 && t.commaBefore(k) && !(key == "y" || key == "e") && t.endsPerson(k-1) {
		return true // Jorge Pulgarín, administrador del conjunto
	}
	switch key {
	case "entidad", "persona":
		return w.shape == lower && t.commaBefore(k)
	case "sociedad", "empresa", "compania", "firma", "fundacion", "corporacion", "asociacion", "institucion", "establecimiento":
		return w.shape == lower && t.commaBefore(k) && !t.genericAt(k) // X S.A.S., sociedad domiciliada en Cali
	case "mayor":
		return w.shape == lower || t.commaBefore(k) || t.is(k+2, "edad") // and not HOSPITAL UNIVERSITARIO MAYOR
	}
	if key == "accion" && w.shape != lower && k+1 < len(t.words) && t.words[k+1].shape == w.shape && t.words[k+1].class&lex.Function == 0 && !t.is(k+1, "constitucional") && string(t.between(k)) == " " && t.words[k-1].class&lex.Function != 0 {
		return false // Agencia para la Acción Social
	}
	if w.shape != lower && t.is(k-1, "de") && t.words[k-1].shape != title && k > 1 && t.words[k-2].shape != lower {
		return false // Junta de Acción Comunal
	}
	return clauseWords[key] && (w.shape != title || key != "derechos")
}

// restAt reports whether words from k on mean whoever else takes part, without
// a name: a todas las partes, las demás autoridades, los intervinientes.
func (t *Text) restAt(k int) bool {
	for n := 0; n < 6; n++ {
		switch t.key(k + n) {
		case "partes", "intervinientes", "demas", "otros", "otras", "sujetos":
			return true
		case "a", "al", "de", "las", "los", "todas", "todos", "como", "tambien":
		default:
			return false
		}
	}
	return false
}

// accentlessNames are given names that are also words of clauses.
var accentlessNames = map[string]bool{"amparo": true, "consuelo": true, "socorro": true, "rosario": true}

// endsPerson reports whether a person's name ends with word k.
func (t *Text) endsPerson(k int) bool {
	if t.words[k].class&(lex.Given|lex.Surname) == 0 {
		return false
	}
	p, ok := t.personAt(t.nameStart(k, 0), nameReading{limit: int(t.words[k].end), breaks: true})
	return ok && p.last == k && p.words >= 2 && p.score >= minName
}

func (t *Text) commaBefore(k int) bool {
	for _, c := range t.between(k - 1) {
		if c == ',' {
			return true
		}
	}
	return false
}

func (t *Text) dashBefore(k int) bool {
	for _, c := range t.between(k - 1) {
		if c == '-' || c == '(' || c == '/' {
			return true
		}
	}
	return false
}
