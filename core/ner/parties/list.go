package parties

import (
	"bytes"

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
