package ner

import (
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Reading of courts' names, shared by the extractors.

// court is a court named in the text.
type court struct {
	start, end int
	value      string // Juzgado 5 Penal Municipal de Cali
	number     int    // 0 when it has none
	city       string
	specific   bool // it has a kind or a number, not merely "el juzgado"
}

// courtAt reads the court whose first word is word i.
func (t *Text) courtAt(i int) (court, bool) {
	if i >= len(t.words) || !t.courtHeadAt(i) {
		return court{}, false
	}
	if c, ok := t.courtByLevel(i); ok {
		return c, true
	}
	c := court{start: int(t.words[i].start)}
	var kind []string
	last, cityWord := i, -1
	for k := i + 1; k < len(t.words) && k-i < 30; k++ {
		if !t.joinsCourt(k-1, len(kind) == 0) {
			break
		}
		if n, used := t.numberWords(k); used > 0 && c.number == 0 && !hasKind(kind) {
			c.number = n
			last = k + used - 1
			k = last
			continue
		}
		w := t.words[k]
		key := t.key(k)
		if w.class == 0 || w.class&(lex.CourtWord|lex.CourtHead|lex.Function|lex.Particle|lex.Common|lex.PlaceStart|lex.Ordinal) == 0 {
			if near := courtWordNear(t.folded(k)); near != "" {
				kind = append(kind, near)
				if !isConnector(near) {
					last = k
				}
				continue
			}
		}
		switch {
		case key == "reparto" || key == "turno":
			k = len(t.words)
			continue
		}
		if _, n := t.placeAt(k); n > 0 && (t.key(i) == "corte" || t.is(i, "consejo")) {
			break // has no city in its name
		}
		if p, n := t.placeAt(k); n > 0 && (len(kind) > 0 || c.number > 0) {
			c.city = p.Name
			last = k + n - 1
			cityWord = k
			break
		}
		if name, n := t.unknownCity(k, kind); n > 0 {
			c.city = name
			last = k + n - 1
			cityWord = k
			break
		}
		if w.class&lex.Ordinal != 0 && len(kind) > 0 && chambers[kind[len(kind)-1]] {
			kind = append(kind, key) // Sección Segunda
			last = k
			continue
		}
		if w.class&lex.CourtWord != 0 || w.class&lex.CourtHead != 0 && !strings.HasPrefix(key, "ju") {
			kind = append(kind, key)
			last = k
			continue
		}
		if isConnector(key) {
			kind = append(kind, key)
			continue
		}
		break
	}
	for len(kind) > 0 && isConnector(kind[len(kind)-1]) {
		kind = kind[:len(kind)-1]
	}
	c.end = int(t.words[last].end)
	c.specific = hasKind(kind) && !generic(kind)
	if cityWord < 0 && c.specific && t.key(i) != "corte" && !t.is(i, "consejo") {
		c.city, c.end = t.cityBelow(last, c.end)
	}
	c.value = courtName(headWord(t.key(i)), c.number, kind, c.city)
	return c, c.specific || c.number > 0 && c.city != ""
}

// chambers are parts of a court that are counted behind their name.
var chambers = map[string]bool{"seccion": true, "subseccion": true, "sala": true}

// courtHeadAt reports whether a court may begin with word i; in a salutation
// one letter of "juez" may be wrong.
func (t *Text) courtHeadAt(i int) bool {
	w := t.words[i]
	if w.class&lex.CourtHead != 0 {
		return true
	}
	return w.end-w.start == 4 && w.class == 0 && i > 0 && t.words[i-1].class&lex.Honorific != 0 && lex.CloseTo("juez", string(t.folded(i)))
}

// unknownCity reads a city that the table lacks or a scanner damaged: capital
// words behind "de" that end the line or stand before a bracket or comma.
func (t *Text) unknownCity(k int, kind []string) (string, int) {
	if len(kind) == 0 || kind[len(kind)-1] != "de" || !hasKind(kind) {
		return "", 0
	}
	for n := 0; n < 3 && k+n < len(t.words); n++ {
		w := t.words[k+n]
		if w.shape == lower || w.shape == number || w.class&(lex.CourtWord|lex.Common|lex.CourtHead) != 0 || w.end-w.start < 3 {
			return "", 0
		}
		end := int(w.end)
		if end == len(t.cp) || t.cp[end] == '\n' || t.cp[end] == ',' || end+1 < len(t.cp) && t.cp[end] == ' ' && (t.cp[end+1] == '(' || t.cp[end+1] == '-') {
			raw := t.Slice(int(t.words[k].start), end)
			if name := t.lex.NearestPlace(raw); name != "" {
				return name, n + 1
			}
			return lex.PersonName(raw), n + 1
		}
	}
	return "", 0
}

// joinsCourt reports whether words k and k+1 may belong to one court. head is
// true before the first word of its kind.
func (t *Text) joinsCourt(k int, head bool) bool {
	gap := t.between(k)
	if len(gap) > 8 || t.flat && len(gap) > 1 && t.wideGap(k) && gap[0] == ' ' {
		return false
	}
	lines := 0
	for _, c := range gap {
		switch c {
		case '\n':
			lines++
		case ' ', '\t', lex.ByteOrdinal, lex.ByteSymbol, '-', ',', '(', ')', '.', '*', '\'', '"', '/', '?', '~', '%':
		default:
			return false
		}
	}
	return lines <= 1
}

// cityBelow finds the city that stands alone in the line below a court.
func (t *Text) cityBelow(last, end int) (string, int) {
	for k := last + 1; k < len(t.words) && k <= last+4; k++ {
		gap := t.between(k - 1)
		if p, n := t.placeAt(k); n > 0 {
			return p.Name, int(t.words[k+n-1].end)
		}
		key := t.key(k)
		if key != "reparto" && key != "turno" && key != "de" && key != "ciudad" && key != "la" || len(gap) > 12 {
			break
		}
	}
	return "", end
}
