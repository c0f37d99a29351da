package ner

import "github.com/cotejo/cotejo/core/ner/internal/lex"

// How a paper opens: where somebody presents it.

// maxOpening bounds the words in which a paper says what it is.
const maxOpening = 1500

// presents are the verbs by which somebody presents a filing.
var presents = map[string]bool{"interpongo": true, "interponer": true, "interponemos": true, "interpone": true, "instauro": true, "instaurar": true, "instauramos": true, "instaura": true,
	"presento": true, "presentar": true, "presentamos": true, "presenta": true, "formulo": true, "formular": true, "formulamos": true, "formula": true,
	"promuevo": true, "promover": true, "promovemos": true, "promueve": true, "acudo": true, "acudimos": true, "acude": true, "impetro": true, "impetrar": true, "incoo": true, "incoar": true,
	"entablo": true, "entablar": true, "invoco": true, "invocar": true, "dirijo": true, "solicito": true, "impugno": true, "impugnar": true, "elevo": true, "elevar": true, "ejerzo": true, "ejercer": true, "solicitar": true, "radico": true, "propongo": true, "proponer": true, "demando": true, "interponiendo": true, "pongo": true, "ponemos": true, "poner": true, "coloco": true, "entutelo": true, "entutelar": true, "reclamo": true, "reclamar": true, "deprecar": true, "allego": true, "manifiesto": true, "permito": true, "represento": true, "representamos": true,
	"demandar": true, "acciono": true, "accionar": true, "accionamos": true, "comparezco": true, "comparece": true, "comparecen": true, "concurro": true, "concurre": true, "interponen": true, "presentan": true, "promueven": true, "instauran": true, "entutelamos": true, "demandamos": true, "solicitamos": true, "solicita": true, "suscribe": true, "escribe": true, "dirige": true}

// filed are the participles of a ruling: instaurada por X contra Y.
var filed = map[string]bool{"instaurada": true, "interpuesta": true, "promovida": true, "presentada": true, "formulada": true, "incoada": true,
	"impetrada": true, "elevada": true, "entablada": true, "propuesta": true, "instaurado": true, "interpuesto": true, "presentado": true,
	"instauradas": true, "interpuestas": true, "promovidas": true, "presentadas": true, "formuladas": true, "incoadas": true, "impetradas": true,
	"promovido": true, "formulado": true, "incoado": true, "impetrado": true, "iniciado": true, "iniciada": true, "adelantado": true, "adelantada": true, "seguido": true, "seguida": true, "ejercida": true, "invocada": true, "deprecada": true}

// files are the verbs of one who files: la tutela que promovió X contra Y.
var files = map[string]bool{"instauro": true, "interpuso": true, "promovio": true, "presento": true, "formulo": true, "incoo": true, "impetro": true, "elevo": true,
	"instaura": true, "interpone": true, "promueve": true, "presenta": true, "formula": true, "adelanta": true,
	"instauraron": true, "interpusieron": true, "promovieron": true, "presentaron": true, "formularon": true, "incoaron": true, "elevaron": true, "impetraron": true}

// presentation returns where the paragraph begins in which the filing is
// presented: the first with a verb of filing, or with a name and what
// identifies its bearer.
func (t *Text) presentation() int {
	for k := 0; k < len(t.words) && k < maxOpening; k++ {
		w := t.words[k]
		switch {
		case w.class == 0 && w.shape == lower:
			if !presents[t.key(k)] {
				continue
			}
		case presents[t.key(k)]:
		case t.introduces(k):
		default:
			continue
		}
		if t.SectionAt(int(w.start)) == Facts {
			break
		}
		from, to := t.paragraph(int(w.start))
		if t.flat {
			from, to = t.phraseStart(k), min(t.phraseEnd(k), to)
			if t.seamless && !presents[t.key(k)] && t.representing(k) == 0 && !t.conductedBy(k) {
				from = int(w.start) // Yo, X; X, mayor de edad
			}
		}
		if first := t.speakerLine(k); first > from && to-first >= minPresentation {
			from = first // what stands above it is no part of what is presented
		}
		if to-from < minPresentation {
			continue // a title
		}
		return from
	}
	return t.Len()
}

