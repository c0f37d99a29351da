package sqlstore

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/ports"
)

// shelf implements ports.Shelf. Of a fingerprint it keeps the document's ID and the
// keys in memory, some 700 bytes, and the rest in a file that nobody else sees and
// that goes with the process.
type shelf struct {
	l     loader
	ids   []string
	sizes []int
	keys  [256][]shelvedKey // by their first byte in the order of the index
	file  *os.File
	data  *bufio.Writer // into it
}

// shelvedKey is a key of a fingerprint that has that place on the shelf; ordered is
// as large beside others as the key in the index, where keys have a sign.
type shelvedKey struct {
	ordered [2]uint32 // the higher half first: with 64 bits at once it took 16 bytes
	place   uint32
}

func (k shelvedKey) key() int64 { return int64(uint64(k.ordered[0])<<32|uint64(k.ordered[1])) ^ -1<<63 }

func (k shelvedKey) compare(o shelvedKey) int {
	if k.ordered[0] != o.ordered[0] {
		return cmp.Compare(k.ordered[0], o.ordered[0])
	}
	return cmp.Or(cmp.Compare(k.ordered[1], o.ordered[1]), cmp.Compare(k.place, o.place))
}

func (l loader) Shelve() ports.Shelf { return &shelf{l: l} }

func (s *shelf) Len() int { return len(s.ids) }

func (s *shelf) Close() {
	if s.file != nil {
		s.file.Close()
	}
	*s = shelf{l: s.l}
}

func (s *shelf) Put(all []dedup.Packed) error {
	if s.file == nil && len(all) > 0 {
		file, err := os.CreateTemp(s.l.db.tempDir, "cotejo-prints-*")
		if err != nil {
			return fmt.Errorf("setting fingerprints aside: %w", err)
		}
		s.file, s.data = file, bufio.NewWriterSize(file, 1<<18)
		if err := os.Remove(file.Name()); err != nil {
			return fmt.Errorf("setting fingerprints aside: %w", err)
		}
	}
	for _, p := range all {
		if _, err := s.data.Write(p.Data); err != nil {
			return fmt.Errorf("setting fingerprints aside: %w", err)
		}
		place := uint32(len(s.ids))
		for _, k := range p.Keys {
			ordered := uint64(k) ^ 1<<63
			first := &s.keys[ordered>>56]
			*first = append(*first, shelvedKey{[2]uint32{uint32(ordered >> 32), uint32(ordered)}, place})
		}
		s.ids, s.sizes = append(s.ids, p.ID), append(s.sizes, len(p.Data))
	}
	return nil
}

// Store stores all keys, in their order, before the fingerprints: a key without its
// fingerprint finds nothing, and one that was cut short here is made again under
// another number.
func (s *shelf) Store(ctx context.Context) error {
	defer s.Close()
	if len(s.ids) == 0 {
		return ctx.Err()
	}
	var seqs []int64
	err := s.l.inTurn(s.l.hurry(ctx), func(ctx context.Context, tx bun.Tx) (err error) {
		seqs, err = s.l.db.engine.reserve(ctx, tx, "dedup_fingerprints", len(s.ids))
		return err
	})
	if err != nil {
		return err
	}
	if err := s.storeKeys(ctx, seqs); err != nil {
		return err
	}
	return s.storePrints(ctx, seqs)
}

// A transaction adds fewestKeys to mostKeys, of which it takes as many as those
// who wait have patience for, so that keys are stored as fast as documents come
// in.
const (
	fewestKeys = 25_000
	mostKeys   = 200_000
)

// storingKeys is how many transactions add keys at once, or wait for their turn.
const storingKeys = 2

