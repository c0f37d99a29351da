package segment

import (
	"encoding/binary"

	"github.com/cotejo/cotejo/core/search"
)

// Entry is what a segment keeps of a document.
type Entry struct {
	Number uint32
	search.Entry
}

// Term is the range of a term alone, Prefix of all terms that begin so, and Run of
// a run of words.
func Term(t search.Term) Range { return Range{[]byte(t), []byte(t)} }

// Prefix ends with a byte that no term has.
func Prefix(p search.Prefix) Range { return Range{[]byte(p), append([]byte(p), 0xff)} }

// Run has a zero in front, with which no term begins.
func Run(hash int64) Range {
	key := binary.BigEndian.AppendUint64([]byte{0}, uint64(hash))
	return Range{key, key}
}

// Build makes a segment of documents whose numbers ascend, 65,536 at most, and of
// runs of their words.
func Build(entries []Entry, emit func(Page) error) error {
	return new(Builder).Build(entries, emit)
}

// Builder makes one segment after another, and keeps the memory that it takes for
// it, some 50 KB a document.
type Builder struct{ gathered }

// Build does what the function of that name does.
func (b *Builder) Build(entries []Entry, emit func(Page) error) error {
	if len(entries) > mostEntries {
		return errTooMany
	}
	out := pager{emit: emit}
	g := &b.gathered
	key := make([]byte, 9)
	var numbers []uint32
	g.addRuns(entries)
	err := g.each(func(hash uint64, places []uint32) error {
		binary.BigEndian.PutUint64(key[1:], hash)
		numbers = numbersOf(numbers[:0], entries, places)
		return out.numbers(key, numbers)
	})
	if err != nil {
		return err
	}
	g.addTerms(entries)
	terms, err := g.terms(entries)
	if err != nil {
		return err
	}
	for _, t := range terms {
		key = append(key[:0], t.text...)
		if err := out.add(key, t.list); err != nil {
			return err
		}
	}
	return out.close()
}

func (p *pager) numbers(key []byte, numbers []uint32) (err error) {
	var l list
	l, p.room = newList(numbers, p.room[:0])
	return p.add(key, l)
}
