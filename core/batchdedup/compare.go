package batchdedup

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/sanitize"
)

// candidatesAtOnce bounds the candidates that a worker takes at a time.
const candidatesAtOnce = 512

// mostCandidates bounds the candidates of one document; the weightiest are taken.
const mostCandidates = 200

// candidate is a pair by numbers, A first.
type candidate struct{ a, b, weight uint32 }

// comparison is what a worker found among some candidates.
type comparison struct {
	next     int // the document that follows
	verified int64
	pairs    []Pair
	edges    []dedup.Edge
	err      error
}

func (r *run) compare(ctx context.Context, c Collection, out Output) error {
	edges, err := r.Spill.Records("edges")
	if err != nil {
		return err
	}
	parties := extractor{run: r, collection: c, known: map[uint32]dedup.Fingerprint{}}
	before := r.state.Extracted
	produce := func(ctx context.Context, send func([]candidate) bool) error {
		return r.candidates(ctx, r.state.Next, send)
	}
	work := func(some []candidate) comparison { return r.verify(ctx, &parties, some) }
	last := r.state.Next
	err = pipeline(ctx, r.Workers, produce, work, func(found comparison) error {
		if found.err != nil {
			return found.err
		}
		for _, p := range found.pairs {
			if err := out.Emit(p); err != nil {
				return err
			}
			switch p.Relation {
			case dedup.Duplicate:
				r.state.Duplicates++
			case dedup.NewClaim:
				r.state.NewClaims++
			case dedup.SameCase:
				r.state.SameCase++
			case dedup.Mass:
				r.state.Mass++
			}
		}
		for _, e := range found.edges {
			if _, err := edges.Append(appendEdge(nil, e)); err != nil {
				return err
			}
		}
		r.state.Candidates += found.verified
		r.state.Extracted = before + int(parties.count.Load())
		r.state.Next = found.next
		r.Progress(Comparing, int64(found.next), int64(r.state.Documents), r.state.Bytes)
		if found.next-last < checkpointEvery {
			return nil
		}
		last = found.next
		if r.state.Mark, err = out.Mark(); err != nil {
			return err
		}
		return r.checkpoint()
	})
	if err != nil {
		return err
	}
	r.state.Mark, err = out.Mark()
	return err
}

// candidates sends those whose A is at least first, all of one A together.
func (r *run) candidates(ctx context.Context, first int, send func([]candidate) bool) error {
	var some, ofOne []candidate
	var pair uint64
	weight := uint32(0)
	closePair := func() {
		if a := uint32(pair >> 32); weight >= leastWeight && int(a) >= first {
			ofOne = append(ofOne, candidate{a, uint32(pair), weight})
		}
		weight = 0
	}
	closeOne := func() bool {
		if len(ofOne) > mostCandidates {
			slices.SortFunc(ofOne, func(x, y candidate) int { return cmp.Or(cmp.Compare(y.weight, x.weight), cmp.Compare(x.b, y.b)) })
			ofOne = ofOne[:mostCandidates]
			slices.SortFunc(ofOne, func(x, y candidate) int { return cmp.Compare(x.b, y.b) })
		}
		some, ofOne = append(some, ofOne...), ofOne[:0]
		if len(some) < candidatesAtOnce {
			return true
		}
		ok := send(some)
		some = nil
		return ok
	}
	for e, err := range r.pairs.Sorted() {
		if err != nil {
			return err
		}
		if e.Key != pair {
			closePair()
			if e.Key>>32 != pair>>32 && !closeOne() {
				return ctx.Err()
			}
			pair = e.Key
		}
		weight += e.Value
	}
	closePair()
	closeOne()
	if len(some) > 0 {
		send(some)
	}
	return ctx.Err()
}