// speakerLine returns where the line begins in which who speaks is introduced
// with word k, Yo, X; el suscrito X; X below an institution's name in capitals;
// -1 when none begins so.
func (t *Text) speakerLine(k int) int {
	switch t.key(k) {
	case "yo", "nosotros", "nosotras", "suscrito", "suscrita", "suscritos", "suscritas":
	default:
		before := t.words[max(k-1, 0)]
		if t.words[k].class&lex.Given == 0 || before.shape != upper || before.class&(lex.Function|lex.Particle|lex.Given|lex.Surname) != 0 || t.commaBefore(k) || t.dashBefore(k) {
			return -1 // ACCIONADA: INSPECCIÓN DE POLICÍA DE PASTO, and below it a name
		}
	}
	if t.is(k-1, "el") || t.is(k-1, "la") || t.is(k-1, "los") || t.is(k-1, "las") {
		k--
	}
	start := int(t.words[k].start)
	if t.flat || start != int(t.lines[t.lineAt(start)].start) || t.words[k].shape == lower {
		return -1
	}
	return start
}

// phraseStart returns where the sentence of word k begins in a text without
// line ends: behind a point or a wide gap.
func (t *Text) phraseStart(k int) int {
	for n := 0; k > 0 && n < 100; k, n = k-1, n+1 {
		if t.wideGap(k-1) || t.cp[t.words[k-1].end] == '.' && t.pointEnds(k-1) || t.seamless && t.headEnds(k-1) {
			break
		}
	}
	return int(t.words[k].start)
}

// headEnds reports whether what stands at the head of a paper ends with word k:
// a label, (REPARTO), E. S. D.
func (t *Text) headEnds(k int) bool {
	for _, c := range t.between(k) {
		if c == ':' {
			return true
		}
	}
	return t.is(k, "reparto") || t.is(k, "d") && t.is(k-1, "s") || t.is(k, "ciudad") && t.words[k].shape != lower
}

// phraseEnd returns where the words around word k end before a wide gap.
func (t *Text) phraseEnd(k int) int {
	for n := 0; k+1 < len(t.words) && n < 200 && !t.wideGap(k); k, n = k+1, n+1 {
	}
	return int(t.words[k].end)
}

// wideGap reports whether more than one blank parts words k and k+1.
func (t *Text) wideGap(k int) bool {
	gap := t.between(k)
	for i := 1; i < len(gap); i++ {
		if lex.IsBlank(gap[i]) && lex.IsBlank(gap[i-1]) {
			return true
		}
	}
	return false
}

// minPresentation is the least length of a presentation in code points.
const minPresentation = 60

// introduces reports whether word k begins "Yo, X", "el suscrito X" or, in a
// paragraph of its own, "X, mayor de edad".
func (t *Text) introduces(k int) bool {
	next := k
	switch t.key(k) {
	case "nombre":
		if !t.is(k-1, "mi") || !t.is(k+1, "es") {
			return false
		}
		p, ok := t.personAt(k+2, nameReading{limit: t.Len(), breaks: true, lowercase: true})
		return ok && p.words >= 2
	case "yo", "suscrito", "suscrita", "suscritos", "suscritas", "nosotros", "nosotras", "somos", "soy":
		next = t.skipLead(k+1, t.Len())
		p, ok := t.personAt(next, nameReading{limit: t.Len(), breaks: true, lowercase: true})
		return ok && p.words >= 2 && p.score >= minName && next-k < 5
	}
	if t.words[k].class&(lex.Given|lex.Surname) == 0 || t.words[k].shape == lower {
		return false
	}
	if t.identifiedWithin(k) {
		return true
	}
	l := t.lineAt(int(t.words[k].start))
	if int(t.words[k].start) != int(t.lines[l].start) && !(t.flat && k > 0 && (t.wideGap(k-1) || t.seamless && t.beginsName(k))) {
		return false
	}
	p, ok := t.personAt(k, nameReading{limit: t.Len(), breaks: true})
	if !ok || p.words < 2 || p.score < minName || p.last+1 >= len(t.words) || t.words[p.last+1].start > t.lines[l].end {
		return false
	}
	switch t.key(p.last + 1) {
	case "mayor", "identificado", "identificada", "ciudadano", "ciudadana", "domiciliado", "domiciliada", "vecino", "vecina", "abogado", "abogada", "actuando", "obrando", "menor", "persona", "colombiano", "colombiana", "de", "con", "en":
		if t.is(p.last+1, "en") && t.is(p.last+2, "contra") {
			return false // a title: TUTELA DE X EN CONTRA DE Y
		}
		return t.words[p.last+1].shape == lower || t.words[k].shape == upper
	}
	return false
}