// storeKeys stores some while it reads ahead for the next.
func (s *shelf) storeKeys(ctx context.Context, seqs []int64) error {
	many, storing := fewestKeys, make(chan storedKeys, storingKeys)
	for range storingKeys {
		storing <- storedKeys{next: many}
	}
	var rows [][]any
	store := func() error {
		err := s.l.db.engine.keysAhead(ctx, s.l.db.Base, rows)
		before := <-storing
		go func(rows [][]any) { storing <- s.addKeys(ctx, rows) }(rows)
		many, rows = before.next, nil
		return errors.Join(before.err, err)
	}
	var err error
	for i := 0; i < len(s.keys) && err == nil; i++ {
		slices.SortFunc(s.keys[i], shelvedKey.compare)
		for _, k := range s.keys[i] {
			if rows = append(rows, []any{k.key(), seqs[k.place]}); len(rows) < many {
				continue
			}
			if err = store(); err != nil {
				break
			}
		}
		s.keys[i] = nil
	}
	if err == nil {
		err = store()
	}
	for range storingKeys {
		err = errors.Join(err, (<-storing).err)
	}
	return err
}

// storedKeys tells how keys were stored, and how many a transaction after them
// should add.
type storedKeys struct {
	next int
	err  error
}

func (s *shelf) addKeys(ctx context.Context, rows [][]any) storedKeys {
	if len(rows) == 0 {
		return storedKeys{fewestKeys, nil}
	}
	var begun time.Time
	err := s.l.inTurn(s.l.hurry(ctx), func(ctx context.Context, tx bun.Tx) error {
		begun = time.Now()
		return s.l.db.add(ctx, tx, table{name: "dedup_keys", columns: []string{"key", "seq"}}, rows)
	})
	return storedKeys{s.l.keysNext(len(rows), time.Since(begun)), err}
}

// printsAtOnce is how many fingerprints a transaction adds.
const printsAtOnce = 2000

func (s *shelf) storePrints(ctx context.Context, seqs []int64) error {
	if err := s.data.Flush(); err != nil {
		return fmt.Errorf("setting fingerprints aside: %w", err)
	}
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("setting fingerprints aside: %w", err)
	}
	aside := bufio.NewReaderSize(s.file, 1<<18)
	for begin := 0; begin < len(s.ids); begin += printsAtOnce {
		end := min(begin+printsAtOnce, len(s.ids))
		rows := make([][]any, 0, end-begin)
		for i := begin; i < end; i++ {
			data := make([]byte, s.sizes[i])
			if _, err := io.ReadFull(aside, data); err != nil {
				return fmt.Errorf("reading fingerprints that were set aside: %w", err)
			}
			rows = append(rows, []any{seqs[i], s.ids[i], int64(dedup.Format), data})
		}
		if err := s.l.db.engine.printsAhead(ctx, s.l.db.Base, rows); err != nil {
			return err
		}
		turn := s.l.hurry(ctx)
		if end == len(s.ids) {
			turn = ctx // to the disk, with all before
		}
		if err := s.l.inTurn(turn, func(ctx context.Context, tx bun.Tx) error { return s.addPrints(ctx, tx, s.ids[begin:end], rows) }); err != nil {
			return err
		}
	}
	return nil
}

// addPrints adds those whose documents nobody has given one meanwhile.
func (s *shelf) addPrints(ctx context.Context, tx bun.Tx, ids []string, rows [][]any) error {
	missing, err := s.l.WithoutFingerprint(ctx, ids)
	if err != nil {
		return err
	}
	lacks := map[string]bool{}
	for _, id := range missing {
		lacks[id] = true
	}
	var lacking [][]any
	for i, id := range ids {
		if lacks[id] {
			lacking = append(lacking, rows[i])
		}
	}
	return s.l.db.add(ctx, tx, table{name: "dedup_fingerprints", columns: []string{"seq", "document_id", "format", "data"}}, lacking)
}

// keysNext returns how many keys the next transaction adds after one of n that took
// so long.
func (l loader) keysNext(n int, took time.Duration) int {
	patience := l.Patience() * 4 / 5
	if patience == 0 {
		return mostKeys
	}
	if took <= 0 {
		return fewestKeys
	}
	fit := min(float64(2*n), float64(n)*float64(patience)/float64(took))
	return max(fewestKeys, min(int(fit), mostKeys))
}