// verify compares candidates.
func (r *run) verify(ctx context.Context, parties *extractor, some []candidate) (found comparison) {
	var a, b entry
	var buffer []byte
	loaded := uint32(0)
	for i, c := range some {
		if ctx.Err() != nil {
			return comparison{err: ctx.Err()}
		}
		if i == 0 || c.a != loaded {
			if a, buffer, found.err = r.load(c.a, buffer); found.err != nil {
				return found
			}
			loaded = c.a
		}
		if b, buffer, found.err = r.load(c.b, buffer); found.err != nil {
			return found
		}
		var m dedup.Match
		var ok bool
		if m, ok, found.err = r.match(ctx, parties, c, &a, &b); found.err != nil {
			return found
		}
		found.verified++
		if !ok {
			continue
		}
		found.pairs = append(found.pairs, Pair{A: a.ID, Match: m})
		if m.Relation == dedup.Duplicate {
			found.edges = append(found.edges, dedup.Edge{A: c.a, B: c.b, Score: float32(m.Similarity)})
		}
	}
	found.next = int(some[len(some)-1].a) + 1
	return found
}

// smallCollection is the number of documents up to which pairs are judged exactly as an online
// search judges them. Extraction takes ten times as long as everything else.
const smallCollection = 20_000

// match compares two documents. It extracts their parties unless the texts are of two matters, or
// the collection is large and the plaintiffs are known by numbers and names in the texts.
func (r *run) match(ctx context.Context, parties *extractor, c candidate, a, b *entry) (dedup.Match, bool, error) {
	if r.Extract != nil && !(a.read && b.read) {
		m, ok, certainty := r.Detector.CompareTexts(a.Fingerprint, b.Fingerprint)
		if certainty == dedup.Certain || certainty == dedup.Likely && r.state.Documents > smallCollection {
			return m, ok, nil
		}
		for number, e := range map[uint32]*entry{c.a: a, c.b: b} {
			if err := parties.read(ctx, number, e); err != nil {
				return dedup.Match{}, false, err
			}
		}
	}
	m, ok := r.Detector.Compare(a.Fingerprint, b.Fingerprint)
	return m, ok, nil
}

func (r *run) load(number uint32, buffer []byte) (entry, []byte, error) {
	buffer, err := r.records.Read(r.places[number], buffer)
	if err != nil {
		return entry{}, buffer, fmt.Errorf("reading fingerprint %d: %w", number, err)
	}
	e, err := parseEntry(buffer)
	return e, buffer, err
}

// id returns the ID of a document.
func (r *run) id(number uint32, buffer []byte) (string, []byte, error) {
	buffer, err := r.records.Read(r.places[number], buffer)
	if err != nil {
		return "", buffer, fmt.Errorf("reading fingerprint %d: %w", number, err)
	}
	id, _, err := splitEntry(buffer)
	return string(id), buffer, err
}

// extractor extracts parties, and remembers the latest ones.
type extractor struct {
	run        *run
	collection Collection
	count      atomic.Int64

	mu    sync.Mutex
	known map[uint32]dedup.Fingerprint
}

// maxKnown bounds what an extractor remembers, some 60 MB.
const maxKnown = 8192

// read gives an entry the fingerprint that it has with its parties.
func (x *extractor) read(ctx context.Context, number uint32, e *entry) error {
	if e.read {
		return nil
	}
	x.mu.Lock()
	fp, ok := x.known[number]
	x.mu.Unlock()
	if !ok {
		text, err := x.collection.Text(ctx, e.place)
		if err != nil {
			return fmt.Errorf("reading document %s again: %w", e.ID, err)
		}
		text = sanitize.Text(text)
		parties, err := x.run.Extract(ctx, text)
		if err != nil {
			return err
		}
		fp = x.run.Detector.WithParties(e.Fingerprint, text, parties)
		x.count.Add(1)
		x.mu.Lock()
		if len(x.known) >= maxKnown {
			clear(x.known)
		}
		x.known[number] = fp
		x.mu.Unlock()
	}
	e.Fingerprint, e.read = fp, true
	return nil
}
