// Package search says what a query finds, in which order, and what is shown of
// it. It stores nothing: a store keeps an Entry for each document in the
// full-text index of its database, and answers the Match of a Plan, which is
// plain logic over terms. So every store finds the same, in the same order.
//
//	Parse(query) ─► Query.Plan() ─► a condition on entries, and their tiers
//	Fields.Entry() ─► terms, parts and words, kept by a store
//	Query.Snippet(text) ─► where in it the query is met
//
// A word is found by its Spanish stem, without regard to case and accents. A
// match in what identifies a case goes before one in its heading, and that
// before one in the running text; in a tier the document stored last is the
// first. MaxFound, MaxRanked and MaxRead bound the work of a search.
package search

import (
	"bytes"
	"slices"
	"strings"
)

// Version is the format of entries. A store replaces entries of another version.
const Version = 2

// Bounds of a search. Each is counted from the document that was stored last.
const (
	// MaxFound is how many documents a search finds. Of more it returns the
	// latest, and says that its total is not exact.
	MaxFound = 10_000

	// MaxRanked is how many of them are sorted into tiers; the others follow.
	MaxRanked = 2000

	// MaxRead is how many documents that have the words of a phrase are read to
	// see whether they stand side by side.
	MaxRead = 10_000
)

// Fields are the searched parts of a document, by what a match there is worth.
type Fields struct {
	Identity []string // parties and numbers
	Heading  []string // court, file name, tags, remarks
	Text     string
}

// Entry is what a store keeps of a document: lists of words, each with a space
// before and behind it.
type Entry struct {
	Terms string // what an index has: words and stems, each once; letters, digits and marks
	Parts string // the terms of better parts than the text, in three lists, see Plan.Tier
	Words string // all words in their order, Gap between fields; for phrases
}

// Gap stands between the words of two fields, so that no phrase spans them.
const Gap = "_"

// Everything is a term of each entry.
const Everything = ":"

// maxTerms bounds the terms of an entry: a thousand pages have half as many. A text
// that goes on making words up is not searched any further.
const maxTerms = 100_000

// part is where a term stands. A term in a better part counts in those below it,
// too.
type part uint8

const (
	anywhere part = iota
	inTopic       // what the text comes back to
	inHeading
	inIdentity
)

// endOfPart ends a list in Entry.Parts.
const endOfPart = "|"

// Entry works out what a store keeps.
func (f Fields) Entry() Entry {
	v := vocabularies.Get().(*vocabulary)
	defer vocabularies.Put(v)
	v.begin()
	v.meet(v.of(Everything), anywhere)
	c := collector{vocabulary: v, words: append(v.words[:0], ' ')}
	for _, s := range f.Identity {
		c.add(s, inIdentity)
	}
	for _, s := range f.Heading {
		c.add(s, inHeading)
	}
	c.addText(f.Text)
	v.words = c.words
	return Entry{Terms: v.list(), Parts: v.parts(), Words: string(c.words)}
}

type collector struct {
	vocabulary *vocabulary // has the terms that are met
	words      []byte
}

// add enters a field.
func (c *collector) add(s string, p part) {
	c.gap()
	v := c.vocabulary
	for t := range tokens(v.fold(s)) {
		word := v.of(t.text)
		v.meet(word, p)
		if !t.number {
			v.meet(v.stem(word), p)
		}
		c.word(t)
	}
}

// addText enters the running text, and what it comes back to as its topic.
func (c *collector) addText(s string) {
	c.gap()
	v, telling := c.vocabulary, 0
	for t := range tokens(v.fold(s)) {
		if len(v.met) >= maxTerms {
			break
		}
		word := v.of(t.text)
		v.meet(word, anywhere)
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

// Set is a condition on entries.
type Set struct {
	Terms   Expr       // on the terms
	With    [][]Phrase // of each one stands in the words
	Without []Phrase   // none does
}

// Everything reports whether every entry meets the condition.
func (s Set) Everything() bool {
	t, ok := s.Terms.(Term)
	return ok && t == Everything && !s.ReadsWords()
}

// ReadsWords reports whether the terms of an entry do not suffice to decide.
func (s Set) ReadsWords() bool { return len(s.With)+len(s.Without) > 0 }

// Expr is a condition on a list of terms: Term, Prefix, All, Any or Not.
type Expr interface{ holds(list string) bool }

type (
	// Term is met by a list that has it.
	Term string
	// Prefix is met by a list with a term that begins so.
	Prefix string
	// All is met when each of them is. It is not empty.
	All []Expr
	// Any is met when one of them is. It is not empty.
	Any []Expr
	// Not is met when In is and But is not.
	Not struct{ In, But Expr }
	// Phrase is words that stand side by side, in this order.
	Phrase []string
)

// Has reports whether an entry meets the condition.
func (s Set) Has(e Entry) bool {
	if !s.Terms.holds(e.Terms) {
		return false
	}
	stands := func(p Phrase) bool { return p.Within(e.Words) }
	for _, phrases := range s.With {
		if !slices.ContainsFunc(phrases, stands) {
			return false
		}
	}
	return !slices.ContainsFunc(s.Without, stands)
}

func (t Term) holds(list string) bool { return strings.Contains(list, " "+string(t)+" ") }

func (p Prefix) holds(list string) bool { return strings.Contains(list, " "+string(p)) }

func (a All) holds(list string) bool {
	return !slices.ContainsFunc(a, func(x Expr) bool { return !x.holds(list) })
}

func (a Any) holds(list string) bool {
	return slices.ContainsFunc(a, func(x Expr) bool { return x.holds(list) })
}

func (n Not) holds(list string) bool { return n.In.holds(list) && !n.But.holds(list) }

// Within reports whether the phrase stands in Entry.Words.
func (p Phrase) Within(words string) bool { return strings.Contains(words, p.String()) }

// String is what Entry.Words has where the phrase stands.
func (p Phrase) String() string { return " " + strings.Join(p, " ") + " " }
