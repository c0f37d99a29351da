package paper

import (
	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/field"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/party"
)

// Which proceeding a paper belongs to: a case that has a number, one against a
// ruling, an answer to a claim.

// followsUp reports whether the paper says at its head that it continues a
// case: a ruling, an appeal, a complaint of contempt.
func followsUp(t *doc.Text) bool {
	for k := 0; k < len(t.Words) && k < 150; k++ {
		switch t.Key(k) {
		case "impugnacion", "impugno", "desacato":
			return true
		case "sentencia", "auto", "fallo":
			if k < 12 && t.Words[k].Shape == doc.Upper && !t.Is(k-1, "contra") && !t.Is(k-1, "la") {
				return true
			}
		case "rama":
			if k < 12 && t.Key(k+1) == "judicial" {
				return true
			}
		}
	}
	return false
}

// maxAttack bounds the words in which a paper says what it is directed against.
const maxAttack = 300

// attacksRuling reports whether the paper opens a case against a court or its
// ruling: the numbers at its head are then those of the case under attack.
func attacksRuling(t *doc.Text) bool {
	for k := 0; k < len(t.Words) && k < maxAttack; k++ {
		if !t.MayBe(k, &attacking) {
			continue
		}
		if key := t.Key(k); key != "contra" && key != "frente" && !(party.Sides[key] == field.Defendant && t.Labelled(k+1)) {
			continue
		}
		for n := 1; n <= 4 && k+n < len(t.Words); n++ {
			next := t.Words[k+n]
			if rulings[t.Key(k+n)] || next.Class&lex.CourtHead != 0 && next.Shape != doc.Lower {
				return true
			}
			if next.Class&lex.Function == 0 {
				break
			}
		}
	}
	return false
}

// attacking are the words behind which stands what a paper is directed against.
var attacking = lex.FilterOf(party.Sides, map[string]field.Field{"contra": "", "frente": ""})

// rulings are what courts decide by.
var rulings = lex.Set("paper.rulings")

// answersClaim reports whether the paper says at its head that it answers a
// claim: who presents it and signs is on the other side.
func answersClaim(t *doc.Text) bool {
	reports, tutela := false, false
	for k := 0; k < len(t.Words) && k < maxAttack; k++ {
		switch t.Key(k) {
		case "tutela":
			tutela = true
			continue
		case "rindo", "rinde", "rendimos", "rendir":
			reports = reports || t.Is(k+1, "informe") || t.Is(k+2, "informe")
			continue
		case "respuesta", "contestacion", "informe":
			if t.Words[k].Shape == doc.Lower && !t.Labelled(k) && !t.Is(k-1, "doy") && !t.Is(k-1, "rindo") && !t.Is(k-1, "dar") && !t.Is(k-1, "rendir") {
				continue
			}
		case "contesto", "descorro", "contestar", "descorrer":
		default:
			continue
		}
		for n := 1; n <= 7; n++ {
			switch t.Key(k + n) {
			case "tutela", "desacato", "corpus":
				return true
			case "peticion":
				n = 7 // a tutela for want of an answer
			}
		}
	}
	return reports && tutela
}
