package ner

import "github.com/cotejo/cotejo/core/ner/internal/lex"

// Actas de reparto: the sheets by which an office allots new cases to courts. They have a number,
// list a party a row, with the number and the part of each, and name the court that gets the case.

// allotmentWords is within how many words a paper says that it is an acta.
const allotmentWords = 60

// minOrganisation is the score from which a party is an institution by the words of its name.
const minOrganisation = 0.8

// findAllotment returns the word with which a paper begins to call itself an acta de reparto, and
// how many words that takes; none in any other paper.
func (t *Text) findAllotment() (first, n int) {
	for k := 0; k < len(t.words) && k < allotmentWords; k++ {
		if n := max(t.phrase(k, "acta de reparto"), t.phrase(k, "acta individual de reparto")); n > 0 {
			return k, n
		}
	}
	return 0, 0
}

// isAllotment reports whether the paper is an acta de reparto.
func (t *Text) isAllotment() bool {
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
	for _, l := range t.lines[t.lineAt(int(t.words[start].start)):] {
		out = append(out, t.allottedParty(l)...)
	}
	for k := start; k < len(t.words); k++ {
		if t.phrase(k, "repartido al") > 0 {
			return append(out, t.allottedCourt(k+2)...)
		}
	}
	return out
}

// allottedNumber reads the number of the acta: behind its name, ACTA DE REPARTO No. 0311-2026,
// or what registers call its sequence. That may be the value of a label or, below the headings
// of columns, the number before a date. from is the word behind the name.
func (t *Text) allottedNumber(from int) []Mention {
	end := t.wordAt(int(t.lines[t.lineAt(int(t.words[from-1].start))].end))
	for k := from; k+1 < end && k < from+2 && !notOfActa[t.key(k)]; k++ {
		if numberSign[t.key(k)] && t.words[k+1].shape == number {
			return t.actaNumber(k + 1)
		}
	}
	for k := from; k+1 < len(t.words) && k < from+allotmentWords; k++ {
		if !t.is(k, "secuencia") {
			continue
		}
		if t.words[k+1].shape == number && !t.endsLine(k) {
			return t.actaNumber(k + 1)
		}
		below := t.lineAt(int(t.words[k].start)) + 1
		for ; k+2 < len(t.words) && t.lineAt(int(t.words[k].start)) <= below; k++ {
			if t.words[k].shape == number && t.words[k+1].shape == number && t.wideGap(k) && string(t.between(k+1)) == "/" {
				return t.actaNumber(k)
			}
		}
	}
	return nil
}

// numberSign are the words between ACTA DE REPARTO and its number.
var numberSign = map[string]bool{"no": true, "n": true, "nro": true, "num": true, "numero": true}

// notOfActa begin what has a number of its own on the line of an acta's name.
var notOfActa = map[string]bool{"juzgado": true, "despacho": true, "pagina": true, "hoja": true, "folio": true, "grupo": true, "codigo": true, "version": true}

// actaNumber reads the number at word k, with its year if it has one.
func (t *Text) actaNumber(k int) []Mention {
	last := k
	if k+1 < len(t.words) && t.words[k+1].shape == number && string(t.between(k)) == "-" {
		last++
	}
	from, to := int(t.words[k].start), int(t.words[last].end)
	return []Mention{{Field: Acta, Value: t.Slice(from, to), Start: from, End: to, Confidence: 0.95}}
}

// allottedParty reads a row: the kind of document if need be, its number, the names, the part.
func (t *Text) allottedParty(l line) []Mention {
	first, end := t.wordAt(int(l.start)), t.wordAt(int(l.end))
	for first < end && t.words[first].shape != number {
		first++
	}
	if first == end {
		return nil
	}
	id := t.digitRunAt(int(t.words[first].start), int(l.end), 5, anyOf(".,"))
	names := t.wordAt(id.end)
	part := names
	for part < end && partOf(t.key(part)) == "" {
		part++
	}
	if len(id.digits) < 5 || len(id.digits) > 11 || part == names || part == end {
		return nil
	}
	p, ok := t.newParty(names, part-1)
	if !ok {
		return nil
	}
	field, person := partOf(t.key(part)), p.person
	if !person && !p.known && p.score < minOrganisation { // given names and surnames in columns of their own
		person, p.value = true, lex.PersonName(t.Slice(p.start, p.end))
	}
	out := []Mention{{Field: field, Value: p.value, Start: p.start, End: p.end, Confidence: 0.95, Explicit: true, titled: field == Plaintiff, list: int(l.start) + 1}}
	if field == Plaintiff && person {
		out = append(out, Mention{Field: Cedula, Value: id.digits, Start: id.start, End: id.end, Confidence: 0.95, Owner: p.value})
	}
	return out
}

// partOf returns the field of a party by the word of its part, "" for any other word.
func partOf(word string) Field {
	switch word {
	case "01", "1", "demandante", "accionante", "tutelante":
		return Plaintiff
	case "02", "2", "demandado", "accionado", "tutelado":
		return Defendant
	}
	return ""
}

// allottedCourt reads the court that gets the case. Its name stands behind word k, or below
// the headings of columns.
func (t *Text) allottedCourt(k int) []Mention {
	for last := k + 20; k < len(t.words) && k < last; k++ {
		if c, ok := t.courtAt(k); ok && c.number > 0 && t.key(k) == "juzgado" {
			return []Mention{{Field: Court, Value: c.value, Start: c.start, End: c.end, Confidence: 0.95}}
		}
	}
	return nil
}

// courtByLevel reads a court as registers write it, its level first: JUZGADO CIRCUITO -
// FAMILIA 004 MANIZALES.
func (t *Text) courtByLevel(k int) (court, bool) {
	if k+4 >= len(t.words) || t.key(k) != "juzgado" {
		return court{}, false
	}
	c := court{start: int(t.words[k].start)}
	at := k + 1
	if t.is(at, "de") {
		at++
	}
	level := t.key(at)
	if level != "circuito" && level != "municipal" || !t.dashBefore(at+1) {
		return court{}, false
	}
	var kind []string
	for at++; at < len(t.words) && t.words[at].class&lex.CourtWord != 0 && t.words[at].shape != number; at++ {
		kind = append(kind, t.key(at))
	}
	n, used := t.numberWords(at)
	if len(kind) == 0 || used == 0 {
		return court{}, false
	}
	if kind[0] == "familia" {
		kind = append([]string{"de"}, kind...)
	}
	if level == "circuito" {
		kind = append(kind, "del")
	}
	c.number, c.specific, c.end = n, true, int(t.words[at+used-1].end)
	if p, words := t.placeAt(at + used); words > 0 {
		c.city, c.end = p.Name, int(t.words[at+used+words-1].end)
	}
	c.value = courtName("juzgado", n, append(kind, level), c.city)
	return c, true
}
