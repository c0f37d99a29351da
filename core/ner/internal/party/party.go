package party

import (
	"bytes"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/place"
)

// Reading of parties: persons and institutions, alone or in lists.

// Party is a party named in the text.
type Party struct {
	Start, End int
	Value      string
	Known      bool    // an entity of the gazetteer
	Person     bool    // by its name
	Score      float64 // 0 to 1
}

// maxParty bounds what is said of one party, and MaxParties how many are read.
const (
	maxParty   = 160
	MaxParties = 40
)

// List reads the list of parties between two code points.
func List(t *doc.Text, from, to int) []Party {
	var out []Party
	k := t.WordAt(from)
	for k < len(t.Words) && int(t.Words[k].Start) < to && len(out) < MaxParties {
		k = SkipLead(t, k, to)
		if k >= len(t.Words) || int(t.Words[k].End) > to {
			break
		}
		last := Last(t, k, to)
		if p, ok := New(t, k, last); ok {
			out = append(out, p)
		}
		k = last + 1
	}
	return out
}

// SkipLead passes over what stands before the name: articles, titles,
// "el representante legal de".
func SkipLead(t *doc.Text, k, to int) int {
	for last := k + maxLeadWords; k < last && k < len(t.Words) && int(t.Words[k].End) <= to; {
		if n := t.PhraseAny(k, Leads); n > 0 && int(t.Words[min(k+n, len(t.Words)-1)].Start) < to {
			k += n
			continue
		}
		w := t.Words[k]
		if articleOfName(t, k) {
			return k
		}
		if ItemNumber(t, k) > 0 {
			k++
			continue
		}
		if t.Lone(k) && looseFormAt(t, k) {
			return k // la E.S.E. Hospital
		}
		if genericAt(t, k) || w.Class&lex.Honorific != 0 && w.Class&lex.CourtHead == 0 || w.Class&lex.Function != 0 && w.End-w.Start <= 4 && !StartsKnown(t, k) {
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
func articleOfName(t *doc.Text, k int) bool {
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
	if _, n := place.At(t, k); n > 0 {
		return false
	}
	if t.Words[k].Shape == doc.Title && k > 0 && t.Words[k-1].Shape == doc.Lower && string(t.Between(k-1)) == " " {
		return true // contra el El Hierro Fino
	}
	p, ok := PersonAt(t, k+1, NameReading{Limit: t.Len(), Breaks: true})
	return !ok || p.Words < 2 || p.Score < MinName
}

// offices are held by persons, whom a paper names by them.
var offices = lex.Set("party.offices")

// StartsKnown reports whether a known entity begins with word k, as with "La
// Previsora".
func StartsKnown(t *doc.Text, k int) bool {
	a, n := EntityAt(t, k)
	return n > 1 && len(a.Words) > 1
}

// Leads stand before the name of a party and are no part of it.
var Leads = []string{"representante legal de", "representante legal del", "representante legal", "gerente de", "gerente general de", "gerente", "director de", "directora de",
	"entidad accionada", "entidad", "entidades", "empresa denominada", "contra de", "contra", "siguientes entidades", "sociedad denominada", "las siguientes", "en contra de"}

// whereabouts begin what says where a party is found and name none.
var whereabouts = lex.Set("party.whereabouts")

// New makes the party of the words first to last.
func New(t *doc.Text, first, last int) (Party, bool) {
	for last > first && t.Words[last].Class&lex.Function != 0 && t.Words[last].Shape == doc.Lower {
		last--
	}
	for n := t.PhraseAny(first, Leads); n > 0 && first+n <= last; n = t.PhraseAny(first, Leads) {
		for first += n; first < last && t.Words[first].Class&lex.Function != 0 && t.Words[first].Shape == doc.Lower; first++ {
		}
	}
	if n := t.PhraseAny(first, Leads); n > 0 && first+n > last || whereabouts[t.Key(first)] || t.Is(first, "quien") || t.Is(first, "quienes") || t.Is(first, "persona") || t.Is(first, "personas") {
		return Party{}, false
	}
	if _, n := place.At(t, first); n > 0 && first+n > last || last-first < 4 && place.DepartmentAt(t, first, last) {
		return Party{}, false
	}
	p := Party{Start: int(t.Words[first].Start), End: int(t.Words[last].End)}
	if p.End < len(t.Chars) && t.Chars[p.End] == '.' && t.Words[last].End-t.Words[last].Start <= 2 {
		p.End++ // S.A.
	}
	if p.End < len(t.Chars) && t.Chars[p.End] == ')' {
		p.End++
	}
	if p.End-p.Start > maxParty || bytes.IndexByte(t.Chars[p.Start:p.End], '@') >= 0 {
		return p, false
	}
	raw := t.Slice(p.Start, p.End)
	if who, ok := PersonAt(t, first, NameReading{Limit: p.End, Breaks: true}); ok && who.Last == last && who.Words >= 2 && who.Score >= MinName {
		if _, n := EntityAt(t, first); n == 0 {
			p.Person, p.Value, p.Score = true, lex.PersonName(raw), 0.6+0.4*who.Score
			return p, true
		}
	}
	if c, ok := place.CourtAt(t, first); ok && c.End >= p.End-4 {
		p.Value, p.Score = lex.Tidy(raw), 0.9
		return p, true
	}
	p.Value = WholeForm(lex.Tidy(raw))
	for n := 0; n < 3 && last-n > first; n++ {
		if end := tradeForm(t, last-n); end > 0 {
			p.End, p.Value = end, WholeForm(lex.Tidy(t.Slice(p.Start, t.PastPoint(int(t.Words[last-n].End)))))+" C.I."
		}
	}
	if _, n := EntityAt(t, first); n > 0 {
		p.Known = true
		p.Score = 0.95
		if first+n-1 != last {
			p.Score = 0.85
		}
		return p, p.Value != ""
	}
	capitals, letters := 0, 0
	for k := first; k <= last; k++ {
		if t.Words[k].Shape == doc.Title || t.Words[k].Shape == doc.Upper || t.Words[k].Shape == doc.Mixed {
			capitals++
		}
		letters += int(t.Words[k].End - t.Words[k].Start)
	}
	if letters < 3 || capitals == 0 || place.Streets[string(t.Folded(first))] && place.NumberSoon(t, first) {
		return p, false
	}
	p.Score = 0.7
	head := t.Words[first].Class
	_, counted := place.NumberWords(t, first+1)
	if head&lex.EntityHead != 0 || offices[t.Key(first)] && counted > 0 || head&lex.CourtHead != 0 && t.Noise < doc.MinNoise || t.Words[last].Class&lex.LegalForm != 0 {
		p.Score = 0.87
	}
	return p, true
}
