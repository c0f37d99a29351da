package ner

// Names that a ruling keeps to itself: F.A.S.A., the minor L.M.P.

// minInitials is the least number of letters that are taken for a name.
const minInitials = 3

// initialsAt reads the name of letters that begins with word k, where the words
// before it say that a person is meant.
func (t *Text) initialsAt(k int) (person, bool) {
	if k >= len(t.words) {
		return person{}, false
	}
	if w := t.words[k]; w.end-w.start != 1 || w.shape != upper && w.shape != title || !t.personCue(k) {
		return person{}, false
	}
	letters, n := t.abbreviation(k)
	last := k + n - 1
	end := int(t.words[last].end)
	if n < minInitials || end >= len(t.cp) || t.cp[end] != '.' || t.cp[t.words[k].end] != '.' || noInitials[letters] || t.lex.words[letters]&(legalForm|entityStart|identity) != 0 {
		return person{}, false
	}
	return person{first: k, last: last, start: int(t.words[k].start), end: end + 1, words: n, score: 0.7}, true
}

// noInitials are abbreviations that stand where a name might.
var noInitials = map[string]bool{"esd": true, "esm": true, "csj": true, "eps": true, "ips": true, "esp": true, "ese": true, "sas": true, "onu": true, "oea": true, "adn": true, "usa": true}

// personCue reports whether what stands before word k announces a person: a
// label, "el menor", "su hija", "instaurada por".
func (t *Text) personCue(k int) bool {
	if k == 0 || t.labelled(k) || t.words[k-1].class&honorific != 0 {
		return true
	}
	switch t.key(k - 1) {
	case "por", "de", "y", "e", "menor", "menores", "edad", "nino", "nina", "adolescente", "joven", "hijo", "hija", "hijos", "hijas", "madre", "padre", "nieto", "nieta",
		"hermano", "hermana", "accionante", "accionantes", "agenciado", "agenciada", "demandante", "actor", "actora", "afectado", "afectada":
		return true
	}
	return false
}
