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
	"sync"
)

// Version is the version of the entry format. A store rebuilds entries of another version.
const Version = 2

// Limits of a search. Each counts from the document stored last.
const (
	// MaxFound is the maximum number of results. Of more, a search returns the latest and marks
	// its total as a lower bound.
	MaxFound = 10_000

	// MaxRanked is how many results are sorted into tiers; the others follow.
	MaxRanked = 2000

	// MaxRead is how many documents that have all words of a phrase are read to check whether the
	// words are adjacent.
	MaxRead = 10_000
)

// Fields are the searchable parts of a document, grouped by weight.
type Fields struct {
	Identity []string // parties and numbers
	Heading  []string // court, file name, tags, remarks
	Text     string
}

// Entry is the stored form of a document: lists of words, each with a space before and after it.
type Entry struct {
	Terms string // what an index has: words and stems, each once; letters, digits and marks
	Parts string // the terms of better parts than the text, in three lists, see Plan.Tier
	Words string // all words in their order, Gap between fields; for phrases
}

// Gap separates the words of two fields, so that no phrase spans them.
const Gap = "_"

// Everything is a term of each entry.
const Everything = ":"

// maxTerms bounds the terms of an entry. A thousand pages have half as many; the rest of a text
// with more is not searchable.
const maxTerms = 100_000

// part is the part of a document that has a term. A term in a better part counts in the lower
// parts, too.
type part uint8

const (
	anywhere part = iota
	inTopic       // a topic of the text
	inHeading
	inIdentity
)

// endOfPart terminates a list in Entry.Parts.
const endOfPart = "|"

// Entry returns the stored form of the fields.
func (f Fields) Entry() Entry {
	c := collectors.Get().(*collector)
	defer collectors.Put(c)
	c.begin()
	c.meet(c.term(Everything), anywhere)
	for _, s := range f.Identity {
		c.add(s, inIdentity)
	}
	for _, s := range f.Heading {
		c.add(s, inHeading)
	}
	c.addText(f.Text)
	of := func(p part) string { return c.list(func(t *entryTerm) bool { return t.part == p }) }
	return Entry{
		Terms: c.list(func(*entryTerm) bool { return true }),
		Parts: of(inIdentity) + endOfPart + of(inHeading) + endOfPart + of(inTopic),
		Words: string(c.words),
	}
}

// collector collects the terms and words of one document after another. It keeps terms for the
// next document: nine of ten words of a filing are among a few thousand. It is not safe for
// concurrent use.
type collector struct {
	known map[string]*entryTerm
	round int          // the number of the document
	met   []*entryTerm // in the document
	words []byte
}

var collectors = sync.Pool{New: func() any { return new(collector) }}

// maxKnown bounds the memory of a collector to a few megabytes. A full one is emptied.
const maxKnown = 1 << 15

// entryTerm is a word, a number or a stem.
type entryTerm struct {
	text string
	stop bool
	stem *entryTerm // nil until it is needed

	round int  // the last document that had it; of that are:
	part  part // the best part that has it
	times int  // occurrences of this stem's words in the running text
}

// begin starts a new document.
func (c *collector) begin() {
	c.round++
	c.met, c.words = c.met[:0], append(c.words[:0], ' ')
	if c.known == nil || len(c.known) > maxKnown {
		c.known = map[string]*entryTerm{}
	}
}

func (c *collector) term(text string) *entryTerm {
	t := c.known[text]
	if t == nil {
		text = strings.Clone(text) // a document is not kept for its words
		t = &entryTerm{text: text, stop: stopWords[text]}
		c.known[text] = t
	}
	return t
}

func (c *collector) stem(t *entryTerm) *entryTerm {
	if t.stem == nil {
		t.stem = c.term(Stem(t.text))
	}
	return t.stem
}

// meet records that a part of the document has a term.
func (c *collector) meet(t *entryTerm, p part) {
	if t.round != c.round {
		t.round, t.part, t.times = c.round, p, 0
		c.met = append(c.met, t)
	}
	t.part = max(t.part, p)
}

// add adds a field.
func (c *collector) add(s string, p part) {
	c.gap()
	for t := range tokens(s) {
		word := c.term(t.text)
		c.meet(word, p)
		if !t.number {
			c.meet(c.stem(word), p)
		}
		c.word(t)
	}
}

// addText adds the running text and its topics.
func (c *collector) addText(s string) {
	c.gap()
	telling := 0 // words that are not stop words
	for t := range tokens(s) {
		if len(c.met) >= maxTerms {
			break
		}
		word := c.term(t.text)
		c.meet(word, anywhere)
		c.word(t)
		if !t.number && !word.stop {
			stem := c.stem(word)
			c.meet(stem, anywhere)
			stem.times++
			telling++
		}
	}
	for _, t := range c.met {
		if t.times > 0 && saturation(t.times, telling) >= topical {
			c.meet(t, inTopic)
		}
	}
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

// list returns the terms that has accepts.
func (c *collector) list(has func(*entryTerm) bool) string {
	b := []byte{' '}
	for _, t := range c.met {
		if has(t) {
			b = append(append(b, t.text...), ' ')
		}
	}
	return string(b)
}

// topical is the minimum saturation of a topic: a word occurs three times in a filing of usual
// length, once in a note of forty words.
const topical = 0.7

// saturation returns from 0 to 1 how much a text is about a word that occurs n
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
	With    [][]Phrase // of each one is in the words
	Without []Phrase   // none does
}

// Everything reports whether every entry meets the condition.
func (s Set) Everything() bool {
	t, ok := s.Terms.(Term)
	return ok && t == Everything && !s.ReadsWords()
}

// ReadsWords reports whether Entry.Words is needed to decide.
func (s Set) ReadsWords() bool { return len(s.With)+len(s.Without) > 0 }

// Expr is a condition on a list of terms: Term, Prefix, All, Any or Not.
type Expr interface{ holds(list string) bool }

type (
	// Term matches a list that contains it.
	Term string
	// Prefix matches a list with a term that has this prefix.
	Prefix string
	// All matches if all of them match. It is not empty.
	All []Expr
	// Any matches if one of them matches. It is not empty.
	Any []Expr
	// Not matches if In matches and But does not.
	Not struct{ In, But Expr }
	// Phrase is adjacent words, in this order.
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

// Within reports whether the phrase occurs in Entry.Words.
func (p Phrase) Within(words string) bool { return strings.Contains(words, p.String()) }

// String returns the phrase as it occurs in Entry.Words.
func (p Phrase) String() string { return " " + strings.Join(p, " ") + " " }
