package ner

import "strings"

// Third parties: who is asked, or was told, to be heard beside the two sides.

// links are words that alone say that somebody takes part as a third party.
var links = map[string]bool{"vincular": true, "vincule": true, "vinculese": true, "vinculen": true, "vinculense": true, "vinculando": true, "vincularse": true, "vincularon": true,
	"vincularlo": true, "vincularla": true, "vincularlos": true, "vincularlas": true, "vincula": true, "vincularan": true, "vincularia": true, "vincularamos": true,
	"contradictorio": true, "litisconsorte": true, "litisconsortes": true, "litisconsorcio": true}

// hears are words that say so where it is asked of the judge: pido que llame a X.
var hears = map[string]bool{"llame": true, "llamen": true, "llamar": true, "llamado": true, "llamada": true, "llamados": true, "llamadas": true,
	"cite": true, "citen": true, "citar": true, "citese": true, "citado": true, "citada": true, "citados": true, "citadas": true,
	"convoque": true, "convoquen": true, "convocar": true, "convoquese": true, "convocado": true, "convocada": true, "convocados": true, "convocadas": true,
	"responda": true, "respondan": true, "notifique": true, "notifiquen": true, "notifiquese": true, "escuche": true, "escuchar": true, "escuchen": true, "oir": true, "oiga": true, "oigan": true, "oigase": true,
	"comparecer": true, "comparezca": true, "comparezcan": true, "concurra": true, "concurran": true, "concurrir": true, "intervenga": true, "intervengan": true, "intervenir": true, "intervencion": true,
	"parte": true, "traslado": true, "entere": true, "enteren": true, "enterar": true, "enterese": true, "extensiva": true, "extensivo": true, "extienda": true, "extender": true, "incluir": true, "incluya": true, "incluyan": true}

// asks are words by which something is asked of the judge.
var asks = map[string]bool{"pide": true, "piden": true, "solicita": true, "solicitan": true, "ojala": true, "conviene": true, "pido": true, "pedimos": true, "solicito": true, "solicitamos": true, "ruego": true, "rogamos": true,
	"sirvase": true, "ordenar": true, "ordene": true, "debera": true, "deberan": true, "debe": true, "deben": true, "deberia": true, "deberian": true, "pidiendo": true, "solicitando": true, "pidio": true,
	"necesario": true, "preciso": true, "pertinente": true, "quiero": true, "suplico": true, "disponga": true, "disponer": true}

var namesLinked = filterOf(links, hears, map[string]bool{"vinculo": true, "vinculacion": true, "vinculado": true, "vinculada": true, "vinculados": true, "vinculadas": true,
	"tercero": true, "tercera": true, "terceros": true, "terceras": true})

// maxLinked bounds the third parties, and maxLinking the words that lead up to one.
const maxLinked, maxLinking = 60, 24

// linkedParties reads whom the filing asks to be heard besides: "vincúlese a X",
// "integrar el contradictorio con X", "X, a quien pido vincular".
func (t *Text) linkedParties() []Mention {
	var out []Mention
	for k := 0; k < len(t.words) && k < maxOpening*4 && len(out) < maxLinked; k++ {
		if t.words[k].fix == 0 && !namesLinked.mayHave(t.folded(k)) || k >= maxOpening && !t.claimedAt(k) {
			continue
		}
		ahead, behind := t.linksAt(k)
		if (ahead || behind) && t.elsewhere(k) {
			continue
		}
		from, to := -1, 0
		if ahead {
			if from = t.linkedAfter(k + t.interested(k+1)); from >= 0 {
				_, to = t.paragraph(from)
				if to = min(to, from+600); t.flat && from < t.presented {
					to = min(to, t.presented)
				}
			}
		}
		if from < 0 && behind {
			from, to = t.linkedBefore(k), int(t.words[k].start)
		}
		if from < 0 || hears[t.key(k)] && t.suedBetween(k, from) {
			continue
		}
		for _, p := range t.opponents(from, to) {
			if t.placed(p) {
				continue
			}
			out = append(out, Mention{Field: LinkedParty, Value: p.value, Start: p.start, End: p.end, Confidence: 0.9 * p.score})
		}
	}
	return out
}

