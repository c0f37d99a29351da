// Package doctype tells what kind of paper a Colombian legal text is: a tutela,
// a petition, a ruling. It is a suggestion beside what a person said, with the
// phrases that speak for it.
//
// Each kind has phrases, and each phrase three weights: in a title or subject
// line at the head of the paper, elsewhere at its head, and behind it. A kind's
// score is the sum over its phrases, each counted once where it counts most;
// the confidence is the softmax of the scores, sharpened so that it is met by
// outcomes (TestConfidencesAreMet). Words are compared without case and
// accents. Time is linear in the length of the text, memory constant.
package doctype

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/cotejo/cotejo/core/text"
)

// Suggestion is the likeliest kind of a text.
type Suggestion struct {
	Value      string  // "" for a text without words
	Confidence float64 // 0 to 1
	Reasons    []string
}

// The kinds that are told apart. Other is what no phrase speaks for.
const (
	Tutela          = "tutela"
	HabeasCorpus    = "habeas_corpus"
	HabeasData      = "habeas_data"
	DerechoPeticion = "derecho_peticion"
	Demanda         = "demanda"
	Impugnacion     = "impugnacion"
	Desacato        = "desacato"
	Sentencia       = "sentencia"
	Other           = "otro"
)

// Kinds lists the kinds.
func Kinds() []string {
	return []string{Tutela, HabeasCorpus, HabeasData, DerechoPeticion, Demanda, Impugnacion, Desacato, Sentencia, Other}
}

const (
	// headBytes is how far the head of a paper reaches: some forty lines.
	headBytes = 2600
	// titleWords is how many words a title has at most, a paragraph of its own.
	titleWords = 16
	// sharpness multiplies scores before the softmax. Chosen on the tuning part
	// of testkit/filings.
	sharpness = 1.0
	// otherScore is what a text has for Other before any phrase is seen.
	otherScore = 1.6
	// maxReasons bounds the phrases that are told.
	maxReasons = 5
)

// zone is where a phrase stands.
type zone int

const (
	title zone = iota
	head
	body
	zones
)

// Suggest tells what kind of paper s is.
func Suggest(s string) Suggestion {
	r := reader{table: table(), best: map[int]zone{}}
	r.read(s)
	if r.words == 0 {
		return Suggestion{}
	}
	return r.suggestion()
}

// reader goes over a text once and notes which phrases stand where.
type reader struct {
	table *phraseTable
	best  map[int]zone // by phrase, where it counts most

	window []uint64 // the last words, at most as many as the longest phrase has
	words  int

	line, paragraph     []int // phrases seen there, in the head
	inLine, inParagraph int   // words
	subject, titled     bool  // of the line: it begins as one that tells the subject, or is in capitals
}

func (r *reader) read(s string) {
	last := 0
	for w := text.NewWords(s); w.Next(); last = w.End {
		if gap := s[last:w.Start]; w.Start < headBytes && strings.ContainsAny(gap, "\n\f") {
			r.endLine()
			if strings.Count(gap, "\n") > 1 || strings.Contains(gap, "\f") {
				r.endParagraph()
			}
		}
		if w.Start < headBytes {
			r.judge(w.Hash, s[w.Start:w.End])
			r.inLine++
			r.inParagraph++
		}
		r.words++
		r.push(w.Hash)
		for _, p := range r.table.ending[w.Hash] {
			if words := r.table.phrases[p].words; len(words) <= len(r.window) && slices.Equal(words, r.window[len(r.window)-len(words):]) {
				r.found(p, w.Start)
			}
		}
	}
	if last < headBytes {
		r.endLine()
		r.endParagraph()
	}
}

// judge looks at a word as part of a title: a subject line remains one whatever
// follows, a line in capitals until a small letter.
func (r *reader) judge(hash uint64, word string) {
	switch small := strings.ContainsFunc(word, unicode.IsLower); {
	case r.inLine == 0:
		r.subject = r.table.subject[hash]
		r.titled = r.subject || !small
	case small && !r.subject:
		r.titled = false
	}
}

func (r *reader) push(word uint64) {
	if len(r.window) == r.table.longest {
		copy(r.window, r.window[1:])
		r.window = r.window[:len(r.window)-1]
	}
	r.window = append(r.window, word)
}

func (r *reader) found(p, at int) {
	if at >= headBytes {
		r.note(p, body)
		return
	}
	r.note(p, head)
	r.line = append(r.line, p)
	r.paragraph = append(r.paragraph, p)
}

// endLine makes titles of the phrases of a line in capitals or of a subject line.
func (r *reader) endLine() {
	if r.titled {
		r.title(r.line)
	}
	r.line, r.inLine, r.titled = r.line[:0], 0, false
}

// endParagraph makes titles of the phrases of a short paragraph.
func (r *reader) endParagraph() {
	if r.inParagraph <= titleWords {
		r.title(r.paragraph)
	}
	r.paragraph, r.inParagraph = r.paragraph[:0], 0
}

func (r *reader) title(found []int) {
	for _, p := range found {
		r.note(p, title)
	}
}

// note keeps the place in which a phrase counts most.
func (r *reader) note(p int, z zone) {
	had, seen := r.best[p]
	if weights := r.table.phrases[p].weights; !seen || weights[z] > weights[had] {
		r.best[p] = z
	}
}

func (r *reader) suggestion() Suggestion {
	seen := make([]int, 0, len(r.best))
	for p := range r.best {
		seen = append(seen, p)
	}
	slices.Sort(seen) // sums must not depend on the order of a map
	scores := make([]float64, len(kinds))
	scores[len(kinds)-1] = otherScore
	for _, p := range seen {
		scores[r.table.phrases[p].kind] += r.table.phrases[p].weights[r.best[p]]
	}
	best := 0
	for k, v := range scores {
		if v > scores[best] {
			best = k
		}
	}
	total := 0.0
	for _, v := range scores {
		total += math.Exp(sharpness * (v - scores[best]))
	}
	out := Suggestion{Value: kinds[best], Confidence: math.Min(1/total, mostSure)}
	slices.SortStableFunc(seen, func(a, b int) int {
		return cmp.Compare(r.table.phrases[b].weights[r.best[b]], r.table.phrases[a].weights[r.best[a]])
	})
	for _, p := range seen {
		if x := r.table.phrases[p]; x.kind == best && x.weights[r.best[p]] > 0 && len(out.Reasons) < maxReasons {
			out.Reasons = append(out.Reasons, x.text)
		}
	}
	return out
}

// mostSure bounds the confidence: the papers it was measured on allow no more.
const mostSure = 0.995

var kinds = Kinds()
