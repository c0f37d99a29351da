package paper

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/field"
	"github.com/cotejo/cotejo/core/ner/internal/ident"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/party"
	"github.com/cotejo/cotejo/core/ner/internal/place"
)

// Who wrote the paper: a court's own paper, a ruling, an order or a letter of
// its office, has the court's name on top and speaks with its voice.

// maxIssuer bounds the words of the head in which a court says that it writes.
const maxIssuer = 450

// findIssuer returns the court that wrote the paper, the zero value when a party
// did or nothing tells. A paper that is addressed to a court is a party's.
func findIssuer(t *doc.Text) place.Court {
	voice, titled, letterhead, judge := false, false, place.Court{}, place.Court{}
	constitutional := false
	for k := 0; k < len(t.Words) && k < maxIssuer; k++ {
		w := t.Words[k]
		if w.Class&lex.Honorific != 0 && greets(t, k) {
			return place.Court{}
		}
		titled = titled || titlesRuling(t, k)
		voice = voice || constitutional && (t.Is(k, "expediente") || t.Is(k, "expedientes")) || t.Is(k, "corte") && sitsReviewing(t, k)
		if w.Class == 0 && w.Shape == doc.Lower {
			voice = voice || courtSpeaks(t, k)
			continue
		}
		if voice = voice || courtSpeaks(t, k); letterhead.Value != "" && !t.Seamless && letterhead.Value != supreme {
			continue
		}
		if c, ok := letterheadAt(t, k); ok && strings.HasPrefix(t.Key(k), "jue") {
			if judge.Value == "" && k < maxJudge {
				judge = c
			}
		} else if ok && (letterhead.Value == "" || reviews(t, k)) {
			letterhead = c
		} else if c := rulingCourts[rulingLetters(t, k)]; c != "" && (letterhead.Value == "" || strings.HasPrefix(c, letterhead.Value+" ")) {
			letterhead, voice = place.Court{Start: int(w.Start), End: int(w.End), Value: c, Specific: true}, true
		}
		if letterhead.Value == "" && k < maxNumbering {
			constitutional = constitutional || numbersConstitutional(t, k)
		}
	}
	switch {
	case !voice:
		return place.Court{}
	case constitutional && !strings.HasPrefix(letterhead.Value, "Corte"):
		return place.Court{End: int(t.Words[0].End), Value: "Corte Constitucional", Specific: true}
	case letterhead.Value == "" && titled && !t.Flat:
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
func numbersConstitutional(t *doc.Text, k int) bool {
	if t.Words[k].Shape == doc.Lower || !t.Is(k, "auto") && !t.Is(k, "sentencia") || !t.BeginsLine(k) {
		return false
	}
	next := k + 1
	switch {
	case t.Is(k, "auto"):
	case t.Is(k, "sentencia") && (t.Is(next, "t") || t.Is(next, "su") || t.Is(next, "c")):
		next++
	default:
		return false
	}
	if next+1 >= len(t.Words) || t.Words[next+1].Shape != doc.Number || string(t.Between(next)) != "/" || t.Words[next+1].End-t.Words[next+1].Start > 4 {
		return false
	}
	return t.Words[next+1].End == t.Lines[t.LineAt(int(t.Words[k].Start))].End
}

// titlesRuling reports whether word k begins a line that gives a ruling its number.
func titlesRuling(t *doc.Text, k int) bool {
	switch t.Key(k) {
	case "sentencia", "fallo", "auto", "providencia":
	default:
		return false
	}
	if t.Words[k].Shape == doc.Lower || !t.BeginsLine(k) {
		return false
	}
	for n := 1; n <= 4; n++ {
		switch t.Key(k + n) {
		case "no", "nro", "numero", "n":
			return true
		case "de", "tutela", "instancia", "primera", "interlocutorio":
		default:
			return k+n < len(t.Words) && t.Words[k+n].Shape == doc.Number
		}
	}
	return false
}

// greets reports whether word k begins a line that greets a court: Señor Juez,
// HONORABLES MAGISTRADOS.
func greets(t *doc.Text, k int) bool {
	if !t.Flat && !t.BeginsLine(k) {
		return false
	}
	for n := 1; n <= 5 && k+n < len(t.Words); n++ {
		switch w := t.Words[k+n]; {
		case w.Class&lex.CourtHead != 0, t.Is(k+n, "magistrado"), t.Is(k+n, "magistrada"), t.Is(k+n, "magistrados"), t.Is(k+n, "magistradas"):
			return true
		case w.Class&(lex.Honorific|lex.Function) == 0 && w.End-w.Start > 2:
			return false
		}
	}
	return false
}

// letterheadAt reads the court whose name begins with word k as that of who
// writes: alone on its line, or in the voice of the ruling, La Sala Primera de
// Revisión de la Corte Constitucional.
func letterheadAt(t *doc.Text, k int) (place.Court, bool) {
	if !place.CourtHeadAt(t, k) || t.Words[k].Shape == doc.Lower || t.Key(k) == "despacho" {
		return place.Court{}, false
	}
	at := int(t.Words[k].Start)
	begins := at == int(t.Lines[t.LineAt(at)].Start)
	c, ok := place.CourtAt(t, k)
	switch {
	case reviews(t, k):
		return place.Court{Start: at, End: int(t.Words[k+1].End), Value: "Corte Constitucional", Specific: true}, true
	case begins && t.Is(k, "corte") && t.Is(k+1, "constitucional") && t.EndsLine(k+1) && !Addressed(t, k):
		return place.Court{Start: at, End: int(t.Words[k+1].End), Value: "Corte Constitucional", Specific: true}, true
	case !ok || !c.Specific || !begins && !t.Flat:
		return place.Court{}, false
	case t.Flat && t.Words[k].Shape != doc.Upper, Addressed(t, k), ClauseCourt(t, k), t.Labelled(k):
		return place.Court{}, false
	}
	last := t.WordAt(c.End - 1)
	if !t.Flat && (last+1 < len(t.Words) && t.Words[last+1].End <= t.Lines[t.LineAt(c.End-1)].End && t.Words[last+1].Shape == doc.Lower) {
		return place.Court{}, false // Juzgado Segundo Civil del Circuito, que negó
	}
	switch key := t.Key(k); {
	case key == "corte", key == "consejo":
		c = courtChambers(t, c, last)
		c.Value, _, _ = strings.Cut(c.Value, " Subsección")
		c.Value, _, _ = strings.Cut(c.Value, " Sala de Decisión")
		if strings.HasPrefix(c.Value, "Corte Constitucional ") {
			c.Value = "Corte Constitucional" // whichever of its chambers
		}
	case key == "sala" && strings.HasPrefix(c.Value, "Sala de Casación"):
		c.Value = "Corte Suprema de Justicia " + c.Value // there are no others
	}
	return c, true
}

// reviews reports whether word k is that of the Corte Constitucional as one of
// its chambers speaks.
func reviews(t *doc.Text, k int) bool {
	if !t.Is(k, "corte") || !t.Is(k+1, "constitucional") {
		return false
	}
	for n := 2; n <= 8; n++ {
		switch t.Key(k - n) {
		case "revision", "plena", "seleccion":
			return t.Words[k-1].Shape == doc.Lower
		}
	}
	return false
}

// sitsReviewing reports whether word k is that of the Corte Constitucional as one of its
// chambers says who sits in it: La Sala Primera de Revisión de la Corte Constitucional,
// integrada por.
func sitsReviewing(t *doc.Text, k int) bool {
	return reviews(t, k) && (strings.HasPrefix(t.Key(k+2), "integrada") || strings.HasPrefix(t.Key(k+2), "conformada"))
}

// courtChambers adds the chambers that the lines below a high court's name give.
func courtChambers(t *doc.Text, c place.Court, last int) place.Court {
	for n := 0; n < 3 && last+1 < len(t.Words); n++ {
		if k := last + 1; !place.Chambers[t.Key(k)] || t.Words[k].Shape == doc.Lower || len(t.Between(last)) > 12 {
			break
		}
		if t.Is(last+1, "subseccion") || t.Is(last+1, "sala") && t.Is(last+3, "decision") {
			break // of a chamber's judges
		}
		chamber, ok := place.CourtAt(t, last+1)
		if !ok && !t.Is(last+1, "seccion") {
			break
		}
		if !ok {
			if t.Words[min(last+2, len(t.Words)-1)].Class&lex.Ordinal == 0 {
				break
			}
			chamber = place.Court{End: int(t.Words[last+2].End), Value: place.TitleWord(place.Accented(t.Key(last+1))) + " " + place.TitleWord(t.Key(last+2))}
		}
		c.Value, c.End = c.Value+" "+chamber.Value, chamber.End
		last = t.WordAt(c.End - 1)
	}
	return c
}

// rulingCourts are the chambers of the Corte Suprema by the letters with which
// their rulings on tutelas are numbered: STC5682-2017.
var rulingCourts = map[string]string{"stc": "Corte Suprema de Justicia Sala de Casación Civil", "stp": "Corte Suprema de Justicia Sala de Casación Penal", "stl": "Corte Suprema de Justicia Sala de Casación Laboral"}

// rulingLetters returns the letters of such a number when it stands alone on its
// line at word k.
func rulingLetters(t *doc.Text, k int) string {
	s := t.Folded(k)
	if t.Words[k].Shape != doc.Alnum || len(s) < 6 || !t.BeginsLine(k) {
		return ""
	}
	for i := 3; i < len(s); i++ {
		if !lex.IsDigit(s[i]) {
			return ""
		}
	}
	if year := t.Key(k + 1); len(year) != 4 || year < ident.FirstYear || year > ident.LastYear {
		return ""
	}
	return string(s[:3])
}

// courtSpeaks reports whether word k is said as only a court says it of itself.
func courtSpeaks(t *doc.Text, k int) bool {
	switch key := t.Key(k); key {
	case "ponente", "sustanciador", "sustanciadora":
		return true
	case "rama":
		return t.Is(k+1, "judicial")
	case "sentencia", "auto", "fallo", "providencia", "vistos", "oficio":
		return t.BeginsLine(k) && (t.Words[k].Shape == doc.Upper || t.Is(k+1, "no") || t.Is(k+1, "nro") || t.Is(k+1, "numero") || t.Is(k+1, "de") && t.Is(k+2, "tutela"))
	case "procede", "decide", "resuelve", "dispone", "pronuncia", "ocupa", "profiere":
		for n := 1; n <= 3; n++ {
			switch t.Key(k + n) {
			case "despacho", "sala", "juzgado", "corte", "tribunal", "siguiente":
				return true
			}
		}
		return t.Is(k-1, "se") || key == "procede" && t.Is(k+1, "a") && (t.Is(k+2, "resolver") || t.Is(k+2, "decidir"))
	case "proferido":
		return t.Is(k+1, "la") || t.Is(k+1, "el")
	case "avoca", "avocar", "avoquese", "avocase", "admitase", "notifiquese", "oficiese", "cumplase", "requierase", "corrase":
		return true
	case "admitir", "admite":
		for n := 1; n <= 5; n++ {
			if t.Is(k+n, "tutela") {
				return true
			}
		}
	case "notifico", "comunico", "informo", "notificar", "comunicar":
		return (t.Is(k-1, "le") || t.Is(k-1, "les") || t.Is(k-1, "permito")) && (t.Is(k+1, "que") || t.Is(k+2, "que"))
	}
	return false
}

// Addressed reports whether a salutation stands before word k.
func Addressed(t *doc.Text, k int) bool {
	for n := 1; n <= 4 && k-n >= 0; n++ {
		if t.Words[k-n].Class&lex.Honorific != 0 {
			return true
		}
	}
	return false
}

// ClauseCourt reports whether the court at word k is spoken of, not to: the
// other side, or the one whose decision is attacked.
func ClauseCourt(t *doc.Text, k int) bool {
	if t.Is(k, "consejo") && !Addressed(t, k) && !t.Is(k+2, "estado") {
		return true // the stamp of the Consejo Superior de la Judicatura
	}
	for n := 1; n <= maxSpoken && k-n >= 0; n++ {
		switch key := t.Key(k - n); {
		case key == "contra", key == "vs", key == "versus", key == "por" && n <= 4, party.Sides[key] == field.Defendant && t.Key(k-n) != "entidad", party.Sides[key] == field.LinkedParty:
			return true
		case t.Words[k-n].Class&lex.Honorific != 0 && t.Words[k-n].Shape != doc.Lower, t.LineGap(k - n):
			return false
		}
	}
	return false
}

// maxSpoken bounds the words of a list of those who are sued before a court
// that is one of them.
const maxSpoken = 40