// linksAt reports whether word k says that third parties are named behind it, or
// before it.
func (t *Text) linksAt(k int) (ahead, behind bool) {
	switch key := t.key(k); key {
	case "vinculo":
		w := t.words[k]
		verb := strings.HasSuffix(t.Slice(int(w.start), int(w.end)), "ó") || t.is(k-1, "se")
		return verb, false
	case "vinculacion":
		return (t.is(k+1, "de") || t.is(k+1, "del") || t.is(k+1, "al") || t.is(k+2, "de")) && !t.is(k-1, "mi") && !t.is(k-1, "su"), false
	case "vinculada", "vinculado", "vinculadas", "vinculados":
		switch {
		case t.is(k-1, "como") || t.labelled(k+1):
			return true, true
		case beingDone[t.key(k-1)]:
			return t.intoCase(k+1) || t.articleAt(k+1), t.intoCase(k + 1)
		}
	case "tercero", "tercera", "terceros", "terceras":
		third := t.interested(k+1) > 0
		return third, third && t.is(k-1, "como")
	case "vincularlo", "vincularla", "vincularlos", "vincularlas":
		return true, true
	default:
		switch {
		case links[key]:
			return true, t.relative(k)
		case (key == "extensivo" || key == "extensiva") && t.issued() && (strings.HasPrefix(t.key(k-1), "hi") || t.is(k-1, "hacer") || t.is(k-1, "hacerse")):
			return true, false // trámite que se hizo extensivo al Juzgado
		case t.issued() && (key == "citado" || key == "citada" || key == "citados" || key == "citadas" || key == "llamado" || key == "llamada") && beingDone[t.key(k-1)]:
			return true, false // a la que fueron citadas X y Y
		case hears[key] && (key != "parte" || strings.HasPrefix(t.key(k-1), "ha")) && t.claimedAt(k):
			if t.asksFor(k) {
				return true, t.relative(k)
			}
		}
	}
	return false, false
}

// beingDone are the verbs that make a passive of a participle.
var beingDone = map[string]bool{"fue": true, "fueron": true, "sea": true, "sean": true, "ser": true, "sido": true, "quedo": true, "quedaron": true, "resulto": true, "resultaron": true, "sera": true, "seran": true}

// intoCase reports whether words from k on say that it is this case that
// somebody is joined to: al trámite, a esta acción, de oficio; not to a payroll.
func (t *Text) intoCase(k int) bool {
	for n := 0; n < 5; n++ {
		switch t.key(k + n) {
		case "tramite", "proceso", "actuacion", "contradictorio", "accion", "presente", "oficio", "oficiosamente", "tutela", "asunto", "causa":
			return true
		case "al", "a", "la", "este", "esta", "de", "mismo", "misma", "por", "auto":
		default:
			return false
		}
	}
	return false
}

// articleAt reports whether word k is an article before a name.
func (t *Text) articleAt(k int) bool {
	switch t.key(k) {
	case "la", "el", "las", "los":
		return k+1 < len(t.words) && t.words[k+1].shape != lower
	}
	return false
}

// interested returns how many words from k on say of a third that a case
// concerns him: con interés, interesado, vinculado.
func (t *Text) interested(k int) int {
	for n := 0; n < 4; n++ {
		switch t.key(k + n) {
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
		switch t.key(k - n) {
		case "quien", "quienes", "cual", "cuales":
			return true
		case "que":
			switch t.key(k - n - 1) {
			case "la", "el", "al", "las", "los":
				return true
			}
		}
	}
	return false
}

// claimedAt reports whether word k stands where a paper says what it asks for.
func (t *Text) claimedAt(k int) bool {
	switch t.SectionAt(int(t.words[k].start)) {
	case Heading, Claims, Interim:
		return true
	}
	return false
}

// asksFor reports whether what word k says is asked of the judge: "pido que
// llame", "solicito al despacho citar"; not of a party that is named between.
func (t *Text) asksFor(k int) bool {
	for n := 1; n <= maxAsking && k-n >= 0; n++ {
		switch {
		case t.is(k-n, "que") && k-n == t.sentenceStart(k), asks[t.key(k-n)]:
			return true // Que llamen también a
		case hears[t.key(k)] && t.suedActs(k-n), t.pointAfter(k - n), t.words[k-n].shape != lower && t.words[k-n].class&(entityHead|entityStart|legalForm) != 0:
			return false
		}
	}
	return false
}

// maxAsking bounds the words between what asks and what is asked for.
const maxAsking = 14

// pointAfter reports whether a sentence ends with word k.
func (t *Text) pointAfter(k int) bool {
	gap := t.between(k)
	return gap[0] == '.' && t.pointEnds(k) || t.lineGap(k)
}

// linkedAfter returns where the first of those begins who are named behind word
// k, in the same sentence; -1 when none is.
func (t *Text) linkedAfter(k int) int {
	for next := k + 1; next < len(t.words) && next < k+maxLinking; next++ {
		if t.endsParty(next-1) && !t.labelled(next) {
			return -1
		}
		switch w := t.words[next]; {
		case w.shape == lower || w.shape == number && t.itemNumber(next) == 0:
		case next < k+6 && w.class&entityHead == 0 && !hears[t.key(k)] || t.beginsParty(next) || t.itemNumber(next) > 0:
			return int(w.start)
		case hears[t.key(k)]:
			return -1 // la cita con ONCOLOGÍA CLÍNICA
		}
	}
	return -1
}

// linkedBefore returns where the first of those begins who are named before word
// k, in the same sentence; -1 when none is.
func (t *Text) linkedBefore(k int) int {
	for first := t.sentenceStart(k); first < k; first++ {
		if w := t.words[first]; w.shape != lower && w.shape != number && w.class&function == 0 && t.beginsParty(first) {
			return int(w.start)
		}
	}
	return -1
}
