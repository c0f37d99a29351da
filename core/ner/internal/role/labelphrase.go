package role

import (
	"cmp"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/party"
)

// The labels that papers use, and how one is told from the same word in a sentence.

// labelHit is a label in the text.
type labelHit struct {
	start, after int // where it begins, and where its value may begin
	line         int
	kind         labelKind
	strength     float64
}

// labelKind is what the value of a label is.
type labelKind string

// The kinds of labels, by the names of their lists.
const (
	otherLabel     labelKind = "other" // ends the value before it
	plaintiffLabel labelKind = "plaintiff"
	wardLabel      labelKind = "ward" // for whom somebody else files
	defendantLabel labelKind = "defendant"
	agentLabel     labelKind = "agent"
	attorneyLabel  labelKind = "attorney"
	linkedLabel    labelKind = "linked"
	radicadoLabel  labelKind = "radicado"
	referenceLabel labelKind = "reference"
	courtLabel     labelKind = "court"
	cedulaLabel    labelKind = "cedula"
	emailLabel     labelKind = "email"
	addressLabel   labelKind = "address"
	phoneLabel     labelKind = "phone"
	againstLabel   labelKind = "against"
	nameLabel      labelKind = "name" // whose name it is, words before it say
)

// labelPhrase is what follows the first word of a label.
type labelPhrase struct {
	rest string
	kind labelKind
}

// labelPhrases are the labels by first word; of two that match the longer
// comes first.
var labelPhrases = func() map[string][]labelPhrase {
	out := map[string][]labelPhrase{}
	for label, kind := range lex.Table[labelKind]("role.labels") {
		first, rest, _ := strings.Cut(label, " ")
		out[first] = append(out[first], labelPhrase{rest, kind})
	}
	for _, phrases := range out {
		slices.SortFunc(phrases, func(a, b labelPhrase) int { return cmp.Or(len(b.rest)-len(a.rest), strings.Compare(a.rest, b.rest)) })
	}
	return out
}()

// labels finds the labels of the text in order.
func (t *Text) labels() []labelHit {
	var out []labelHit
	line := 0
	for k := 0; k < len(t.Words); k++ {
		w := t.Words[k]
		if w.Class&lex.LabelWord == 0 {
			continue
		}
		if t.statedBy(k) {
			continue
		}
		phrases, ok := labelPhrases[t.Key(k)]
		if !ok {
			continue
		}
		for line < len(t.Lines) && t.Lines[line].End <= w.Start {
			line++
		}
		for _, p := range phrases {
			n := 0
			if p.rest != "" {
				if n = t.Phrase(k+1, p.rest); n == 0 {
					continue
				}
			} else if t.namesBody(k) {
				break
			}
			last := len(out) - 1
			beside := last >= 0 && out[last].line == line && k > 0 && t.WideGap(k-1) && t.AllBlank(out[last].after, int(w.Start))
			if h, ok := t.labelAt(k, k+n, line, p.kind, beside); ok {
				out = append(out, h)
				k += n
			}
			break
		}
	}
	return out
}

// namesBody reports whether the label at word k begins the name of a public body instead:
// DIRECCIÓN DE IMPUESTOS, but not DIRECCIÓN DEL ACCIONANTE.
func (t *Text) namesBody(k int) bool {
	next := k + 1
	if t.Words[k].Class&lex.EntityHead == 0 || next+1 >= len(t.Words) || string(t.Between(k)) != " " {
		return false
	}
	if party.Reaches[t.Key(next)] || t.Is(next, "general") || t.Is(next, "nacional") || t.Is(next, "ejecutiva") {
		return true
	}
	if t.Words[next].Class&lex.Particle == 0 {
		return false
	}
	for next++; next+1 < len(t.Words) && t.Words[next].Class&lex.Function != 0; {
		next++
	}
	return t.Words[next].Class&lex.LabelWord == 0 && t.Lex.Institutional[string(t.Folded(next))] != ""
}

