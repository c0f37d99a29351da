package ner

// What is said in the words of linked.go and makes nobody a third party: who is to be
// put on a payroll or a list, heard as a witness or moved to a hospital, and what the
// side that is sued is to do.

// elsewhere reports whether what stands around word k, one of links or hears, says
// that something else is meant.
func (t *Text) elsewhere(k int) bool {
	key := t.key(k)
	switch {
	case t.is(k-1, "me") || t.is(k-1, "nos"):
		return true // se me vincule a la planta
	case tells[key] && !t.is(k-1, "como") && !t.labelled(k+1+t.interested(k+1)) && t.SectionAt(int(t.words[k].start)) == Facts && !t.continues && !t.asksFor(k):
		return true // la Fiscalía vinculó a X: what is told of other cases
	}
	switch t.key(k + 1) {
	case "laboral", "laboralmente", "nuevamente", "contractual", "formal", "mediante":
		return true
	case "a", "al", "de", "del":
		switch t.key(k + 2) {
		case "mi", "menor", "hijo", "hija", "nino", "nina", "paciente":
			return true // vincular a mi hijo al instituto
		}
	}
	if !hears[key] {
		return false
	}
	for n := 1; n <= 4; n++ {
		if testimony[t.key(k+n)] || n < 3 && testimony[t.key(k-n)] {
			return true
		}
	}
	switch key {
	case "responda", "respondan":
		return t.is(k+1, "de") && t.is(k+2, "fondo")
	case "traslado":
		return !serves[t.key(k-1)] || (t.is(k+1, "de") || t.is(k+1, "del")) && !t.intoCase(k+1)
	case "extender", "extienda":
		for n := 1; n <= 4; n++ {
			switch t.key(k + n) {
			case "accion", "tutela", "amparo", "orden", "fallo", "efectos":
				return false
			}
		}
		return true
	case "notifique", "notifiquen", "notifiquese":
		return (t.is(k+1, "la") || t.is(k+1, "el") || t.is(k+1, "su")) && outcomes[t.key(k+2)]
	}
	return false
}

// tells are the words of links that tell what was done rather than ask for it.
var tells = map[string]bool{"vinculo": true, "vincularon": true, "vinculacion": true, "vinculado": true, "vinculada": true, "vinculados": true, "vinculadas": true,
	"tercero": true, "tercera": true, "terceros": true, "terceras": true}

// testimony are the words by which somebody is heard as a witness.
var testimony = map[string]bool{"declaracion": true, "testigo": true, "testigos": true, "testimonio": true, "testimonios": true, "interrogatorio": true, "descargos": true, "version": true}

// serves are the verbs of a case's papers being given to a party: correr traslado.
var serves = map[string]bool{"corra": true, "correr": true, "corran": true, "corrase": true, "dar": true, "dese": true, "de": true, "den": true, "corriendo": true, "dando": true}

// outcomes are what a party is told that the other decided.
var outcomes = map[string]bool{"decision": true, "respuesta": true, "resolucion": true, "fallo": true, "acto": true, "contestacion": true, "determinacion": true}

// suedBetween reports whether the words between k and position to speak of the side
// that is sued: que responda la accionada ante X.
func (t *Text) suedBetween(k, to int) bool {
	for k++; k < len(t.words) && int(t.words[k].start) < to; k++ {
		if key := t.key(k); sides[key] == Defendant && t.words[k].shape == lower && key != "entidad" && key != "entidades" {
			return true
		}
	}
	return false
}

// suedActs reports whether word k is that of the side that is sued, which is to do
// something: a la accionada que, que la accionada; not besides: además de la accionada.
func (t *Text) suedActs(k int) bool {
	return sides[t.key(k)] == Defendant && (t.is(k+1, "que") || t.is(k-2, "que") || t.is(k-3, "que"))
}

// placed reports whether a person is named with where that one is to be put: X en
// nómina, X a la Fundación Y, X al programa.
func (t *Text) placed(p party) bool {
	who, ok := t.personAt(t.wordAt(p.start), nameReading{limit: p.end, breaks: true})
	if !ok || who.words < 2 || who.score < minName || who.end >= p.end {
		return false
	}
	switch t.key(who.last + 1) {
	case "a", "al", "en", "la", "el":
		return len(t.between(who.last)) == 1
	}
	return false
}
