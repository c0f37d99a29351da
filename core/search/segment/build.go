package segment

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/cotejo/cotejo/core/search"
)

// Entry is what a segment keeps of a document.
type Entry struct {
	Number uint32
	search.Entry
}

// Term is the range of a term alone, Prefix of all terms that begin so, and Pair
// of a pair of words.
func Term(t search.Term) Range { return Range{[]byte(t), []byte(t)} }

// Prefix ends with a byte that no term has.
func Prefix(p search.Prefix) Range { return Range{[]byte(p), append([]byte(p), 0xff)} }

// Pair has a zero in front, with which no term begins.
func Pair(hash int64) Range {
	key := binary.BigEndian.AppendUint64([]byte{0}, uint64(hash))
	return Range{key, key}
}

// Build makes a segment of documents whose numbers ascend.
func Build(entries []Entry, emit func(Page) error) error {
	out := pager{emit: emit}
	pairs, numbers := collect(entries, func(e *Entry, meet func(int64)) {
		for p := range Pairs(e.Words) {
			meet(p)
		}
	})
	slices.SortFunc(pairs, func(a, b met[int64]) int {
		if uint64(a.key) < uint64(b.key) {
			return -1
		}
		return 1
	})
	key := make([]byte, 9)
	for _, m := range pairs {
		binary.BigEndian.PutUint64(key[1:], uint64(m.key))
		if err := out.numbers(key, numbers(m)); err != nil {
			return err
		}
	}
	terms, numbersOf := collect(entries, func(e *Entry, meet func(string)) {
		for t := range strings.FieldsSeq(e.Terms) {
			meet(t)
		}
	})
	slices.SortFunc(terms, func(a, b met[string]) int { return strings.Compare(a.key, b.key) })
	for _, m := range terms {
		key = append(key[:0], m.key...)
		if err := out.numbers(key, numbersOf(m)); err != nil {
			return err
		}
	}
	return out.close()
}

func (p *pager) numbers(key []byte, numbers []uint32) error {
	l := newList(numbers, p.room[:0])
	p.room = l.data
	return p.add(key, l)
}

// met is a key that documents have: the last of them, from which a chain leads
// to the ones before.
type met[K comparable] struct {
	key  K
	last int32
}

type link struct {
	number uint32
	before int32
}

// collect gathers the keys of all entries, each once, and what tells the numbers
// of one.
func collect[K comparable](entries []Entry, each func(e *Entry, meet func(K))) ([]met[K], func(met[K]) []uint32) {
	const distinct, inOne = 150, 600 // keys of a filing, about
	place := make(map[K]int32, distinct*len(entries))
	all := make([]met[K], 0, distinct*len(entries))
	links := make([]link, 1, 1+inOne*len(entries)) // none is at 0
	for i := range entries {
		number := entries[i].Number
		each(&entries[i], func(key K) {
			at, known := place[key]
			if !known {
				at = int32(len(all))
				place[key] = at
				all = append(all, met[K]{key: key})
			}
			m := &all[at]
			if m.last != 0 && links[m.last].number == number {
				return
			}
			links = append(links, link{number, m.last})
			m.last = int32(len(links) - 1)
		})
	}
	var room []uint32
	return all, func(m met[K]) []uint32 {
		room = room[:0]
		for at := m.last; at != 0; at = links[at].before {
			room = append(room, links[at].number)
		}
		slices.Reverse(room)
		return room
	}
}

// Source is a segment to be merged. Next returns the data of its pages, one after
// the other, and nil behind the last.
type Source struct {
	Next func() ([]byte, error)
	Base uint32 // is added to its numbers

	cursor
}

// advance goes to the next key; ok is false behind the last.
func (s *Source) advance() (ok bool, err error) {
	for {
		if ok, err = s.next(); ok || err != nil {
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
			if bytes.Compare(s.key, least.key) < 0 {
				least = s
			}
		}
		key, numbers = append(key[:0], least.key...), numbers[:0]
		for i := 0; i < len(left); {
			s := left[i]
			if !bytes.Equal(s.key, key) {
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
