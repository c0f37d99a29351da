package search

import (
	"slices"
	"strings"
)

// Plan is a query in the form that a store can answer.
type Plan struct {
	// Match is the condition that a document must meet.
	Match Set

	// Whole is Match without the documents that match only through the prefix of the last word. If
	// Whole finds more than MaxFound or stops at MaxRead, a search does not use Match: expanding a
	// prefix is slow and would add little.
	Whole Set

	// Row is the words of the query as written, as one phrase; nil if the query has anything but
	// words.
	Row Phrase

	beginning          bool
	whole, open, topic All // the terms, the last of open being the beginning of a word as well
}

// MatchesNothing reports whether the query matches no document.
func (q Query) MatchesNothing() bool { return q.nothing }

// MatchesAll reports whether the query matches every document.
func (q Query) MatchesAll() bool { return !q.nothing && len(q.terms)+len(q.excluded) == 0 }

// Matches reports whether the query matches the document of an entry.
func (q Query) Matches(e Entry) bool { return !q.nothing && q.Plan().Match.Has(e) }

// Plan returns the plan of the query. It has no meaning if MatchesNothing.
func (q Query) Plan() Plan {
	p := Plan{Row: q.row, Match: Set{Terms: Term(Everything)}, Whole: Set{Terms: Term(Everything)}}
	if len(q.terms) > 0 {
		p.whole, p.open, p.topic = allOf(q.terms, term.wholeExpr), allOf(q.terms, term.open), allOf(q.terms, term.stemmed)
		p.Match.Terms, p.Whole.Terms = p.open, p.whole
	}
	var without Any
	for _, t := range q.terms {
		p.beginning = p.beginning || slices.ContainsFunc(t.alternatives(), func(a term) bool { return a.prefix != "" })
		if phrases := t.phrases(); phrases != nil {
			p.Match.With = append(p.Match.With, phrases)
		}
	}
	for _, t := range q.excluded {
		if len(t.phrase) > 0 {
			p.Match.Without = append(p.Match.Without, t.phrase)
		} else {
			without = append(without, t.wholeExpr())
		}
	}
	if len(without) > 0 {
		p.Match.Terms, p.Whole.Terms = Not{In: p.Match.Terms, But: without}, Not{In: p.Whole.Terms, But: without}
	}
	p.Whole.With, p.Whole.Without = p.Match.With, p.Match.Without
	return p
}

// HasBeginning reports whether Match may find more than Whole, by a prefix.
func (p Plan) HasBeginning() bool { return p.beginning }

// Tiers is the number of values of Plan.Tier.
const Tiers = 7

// Tier returns the tier, from 0, of a document that the plan finds. It takes
// Entry.Parts, and whether Row is in Entry.Words.
//
//  0. all words in what identifies the case: parties, radicado, cédula, acta
//  1. the same, the last word being the beginning of a longer one
//  2. all words there or in the heading: court, file name, tags, remarks
//  3. all words side by side, as they were written
//  4. one of the words in what identifies the case
//  5. all words among those that the text comes back to
//  6. the rest
func (p Plan) Tier(parts string, row bool) int {
	if len(p.whole) == 0 {
		return Tiers - 1
	}
	end := strings.Index(parts, endOfPart)
	identity := parts[:end]
	heading := parts[:end+1+strings.Index(parts[end+1:], endOfPart)]
	switch {
	case p.whole.holds(identity):
		return 0
	case p.open.holds(identity):
		return 1
	case p.open.holds(heading):
		return 2
	case row:
		return 3
	case Any(p.whole).holds(identity):
		return 4
	case p.topic.holds(parts):
		return 5
	}
	return Tiers - 1
}

func allOf(terms []term, expr func(term) Expr) All {
	all := make(All, len(terms))
	for i, t := range terms {
		all[i] = expr(t)
	}
	return all
}

// wholeExpr matches the term itself, open also its prefix, and stemmed its stems. A phrase matches
// by its words in any order.
func (t term) wholeExpr() Expr {
	return t.any(func(a term) Expr { return a.expr("", func(word string) string { return word }) })
}

func (t term) open() Expr {
	return t.any(func(a term) Expr { return a.expr(a.prefix, func(word string) string { return word }) })
}

func (t term) stemmed() Expr { return t.any(func(a term) Expr { return a.expr("", Stem) }) }

// any returns an expression that matches if one of the alternatives does.
func (t term) any(expr func(term) Expr) Expr {
	if len(t.or) == 0 {
		return expr(t)
	}
	return Any(allOf(t.or, expr))
}

func (t term) expr(prefix string, phraseWord func(string) string) Expr {
	if len(t.phrase) > 0 {
		all := make(All, len(t.phrase))
		for i, word := range t.phrase {
			all[i] = Term(phraseWord(word))
		}
		return all
	}
	var any Any
	for _, token := range t.tokens {
		any = append(any, Term(token))
	}
	if prefix != "" {
		any = append(any, Prefix(prefix))
	}
	if len(t.parts) > 0 {
		var all All
		for _, part := range t.parts {
			all = append(all, Term(part))
		}
		any = append(any, all)
	}
	return any
}
