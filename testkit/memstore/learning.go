package memstore

import (
	"cmp"
	"context"
	"slices"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/pagination"
)

// tunings implements ports.TuningsOf.
type tunings[C any] struct {
	log[document.TuningOf[C]]
	standard document.TuningOf[C]
}

func newTunings[C any](s *Store, standard document.TuningOf[C]) tunings[C] {
	return tunings[C]{log[document.TuningOf[C]]{newTable[[]document.TuningOf[C]](s, nil, nil)}, standard}
}

func (u tunings[C]) Current(ctx context.Context) (document.TuningOf[C], error) {
	return ask(ctx, u.s, func() (document.TuningOf[C], error) { return u.get(len(u.rows[""])) })
}

func (u tunings[C]) Append(ctx context.Context, t document.TuningOf[C]) (document.TuningOf[C], error) {
	return ask(ctx, u.s, func() (document.TuningOf[C], error) {
		all := slices.Clip(u.rows[""])
		t.Number = len(all) + 1
		u.put("", append(all, t))
		return u.get(t.Number)
	})
}

func (u tunings[C]) Get(ctx context.Context, number int) (document.TuningOf[C], error) {
	return ask(ctx, u.s, func() (document.TuningOf[C], error) { return u.get(number) })
}

func (u tunings[C]) get(number int) (document.TuningOf[C], error) {
	all := u.rows[""]
	switch {
	case number == 0:
		return clone(u.standard), nil
	case number < 0 || number > len(all):
		return document.TuningOf[C]{}, notFound("tuning_not_found")
	}
	return clone(all[number-1]), nil
}

func (u tunings[C]) List(ctx context.Context, page document.PageRequest) (pagination.Of[document.TuningOf[C]], error) {
	return u.page(ctx, "", page)
}

// examples implements ports.Examples.
type examples struct{ *table[document.Example] }

func (x examples) Put(ctx context.Context, some []document.Example, keep int) error {
	return x.s.do(ctx, func() error {
		for _, e := range some {
			x.put(exampleID(e), e)
		}
		all := x.ordered(func(a, b document.Example) int {
			return cmp.Or(b.At.Compare(a.At), cmp.Compare(b.DocumentID, a.DocumentID), cmp.Compare(b.Field, a.Field))
		})
		for _, e := range all[min(keep, len(all)):] {
			x.drop(exampleID(e))
		}
		return nil
	})
}

func (x examples) Of(ctx context.Context, documentID string) ([]document.Example, error) {
	all, err := ask(ctx, x.s, func() ([]document.Example, error) {
		return x.ordered(func(a, b document.Example) int { return cmp.Compare(a.Field, b.Field) }), nil
	})
	return slices.DeleteFunc(all, func(e document.Example) bool { return e.DocumentID != documentID }), err
}

func (x examples) Each(ctx context.Context, visit func(*document.Example) error) error {
	all, err := ask(ctx, x.s, func() ([]document.Example, error) {
		return x.ordered(func(a, b document.Example) int {
			return cmp.Or(cmp.Compare(a.DocumentID, b.DocumentID), cmp.Compare(a.Field, b.Field))
		}), nil
	})
	for i := range all {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = visit(&all[i])
		}
	}
	return err
}

func (x examples) ordered(compare func(a, b document.Example) int) (all []document.Example) {
	for _, e := range x.rows {
		all = append(all, clone(e))
	}
	slices.SortFunc(all, compare)
	return all
}

func exampleID(e document.Example) string { return e.DocumentID + "\x00" + string(e.Field) }

// edition is a table of common text with its edition.
type edition struct {
	Edition dedup.Edition
	Table   []byte
}

// boilerplate implements ports.Boilerplate.
type boilerplate struct{ *table[edition] }

func (b boilerplate) Edition(ctx context.Context) (dedup.Edition, error) {
	e, _, err := b.Load(ctx)
	return e, err
}

func (b boilerplate) Load(ctx context.Context) (e dedup.Edition, table []byte, err error) {
	stored, err := b.Get(ctx, "")
	return stored.Edition, stored.Table, err
}

func (b boilerplate) Replace(ctx context.Context, e dedup.Edition, table []byte) error {
	return b.s.do(ctx, func() error {
		if e.Number != b.rows[""].Edition.Number+1 {
			return fault.New(fault.Conflict, "boilerplate_replaced", "Otro proceso ya aprendió de la colección; no hay nada más que hacer.")
		}
		b.put("", edition{e, table})
		return nil
	})
}
