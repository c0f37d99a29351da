package ner

import (
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
)

// Parties of other cases than the paper's own.

// precedent reports whether word k stands where law is cited, or its sentence
// tells before it of a case that was decided: en la Sentencia T-121 de 2015, de X
// contra.
func (t *Text) precedent(k int) bool {
	switch t.SectionAt(int(t.Words[k].Start)) {
	case doc.Grounds:
		return true
	case doc.Heading:
		if t.issued() || int(t.Words[k].Start) < t.presented {
			return false // the paper's own title
		}
	}
	for first := t.sentenceStart(k); k > first; k-- {
		if (t.Is(k-1, "sentencia") || t.Is(k-1, "sentencias")) && (t.Is(k, "t") || t.Is(k, "su") || t.Is(k, "c")) {
			return true
		}
	}
	return false
}

// formerSuit reports whether the facts tell, in the sentence of word k and before
// it, that somebody went to court: instauré tutela contra. Without its accent
// "presentó" may be who presents this paper.
func (t *Text) formerSuit(k int) bool {
	if t.SectionAt(int(t.Words[k].Start)) != doc.Facts {
		return false
	}
	against, suit := false, false
	for first := t.sentenceStart(k); k > first; k-- {
		switch key := t.Key(k - 1); key {
		case "contra":
			against = true
		case "tutela", "tutelas", "demanda", "denuncia", "amparo":
			suit = against
		case "interpuse", "interpuso", "interpusimos", "interpusieron", "presentamos", "presentaron", "instauraron", "promovieron":
			return suit
		case "presento", "presente", "instauro", "instaure", "promovi", "promovio", "radique", "radico", "formule", "formulo":
			if last, _ := utf8.DecodeLastRuneInString(t.Slice(int(t.Words[k-1].Start), int(t.Words[k-1].End))); suit && (last == 'é' || last == 'ó' || last == 'í') {
				return true
			}
		}
	}
	return false
}

// suitUnderAttack reports whether a court's paper says of another suit than the tutela
// what word k says, that somebody filed it: en el proceso ejecutivo adelantado por X.
func (t *Text) suitUnderAttack(k int) bool {
	if !t.issued() {
		return false
	}
	for first := max(t.sentenceStart(k), k-maxBeforeFiled); k > first; k-- {
		switch key := t.Key(k - 1); {
		case ownSuits[key]:
			return false
		case otherSuits[key]:
			return true
		}
	}
	return false
}

// ownSuits are words for the case in which a ruling on a tutela is given, otherSuits
// for those that it may be about.
var (
	ownSuits = map[string]bool{"tutela": true, "tutelas": true, "amparo": true, "corpus": true, "desacato": true, "accion": true, "acciones": true, "solicitud": true, "impugnacion": true,
		"tramite": true, "actuacion": true, "asunto": true, "resguardo": true, "salvaguarda": true, "queja": true, "constitucional": true}
	otherSuits = map[string]bool{"ejecutivo": true, "ordinario": true, "ordinaria": true, "pertenencia": true, "reivindicatorio": true, "sucesion": true, "divorcio": true, "nulidad": true,
		"restablecimiento": true, "reparacion": true, "denuncia": true, "querella": true, "penal": true, "laboral": true, "verbal": true, "alimentos": true, "divisorio": true, "restitucion": true}
)

// maxBeforeFiled bounds the words between a suit and who filed it.
const maxBeforeFiled = 16
