package role

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/field"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/party"
)

// What is said in the words of linked.go and makes nobody a third party: who is to be
// put on a payroll or a list, heard as a witness or moved to a hospital, and what the
// side that is sued is to do.

// hasOtherSense reports whether the words around word k, one of links or hears, give it
// another sense.
func (t *Text) hasOtherSense(k int) bool {
	key := t.Key(k)
	switch {
	case (t.Is(k-1, "me") || t.Is(k-1, "nos")) && (links[key] || !t.Is(k+1, "tambien")):
		return true // se me vincule a la planta
	case t.recounts(k) && t.SectionAt(int(t.Words[k].Start)) == doc.Facts && !t.Continues && !t.asksFor(k):
		return true // la Fiscalía vinculó a X: what is told of other cases
	}
	switch t.Key(k + 1) {
	case "laboral", "laboralmente", "nuevamente", "contractual":
		return true
	case "mediante":
		return !t.Is(k+2, "auto") && !t.Is(k+2, "providencia")
	case "a", "al", "de", "del":
		switch t.Key(k + 2) {
		case "mi", "menor", "hijo", "hija", "nino", "nina", "paciente":
			return true // vincular a mi hijo al instituto
		}
	}
	if !hears[key] {
		return false
	}
	for n := 1; n <= 4; n++ {
		if testimony[t.Key(k+n)] && !t.institutionSays(k+n) || n < 3 && testimony[t.Key(k-n)] {
			return true
		}
	}
	switch key {
	case "responda", "respondan":
		return t.Is(k+1, "de") && t.Is(k+2, "fondo")
	case "traslado":
		return !t.served(k) || (t.Is(k+1, "de") || t.Is(k+1, "del")) && !t.intoCase(k+1) && !ownPaper[t.Key(k+2)] && !ownPaper[t.Key(k+3)]
	case "extender", "extienda":
		for n := 1; n <= 3; n++ {
			if certificates[t.Key(k+n)] {
				return true
			}
		}
	case "notifique", "notifiquen", "notifiquese":
		return (t.Is(k+1, "la") || t.Is(k+1, "el") || t.Is(k+1, "su")) && outcomes[t.Key(k+2)]
	}
	return false
}

// institutionSays reports whether word k is what an institution is to say, which is no
// witness: oír la versión de la Clínica San Roque.
func (t *Text) institutionSays(k int) bool {
	for n := 1; n <= 3; n++ {
		if k+n < len(t.Words) && t.Words[k+n].Shape != doc.Lower && party.InstitutionAt(t.Text, k+n) {
			return true
		}
	}
	return false
}

// recounts reports whether word k, one of links, tells what was done or is, rather than ask
// for it: la Fiscalía vinculó a X, fue vinculada, un tercero interesado.
func (t *Text) recounts(k int) bool {
	switch t.Key(k) {
	case "vinculo", "vincularon":
		return true
	case "vinculacion":
		return t.Is(k+1, "a") || t.Is(k+1, "al") // to an employer, and not: se impone la vinculación de X
	case "vinculado", "vinculada", "vinculados", "vinculadas":
		return beingDone[t.Key(k-1)] && !t.Is(k-1, "ser") && !t.Is(k-1, "sea") && !t.Is(k-1, "sean")
	case "tercero", "tercera", "terceros", "terceras":
		return t.Is(k-1, "un") || t.Is(k-1, "una") || t.Is(k-1, "unos") || t.Is(k-1, "soy") || t.Is(k-1, "somos")
	}
	return false
}

// testimony are the words by which somebody is heard as a witness.
var testimony = lex.Set("role.testimony")

// serves are the verbs of a case's papers being given to a party: correr traslado.
var serves = map[string]bool{"dar": true, "dese": true, "de": true, "den": true, "dando": true}

// served reports whether a verb of giving a party the papers of a case leads to word k:
// correr traslado, que se le corra el traslado.
func (t *Text) served(k int) bool {
	for n := 1; n <= 3; n++ {
		if key := t.Key(k - n); serves[key] || strings.HasPrefix(key, "corr") || strings.HasPrefix(key, "surt") {
			return true
		}
	}
	return false
}

// certificates are what is made out to somebody.
var certificates = lex.Set("role.certificates")

// ownPaper are words for the paper that opens the case.
var ownPaper = lex.Set("role.ownPaper")

// outcomes are what a party is told that the other decided.
var outcomes = lex.Set("role.outcomes")

// suedBetween reports whether the words between k and position to speak of the side
// that is sued: que responda la accionada ante X.
func (t *Text) suedBetween(k, to int) bool {
	for k++; k < len(t.Words) && int(t.Words[k].Start) < to; k++ {
		if key := t.Key(k); party.Sides[key] == field.Defendant && t.Words[k].Shape == doc.Lower && key != "entidad" && key != "entidades" && !t.besides(k) {
			return true
		}
	}
	return false
}

// suedActs reports whether word k is that of the side that is sued, which is to do
// something: a la accionada que, que la accionada; not besides: además de la accionada.
func (t *Text) suedActs(k int) bool {
	if party.Sides[t.Key(k)] != field.Defendant || t.besides(k) {
		return false
	}
	if strings.HasPrefix(t.Key(k), "entidad") {
		return t.Is(k+1, "que") // and not: que como entidad interesada se cite a X
	}
	return t.Is(k+1, "que") || t.Is(k-2, "que") || t.Is(k-3, "que")
}

// besides reports whether word k stands behind "además de la", "junto con la" or "como".
func (t *Text) besides(k int) bool {
	for n := 1; n <= 4; n++ {
		switch t.Key(k - n) {
		case "ademas", "junto", "fuera", "aparte", "con", "como", "calidad":
			return true
		case "a", "de", "del", "la", "el", "las", "los", "entidad", "entidades", "parte":
		default:
			return false
		}
	}
	return false
}

// placed reports whether a person is named with where that one is to be put: X en
// nómina, X a la Fundación Y, X al programa.
func (t *Text) placed(p party.Party) bool {
	who, ok := party.PersonAt(t.Text, t.WordAt(p.Start), party.NameReading{Limit: p.End, Breaks: true})
	if !ok || who.Words < 2 || who.Score < party.MinName || who.End >= p.End {
		return false
	}
	switch t.Key(who.Last + 1) {
	case "a", "al", "en", "la", "el":
		return len(t.Between(who.Last)) == 1
	}
	return false
}
