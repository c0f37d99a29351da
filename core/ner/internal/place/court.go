package place

import (
	"bytes"
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Reading of courts' names, shared by the extractors.

// Court is a court named in the text.
type Court struct {
	Start, End int
	Value      string // Juzgado 5 Penal Municipal de Cali
	Number     int    // 0 when it has none
	City       string
	Specific   bool // it has a kind or a number, not merely "el juzgado"
}

// CourtAt reads the court whose first word is word i.
func CourtAt(t *doc.Text, i int) (Court, bool) {
	if i >= len(t.Words) || !CourtHeadAt(t, i) {
		return Court{}, false
	}
	if c, ok := courtByLevel(t, i); ok {
		return c, true
	}
	c := Court{Start: int(t.Words[i].Start)}
	var kind []string
	last, cityWord := i, -1
	for k := i + 1; k < len(t.Words) && k-i < 30; k++ {
		if !joinsCourt(t, k-1, len(kind) == 0) {
			break
		}
		if n, used := NumberWords(t, k); used > 0 && c.Number == 0 && !hasKind(kind) {
			c.Number = n
			last = k + used - 1
			k = last
			continue
		}
		w := t.Words[k]
		key := t.Key(k)
		if w.Class == 0 || w.Class&(lex.CourtWord|lex.CourtHead|lex.Function|lex.Particle|lex.Common|lex.PlaceStart|lex.Ordinal) == 0 {
			if near := courtWordNear(t.Folded(k)); near != "" {
				kind = append(kind, near)
				if !isConnector(near) {
					last = k
				}
				continue
			}
		}
		if key == "reparto" || key == "turno" {
			break
		}
		if _, n := At(t, k); n > 0 && (t.Key(i) == "corte" || t.Is(i, "consejo")) {
			break // has no city in its name
		}
		if name, from, n := courtTown(t, k, kind); n > 0 && (len(kind) > 0 || c.Number > 0) {
			c.City = name
			last = from + n - 1
			cityWord = from
			break
		}
		if name, n := unknownCity(t, k, kind); n > 0 {
			c.City = name
			last = k + n - 1
			cityWord = k
			break
		}
		if w.Class&lex.Ordinal != 0 && len(kind) > 0 && Chambers[kind[len(kind)-1]] {
			kind = append(kind, key) // Sección Segunda
			last = k
			continue
		}
		if w.Class&lex.CourtWord != 0 || w.Class&lex.CourtHead != 0 && !strings.HasPrefix(key, "ju") {
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
	of := "de"
	if n := len(kind); n > 0 && kind[n-1] == "del" && cityWord >= 0 && departmentAt(t, cityWord) > 0 {
		of = "del" // Tribunal Administrativo del Chocó
	}
	kind = withoutConnector(kind)
	c.End = int(t.Words[last].End)
	c.Specific = hasKind(kind) && !generic(kind)
	if cityWord < 0 && c.Specific && t.Key(i) != "corte" && !t.Is(i, "consejo") {
		c.City, c.End = cityBelow(t, last, c.End)
	}
	c.Value = courtName(headWord(t.Key(i)), c.Number, kind, of, c.City)
	return c, c.Specific || c.Number > 0 && c.City != ""
}

// courtTown reads the town of a court at word k, behind its department where that is named first (Juzgado 02 Laboral
// Circuito - Risaralda - Pereira), or the department for which an administrative tribunal sits. It returns its name, its
// first word and how many it has, 0 when none is named.
func courtTown(t *doc.Text, k int, kind []string) (name string, from, words int) {
	if d := departmentAt(t, k); d > 0 {
		if p, n := At(t, k+d); n > 0 && t.DashBefore(k+d) {
			return p.Name, k + d, n
		}
		if len(kind) == 2 && kind[0] == "administrativo" {
			return lex.PersonName(t.Slice(int(t.Words[k].Start), int(t.Words[k+d-1].End))), k, d
		}
	}
	p, n := At(t, k)
	return p.Name, k, n
}

// JudgeAt reads a court of which no more is said than its town, or that it decides such cases: Juez de Istmina, Juzgados
// (reparto) de Cali, Juez de tutela, Juez de la República.
func JudgeAt(t *doc.Text, i int) (Court, bool) {
	if !strings.HasPrefix(t.Key(i), "ju") || t.Words[i].Class&lex.CourtHead == 0 {
		return Court{}, false
	}
	c := Court{Start: int(t.Words[i].Start), End: int(t.Words[i].End)}
	var kind []string
	for k := i + 1; k < len(t.Words) && k <= i+7 && joinsCourt(t, k-1, k == i+1); k++ {
		if p, n := At(t, k); n > 0 {
			c.City, c.End = p.Name, int(t.Words[k+n-1].End)
			break
		}
		key := t.Key(k)
		if judgeWords[key] {
			kind, c.End = append(kind, key), int(t.Words[k].End)
		} else if key == "de" || key == "del" || key == "la" {
			kind = append(kind, key)
		} else if key != "reparto" && key != "turno" && key != "en" && key != "municipio" {
			break
		}
	}
	kind = withoutConnector(kind)
	c.Value = courtName("juzgado", 0, kind, "de", c.City)
	if len(kind) > 0 {
		c.Value = "Juez" + strings.TrimPrefix(c.Value, "Juzgado")
	}
	return c, len(kind) > 0 || c.City != ""
}

// judgeWords say that a judge decides such cases, and not which judge it is.
var judgeWords = lex.Set("place.judge")

// Chambers are parts of a court that are counted behind their name.
var Chambers = map[string]bool{"seccion": true, "subseccion": true, "sala": true}

// CourtHeadAt reports whether a court may begin with word i; in a salutation
// one letter of "juez" may be wrong.
func CourtHeadAt(t *doc.Text, i int) bool {
	w := t.Words[i]
	if w.Class&lex.CourtHead != 0 {
		return true
	}
	return w.End-w.Start == 4 && w.Class == 0 && i > 0 && t.Words[i-1].Class&lex.Honorific != 0 && lex.CloseTo("juez", string(t.Folded(i)))
}

// unknownCity reads a city that the table lacks or a scanner damaged: capital
// words behind "de" that end the line or stand before a bracket or comma.
func unknownCity(t *doc.Text, k int, kind []string) (string, int) {
	if len(kind) == 0 || kind[len(kind)-1] != "de" || !hasKind(kind) {
		return "", 0
	}
	for n := 0; n < 3 && k+n < len(t.Words); n++ {
		w := t.Words[k+n]
		if w.Shape == doc.Lower || w.Shape == doc.Number || w.Class&(lex.CourtWord|lex.Common|lex.CourtHead) != 0 || w.End-w.Start < 3 {
			return "", 0
		}
		end := int(w.End)
		if end == len(t.Chars) || t.Chars[end] == '\n' || t.Chars[end] == ',' || t.Chars[end] == '.' || end+1 < len(t.Chars) && t.Chars[end] == ' ' && (t.Chars[end+1] == '(' || t.Chars[end+1] == '-') {
			raw := t.Slice(int(t.Words[k].Start), end)
			if name := t.Lex.NearestPlace(raw); name != "" {
				return name, n + 1
			}
			return lex.PersonName(raw), n + 1
		}
	}
	return "", 0
}

// joinsCourt reports whether words k and k+1 may belong to one court. head is
// true before the first word of its kind.
func joinsCourt(t *doc.Text, k int, head bool) bool {
	gap := t.Between(k)
	indent := len(gap) - 1 - bytes.LastIndexByte(gap, '\n') // PENAL MUNICIPAL, and centred below it CON FUNCIONES DE
	if indent == len(gap) {
		indent = 0
	}
	if len(gap)-indent > 8 || t.Flat && len(gap) > 1 && t.WideGap(k) && gap[0] == ' ' {
		return false
	}
	lines := 0
	for _, c := range gap {
		switch c {
		case '\n':
			lines++
		case ':':
			if !head {
				return false
			}
		case ' ', '\t', '_', lex.ByteOrdinal, lex.ByteSymbol, '-', ',', '(', ')', '.', '*', '\'', '"', '/', '?', '~', '%':
		default:
			return false
		}
	}
	return lines <= 1
}

// cityBelow finds the city that stands alone in the line below a court.
func cityBelow(t *doc.Text, last, end int) (string, int) {
	for k := last + 1; k < len(t.Words) && k <= last+4; k++ {
		gap := t.Between(k - 1)
		if p, n := At(t, k); n > 0 {
			return p.Name, int(t.Words[k+n-1].End)
		}
		key := t.Key(k)
		if key != "reparto" && key != "turno" && key != "de" && key != "ciudad" && key != "la" || len(gap) > 12 {
			break
		}
	}
	return "", end
}

// courtByLevel reads a court as registers write it, its level first: JUZGADO CIRCUITO -
// FAMILIA 004 MANIZALES.
func courtByLevel(t *doc.Text, k int) (Court, bool) {
	if k+4 >= len(t.Words) || t.Key(k) != "juzgado" {
		return Court{}, false
	}
	c := Court{Start: int(t.Words[k].Start)}
	at := k + 1
	if t.Is(at, "de") {
		at++
	}
	level := t.Key(at)
	if level != "circuito" && level != "municipal" || !t.DashBefore(at+1) {
		return Court{}, false
	}
	var kind []string
	for at++; at < len(t.Words) && t.Words[at].Class&lex.CourtWord != 0 && t.Words[at].Shape != doc.Number; at++ {
		kind = append(kind, t.Key(at))
	}
	n, used := NumberWords(t, at)
	if len(kind) == 0 || used == 0 {
		return Court{}, false
	}
	if kind[0] == "familia" {
		kind = append([]string{"de"}, kind...)
	}
	if level == "circuito" {
		kind = append(kind, "del")
	}
	c.Number, c.Specific, c.End = n, true, int(t.Words[at+used-1].End)
	if p, words := At(t, at+used); words > 0 {
		c.City, c.End = p.Name, int(t.Words[at+used+words-1].End)
	}
	c.Value = courtName("juzgado", n, append(kind, level), "de", c.City)
	return c, true
}
