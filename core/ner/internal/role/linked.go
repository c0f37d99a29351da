package role

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/field"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/paper"
	"github.com/cotejo/cotejo/core/ner/internal/party"
)

// Third parties: who is asked, or was told, to be heard beside the two sides.

// links are words that alone say that somebody takes part as a third party.
var links = lex.Set("role.links")

var namesLinked = lex.FilterOf(links, hears, map[string]bool{"vinculo": true, "vinculacion": true, "vinculado": true, "vinculada": true, "vinculados": true, "vinculadas": true,
	"tercero": true, "tercera": true, "terceros": true, "terceras": true}, admits, enlists)

// maxLinked bounds the third parties, and maxLinking the words that lead up to one.
const maxLinked, maxLinking = 60, 24

// linkedParties reads whom the filing asks to be heard besides: "vincúlese a X",
// "integrar el contradictorio con X", "X, a quien pido vincular".
func (t *Text) linkedParties() []Mention {
	var out []Mention
	for k := 0; k < len(t.Words) && k < paper.MaxOpening*4 && len(out) < maxLinked; k++ {
		if t.Words[k].Fix == 0 && !namesLinked.MayHave(t.Folded(k)) || k >= paper.MaxOpening && !t.claimedAt(k) {
			continue
		}
		ahead, behind := t.linksAt(k)
		if (ahead || behind) && (t.hasOtherSense(k) || t.headnote(k)) {
			continue
		}
		from, to := -1, 0
		if ahead {
			if from = t.linkedAfter(k + t.interested(k+1)); from >= 0 {
				_, to = t.Paragraph(from)
				if to = min(to, from+600); t.Flat && from < t.Presented {
					to = min(to, t.Presented)
				}
			}
		}
		if from < 0 && behind && !t.ofCase(k) {
			from, to = t.linkedBefore(k), t.subjectEnd(k)
		}
		if from < 0 || hears[t.Key(k)] && t.suedBetween(k, from) {
			continue
		}
		for _, p := range t.opponents(from, to) {
			if t.placed(p) || proceedings[t.Key(t.WordAt(p.Start))] {
				continue
			}
			part := field.LinkedParty
			if t.Is(k+1, "como") && party.Sides[t.Key(k+2)] == field.Defendant {
				part = field.Defendant // se vinculó como demandados a X
			}
			out = append(out, ofParty(part, p, 0.9, 0))
		}
	}
	return out
}

// proceedings begin the name of a case, which a third party is one of in, and no party.
var proceedings = lex.Set("role.proceedings")

