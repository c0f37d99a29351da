package dedup

import (
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/text"
	"github.com/cotejo/cotejo/core/tfidf"
)

// What a filing asks for is kept in the order of its words: the request, and among the facts the
// clauses after words such as "ordenó". Rare words are kept whole. Of the others, which only show
// the place of the rare ones, contextLetters are enough.

const (
	// maxWording bounds the words that are kept.
	maxWording = 128
	// contextLetters is less than minParticular, the bytes of a rare word.
	contextLetters = 3
	// wordingEnd stands behind the request.
	wordingEnd = "."
	// minWordingIDF keeps out the words that many filings have.
	minWordingIDF = 1.0
	// leastContext is how many words before and behind a place show that it is the same one.
	leastContext = 3
)

// needCue are words that the name of what is asked for follows, beside claimCue.
var needCue = newCueTable(map[cueKind]string{claimCue: `necesita necesito necesitan requiere requiero requieren toma tomo toman
	tratamiento tratamientos asistir asisto asiste acudir acudo acude sesion sesiones control controles mando mandado mandada mandaron
	pidio pidieron urge urgen falta faltan sin nego negaron negado negada niega niegan pendiente pendientes`})

// reasonCues begin a clause that names nothing that is asked for.
var reasonCues = newCueTable(map[cueKind]string{claimCue: "porque pues aunque cuando mientras"})

// wording returns the words of the request, then those after cues in the rest of the matter.
func (r *reading) wording(table *tfidf.Table, named []uint32) string {
	var b strings.Builder
	n := 0
	add := func(w word) {
		if n++; n > maxWording {
			return
		}
		if n > 1 {
			b.WriteByte(' ')
		}
		var buffer [longestFolded]byte
		folded := string(fold(buffer[:0], w.In(r.text)))
		term, rare := r.particular(w, table, minWordingIDF)
		if _, party := slices.BinarySearch(named, term); !rare || party {
			b.WriteString(cut(folded, contextLetters))
		} else {
			b.WriteString(cut(folded, maxParticular))
		}
	}
	r.each(func(p part, words []word) {
		if p == claims {
			for _, w := range words {
				add(w)
			}
			if n > 0 && n <= maxWording-leastContext {
				n += leastContext
				b.WriteString(strings.Repeat(" "+wordingEnd, leastContext)) // the end of a request is context, too
			}
		}
	})
	r.each(func(p part, words []word) {
		if p == claims || !r.isMatter(p) {
			return
		}
		end := 0
		for i, w := range words {
			if i > 0 && endsClause(r.text[words[i-1].End:w.Start]) || reasonCues.has(w.Hash) {
				end = 0
			}
			if cues.kind(w.Hash) == claimCue || needCue.has(w.Hash) {
				end = i + 1 + cueReach
			}
			if i < end {
				add(w)
			}
		}
	})
	return b.String()
}

// wordingWithout returns a wording in which the words of named, which is sorted, are context.
func wordingWithout(wording string, named []uint32) string {
	words := strings.Split(wording, " ")
	for i, w := range words {
		if _, ok := slices.BinarySearch(named, tfidf.Word(w)); ok {
			words[i] = cut(w, contextLetters)
		}
	}
	return strings.Join(words, " ")
}

// substitution is a phrase of one request and the phrase that stands in its place in another request
// of the same words: "oxígeno" and "una silla de ruedas". The zero substitution is none.
type substitution struct{ left, right string }

// substitutionBetween returns the first substitution: both wordings agree before and behind it, and
// each has rare words of its own in between. A word that only one of them has is none, and neither
// is a misreading, another form of a word, or part of a party's name.
func substitutionBetween(a, b *Fingerprint, table *tfidf.Table) substitution {
	x, y := strings.Fields(a.wording), strings.Fields(b.wording)
	named := slices.Concat(appendNames(nil, a.parties), appendNames(nil, b.parties))
	var last block
	for i, block := range blocks(x, y) {
		if i > 0 && block.x-last.x-last.n <= cueReach && block.y-last.y-last.n <= cueReach {
			left := ownRareWords(x[last.x+last.n:block.x], y, b.terms, named, table)
			right := ownRareWords(y[last.y+last.n:block.y], x, a.terms, named, table)
			found := substitution{strings.Join(left, " "), strings.Join(right, " ")}
			isCertain := areUnlike(left, right) || a.hasCertain(left, table) && b.hasCertain(right, table)
			if len(left) > 0 && len(right) > 0 && !isForm(found.left, found.right) && isCertain {
				return found
			}
		}
		last = block
	}
	return substitution{}
}

