package role

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/paper"
	"github.com/cotejo/cotejo/core/ner/internal/party"
)

// In which words a paper asks the judge to hear somebody besides the two sides.

// hears are words that say so where it is asked of the judge: pido que llame a X.
var hears = map[string]bool{"llame": true, "llamen": true, "llamar": true, "llamado": true, "llamada": true, "llamados": true, "llamadas": true,
	"cite": true, "citen": true, "citar": true, "citese": true, "citado": true, "citada": true, "citados": true, "citadas": true,
	"convoque": true, "convoquen": true, "convocar": true, "convoquese": true, "convocado": true, "convocada": true, "convocados": true, "convocadas": true,
	"responda": true, "respondan": true, "notifique": true, "notifiquen": true, "notifiquese": true, "escuche": true, "escuchar": true, "escuchen": true, "oir": true, "oiga": true, "oigan": true, "oigase": true,
	"oida": true, "oido": true, "oidas": true, "oidos": true, "escuchada": true, "escuchado": true, "escuchese": true, "llamese": true, "llamense": true, "citense": true,
	"comparecencia": true, "citacion": true, "convocatoria": true, "notificar": true, "notificarse": true, "notificada": true, "notificado": true, "venir": true, "pregunten": true,
	"comparecer": true, "comparezca": true, "comparezcan": true, "concurra": true, "concurran": true, "concurrir": true, "intervenga": true, "intervengan": true, "intervenir": true, "intervencion": true,
	"parte": true, "traslado": true, "entere": true, "enteren": true, "enterar": true, "enterese": true, "extensiva": true, "extensivo": true, "extienda": true, "extender": true, "incluir": true, "incluya": true, "incluyan": true}

// asks are words by which something is asked of the judge.
var asks = map[string]bool{"pide": true, "piden": true, "solicita": true, "solicitan": true, "ojala": true, "conviene": true, "pido": true, "pedimos": true, "solicito": true, "solicitamos": true, "ruego": true, "rogamos": true,
	"sirvase": true, "ordenar": true, "ordene": true, "debera": true, "deberan": true, "debe": true, "deben": true, "deberia": true, "deberian": true, "pidiendo": true, "solicitando": true, "pidio": true,
	"conveniente": true, "indispensable": true, "menester": true, "procedente": true, "requiere": true, "sugiere": true, "sugiero": true, "estimo": true, "considero": true, "creo": true,
	"imploro": true, "coadyuvo": true, "coadyuva": true, "dispongase": true, "ordenese": true, "tengase": true, "digne": true, "dignese": true, "quisiera": true,
	"necesario": true, "preciso": true, "pertinente": true, "quiero": true, "suplico": true, "disponga": true, "disponer": true}

// begs are those of asks by which who files asks the judge and nobody else, in
// whatever section of the paper.
var begs = map[string]bool{"pido": true, "pedimos": true, "solicito": true, "solicitamos": true, "ruego": true, "rogamos": true, "suplico": true, "imploro": true, "sirvase": true}

// summons are the verbs that ask by themselves: cítese a X.
var summons = map[string]bool{"citese": true, "citense": true, "llamese": true, "llamense": true, "oigase": true, "escuchese": true, "notifiquese": true, "convoquese": true, "enterese": true}

// takesPart has the verbs of who is to take part: que X también responda.
var takesPart = map[string]bool{"responda": true, "respondan": true, "comparezca": true, "comparezcan": true, "concurra": true, "concurran": true, "intervenga": true, "intervengan": true}

// admits are words by which somebody is let into a case where the case is named beside
// them: dar participación en este asunto a X, tener como interviniente a X.
var admits = map[string]bool{"participacion": true, "aviso": true, "conocimiento": true, "comunique": true, "comunicar": true, "interviniente": true, "intervinientes": true,
	"interesado": true, "interesada": true, "interesados": true, "interesadas": true}

// invited reports whether word k, one of admits or parte, lets into the case who is named
// behind it, and a paper asks for that.
func (t *Text) invited(k int) bool {
	if !t.claimedAt(k) && !t.begged(k) || t.Issued() {
		return false
	}
	switch key := t.Key(k); key {
	case "parte":
		return beingDone[t.Key(k-1)] && t.intoCase(k+1) && t.asksFor(k)
	case "participacion":
		return t.Is(k+1, "en") && t.intoCase(k+2) && t.asksFor(k)
	case "aviso":
		return t.intoCase(k+1) && t.asksFor(k)
	case "conocimiento":
		return t.Is(k-1, "en") && strings.HasPrefix(t.Key(k-2), "pon") && t.ofThisCase(k) && t.asksFor(k)
	case "comunique", "comunicar":
		return !t.Is(k-1, "me") && t.ofThisCase(k) && t.asksFor(k)
	case "interviniente", "intervinientes", "interesado", "interesada", "interesados", "interesadas":
		return t.Is(k-1, "como") && (t.Is(k-2, "tenga") || t.Is(k-2, "tener") || t.Is(k-2, "tengase")) && t.toSomebody(k+1)
	}
	return false
}

