package search

import "slices"

// Plan is what a query finds, as a store can answer it.
type Plan struct {
	// Match is all that is found.
	Match Set
	// Ranks part Match: no document is in two of them, each is in one. Those of
	// the first are the best. They are for a query that finds few documents, see
	// RanksOf.
	Ranks []Set

	wide []Set
}

// Few is how many documents of a query are told apart by whether they have its
// words side by side: of more, finding that out takes longer than all else.
const Few = 2000

// RanksOf returns the ranks of a query that finds that many documents.
func (p Plan) RanksOf(found int) []Set {
	if found > Few {
		return p.wide
	}
	return p.Ranks
}

// Nothing reports whether no document can be found.
func (q Query) Nothing() bool { return q.nothing }

// Everything reports whether every document is found.
func (q Query) Everything() bool { return !q.nothing && len(q.terms)+len(q.excluded) == 0 }

// Matches reports whether the query finds the document of an entry.
func (q Query) Matches(e Entry) bool { return !q.nothing && q.Plan().Match.Has(e) }

// Plan works out what to look for; of a query that finds Nothing it has no
// meaning. The ranks are
//
//  1. all words in what identifies the case: parties, radicado, cédula, acta
//  2. the same, the last word being the beginning of a longer one
//  3. all words there or in the heading: court, file name, tags, remarks
//  4. all words side by side, as they were written; where no more than Few
//     documents are found
//  5. one of the words in what identifies the case
//  6. all words among those that the text comes back to
//  7. the rest
func (q Query) Plan() Plan {
	p := q.ranked()
	if q.row != nil {
		q.row = nil
		p.wide = q.ranked().Ranks
	} else {
		p.wide = p.Ranks
	}
	return p
}

func (q Query) ranked() Plan {
	r := ranking{base: q.all(anywhere, false)}
	for _, t := range q.terms {
		if len(t.phrase) > 0 {
			r.with = append(r.with, t.phrase)
		}
	}
	for _, t := range q.excluded {
		if len(t.phrase) > 0 {
			r.without = append(r.without, t.phrase)
		} else {
			r.but = append(r.but, t.expr(anywhere, true))
		}
	}
	p := Plan{Match: r.set(r.base)}
	if len(q.terms) > 0 {
		q.rank(&r)
	}
	r.add(r.base)
	p.Ranks = r.sets
	return p
}

func (q Query) rank(r *ranking) {
	identity := q.all(inIdentity, true)
	r.add(identity)
	if q.terms[len(q.terms)-1].prefix != "" {
		open := q.all(inIdentity, false)
		r.addBeyond(open, identity)
	}
	heading := q.all(inHeading, false)
	r.addBeyond(heading, q.all(inIdentity, false))
	r.found = Any{heading}
	if q.row != nil {
		r.with = append(r.with, q.row)
		r.add(r.base)
		r.with, r.without = r.with[:len(r.with)-1], append(r.without, q.row)
	}
	if len(q.terms) > 1 {
		var one Any
		for _, t := range q.terms {
			one = append(one, t.expr(inIdentity, true))
		}
		r.add(All{r.base, one})
		r.found = append(r.found, one)
	}
	topic := q.all(inTopic, true)
	r.add(topic)
	r.found = append(r.found, topic)
}

// ranking puts the ranks together, the best first.
type ranking struct {
	base          Expr // what is found anywhere
	but           Any  // what the query excludes
	found         Any  // what is in earlier ranks
	with, without []Phrase
	sets          []Set
}

// set leaves what the query excludes out of x.
func (r *ranking) set(x Expr) Set {
	if but := slices.Concat(r.but, r.found); len(but) > 0 {
		x = Not{In: x, But: but}
	}
	return Set{Terms: x, With: slices.Clone(r.with), Without: slices.Clone(r.without)}
}

func (r *ranking) add(x Expr) { r.sets = append(r.sets, r.set(x)) }

// addBeyond adds what x holds beyond the ranks before, all of which y covers.
func (r *ranking) addBeyond(x, y Expr) {
	r.found = Any{y}
	r.add(x)
}

// all is met when every term is met in that part of a document.
func (q Query) all(part string, whole bool) Expr {
	if len(q.terms) == 0 {
		return Term(Everything)
	}
	all := make(All, len(q.terms))
	for i, t := range q.terms {
		all[i] = t.expr(part, whole)
	}
	return all
}

// expr is met when the term is met in that part of a document, as a whole word
// where whole is true. Of a phrase it is met by its words in any order.
func (t term) expr(part string, whole bool) Expr {
	if len(t.phrase) > 0 {
		all := make(All, len(t.phrase))
		for i, word := range t.phrase {
			if part == inTopic {
				word = Stem(word)
			}
			all[i] = Term(part + word)
		}
		return all
	}
	var ways Any
	for _, token := range t.tokens {
		ways = append(ways, Term(part+token))
	}
	if t.prefix != "" && !whole {
		ways = append(ways, Prefix(part+t.prefix))
	}
	if len(t.parts) > 0 {
		var all All
		for _, p := range t.parts {
			all = append(all, Term(part+p))
		}
		ways = append(ways, all)
	}
	return ways
}
