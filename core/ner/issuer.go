package ner

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Who wrote the paper: a court's own paper, a ruling, an order or a letter of
// its office, has the court's name on top and speaks with its voice.

// maxIssuer bounds the words of the head in which a court says that it writes.
const maxIssuer = 450

// findIssuer returns the court that wrote the paper, the zero value when a party
// did or nothing tells. A paper that is addressed to a court is a party's.
func (t *Text) findIssuer() court {
	voice, titled, letterhead, judge := false, false, court{}, court{}
	constitutional := false
	for k := 0; k < len(t.words) && k < maxIssuer; k++ {
		w := t.words[k]
		if w.class&lex.Honorific != 0 && t.greets(k) {
			return court{}
		}
		titled = titled || t.titlesRuling(k)
		voice = voice || constitutional && (t.is(k, "expediente") || t.is(k, "expedientes")) || t.is(k, "corte") && t.sitsReviewing(k)
		if w.class == 0 && w.shape == lower {
			voice = voice || t.courtSpeaks(k)
			continue
		}
		if voice = voice || t.courtSpeaks(k); letterhead.value != "" && !t.seamless && letterhead.value != supreme {
			continue
		}
		if c, ok := t.letterheadAt(k); ok && strings.HasPrefix(t.key(k), "jue") {
			if judge.value == "" && k < maxJudge {
				judge = c
			}
		} else if ok && (letterhead.value == "" || t.reviews(k)) {
			letterhead = c
		} else if c := rulingCourts[rulingLetters(t, k)]; c != "" && (letterhead.value == "" || strings.HasPrefix(c, letterhead.value+" ")) {
			letterhead, voice = court{start: int(w.start), end: int(w.end), value: c, specific: true}, true
		}
		if letterhead.value == "" && k < maxNumbering {
			constitutional = constitutional || t.numbersConstitutional(k)
		}
	}
	switch {
	case !voice:
		return court{}
	case constitutional && !strings.HasPrefix(letterhead.value, "Corte"):
		return court{end: int(t.words[0].end), value: "Corte Constitucional", specific: true}
	case letterhead.value == "" && titled && !t.flat:
		return judge
	}
	return letterhead
}

// maxJudge bounds the words before a judge's name that is a letterhead: JUEZ 13 CIVIL
// MUNICIPAL, and below it SENTENCIA DE TUTELA No. 76. Parties write to judges so, too.
const maxJudge = 30

// supreme is a letterhead to which the number of the ruling adds the chamber.
const supreme = "Corte Suprema de Justicia"

// maxNumbering bounds the words before the number that the Corte Constitucional gives its
// rulings.
const maxNumbering = 60

// numbersConstitutional reports whether word k begins a line that is such a number:
// Sentencia T-381/22, Auto 353/08.
func (t *Text) numbersConstitutional(k int) bool {
	if t.words[k].shape == lower || !t.is(k, "auto") && !t.is(k, "sentencia") || !t.beginsLine(k) {
		return false
	}
	next := k + 1
	switch {
	case t.is(k, "auto"):
	case t.is(k, "sentencia") && (t.is(next, "t") || t.is(next, "su") || t.is(next, "c")):
		next++
	default:
		return false
	}
	if next+1 >= len(t.words) || t.words[next+1].shape != number || string(t.between(next)) != "/" || t.words[next+1].end-t.words[next+1].start > 4 {
		return false
	}
	return t.words[next+1].end == t.lines[t.lineAt(int(t.words[k].start))].end
}

// titlesRuling reports whether word k begins a line that gives a ruling its number.
func (t *Text) titlesRuling(k int) bool {
	switch t.key(k) {
	case "sentencia", "fallo", "auto", "providencia":
	default:
		return false
	}
	if t.words[k].shape == lower || !t.beginsLine(k) {
		return false
	}
	for n := 1; n <= 4; n++ {
		switch t.key(k + n) {
		case "no", "nro", "numero", "n":
			return true
		case "de", "tutela", "instancia", "primera", "interlocutorio":
		default:
			return k+n < len(t.words) && t.words[k+n].shape == number
		}
	}
	return false
}

// issued reports whether a court wrote the paper.
func (t *Text) issued() bool { return t.issuer.value != "" }

