package pairing

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/cotejo/cotejo/core/dedup"
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
	keys    [][]dedup.Posting // of each record; values have no number yet
	faults  []fault
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
	return pipeline(ctx, r.Workers, items(c, r.state.Items), r.fingerprint, func(made reading) error {
		for i, record := range made.records {
			if len(r.places) >= maxDocuments {
				return fmt.Errorf("more than %d documents", maxDocuments)
			}
			number := uint32(len(r.places))
			at, err := r.records.Append(record)
			if err != nil {
				return err
			}
			r.places = append(r.places, at)
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
		r.state.Bytes += made.bytes
		r.Progress(Reading, int64(r.state.Items), 0, r.state.Bytes)
		if r.state.Documents-last < checkpointEvery {
			return nil
		}
		last = r.state.Documents
		return r.checkpoint()
	})
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

// fingerprint reads some items.
func (r *run) fingerprint(items []Item) reading {
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
		fp := r.Detector.Fingerprint(d.Filing)
		made.records = append(made.records, entry{fp, d.Read, d.Place}.append(nil))
		made.keys = append(made.keys, keysOf(fp))
	}
	return made
}

func keysOf(fp dedup.Fingerprint) []dedup.Posting {
	hints, telling := fp.Doors()
	keys := make([]dedup.Posting, 0, len(hints)+len(telling))
	for _, k := range hints {
		keys = append(keys, dedup.Posting{Key: uint64(k), Value: hintBit})
	}
	for _, k := range telling {
		keys = append(keys, dedup.Posting{Key: uint64(k)})
	}
	return keys
}

// entry is what is kept of a document.
type entry struct {
	dedup.Fingerprint
	read  bool // the parties were given or have been extracted
	place int64
}

const entryHeader = 9

func (e entry) append(b []byte) []byte {
	b = append(b, 0)
	if e.read {
		b[0] = 1
	}
	b = binary.LittleEndian.AppendUint64(b, uint64(e.place))
	b, _ = e.AppendBinary(b) // never fails
	return b
}

func parseEntry(b []byte) (e entry, err error) {
	if len(b) < entryHeader {
		return entry{}, fmt.Errorf("a document of %d bytes", len(b))
	}
	e.read, e.place = b[0] == 1, int64(binary.LittleEndian.Uint64(b[1:]))
	return e, e.UnmarshalBinary(b[entryHeader:])
}
