package ner

import "github.com/cotejo/cotejo/core/ner/internal/lex"

// Persons of whom a ruling gives but a first name, which it changed.

// firstNames reads who files and for whom, between two code points, of a ruling
// that names both by their first names: Marta, en representación de su hija
// Daniela. Nothing where found has them already.
func (t *Text) firstNames(from, to int, found []Mention) []Mention {
	k := t.wordAt(from)
	if len(found) > 0 || !t.givenAlone(k) {
		return nil
	}
	filer := t.firstName(k, Plaintiff)
	for next := k + 1; next < len(t.words) && int(t.words[next].end) <= to && next < k+maxWard+4; next++ {
		if t.words[next].shape == lower || t.words[next].class&lex.Given == 0 || !t.givenAlone(next) && int(t.words[next].end) < to {
			continue
		}
		switch t.relationBetween(k+1, next) {
		case acts:
			filer.Field = Agent
		case represents:
			filer.Field = Attorney
		case together:
		default:
			continue
		}
		return []Mention{filer, t.firstName(next, Plaintiff)}
	}
	return []Mention{filer}
}

func (t *Text) firstName(k int, f Field) Mention {
	w := t.words[k]
	return Mention{Field: f, Value: lex.PersonName(t.Slice(int(w.start), int(w.end))), Start: int(w.start), End: int(w.end), Confidence: 0.8, Explicit: true}
}

// givenAlone reports whether word k is a given name with nothing behind it but
// what turns to the other side or to whom it is filed for.
func (t *Text) givenAlone(k int) bool {
	if k >= len(t.words) || t.words[k].shape == lower {
		return false
	}
	if e := int(t.words[k].end); t.words[k].class&lex.Given == 0 && !(t.lone(k) && e < len(t.cp) && t.cp[e] == '.') {
		return false // M. actuando en representación de su hija
	}
	switch t.key(k + 1) {
	case "contra", "en", "vs", "actuando", "como", "y", "madre", "padre", "quien", "agente", "obrando":
		return true
	}
	return false
}
