package role

import (
	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/field"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/paper"
	"github.com/cotejo/cotejo/core/ner/internal/party"
	"github.com/cotejo/cotejo/core/ner/internal/place"
)

// To whom a paper is addressed: a court, or the institution that a petition
// is sent to.

// salutation reads the court that the paper is addressed to, or that wrote it.
func (t *Text) salutation() []Mention {
	if c := t.Issuer; t.Issued() {
		return ofCourt(c, 0.95)
	}
	for k := 0; k < len(t.Words) && k < 250; k++ {
		if !place.CourtHeadAt(t.Text, k) || int(t.Words[k].Start) > t.Presented && !(t.Seamless && paper.Addressed(t.Text, k)) {
			continue
		}
		c, ok := place.CourtAt(t.Text, k)
		if !ok || !c.Specific || paper.ClauseCourt(t.Text, k) {
			continue
		}
		score := 0.7
		if paper.Addressed(t.Text, k) {
			score = 0.95
		}
		if c.City == "" {
			score *= 0.8
		}
		return ofCourt(c, score)
	}
	return nil
}

// maxAddressees bounds the lines of an address head.
const maxAddressees = 8

// addressees reads the institutions that a letter is addressed to when no
// court is: a petition, or a claim of habeas data.
func (t *Text) addressees() []Mention {
	if t.Flat {
		return nil
	}
	for l := 0; l < len(t.Lines) && l < 12; l++ {
		k := t.WordAt(int(t.Lines[l].Start))
		if k >= len(t.Words) || t.Words[k].Class&lex.Honorific == 0 || t.Words[k].Start != t.Lines[l].Start {
			continue
		}
		for k < len(t.Words) && (t.Words[k].Class&lex.Honorific != 0 || t.Words[k].End-t.Words[k].Start <= 2 && t.Words[k].Shape == doc.Lower) {
			k++
		}
		if k >= len(t.Words) || party.Official(t.Text, k, k) {
			return nil
		}
		return t.addresseesFrom(t.LineAt(int(t.Words[k].Start)), int(t.Words[k].Start))
	}
	return nil
}

func (t *Text) addresseesFrom(l, from int) []Mention {
	var out []Mention
	for last := l + maxAddressees; l < len(t.Lines) && l < last; l++ {
		start, end := max(from, int(t.Lines[l].Start)), int(t.Lines[l].End)
		if l > 0 && t.Lines[l].Gap && len(out) > 0 {
			break
		}
		k := t.WordAt(start)
		if k >= len(t.Words) || t.Words[k].Class&(lex.CourtHead|lex.Common|lex.Identity) != 0 || t.Is(k, "reparto") || t.Is(k, "oficina") && t.Is(k+1, "judicial") {
			break
		}
		if len(out) > 0 && !party.Begins(t.Text, k) {
			break
		}
		if _, n := place.At(t.Text, k); n > 0 || t.Words[k].Shape == doc.Lower || t.Words[k].End-t.Words[k].Start == 1 && t.Is(k, "e") {
			break
		}
		if t.EndsLabel(int(t.Words[k].End)) && !party.InitialAt(t.Text, k) && t.Words[k].End-t.Words[k].Start > 2 {
			break
		}
		for l+1 < len(t.Lines) && t.goesOn(l, 0) {
			l++
			end = int(t.Lines[l].End)
		}
		for _, p := range party.List(t.Text, start, end) {
			if p.Person {
				continue // an official, by name
			}
			out = append(out, ofParty(field.Defendant, p, 0.95, 0))
		}
	}
	return out
}
