package ner

// Reading of parties: persons and institutions, alone or in lists.

// party is a party named in the text.
type party struct {
	start, end int
	value      string
	known      bool    // an entity of the gazetteer
	person     bool    // by its name
	score      float64 // 0 to 1
}

// maxParty bounds what is said of one party, and maxParties how many are read.
const (
	maxParty   = 160
	maxParties = 40
)

// entityAt returns the known entity that begins with word k and how many
// words it takes.
func (t *Text) entityAt(k int) (alias, int) {
	if k >= len(t.words) || t.words[k].class&entityStart == 0 && t.words[k].end-t.words[k].start > 1 {
		return alias{}, 0
	}
	first, n := t.abbreviation(k)
	if t.lex.words[first]&entityStart == 0 {
		return alias{}, 0
	}
	for _, a := range t.lex.entities[first] {
		if used := t.spellsEntity(k+n, a.words[1:]); used >= 0 {
			if a.short && t.words[k].shape != upper && (t.words[k].shape != title || t.words[k].class&(common|function) != 0) {
				continue
			}
			return a, n + used
		}
	}
	return alias{}, 0
}

// spellsEntity returns how many words from k on spell those of an alias, -1
// when they do not.
func (t *Text) spellsEntity(k int, words []string) int {
	from := k
	for _, w := range words {
		if k >= len(t.words) || len(t.between(k-1)) > 4 {
			return -1
		}
		f, n := t.abbreviation(k)
		if f != w {
			return -1
		}
		k += n
	}
	return k - from
}

// abbreviation returns the folded word at k; single letters with points
// between them are joined: "S.A.S" gives "sas" and 3.
func (t *Text) abbreviation(k int) (string, int) {
	if w := t.words[k]; w.end-w.start != 1 || isDigit(t.cp[w.start]) {
		return string(t.folded(k)), 1
	}
	var buf [8]byte
	n := 0
	for ; n < len(buf) && k+n < len(t.words); n++ {
		w := t.words[k+n]
		if w.end-w.start != 1 || n > 0 && !t.joinsInitials(k, k+n-1) {
			break
		}
		buf[n] = t.cp[w.start]
	}
	return string(buf[:n]), n
}

// joinsInitials reports whether the letters k and k+1 belong to the
// abbreviation that begins with word first: they are parted as its first two.
func (t *Text) joinsInitials(first, k int) bool {
	gap := t.between(k)
	return len(gap) <= 2 && gap[0] != '\n' && gap[len(gap)-1] != '\n' && gap[0] != ',' && string(gap) == string(t.between(first))
}