// otherSuit reports whether the sentence in which word k stands tells, before
// it, of a suit that is no tutela: interpuso demanda de reparación directa contra.
func (t *Text) otherSuit(k int) bool {
	for first := t.sentenceStart(k); k > first; k-- {
		switch t.key(k - 1) {
		case "tutela", "amparo", "corpus", "desacato":
			return false
		case "proceso":
			return !t.continues
		case "demanda", "demando", "ordinario", "ejecutivo", "reparacion", "nulidad", "denuncia", "querella", "pertenencia":
			return true
		}
	}
	return false
}

// greets reports whether word k begins a line that greets a court: Señor Juez,
// HONORABLES MAGISTRADOS.
func (t *Text) greets(k int) bool {
	if !t.flat && !t.beginsLine(k) {
		return false
	}
	for n := 1; n <= 5 && k+n < len(t.words); n++ {
		switch w := t.words[k+n]; {
		case w.class&lex.CourtHead != 0, t.is(k+n, "magistrado"), t.is(k+n, "magistrada"), t.is(k+n, "magistrados"), t.is(k+n, "magistradas"):
			return true
		case w.class&(lex.Honorific|lex.Function) == 0 && w.end-w.start > 2:
			return false
		}
	}
	return false
}

// letterheadAt reads the court whose name begins with word k as that of who
// writes: alone on its line, or in the voice of the ruling, La Sala Primera de
// Revisión de la Corte Constitucional.
func (t *Text) letterheadAt(k int) (court, bool) {
	if !t.courtHeadAt(k) || t.words[k].shape == lower || t.key(k) == "despacho" {
		return court{}, false
	}
	at := int(t.words[k].start)
	begins := at == int(t.lines[t.lineAt(at)].start)
	c, ok := t.courtAt(k)
	switch {
	case t.reviews(k):
		return court{start: at, end: int(t.words[k+1].end), value: "Corte Constitucional", specific: true}, true
	case begins && t.is(k, "corte") && t.is(k+1, "constitucional") && t.endsLine(k+1) && !t.addressed(k):
		return court{start: at, end: int(t.words[k+1].end), value: "Corte Constitucional", specific: true}, true
	case !ok || !c.specific || !begins && !t.flat:
		return court{}, false
	case t.flat && t.words[k].shape != upper, t.addressed(k), t.clauseCourt(k), t.labelled(k):
		return court{}, false
	}
	last := t.wordAt(c.end - 1)
	if !t.flat && (last+1 < len(t.words) && t.words[last+1].end <= t.lines[t.lineAt(c.end-1)].end && t.words[last+1].shape == lower) {
		return court{}, false // Juzgado Segundo Civil del Circuito, que negó
	}
	switch key := t.key(k); {
	case key == "corte", key == "consejo":
		c = t.courtChambers(c, last)
		c.value, _, _ = strings.Cut(c.value, " Subsección")
		c.value, _, _ = strings.Cut(c.value, " Sala de Decisión")
		if strings.HasPrefix(c.value, "Corte Constitucional ") {
			c.value = "Corte Constitucional" // whichever of its chambers
		}
	case key == "sala" && strings.HasPrefix(c.value, "Sala de Casación"):
		c.value = "Corte Suprema de Justicia " + c.value // there are no others
	}
	return c, true
}

// reviews reports whether word k is that of the Corte Constitucional as one of
// its chambers speaks.
func (t *Text) reviews(k int) bool {
	if !t.is(k, "corte") || !t.is(k+1, "constitucional") {
		return false
	}
	for n := 2; n <= 8; n++ {
		switch t.key(k - n) {
		case "revision", "plena", "seleccion":
			return t.words[k-1].shape == lower
		}
	}
	return false
}

// sitsReviewing reports whether word k is that of the Corte Constitucional as one of its
// chambers says who sits in it: La Sala Primera de Revisión de la Corte Constitucional,
// integrada por.
func (t *Text) sitsReviewing(k int) bool {
	return t.reviews(k) && (strings.HasPrefix(t.key(k+2), "integrada") || strings.HasPrefix(t.key(k+2), "conformada"))
}

