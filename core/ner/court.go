package ner

import (
	"slices"
	"strconv"
	"strings"
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
		if w.class == 0 || w.class&(courtWord|courtHead|function|particle|common|placeStart|ordinal) == 0 {
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
		if _, n := t.placeAt(k); n > 0 && t.key(i) == "corte" {
			break // has no city in its name
		}
		if p, n := t.placeAt(k); n > 0 && (len(kind) > 0 || c.number > 0) {
			c.city = p.name
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
		if w.class&courtWord != 0 || w.class&courtHead != 0 && !strings.HasPrefix(key, "ju") {
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
	if cityWord < 0 && c.specific && t.key(i) != "corte" {
		c.city, c.end = t.cityBelow(last, c.end)
	}
	c.value = courtName(headWord(t.key(i)), c.number, kind, c.city)
	return c, c.specific || c.number > 0 && c.city != ""
}

// courtHeadAt reports whether a court may begin with word i; in a salutation
// one letter of "juez" may be wrong.
func (t *Text) courtHeadAt(i int) bool {
	w := t.words[i]
	if w.class&courtHead != 0 {
		return true
	}
	return w.end-w.start == 4 && w.class == 0 && i > 0 && t.words[i-1].class&honorific != 0 && closeTo("juez", string(t.folded(i)))
}

func headWord(w string) string {
	if len(w) == 4 && w != "sala" && w != "juez" {
		return "juez"
	}
	return w
}

// courtWords are the words of courts' names that are told from others by most
// of their letters.
var courtWords = []string{"municipal", "circuito", "penal", "civil", "laboral", "laborales", "familia", "promiscuo", "administrativo", "funcion", "funciones",
	"control", "garantias", "conocimiento", "pequenas", "causas", "competencia", "multiple", "ejecucion", "penas", "medidas", "seguridad",
	"sentencias", "especializado", "restitucion", "tierras", "oral", "adolescentes"}

// courtWordNear returns the word of courts' names that a scanner made into this
// one, "" when there is none.
func courtWordNear(folded []byte) string {
	if len(folded) <= 2 {
		switch string(folded) {
		case "0e", "d", "do", "dc", "oe":
			return "de"
		case "0el", "dei":
			return "del"
		}
		return ""
	}
	if len(folded) < 4 || len(folded) > 20 {
		return ""
	}
	for _, w := range courtWords {
		if f := string(folded); closeTo(longer(f, w), shorter(f, w)) {
			return w
		}
	}
	return ""
}

func hasKind(kind []string) bool {
	for _, w := range kind {
		if !isConnector(w) {
			return true
		}
	}
	return false
}

// generic reports whether the words say no more than that a judge is meant:
// juez constitucional, jueces de la República.
func generic(kind []string) bool {
	for _, w := range kind {
		switch w {
		case "constitucional", "constitucionales", "tutela", "tutelas", "republica", "colombia":
		default:
			if !isConnector(w) {
				return false
			}
		}
	}
	return true
}

// unknownCity reads a city that the table lacks or a scanner damaged: capital
// words behind "de" that end the line or stand before a bracket or comma.
func (t *Text) unknownCity(k int, kind []string) (string, int) {
	if len(kind) == 0 || kind[len(kind)-1] != "de" || !hasKind(kind) {
		return "", 0
	}
	for n := 0; n < 3 && k+n < len(t.words); n++ {
		w := t.words[k+n]
		if w.shape == lower || w.shape == number || w.class&(courtWord|common|courtHead) != 0 || w.end-w.start < 3 {
			return "", 0
		}
		end := int(w.end)
		if end == len(t.cp) || t.cp[end] == '\n' || t.cp[end] == ',' || end+1 < len(t.cp) && t.cp[end] == ' ' && (t.cp[end+1] == '(' || t.cp[end+1] == '-') {
			raw := t.Slice(int(t.words[k].start), end)
			if name := t.lex.nearestPlace(raw); name != "" {
				return name, n + 1
			}
			return personName(raw), n + 1
		}
	}
	return "", 0
}

func isConnector(w string) bool {
	switch w {
	case "de", "del", "la", "las", "los", "el", "y", "con", "en", "para", "a", "e":
		return true
	}
	return false
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
		case ' ', '\t', byteOrdinal, byteSymbol, '-', ',', '(', ')', '.', '*', '\'', '"', '/', '?', '~', '%':
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
			return p.name, int(t.words[k+n-1].end)
		}
		key := t.key(k)
		if key != "reparto" && key != "turno" && key != "de" && key != "ciudad" && key != "la" || len(gap) > 12 {
			break
		}
	}
	return "", end
}

// courtName writes a court in its one form.
func courtName(head string, number int, kind []string, city string) string {
	switch head {
	case "juez", "jueza", "jueces", "juzgados":
		head = "juzgado"
	case "magistrado", "magistrada", "magistrados", "despacho":
		head = "tribunal"
		for i, w := range kind {
			if w == "tribunal" || w == "corte" || w == "consejo" || w == "sala" {
				head, kind = w, kind[i+1:]
				break
			}
		}
	}
	out := []string{titleWord(head)}
	if number > 0 {
		out = append(out, strconv.Itoa(number))
	}
	for _, w := range kind {
		if s, ok := singular[w]; ok {
			w = s
		} else if w == "laborales" && !slices.Contains(kind, "causas") {
			w = "laboral"
		}
		if isConnector(w) {
			out = append(out, w)
		} else {
			out = append(out, titleWord(accented(w)))
		}
	}
	if city != "" {
		out = append(out, "de", city)
	}
	return strings.Join(out, " ")
}

// singular are the plurals in which a letter to whichever judge gets the case
// is addressed.
var singular = map[string]string{"municipales": "municipal", "penales": "penal", "civiles": "civil",
	"promiscuos": "promiscuo", "administrativos": "administrativo", "funciones": "función", "constitucionales": "constitucional",
	"especializados": "especializado", "especializada": "especializado", "mixta": "mixto"}

var accents = map[string]string{"funcion": "función", "garantias": "garantías", "pequenas": "pequeñas", "multiple": "múltiple",
	"ejecucion": "ejecución", "restitucion": "restitución", "seccion": "sección", "subseccion": "subsección", "casacion": "casación",
	"decision": "decisión", "descongestion": "descongestión", "depuracion": "depuración", "cuantia": "cuantía", "minima": "mínima",
	"republica": "república", "extincion": "extinción", "comision": "comisión"}

func accented(w string) string {
	if a, ok := accents[w]; ok {
		return a
	}
	return w
}

func titleWord(w string) string {
	if w == "" {
		return w
	}
	return strings.ToUpper(w[:1]) + w[1:]
}

// nearestPlace returns the municipality whose name differs from raw by what a
// scanner may have done, "" when there is none or more than one.
func (l *lexicon) nearestPlace(raw string) string {
	words := splitWords(raw)
	key, found := strings.Join(words, " "), ""
	for _, list := range l.places {
		for _, p := range list {
			other := strings.Join(p.words, " ")
			if len(key) < 5 && string(skeleton(nil, []byte(key))) != string(skeleton(nil, []byte(other))) {
				continue // a short name must look alike
			}
			if closeTo(longer(other, key), shorter(other, key)) && p.name != found {
				if found != "" {
					return ""
				}
				found = p.name
			}
		}
	}
	return found
}

// placeAt returns the municipality that begins with word k and how many words
// it has.
func (t *Text) placeAt(k int) (place, int) {
	if k >= len(t.words) || t.words[k].class&placeStart == 0 {
		return place{}, 0
	}
	for _, p := range t.lex.places[string(t.folded(k))] {
		if t.spells(k, p.words) {
			return p, len(p.words)
		}
	}
	return place{}, 0
}

// spells reports whether the words from k on are those, parted by little.
func (t *Text) spells(k int, words []string) bool {
	if k+len(words) > len(t.words) {
		return false
	}
	for n, w := range words {
		if string(t.folded(k+n)) != w || n > 0 && len(t.between(k+n-1)) > 3 {
			return false
		}
	}
	return true
}
