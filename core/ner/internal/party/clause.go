package party

import (
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/place"
)

// Where the naming of parties ends and a clause about them begins.

// ListEnd returns where the naming of parties that begins at position from
// ends: before a clause about them, the end of the sentence or of the
// paragraph, at limit at the latest.
func ListEnd(t *doc.Text, from, limit int) int {
	k := t.WordAt(from)
	start := k
	for ; k < len(t.Words) && int(t.Words[k].End) <= limit && k-start < 400; k++ {
		if k > start && (Ends(t, k-1) || ClauseAt(t, k) || turnsSmall(t, k) || turnsBelow(t, k)) {
			break
		}
	}
	if k == start {
		return from
	}
	return int(t.Words[k-1].End)
}

// turnsSmall reports whether word k is small behind a name in capitals and no
// word that joins parts of one.
func turnsSmall(t *doc.Text, k int) bool {
	w, before := t.Words[k], t.Words[k-1]
	if w.Shape != doc.Lower || before.Shape != doc.Upper || before.End-before.Start < 3 || w.Class&lex.Particle != 0 {
		return false
	}
	switch t.Key(k) {
	case "y", "e", "o", "el", "a", "en", "para", "i", "de", "al", "con":
		return t.Is(k, "para") && t.Words[min(k+1, len(t.Words)-1)].Shape == doc.Lower
	}
	return true
}

// turnsBelow reports whether word k begins a line in small letters, with one
// capital, below a name in capitals, and no party: USPEC, and below it El suscrito.
func turnsBelow(t *doc.Text, k int) bool {
	w, before := t.Words[k], t.Words[k-1]
	if w.Shape != doc.Title || before.Shape != doc.Upper || before.End-before.Start < 3 || before.Class&(lex.Function|lex.Particle|lex.EntityHead) != 0 {
		return false
	}
	if gap := t.Between(k - 1); len(gap) > 3 || strings.IndexByte(string(gap), '\n') < 0 || strings.IndexByte(string(gap), ',') >= 0 || t.DashBefore(k) {
		return false
	}
	return k+1 < len(t.Words) && t.Words[k+1].Shape == doc.Lower && !Begins(t, k)
}

// Ends reports whether the parties end between words k and k+1.
func Ends(t *doc.Text, k int) bool {
	lines := 0
	if t.Flat && t.WideGap(k) {
		return true
	}
	for n, c := range t.Between(k) {
		switch c {
		case '\n':
			if lines++; lines > 1 || reports(t, k+1) || beginsSection(t, k+1) || t.ColonSoon(k+1) && !t.Wrapped(int(t.Words[k].End)) {
				return true
			}
		case ':':
			return true
		case '.':
			if (n == 0 || n == 1 && t.Between(k)[0] == ')') && PointEnds(t, k) {
				return true
			}
		}
	}
	return false
}

// beginsSection reports whether a section of the paper begins with word k.
func beginsSection(t *doc.Text, k int) bool {
	return k < len(t.Words) && slices.ContainsFunc(t.Sections(), func(s doc.Section) bool { return s.Kind != doc.Heading && s.Start == int(t.Words[k].Start) })
}

// PointEnds reports whether the point after word k ends a sentence.
func PointEnds(t *doc.Text, k int) bool {
	if k+1 >= len(t.Words) {
		return true
	}
	w, next := t.Words[k], t.Words[k+1]
	if gap := t.Between(k); len(gap) < 2 || gap[1] == ',' || gap[1] == ';' {
		return false // S.A; S.A.S., NIT; E.S.P.; Dirección de Impuestos
	}
	if form, _ := FormAt(t, k+1); form && next.Shape != doc.Lower {
		return false // S.A. E.S.P.
	}
	if t.Is(k, "s") && (t.Is(k+1, "en") && t.Is(k+2, "c") || t.Is(k+1, "enc")) {
		return false // sociedad en comandita
	}
	if (t.Is(k+1, "y") || t.Is(k+1, "e")) && EndsForm(t, 0, k) && Begins(t, k+2) {
		return false // AGUAS DEL LLANO S.A. E.S.P. Y SECRETARÍA DE PLANEACIÓN
	}
	if next.Shape == doc.Title && k+2 < len(t.Words) && t.Words[k+2].Shape == doc.Lower && t.Words[k+2].Class&lex.Particle == 0 &&
		next.Class&(lex.Given|lex.Surname|lex.EntityHead|lex.LegalForm|lex.PlaceStart|lex.EntityStart|lex.CourtHead) == 0 && !t.Dotted(k+1) {
		return true // NUEVA EPS. Igualmente solicito
	}
	if t.Words[k+1].Class&(lex.Function|lex.Common|lex.Identity) != 0 && next.Shape != doc.Lower {
		return next.Class&lex.Particle == 0 || next.Shape == doc.Title
	}
	if w.End-w.Start <= 1 || w.Class&lex.LegalForm != 0 {
		return false
	}
	switch string(t.Folded(k)) {
	case "dr", "dra", "sr", "sra", "no", "nro", "art", "cia", "ltda", "ing", "nit", "gral", "dpto", "depto", "mun", "sec", "min":
		return false
	}
	return true
}

// clauses begin what is said about a party and are no part of its name.
var clauses = lex.Lists("party.clauses")

// clauseWords begin such a clause whatever follows.
var clauseWords = lex.Set("party.clauseWords")

// rulingVerbs begin the paragraph of a ruling behind the names of the parties.
var rulingVerbs = lex.Set("party.rulingVerbs")

