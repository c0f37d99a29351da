package batchdedup

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/sanitize"
)

const (
	// itemsAtOnce and bytesAtOnce bound what a worker takes at a time: enough
	// that handing over costs nothing beside the work.
	itemsAtOnce = 64
	bytesAtOnce = 1 << 20
	// checkpointEvery is after how many documents a checkpoint is written:
	// every ten to twenty seconds.
	checkpointEvery = 100_000
)

// reading is what a worker made of some items.
type reading struct {
	bytes   int64
	items   int
	records [][]byte
	ids     []uint64          // of each record: idHash
	keys    [][]dedup.Posting // of each record; values have no number yet
	faults  []fault

	extracted int   // records whose parties were extracted
	stopped   error // of the extraction: the work ends
}

type fault struct {
	item int // in the reading
	err  error
}

// A key's value is the document's number and whether the key is but a hint.
const hintBit = 1

const maxDocuments = 1<<31 - 1

func (r *run) read(ctx context.Context, c Collection) error {
	last := r.state.Documents
	err := pipeline(ctx, r.Workers, items(c, r.state.Items), func(items []Item) reading { return r.fingerprint(ctx, items) }, func(made reading) error {
		if made.stopped != nil {
			return made.stopped
		}
		for i, record := range made.records {
			if len(r.places) >= maxDocuments {
				return fmt.Errorf("more than %d documents", maxDocuments)
			}
			number := uint32(len(r.places))
			at, err := r.records.Append(record)
			if err != nil {
				return err
			}
			r.places, r.ids = append(r.places, at), append(r.ids, made.ids[i])
			for k := range made.keys[i] {
				made.keys[i][k].Value |= number << 1
			}
			if err := r.keys.Add(made.keys[i]); err != nil {
				return err
			}
		}
		for _, f := range made.faults {
			r.Fault(r.state.Items+f.item, f.err)
		}
		r.state.Items += made.items
		r.state.Failed += len(made.faults)
		r.state.Documents = len(r.places)
		r.state.Extracted += made.extracted
		r.state.Bytes += made.bytes
		r.Progress(Reading, int64(r.state.Items), 0, r.state.Bytes)
		if r.state.Documents-last < checkpointEvery {
			return nil
		}
		last = r.state.Documents
		return r.checkpoint()
	})
	if err == nil {
		r.state.Repeated = repeated(r.ids)
		r.ids = nil
	}
	return err
}

// repeated counts the IDs that another document before has, which it sorts.
func repeated(ids []uint64) (n int) {
	slices.Sort(ids)
	for i := 1; i < len(ids); i++ {
		if ids[i] == ids[i-1] {
			n++
		}
	}
	return n
}

// items produces the items of a collection from one on, some at a time.
func items(c Collection, first int) func(ctx context.Context, send func([]Item) bool) error {
	return func(ctx context.Context, send func([]Item) bool) error {
		var some []Item
		size := 0
		for item, err := range c.From(ctx, first) {
			if err != nil {
				return err
			}
			some = append(some, item)
			if size += item.Bytes; len(some) < itemsAtOnce && size < bytesAtOnce {
				continue
			}
			if !send(some) {
				return ctx.Err()
			}
			some, size = nil, 0
		}
		if len(some) > 0 {
			send(some)
		}
		return ctx.Err()
	}
}

// fingerprint reads some items. The parties of a text without a number of its people are extracted at once: only
// by its plaintiff's name another one finds it.
func (r *run) fingerprint(ctx context.Context, items []Item) reading {
	made := reading{items: len(items)}
	for i, item := range items {
		d, err := item.Read()
		if errors.Is(err, ErrLeftOut) {
			continue
		}
		if err != nil {
			made.faults = append(made.faults, fault{i, err})
			continue
		}
		made.bytes += int64(len(d.Text))
		d.Text = sanitize.Text(d.Text) // as the service cleans what it reads
		fp := r.Detector.Fingerprint(d.Filing)
		hints, telling := fp.KeyKinds()
		if len(telling) == 0 && !d.Read && r.Extract != nil {
			parties, err := r.Extract(ctx, d.Text)
			if err != nil {
				return reading{stopped: err}
			}
			fp, d.Read = r.Detector.WithParties(fp, d.Text, parties), true
			made.extracted++
			hints, telling = fp.KeyKinds()
		}
		made.records = append(made.records, entry{fp, d.Read, d.Place}.append(nil))
		made.ids = append(made.ids, idHash(fp.ID))
		made.keys = append(made.keys, postingsOf(hints, telling))
	}
	return made
}

// postingsOf marks the keys that are but hints.
func postingsOf(hints, telling []dedup.Key) []dedup.Posting {
	keys := make([]dedup.Posting, 0, len(hints)+len(telling))
	for _, k := range hints {
		keys = append(keys, dedup.Posting{Key: uint64(k), Value: hintBit})
	}
	for _, k := range telling {
		keys = append(keys, dedup.Posting{Key: uint64(k)})
	}
	return keys
}
