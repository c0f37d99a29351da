package pairing

import (
	"context"
	"math"

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
)

// pair notes the candidates: entries whose key is the number of A above that of
// B, once for each key that both have.
func (r *run) pair(ctx context.Context) error {
	total := 2 * r.keys.Len()
	var sizes [mostSharers + 1]int64
	done, hot := int64(0), int64(0)
	err := r.sharers(ctx, func(sharers []uint32, size int64) error {
		if size <= mostSharers {
			sizes[size]++
		}
		done += int64(len(sharers))
		r.Progress(Pairing, done, total, r.state.Bytes)
		return nil
	})
	if err != nil {
		return err
	}
	limit := affordable(sizes, int64(r.state.Documents)*pairsPerDocument)
	var pairs []dedup.Posting
	err = r.sharers(ctx, func(sharers []uint32, size int64) error {
		pairs = pairs[:0]
		reach := int(size)
		if size > limit {
			hot++
			reach = neighbours
		}
		for i, a := range sharers {
			for _, b := range sharers[i+1 : min(len(sharers), i+1+reach)] {
				weight := uint32(hintWeight)
				if size <= fewSharers && a&b&hintBit == 0 {
					weight = tellingWeight
				}
				pairs = append(pairs, dedup.Posting{Key: uint64(a>>1)<<32 | uint64(b>>1), Value: weight})
			}
		}
		done += int64(len(sharers))
		r.Progress(Pairing, done, total, r.state.Bytes)
		return r.pairs.Add(pairs)
	})
	if err != nil {
		return err
	}
	r.state.HotKeys = hot
	return r.keys.Drop()
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
// that overlap by the neighbours.
func (r *run) sharers(ctx context.Context, visit func(values []uint32, size int64) error) error {
	const piece = 1 << 16
	var values []uint32
	key, size, read := uint64(0), int64(0), 0
	flush := func() error {
		if len(values) < 2 {
			return nil
		}
		return visit(values, size)
	}
	for e, err := range r.keys.Sorted() {
		if err != nil {
			return err
		}
		if read++; read&0xffff == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if e.Key != key || size == 0 {
			if err := flush(); err != nil {
				return err
			}
			key, size, values = e.Key, 0, values[:0]
		}
		size++
		if values = append(values, e.Value); len(values) == piece {
			if err := visit(values, math.MaxInt64); err != nil {
				return err
			}
			values = append(values[:0], values[piece-neighbours:]...)
		}
	}
	return flush()
}
