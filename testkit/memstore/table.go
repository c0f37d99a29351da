package memstore

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"time"

	"github.com/cotejo/cotejo/core/pagination"
)

// table holds rows of one kind by ID. A row is replaced, never changed in place.
// The exported methods lock the store, and copy what goes in and out.
type table[V any] struct {
	s       *Store
	rows    map[string]V
	missing error            // of an unknown ID
	key     func(row *V) key // nil where a row has no ID of its own
}

// key is what rows are found and sorted by.
type key struct {
	id *string
	at time.Time
}

func newTable[V any](s *Store, missing error, key func(*V) key) *table[V] {
	return &table[V]{s, map[string]V{}, missing, key}
}

func (t *table[V]) Create(ctx context.Context, row V) error {
	return t.s.do(ctx, func() error { return t.add(row) })
}

func (t *table[V]) Get(ctx context.Context, id string) (V, error) {
	return ask(ctx, t.s, func() (V, error) { return t.find(id) })
}

func (t *table[V]) Update(ctx context.Context, id string, change func(*V) error) error {
	return t.s.do(ctx, func() error {
		row, err := t.find(id)
		if err == nil {
			err = change(&row)
		}
		if err != nil {
			return err
		}
		*t.key(&row).id = id
		t.put(id, row)
		return nil
	})
}

func (t *table[V]) Delete(ctx context.Context, id string) error {
	return t.s.do(ctx, func() error {
		if _, ok := t.rows[id]; !ok {
			return t.missing
		}
		t.drop(id)
		return nil
	})
}

// ByID returns those of the existing rows.
func (t *table[V]) ByID(ctx context.Context, ids []string) (map[string]V, error) {
	return ask(ctx, t.s, func() (map[string]V, error) {
		found := map[string]V{}
		for _, id := range ids {
			if row, ok := t.rows[id]; ok {
				found[id] = clone(row)
			}
		}
		return found, nil
	})
}

// list returns one page of the rows that takes accepts, newest first.
func (t *table[V]) list(ctx context.Context, takes func(*V) bool, page pagination.Request) (pagination.Of[V], error) {
	return ask(ctx, t.s, func() (pagination.Of[V], error) { return newestFirst(t.sorted(takes), page), nil })
}

// discard deletes the rows that match, and returns how many.
func (t *table[V]) discard(ctx context.Context, match func(V) bool) (int, error) {
	return ask(ctx, t.s, func() (int, error) { return t.dropAll(match), nil })
}

// What follows is called by those who hold the lock.

func (t *table[V]) find(id string) (row V, err error) {
	row, ok := t.rows[id]
	if !ok {
		return row, t.missing
	}
	return clone(row), nil
}

func (t *table[V]) add(row V) error {
	id := *t.key(&row).id
	if _, taken := t.rows[id]; taken {
		return errTaken
	}
	t.put(id, row)
	return nil
}

func (t *table[V]) put(id string, row V) {
	t.remember(id)
	t.rows[id] = clone(row)
}

func (t *table[V]) drop(id string) {
	t.remember(id)
	delete(t.rows, id)
}

// remember has a transaction that fails put back the row that is there now.
func (t *table[V]) remember(id string) {
	old, had := t.rows[id]
	t.s.undo = append(t.s.undo, func() {
		if t.rows[id] = old; !had {
			delete(t.rows, id)
		}
	})
}

func (t *table[V]) dropAll(match func(V) bool) (n int) {
	for id, row := range t.rows {
		if match(row) {
			t.drop(id)
			n++
		}
	}
	return n
}

// sorted returns the rows that takes accepts, oldest first. They are no copies.
func (t *table[V]) sorted(takes func(*V) bool) (rows []V) {
	for _, row := range t.rows {
		if takes(&row) {
			rows = append(rows, row)
		}
	}
	slices.SortFunc(rows, func(a, b V) int {
		x, y := t.key(&a), t.key(&b)
		return cmp.Or(x.at.Compare(y.at), cmp.Compare(*x.id, *y.id))
	})
	return rows
}

// oldestFirst returns one page of rows that are sorted oldest first.
func oldestFirst[V any](rows []V, page pagination.Request) pagination.Of[V] {
	l := pagination.Of[V]{Total: len(rows), Page: page}
	offset := page.Offset()
	if page.Number < 1 || offset < 0 || offset >= len(rows) {
		return l
	}
	for _, row := range rows[offset:min(len(rows), offset+page.Size)] {
		l.Items = append(l.Items, clone(row))
	}
	return l
}

func newestFirst[V any](rows []V, page pagination.Request) pagination.Of[V] {
	l := pagination.Of[V]{Total: len(rows), Page: page}
	offset := page.Offset()
	if page.Number < 1 || offset < 0 || offset >= len(rows) {
		return l
	}
	for _, row := range slices.Backward(rows[max(0, len(rows)-offset-page.Size) : len(rows)-offset]) {
		l.Items = append(l.Items, clone(row))
	}
	return l
}

// log holds rows that only grow in number, by a key, oldest first.
type log[V any] struct{ *table[[]V] }

func (l log[V]) add(ctx context.Context, id string, row V) error {
	return l.s.do(ctx, func() error {
		l.put(id, append(slices.Clip(l.rows[id]), row))
		return nil
	})
}

func (l log[V]) page(ctx context.Context, id string, page pagination.Request) (pagination.Of[V], error) {
	return ask(ctx, l.s, func() (pagination.Of[V], error) { return newestFirst(l.rows[id], page), nil })
}

// clone returns a copy that shares nothing that can change, as a database gives
// it back: times in UTC and to the microsecond, empty slices nil.
func clone[V any](v V) V {
	detach(reflect.ValueOf(&v).Elem())
	return v
}

func detach(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		if t, ok := v.Addr().Interface().(*time.Time); ok {
			*t = time.UnixMicro(t.UnixMicro()).UTC()
			return
		}
		for i := range v.NumField() {
			if field := v.Field(i); field.CanSet() {
				detach(field)
			}
		}
	case reflect.Slice:
		all := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(all, v)
		if v.SetZero(); all.Len() > 0 {
			v.Set(all)
		}
		for i := range v.Len() {
			detach(v.Index(i))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			pointed := reflect.New(v.Type().Elem())
			pointed.Elem().Set(v.Elem())
			v.Set(pointed)
			detach(pointed.Elem())
		}
	}
}
