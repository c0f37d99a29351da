package extsort

import (
	"encoding/binary"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"sort"

	"github.com/cotejo/cotejo/core/dedup"
)

// bound says of each run how many of its entries are below a key.
type bound []int64

// samplesOf is how many keys of a run are looked at for each part it is divided
// into.
const samplesOf = 16

// divide returns the bounds of at most n parts, first and last included. Their
// keys are estimated from samples of the runs.
func (s *sorter) divide(n int) ([]bound, error) {
	runs := make([]*os.File, len(s.runs))
	defer func() {
		for _, f := range runs {
			if f != nil {
				f.Close()
			}
		}
	}()
	var sample []uint64
	step := max(1, s.total/int64(n*samplesOf))
	at := step / 2 // of the runs one behind the other, or all would be sampled at the same shares
	for i, entries := range s.runs {
		var err error
		if runs[i], err = os.Open(s.runPath(i)); err != nil {
			return nil, err
		}
		if n == 1 {
			continue
		}
		for ; at < entries; at += step {
			key, err := keyAt(runs[i], at)
			if err != nil {
				return nil, err
			}
			sample = append(sample, key)
		}
		at -= entries
	}
	slices.Sort(sample)
	bounds := []bound{make(bound, len(runs))}
	last := uint64(0)
	for i := 1; i < n && len(sample) > 0; i++ {
		key := sample[i*len(sample)/n]
		if key == last {
			continue
		}
		last = key
		b := make(bound, len(runs))
		for r, entries := range s.runs {
			var failed error
			b[r] = int64(sort.Search(int(entries), func(at int) bool {
				found, err := keyAt(runs[r], int64(at))
				if err != nil {
					failed = err
				}
				return found >= key
			}))
			if failed != nil {
				return nil, failed
			}
		}
		bounds = append(bounds, b)
	}
	return append(bounds, slices.Clone(bound(s.runs))), nil
}

func keyAt(run *os.File, at int64) (uint64, error) {
	var b [8]byte
	if _, err := run.ReadAt(b[:], at*entryBytes); err != nil {
		return 0, fmt.Errorf("%s: %w", run.Name(), err)
	}
	return binary.LittleEndian.Uint64(b[:]), nil
}

// merge goes through the entries between two bounds.
func (s *sorter) merge(from, to bound) iter.Seq2[dedup.Posting, error] {
	return func(yield func(dedup.Posting, error) bool) {
		var merging readers
		for i := range from {
			if from[i] == to[i] {
				continue
			}
			r, err := openRun(s.runPath(i), from[i], to[i])
			if err == nil {
				defer r.file.Close()
				err = r.next()
			}
			if err != nil {
				yield(dedup.Posting{}, err)
				return
			}
			merging = append(merging, r)
		}
		merging.order()
		for len(merging) > 0 {
			r := merging[0]
			if !yield(r.entry, nil) {
				return
			}
			switch err := r.next(); {
			case err == io.EOF:
				last := len(merging) - 1
				merging[0] = merging[last]
				merging = merging[:last]
			case err != nil:
				yield(dedup.Posting{}, err)
				return
			}
			merging.sink(0)
		}
	}
}

// reader reads entries of one run.
type reader struct {
	file   *os.File
	at     int64  // bytes of the file
	left   int64  // bytes of the file that are wanted
	buffer []byte // what has been read and not yet taken
	room   []byte
	entry  dedup.Posting
}

func openRun(path string, from, to int64) (*reader, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	left := (to - from) * entryBytes
	return &reader{file: file, at: from * entryBytes, left: left, room: make([]byte, min(left, readBuffer))}, nil
}

// readBuffer holds a whole number of entries.
const readBuffer = 1 << 14 * entryBytes

// next reads the next entry; at the end the error is io.EOF.
func (r *reader) next() error {
	if len(r.buffer) == 0 {
		if r.left == 0 {
			return io.EOF
		}
		n := min(r.left, int64(len(r.room)))
		if _, err := r.file.ReadAt(r.room[:n], r.at); err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return fmt.Errorf("%s: %w", r.file.Name(), err)
		}
		r.buffer, r.at, r.left = r.room[:n], r.at+n, r.left-n
	}
	r.entry = dedup.Posting{Key: binary.LittleEndian.Uint64(r.buffer), Value: binary.LittleEndian.Uint32(r.buffer[8:])}
	r.buffer = r.buffer[entryBytes:]
	return nil
}

// readers is a heap of runs, that with the least entry first.
type readers []*reader

func (h readers) order() {
	for i := len(h)/2 - 1; i >= 0; i-- {
		h.sink(i)
	}
}

// sink moves a reader down to its place after its entry has grown.
func (h readers) sink(i int) {
	for {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(h); child++ {
			if less(h[child].entry, h[least].entry) {
				least = child
			}
		}
		if least == i {
			return
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
}

func less(a, b dedup.Posting) bool {
	return a.Key < b.Key || a.Key == b.Key && a.Value < b.Value
}
