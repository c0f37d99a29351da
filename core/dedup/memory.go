package dedup

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
)

// Memory is an Index in memory: for tests, for batches and for programs that
// embed the engine without a database.
type Memory struct {
	mu    sync.RWMutex
	byID  map[string]Fingerprint
	byKey map[Key][]string // IDs, in no order
}

// NewMemory returns an empty index.
func NewMemory() *Memory {
	return &Memory{byID: map[string]Fingerprint{}, byKey: map[Key][]string{}}
}

var (
	_ Index   = (*Memory)(nil)
	_ Sampler = (*Memory)(nil)
)

// Put implements Index. It never fails.
func (m *Memory) Put(_ context.Context, all ...Fingerprint) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, f := range all {
		m.remove(f.ID)
		m.byID[f.ID] = f
		for _, k := range f.Keys() {
			m.byKey[k] = append(m.byKey[k], f.ID)
		}
	}
	return nil
}

// Delete implements Index. It never fails.
func (m *Memory) Delete(_ context.Context, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.remove(id)
	return nil
}

func (m *Memory) remove(id string) {
	old, ok := m.byID[id]
	if !ok {
		return
	}
	delete(m.byID, id)
	for _, k := range old.Keys() {
		ids := m.byKey[k]
		i := slices.Index(ids, id)
		ids[i] = ids[len(ids)-1]
		if ids = ids[:len(ids)-1]; len(ids) == 0 {
			delete(m.byKey, k)
		} else {
			m.byKey[k] = ids
		}
	}
}

// Get implements Index.
func (m *Memory) Get(_ context.Context, id string) (Fingerprint, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	f, ok := m.byID[id]
	if !ok {
		return Fingerprint{}, ErrNotFound
	}
	return f, nil
}

// Count implements Sampler. It never fails.
func (m *Memory) Count(context.Context) (int, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return len(m.byID), nil
}

// Outdated implements Sampler: what is in memory is of this program.
func (m *Memory) Outdated(ctx context.Context) (bool, error) { return false, ctx.Err() }

// Sample implements Sampler, in the order of IDs.
func (m *Memory) Sample(ctx context.Context, most int, visit func(Fingerprint) error) error {
	if most <= 0 {
		return ctx.Err()
	}
	m.mu.RLock()
	ids := slices.Sorted(maps.Keys(m.byID))
	m.mu.RUnlock()
	for i := 0; i < len(ids); i += max(1, len(ids)/most) {
		if f, err := m.Get(ctx, ids[i]); err == nil {
			if err := visit(f); err != nil {
				return err
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// Lookup implements Index.
func (m *Memory) Lookup(ctx context.Context, hints, telling []Key, limit int) ([]Fingerprint, error) {
	if err := ctx.Err(); err != nil || limit <= 0 {
		return nil, err
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	shared := map[string]int{}
	for weight, keys := range map[int][]Key{1: hints, FewestHints: telling} {
		keys = slices.Compact(slices.Sorted(slices.Values(keys)))
		for _, k := range keys {
			for _, id := range m.byKey[k] {
				shared[id] += weight
			}
		}
	}
	ids := make([]string, 0, len(shared))
	for id, n := range shared {
		if n >= FewestHints {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b string) int {
		return cmp.Or(cmp.Compare(shared[b], shared[a]), cmp.Compare(a, b))
	})
	found := make([]Fingerprint, 0, min(limit, len(ids)))
	for _, id := range ids[:min(limit, len(ids))] {
		found = append(found, m.byID[id])
	}
	return found, nil
}
