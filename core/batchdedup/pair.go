package batchdedup

import (
	"context"
	"iter"
	"math"
	"sync"

	"github.com/cotejo/cotejo/core/dedup"
)

const (
	// pairsPerDocument is how many pairs of documents that share a key are
	// noted for each document, at most and on average. It bounds disk and time
	// where thousands share a form letter.
	pairsPerDocument = 64
	// mostSharers is of how many documents under one key all pairs are noted.
	mostSharers = 100
	// neighbours is how many of the documents that follow it each document of a
	// hotter key is paired with: enough to tie a mass filing together.
	neighbours = 2

	// Three hints or one telling key make a candidate. On 20,000 held-out filings
	// this loses none of the duplicates that two hints find, and compares a
	// third of the pairs.
	hintWeight    = 1
	tellingWeight = 3
	leastWeight   = 3
	// A key that more documents share names an office or its telephone, and is
	// a hint.
	fewSharers = 12

	// pairsAtOnce is how many pairs a worker gathers before it hands them over.
	pairsAtOnce = 1 << 12
)

// pair notes the candidates: entries whose key is the number of A above that of
// B, once for each key that both have.
func (r *run) pair(ctx context.Context) error {
	// Some parts for each worker: when the last ones are at work, they are small.
	parts, err := r.keys.Parts(8 * r.Workers)
	if err != nil {
		return err
	}
	var (
		mu    sync.Mutex // guards what follows and r.pairs
		sizes [mostSharers + 1]int64
		done  int64
		hot   int64
	)
	total := 2 * r.keys.Len()
	reached := func(keys int) {
		done += int64(keys)
		r.Progress(Pairing, done, total, r.state.Bytes)
	}
	err = each(ctx, r.Workers, parts, func(ctx context.Context, part keyed) error {
		var counted [mostSharers + 1]int64
		read, err := sharers(ctx, part, func(_ []uint32, size int64) error {
			if size <= mostSharers {
				counted[size]++
			}
			return nil
		})
		mu.Lock()
		defer mu.Unlock()
		for size, n := range counted {
			sizes[size] += n
		}
		reached(read)
		return err
	})
	if err != nil {
		return err
	}
	limit := affordable(sizes, int64(r.state.Documents)*pairsPerDocument)
	err = each(ctx, r.Workers, parts, func(ctx context.Context, part keyed) error {
		var pairs []dedup.Posting
		beyond := int64(0) // keys that too many share
		add := func() error {
			mu.Lock()
			defer mu.Unlock()
			err := r.pairs.Add(pairs)
			pairs = pairs[:0]
			return err
		}
		read, err := sharers(ctx, part, func(sharers []uint32, size int64) error {
			reach := len(sharers)
			if size > limit {
				beyond++
				reach = neighbours
			}
			if pairs = appendPairs(pairs, sharers, reach, size <= fewSharers); len(pairs) < pairsAtOnce {
				return nil
			}
			return add()
		})
		if err == nil {
			err = add()
		}
		mu.Lock()
		defer mu.Unlock()
		hot += beyond
		reached(read)
		return err
	})
	if err != nil {
		return err
	}
	r.state.HotKeys = hot
	return r.keys.Drop()
}

// keyed is some of the sorter of keys.
type keyed = iter.Seq2[dedup.Posting, error]

// each calls do for each part, for several at once.
func each(ctx context.Context, workers int, parts []keyed, do func(context.Context, keyed) error) error {
	produce := func(_ context.Context, send func(keyed) bool) error {
		for _, p := range parts {
			if !send(p) {
				break
			}
		}
		return nil
	}
	return pipeline(ctx, workers, produce, func(part keyed) error { return do(ctx, part) }, func(err error) error { return err })
}

// appendPairs appends each of the sharers of a key with those of them that
// follow within reach.
func appendPairs(pairs []dedup.Posting, sharers []uint32, reach int, few bool) []dedup.Posting {
	for i, a := range sharers {
		for _, b := range sharers[i+1 : min(len(sharers), i+1+reach)] {
			weight := uint32(hintWeight)
			if few && a&b&hintBit == 0 {
				weight = tellingWeight
			}
			pairs = append(pairs, dedup.Posting{Key: uint64(a>>1)<<32 | uint64(b>>1), Value: weight})
		}
	}
	return pairs
}

// affordable returns the greatest number of sharers of which all pairs can be
// noted within a budget.
func affordable(sizes [mostSharers + 1]int64, budget int64) (limit int64) {
	for limit < mostSharers {
		n := limit + 1
		if budget -= sizes[n] * n * (n - 1) / 2; budget < 0 {
			break
		}
		limit = n
	}
	return limit
}

// sharers calls visit with the values under each key that more than one
// document has, and how many there are; those of very hot keys come in pieces
// that overlap by the neighbours. It returns how many entries there were.
func sharers(ctx context.Context, part keyed, visit func(values []uint32, size int64) error) (read int, err error) {
	const piece = 1 << 16
	var values []uint32
	key, size := uint64(0), int64(0)
	flush := func() error {
		if len(values) < 2 {
			return nil
		}
		return visit(values, size)
	}
	for e, err := range part {
		if err != nil {
			return read, err
		}
		if read++; read&0xffff == 0 && ctx.Err() != nil {
			return read, ctx.Err()
		}
		if e.Key != key || size == 0 {
			if err := flush(); err != nil {
				return read, err
			}
			key, size, values = e.Key, 0, values[:0]
		}
		size++
		if values = append(values, e.Value); len(values) == piece {
			if err := visit(values, math.MaxInt64); err != nil {
				return read, err
			}
			values = append(values[:0], values[piece-neighbours:]...)
		}
	}
	return read, flush()
}