// ofThisCase reports whether the sentence of word k goes on to name this case: la
// admisión de esta tutela.
func (t *Text) ofThisCase(k int) bool {
	for n := k + 1; n < len(t.Words) && n < k+maxLinking && !party.PointAfter(t.Text, n-1); n++ {
		if (t.Is(n-1, "esta") || t.Is(n-1, "este") || t.Is(n-1, "presente")) && t.intoCase(n) {
			return true
		}
	}
	return false
}

// enlists are words by which a court says whom it called into the case.
var enlists = map[string]bool{"citado": true, "citada": true, "citados": true, "citadas": true, "llamado": true, "llamada": true, "llamados": true, "llamadas": true,
	"convocado": true, "convocada": true, "convocados": true, "convocadas": true, "enterado": true, "enterada": true, "enterados": true, "enteradas": true,
	"convoco": true, "cito": true, "llamo": true, "entero": true, "citacion": true, "convocatoria": true}

// enlisted reports whether word k, one of enlists, says so: a la que fueron citadas X y
// Y, al que se convocó a X, se enteró de la actuación a X, con citación de X.
func (t *Text) enlisted(k int) bool {
	switch key := t.Key(k); key {
	case "citacion", "convocatoria":
		return t.Is(k-1, "con")
	case "convoco", "cito", "llamo", "entero":
		return t.Is(k-1, "se") && (t.relative(k-1) || t.intoCase(k+1) || t.Is(k-2, "tramite"))
	}
	return beingDone[t.Key(k-1)]
}

// claimedAt reports whether word k stands where a paper says what it asks for.
func (t *Text) claimedAt(k int) bool {
	switch t.SectionAt(int(t.Words[k].Start)) {
	case doc.Heading, doc.Claims, doc.Interim:
		return true
	}
	return false
}

// asksFor reports whether what word k says is asked of the judge: "pido que
// llame", "solicito al despacho citar"; not of a party that is named between.
func (t *Text) asksFor(k int) bool {
	if t.askedOutright(k) {
		return true
	}
	for n := 1; n <= maxAsking && k-n >= 0; n++ {
		switch {
		case t.Is(k-n, "que") && (k-n == paper.SentenceStart(t.Text, k) || t.Is(k-n-1, "y") && k-n-1 == paper.SentenceStart(t.Text, k) || t.Is(k-n-1, "hay")), asks[t.Key(k-n)]:
			return true // Que llamen también a
		case hears[t.Key(k)] && t.suedActs(k-n), party.PointAfter(t.Text, k-n), t.Words[k-n].Shape != doc.Lower && (t.Words[k-n].Class&lex.LegalForm != 0 || party.InstitutionAt(t.Text, k-n)):
			return false
		}
	}
	return false
}

// askedOutright reports whether what is claimed begins with word k, or with the verb of
// which it is what is done: Correr traslado a X, Se llame a X.
func (t *Text) askedOutright(k int) bool {
	first := paper.SentenceStart(t.Text, k)
	for first < k && (t.Words[first].Shape == doc.Number || t.Words[first].Class&lex.Ordinal != 0) {
		first++
	}
	if k > first+2 || t.SectionAt(int(t.Words[k].Start)) != doc.Claims {
		return false
	}
	switch t.Key(first) {
	case "se", "correr", "dar", "citar", "convocar", "llamar", "enterar", "oir", "escuchar", "comunicar":
		return t.Words[first].Shape != doc.Lower
	}
	return false
}

// maxAsking bounds the words between what asks and what is asked for.
const maxAsking = 14

// begged reports whether who files asks the judge, in the first person, for what
// word k says.
func (t *Text) begged(k int) bool {
	for n := 1; n <= maxAsking && k-n >= 0; n++ {
		switch {
		case begs[t.Key(k-n)]:
			return true
		case t.suedActs(k - n), party.PointAfter(t.Text, k-n):
			return false
		}
	}
	return false
}

// hasToBe reports whether the words from first up to, not including, word k ask for
// something or say that it must be: pido que X sea vinculada, X debe ser oída.
func (t *Text) hasToBe(first, k int) bool {
	for ; first < k; first++ {
		if asks[t.Key(first)] {
			return true
		}
	}
	return false
}
