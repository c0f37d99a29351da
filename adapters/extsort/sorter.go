package extsort

import (
	"bufio"
	"encoding/binary"
	"fmt"
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
	scratch []dedup.Posting // what a run is sorted with
	writing chan error      // nil when no run is being written
	dropped []string        // files to remove once a checkpoint does without them
	total   int64
}

var _ ports.Sorter = (*sorter)(nil)

const (
	entryBytes  = 12 // in a file
	entryMemory = 16
	buffers     = 3 // pending, spare and scratch
	leastRun    = 1024
	runBuffer   = 256 << 10
)

func newSorter(path string, memory int, runs []int64) *sorter {
	s := &sorter{path: path, runs: slices.Clone(runs), limit: max(leastRun, memory/entryMemory/buffers)}
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
	if len(s.scratch) < len(run) {
		s.scratch = make([]dedup.Posting, len(run))
	}
	done := make(chan error, 1)
	s.writing = done
	go func() { done <- writeRun(path, run, s.scratch) }()
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

func writeRun(path string, run, scratch []dedup.Posting) error {
	sortEntries(run, scratch)
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
		parts, err := s.Parts(1)
		if err != nil {
			yield(dedup.Posting{}, err)
			return
		}
		parts[0](yield)
	}
}

// Parts implements ports.Sorter.
func (s *sorter) Parts(n int) ([]iter.Seq2[dedup.Posting, error], error) {
	if err := s.flush(); err != nil {
		return nil, err
	}
	s.pending, s.spare, s.scratch = nil, nil, nil
	bounds, err := s.divide(max(1, n))
	if err != nil {
		return nil, err
	}
	parts := make([]iter.Seq2[dedup.Posting, error], len(bounds)-1)
	for i := range parts {
		parts[i] = s.merge(bounds[i], bounds[i+1])
	}
	return parts, nil
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