// linksAt reports whether word k says that third parties are named behind it, or
// before it.
func (t *Text) linksAt(k int) (ahead, behind bool) {
	switch key := t.Key(k); key {
	case "vinculo":
		w := t.Words[k]
		verb := strings.HasSuffix(t.Slice(int(w.Start), int(w.End)), "ó") || t.Is(k-1, "se")
		return verb, false
	case "vinculacion":
		of := t.Is(k+1, "de") || t.Is(k+1, "del") || t.Is(k+1, "al") || t.Is(k+2, "de") || t.Is(k+2, "del") || t.Labelled(k+1)
		return of && !t.Is(k-1, "mi") && !t.Is(k-1, "su"), false
	case "vinculada", "vinculado", "vinculadas", "vinculados":
		switch {
		case t.Is(k-1, "como") || t.Is(k-1, "por") && t.Is(k-2, "tengase") || t.Labelled(k+1):
			return true, true
		case beingDone[t.Key(k-1)]:
			must := t.hasToBe(paper.SentenceStart(t.Text, k), k)
			return t.intoCase(k+1) || party.ArticleAt(t.Text, k+1) || t.Issued() && party.Begins(t.Text, k+1), t.intoCase(k+1) || must
		}
	case "tercero", "tercera", "terceros", "terceras":
		third := t.interested(k+1) > 0
		named := strings.HasSuffix(key, "s") && t.Labelled(k+1) || t.Is(k-1, "como") && party.ArticleAt(t.Text, k+1) && t.Chars[t.Words[k].End] == ',' && t.claimedAt(k)
		return third || named, third && t.Is(k-1, "como")
	case "vincularlo", "vincularla", "vincularlos", "vincularlas", "vinculen", "vincule":
		if t.pronounBefore(k) {
			return true, true // por eso pido que los vinculen
		}
		return true, strings.HasPrefix(key, "vincularl") || t.relative(k)
	case "vincular":
		return true, t.relative(k) || t.pronounBefore(k) // a X también la deben vincular
	default:
		switch {
		case links[key]:
			return true, t.relative(k)
		case (key == "extensivo" || key == "extensiva") && t.extends(k):
			return true, false // trámite que se hizo extensivo al Juzgado
		case t.Issued() && enlists[key]:
			return t.enlisted(k), false // a la que fueron citadas X y Y
		case t.invited(k):
			return true, false
		case (summons[key] && t.toSomebody(k+1) || key == "parte" && (t.Is(k-1, "hagase") || t.Is(k-1, "haganse"))) && !t.Issued() && t.SectionAt(int(t.Words[k].Start)) != doc.Grounds:
			return true, false
		case takesPart[key] && t.Is(k-1, "tambien") && t.hasToBe(paper.SentenceStart(t.Text, k), k) && !t.asksFor(k):
			return false, true // quiero que X también responda
		case hears[key] && (key != "parte" || strings.HasPrefix(t.Key(k-1), "ha")) && (t.claimedAt(k) || t.begged(k)):
			if t.asksFor(k) {
				return true, t.relative(k) || beingDone[t.Key(k-1)] && summoned[key]
			}
			if beingDone[t.Key(k-1)] && summoned[key] || t.pronounBefore(k) {
				return false, t.hasToBe(paper.SentenceStart(t.Text, k), k) // pido que X sea llamada
			}
		}
	}
	return false, false
}

// toSomebody reports whether words from k on lead to whom a verb is about: a la, también
// al; not y cúmplase.
func (t *Text) toSomebody(k int) bool {
	for n := 0; n < 3; n++ {
		if t.Is(k+n, "a") || t.Is(k+n, "al") {
			return true
		}
	}
	return false
}

// summoned are the participles of hears.
var summoned = lex.Set("role.summoned")

// pronounBefore reports whether a pronoun before word k, or before what it is asked
// with, stands for whom is named before it: que los vinculen, la deben vincular.
func (t *Text) pronounBefore(k int) bool {
	if asks[t.Key(k-1)] {
		k--
	}
	switch t.Key(k - 1) {
	case "lo", "la", "los", "las":
		return true
	}
	return false
}

// extends reports whether word k says of the case that it is made to take in others.
func (t *Text) extends(k int) bool {
	if t.Issued() && t.toSomebody(k+1) {
		return true // trámite extensivo al Juzgado
	}
	if before := t.Key(k - 1); !strings.HasPrefix(before, "ha") && !strings.HasPrefix(before, "hi") {
		return false
	}
	if t.Issued() {
		return true
	}
	for n := -5; n <= 4; n++ {
		switch t.Key(k + n) {
		case "accion", "tutela", "amparo":
			return true
		}
	}
	return false
}

// beingDone are the verbs that make a passive of a participle.
var beingDone = lex.Set("role.beingDone")

// intoCase reports whether words from k on say that it is this case that
// somebody is joined to: al trámite, a esta acción, de oficio; not to a payroll.
func (t *Text) intoCase(k int) bool {
	for n := 0; n < 5; n++ {
		switch t.Key(k + n) {
		case "tramite", "proceso", "actuacion", "contradictorio", "accion", "presente", "oficio", "oficiosamente", "tutela", "asunto", "causa":
			return true
		case "al", "a", "la", "este", "esta", "de", "mismo", "misma", "por", "auto":
		default:
			return false
		}
	}
	return false
}

// interested returns how many words from k on say of a third that a case
// concerns him: con interés, interesado, vinculado.
func (t *Text) interested(k int) int {
	for n := 0; n < 4; n++ {
		switch t.Key(k + n) {
		case "interes", "interesado", "interesada", "interesados", "interesadas", "vinculado", "vinculada", "vinculados", "vinculadas", "afectado", "afectados", "interviniente", "intervinientes":
			return n + 1
		case "con", "legitimo", "directo", "un":
		default:
			return 0
		}
	}
	return 0
}

