package place

import (
	"slices"
	"strconv"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// The words of courts' names: what a scanner made of them, and how the one form of a
// name is put together.

// courtName writes a court in its one form; of joins its town or department: de, del.
func courtName(head string, number int, kind []string, of, city string) string {
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
	var buf [128]byte
	out := appendTitle(buf[:0], head)
	if number > 0 {
		out = strconv.AppendInt(append(out, ' '), int64(number), 10)
	}
	for i, w := range kind {
		if w == "distrito" && i > 0 && kind[i-1] == "superior" {
			out = append(out, " del"...) // TRIBUNAL SUPERIOR, and below it DISTRITO JUDICIAL DE
		}
		if s, ok := singular[w]; ok {
			w = s
		} else if w == "laborales" && !slices.Contains(kind, "causas") {
			w = "laboral"
		}
		if out = append(out, ' '); isConnector(w) {
			out = append(out, w...)
		} else {
			out = appendTitle(out, Accented(w))
		}
	}
	if city != "" {
		out = append(append(append(append(out, ' '), of...), ' '), city...)
	}
	return string(out)
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
		if f := string(folded); lex.CloseTo(f, w) {
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

// withoutConnector drops the connectors behind the last word that tells something.
func withoutConnector(kind []string) []string {
	for len(kind) > 0 && isConnector(kind[len(kind)-1]) {
		kind = kind[:len(kind)-1]
	}
	return kind
}

func isConnector(w string) bool {
	switch w {
	case "de", "del", "la", "lo", "las", "los", "el", "y", "con", "en", "para", "a", "e":
		return true
	}
	return false
}

// singular are the plurals in which a letter to whichever judge gets the case
// is addressed.
var singular = map[string]string{"municipales": "municipal", "penales": "penal", "civiles": "civil",
	"promiscuos": "promiscuo", "administrativos": "administrativo", "funciones": "función", "constitucionales": "constitucional",
	"especializados": "especializado", "especializada": "especializado", "mixta": "mixto", "unico": "Único", "unica": "Único", "tutelas": "tutela"}

var accents = map[string]string{"funcion": "función", "garantias": "garantías", "pequenas": "pequeñas", "multiple": "múltiple",
	"ejecucion": "ejecución", "restitucion": "restitución", "seccion": "sección", "subseccion": "subsección", "casacion": "casación",
	"decision": "decisión", "descongestion": "descongestión", "depuracion": "depuración", "cuantia": "cuantía", "minima": "mínima",
	"republica": "república", "extincion": "extinción", "comision": "comisión"}

// Accented returns a folded word of courts' names with its accent.
func Accented(w string) string {
	if a, ok := accents[w]; ok {
		return a
	}
	return w
}

// TitleWord writes a folded word with a capital.
func TitleWord(w string) string { return string(appendTitle(nil, w)) }

func appendTitle(dst []byte, w string) []byte {
	at := len(dst)
	if dst = append(dst, w...); w != "" && 'a' <= w[0] && w[0] <= 'z' {
		dst[at] -= 'a' - 'A'
	}
	return dst
}