// areUnlike reports whether each of two phrases has a long word, and no word of one may be a misreading of a word
// of the other: more than a third of the letters differ. Names of drugs and procedures often end alike.
func areUnlike(left, right []string) bool {
	isLong := func(w string) bool { return len(w) >= longWord }
	return slices.ContainsFunc(left, isLong) && slices.ContainsFunc(right, isLong) && !slices.ContainsFunc(left, func(l string) bool {
		return slices.ContainsFunc(right, func(r string) bool {
			longest := max(len(l), len(r))
			return 3*text.Distance(l, r, longest) <= longest
		})
	})
}

// longWord is the least length of a word that keeps most letters however it is misread.
const longWord = 8

// hasCertain reports whether one of words is certainly not misread: f repeats it, or other filings have it.
func (f *Fingerprint) hasCertain(words []string, table *tfidf.Table) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		term := tfidf.Word(w)
		return f.terms.Count(term) > 1 || table.IDF(term) < table.Rare()
	})
}

// ownRareWords returns the rare words that the other filing does not have: neither its wording, as a
// form or misreading of the word, nor its terms. Words of named are left out.
func ownRareWords(words, other []string, terms tfidf.Vector, named []uint32, table *tfidf.Table) []string {
	full := len(terms) >= maxTerms
	var list []string
	for _, w := range words {
		term := tfidf.Word(w)
		if len(w) > contextLetters && terms.Count(term) == 0 && !(full && table.IDF(term) < fullIDF) && !slices.Contains(named, term) &&
			!slices.ContainsFunc(other, func(o string) bool { return len(o) > contextLetters && isForm(w, o) }) {
			list = append(list, w)
		}
	}
	return list
}

// isForm reports whether two rare words may be one, inflected or misread.
func isForm(a, b string) bool { return haveOneStem(a, b) || alike(a, b) }

// haveOneStem reports whether two words have the first two thirds of the shorter one in common.
func haveOneStem(a, b string) bool {
	n, shorter := 0, min(len(a), len(b))
	for n < shorter && a[n] == b[n] {
		n++
	}
	return 3*n >= 2*shorter
}

// block is a run of n words that both wordings have, at x and y.
type block struct{ x, y, n int }

// blocks returns the runs of at least leastContext words that both wordings have in one order.
func blocks(x, y []string) []block {
	var all []block
	for _, m := range aligned(x, y) {
		if last := len(all) - 1; last >= 0 && m.x == all[last].x+all[last].n && m.y == all[last].y+all[last].n {
			all[last].n++
		} else {
			all = append(all, block{m.x, m.y, 1})
		}
	}
	return slices.DeleteFunc(all, func(b block) bool { return b.n < leastContext })
}

// matched is the index of a word in each of two wordings.
type matched struct{ x, y int }

// aligned returns the longest common subsequence of two wordings; misread and inflected words are equal.
func aligned(x, y []string) []matched {
	var same []matched
	plain := map[string]string{}
	alike := func(a, b string) bool {
		return alikeBy(a, b, func(w string) string {
			p, ok := plain[w]
			if !ok {
				p = misreadPairs.Replace(w)
				plain[w] = p
			}
			return p
		})
	}
	start := 0 // what both begin with needs no table
	for start < min(len(x), len(y)) && isSameWord(x[start], y[start], alike) {
		same = append(same, matched{start, start})
		start++
	}
	// equal[at(i, j)] is whether x[i] and y[j] are equal, longest[at(i, j)] the length for x[i:] and y[j:].
	width := len(y) - start + 1
	at := func(i, j int) int { return (i-start)*width + j - start }
	equal, longest := make([]bool, (len(x)-start+1)*width), make([]uint8, (len(x)-start+1)*width)
	for i := len(x) - 1; i >= start; i-- {
		for j := len(y) - 1; j >= start; j-- {
			if isSameWord(x[i], y[j], alike) {
				equal[at(i, j)], longest[at(i, j)] = true, longest[at(i+1, j+1)]+1
			} else {
				longest[at(i, j)] = max(longest[at(i+1, j)], longest[at(i, j+1)])
			}
		}
	}
	for i, j := start, start; i < len(x) && j < len(y); {
		switch {
		case equal[at(i, j)]:
			same = append(same, matched{i, j})
			i, j = i+1, j+1
		case longest[at(i+1, j)] >= longest[at(i, j+1)]:
			i++
		default:
			j++
		}
	}
	return same
}

// isSameWord reports whether two words of wordings are equal; words of context begin alike.
func isSameWord(a, b string, alike func(a, b string) bool) bool {
	if min(len(a), len(b)) <= contextLetters {
		return a == b || len(a) != len(b) && (strings.HasPrefix(a, b) || strings.HasPrefix(b, a))
	}
	return a == b || haveOneStem(a, b) || alike(a, b)
}
