package search

import "slices"

// Expand returns the plan with the beginnings of words, where known says which
// terms begin so, put into those terms: an index counts documents of few terms
// sooner than those of all that begin in one way. Words whose stem is sought
// anyway are left out, as most are: whoever has the word has the stem. known
// returns false for a beginning that stays.
func (p Plan) Expand(known func(Prefix) (terms []string, ok bool)) Plan {
	e := expansion{known: known, terms: map[Prefix][]string{}}
	out := Plan{Match: e.set(p.Match)}
	for _, s := range p.Ranks {
		out.Ranks = append(out.Ranks, e.set(s))
	}
	return out
}

// expansion remembers what it was told.
type expansion struct {
	known func(Prefix) ([]string, bool)
	terms map[Prefix][]string // nil for one that stays
}

func (e *expansion) set(s Set) Set {
	s.Terms = e.expr(s.Terms)
	return s
}

func (e *expansion) expr(x Expr) Expr {
	switch x := x.(type) {
	case All:
		all := make(All, len(x))
		for i := range x {
			all[i] = e.expr(x[i])
		}
		return all
	case Any:
		var ways Any
		for _, way := range x {
			p, ok := way.(Prefix)
			if !ok {
				ways = append(ways, e.expr(way))
				continue
			}
			ways = append(ways, e.instead(p, x)...)
		}
		if len(ways) == 0 {
			return x
		}
		return ways
	case Not:
		return Not{In: e.expr(x.In), But: e.expr(x.But)}
	}
	return x
}

// instead returns what a beginning means beside other ways.
func (e *expansion) instead(p Prefix, beside Any) (ways Any) {
	terms, asked := e.terms[p]
	if !asked {
		if found, ok := e.known(p); ok {
			terms = append([]string{}, found...)
		}
		e.terms[p] = terms
	}
	if terms == nil {
		return Any{p}
	}
	for _, term := range terms {
		covered := slices.ContainsFunc(beside, func(way Expr) bool {
			t, ok := way.(Term)
			return ok && covers(string(t), term)
		})
		if !covered {
			ways = append(ways, Term(term))
		}
	}
	return ways
}

// covers reports whether an entry that has a word has a term as well, since it
// is the word's own or its stem. A term that is a stem and no word is covered
// where the words are that have it.
func covers(term, word string) bool {
	if term == word {
		return true
	}
	part, rest := inPart(word)
	return !stopWords[rest] && term == part+Stem(rest)
}

// inPart parts a term from the part of a document that it stands for.
func inPart(term string) (part, word string) {
	for _, part := range []string{inTopic, inHeading, inIdentity} {
		if len(term) > len(part) && term[:len(part)] == part {
			return part, term[len(part):]
		}
	}
	return anywhere, term
}
