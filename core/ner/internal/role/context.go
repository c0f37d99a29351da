package role

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/field"
	"github.com/cotejo/cotejo/core/ner/internal/ident"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/paper"
	"github.com/cotejo/cotejo/core/ner/internal/party"
)

// What the words around an identifier say about whose it is.

// siding tells of most words that they are none of them.
var siding = lex.FilterOf(party.Sides)

// speakers are the words by which who writes a paper speaks of himself.
var speakers = lex.Set("role.speakers")

// sideBefore returns the side that the words before position p speak of, ""
// when they do not tell, and the word that says so. It does not look before
// position from. What an answer does not say of who claims, it says of who is sued.
func (t *Text) sideBefore(p, from int) (field.Field, int) {
	f, k := t.saidBefore(p, from)
	if t.Answers && (f != field.Plaintiff || speakers[t.Key(k)]) {
		return field.Defendant, k
	}
	return f, k
}

func (t *Text) saidBefore(p, from int) (field.Field, int) {
	paragraph, _ := t.Paragraph(p)
	k := t.WordAt(p) - 1
	for n := 0; k >= 0 && n < paper.MaxSideWords && int(t.Words[k].Start) >= from; k, n = k-1, n+1 {
		if t.Words[k].Class != 0 && t.MayBe(k, &siding) {
			if f, ok := party.Sides[t.Key(k)]; ok {
				if f == field.Defendant && t.Key(k) == "entidad" && t.Key(k+1) == "promotora" {
					continue
				}
				return f, k
			}
		}
		if !party.BeginsEntity(t.Text, k) || int(t.Words[k].Start) < paragraph && !t.isHeaded(k) {
			continue
		}
		if _, used := party.EntityAt(t.Text, k); used > 0 && !t.namesPlace(k) {
			return field.Defendant, k
		}
	}
	return "", -1
}

// isHeaded reports whether word k begins a line that does not go on from the one before, as the name of
// whose address follows does. What a sentence of another paragraph names is sued, but lives elsewhere.
func (t *Text) isHeaded(k int) bool {
	line := t.LineAt(int(t.Words[k].Start))
	return t.Lines[line].Start == t.Words[k].Start && (line == 0 || !t.Wrapped(int(t.Lines[line-1].End)))
}

// namesPlace reports whether word k stands in the name of a neighbourhood or
// farm: barrio El Porvenir.
func (t *Text) namesPlace(k int) bool {
	for n := 1; n <= 2; n++ {
		switch t.Key(k - n) {
		case "barrio", "finca", "vereda", "urbanizacion", "sector", "corregimiento", "conjunto", "edificio", "br", "hacienda", "predio":
			return true
		}
	}
	return false
}

// plaintiffSide says how likely an address or e-mail at position p is the
// plaintiff's.
func (t *Text) plaintiffSide(p int) float64 {
	f, _ := t.sideBefore(p, max(p-600, t.SectionStart(p)))
	if f == "" && t.Issued() {
		return sideScore(field.Defendant) // of the court that writes
	}
	return sideScore(f)
}

// maxOwner is how far before an identifier its owner's name may end.
const maxOwner = 260

// ownerBefore returns the name of the person whose identity number stands at
// position p: the nearest one before it in the same paragraph, "" when there
// is none.
func (t *Text) ownerBefore(p int) string {
	from := max(0, p-maxOwner)
	k := t.WordAt(p) - 1
	for ; k >= 0 && int(t.Words[k].Start) >= from; k-- {
		if t.Words[k].Class&(lex.Given|lex.Surname) == 0 {
			continue
		}
		first := party.NameStart(t.Text, k, from)
		if who, ok := party.PersonAt(t.Text, first, party.NameReading{Limit: p, Breaks: true, Lowercase: true}); ok && who.Words >= 2 {
			return party.NameOf(t.Text, who)
		}
		k = first
	}
	return ""
}

// foreign are the words that say that a number belongs to another case than
// the one the paper opens or continues.
var foreign = lex.Set("role.foreign")

// NumberWords stand before "proceso" where no other proceeding is meant: número único
// del proceso.
var numberWords = lex.Set("role.numberWords")

// maxCaseLabel is how many words before a number its label may begin.
const maxCaseLabel = 3

// ownCase says how likely the number at position p is that of the case the
// paper itself belongs to, and not of one it cites or attacks.
func (t *Text) ownCase(p int) float64 {
	if t.Lists && paper.IsCaseRow(t.Text, t.LineAt(p)) {
		return 0.1
	}
	k := t.WordAt(p)
	first := t.caseStart(k)
	label, begins := false, false // a label stands before it, and at the beginning of a line
	stamped := false              // and it is one that a court's stamp has
	for n := 1; n <= maxCaseLabel && k-n >= first && !label; n++ {
		if label = paper.CaseLabels[t.Key(k-n)]; label {
			stamped = !strings.HasPrefix(t.Key(k-n), "exp")
			begins = t.Words[k-n].Start == t.Lines[t.LineAt(int(t.Words[k-n].Start))].Start
		}
	}
	head := t.SectionAt(p) == doc.Heading && p < t.Presented && p < ident.MaxHead
	cited, naming := false, true // naming: so far only words that say what number it is
	for i := first; i < k; i++ {
		key := t.Key(i)
		stamped = stamped && !foreign[key]
		naming = naming && (i == first || numberWords[t.Key(i-1)] || t.Continues && paper.CaseLabels[t.Key(i-1)])
		if foreign[key] && !(naming && (key == "expediente" || key == "proceso")) && !(t.Continues && (key == "sentencia" || key == "decision" || key == "proceso" && head)) {
			cited = true
		}
	}
	switch {
	case cited && !t.Continues:
		return 0.1
	case t.Attacks && !stamped:
		return 0.3 // Proceso No.
	case cited:
		return 0.4
	case head && (k == first || label && (begins || t.Presented < t.Len() || k-first < 6)):
		return 0.97
	case head && t.tutelaBefore(k, first):
		return 0.9 // ACCIÓN DE TUTELA No.
	case head && t.Continues:
		return 0.9
	case head && t.Presented < t.Len():
		return 0.6
	case t.Continues && label && t.SectionAt(p) == doc.Heading:
		return 0.8
	case t.Continues && label:
		return 0.45
	}
	return 0.15
}

// tutelaBefore reports whether the words from first to the number at word k end by
// naming the tutela, or begin so and are few.
func (t *Text) tutelaBefore(k, first int) bool {
	if (t.Is(first, "accion") || t.Is(first, "tutela")) && k-first <= 6 {
		return true
	}
	for n := 1; n <= 2 && k-n >= first; n++ {
		if t.Is(k-n, "tutela") {
			return true
		}
	}
	return false
}

// caseStart returns the first word of what says whose number word k is: of its
// sentence, or of the line that a label of cases begins in it, or the number
// when it stands alone on a line below a heading.
func (t *Text) caseStart(k int) int {
	first := paper.SentenceStart(t.Text, k)
	if t.Flat {
		return first
	}
	begins := func(i int) bool { return t.Words[i].Start == t.Lines[t.LineAt(int(t.Words[i].Start))].Start }
	if k > first && begins(k) && t.Words[k-1].Shape != doc.Lower {
		return k
	}
	for i := k - 1; i > first && i >= k-maxCaseLabel; i-- {
		if paper.CaseLabels[t.Key(i)] && t.Words[i].Shape != doc.Lower && begins(i) {
			return i
		}
	}
	return first
}
