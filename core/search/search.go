// Package search says what a query finds, in which order, and what is shown of
// it. It stores nothing: a store keeps the terms and words of an Entry for each
// document, in whatever index it has, and answers the Sets of a Plan, which are
// plain logic over terms. So every store finds the same, in the same order.
//
//	Parse(query) ─► Query.Plan() ─► sets of documents, the best first
//	Fields.Entry() ─► terms and words, kept by a store
//	Query.Snippet(text) ─► where in it the query is met
//
// A word is found by its Spanish stem, without regard to case and accents. A
// match in what identifies a case goes before one in its heading, and that
// before one in the running text; among equals the newest is the first.
package search

import (
	"bytes"
	"slices"
	"strings"
)

// Version tells how entries are made. A store that holds entries of another
// version makes them anew.
const Version = 1

// Fields are the searched parts of a document, by what a match there is worth.
type Fields struct {
	Identity []string // parties and numbers
	Heading  []string // court, file name, tags, remarks
	Text     string
}

// Entry is what an index keeps of a document: two lists with a space before,
// between and behind what they hold, as most indexes take them.
type Entry struct {
	Terms string // each once, in no order; letters, digits, marks and ':' only
	Words string // in their order, letters, digits and marks only; Gap between fields
}

// Gap stands between the words of two fields, so that no phrase spans them.
const Gap = "_"

// Everything is a term of each entry.
const Everything = ":"

// Terms with one of these in front stand for a word in a part of the document,
// or in a better one; those without stand for a word anywhere.
const (
	anywhere   = ""
	inTopic    = "t:" // what the text comes back to
	inHeading  = "h:"
	inIdentity = "i:"
)

// Entry works out what an index keeps.
func (f Fields) Entry() Entry {
	v := vocabularies.Get().(*vocabulary)
	defer vocabularies.Put(v)
	v.begin()
	v.meet(v.of(Everything))
	c := collector{vocabulary: v, words: append(v.words[:0], ' ')}
	for _, s := range f.Identity {
		c.add(s, inIdentity, inHeading, inTopic)
	}
	for _, s := range f.Heading {
		c.add(s, inHeading, inTopic)
	}
	c.addText(f.Text)
	v.words = c.words
	return Entry{Terms: v.list(), Words: string(c.words)}
}

type collector struct {
	vocabulary *vocabulary // has the terms that are met
	words      []byte
}

// add enters a field anywhere and in each of the parts.
func (c *collector) add(s string, parts ...string) {
	c.gap()
	v := c.vocabulary
	for t := range tokens(v.fold(s)) {
		word := v.of(t.text)
		stem := word
		if !t.number {
			stem = v.stem(word)
		}
		v.meet(word)
		v.meet(stem)
		for _, p := range parts {
			v.meet(v.in(p, word))
			v.meet(v.in(p, stem))
		}
		c.word(t)
	}
}

// addText enters the running text, and what it comes back to as its topic.
func (c *collector) addText(s string) {
	c.gap()
	v, telling := c.vocabulary, 0
	for t := range tokens(v.fold(s)) {
		word := v.of(t.text)
		v.meet(word)
		c.word(t)
		if !t.number && v.count(word) {
			telling++
		}
	}
	v.meetTopics(telling)
}

func (c *collector) word(t token) {
	if !t.joined {
		c.words = append(append(c.words, t.text...), ' ')
	}
}

func (c *collector) gap() {
	if len(c.words) > 1 && !bytes.HasSuffix(c.words, []byte(" "+Gap+" ")) {
		c.words = append(c.words, Gap+" "...)
	}
}

// topical is the saturation from which on a word is a topic of its text: three
// times in a filing of usual length, once in a note of forty words.
const topical = 0.7

// saturation tells from 0 to 1 how much a text is about a word that occurs n
// times among its telling words: the term-frequency part of BM25 with the usual
// k1 = 1.2 and b = 0.75 (Robertson and Zaragoza, The Probabilistic Relevance
// Framework, 2009). The average length is that of a filing of two pages, fixed
// so that an entry does not depend on the documents around it.
func saturation(n, telling int) float64 {
	const k1, b, average = 1.2, 0.75, 400
	return float64(n) / (float64(n) + k1*(1-b+b*float64(telling)/average))
}

// Set is a set of documents.
type Set struct {
	Terms   Expr     // nil where the phrases are enough
	With    []Phrase // all of them stand in the words
	Without []Phrase // none does
}

// Expr is a condition on the terms of an entry: Term, Prefix, All, Any or Not.
type Expr interface{ holds(e *Entry) bool }

type (
	// Term is met by an entry that has it.
	Term string
	// Prefix is met by an entry with a term that begins so.
	Prefix string
	// All is met when each of them is. It is not empty.
	All []Expr
	// Any is met when one of them is. It is not empty.
	Any []Expr
	// Not is met when But is not met while In is.
	Not struct{ In, But Expr }
	// Phrase is words that stand side by side, in this order.
	Phrase []string
)

// Has reports whether the document of an entry belongs to the set.
func (s Set) Has(e Entry) bool {
	if s.Terms != nil && !s.Terms.holds(&e) {
		return false
	}
	for _, p := range s.With {
		if !p.within(e.Words) {
			return false
		}
	}
	return !slices.ContainsFunc(s.Without, func(p Phrase) bool { return p.within(e.Words) })
}

func (t Term) holds(e *Entry) bool {
	return strings.Contains(e.Terms, " "+string(t)+" ")
}

func (p Prefix) holds(e *Entry) bool {
	return strings.Contains(e.Terms, " "+string(p))
}

func (a All) holds(e *Entry) bool {
	return !slices.ContainsFunc(a, func(x Expr) bool { return !x.holds(e) })
}

func (a Any) holds(e *Entry) bool {
	return slices.ContainsFunc(a, func(x Expr) bool { return x.holds(e) })
}

func (n Not) holds(e *Entry) bool { return n.In.holds(e) && !n.But.holds(e) }

func (p Phrase) within(words string) bool {
	return strings.Contains(words, " "+strings.Join(p, " ")+" ")
}
