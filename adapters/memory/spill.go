package memory

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/ports"
)

// Spill is a ports.Spill that keeps everything in memory: for tests, and for
// collections that fit.
type Spill struct {
	state   []byte
	saved   map[string]spilled
	sorters map[string]*sorter
	records map[string]*records
}

var _ ports.Spill = (*Spill)(nil)

// spilled is what a checkpoint holds under a name.
type spilled struct {
	entries []dedup.Posting
	records [][]byte
}

// NewSpill returns an empty spill.
func NewSpill() *Spill {
	return &Spill{saved: map[string]spilled{}, sorters: map[string]*sorter{}, records: map[string]*records{}}
}

// Reopen returns what the next process finds: the last checkpoint.
func (s *Spill) Reopen() *Spill {
	next := NewSpill()
	next.state, next.saved = s.state, maps.Clone(s.saved)
	return next
}

// State implements ports.Spill.
func (s *Spill) State() []byte { return s.state }

// Sorter implements ports.Spill. It never fails.
func (s *Spill) Sorter(name string) (ports.Sorter, error) {
	if s.sorters[name] == nil {
		s.sorters[name] = &sorter{entries: slices.Clone(s.saved[name].entries)}
	}
	return s.sorters[name], nil
}

// Records implements ports.Spill. It never fails.
func (s *Spill) Records(name string) (ports.Records, error) {
	if s.records[name] == nil {
		s.records[name] = &records{all: slices.Clone(s.saved[name].records)}
	}
	return s.records[name], nil
}

// Checkpoint implements ports.Spill. It never fails.
func (s *Spill) Checkpoint(state []byte) error {
	s.state, s.saved = slices.Clone(state), map[string]spilled{}
	for name, x := range s.sorters {
		s.saved[name] = spilled{entries: slices.Clone(x.entries)}
	}
	for name, x := range s.records {
		kept := s.saved[name]
		kept.records = x.snapshot()
		s.saved[name] = kept
	}
	return nil
}

type sorter struct{ entries []dedup.Posting }

func (s *sorter) Add(entries []dedup.Posting) error {
	s.entries = append(s.entries, entries...)
	return nil
}

func (s *sorter) Len() int64 { return int64(len(s.entries)) }

func (s *sorter) Sorted() iter.Seq2[dedup.Posting, error] {
	parts, _ := s.Parts(1)
	return parts[0]
}

func (s *sorter) Parts(n int) (parts []iter.Seq2[dedup.Posting, error], err error) {
	all := slices.Clone(s.entries)
	slices.SortFunc(all, comparePostings)
	for left := max(1, n); left > 0; left-- {
		size := len(all) / left
		for size > 0 && size < len(all) && all[size].Key == all[size-1].Key {
			size++
		}
		part := all[:size]
		all = all[size:]
		parts = append(parts, func(yield func(dedup.Posting, error) bool) {
			for _, e := range part {
				if !yield(e, nil) {
					return
				}
			}
		})
	}
	return parts, nil
}

func comparePostings(a, b dedup.Posting) int {
	return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Value, b.Value))
}

func (s *sorter) Drop() error {
	s.entries = nil
	return nil
}

// records has the number of a record for its place.
type records struct {
	mu  sync.RWMutex
	all [][]byte
}

func (r *records) Append(record []byte) (int64, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = append(r.all, slices.Clone(record))
	return int64(len(r.all) - 1), nil
}

func (r *records) Read(at int64, buffer []byte) ([]byte, error) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if at < 0 || at >= int64(len(r.all)) {
		return nil, fmt.Errorf("no record at %d", at)
	}
	return append(buffer[:0], r.all[at]...), nil
}

func (r *records) All() iter.Seq2[int64, []byte] {
	return func(yield func(int64, []byte) bool) {
		for i, record := range r.snapshot() {
			if !yield(int64(i), record) {
				return
			}
		}
	}
}

func (r *records) Err() error { return nil }

func (r *records) snapshot() [][]byte {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return slices.Clone(r.all)
}
