package ner

import "github.com/cotejo/cotejo/core/ner/internal/lex"

// Which proceeding a paper belongs to: a case that has a number, one against a
// ruling, an answer to a claim.

// followsUp reports whether the paper says at its head that it continues a
// case: a ruling, an appeal, a complaint of contempt.
func (t *Text) followsUp() bool {
	for k := 0; k < len(t.words) && k < 150; k++ {
		switch t.key(k) {
		case "impugnacion", "impugno", "desacato":
			return true
		case "sentencia", "auto", "fallo":
			if k < 12 && t.words[k].shape == upper && !t.is(k-1, "contra") && !t.is(k-1, "la") {
				return true
			}
		case "rama":
			if k < 12 && t.key(k+1) == "judicial" {
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
func (t *Text) attacksRuling() bool {
	if t.continues {
		return false
	}
	for k := 0; k < len(t.words) && k < maxAttack; k++ {
		if !t.mayBe(k, &attacking) {
			continue
		}
		if key := t.key(k); key != "contra" && key != "frente" && !(sides[key] == Defendant && t.labelled(k+1)) {
			continue
		}
		for n := 1; n <= 4 && k+n < len(t.words); n++ {
			next := t.words[k+n]
			if rulings[t.key(k+n)] || next.class&lex.CourtHead != 0 && next.shape != lower {
				return true
			}
			if next.class&lex.Function == 0 {
				break
			}
		}
	}
	return false
}

// attacking are the words behind which stands what a paper is directed against.
var attacking = lex.FilterOf(sides, map[string]Field{"contra": "", "frente": ""})

// rulings are what courts decide by.
var rulings = map[string]bool{"providencia": true, "providencias": true, "sentencia": true, "sentencias": true, "fallo": true, "auto": true, "decision": true, "decisiones": true}

// answersClaim reports whether the paper says at its head that it answers a
// claim: who presents it and signs is on the other side.
func (t *Text) answersClaim() bool {
	if t.issued() {
		return false
	}
	reports, tutela := false, false
	for k := 0; k < len(t.words) && k < maxAttack; k++ {
		switch t.key(k) {
		case "tutela":
			tutela = true
			continue
		case "rindo", "rinde", "rendimos", "rendir":
			reports = reports || t.is(k+1, "informe") || t.is(k+2, "informe")
			continue
		case "respuesta", "contestacion", "informe":
			if t.words[k].shape == lower && !t.labelled(k) && !t.is(k-1, "doy") && !t.is(k-1, "rindo") && !t.is(k-1, "dar") && !t.is(k-1, "rendir") {
				continue
			}
		case "contesto", "descorro", "contestar", "descorrer":
		default:
			continue
		}
		for n := 1; n <= 7; n++ {
			switch t.key(k + n) {
			case "tutela", "desacato", "corpus":
				return true
			case "peticion":
				n = 7 // a tutela for want of an answer
			}
		}
	}
	return reports && tutela
}
