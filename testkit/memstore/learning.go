package memstore

import (
	"cmp"
	"context"
	"slices"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// settings implements ports.Settings.
type settings struct{ *table[dedup.Config] }

func (c settings) Dedup(ctx context.Context) (dedup.Config, error) {
	return ask(ctx, c.s, func() (dedup.Config, error) {
		if config, stored := c.rows[""]; stored {
			return config, nil
		}
		return dedup.DefaultConfig(), nil
	})
}

func (c settings) SetDedup(ctx context.Context, config dedup.Config) error {
	return c.s.do(ctx, func() error {
		c.put("", config)
		return nil
	})
}

// tunings implements ports.Tunings.
type tunings struct{ log[document.Tuning] }

func (u tunings) Current(ctx context.Context) (document.Tuning, error) {
	return ask(ctx, u.s, func() (document.Tuning, error) { return u.numbered(len(u.rows[""])) })
}

func (u tunings) Append(ctx context.Context, t document.Tuning) (document.Tuning, error) {
	return ask(ctx, u.s, func() (document.Tuning, error) {
		all := slices.Clip(u.rows[""])
		t.Number = len(all) + 1
		u.put("", append(all, t))
		return u.numbered(t.Number)
	})
}

func (u tunings) Get(ctx context.Context, number int) (document.Tuning, error) {
	return ask(ctx, u.s, func() (document.Tuning, error) { return u.numbered(number) })
}

func (u tunings) numbered(number int) (document.Tuning, error) {
	all := u.rows[""]
	switch {
	case number == 0:
		return document.DefaultTuning(), nil
	case number < 0 || number > len(all):
		return document.Tuning{}, notFound("tuning_not_found")
	}
	return clone(all[number-1]), nil
}

func (u tunings) List(ctx context.Context, page document.PageRequest) (document.TuningListing, error) {
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
