package segment

import (
	"bytes"
	"encoding/binary"
	"slices"

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
func Build(entries []Entry, runs Runs, emit func(Page) error) error {
	return new(Builder).Build(entries, runs, emit)
}

// Builder makes one segment after another, and keeps the memory that it takes for
// it, some 50 KB a document.
type Builder struct{ gathered }

// Build does what the function of that name does.
func (b *Builder) Build(entries []Entry, runs Runs, emit func(Page) error) error {
	if len(entries) > mostEntries {
		return errTooMany
	}
	out := pager{emit: emit}
	g := &b.gathered
	key := make([]byte, 9)
	var numbers []uint32
	g.addRuns(entries, runs)
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

// Source is a segment to be merged. Next returns the data of its pages, one after
// the other, and nil behind the last.
type Source struct {
	Next func() ([]byte, error)
	Base uint32 // is added to its numbers

	cursor
	first uint64 // the first bytes of the key
}

// advance goes to the next key; ok is false behind the last.
func (s *Source) advance() (ok bool, err error) {
	for {
		if ok, err = s.next(); ok || err != nil {
			s.first = firstBytes(s.key)
			return ok, err
		}
		if s.rest, err = s.Next(); err != nil || s.rest == nil {
			return false, err
		}
		s.key = s.key[:0]
	}
}

// Merge makes one segment of several, without the numbers that gone holds.
func Merge(sources []*Source, gone func(uint32) bool, emit func(Page) error) error {
	out := pager{emit: emit}
	var left []*Source
	for _, s := range sources {
		if ok, err := s.advance(); err != nil {
			return err
		} else if ok {
			left = append(left, s)
		}
	}
	var key []byte
	var numbers []uint32
	for len(left) > 0 {
		least := left[0]
		for _, s := range left[1:] {
			if s.first < least.first || s.first == least.first && bytes.Compare(s.key, least.key) < 0 {
				least = s
			}
		}
		first := least.first
		key, numbers = append(key[:0], least.key...), numbers[:0]
		for i := 0; i < len(left); {
			s := left[i]
			if s.first != first || !bytes.Equal(s.key, key) {
				i++
				continue
			}
			var err error
			if numbers, err = s.list.appendTo(numbers, s.Base); err != nil {
				return err
			}
			ok, err := s.advance()
			if err != nil {
				return err
			}
			if ok {
				i++
			} else {
				left = slices.Delete(left, i, i+1)
			}
		}
		numbers = sorted(numbers)
		if gone != nil {
			numbers = slices.DeleteFunc(numbers, gone)
		}
		if len(numbers) == 0 {
			continue
		}
		if err := out.numbers(key, numbers); err != nil {
			return err
		}
	}
	return out.close()
}
