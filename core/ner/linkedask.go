package ner

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
		case t.is(k-n, "que") && (k-n == t.sentenceStart(k) || t.is(k-n-1, "y") && k-n-1 == t.sentenceStart(k) || t.is(k-n-1, "hay")), asks[t.key(k-n)]:
			return true // Que llamen también a
		case hears[t.key(k)] && t.suedActs(k-n), t.pointAfter(k - n), t.words[k-n].shape != lower && (t.words[k-n].class&legalForm != 0 || t.institutionAt(k-n)):
			return false
		}
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
		case begs[t.key(k-n)]:
			return true
		case t.suedActs(k - n), t.pointAfter(k - n):
			return false
		}
	}
	return false
}

// hasToBe reports whether the words from first up to, not including, word k ask for
// something or say that it must be: pido que X sea vinculada, X debe ser oída.
func (t *Text) hasToBe(first, k int) bool {
	for ; first < k; first++ {
		if asks[t.key(first)] {
			return true
		}
	}
	return false
}