// statedBy reports whether word k says in a heading of whom it tells what was stated, and
// is no label: RESPUESTA DE LAS ACCIONADAS.
func (t *Text) statedBy(k int) bool {
	for n := 1; n <= 4 && k-n >= 0 && !t.EndsLine(k-n); n++ {
		switch t.Key(k - n) {
		case "de", "del", "la", "el", "las", "los", "parte", "entidad", "entidades", "autoridad", "autoridades":
		case "respuesta", "respuestas", "contestacion", "informe", "informes", "intervencion", "intervenciones", "pronunciamiento", "pronunciamientos", "manifestaciones", "replica", "defensa", "argumentos", "posicion":
			return n > 1
		default:
			return false
		}
	}
	return false
}

// labelAt decides whether words first to last, at the given line, are a label. besideLabel
// says that a label with no value of its own stands before them on the line.
func (t *Text) labelAt(first, last, line int, kind labelKind, besideLabel bool) (labelHit, bool) {
	h := labelHit{start: int(t.Words[first].Start), line: line, kind: kind}
	p := t.afterEnding(last)
	if p == 0 {
		return h, false
	}
	l := t.Lines[line]
	atStart := h.start == int(l.Start) || besideLabel || t.Flat && first > 0 && t.Words[first].Shape == doc.Upper
	blanks := 0
	for ; p < len(t.Chars) && lex.IsBlank(t.Chars[p]); p++ {
		blanks++
	}
	h.after = p
	if p < len(t.Chars) && (t.Chars[p] == ':' || t.Chars[p] == '=' || t.Chars[p] == ';' && atStart) {
		h.after, h.strength = p+1, 0.95
		if !atStart && t.Words[first].Shape == doc.Lower {
			h.strength = 0.75
		}
		return h, true
	}
	capital := t.Words[first].Shape != doc.Lower
	lineEnds := p >= int(l.End) && !t.Flat
	switch {
	case p < len(t.Chars) && t.Chars[p] == '.' && (kind == radicadoLabel || kind == referenceLabel || kind == cedulaLabel || kind == againstLabel) && (capital || atStart):
		h.after, h.strength = p+1, 0.85
	case !atStart || !capital || t.Flat && blanks < 3:
		return h, false
	case p < len(t.Chars) && t.Chars[p] == '-' && blanks > 0 || p < len(t.Chars) && t.Chars[p] == '|':
		h.after, h.strength = p+1, 0.8
	case lineEnds && kind != otherLabel && t.Words[first].Shape == doc.Upper:
		h.strength = 0.75
	case lineEnds && (kind == againstLabel || besideLabel):
		h.strength = 0.75
	case blanks >= 2:
		h.strength = 0.85
	case t.Words[first].Shape == doc.Upper && !lineEnds && kind != otherLabel && kind != courtLabel && kind != againstLabel && last+1 < len(t.Words) && t.Words[last+1].Class&lex.Common == 0 && t.Words[last+1].Shape != doc.Lower:
		h.strength = 0.6
	case t.Issued() && t.Words[first].Shape == doc.Title && !lineEnds && listsFiled(kind) && last+1 < len(t.Words) && t.Words[last+1].Shape != doc.Lower && t.Words[last+1].Class&lex.Common == 0:
		h.strength = 0.6 // the row of a table whose columns were lost
	default:
		return h, false
	}
	return h, true
}

// listsFiled reports whether a label of that kind stands in the table of parties
// with which a ruling begins.
func listsFiled(kind labelKind) bool {
	return kind == plaintiffLabel || kind == defendantLabel || kind == linkedLabel
}

// afterEnding returns the position after the word last and the endings in
// brackets or after a slash that a form leaves: (S), (a), /a, (es).
func (t *Text) afterEnding(last int) int {
	p := int(t.Words[last].End)
	for p < len(t.Chars) && (t.Chars[p] == '(' || t.Chars[p] == '/') {
		q := p + 1
		for q < len(t.Chars) && lex.IsLetter(t.Chars[q]) && q-p <= 3 {
			q++
		}
		if q == p+1 || t.Chars[p] == '(' && (q >= len(t.Chars) || t.Chars[q] != ')') {
			break
		}
		if t.Chars[p] == '(' {
			q++
		}
		p = q
	}
	return p
}
