package search

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Expansion puts the beginnings of words into the words there are: an index
// counts documents of few terms sooner than those of all that begin in one way.
// Words whose stem is sought anyway are left out, as most are: whoever has the
// word has the stem.
type Expansion struct {
	words Vocabulary
	ways  map[Prefix]Any
}

// Vocabulary is the terms of an index, in the order of their bytes.
type Vocabulary interface {
	// Next returns the first term that is not less than from.
	Next(from string) (term string, ok bool)
	// Rare reports whether few entries have a term that begins so: an index finds
	// them in little time.
	Rare(begin string) bool
}

// NewExpansion returns one for an index of such terms.
func NewExpansion(words Vocabulary) *Expansion {
	return &Expansion{words: words, ways: map[Prefix]Any{}}
}

// mostLooks bounds how many terms with one beginning are looked at closely.
const mostLooks = 64

// Set returns a set of the same documents.
func (e *Expansion) Set(s Set) Set {
	if s.Terms != nil {
		s.Terms = e.expr(s.Terms)
	}
	return s
}

func (e *Expansion) expr(x Expr) Expr {
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

// instead returns what a beginning means beside other ways, which are the same
// wherever it stands in a plan.
func (e *Expansion) instead(p Prefix, beside Any) Any {
	ways, known := e.ways[p]
	if !known {
		ways = e.walk(p, beside)
		e.ways[p] = ways
	}
	return ways
}

// walk looks at the terms that begin with p. What stands between those that are
// left out is mostly rare: words that a scanner ran together, and names with
// numbers behind. It is sought by as much of it as tells it from its neighbours;
// what is common, word by word.
func (e *Expansion) walk(p Prefix, beside Any) (ways Any) {
	before, from := string(p), string(p)
	for looks := 0; ; looks++ {
		term, ok := e.words.Next(from)
		if !ok || !strings.HasPrefix(term, string(p)) {
			return ways
		}
		begin := term[:apart(term, before)]
		switch {
		case coveredBy(beside, term) || coveredBy(ways, term):
			before, from = term, behind(term)
		case looks > mostLooks:
			begin = term[:apart(term, string(p))]
			ways, from = append(ways, Prefix(begin)), begin+string(utf8.MaxRune)
		case e.words.Rare(begin):
			ways, from = append(ways, Prefix(begin)), begin+string(utf8.MaxRune)
		default:
			ways, before, from = append(ways, Term(term)), term, behind(term)
		}
	}
}

// behind is greater than a term and not than any other that is.
func behind(term string) string { return term + "\x01" }

// apart returns how much of a term it takes to tell it from another.
func apart(term, other string) int {
	n := 0
	for n < len(term) && n < len(other) && term[n] == other[n] {
		n++
	}
	for n = min(n+1, len(term)); n < len(term) && !utf8.RuneStart(term[n]); {
		n++
	}
	return n
}

func coveredBy(ways Any, word string) bool {
	return slices.ContainsFunc(ways, func(way Expr) bool {
		t, ok := way.(Term)
		return ok && covers(string(t), word)
	})
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

// Split returns sets that share no document and are s together, each of which an
// index counts sooner than the whole: of a term that is met in several ways the
// first, which most documents have, and those that have another way alone.
func (s Set) Split() []Set {
	all, ok := s.Terms.(All)
	not, inside := s.Terms.(Not)
	if inside {
		all, ok = not.In.(All)
	}
	longest := 0
	for i, x := range all {
		if len(waysOf(x)) > len(waysOf(all[longest])) {
			longest = i
		}
	}
	if !ok || len(waysOf(all[longest])) < 2 {
		return []Set{s}
	}
	with := func(x Expr) Set {
		part := s
		terms := slices.Clone(all)
		terms[longest] = x
		if part.Terms = terms; inside {
			part.Terms = Not{In: terms, But: not.But}
		}
		return part
	}
	ways := waysOf(all[longest])
	return []Set{with(ways[0]), with(Not{In: ways[1:], But: ways[0]})}
}

func waysOf(x Expr) Any {
	ways, _ := x.(Any)
	return ways
}
