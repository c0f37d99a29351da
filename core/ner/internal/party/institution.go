package party

import (
	"github.com/cotejo/cotejo/core/ner/internal/doc"
	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Reading of known institutions by the gazetteer.

// EntityAt returns the known entity that begins with word k and how many
// words it takes.
func EntityAt(t *doc.Text, k int) (lex.Alias, int) {
	if k >= len(t.Words) || t.Words[k].Class&lex.EntityStart == 0 && t.Words[k].End-t.Words[k].Start > 1 {
		return lex.Alias{}, 0
	}
	first, n := t.Folded(k), 1
	if t.Lone(k) {
		var buf [doc.MaxLetters]byte
		first, n = t.AppendLetters(buf[:0], k)
	}
	if !t.IsClass(k, n, first, lex.EntityStart) {
		return lex.Alias{}, 0
	}
	for _, a := range t.Lex.Entities[string(first)] {
		if used := spellsEntity(t, k+n, a.Words[1:]); used >= 0 {
			if a.Short && t.Words[k].Shape != doc.Upper && (t.Words[k].Shape != doc.Title || t.Words[k].Class&(lex.Common|lex.Function) != 0) {
				continue
			}
			return a, n + used
		}
	}
	return lex.Alias{}, 0
}

// BeginsEntity reports whether EntityAt may find one: of most words it tells at once
// that they begin none.
func BeginsEntity(t *doc.Text, k int) bool {
	w := t.Words[k]
	return w.Class&lex.EntityStart != 0 || w.End-w.Start == 1 && k+1 < len(t.Words) && t.Chars[w.End] != '@' && t.Words[k+1].End-t.Words[k+1].Start == 1
}

// spellsEntity returns how many words from k on spell those of an alias, -1
// when they do not.
func spellsEntity(t *doc.Text, k int, words []string) int {
	from := k
	for _, w := range words {
		if k >= len(t.Words) || len(t.Between(k-1)) > 4 {
			return -1
		}
		if !t.Lone(k) {
			if string(t.Folded(k)) != w {
				return -1
			}
			k++
			continue
		}
		f, n := t.Abbreviation(k)
		if f != w {
			return -1
		}
		k += n
	}
	return k - from
}

// FormAt reports whether a legal form stands at word k, and how many words it, or
// whatever stands there, takes.
func FormAt(t *doc.Text, k int) (bool, int) {
	if !t.Lone(k) {
		return t.IsClass(k, 1, t.Folded(k), lex.LegalForm), 1
	}
	var buf [doc.MaxLetters]byte
	letters, n := t.AppendLetters(buf[:0], k)
	return t.IsClass(k, n, letters, lex.LegalForm), n
}

// InstitutionAt reports whether an institution is named at word k.
func InstitutionAt(t *doc.Text, k int) bool {
	_, n := EntityAt(t, k)
	return n > 0 || t.Words[k].Class&lex.EntityHead != 0
}