// partyEnd returns where the naming of parties that begins at position from
// ends: before a clause about them, the end of the sentence or of the
// paragraph, at limit at the latest.
func (t *Text) partyEnd(from, limit int) int {
	k := t.wordAt(from)
	start := k
	for ; k < len(t.words) && int(t.words[k].end) <= limit && k-start < 400; k++ {
		if k > start && (t.endsParty(k-1) || t.clauseAt(k) || t.turnsSmall(k)) {
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
	if w.shape != lower || before.shape != upper || before.end-before.start < 3 || w.class&particle != 0 {
		return false
	}
	switch t.key(k) {
	case "y", "e", "o", "el", "a", "en", "para", "i", "de", "al", "con":
		return t.is(k, "para") && t.words[min(k+1, len(t.words)-1)].shape == lower
	}
	return true
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
			if lines++; lines > 1 || !t.wrapped(int(t.words[k].end)) && t.colonSoon(k+1) {
				return true
			}
		case ':':
			return true
		case '.':
			if n == 0 && t.pointEnds(k) {
				return true
			}
		}
	}
	return false
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
	if len(t.between(k)) == 1 {
		return false // S.A
	}
	if s, _ := t.abbreviation(k + 1); t.lex.words[s]&legalForm != 0 && next.shape != lower {
		return false // S.A. E.S.P.
	}
	if t.is(k, "s") && t.is(k+1, "en") && t.is(k+2, "c") {
		return false // sociedad en comandita
	}
	if t.words[k+1].class&(function|common|identity) != 0 && next.shape != lower {
		return next.class&particle == 0 || next.shape == title
	}
	if w.end-w.start <= 1 || w.class&legalForm != 0 {
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
	"con":    {"el", "la", "nit", "domicilio", "fin", "fundamento", "base", "ocasion", "objeto", "sede", "cedula", "identificacion", "direccion", "los", "proposito", "miras", "c", "cc"},
	"para":   {"que", "el", "obtener", "proteger", "solicitar", "lograr", "reclamar", "efectos", "amparar", "su"},
	"a":      {"fin", "efectos", "favor", "traves", "quien", "quienes", "raiz", "efecto"},
	"en":     {"razon", "procura", "defensa", "ejercicio", "amparo", "adelante", "cabeza", "su", "calidad", "busca", "aras", "virtud", "procuracion", "atencion", "los", "orden", "proteccion", "condicion"},
	"de":     {"conformidad", "acuerdo"},
	"o":      {"quien", "quienes", "su", "por"},
	"y":      {"en", "solicito", "solicitar", "como", "o", "por"},
	"al":     {"considerar", "no", "negar", "estimar", "haber", "amparo"},
	"ante":   {"la", "su", "usted"},
	"debido": {"a", "al"},
	"dado":   {"que"},
	"toda":   {"vez"},
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
	"negando": true, "vulnerando": true,
}

// clauseAt reports whether such a clause begins with word k.
func (t *Text) clauseAt(k int) bool {
	w := t.words[k]
	if w.class == 0 && w.shape != lower && !streets[string(t.folded(k))] {
		return false
	}
	key := t.key(k)
	if key == "representante" && t.key(k+1) == "legal" && t.dashBefore(k) {
		return true
	}
	if w.class&function != 0 && k+1 < len(t.words) {
		if f := string(t.folded(k + 1)); (streets[f] || rural[f]) && t.words[k].shape == lower {
			return true
		}
	}
	if streets[key] && t.numberSoon(k) {
		return true
	}
	if key == "para" && w.shape == lower && k+2 < len(t.words) && t.words[k+1].shape == lower && t.words[k+2].shape == lower {
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
	if key == "entidad" || key == "persona" {
		return w.shape == lower && t.commaBefore(k)
	}
	return clauseWords[key] && (w.shape != title || key != "derechos")
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

// opponents reads the parties behind "contra" at position from. What is said
// of one of them, "representada por su gerente o quien haga sus veces", does
// not end the list.
func (t *Text) opponents(from, to int) []party {
	var out []party
	for len(out) < maxParties {
		end := t.partyEnd(from, to)
		if end <= from {
			break
		}
		out = append(out, t.parties(from, end)...)
		next := t.afterAside(end, to)
		if next < 0 {
			break
		}
		from = next
	}
	return out
}

// maxAside bounds the words of an aside about a party.
const maxAside = 30

// afterAside returns where the list of parties goes on behind an aside that
// begins at position p, -1 when it does not.
func (t *Text) afterAside(p, to int) int {
	k := t.wordAt(p)
	for n := 0; n < maxAside && k < len(t.words) && int(t.words[k].end) <= to; n, k = n+1, k+1 {
		if n > 0 && t.endsParty(k-1) {
			return -1
		}
		switch key := t.key(k); {
		case key == "veces", t.words[k].shape == number && t.words[k].end-t.words[k].start >= 3, key == "legal" && n < 4:
		default:
			continue
		}
		next := k + 1
		for next < len(t.words) && t.words[next].shape == number && next < k+5 {
			next++ // the rest of a NIT
		}
		joined := false
		for _, c := range t.between(next - 1) {
			joined = joined || c == ',' || c == ';'
		}
		if t.is(next, "y") || t.is(next, "e") {
			joined = true
			next++
		}
		if !joined || next >= len(t.words) {
			continue
		}
		if t.is(next, "contra") || t.is(next, "en") && t.is(next+1, "contra") {
			return int(t.words[next].start)
		}
		if t.beginsParty(next) || t.words[next].shape == upper && t.words[next].end-t.words[next].start > 3 {
			return int(t.words[next].start)
		}
	}
	return -1
}

// parties reads the list of parties between two code points.
func (t *Text) parties(from, to int) []party {
	var out []party
	k := t.wordAt(from)
	for k < len(t.words) && int(t.words[k].start) < to && len(out) < maxParties {
		k = t.skipLead(k, to)
		if k >= len(t.words) || int(t.words[k].end) > to {
			break
		}
		last := t.partyLast(k, to)
		if p, ok := t.newParty(k, last); ok {
			out = append(out, p)
		}
		k = last + 1
	}
	return out
}

// skipLead passes over what stands before the name: articles, titles,
// "el representante legal de".
func (t *Text) skipLead(k, to int) int {
	for k < len(t.words) && int(t.words[k].end) <= to {
		if n := t.phraseAny(k, leads); n > 0 && int(t.words[min(k+n, len(t.words)-1)].start) < to {
			k += n
			continue
		}
		w := t.words[k]
		if w.class&honorific != 0 && w.class&courtHead == 0 || w.class&function != 0 && w.end-w.start <= 4 && !t.startsKnown(k) {
			k++
			continue
		}
		return k
	}
	return k
}

// startsKnown reports whether a known entity begins with word k, as with "La
// Previsora".
func (t *Text) startsKnown(k int) bool {
	a, n := t.entityAt(k)
	return n > 1 && len(a.words) > 1
}

var leads = []string{"representante legal de", "representante legal del", "representante legal", "gerente de", "gerente general de", "gerente", "director de", "directora de",
	"entidad accionada", "entidad", "entidades", "empresa denominada", "contra de", "contra", "siguientes entidades", "sociedad denominada", "las siguientes", "en contra de"}

func (t *Text) phraseAny(k int, list []string) int {
	for _, s := range list {
		if n := t.phrase(k, s); n > 0 {
			return n
		}
	}
	return 0
}

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
	for _, c := range t.between(k) {
		switch c {
		case ';', '|', byteSymbol:
			return true
		case '\n':
			if !t.wrapped(int(t.words[k].end)) && !t.sameInstitution(first, k+1) {
				return t.beginsParty(k + 1)
			}
		case '/', ',':
			comma = true
		}
	}
	next := k + 1
	and := (t.is(next, "y") || t.is(next, "e")) && isSpace(t.cp[t.words[next].start-1]) && isSpace(t.cp[min(int(t.words[next].end), len(t.cp)-1)])
	if and {
		next++
		if t.is(next, "o") {
			next++
		}
		if next >= len(t.words) {
			return false
		}
	}
	if !comma && !and {
		return false
	}
	if t.words[next].class&legalForm != 0 && t.words[next].shape == upper && !and {
		return false
	}
	if t.sameInstitution(first, next) {
		return false
	}
	if t.beginsParty(next) {
		return and || !t.acronymOf(first, k, next) && t.phraseAny(next, tails) == 0
	}
	if t.words[k].shape == upper && t.words[next].shape == title && t.words[k].end-t.words[k].start > 3 && t.words[next].end-t.words[next].start > 3 {
		return true // written in capitals before, not after
	}
	if and {
		return t.completeEntity(first, k) && t.words[next].shape != lower || t.words[k].class&legalForm != 0 && t.words[next].shape != lower || t.completePerson(first, k) && t.words[next].shape != lower
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

// sameInstitution reports whether words first and next begin two names of one
// known institution.
func (t *Text) sameInstitution(first, next int) bool {
	a, n := t.entityAt(next)
	b, m := t.entityAt(first)
	return n > 0 && m > 0 && a.name == b.name
}

// tails stand behind a comma and belong to the name before it.
var tails = []string{"propiedad horizontal", "p h", "ph", "en liquidacion", "en reorganizacion", "en intervencion", "empresa industrial", "sucursal", "seccional", "regional"}

// hasForm reports whether a legal form stands among words first to k.
func (t *Text) hasForm(first, k int) bool {
	for ; first <= k; first++ {
		if s, _ := t.abbreviation(first); t.lex.words[s]&legalForm != 0 {
			return true
		}
	}
	return false
}

// formFollows reports whether what follows up to the next comma or semicolon
// ends with a legal form and holds the beginning of no other party.
func (t *Text) formFollows(k int) bool {
	for n := 0; n < 12 && k < len(t.words); n, k = n+1, k+1 {
		s, used := t.abbreviation(k)
		if t.lex.words[s]&legalForm != 0 && t.words[k].shape != lower {
			return true
		}
		if n > 0 && t.words[k].class&(entityHead|honorific) != 0 && t.words[k].shape != lower {
			return false
		}
		k += used - 1
		for _, c := range t.between(k) {
			if c == ',' || c == ';' || c == ':' {
				return false
			}
		}
	}
	return false
}

// beginsParty reports whether a party of its own begins with word k, after an
// article or a title if need be.
func (t *Text) beginsParty(k int) bool {
	for n := 0; n < 3 && k < len(t.words); n++ {
		if _, used := t.entityAt(k); used > 0 {
			return true
		}
		w := t.words[k]
		if w.class&honorific != 0 {
			return true
		}
		if w.class&(entityHead|courtHead) != 0 && w.shape != lower {
			return true
		}
		if p, ok := t.personAt(k, nameReading{limit: t.Len(), breaks: true}); ok && p.words >= 2 && p.score >= 0.6 && t.words[k].class&given != 0 {
			return true
		}
		if w.class&function == 0 {
			return false
		}
		k++
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

// acronymOf reports whether word next is a short name of what the words from
// first to k name in full, as DADIS or Cooporvenir: it begins alike and its
// letters stand there in the same order.
func (t *Text) acronymOf(first, k, next int) bool {
	w := t.words[next]
	if w.shape == lower || w.shape == number || w.end-w.start < 2 || w.end-w.start > 16 || k == first {
		return false
	}
	if next+1 < len(t.words) && t.words[next+1].shape != lower && t.words[next+1].class&function == 0 && string(t.between(next)) == " " {
		return false // the first of several words
	}
	short := t.folded(next)
	if short[0] != t.cp[t.words[first].start] {
		return false
	}
	n := 0
	for i := first; i <= k; i++ {
		for _, c := range t.folded(i) {
			if n < len(short) && c == short[n] {
				n++
			}
		}
	}
	return n == len(short)
}

// newParty makes the party of the words first to last.
func (t *Text) newParty(first, last int) (party, bool) {
	for last > first && t.words[last].class&function != 0 && t.words[last].shape == lower {
		last--
	}
	p := party{start: int(t.words[first].start), end: int(t.words[last].end)}
	if p.end < len(t.cp) && t.cp[p.end] == '.' && t.words[last].end-t.words[last].start <= 2 {
		p.end++ // S.A.
	}
	if p.end < len(t.cp) && t.cp[p.end] == ')' {
		p.end++
	}
	if p.end-p.start > maxParty {
		return p, false
	}
	raw := t.Slice(p.start, p.end)
	if who, ok := t.personAt(first, nameReading{limit: p.end, breaks: true}); ok && who.last == last && who.words >= 2 && who.score >= minName {
		if _, n := t.entityAt(first); n == 0 {
			p.person, p.value, p.score = true, personName(raw), 0.6+0.4*who.score
			return p, true
		}
	}
	if c, ok := t.courtAt(first); ok && c.end >= p.end-4 {
		p.value, p.score = tidy(raw), 0.9
		return p, true
	}
	p.value = tidy(raw)
	if _, n := t.entityAt(first); n > 0 {
		p.known = true
		p.score = 0.95
		if first+n-1 != last {
			p.score = 0.85
		}
		return p, p.value != ""
	}
	capitals, letters := 0, 0
	for k := first; k <= last; k++ {
		if t.words[k].shape == title || t.words[k].shape == upper || t.words[k].shape == mixed {
			capitals++
		}
		letters += int(t.words[k].end - t.words[k].start)
	}
	if letters < 3 || capitals == 0 || streets[string(t.folded(first))] && t.numberSoon(first) {
		return p, false
	}
	p.score = 0.7
	if t.words[first].class&entityHead != 0 || t.words[last].class&legalForm != 0 {
		p.score = 0.85
	}
	return p, true
}
