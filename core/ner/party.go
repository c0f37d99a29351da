package ner

import (
	"bytes"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/place"
)

// Reading of parties: persons and institutions, alone or in lists.

// party is a party named in the text.
type party struct {
	start, end int
	value      string
	known      bool    // an entity of the gazetteer
	person     bool    // by its name
	score      float64 // 0 to 1
}

// maxParty bounds what is said of one party, and maxParties how many are read.
const (
	maxParty   = 160
	maxParties = 40
)

// parties reads the list of parties between two code points.
func (t *Text) parties(from, to int) []party {
	var out []party
	k := t.WordAt(from)
	for k < len(t.Words) && int(t.Words[k].Start) < to && len(out) < maxParties {
		k = t.skipLead(k, to)
		if k >= len(t.Words) || int(t.Words[k].End) > to {
			break
		}
		several, last := t.severalAt(k, to)
		if out = append(out, several...); several == nil {
			last = t.partyLast(k, to)
			if p, ok := t.newParty(k, last); ok {
				out = append(out, p)
			}
		}
		k = last + 1
	}
	return out
}

// skipLead passes over what stands before the name: articles, titles,
// "el representante legal de".
func (t *Text) skipLead(k, to int) int {
	for last := k + maxLeadWords; k < last && k < len(t.Words) && int(t.Words[k].End) <= to; {
		if n := t.PhraseAny(k, leads); n > 0 && int(t.Words[min(k+n, len(t.Words)-1)].Start) < to {
			k += n
			continue
		}
		w := t.Words[k]
		if t.articleOfName(k) {
			return k
		}
		if t.itemNumber(k) > 0 {
			k++
			continue
		}
		if t.Lone(k) && t.looseFormAt(k) {
			return k // la E.S.E. Hospital
		}
		if t.genericAt(k) || w.Class&lex.Honorific != 0 && w.Class&lex.CourtHead == 0 || w.Class&lex.Function != 0 && w.End-w.Start <= 4 && !t.startsKnown(k) {
			k++
			continue
		}
		return k
	}
	return k
}

// maxLeadWords bounds what is passed over.
const maxLeadWords = 16

// articleOfName reports whether word k is an article that belongs to a name: El
// Hierro Fino. Before what says which kind of institution or which office is
// meant it does not: LA SECRETARÍA, EL ALCALDE, even in capitals.
func (t *Text) articleOfName(k int) bool {
	switch t.Key(k) {
	case "el", "la", "los", "las":
	default:
		return false
	}
	if k+1 >= len(t.Words) || t.Words[k].Shape == doc.Lower || string(t.Between(k)) != " " && string(t.Between(k)) != "\n" {
		return false
	}
	const kind = lex.EntityHead | lex.EntityStart | lex.CourtHead | lex.CourtWord | lex.Honorific | lex.LegalForm | lex.Function | lex.Common | lex.Identity | lex.Ordinal | lex.LabelWord | lex.HeadingWord
	next := t.Words[k+1]
	if next.Shape == doc.Lower || next.Shape == doc.Number || next.Class&kind != 0 || t.Lex.Institutional[string(t.Folded(k+1))] != "" || offices[t.Key(k+1)] {
		return false
	}
	if _, n := place.At(t.Text, k); n > 0 {
		return false
	}
	if t.Words[k].Shape == doc.Title && k > 0 && t.Words[k-1].Shape == doc.Lower && string(t.Between(k-1)) == " " {
		return true // contra el El Hierro Fino
	}
	p, ok := t.personAt(k+1, nameReading{limit: t.Len(), breaks: true})
	return !ok || p.words < 2 || p.score < minName
}

// offices are held by persons, whom a paper names by them.
var offices = map[string]bool{"alcalde": true, "alcaldesa": true, "gobernador": true, "gobernadora": true, "personero": true, "personera": true, "rector": true, "rectora": true,
	"director": true, "directora": true, "gerente": true, "jefe": true, "jefa": true, "comandante": true, "coordinador": true, "coordinadora": true, "secretario": true, "secretaria": true,
	"inspector": true, "inspectora": true, "notario": true, "notaria": true, "fiscal": true, "registrador": true, "registradora": true, "comisario": true, "comisaria": true, "curador": true,
	"defensor": true, "defensora": true, "presidente": true, "presidenta": true, "ministro": true, "ministra": true, "administrador": true, "contralor": true, "contralora": true,
	"propietario": true, "propietaria": true, "dueno": true, "duena": true, "empleador": true, "empleadora": true, "patrono": true, "patrona": true, "arrendador": true, "arrendadora": true,
	"misma": true, "mismo": true, "referida": true, "referido": true, "citada": true, "citado": true, "suscrita": true, "suscrito": true, "siguientes": true}

