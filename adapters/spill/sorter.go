package spill

import (
	"bufio"
	"cmp"
	"container/heap"
	"encoding/binary"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/ports"
)

const runSuffix = ".run"

// sorter implements ports.Sorter. A run is sorted and written while the next
// one is gathered.
type sorter struct {
	path    string
	runs    []int64 // how many entries each has
	limit   int     // entries of a run
	pending []dedup.Posting
	spare   []dedup.Posting // of the run that was written last
	writing chan error      // nil when no run is being written
	dropped []string        // files to remove once a checkpoint does without them
	total   int64
}

var _ ports.Sorter = (*sorter)(nil)

const (
	entryBytes  = 12 // in a file
	entryMemory = 16
	leastRun    = 1024
	runBuffer   = 256 << 10
)

func newSorter(path string, memory int, runs []int64) *sorter {
	s := &sorter{path: path, runs: slices.Clone(runs), limit: max(leastRun, memory/entryMemory/2)}
	for _, n := range runs {
		s.total += n
	}
	return s
}

// Add implements ports.Sorter.
func (s *sorter) Add(entries []dedup.Posting) error {
	for len(entries) > 0 {
		n := min(len(entries), s.limit-len(s.pending))
		s.pending = append(s.pending, entries[:n]...)
		s.total += int64(n)
		entries = entries[n:]
		if len(s.pending) == s.limit {
			if err := s.startRun(); err != nil {
				return err
			}
		}
	}
	return nil
}

// Len implements ports.Sorter.
func (s *sorter) Len() int64 { return s.total }

// startRun has what is pending sorted and written beside what goes on.
func (s *sorter) startRun() error {
	if err := s.wait(); err != nil {
		return err
	}
	run, path := s.pending, s.runPath(len(s.runs))
	s.runs = append(s.runs, int64(len(run)))
	s.pending, s.spare = s.spare[:0], run
	done := make(chan error, 1)
	s.writing = done
	go func() { done <- writeRun(path, run) }()
	return nil
}

// wait waits for the run that is being written.
func (s *sorter) wait() error {
	if s.writing == nil {
		return nil
	}
	err := <-s.writing
	s.writing = nil
	return err
}

func (s *sorter) flush() error {
	if len(s.pending) > 0 {
		if err := s.startRun(); err != nil {
			return err
		}
	}
	return s.wait()
}

func (s *sorter) runPath(i int) string { return fmt.Sprintf("%s-%04d%s", s.path, i, runSuffix) }

func compareEntries(a, b dedup.Posting) int {
	if a.Key != b.Key {
		return cmp.Compare(a.Key, b.Key)
	}
	return cmp.Compare(a.Value, b.Value)
}

func writeRun(path string, run []dedup.Posting) error {
	slices.SortFunc(run, compareEntries)
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(file, runBuffer)
	var b [entryBytes]byte
	for _, e := range run {
		binary.LittleEndian.PutUint64(b[:], e.Key)
		binary.LittleEndian.PutUint32(b[8:], e.Value)
		if _, err = out.Write(b[:]); err != nil {
			break
		}
	}
	if err == nil {
		err = out.Flush()
	}
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	return err
}

// Sorted implements ports.Sorter.
func (s *sorter) Sorted() iter.Seq2[dedup.Posting, error] {
	return func(yield func(dedup.Posting, error) bool) {
		if err := s.flush(); err != nil {
			yield(dedup.Posting{}, err)
			return
		}
		s.pending, s.spare = nil, nil
		var merging readers
		for i, n := range s.runs {
			r, err := openRun(s.runPath(i), n)
			if err != nil {
				yield(dedup.Posting{}, err)
				return
			}
			defer r.file.Close()
			if more, err := r.next(); err != nil {
				yield(dedup.Posting{}, err)
				return
			} else if more {
				merging = append(merging, r)
			}
		}
		heap.Init(&merging)
		for len(merging) > 0 {
			r := merging[0]
			if !yield(r.entry, nil) {
				return
			}
			more, err := r.next()
			switch {
			case err != nil:
				yield(dedup.Posting{}, err)
				return
			case more:
				heap.Fix(&merging, 0)
			default:
				heap.Pop(&merging)
			}
		}
	}
}

// Drop implements ports.Sorter.
func (s *sorter) Drop() error {
	err := s.wait()
	for i := range s.runs {
		s.dropped = append(s.dropped, s.runPath(i))
	}
	s.runs, s.pending, s.spare, s.total = nil, nil, nil, 0
	return err
}

// sweep removes the files of what was dropped.
func (s *sorter) sweep() error {
	for _, path := range s.dropped {
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	s.dropped = nil
	return nil
}

// reader reads one run.
type reader struct {
	file  *os.File
	in    *bufio.Reader
	left  int64
	entry dedup.Posting
}

func openRun(path string, entries int64) (*reader, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	return &reader{file: file, in: bufio.NewReaderSize(file, runBuffer), left: entries}, nil
}

func (r *reader) next() (bool, error) {
	if r.left == 0 {
		return false, nil
	}
	b, err := r.in.Peek(entryBytes)
	if err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return false, fmt.Errorf("%s: %w", r.file.Name(), err)
	}
	r.entry = dedup.Posting{Key: binary.LittleEndian.Uint64(b), Value: binary.LittleEndian.Uint32(b[8:])}
	r.in.Discard(entryBytes)
	r.left--
	return true, nil
}

// readers is a heap of runs, that with the least entry first.
type readers []*reader

func (h readers) Len() int           { return len(h) }
func (h readers) Less(i, j int) bool { return compareEntries(h[i].entry, h[j].entry) < 0 }
func (h readers) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *readers) Push(x any)        { *h = append(*h, x.(*reader)) }
func (h *readers) Pop() any {
	old := *h
	last := old[len(old)-1]
	*h = old[:len(old)-1]
	return last
}
