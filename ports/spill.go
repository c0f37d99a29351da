package ports

import (
	"iter"

	"github.com/cotejo/cotejo/core/dedup"
)

// Spill is room on disk for what a long calculation cannot keep in memory, and
// for where it was, so that it can go on after it was stopped. What is in one
// belongs to one calculation; its methods, and those of what it hands out, are
// called by one goroutine at a time where nothing else is said.
type Spill interface {
	// Sorter returns the sorter of that name, with what the last checkpoint of
	// it holds.
	Sorter(name string) (Sorter, error)

	// Records returns the records of that name, with what the last checkpoint
	// of it holds.
	Records(name string) (Records, error)

	// State returns what the last Checkpoint was given, nil when there is none.
	State() []byte

	// Checkpoint makes everything added to sorters and records so far, together
	// with state, what the next process finds. It is all or nothing.
	Checkpoint(state []byte) error
}

// Sorter sorts more postings than fit in memory.
type Sorter interface {
	// Add takes postings in any order; it does not keep the slice.
	Add(postings []dedup.Posting) error

	// Len is how many postings there are.
	Len() int64

	// Sorted goes through all postings, those of the least key first and of one
	// key the least value. After an error it ends. Nothing may be added
	// meanwhile.
	Sorted() iter.Seq2[dedup.Posting, error]

	// Parts divides the postings by their keys into n parts at most, of about the
	// same size, those of the least keys first; each is gone through as Sorted
	// does. Several may be read at once. Nothing may be added meanwhile.
	Parts(n int) ([]iter.Seq2[dedup.Posting, error], error)

	// Drop forgets all postings; the next checkpoint frees their room. Nothing may
	// be added afterwards.
	Drop() error
}

// Records keeps byte strings one behind the other.
type Records interface {
	// Append adds a record and returns its place. It is safe for concurrent use.
	Append(record []byte) (at int64, err error)

	// Read returns the record at a place, in buffer when it is large enough. It
	// is safe for concurrent use, beside Append too.
	Read(at int64, buffer []byte) ([]byte, error)

	// All goes through all records with their places, in order.
	All() iter.Seq2[int64, []byte]

	// Err is what ended the last All before its time.
	Err() error
}
