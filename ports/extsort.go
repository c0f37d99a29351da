package ports

import (
	"iter"

	"github.com/cotejo/cotejo/core/dedup"
)

// Spill is disk space for the data and the position of a long computation, so that it can be
// resumed. It belongs to one computation. Its methods, and those of its sorters and records,
// must be called by one goroutine at a time, unless their comments say otherwise.
type Spill interface {
	// Sorter returns the sorter of that name, with its data at the last checkpoint.
	Sorter(name string) (Sorter, error)

	// Records returns the records of that name, with their data at the last checkpoint.
	Records(name string) (Records, error)

	// State returns the argument of the last Checkpoint, or nil.
	State() []byte

	// Checkpoint stores state together with everything that was added to sorters and records. It
	// is atomic.
	Checkpoint(state []byte) error
}

// Sorter sorts more postings than fit in memory.
type Sorter interface {
	// Add adds postings in any order; it does not keep the slice.
	Add(postings []dedup.Posting) error

	// Len returns the number of postings.
	Len() int64

	// Sorted iterates over all postings by key and value, and ends after an error. Nothing may be
	// added during the iteration.
	Sorted() iter.Seq2[dedup.Posting, error]

	// Parts divides the postings by key into at most n parts of similar size, in the order of
	// their keys; each part iterates like Sorted. Several parts may be read concurrently. Nothing
	// may be added in the meantime.
	Parts(n int) ([]iter.Seq2[dedup.Posting, error], error)

	// Drop deletes all postings; the next checkpoint frees their space. Nothing may be added
	// afterwards.
	Drop() error
}

// Records stores byte strings in sequence.
type Records interface {
	// Append adds a record and returns its position. It is safe for concurrent use.
	Append(record []byte) (at int64, err error)

	// Read returns the record at a position, in buffer if that is large enough. It is safe for
	// concurrent use, also with Append.
	Read(at int64, buffer []byte) ([]byte, error)

	// All iterates over all records and their positions.
	All() iter.Seq2[int64, []byte]

	// Err returns the error that ended the last All early.
	Err() error
}
