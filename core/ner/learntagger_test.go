package ner

import (
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/ner/internal/lex"
	"github.com/cotejo/cotejo/core/ner/internal/role"
)

// learnTagger makes the model of the extractor Sequence from the parties and courts of papers that people wrote, and from filings.
func learnTagger(papers []SidedPaper, filings []Example) ([]byte, error) {
	const rounds, seed = 6, 1
	examples := slices.Clone(filings)
	for _, p := range papers {
		if p.Weight > 0 && p.Writer != "invented" {
			examples = append(examples, tagged(p))
		}
	}
	return TrainSequence(examples, rounds, seed)
}

// tagged finds the parties and the court of a paper wherever it names them. Who acts for another is an attorney where a
// rule reads one.
func tagged(p SidedPaper) Example {
	t := NewText(p.Text, RecognisedIf(p.Recognised, p.Text)...)
	l := tagger{t: t, recognised: p.Recognised, taken: make([]bool, len(t.Words))}
	for r, f := range [...]Field{Plaintiff, Defendant, Agent} {
		for _, spellings := range p.Names[r] {
			if f == Agent && isAttorney(t, spellings) {
				f = Attorney
			}
			l.tag(f, spellings)
		}
	}
	for _, spellings := range p.Courts {
		l.tag(Court, spellings)
	}
	return Example{Text: p.Text, Names: l.names}
}

// isAttorney reports whether a rule reads one of the spellings of a name as that of an attorney.
func isAttorney(t *Text, spellings string) bool {
	return slices.ContainsFunc(slices.Concat(Label{}.Extract(t), Pattern{}.Extract(t), Structure{}.Extract(t)), func(m Mention) bool {
		return m.Field == Attorney && meansLoosely(m.Value, spellings, false)
	})
}

// tagger gathers where a text has names.
type tagger struct {
	t          *Text
	recognised bool
	taken      []bool // words of names that were found
	names      []Mention
}

// tag marks all places where one of the spellings of a name stands, the longest first.
func (l *tagger) tag(f Field, spellings string) {
	var all [][]string
	for s := range strings.SplitSeq(spellings, "|") {
		if words := lex.SplitWords(s); len(words) > 0 {
			all = append(all, words)
		}
	}
	slices.SortStableFunc(all, func(a, b []string) int { return len(b) - len(a) })
	for _, words := range all {
		for k := 0; k+len(words) <= len(l.t.Words) && k < role.MaxTagged; k++ {
			if l.spells(k, words) {
				for i := range words {
					l.taken[k+i] = true
				}
				l.names = append(l.names, Mention{Field: f, Start: int(l.t.Words[k].Start), End: int(l.t.Words[k+len(words)-1].End)})
			}
		}
	}
}

// spells reports whether some words stand at word k, and nothing that was found. A scanner may have changed a letter of each.
func (l *tagger) spells(k int, words []string) bool {
	for i, w := range words {
		have := string(l.t.Folded(k + i))
		if l.taken[k+i] || have != w && !(l.recognised && len(w) > 3 && lex.CloseTo(have, w)) {
			return false
		}
	}
	return true
}
