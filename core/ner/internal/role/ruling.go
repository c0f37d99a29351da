package role

import (
	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/field"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/paper"
	"github.com/cotejo/cotejo/core/ner/internal/party"
)

// The parties as a ruling names them.

// rulingParties reads "acción de tutela instaurada por X contra Y", "tutela de
// X vs. Y" where it first occurs.
func (t *Text) rulingParties() []Mention {
	for k := 0; k < len(t.Words) && k < paper.MaxOpening; k++ {
		from := t.filerOf(k)
		if from < 0 || !t.Continues && t.SectionAt(from) == doc.Facts && t.otherSuit(k) {
			continue // in a tutela: el proceso promovido por X contra Y
		}
		if t.Precedent(k) || t.headnote(k) || t.suitUnderAttack(k) {
			continue
		}
		_, to := t.Paragraph(from)
		to = min(to, from+900)
		against := t.against(from, to)
		if against < 0 {
			continue
		}
		var out []Mention
		people := t.actors(from, against, party.NameReading{Breaks: true})
		for _, a := range people {
			out = append(out, t.ofActor(a, 0.7+0.2*a.Score, from < t.Presented))
		}
		if len(people) > 0 {
			out = t.byInstitution(out, party.SkipLead(t.Text, t.WordAt(from), to), people[0])
		}
		out = append(out, t.firstNames(from, against, out)...)
		if len(out) == 0 { // an institution sues
			for _, p := range party.List(t.Text, from, party.ListEnd(t.Text, from, t.beforeOpponent(from, to))) {
				out = append(out, ofParty(field.Plaintiff, p, 0.9, 0))
			}
		}
		for _, p := range t.opponents(against, to) {
			out = append(out, ofParty(field.Defendant, p, 0.9, against+1))
		}
		return out
	}
	if t.Issued() {
		return t.suedAlone()
	}
	return nil
}

// suedAlone reads who is sued where a ruling does not say by whom: declaró
// improcedente la tutela instaurada contra X; derechos que considera vulnerados por X.
func (t *Text) suedAlone() []Mention {
	for k := 0; k < len(t.Words) && k < paper.MaxOpening; k++ {
		if !t.Is(k, "tutela") && !t.Is(k, "amparo") && !t.Is(k, "corpus") || t.headnote(k) {
			continue
		}
		end := int(t.Words[min(k+maxBeforeSued, len(t.Words)-1)].End)
		if out := t.suedBehind(t.against(int(t.Words[k].End), end)); len(out) > 0 {
			return out
		}
	}
	for k := 0; k < len(t.Words) && k < paper.MaxOpening; k++ {
		if !t.Is(k, "por") || !t.harmed(k) || t.headnote(k) {
			continue
		}
		if _, to := t.Paragraph(int(t.Words[k].Start)); t.against(int(t.Words[k].Start), to) == int(t.Words[k].End) {
			return t.suedBehind(int(t.Words[k].End))
		}
	}
	return nil
}

// suedBehind reads who is sued behind position against, nobody when it is negative.
func (t *Text) suedBehind(against int) []Mention {
	if against < 0 {
		return nil
	}
	_, to := t.Paragraph(against)
	var out []Mention
	for _, p := range t.opponents(against, min(to, against+900)) {
		out = append(out, ofParty(field.Defendant, p, 0.85, against+1))
	}
	return out
}

// maxBeforeSued bounds the words between the tutela and whom it is against.
const maxBeforeSued = 12

var namesFiler = lex.FilterOf(paper.Filed, paper.Files, map[string]bool{"tutela": true, "corpus": true, "data": true})

// filerOf returns where the filer's name begins when word k introduces it, -1
// otherwise.
func (t *Text) filerOf(k int) int {
	if t.Words[k].Fix == 0 && !namesFiler.MayHave(t.Folded(k)) {
		return -1
	}
	switch key := t.Key(k); {
	case paper.Filed[key]:
		for n := 1; n <= 2; n++ {
			if t.Is(k+n, "por") {
				return int(t.Words[k+n].End)
			}
		}
	case paper.Files[key] && t.Is(k-1, "que"):
		return int(t.Words[k].End)
	case key == "tutela" || key == "corpus" || key == "data":
		next := k + 1
		if t.Is(next, "contra") || t.Is(next, "en") && t.Is(next+1, "contra") {
			return -1 // tutela contra el señor X
		}
		if t.Is(next, "de") || t.Is(next, "del") || t.Is(next, "por") {
			next++
		}
		next = party.SkipLead(t.Text, next, t.Len())
		if p, ok := party.PersonAt(t.Text, next, party.NameReading{Limit: t.Len(), Breaks: true}); ok && p.Words >= 2 && p.Score >= party.MinName && next < k+6 {
			return p.Start
		}
		if next < k+6 && next < len(t.Words) && t.Words[next].Shape != doc.Lower && t.Words[next].Class&(lex.EntityHead|lex.EntityStart) != 0 && t.SectionAt(int(t.Words[next].Start)) == doc.Heading {
			return int(t.Words[next].Start)
		}
	}
	return -1
}