// courtChambers adds the chambers that the lines below a high court's name give.
func (t *Text) courtChambers(c court, last int) court {
	for n := 0; n < 3 && last+1 < len(t.words); n++ {
		if k := last + 1; !chambers[t.key(k)] || t.words[k].shape == lower || len(t.between(last)) > 12 {
			break
		}
		if t.is(last+1, "subseccion") || t.is(last+1, "sala") && t.is(last+3, "decision") {
			break // of a chamber's judges
		}
		chamber, ok := t.courtAt(last + 1)
		if !ok && !t.is(last+1, "seccion") {
			break
		}
		if !ok {
			if t.words[min(last+2, len(t.words)-1)].class&lex.Ordinal == 0 {
				break
			}
			chamber = court{end: int(t.words[last+2].end), value: titleWord(accented(t.key(last+1))) + " " + titleWord(t.key(last+2))}
		}
		c.value, c.end = c.value+" "+chamber.value, chamber.end
		last = t.wordAt(c.end - 1)
	}
	return c
}

// rulingCourts are the chambers of the Corte Suprema by the letters with which
// their rulings on tutelas are numbered: STC5682-2017.
var rulingCourts = map[string]string{"stc": "Corte Suprema de Justicia Sala de Casación Civil", "stp": "Corte Suprema de Justicia Sala de Casación Penal", "stl": "Corte Suprema de Justicia Sala de Casación Laboral"}

// beginsLine reports whether a line begins with word k.
func (t *Text) beginsLine(k int) bool {
	start := t.words[k].start
	return t.lines[t.lineAt(int(start))].start == start
}

// rulingLetters returns the letters of such a number when it stands alone on its
// line at word k.
func rulingLetters(t *Text, k int) string {
	s := t.folded(k)
	if t.words[k].shape != alnum || len(s) < 6 || !t.beginsLine(k) {
		return ""
	}
	for i := 3; i < len(s); i++ {
		if !lex.IsDigit(s[i]) {
			return ""
		}
	}
	if year := t.key(k + 1); len(year) != 4 || year < firstYear || year > lastYear {
		return ""
	}
	return string(s[:3])
}

// courtSpeaks reports whether word k is said as only a court says it of itself.
func (t *Text) courtSpeaks(k int) bool {
	switch key := t.key(k); key {
	case "ponente", "sustanciador", "sustanciadora":
		return true
	case "rama":
		return t.is(k+1, "judicial")
	case "sentencia", "auto", "fallo", "providencia", "vistos", "oficio":
		return t.beginsLine(k) && (t.words[k].shape == upper || t.is(k+1, "no") || t.is(k+1, "nro") || t.is(k+1, "numero") || t.is(k+1, "de") && t.is(k+2, "tutela"))
	case "procede", "decide", "resuelve", "dispone", "pronuncia", "ocupa", "profiere":
		for n := 1; n <= 3; n++ {
			switch t.key(k + n) {
			case "despacho", "sala", "juzgado", "corte", "tribunal", "siguiente":
				return true
			}
		}
		return t.is(k-1, "se") || key == "procede" && t.is(k+1, "a") && (t.is(k+2, "resolver") || t.is(k+2, "decidir"))
	case "proferido":
		return t.is(k+1, "la") || t.is(k+1, "el")
	case "avoca", "avocar", "avoquese", "avocase", "admitase", "notifiquese", "oficiese", "cumplase", "requierase", "corrase":
		return true
	case "admitir", "admite":
		for n := 1; n <= 5; n++ {
			if t.is(k+n, "tutela") {
				return true
			}
		}
	case "notifico", "comunico", "informo", "notificar", "comunicar":
		return (t.is(k-1, "le") || t.is(k-1, "les") || t.is(k-1, "permito")) && (t.is(k+1, "que") || t.is(k+2, "que"))
	}
	return false
}

// maxHeadnote bounds the words of a headnote before its dash.
const maxHeadnote = 60

// headnote reports whether word k stands in a line by which rulings are indexed: what
// one is about in capitals, and behind a dash how it decides, ACCION DE TUTELA CONTRA
// COLPENSIONES-Competencia de Juzgado Civil. Such a line names no party.
func (t *Text) headnote(k int) bool {
	if !t.issued() {
		return false
	}
	at := int(t.words[k].start)
	first := t.wordAt(int(t.lines[t.lineAt(at)].start))
	for n := first; n+2 < len(t.words) && n < first+maxHeadnote; n++ {
		if s := t.words[n].shape; s != upper && s != number {
			return false
		}
		if t.dashBefore(n+1) && t.words[n+1].shape == title {
			return n > first+1 && t.words[n+2].shape == lower
		}
		if n >= k && t.cp[t.words[n].end] == '\n' && !t.wrapped(int(t.words[n].end)) {
			return false
		}
	}
	return false
}
