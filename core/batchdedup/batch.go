// Package batchdedup finds all related pairs in a collection too large to compare
// one by one or to keep in memory.
//
// It goes through the collection once, in parallel, and keeps of each document
// a fingerprint on disk and its keys in a sorter. Documents that share keys
// become candidates, and every candidate is verified as an online search would
// do. Parties that the document does not give are extracted from its text before it is
// compared, but not where the two texts are of two matters. In a large collection they are
// extracted only where the texts leave a doubt.
//
// The work can stop at any time and resumes from the last checkpoint.
package batchdedup

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"runtime"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/ports"
)

// Document is one of a collection.
type Document struct {
	dedup.Filing
	// Read is set when the parties are given, even if empty. Otherwise they are
	// extracted when needed.
	Read bool
	// Place is where the collection finds the text again.
	Place int64
}

// Item is a document that has been taken from the collection and not yet been
// read. Read may fail without ending the batch.
type Item struct {
	Bytes int // about
	Read  func() (Document, error)
}

// Collection has the filings of a batch. It must not change meanwhile.
type Collection interface {
	// From goes through the items from number first on, counted from 0; those
	// that cannot be read count too. The error ends the batch.
	From(ctx context.Context, first int) iter.Seq2[Item, error]

	// Text returns a text again. It is safe for concurrent use.
	Text(ctx context.Context, place int64) (string, error)
}

// Pair is two related documents, the one that comes first in the collection
// as A.
type Pair struct {
	A string
	dedup.Match
}

// Output takes the results in order.
type Output interface {
	Emit(Pair) error

	// Mark makes what was emitted so far durable and returns how much that is.
	Mark() (int64, error)

	// Rewind forgets all that was emitted after a mark.
	Rewind(mark int64) error
}

// Stage is a part of the work.
type Stage string

const (
	Reading   Stage = "reading"   // making fingerprints
	Pairing   Stage = "pairing"   // looking for candidates
	Comparing Stage = "comparing" // verifying them
	Grouping  Stage = "grouping"  // making clusters
)

// Batch is the work and what it needs. Job, Detector and Spill are required.
type Batch struct {
	// Job names the collection and the options. A checkpoint of another job in the
	// Spill is an error.
	Job []byte

	Detector *dedup.Detector
	Spill    ports.Spill

	// Extract finds the parties in a text; nil for never. It fails only when ctx ends.
	Extract func(ctx context.Context, text string) (dedup.Parties, error)

	// Workers is how many documents are worked on at once; 0 for as many as
	// there are processors.
	Workers int

	// Progress receives how far a stage is: documents while reading and comparing,
	// keys while pairing; total is 0 when not known, bytes are those of the texts
	// read so far.
	Progress func(stage Stage, done, total, bytes int64)

	// Fault receives the number of each item that could not be read, and its error.
	Fault func(item int, err error)
}

// Summary counts what was done, also before the last interruption.
type Summary struct {
	Documents  int // read
	Failed     int // items that could not be read
	Repeated   int // documents with the ID of an earlier one: their pairs are ambiguous
	Bytes      int64
	Extracted  int   // documents of which the parties were extracted
	HotKeys    int64 // keys that too many documents share to compare them all
	Candidates int64 // pairs verified
	Duplicates int64
	NewClaims  int64
	SameCase   int64
	Mass       int64
}

// ErrLeftOut is Item.Read's error for a document that is not wanted. It is no
// fault.
var ErrLeftOut = errors.New("batchdedup: the document is left out")

// ErrOtherJob is returned when the Spill holds the beginning of another job.
var ErrOtherJob = errors.New("batchdedup: the spill holds another job")

// state is what a checkpoint keeps.
type state struct {
	Job   []byte
	Stage Stage
	Summary
	Items int   // read or failed
	Next  int   // the document whose pairs come next
	Mark  int64 // of the output
}

// run is a Batch at work.
type run struct {
	Batch
	state   state
	places  []int64  // of the records of documents, by number
	ids     []uint64 // hashes of their IDs, while they are read
	records ports.Records
	keys    ports.Sorter
	pairs   ports.Sorter
}

// Run does the work, or what is left of it, and emits the pairs by the number
// of A, then of B. clusters, when not nil, is called with each cluster at the
// end: always with all of them, because an earlier run may have
// ended before its clusters were stored.
func (b Batch) Run(ctx context.Context, c Collection, out Output, clusters func(Cluster) error) (Summary, error) {
	if b.Workers <= 0 {
		b.Workers = runtime.GOMAXPROCS(0)
	}
	if b.Progress == nil {
		b.Progress = func(Stage, int64, int64, int64) {}
	}
	if b.Fault == nil {
		b.Fault = func(int, error) {}
	}
	r := run{Batch: b, state: state{Job: b.Job, Stage: Reading}}
	if err := r.open(out); err != nil {
		return Summary{}, err
	}
	steps := []struct {
		stage, next Stage
		do          func() error
	}{
		{Reading, Pairing, func() error { return r.read(ctx, c) }},
		{Pairing, Comparing, func() error { return r.pair(ctx) }},
		{Comparing, Grouping, func() error { return r.compare(ctx, c, out) }},
	}
	for _, s := range steps {
		if r.state.Stage != s.stage {
			continue
		}
		if err := s.do(); err != nil {
			return r.state.Summary, err
		}
		r.state.Stage = s.next
		if err := r.checkpoint(); err != nil {
			return r.state.Summary, err
		}
	}
	return r.state.Summary, r.group(ctx, c, clusters)
}

// open resumes from the checkpoint of an earlier run.
func (r *run) open(out Output) (err error) {
	if saved := r.Spill.State(); saved != nil {
		var s state
		if err := json.Unmarshal(saved, &s); err != nil {
			return fmt.Errorf("reading the checkpoint: %w", err)
		}
		if !bytes.Equal(s.Job, r.Job) {
			return ErrOtherJob
		}
		r.state = s
	}
	if r.records, err = r.Spill.Records("documents"); err != nil {
		return err
	}
	if r.keys, err = r.Spill.Sorter("keys"); err != nil {
		return err
	}
	if r.pairs, err = r.Spill.Sorter("pairs"); err != nil {
		return err
	}
	for at, record := range r.records.All() {
		id, _, err := splitEntry(record)
		if err != nil {
			return fmt.Errorf("reading the fingerprints again: %w", err)
		}
		r.places, r.ids = append(r.places, at), append(r.ids, idHash(id))
	}
	if err := r.records.Err(); err != nil {
		return fmt.Errorf("reading the fingerprints again: %w", err)
	}
	if len(r.places) != r.state.Documents {
		return fmt.Errorf("%d fingerprints were kept, the checkpoint has %d", len(r.places), r.state.Documents)
	}
	return out.Rewind(r.state.Mark)
}

func (r *run) checkpoint() error {
	data, err := json.Marshal(r.state)
	if err != nil {
		return err
	}
	return r.Spill.Checkpoint(data)
}
