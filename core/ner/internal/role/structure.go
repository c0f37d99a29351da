package role

import (
	"slices"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/field"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/paper"
	"github.com/cotejo/cotejo/core/ner/internal/party"
)

// Structure reads a filing as its writer built it: the salutation names the
// court, the presentation says who acts for whom against whom, the
// notifications say where both sides are found, the signature repeats name
// and cédula. Of rulings it reads "acción de tutela instaurada por X contra Y".
type Structure struct{}

// Name returns "structure".
func (Structure) Name() string { return "structure" }

// Extract returns what the parts of t name.
func (Structure) Extract(t *Text) []Mention {
	if allotted := t.allotment(); len(allotted) > 0 {
		return t.WithRaw(allotted)
	}
	var out []Mention
	out = append(out, t.salutation()...)
	out = append(out, t.addressees()...)
	out = append(out, t.presentationParties()...)
	out = append(out, t.rulingParties()...)
	named := len(out)
	if !t.Answers {
		out = append(out, t.signatures()...)
	}
	out = append(out[:named], bySamePart(out[:named], out[named:])...)
	out = append(out, t.linkedParties()...)
	out = append(out, t.notificationParties()...)
	return t.WithRaw(out)
}

// presentationParties reads the paragraph in which the filing is presented.
func (t *Text) presentationParties() []Mention {
	if t.Presented >= t.Len() || t.Answers || t.itemAt(t.Presented) {
		return nil
	}
	from, to := t.presentationBounds()
	var out []Mention
	people := t.actors(from, to, party.NameReading{Breaks: true, Lowercase: t.lowercaseText()})
	for n, a := range people {
		score := 0.75 + 0.2*a.Score
		if !a.sure {
			score -= 0.1
		}
		if n > 2 {
			score *= 0.7
		}
		name := party.NameOf(t.Text, a.Person)
		out = append(out, t.ofActor(a, score, false))
		if a.cedula.Digits != "" && a.field == field.Plaintiff {
			out = append(out, ofNumber(a.cedula, score, name))
		}
	}
	out = t.forInstitution(out, people, to)
	if len(people) > 0 {
		first := max(t.WordAt(from), paper.SentenceStart(t.Text, people[0].First))
		out = t.byInstitution(out, party.SkipLead(t.Text, first, to), people[0])
	}
	if against := t.against(from, to); against >= 0 {
		for _, p := range t.opponents(against, to) {
			out = append(out, ofParty(field.Defendant, p, 0.95, against+1))
		}
	}
	return out
}

// itemAt reports whether the line of position p is an item of a list: a fact that
// names a witness and his cédula presents nothing.
func (t *Text) itemAt(p int) bool {
	l := t.LineAt(p)
	if l >= len(t.Lines) || t.Flat {
		return false
	}
	if t.numbered(t.Lines[l]) {
		return true
	}
	k := t.WordAt(int(t.Lines[l].Start))
	return k < len(t.Words) && t.Words[k].Class&lex.Ordinal != 0 && t.EndsLabel(int(t.Words[k].End))
}

// forInstitution reads "X, representante legal de la sociedad Y": Y claims, and
// X acts for it.
func (t *Text) forInstitution(out []Mention, people []actor, to int) []Mention {
	to = t.beforeOpponent(t.Presented, to)
	for _, a := range people {
		for k := a.Last + 1; k < len(t.Words) && int(t.Words[k].Start) < to && k < a.Last+maxRelation; k++ {
			if party.Presents[t.Key(k)] {
				break // to whom the paper is presented
			}
			n := t.actsFor(k)
			if n == 0 || k+n >= len(t.Words) {
				continue
			}
			from := int(t.Words[k+n].Start)
			for _, p := range party.List(t.Text, from, party.ListEnd(t.Text, from, to)) {
				if p.Person || p.Score < minAgency && !party.EndsForm(t.Text, 0, t.WordAt(p.End-2)) {
					break
				}
				out = slices.DeleteFunc(out, func(m Mention) bool { return m.Field == field.Cedula && m.Start == a.cedula.Start })
				for i := range out {
					if out[i].Start == a.Start && out[i].Field == field.Plaintiff {
						out[i].Field, out[i].Explicit = field.Agent, true
					}
				}
				return append(out, Mention{Field: field.Plaintiff, Value: p.Value, Start: p.Start, End: p.End, Confidence: 0.95 * p.Score, Explicit: true})
			}
		}
	}
	return out
}

// actsFor returns how many words from k on say that somebody acts for what is
// named behind them: representante legal de la, apoderada especial del.
func (t *Text) actsFor(k int) int {
	n := 1
	switch t.Key(k) {
	case "representante":
		if !t.Is(k+1, "legal") {
			return 0
		}
	case "gerente", "presidente", "presidenta", "apoderado", "apoderada":
	default:
		return 0
	}
	for n < 4 && party.Adjectives[t.Key(k+n)] {
		n++
	}
	if !t.Is(k+n, "de") && !t.Is(k+n, "del") {
		return 0
	}
	n++
	if t.Is(k+n, "la") || t.Is(k+n, "el") || t.Is(k+n, "los") || t.Is(k+n, "las") {
		n++
	}
	return n
}

// presentationBounds returns the paragraph of the presentation and, when the
// other side is not named in it, the one that follows.
func (t *Text) presentationBounds() (from, to int) {
	from, to = t.Paragraph(t.Presented)
	from = max(from, t.Presented)
	for _, s := range t.Sections() { // a text without line ends
		if s.Kind == doc.Facts && s.Start > from && s.Start < to {
			to = s.Start
		}
	}
	if t.against(from, to) < 0 {
		if l := t.LineAt(to); l < len(t.Lines) && t.SectionAt(int(t.Lines[l].Start)) == doc.Heading {
			if _, next := t.Paragraph(int(t.Lines[l].Start)); next > to {
				to = next
			}
		}
	}
	return from, to
}

// lowercaseText reports whether the paper is written without capitals, as some
// people type.
func (t *Text) lowercaseText() bool {
	capitals, names := 0, 0
	for k := 0; k < len(t.Words) && k < 200; k++ {
		if t.Words[k].Shape != doc.Lower && t.Words[k].Shape != doc.Number {
			capitals++
		}
		if t.Words[k].Class&(lex.Given|lex.Surname) != 0 && t.Words[k].Shape == doc.Lower {
			names++
		}
	}
	return names >= 3 && capitals < 25
}
