package batchdedup_test

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"sync"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/ports"
)

// memSpill is a ports.Spill in memory.
type memSpill struct {
	state   []byte
	sorters map[string]*memSorter
	records map[string]*memRecords
	saved   *memSpill // the last checkpoint
}

func newSpill() *memSpill {
	return &memSpill{sorters: map[string]*memSorter{}, records: map[string]*memRecords{}}
}

// reopen returns what the next process finds: the last checkpoint.
func (s *memSpill) reopen() *memSpill {
	if s.saved == nil {
		return newSpill()
	}
	next := s.saved.copy()
	next.saved = s.saved
	return next
}

func (s *memSpill) copy() *memSpill {
	c := newSpill()
	c.state = slices.Clone(s.state)
	for name, x := range s.sorters {
		c.sorters[name] = &memSorter{slices.Clone(x.postings)}
	}
	for name, x := range s.records {
		c.records[name] = &memRecords{all: x.snapshot()}
	}
	return c
}

func (s *memSpill) State() []byte {
	if s.saved == nil {
		return nil
	}
	return s.saved.state
}

func (s *memSpill) Checkpoint(state []byte) error {
	s.saved = s.copy()
	s.saved.state = slices.Clone(state)
	return nil
}

func (s *memSpill) Sorter(name string) (ports.Sorter, error) {
	if s.sorters[name] == nil {
		s.sorters[name] = &memSorter{}
	}
	return s.sorters[name], nil
}

func (s *memSpill) Records(name string) (ports.Records, error) {
	if s.records[name] == nil {
		s.records[name] = &memRecords{}
	}
	return s.records[name], nil
}

type memSorter struct{ postings []dedup.Posting }

func (s *memSorter) Add(postings []dedup.Posting) error {
	s.postings = append(s.postings, postings...)
	return nil
}

func (s *memSorter) Len() int64 { return int64(len(s.postings)) }

func (s *memSorter) Drop() error {
	s.postings = nil
	return nil
}

func (s *memSorter) Sorted() iter.Seq2[dedup.Posting, error] {
	return each(s.sorted())
}

func (s *memSorter) Parts(n int) (parts []iter.Seq2[dedup.Posting, error], err error) {
	all := s.sorted()
	for left := n; left > 0; left-- {
		size := len(all) / left
		for size > 0 && size < len(all) && all[size].Key == all[size-1].Key {
			size++
		}
		parts = append(parts, each(all[:size]))
		all = all[size:]
	}
	return parts, nil
}

func (s *memSorter) sorted() []dedup.Posting {
	return slices.SortedFunc(slices.Values(s.postings), func(a, b dedup.Posting) int {
		return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Value, b.Value))
	})
}

func each(postings []dedup.Posting) iter.Seq2[dedup.Posting, error] {
	return func(yield func(dedup.Posting, error) bool) {
		for _, p := range postings {
			if !yield(p, nil) {
				return
			}
		}
	}
}

// memRecords has the number of a record for its place.
type memRecords struct {
	mu  sync.RWMutex
	all [][]byte
}

func (r *memRecords) Append(record []byte) (int64, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = append(r.all, slices.Clone(record))
	return int64(len(r.all) - 1), nil
}

func (r *memRecords) Read(at int64, buffer []byte) ([]byte, error) {
	all := r.snapshot()
	if at < 0 || at >= int64(len(all)) {
		return nil, fmt.Errorf("no record at %d", at)
	}
	return append(buffer[:0], all[at]...), nil
}

func (r *memRecords) All() iter.Seq2[int64, []byte] {
	return func(yield func(int64, []byte) bool) {
		for i, record := range r.snapshot() {
			if !yield(int64(i), record) {
				return
			}
		}
	}
}

func (r *memRecords) Err() error { return nil }

func (r *memRecords) snapshot() [][]byte {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return slices.Clip(r.all)
}
