package role

import (
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/paper"
)

// Parties of other cases than the paper's own.

// Precedent reports whether word k stands where law is cited, or its sentence
// tells before it of a case that was decided: en la Sentencia T-121 de 2015, de X
// contra.
func (t *Text) Precedent(k int) bool {
	switch t.SectionAt(int(t.Words[k].Start)) {
	case doc.Grounds:
		return true
	case doc.Heading:
		if t.Issued() || int(t.Words[k].Start) < t.Presented {
			return false // the paper's own title
		}
	}
	for first := paper.SentenceStart(t.Text, k); k > first; k-- {
		if (t.Is(k-1, "sentencia") || t.Is(k-1, "sentencias")) && (t.Is(k, "t") || t.Is(k, "su") || t.Is(k, "c")) {
			return true
		}
	}
	return false
}

// FormerSuit reports whether the facts tell, in the sentence of word k and before
// it, that somebody went to court: instauré tutela contra. Without its accent
// "presentó" may be who presents this paper.
func (t *Text) FormerSuit(k int) bool {
	if t.SectionAt(int(t.Words[k].Start)) != doc.Facts {
		return false
	}
	against, suit := false, false
	for first := paper.SentenceStart(t.Text, k); k > first; k-- {
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

// otherSuit reports whether the sentence in which word k stands tells, before
// it, of a suit that is no tutela: interpuso demanda de reparación directa contra.
func (t *Text) otherSuit(k int) bool {
	for first := paper.SentenceStart(t.Text, k); k > first; k-- {
		switch t.Key(k - 1) {
		case "tutela", "amparo", "corpus", "desacato":
			return false
		case "proceso":
			return !t.Continues
		case "demanda", "demando", "ordinario", "ejecutivo", "reparacion", "nulidad", "denuncia", "querella", "pertenencia":
			return true
		}
	}
	return false
}

// maxHeadnote bounds the words of a headnote before its dash.
const maxHeadnote = 60

// headnote reports whether word k stands in a line by which rulings are indexed: what
// one is about in capitals, and behind a dash how it decides, ACCION DE TUTELA CONTRA
// COLPENSIONES-Competencia de Juzgado Civil. Such a line names no party.
func (t *Text) headnote(k int) bool {
	if !t.Issued() {
		return false
	}
	at := int(t.Words[k].Start)
	first := t.WordAt(int(t.Lines[t.LineAt(at)].Start))
	for n := first; n+2 < len(t.Words) && n < first+maxHeadnote; n++ {
		if s := t.Words[n].Shape; s != doc.Upper && s != doc.Number {
			return false
		}
		if t.DashBefore(n+1) && t.Words[n+1].Shape == doc.Title {
			return n > first+1 && t.Words[n+2].Shape == doc.Lower
		}
		if n >= k && t.Chars[t.Words[n].End] == '\n' && !t.Wrapped(int(t.Words[n].End)) {
			return false
		}
	}
	return false
}