// relative reports whether a pronoun before word k stands for whom is named
// before it: X, a quien pido vincular.
func (t *Text) relative(k int) bool {
	for n := 1; n <= 4; n++ {
		switch t.Key(k - n) {
		case "quien", "quienes", "cual", "cuales":
			return true
		case "que":
			switch t.Key(k - n - 1) {
			case "la", "el", "al", "las", "los":
				return true
			}
		}
	}
	return false
}

// ofCase reports whether the pronoun before word k stands for the case in which a court
// rules: asunto al que fueron vinculadas las partes.
func (t *Text) ofCase(k int) bool {
	for n := 1; n <= 6 && t.Issued(); n++ {
		switch t.Key(k - n) {
		case "que", "cual":
			return ownSuits[t.Key(k-n-2)] || ownSuits[t.Key(k-n-3)]
		}
	}
	return false
}

// linkedAfter returns where the first of those begins who are named behind word
// k, in the same sentence; -1 when none is.
func (t *Text) linkedAfter(k int) int {
	if t.Words[max(k, 0)].Shape == doc.Upper {
		if at := t.partyWithin(k+1, k+maxUpperLead); at >= 0 {
			return at
		}
	}
	for next := k + 1; next < len(t.Words) && next < k+maxLinking; next++ {
		if party.Ends(t.Text, next-1) && !t.Labelled(next) {
			return -1
		}
		switch w := t.Words[next]; {
		case w.Shape == doc.Lower || w.Shape == doc.Number && party.ItemNumber(t.Text, next) == 0:
		case next < k+6 && w.Class&lex.EntityHead == 0 && (!hears[t.Key(k)] || t.Issued()) || party.Begins(t.Text, next) || party.ItemNumber(t.Text, next) > 0:
			return int(w.Start)
		case hears[t.Key(k)]:
			return -1 // la cita con ONCOLOGÍA CLÍNICA
		}
	}
	return -1
}

// maxUpperLead bounds the words between the asking and who is asked for in a paper of
// capitals, where small letters tell nothing: VINCULAR COMO TERCERO AL TRÁMITE A X.
const maxUpperLead = 10

// partyWithin returns where the first known party begins among the words from k up to,
// not including, last, in the same sentence; -1 when none does.
func (t *Text) partyWithin(k, last int) int {
	for ; k < min(last, len(t.Words)); k++ {
		if party.Ends(t.Text, k-1) && !t.Labelled(k) {
			break
		}
		if t.Words[k].Class&lex.Function == 0 && party.Begins(t.Text, k) {
			return int(t.Words[k].Start)
		}
	}
	return -1
}

// subjectEnd returns where the naming of those ends whom word k is said of: before
// the small words that lead to it, también debe ser.
func (t *Text) subjectEnd(k int) int {
	for first := paper.SentenceStart(t.Text, k); k > first && (t.Words[k-1].Shape == doc.Lower || t.Words[k-1].Class&lex.Function != 0 || beingDone[t.Key(k-1)] || asks[t.Key(k-1)] || t.Is(k-1, "tambien")); k-- {
	}
	if k == 0 {
		return 0
	}
	return int(t.Words[k-1].End)
}

// linkedBefore returns where the first of those begins who are named before word
// k, in the same sentence; -1 when none is. In a court's paper the sentence names the
// sides before: comunicar el trámite a X como tercera interesada.
func (t *Text) linkedBefore(k int) int {
	for n := k - 1; t.Issued() && n > paper.SentenceStart(t.Text, k); n-- {
		if (t.Is(n, "a") || t.Is(n, "al")) && party.Begins(t.Text, n+1) {
			return int(t.Words[n+1].Start)
		}
	}
	for first := paper.SentenceStart(t.Text, k); first < k; first++ {
		if w := t.Words[first]; w.Shape != doc.Lower && w.Shape != doc.Number && w.Class&lex.Function == 0 && party.Begins(t.Text, first) {
			return int(w.Start)
		}
	}
	return -1
}
