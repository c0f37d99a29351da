package memory

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/cotejo/cotejo/core/document"
)

// parts implements ports.TaskParts.
type parts struct{ s *Store }

// keptParts are those of one task by number. They are not changed, but made anew.
type keptParts struct {
	since time.Time
	data  map[int][]byte
}

func (p parts) Keep(ctx context.Context, taskID string, all ...document.TaskPart) error {
	return p.s.do(ctx, func(tx *transaction) error {
		kept, known := p.s.parts[taskID]
		if kept.data = maps.Clone(kept.data); !known {
			kept = keptParts{since: time.Now(), data: map[int][]byte{}}
		}
		for _, part := range all {
			kept.data[part.Number] = bytes.Clone(part.Data)
		}
		set(tx, p.s.parts, taskID, kept)
		return nil
	})
}

func (p parts) Load(ctx context.Context, taskID string, from, limit int) (all []document.TaskPart, err error) {
	err = p.s.do(ctx, func(*transaction) error {
		kept := p.s.parts[taskID].data
		for _, n := range slices.Sorted(maps.Keys(kept)) {
			if n >= from && len(all) < limit {
				all = append(all, document.TaskPart{Number: n, Data: bytes.Clone(kept[n])})
			}
		}
		return nil
	})
	return all, err
}

func (p parts) Extent(ctx context.Context, taskID string) (last int, size int64, err error) {
	err = p.s.do(ctx, func(*transaction) error {
		for n, data := range p.s.parts[taskID].data {
			last, size = max(last, n), size+int64(len(data))
		}
		return nil
	})
	return last, size, err
}

func (p parts) Remove(ctx context.Context, taskID string) error {
	return p.s.do(ctx, func(tx *transaction) error {
		remove(tx, p.s.parts, taskID)
		return nil
	})
}

func (p parts) Each(ctx context.Context, visit func(taskID string, since time.Time) error) error {
	since := map[string]time.Time{}
	err := p.s.do(ctx, func(*transaction) error {
		for id, kept := range p.s.parts {
			since[id] = kept.since
		}
		return nil
	})
	for _, id := range slices.Sorted(maps.Keys(since)) {
		if err == nil {
			err = visit(id, since[id])
		}
	}
	return err
}
