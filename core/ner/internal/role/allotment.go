package role

import (
	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/field"
	"github.com/cotejo/cotejo/core/ner/internal/ident"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/party"
	"github.com/cotejo/cotejo/core/ner/internal/place"
)

// Actas de reparto: the sheets by which an office allots new cases to courts. They have a number,
// list a party a row, with the number and the part of each, and name the court that gets the case.

// allotmentWords is within how many words a paper says that it is an acta.
const allotmentWords = 60

// minOrganisation is the score from which a party is an institution by the words of its name.
const minOrganisation = 0.8

// findAllotment returns the word with which a paper begins to call itself an acta de reparto, and
// how many words that takes; none in any other paper.
func (t *Text) findAllotment() (first, n int) {
	for k := 0; k < len(t.Words) && k < allotmentWords; k++ {
		if n := max(t.Phrase(k, "acta de reparto"), t.Phrase(k, "acta individual de reparto")); n > 0 {
			return k, n
		}
	}
	return 0, 0
}

// IsAllotment reports whether the paper is an acta de reparto.
func (t *Text) IsAllotment() bool {
	_, n := t.findAllotment()
	return n > 0
}

// allotment reads the rows and the court of an acta de reparto, and nothing in any other paper.
func (t *Text) allotment() []Mention {
	start, n := t.findAllotment()
	if n == 0 {
		return nil
	}
	out := t.allottedNumber(start + n)
	for _, l := range t.Lines[t.LineAt(int(t.Words[start].Start)):] {
		out = append(out, t.allottedParty(l)...)
	}
	for k := start; k < len(t.Words); k++ {
		if t.Phrase(k, "repartido al") > 0 {
			return append(out, t.allottedCourt(k+2)...)
		}
	}
	return out
}

// allottedNumber reads the number of the acta: behind its name, ACTA DE REPARTO No. 0311-2026,
// or what registers call its sequence. That may be the value of a label or, below the headings
// of columns, the number before a date. from is the word behind the name.
func (t *Text) allottedNumber(from int) []Mention {
	end := t.WordAt(int(t.Lines[t.LineAt(int(t.Words[from-1].Start))].End))
	for k := from; k+1 < end && k < from+2 && !notOfActa[t.Key(k)]; k++ {
		if numberSign[t.Key(k)] && t.Words[k+1].Shape == doc.Number {
			return t.actaNumber(k + 1)
		}
	}
	for k := from; k+1 < len(t.Words) && k < from+allotmentWords; k++ {
		if !t.Is(k, "secuencia") {
			continue
		}
		if t.Words[k+1].Shape == doc.Number && !t.EndsLine(k) {
			return t.actaNumber(k + 1)
		}
		below := t.LineAt(int(t.Words[k].Start)) + 1
		for ; k+2 < len(t.Words) && t.LineAt(int(t.Words[k].Start)) <= below; k++ {
			if t.Words[k].Shape == doc.Number && t.Words[k+1].Shape == doc.Number && t.WideGap(k) && string(t.Between(k+1)) == "/" {
				return t.actaNumber(k)
			}
		}
	}
	return nil
}

// numberSign are the words between ACTA DE REPARTO and its number.
var numberSign = map[string]bool{"no": true, "n": true, "nro": true, "num": true, "numero": true}

// notOfActa begin what has a number of its own on the line of an acta's name.
var notOfActa = lex.Set("role.notOfActa")

// actaNumber reads the number at word k, with its year if it has one.
func (t *Text) actaNumber(k int) []Mention {
	last := k
	if k+1 < len(t.Words) && t.Words[k+1].Shape == doc.Number && string(t.Between(k)) == "-" {
		last++
	}
	from, to := int(t.Words[k].Start), int(t.Words[last].End)
	return []Mention{{Field: field.Acta, Value: t.Slice(from, to), Start: from, End: to, Confidence: 0.95}}
}

// allottedParty reads a row: the kind of document if need be, its number, the names, the part.
func (t *Text) allottedParty(l doc.Line) []Mention {
	first, end := t.WordAt(int(l.Start)), t.WordAt(int(l.End))
	for first < end && t.Words[first].Shape != doc.Number {
		first++
	}
	if first == end {
		return nil
	}
	id := ident.DigitRunAt(t.Text, int(t.Words[first].Start), int(l.End), 5, ident.AnyOf(".,"))
	names := t.WordAt(id.End)
	part := names
	for part < end && partOf(t.Key(part)) == "" {
		part++
	}
	if len(id.Digits) < 5 || len(id.Digits) > 11 || part == names || part == end {
		return nil
	}
	p, ok := party.New(t.Text, names, part-1)
	if !ok {
		return nil
	}
	side, person := partOf(t.Key(part)), p.Person
	if !person && !p.Known && p.Score < minOrganisation { // given names and surnames in columns of their own
		person, p.Value = true, lex.PersonName(t.Slice(p.Start, p.End))
	}
	out := []Mention{{Field: side, Value: p.Value, Start: p.Start, End: p.End, Confidence: 0.95, Explicit: true, standing: standing{Titled: side == field.Plaintiff, List: int(l.Start) + 1}}}
	if side == field.Plaintiff && person {
		out = append(out, Mention{Field: field.Cedula, Value: id.Digits, Start: id.Start, End: id.End, Confidence: 0.95, Owner: p.Value})
	}
	return out
}

// partOf returns the part of a party by the word of its part, "" for any other word.
func partOf(word string) field.Field {
	switch word {
	case "01", "1", "demandante", "accionante", "tutelante":
		return field.Plaintiff
	case "02", "2", "demandado", "accionado", "tutelado":
		return field.Defendant
	}
	return ""
}

// allottedCourt reads the court that gets the case. Its name stands behind word k, or below
// the headings of columns.
func (t *Text) allottedCourt(k int) []Mention {
	for last := k + 20; k < len(t.Words) && k < last; k++ {
		if c, ok := place.CourtAt(t.Text, k); ok && c.Number > 0 && t.Key(k) == "juzgado" {
			return ofCourt(c, 0.95)
		}
	}
	return nil
}
