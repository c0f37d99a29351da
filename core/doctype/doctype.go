// Package doctype suggests the kind of a Colombian legal paper: a tutela, a petition, a
// ruling. It returns the phrases that support the suggestion.
//
// Each kind has phrases, and each phrase three weights: in a title or after the words that
// introduce the subject, elsewhere at the head, and after the head. The score of a kind is the
// sum over its phrases, each counted once with its greatest weight, plus a score for the
// addressee. A forest of decision trees decides by the scores, by where phrases stand, and by
// sender and addressee (kind.go); its probability is the confidence. Words are compared without case and accents; a word with
// one misread letter is recognised by its neighbours (near.go). Time is linear in the length
// of the text, memory constant.
package doctype

import (
	"cmp"
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

// The kinds that are distinguished. Other is the kind of a text without a phrase of another kind.
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
	// titleWords is how many words a title has at most, a line in capitals or a
	// paragraph of its own; lateInTitle is the word from which on a phrase is not
	// what such a paragraph is the title of: "Anexo: copia de la historia clínica".
	titleWords  = 10
	lateInTitle = 3
	// subjectWords is how far a subject reaches behind "Asunto:".
	subjectWords = 14
	// longestAbbreviated is how long abbreviations are.
	longestAbbreviated = 4
	// addressWords is within how many words a paper says whom it is for.
	addressWords = 40
	// otherScore is what a text has for Other before any phrase is seen.
	otherScore = 1.6
	// unnamedScore is what a text has for HabeasCorpus then: who asks for it
	// names it, and prisoners write of their liberty in tutelas, too.
	unnamedScore = -2
	// maxReasons bounds the phrases that are reported.
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

// Suggest reports what kind of paper s is.
func Suggest(s string) Suggestion {
	r := scanner{table: table(), best: map[int]zone{}}
	r.read(s)
	if r.words == 0 {
		return Suggestion{}
	}
	suggestion, _ := r.suggestion(countCases(s[:min(len(s), headBytes)]))
	return suggestion
}

// scanner reads a text once and records the positions of phrases.
type scanner struct {
	table *phraseTable
	best  map[int]zone // by phrase, where it counts most

	window  []uint64 // the last words, at most as many as the longest phrase has
	words   int
	toCourt bool // the paper is addressed to a court
	headed  bool // a court's name begins a line at its top
	greeted bool // somebody is greeted there

	firstTitle int // one more than the kind of the first phrase in a title or a subject; 0 without one

	letterhead bool // a court's name begins a line, and nobody is greeted before it

	line, paragraph     []int // phrases seen there, in the head
	inLine, inParagraph int   // words
	small               bool  // the line has small letters
	subject             int   // words that are left of the subject
}

func (r *scanner) read(s string) {
	start, last := 0, 0
	for w := text.NewWords(s); w.Next(); start, last = w.Start, w.End {
		hash := r.table.nearest(w.Hash, s[w.Start:w.End])
		if w.Start < headBytes {
			r.part(s[last:w.Start], last-start)
			r.judge(hash, s[w.Start:w.End], s[w.End:])
		}
		r.words++
		if r.words <= addressWords {
			r.letterhead = r.letterhead || !r.greeted && r.inLine == 1 && !r.small && r.table.heads[hash]
			r.headed = r.headed || r.inLine == 1 && !r.small && r.table.heads[hash]
			r.greeted = r.greeted || r.table.greetings[hash]
		}
		r.toCourt = r.toCourt || r.words <= addressWords && r.table.courts[hash]
		r.push(hash)
		for _, p := range r.table.ending[hash] {
			if words := r.table.phrases[p].words; len(words) <= len(r.window) && slices.Equal(words, r.window[len(r.window)-len(words):]) {
				r.addHit(p, w.Start)
			}
		}
	}
	if last < headBytes {
		r.endLine()
		r.endParagraph()
	}
}

// part ends sentences, lines and paragraphs by what stands between two words, of
// which the first has some bytes: "Art." ends no sentence.
func (r *scanner) part(gap string, before int) {
	if gap != "" && gap[0] == '.' && before > longestAbbreviated && r.subject < subjectWords {
		r.subject = 0
	}
	if !strings.ContainsAny(gap, "\n\f") {
		return
	}
	r.endLine()
	if strings.Count(gap, "\n") > 1 || strings.Contains(gap, "\f") {
		r.endParagraph()
	}
}

// judge looks at a word of the head as part of a title or a subject.
func (r *scanner) judge(hash uint64, word, behind string) {
	r.inLine++
	r.inParagraph++
	r.small = r.small || strings.ContainsFunc(word, unicode.IsLower)
	r.subject--
	if r.table.subject[hash] && (r.inLine == 1 || strings.HasPrefix(behind, ":") || strings.HasPrefix(behind, ".:")) {
		r.subject = subjectWords
	}
}

func (r *scanner) push(word uint64) {
	if len(r.window) == r.table.longest {
		copy(r.window, r.window[1:])
		r.window = r.window[:len(r.window)-1]
	}
	r.window = append(r.window, word)
}

func (r *scanner) addHit(p, at int) {
	if at >= headBytes {
		r.note(p, body)
		return
	}
	r.note(p, head)
	if r.subject > 0 {
		r.title([]int{p})
	}
	r.line = append(r.line, p)
	if r.inParagraph-len(r.table.phrases[p].words) < lateInTitle {
		r.paragraph = append(r.paragraph, p)
	}
}

// endLine makes titles of the phrases of a line in capitals.
func (r *scanner) endLine() {
	if !r.small && r.inLine <= titleWords {
		r.title(r.line)
	}
	r.line, r.inLine, r.small = r.line[:0], 0, false
}

// endParagraph makes titles of the phrases that a short paragraph begins with.
func (r *scanner) endParagraph() {
	if r.inParagraph <= titleWords {
		r.title(r.paragraph)
	}
	r.paragraph, r.inParagraph, r.subject = r.paragraph[:0], 0, 0
}

func (r *scanner) title(found []int) {
	for _, p := range found {
		r.note(p, title)
		if r.firstTitle == 0 {
			r.firstTitle = r.table.phrases[p].kind + 1
		}
	}
}

// note keeps the place in which a phrase counts most.
func (r *scanner) note(p int, z zone) {
	had, seen := r.best[p]
	if weights := r.table.phrases[p].weights; !seen || weights[z] > weights[had] {
		r.best[p] = z
	}
}

// suggestion returns the suggestion and the scores of all kinds and steps. The head of the paper has numbers of so many
// cases.
func (r *scanner) suggestion(cases int) (Suggestion, []float64) {
	scores, seen := r.scores()
	best, chance := likeliest(forest().Probabilities(r.facts(scores, cases)))
	out := Suggestion{Value: kinds[best], Confidence: chance}
	slices.SortStableFunc(seen, func(a, b int) int {
		return cmp.Compare(r.table.phrases[b].weights[r.best[b]], r.table.phrases[a].weights[r.best[a]])
	})
	for _, p := range seen {
		if x := r.table.phrases[p]; x.kind == best && x.weights[r.best[p]] > 0 && len(out.Reasons) < maxReasons {
			out.Reasons = append(out.Reasons, x.text)
		}
	}
	return out, scores
}

// scores returns the scores of all kinds and steps, and the phrases seen.
func (r *scanner) scores() ([]float64, []int) {
	seen := make([]int, 0, len(r.best))
	for p := range r.best {
		seen = append(seen, p)
	}
	slices.Sort(seen) // sums must not depend on the order of a map
	scores := make([]float64, len(scored))
	scores[slices.Index(kinds, Other)], scores[slices.Index(kinds, HabeasCorpus)] = otherScore, unnamedScore
	for _, p := range seen {
		scores[r.table.phrases[p].kind] += r.table.phrases[p].weights[r.best[p]]
	}
	switch {
	case r.headed && !r.greeted:
		scores[slices.Index(kinds, Sentencia)] += letterheadScore
		scores[slices.Index(kinds, Other)] += scores[len(kinds)]
	case r.toCourt:
		for k, v := range courtScores {
			scores[slices.Index(kinds, k)] += v
		}
	}
	return scores, seen
}

// mostSure bounds the confidence: the papers it was measured on allow no more.
const mostSure = 0.995

var (
	kinds  = Kinds()
	scored = append(Kinds(), order, opening, answer, withdrawal, memorial, clerk)
)
