package align

import (
	"context"
	"slices"
	"unicode/utf8"

	"github.com/cotejo/cotejo/core/text"
)

// Place is a stretch of a text in whose stead other texts have other words.
type Place struct {
	Base   Span
	Others []Span // one for each other text, without words where it has none
}

// maxJoint is how many common words may stand between two places that are one: the "de" of
// "12 de marzo" and "3 de junio".
const maxJoint = 1

// Places returns where the other texts have other words than base, in order. Two places have at
// least two words of base between them. A date of base that differs in part is one place. The
// error is that of ctx.
func Places(ctx context.Context, base string, others []string) ([]Place, error) {
	a := tokens(base)
	partners := make([][]int, len(others)) // of each text, the words that stand for those of base
	all := make([]tokenized, len(others))
	var gaps []gap
	for i, other := range others {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		all[i] = tokens(other)
		d := &differ{a: a.words, b: all[i].words, keepA: make([]bool, len(a.words)), keepB: make([]bool, len(all[i].words))}
		d.align()
		d.dropCrumbs()
		partners[i] = d.partners()
		gaps = append(gaps, d.gaps(partners[i])...)
	}
	var places []Place
	gaps = joined(gaps)
	for _, g := range joined(append(gaps, dates(base, a, gaps)...)) {
		p := Place{Base: a.span(g.from, g.to), Others: make([]Span, len(others))}
		for i := range others {
			p.Others[i] = all[i].span(startAfterPartner(partners[i], g.from), endBeforePartner(partners[i], g.to, len(all[i].words)))
		}
		places = append(places, p)
	}
	return places, nil
}

// gap is a stretch of words of the first text. It is empty where the other one has more words.
type gap struct{ from, to int }

// partners returns for each word of a the word of b that is kept with it, or -1.
func (d *differ) partners() []int {
	partners := make([]int, len(d.a))
	k := 0
	for i, kept := range d.keepA {
		partners[i] = -1
		if kept {
			for !d.keepB[k] {
				k++
			}
			partners[i] = k
			k++
		}
	}
	return partners
}

// gaps returns where words of either text are not kept.
func (d *differ) gaps(partners []int) []gap {
	var all []gap
	from, next := 0, 0 // behind the last kept word of each text
	for i, k := range append(slices.Clone(partners), len(d.b)) {
		if k < 0 {
			continue
		}
		if i > from || k > next {
			all = append(all, gap{from, i})
		}
		from, next = i+1, k+1
	}
	return all
}

// startAfterPartner returns the position in the other text that follows the partner of the last partnered word before i.
func startAfterPartner(partners []int, i int) int {
	for i--; i >= 0; i-- {
		if partners[i] >= 0 {
			return partners[i] + 1
		}
	}
	return 0
}

// endBeforePartner returns the position in the other text of the first partner from word i on, or end.
func endBeforePartner(partners []int, i, end int) int {
	for ; i < len(partners); i++ {
		if partners[i] >= 0 {
			return partners[i]
		}
	}
	return end
}

// joined returns gaps in order. Those that overlap, or have at most maxJoint words in between, are one.
func joined(gaps []gap) []gap {
	slices.SortFunc(gaps, func(a, b gap) int { return a.from - b.from })
	var all []gap
	for _, g := range gaps {
		if last := len(all) - 1; last >= 0 && g.from <= all[last].to+maxJoint {
			all[last].to = max(all[last].to, g.to)
		} else {
			all = append(all, g)
		}
	}
	return all
}

// dates returns the words of the dates of base that one of gaps is in; gaps are in order and apart.
func dates(base string, a tokenized, gaps []gap) []gap {
	if len(gaps) == 0 {
		return nil
	}
	var all []gap
	folded := text.Fold(base)
	at, points := 0, 0
	word := func(b int) int { // the first word that begins at or behind byte b
		points += utf8.RuneCountInString(folded[at:b])
		at = b
		i, _ := slices.BinarySearch(a.starts, points)
		return i
	}
	for _, m := range text.WrittenDate.FindAllStringIndex(folded, -1) {
		d := gap{word(m[0]), word(m[1])}
		for len(gaps) > 0 && max(gaps[0].to, gaps[0].from+1) <= d.from {
			gaps = gaps[1:]
		}
		if len(gaps) > 0 && gaps[0].from < d.to {
			all = append(all, d)
		}
	}
	return all
}