// maxIntroduction bounds the words of a sentence before the name of who speaks.
const maxIntroduction = 14

// identifiedWithin reports whether a name of which the text says "identificada",
// "con C.C." begins with word k, early in a sentence of small letters that is no
// label: Quien suscribe, X, identificado; en mi calidad de afectado, X, con C.C.
func (t *Text) identifiedWithin(k int) bool {
	if t.words[k].class&lex.Given == 0 || k == 0 || t.nameWordAt(k-1, false) && t.words[k-1].class&lex.Given != 0 && t.joinsName(k-1, false) {
		return false
	}
	first := t.sentenceStart(k)
	if first == k || k-first > maxIntroduction {
		return false
	}
	small := 0
	for i := first; i < k; i++ {
		if t.words[i].shape == lower {
			small++
		}
		if t.labelled(i + 1) {
			small = 0
			if i == first || t.words[i].class&lex.LabelWord != 0 {
				return false
			}
		}
	}
	if small == 0 && k-first > 2 {
		return false
	}
	p, ok := t.personAt(k, nameReading{limit: t.Len(), breaks: true})
	return ok && p.words >= 2 && p.score >= minName && t.identified(p)
}

// beginsName reports whether a name that a comma and what identifies its
// bearer follow begins with word k and not before.
func (t *Text) beginsName(k int) bool {
	if t.words[k].class&lex.Given == 0 || t.labelled(k) {
		return false
	}
	if _, n := t.placeAt(k); n > 0 && t.moreName(k+n-1) && t.words[k+n].class&lex.Given != 0 {
		return false // de Caldas Ana Ruiz
	}
	if t.nameWordAt(k-1, false) && t.words[k-1].class&lex.Given != 0 && t.joinsName(k-1, false) {
		return false
	}
	p, ok := t.personAt(k, nameReading{limit: t.Len()})
	return ok && p.last+1 < len(t.words) && t.between(p.last)[0] == ','
}

// labelled reports whether a colon stands before word k.
func (t *Text) labelled(k int) bool {
	for _, c := range t.between(k - 1) {
		if c == ':' {
			return true
		}
	}
	return false
}

// maxParagraph bounds a paragraph in code points to either side of a place
// in it: a text without line ends is one paragraph.
const maxParagraph = 2500

// paragraph returns the bounds of the paragraph around position p.
func (t *Text) paragraph(p int) (from, to int) {
	l := t.lineAt(p)
	if l >= len(t.lines) {
		return p, p
	}
	a, b := l, l
	for a > 0 && !t.lines[a].gap && p-int(t.lines[a-1].start) < maxParagraph && !t.endsBlock(a-1) {
		a--
	}
	for b+1 < len(t.lines) && !t.lines[b+1].gap && int(t.lines[b+1].end)-p < maxParagraph {
		b++
	}
	return max(int(t.lines[a].start), p-maxParagraph), min(int(t.lines[b].end), p+maxParagraph)
}

// endsBlock reports whether line l closes what is above it: a short line that
// is not the last of a wrapped paragraph.
func (t *Text) endsBlock(l int) bool {
	e := t.lines[l]
	if t.wrapped(int(e.end)) {
		return false
	}
	switch t.cp[e.end-1] {
	case ',', '-':
		return false
	}
	return true
}
