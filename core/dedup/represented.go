package dedup

import (
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/tfidf"
)

// Of whom a filing is: the people for whom an agent files, the relatives that it mentions, and others
// whom its head and its facts name.

// agencyLinks are the words between an agencyCue and the name of the person for whom the paper
// is filed: "en representación de mi hijo menor de edad MATEO".
var agencyLinks = newCueTable(map[cueKind]string{
	personCue: relatives + groupNames + `de del la el los mi mis su nuestro nuestra y e en por nombre representacion legal judicial especial general
		senor senora sr sra dr dra mayor edad joven adolescente adulto adulta ciudadano ciudadana poderdante companero companera permanente
		comunitario comunitaria indigena indigenas negra negras afrodescendiente campesina accion comunal salud vida derecho derechos favor`,
})

// relatives and groupNames say what the person or the group is for whom somebody speaks.
const (
	relatives  = `hijo hija nieto nieta hermano hermana padre madre esposo esposa abuelo abuela tio tia sobrino sobrina suegro suegra nino nina menor `
	groupNames = `comunidad comunidades parcialidad resguardo cabildo vereda barrio pueblo consejo sindicato organizacion sociedad empresa asociacion
		corporacion fundacion junta `
)

var principalNouns = newCueTable(map[cueKind]string{personCue: relatives + groupNames})

// officeCues stand before the people, the company or the community for whom somebody speaks, at the head of a paper:
// "gobernador del cabildo", "tutela en favor de la comunidad", "hablo por la vereda", "tutela por la salud de mi niña".
var officeCues = newCueTable(map[cueKind]string{
	agencyCue: `representante presidente presidenta vocero vocera gobernador gobernadora favor defensa hablo hablamos nombre tutela peticion`,
})

// isOffice reports whether words begin with an officeCue. In capitals any word looks like a name: there one of
// principalNouns must follow.
func (r *reading) isOffice(words []word) bool {
	if !officeCues.has(words[0].Hash) {
		return false
	}
	return !allCapitals(words[0].In(r.text)) || slices.ContainsFunc(words[1:], func(w word) bool { return principalNouns.has(w.Hash) })
}

// ofWords stand between an agencyCue and a name. Without one the name is that of the agent:
// "por medio de apoderada NATALIA".
var ofWords = newCueTable(map[cueKind]string{personCue: "de del por"})

// givenName appends the first name after words[0], which is a cue, in its clause.
func (r *reading) givenName(words []word, table *tfidf.Table, to *particulars) {
	for i := 1; i < len(words) && len(*to) < maxParticulars; i++ {
		w := words[i]
		if endsClause(r.text[words[i-1].End:w.Start]) || cues.kind(w.Hash) != noCue {
			return
		}
		term := tfidf.WordOf(w.In(r.text), w.Hash)
		if !w.Digits && term != 0 && capitalised(w.In(r.text)) && table.IDF(term) >= minNameIDF {
			to.add(w.In(r.text))
			return
		}
	}
}

// agencyReach bounds how many words after an agencyCue the name of the principal ends.
const agencyReach = 16

// principal appends the words of the name that follows words[0], which is an agencyCue, and
// nothing but agencyLinks.
func (r *reading) principal(words []word, table *tfidf.Table, to *particulars) {
	linked, begun := false, false
	for i, w := range words[1:] {
		gap := r.text[words[i].End:w.Start]
		link := agencyLinks.has(w.Hash)
		switch {
		case endsClause(gap), begun && strings.Contains(gap, ","):
			return
		case link:
			linked = linked || ofWords.has(w.Hash)
		case !linked, w.Digits, !capitalised(w.In(r.text)), len(*to) == maxParticulars:
			return
		default:
			begun = true
			if term := tfidf.WordOf(w.In(r.text), w.Hash); term != 0 && table.IDF(term) >= minNameIDF {
				to.add(w.In(r.text))
			}
		}
	}
}

