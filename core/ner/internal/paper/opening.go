package paper

import (
	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/party"
	"github.com/cotejo/cotejo/core/ner/internal/place"
)

// How a paper opens: where somebody presents it.

// MaxOpening bounds the words in which a paper says what it is.
const MaxOpening = 1500

// Filed are the participles of a ruling: instaurada por X contra Y.
var Filed = lex.Set("paper.filed")

// Files are the verbs of one who files: la tutela que promovió X contra Y.
var Files = lex.Set("paper.files")

// presentation returns where the paragraph begins in which the filing is
// presented: the first with a verb of filing, or with a name and what
// identifies its bearer.
func presentation(t *doc.Text) int {
	for k := 0; k < len(t.Words) && k < MaxOpening; k++ {
		w := t.Words[k]
		switch {
		case w.Class == 0 && w.Shape == doc.Lower:
			if !party.Presents[t.Key(k)] {
				continue
			}
		case party.Presents[t.Key(k)]:
		case Introduces(t, k):
		default:
			continue
		}
		if t.SectionAt(int(w.Start)) == doc.Facts {
			break
		}
		from, to := t.Paragraph(int(w.Start))
		if t.Flat {
			from, to = phraseStart(t, k), min(phraseEnd(t, k), to)
			if t.Seamless && !party.Presents[t.Key(k)] && Representing(t, k) == 0 && !ConductedBy(t, k) {
				from = int(w.Start) // Yo, X; X, mayor de edad
			}
		}
		if first := speakerLine(t, k); first > from && to-first >= minPresentation {
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
func speakerLine(t *doc.Text, k int) int {
	switch t.Key(k) {
	case "yo", "nosotros", "nosotras", "suscrito", "suscrita", "suscritos", "suscritas":
	default:
		before := t.Words[max(k-1, 0)]
		if t.Words[k].Class&lex.Given == 0 || before.Shape != doc.Upper || before.Class&(lex.Function|lex.Particle|lex.Given|lex.Surname) != 0 || t.CommaBefore(k) || t.DashBefore(k) {
			return -1 // ACCIONADA: INSPECCIÓN DE POLICÍA DE PASTO, and below it a name
		}
	}
	if t.Is(k-1, "el") || t.Is(k-1, "la") || t.Is(k-1, "los") || t.Is(k-1, "las") {
		k--
	}
	start := int(t.Words[k].Start)
	if t.Flat || start != int(t.Lines[t.LineAt(start)].Start) || t.Words[k].Shape == doc.Lower {
		return -1
	}
	return start
}

// phraseStart returns where the sentence of word k begins in a text without
// line ends: behind a point or a wide gap.
func phraseStart(t *doc.Text, k int) int {
	for n := 0; k > 0 && n < 100; k, n = k-1, n+1 {
		if t.WideGap(k-1) || t.Chars[t.Words[k-1].End] == '.' && party.PointEnds(t, k-1) || t.Seamless && headEnds(t, k-1) {
			break
		}
	}
	return int(t.Words[k].Start)
}

// headEnds reports whether what stands at the head of a paper ends with word k:
// a label, (REPARTO), E. S. D.
func headEnds(t *doc.Text, k int) bool {
	for _, c := range t.Between(k) {
		if c == ':' {
			return true
		}
	}
	return t.Is(k, "reparto") || t.Is(k, "d") && t.Is(k-1, "s") || t.Is(k, "ciudad") && t.Words[k].Shape != doc.Lower
}

// phraseEnd returns where the words around word k end before a wide gap.
func phraseEnd(t *doc.Text, k int) int {
	for n := 0; k+1 < len(t.Words) && n < 200 && !t.WideGap(k); k, n = k+1, n+1 {
	}
	return int(t.Words[k].End)
}

// minPresentation is the least length of a presentation in code points.
const minPresentation = 60

// Introduces reports whether word k begins "Yo, X", "el suscrito X" or, in a
// paragraph of its own, "X, mayor de edad".
func Introduces(t *doc.Text, k int) bool {
	next := k
	switch t.Key(k) {
	case "nombre":
		if !t.Is(k-1, "mi") || !t.Is(k+1, "es") {
			return false
		}
		p, ok := party.PersonAt(t, k+2, party.NameReading{Limit: t.Len(), Breaks: true, Lowercase: true})
		return ok && p.Words >= 2
	case "llamo":
		p, ok := party.PersonAt(t, k+1, party.NameReading{Limit: t.Len(), Breaks: true, Lowercase: true})
		return ok && p.Words >= 2 && t.Is(k-1, "me")
	case "yo", "suscrito", "suscrita", "suscritos", "suscritas", "nosotros", "nosotras", "somos", "soy":
		next = party.SkipLead(t, k+1, t.Len())
		p, ok := party.PersonAt(t, next, party.NameReading{Limit: t.Len(), Breaks: true, Lowercase: true})
		return ok && p.Words >= 2 && p.Score >= party.MinName && next-k < 5
	}
	if t.Words[k].Class&(lex.Given|lex.Surname) == 0 || t.Words[k].Shape == doc.Lower {
		return false
	}
	if identifiedWithin(t, k) {
		return true
	}
	l := t.LineAt(int(t.Words[k].Start))
	if int(t.Words[k].Start) != int(t.Lines[l].Start) && !(t.Flat && k > 0 && (t.WideGap(k-1) || t.Seamless && beginsName(t, k))) {
		return false
	}
	p, ok := party.PersonAt(t, k, party.NameReading{Limit: t.Len(), Breaks: true})
	if !ok || p.Words < 2 || p.Score < party.MinName || p.Last+1 >= len(t.Words) || t.Words[p.Last+1].Start > t.Lines[l].End {
		return false
	}
	switch t.Key(p.Last + 1) {
	case "mayor", "identificado", "identificada", "ciudadano", "ciudadana", "domiciliado", "domiciliada", "vecino", "vecina", "abogado", "abogada", "actuando", "obrando", "menor", "persona", "colombiano", "colombiana", "de", "con", "en":
		if t.Is(p.Last+1, "en") && t.Is(p.Last+2, "contra") {
			return false // a title: TUTELA DE X EN CONTRA DE Y
		}
		return t.Words[p.Last+1].Shape == doc.Lower || t.Words[k].Shape == doc.Upper
	}
	return false
}

// maxIntroduction bounds the words of a sentence before the name of who speaks.
const maxIntroduction = 14

// identifiedWithin reports whether a name of which the text says "identificada",
// "con C.C." begins with word k, early in a sentence of small letters that is no
// label: Quien suscribe, X, identificado; en mi calidad de afectado, X, con C.C.
func identifiedWithin(t *doc.Text, k int) bool {
	if t.Words[k].Class&lex.Given == 0 || k == 0 || party.NameWordAt(t, k-1, false) && t.Words[k-1].Class&lex.Given != 0 && party.JoinsName(t, k-1, false) {
		return false
	}
	first := SentenceStart(t, k)
	if first == k || k-first > maxIntroduction {
		return false
	}
	small := 0
	for i := first; i < k; i++ {
		if t.Words[i].Shape == doc.Lower {
			small++
		}
		if t.Labelled(i + 1) {
			small = 0
			if i == first || t.Words[i].Class&lex.LabelWord != 0 {
				return false
			}
		}
	}
	if small == 0 && k-first > 2 {
		return false
	}
	p, ok := party.PersonAt(t, k, party.NameReading{Limit: t.Len(), Breaks: true})
	return ok && p.Words >= 2 && p.Score >= party.MinName && party.Identified(t, p)
}

// beginsName reports whether a name that a comma and what identifies its
// bearer follow begins with word k and not before.
func beginsName(t *doc.Text, k int) bool {
	if t.Words[k].Class&lex.Given == 0 || t.Labelled(k) {
		return false
	}
	if _, n := place.At(t, k); n > 0 && party.MoreName(t, k+n-1) && t.Words[k+n].Class&lex.Given != 0 {
		return false // de Caldas Ana Ruiz
	}
	if party.NameWordAt(t, k-1, false) && t.Words[k-1].Class&lex.Given != 0 && party.JoinsName(t, k-1, false) {
		return false
	}
	p, ok := party.PersonAt(t, k, party.NameReading{Limit: t.Len()})
	return ok && p.Last+1 < len(t.Words) && t.Between(p.Last)[0] == ','
}
