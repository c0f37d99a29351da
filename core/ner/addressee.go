package ner

import "github.com/cotejo/cotejo/core/ner/internal/lex"

// To whom a paper is addressed: a court, or the institution that a petition
// is sent to.

// salutation reads the court that the paper is addressed to, or that wrote it.
func (t *Text) salutation() []Mention {
	if c := t.issuer; t.issued() {
		return []Mention{{Field: Court, Value: c.value, Start: c.start, End: c.end, Confidence: 0.95}}
	}
	for k := 0; k < len(t.words) && k < 250; k++ {
		if !t.courtHeadAt(k) || int(t.words[k].start) > t.presented && !(t.seamless && t.addressed(k)) {
			continue
		}
		c, ok := t.courtAt(k)
		if !ok || !c.specific || t.clauseCourt(k) {
			continue
		}
		score := 0.7
		if t.addressed(k) {
			score = 0.95
		}
		if c.city == "" {
			score *= 0.8
		}
		return []Mention{{Field: Court, Value: c.value, Start: c.start, End: c.end, Confidence: score}}
	}
	return nil
}

// maxAddressees bounds the lines of an address head.
const maxAddressees = 8

// addressees reads the institutions that a letter is addressed to when no
// court is: a petition, or a claim of habeas data.
func (t *Text) addressees() []Mention {
	if t.flat {
		return nil
	}
	for l := 0; l < len(t.lines) && l < 12; l++ {
		k := t.wordAt(int(t.lines[l].start))
		if k >= len(t.words) || t.words[k].class&lex.Honorific == 0 || t.words[k].start != t.lines[l].start {
			continue
		}
		for k < len(t.words) && (t.words[k].class&lex.Honorific != 0 || t.words[k].end-t.words[k].start <= 2 && t.words[k].shape == lower) {
			k++
		}
		if k >= len(t.words) || t.official(k, k) {
			return nil
		}
		return t.addresseesFrom(t.lineAt(int(t.words[k].start)), int(t.words[k].start))
	}
	return nil
}

// dotted reports whether word k ends an abbreviation without blanks: E.S.P.
func (t *Text) dotted(k int) bool { return k > 0 && string(t.between(k-1)) == "." }

func (t *Text) addresseesFrom(l, from int) []Mention {
	var out []Mention
	for last := l + maxAddressees; l < len(t.lines) && l < last; l++ {
		start, end := max(from, int(t.lines[l].start)), int(t.lines[l].end)
		if l > 0 && t.lines[l].gap && len(out) > 0 {
			break
		}
		k := t.wordAt(start)
		if k >= len(t.words) || t.words[k].class&(lex.CourtHead|lex.Common|lex.Identity) != 0 || t.is(k, "reparto") || t.is(k, "oficina") && t.is(k+1, "judicial") {
			break
		}
		if len(out) > 0 && !t.beginsParty(k) {
			break
		}
		if _, n := t.placeAt(k); n > 0 || t.words[k].shape == lower || t.words[k].end-t.words[k].start == 1 && t.is(k, "e") {
			break
		}
		if t.endsLabel(int(t.words[k].end)) && !t.initialAt(k) && t.words[k].end-t.words[k].start > 2 {
			break
		}
		for l+1 < len(t.lines) && t.goesOn(l, 0) {
			l++
			end = int(t.lines[l].end)
		}
		for _, p := range t.parties(start, end) {
			if p.person {
				continue // an official, by name
			}
			out = append(out, Mention{Field: Defendant, Value: p.value, Start: p.start, End: p.end, Confidence: 0.95 * p.score})
		}
	}
	return out
}

// addressed reports whether a salutation stands before word k.
func (t *Text) addressed(k int) bool {
	for n := 1; n <= 4 && k-n >= 0; n++ {
		if t.words[k-n].class&lex.Honorific != 0 {
			return true
		}
	}
	return false
}

// clauseCourt reports whether the court at word k is spoken of, not to: the
// other side, or the one whose decision is attacked.
func (t *Text) clauseCourt(k int) bool {
	if t.is(k, "consejo") && !t.addressed(k) && !t.is(k+2, "estado") {
		return true // the stamp of the Consejo Superior de la Judicatura
	}
	for n := 1; n <= maxSpoken && k-n >= 0; n++ {
		switch key := t.key(k - n); {
		case key == "contra", key == "vs", key == "versus", key == "por" && n <= 4, sides[key] == Defendant && t.key(k-n) != "entidad", sides[key] == LinkedParty:
			return true
		case t.words[k-n].class&lex.Honorific != 0 && t.words[k-n].shape != lower, t.lineGap(k - n):
			return false
		}
	}
	return false
}

// maxSpoken bounds the words of a list of those who are sued before a court
// that is one of them.
const maxSpoken = 40

// lineGap reports whether an empty line stands behind word k.
func (t *Text) lineGap(k int) bool {
	lines := 0
	for _, c := range t.between(k) {
		if c == '\n' {
			lines++
		}
	}
	return lines > 1
}