// called returns the first words of the names that the head of a filing says within a sentence and
// the facts say again, without the parties: of whom the paper is about, in words that are no cue
// ("en ejercicio de la patria potestad sobre MATEO ROJAS"). They may be those of one more defendant.
func (r *reading) called(table *tfidf.Table, named []uint32) (called particulars) {
	inHead := r.inFacts[:0]
	r.each(func(p part, words []word) {
		for i := 1; p == head && i+1 < len(words) && len(inHead) < maxNames; i++ {
			if term := r.opensName(words[i-1:i+2], table); term != 0 && !slices.Contains(named, term) && !slices.Contains(inHead, term) {
				inHead = append(inHead, term)
			}
		}
	})
	r.inFacts = inHead
	r.each(func(p part, words []word) {
		for _, w := range words {
			if p == facts && len(called) < maxParticulars && capitalised(w.In(r.text)) && slices.Contains(inHead, tfidf.WordOf(w.In(r.text), w.Hash)) {
				called.add(w.In(r.text))
			}
		}
	})
	return called
}

// opensName returns the term of the second of three words, if a name of two words or more begins
// with it in the middle of a sentence; 0 otherwise.
func (r *reading) opensName(words []word, table *tfidf.Table) uint32 {
	before, w, next := words[0].In(r.text), words[1], words[2]
	if !capitalised(w.In(r.text)) || capitalised(before) || w.Digits || next.Digits || !capitalised(next.In(r.text)) ||
		endsClause(r.text[words[0].End:w.Start]) || strings.ContainsAny(r.text[w.End:next.Start], ".,;:()") {
		return 0
	}
	if term := tfidf.WordOf(w.In(r.text), w.Hash); term != 0 && table.IDF(term) >= minNameIDF {
		return term
	}
	return 0
}

// compareRepresented notes whether the two are filed for different people.
func (e *evidence) compareRepresented(a, b *Fingerprint, table *tfidf.Table) {
	e.otherRepresented = a.hasOtherPrincipal(b, table) || b.hasOtherPrincipal(a, table) || areOtherPrincipals(a, b) ||
		areOthers(a.givenNames(), a, b.givenNames(), b) || (e.identifiers < 1 || e.fewestIdentifiers < 2) && areOthers(a.represented, a, b.represented, b)
}

// areOthers reports whether two filings name people that have none in common, beside their plaintiffs.
func areOthers(ofA particulars, a *Fingerprint, ofB particulars, b *Fingerprint) bool {
	ofA, ofB = ofA.without(a.parties.Plaintiff), ofB.without(b.parties.Plaintiff)
	return len(ofA) > 0 && len(ofB) > 0 && !slices.ContainsFunc(ofA, ofB.hasOne) && !ofA.amongNames(b.names) && !ofB.amongNames(a.names)
}

// areOtherPrincipals reports whether each of two filings is made for somebody whose names the other does not have:
// siblings share all but one.
func areOtherPrincipals(a, b *Fingerprint) bool {
	own := func(f, o *Fingerprint) bool {
		return slices.ContainsFunc(f.principals.without(f.parties.Plaintiff).without(f.parties.Defendant), func(w particular) bool {
			return !o.principals.hasOne(w) && !particulars{w}.amongNames(o.names)
		})
	}
	return own(a, b) && own(b, a)
}

// givenNames returns those of the people of whom the paper is about, the filer not among them.
func (f *Fingerprint) givenNames() particulars {
	if len(f.principals) > 0 {
		return f.principals[:1]
	}
	return f.called
}

// leastNames is how many rare capitalised words a text has that names its plaintiff.
const leastNames = 3

// hasOtherPrincipal reports whether an agent files f for somebody whom o does not mention, while
// o, which names people, is filed for nobody else.
func (f *Fingerprint) hasOtherPrincipal(o *Fingerprint, table *tfidf.Table) bool {
	return len(f.principals) > 0 && len(o.principals) == 0 && len(o.represented) == 0 && len(o.names) >= leastNames &&
		!wordsIn(f.principals.String(), o.names, table)
}