// startsKnown reports whether a known entity begins with word k, as with "La
// Previsora".
func (t *Text) startsKnown(k int) bool {
	a, n := t.entityAt(k)
	return n > 1 && len(a.Words) > 1
}

var leads = []string{"representante legal de", "representante legal del", "representante legal", "gerente de", "gerente general de", "gerente", "director de", "directora de",
	"entidad accionada", "entidad", "entidades", "empresa denominada", "contra de", "contra", "siguientes entidades", "sociedad denominada", "las siguientes", "en contra de"}

// whereabouts begin what says where a party is found and name none.
var whereabouts = map[string]bool{"torre": true, "apartamento": true, "apto": true, "vereda": true, "finca": true, "corregimiento": true,
	"despacho": true, "celular": true, "telefono": true, "cel": true, "tel": true, "correo": true, "email": true, "derecho": true, "derechos": true, "datos": true, "adjuntos": true}

// newParty makes the party of the words first to last.
func (t *Text) newParty(first, last int) (party, bool) {
	last, town := place.SameTown(t.Text, first, last)
	p, ok := t.namedParty(first, last)
	if ok && town != "" && !p.person {
		p.value += " de " + town
	}
	return p, ok
}

// namedParty makes the party that the words first to last name themselves.
func (t *Text) namedParty(first, last int) (party, bool) {
	for last > first && t.Words[last].Class&lex.Function != 0 && t.Words[last].Shape == doc.Lower {
		last--
	}
	for n := t.PhraseAny(first, leads); n > 0 && first+n <= last; n = t.PhraseAny(first, leads) {
		for first += n; first < last && t.Words[first].Class&lex.Function != 0 && t.Words[first].Shape == doc.Lower; first++ {
		}
	}
	if n := t.PhraseAny(first, leads); n > 0 && first+n > last || whereabouts[t.Key(first)] || t.Is(first, "quien") || t.Is(first, "quienes") || t.Is(first, "persona") || t.Is(first, "personas") {
		return party{}, false
	}
	if _, n := place.At(t.Text, first); n > 0 && first+n > last || last-first < 4 && place.DepartmentAt(t.Text, first, last) {
		return party{}, false
	}
	p := party{start: int(t.Words[first].Start), end: int(t.Words[last].End)}
	if p.end < len(t.Chars) && t.Chars[p.end] == '.' && t.Words[last].End-t.Words[last].Start <= 2 {
		p.end++ // S.A.
	}
	if p.end < len(t.Chars) && t.Chars[p.end] == ')' {
		p.end++
	}
	if p.end-p.start > maxParty || bytes.IndexByte(t.Chars[p.start:p.end], '@') >= 0 {
		return p, false
	}
	raw := t.Slice(p.start, p.end)
	if who, ok := t.personAt(first, nameReading{limit: p.end, breaks: true}); ok && who.last == last && who.words >= 2 && who.score >= minName {
		if _, n := t.entityAt(first); n == 0 {
			p.person, p.value, p.score = true, lex.PersonName(raw), 0.6+0.4*who.score
			return p, true
		}
	}
	if c, ok := place.CourtAt(t.Text, first); ok && c.End >= p.end-4 {
		p.value, p.score = lex.Tidy(raw), 0.9
		return p, true
	}
	p.value = wholeForm(lex.Tidy(raw))
	for n := 0; n < 3 && last-n > first; n++ {
		if end := t.tradeForm(last - n); end > 0 {
			p.end, p.value = end, wholeForm(lex.Tidy(t.Slice(p.start, t.PastPoint(int(t.Words[last-n].End)))))+" C.I."
		}
	}
	if _, n := t.entityAt(first); n > 0 {
		p.known = true
		p.score = 0.95
		if first+n-1 != last {
			p.score = 0.85
		}
		return p, p.value != ""
	}
	capitals, letters := 0, 0
	for k := first; k <= last; k++ {
		if t.Words[k].Shape == doc.Title || t.Words[k].Shape == doc.Upper || t.Words[k].Shape == doc.Mixed {
			capitals++
		}
		letters += int(t.Words[k].End - t.Words[k].Start)
	}
	if letters < 3 || capitals == 0 || place.Streets[string(t.Folded(first))] && place.NumberSoon(t.Text, first) {
		return p, false
	}
	p.score = 0.7
	head := t.Words[first].Class
	_, counted := place.NumberWords(t.Text, first+1)
	if head&lex.EntityHead != 0 || offices[t.Key(first)] && counted > 0 || head&lex.CourtHead != 0 && t.Noise < doc.MinNoise || t.Words[last].Class&lex.LegalForm != 0 {
		p.score = 0.87
	}
	return p, true
}
