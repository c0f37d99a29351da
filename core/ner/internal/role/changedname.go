package role

import (
	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/field"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/party"
)

// Persons of whom a ruling gives but a first name, which it changed.

// firstNames reads who files and for whom, between two code points, of a ruling
// that names both by their first names: Marta, en representación de su hija
// Daniela. Nothing where found has them already.
func (t *Text) firstNames(from, to int, found []Mention) []Mention {
	k := t.WordAt(from)
	if len(found) > 0 || !t.givenAlone(k) {
		return nil
	}
	filer := t.firstName(k, field.Plaintiff)
	for next := k + 1; next < len(t.Words) && int(t.Words[next].End) <= to && next < k+party.MaxWard+4; next++ {
		if t.Words[next].Shape == doc.Lower || t.Words[next].Class&lex.Given == 0 || !t.givenAlone(next) && int(t.Words[next].End) < to {
			continue
		}
		switch t.relationBetween(k+1, next) {
		case acts:
			filer.Field = field.Agent
		case represents:
			filer.Field = field.Attorney
		case together:
		default:
			continue
		}
		return []Mention{filer, t.firstName(next, field.Plaintiff)}
	}
	return []Mention{filer}
}

func (t *Text) firstName(k int, f field.Field) Mention {
	w := t.Words[k]
	return Mention{Field: f, Value: lex.PersonName(t.Slice(int(w.Start), int(w.End))), Start: int(w.Start), End: int(w.End), Confidence: 0.8, Explicit: true}
}

// givenAlone reports whether word k is a given name with nothing behind it but
// what turns to the other side or to whom it is filed for.
func (t *Text) givenAlone(k int) bool {
	if k >= len(t.Words) || t.Words[k].Shape == doc.Lower {
		return false
	}
	if e := int(t.Words[k].End); t.Words[k].Class&lex.Given == 0 && !(t.Lone(k) && e < len(t.Chars) && t.Chars[e] == '.') {
		return false // M. actuando en representación de su hija
	}
	switch t.Key(k + 1) {
	case "contra", "en", "vs", "actuando", "como", "y", "madre", "padre", "quien", "agente", "obrando":
		return true
	}
	return false
}
