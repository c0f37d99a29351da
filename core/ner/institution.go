package ner

import "github.com/cotejo/cotejo/core/ner/internal/lex"

// Reading of known institutions by the gazetteer.

// entityAt returns the known entity that begins with word k and how many
// words it takes.
func (t *Text) entityAt(k int) (lex.Alias, int) {
	if k >= len(t.words) || t.words[k].class&lex.EntityStart == 0 && t.words[k].end-t.words[k].start > 1 {
		return lex.Alias{}, 0
	}
	first, n := t.folded(k), 1
	if t.lone(k) {
		var buf [maxLetters]byte
		first, n = t.appendLetters(buf[:0], k)
	}
	if !t.isClass(k, n, first, lex.EntityStart) {
		return lex.Alias{}, 0
	}
	for _, a := range t.lex.Entities[string(first)] {
		if used := t.spellsEntity(k+n, a.Words[1:]); used >= 0 {
			if a.Short && t.words[k].shape != upper && (t.words[k].shape != title || t.words[k].class&(lex.Common|lex.Function) != 0) {
				continue
			}
			return a, n + used
		}
	}
	return lex.Alias{}, 0
}

// beginsEntity reports whether entityAt may find one: of most words it tells at once
// that they begin none.
func (t *Text) beginsEntity(k int) bool {
	w := t.words[k]
	return w.class&lex.EntityStart != 0 || w.end-w.start == 1 && k+1 < len(t.words) && t.cp[w.end] != '@' && t.words[k+1].end-t.words[k+1].start == 1
}

// spellsEntity returns how many words from k on spell those of an alias, -1
// when they do not.
func (t *Text) spellsEntity(k int, words []string) int {
	from := k
	for _, w := range words {
		if k >= len(t.words) || len(t.between(k-1)) > 4 {
			return -1
		}
		if !t.lone(k) {
			if string(t.folded(k)) != w {
				return -1
			}
			k++
			continue
		}
		f, n := t.abbreviation(k)
		if f != w {
			return -1
		}
		k += n
	}
	return k - from
}

// abbreviation returns the folded word at k; single letters with points
// between them are joined: "S.A.S" gives "sas" and 3.
func (t *Text) abbreviation(k int) (string, int) {
	if !t.lone(k) {
		return string(t.folded(k)), 1
	}
	var buf [maxLetters]byte
	letters, n := t.appendLetters(buf[:0], k)
	return string(letters), n
}

// maxLetters bounds the letters of an abbreviation.
const maxLetters = 8

// appendLetters appends the letters of the abbreviation at word k to dst and
// returns how many there are.
func (t *Text) appendLetters(dst []byte, k int) ([]byte, int) {
	n := 0
	for ; n < maxLetters && k+n < len(t.words); n++ {
		w := t.words[k+n]
		if w.end-w.start != 1 || n > 0 && !t.joinsInitials(k, k+n-1) {
			break
		}
		dst = append(dst, t.cp[w.start])
	}
	return dst, n
}

// lone reports whether word k is a single letter.
func (t *Text) lone(k int) bool {
	w := t.words[k]
	return w.end-w.start == 1 && !lex.IsDigit(t.cp[w.start])
}

// formAt reports whether a legal form stands at word k, and how many words it, or
// whatever stands there, takes.
func (t *Text) formAt(k int) (bool, int) {
	if !t.lone(k) {
		return t.isClass(k, 1, t.folded(k), lex.LegalForm), 1
	}
	var buf [maxLetters]byte
	letters, n := t.appendLetters(buf[:0], k)
	return t.isClass(k, n, letters, lex.LegalForm), n
}

// isClass reports whether the letters of n words from k on are a word of class c.
func (t *Text) isClass(k, n int, letters []byte, c lex.Class) bool {
	if w := t.words[k]; n == 1 && w.fix == 0 {
		return w.class&c != 0
	}
	found, _ := t.lex.Table.Find(letters)
	return found&c != 0
}

// joinsInitials reports whether the letters k and k+1 belong to the
// abbreviation that begins with word first: they are parted as its first two.
func (t *Text) joinsInitials(first, k int) bool {
	gap := t.between(k)
	return len(gap) <= 2 && gap[0] != '\n' && gap[len(gap)-1] != '\n' && gap[0] != ',' && string(gap) == string(t.between(first))
}
