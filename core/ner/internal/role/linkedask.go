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
var hears = lex.Set("role.hears")

// asks are words by which something is asked of the judge.
var asks = lex.Set("role.asks")

// begs are those of asks by which who files asks the judge and nobody else, in
// whatever section of the paper.
var begs = lex.Set("role.begs")

// summons are the verbs that ask by themselves: cítese a X.
var summons = lex.Set("role.summons")

// takesPart has the verbs of who is to take part: que X también responda.
var takesPart = lex.Set("role.takesPart")

// admits are words by which somebody is let into a case where the case is named beside
// them: dar participación en este asunto a X, tener como interviniente a X.
var admits = lex.Set("role.admits")

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
var enlists = lex.Set("role.enlists")

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