// ClauseAt reports whether such a clause begins with word k.
func ClauseAt(t *doc.Text, k int) bool {
	w := t.Words[k]
	if w.Class == 0 && w.Shape != doc.Lower && !place.Streets[string(t.Folded(k))] && !t.Seamless && w.End-w.Start > 3 {
		return false
	}
	key := t.Key(k)
	if key == "con" && (t.Is(k-1, "y") || t.Is(k-1, "e")) && Begins(t, k+2) {
		return false // con X y con la IPS Y
	}
	if w.End-w.Start <= 3 && (t.Is(k, "e") && t.Is(k+1, "s") && (t.Is(k+2, "d") || t.Is(k+2, "m")) || t.Is(k, "esd") || t.Is(k, "esm")) {
		return true // en su despacho, en sus manos
	}
	if t.Seamless && w.Shape != doc.Lower && (rulingVerbs[key] || key == "ciudad" && t.Words[k-1].Class&(lex.Function|lex.Particle) == 0) {
		return true
	}
	if (w.Shape == doc.Lower || w.Shape == doc.Title) && (Presents[key] || w.Shape == doc.Title && (key == "yo" || key == "nosotros")) {
		return true
	}
	if t.Flat && w.Shape == doc.Title && w.Class&lex.Common != 0 && w.Class&lex.EntityHead == 0 && k > 0 && t.Words[k-1].Shape == doc.Upper && (w.Class&(lex.LabelWord|lex.HeadingWord) != 0 || t.ColonSoon(k)) {
		return true // a label whose line end was lost
	}
	if _, role := Sides[key]; role && t.DashBefore(k) || key == "parte" && Sides[t.Key(k+1)] != "" {
		return true // NUEVA EPS (accionada)
	}
	if key == "por" && k+1 < len(t.Words) && (w.Shape == doc.Lower && t.Words[k+1].Shape == doc.Lower && t.Words[k+1].Class&(lex.EntityHead|lex.Particle) == 0 || w.Shape == doc.Upper && t.Words[k-1].Class&lex.EntityHead == 0) {
		return true // contra la EPS por salud y vida
	}
	if w.Shape == doc.Title && k+1 < len(t.Words) && t.Words[k+1].Shape == doc.Title && t.Words[k+1].Class&lex.Given != 0 && accentlessNames[key] {
		return false
	}
	if key == "representante" && t.Key(k+1) == "legal" && t.DashBefore(k) {
		return true
	}
	if w.Class&lex.Function != 0 && k+1 < len(t.Words) {
		if w.Shape == doc.Lower && (place.Streets[string(t.Folded(k+1))] || place.Rural[string(t.Folded(k+1))]) {
			return true
		}
		if w.Shape == doc.Lower && w.Class&lex.Particle == 0 && t.Words[k+1].Shape == doc.Lower && t.CommaBefore(k) && t.PhraseAny(k, tails) == 0 && !andParty(t, k) {
			return true // ", en procura de", whatever a scanner made of its noun
		}
	}
	if place.Streets[key] && place.NumberSoon(t, k) {
		return true
	}
	if key == "para" && w.Shape == doc.Lower && k+2 < len(t.Words) && t.Words[k+1].Shape == doc.Lower && t.Words[k+2].Shape == doc.Lower {
		return true
	}
	if (key == "y" || key == "e" || key == "asi") && RestAt(t, k+1) {
		return true
	}
	if next, ok := clauses[key]; ok {
		follows := t.Key(k + 1)
		for _, n := range next {
			if n == follows {
				return true
			}
		}
	}
	if w.Shape == doc.Lower && w.Class&lex.Particle == 0 && t.CommaBefore(k) && !(key == "y" || key == "e") && EndsPerson(t, k-1) {
		return true // Jorge Pulgarín, administrador del conjunto
	}
	switch key {
	case "entidad", "persona":
		return w.Shape == doc.Lower && t.CommaBefore(k)
	case "sociedad", "empresa", "compania", "firma", "fundacion", "corporacion", "asociacion", "institucion", "establecimiento":
		return w.Shape == doc.Lower && t.CommaBefore(k) && !genericAt(t, k) // X S.A.S., sociedad domiciliada en Cali
	case "mayor":
		return w.Shape == doc.Lower || t.CommaBefore(k) || t.Is(k+2, "edad") // and not HOSPITAL UNIVERSITARIO MAYOR
	}
	if key == "accion" && w.Shape != doc.Lower && k+1 < len(t.Words) && t.Words[k+1].Shape == w.Shape && t.Words[k+1].Class&lex.Function == 0 && !t.Is(k+1, "constitucional") && string(t.Between(k)) == " " && t.Words[k-1].Class&lex.Function != 0 {
		return false // Agencia para la Acción Social
	}
	if w.Shape != doc.Lower && t.Is(k-1, "de") && t.Words[k-1].Shape != doc.Title && k > 1 && t.Words[k-2].Shape != doc.Lower {
		return false // Junta de Acción Comunal
	}
	return clauseWords[key] && (w.Shape != doc.Title || key != "derechos")
}

// RestAt reports whether words from k on mean the other parties without naming
// them: a todas las partes, las demás autoridades, los intervinientes.
func RestAt(t *doc.Text, k int) bool {
	for n := 0; n < 6; n++ {
		switch t.Key(k + n) {
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

// EndsPerson reports whether a person's name ends with word k.
func EndsPerson(t *doc.Text, k int) bool {
	if t.Words[k].Class&(lex.Given|lex.Surname) == 0 {
		return false
	}
	p, ok := PersonAt(t, NameStart(t, k, 0), NameReading{Limit: int(t.Words[k].End), Breaks: true})
	return ok && p.Last == k && p.Words >= 2 && p.Score >= MinName
}
