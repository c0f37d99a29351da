package parties

import (
	"bytes"
	"slices"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
)

// Lists of names: ANA RUIZ, con C.C. 52.000.111, y LUIS GIL. Each names another.

// listsOf returns of the spans, in the order of the text, those that stand in a list: one more than its first word.
func (d *Document) listsOf(spans []Span) map[Span]int {
	lists := map[Span]int{}
	for i := 1; i < len(spans); i++ {
		before, s := spans[i-1], spans[i]
		if d.kindOf(before) != d.kindOf(s) || !d.listedTogether(before.Last, s.First) {
			continue
		}
		if lists[before] == 0 {
			lists[before] = before.First + 1
		}
		lists[s] = lists[before]
	}
	return lists
}

// List returns the list in which a span stands with others, 0 for none.
func (d *Document) List(s Span) int { return d.lists[s] }

// maxListed bounds the words between two names of a list.
const maxListed = 24

// listedTogether reports whether between two names, of which one ends with word last and the next begins with word next,
// nothing stands but a comma, a semicolon or "y" and what identifies the first: con C.C. 52.000.111 expedida en Cali.
func (d *Document) listedTogether(last, next int) bool {
	if next <= last || next-last > maxListed {
		return false
	}
	joined := false
	for k := last + 1; k <= next; k++ {
		gap := d.gap(k)
		if bytes.ContainsAny(gap, "():/") || bytes.IndexByte(gap, '.') >= 0 && k == next {
			return false
		}
		joined = joined || bytes.ContainsAny(gap, ",;")
		if k == next {
			break
		}
		if d.word(k) == "y" || d.word(k) == "e" {
			joined = true
		} else if !d.identifies(k) {
			return false
		}
	}
	return joined
}

// identifies reports whether word k may stand between a person's name and the number of the identity document or its place of
// issue.
func (d *Document) identifies(k int) bool {
	w := &d.Words[k]
	return identityWords[d.word(k)] || w.Class&(Town|Particle) != 0 || w.Shape == Digits || w.Shape == Alphanumeric
}

var identityWords = lex.Set("parties.identityWords")

// listAll notes with the entities in which lists they stand, with others of any kind and with references to them: Anas Wayuu
// EPSI y la clínica; 1) Hospital de Honda, 2) Ana Ruiz. Those of one kind have lists already.
func (d *Document) listAll() {
	type place struct {
		Span
		e *Entity
	}
	var all []place
	for _, e := range d.Entities {
		for _, s := range slices.Concat(e.Spans, e.references) {
			if e.Kind != PlaceKind {
				all = append(all, place{s, e})
			}
		}
	}
	slices.SortFunc(all, func(a, b place) int { return a.First - b.First })
	list := 0
	for i := 1; i < len(all); i++ {
		a, b := all[i-1], all[i]
		if a.e == b.e || !d.listedTogether(a.Last, b.First) && !d.enumerates(a.First, b.First) {
			list = 0
			continue
		}
		if list == 0 {
			list = -a.First - 1 // below zero: listsOf numbers from one
			a.e.lists = append(a.e.lists, list)
		}
		b.e.lists = append(b.e.lists, list)
	}
}

// enumerates reports whether two lines that follow each other begin with a number or a letter and the words a and b.
func (d *Document) enumerates(a, b int) bool {
	const most = 20 // words of a line
	if b-a > most || !d.isItem(a) || !d.isItem(b) {
		return false
	}
	lines := 0
	for k := a + 1; k <= b; k++ {
		if d.Words[k].Break != NoBreak {
			lines++
		}
	}
	return lines == 1
}

// isItem reports whether word k follows the number or the letter with which its line begins: 2. , b) , - .
func (d *Document) isItem(k int) bool {
	gap := bytes.TrimSpace(d.gap(k))
	if d.Words[k].Break != NoBreak || k == 0 {
		return len(gap) == 1 && bytes.IndexByte(gap, '-') == 0
	}
	w := &d.Words[k-1]
	return (w.Break != NoBreak || k == 1) && w.End-w.Start <= 2 && (w.Shape == Digits || w.End-w.Start == 1) && len(gap) >= 1 && bytes.IndexByte([]byte(".)-"), gap[0]) >= 0
}
