package memory

import (
	"cmp"
	"context"
	"slices"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

var errTuningNotFound = fault.New(fault.NotFound, "tuning_not_found", "No existe una configuración de extracción con ese número.")

// tunings implements ports.Tunings.
type tunings struct{ s *Store }

func (u tunings) Current(ctx context.Context) (t document.Tuning, err error) {
	err = u.s.do(ctx, func(*transaction) error {
		t = document.DefaultTuning()
		if n := len(u.s.tunings); n > 0 {
			t = copyTuning(u.s.tunings[n-1])
		}
		return nil
	})
	return t, err
}

func (u tunings) Append(ctx context.Context, t document.Tuning) (document.Tuning, error) {
	err := u.s.do(ctx, func(tx *transaction) error {
		old := u.s.tunings
		tx.undo = append(tx.undo, func() { u.s.tunings = old })
		t.Number = len(old) + 1
		t = copyTuning(t)
		u.s.tunings = append(slices.Clone(old), copyTuning(t))
		return nil
	})
	return t, err
}

func (u tunings) Get(ctx context.Context, number int) (t document.Tuning, err error) {
	err = u.s.do(ctx, func(*transaction) error {
		switch {
		case number == 0:
			t = document.DefaultTuning()
		case number < 0 || number > len(u.s.tunings):
			return errTuningNotFound
		default:
			t = copyTuning(u.s.tunings[number-1])
		}
		return nil
	})
	return t, err
}

func (u tunings) List(ctx context.Context, page document.PageRequest) (document.TuningListing, error) {
	listing := document.TuningListing{Page: page}
	err := u.s.do(ctx, func(*transaction) error {
		newest := make([]document.Tuning, 0, len(u.s.tunings))
		for _, t := range slices.Backward(u.s.tunings) {
			newest = append(newest, copyTuning(t))
		}
		listing.Total, listing.Items = len(newest), pageOf(newest, page)
		return nil
	})
	return listing, err
}

// examples implements ports.Examples.
type examples struct{ s *Store }

func (x examples) Put(ctx context.Context, some []document.Example, keep int) error {
	return x.s.do(ctx, func(tx *transaction) error {
		for _, e := range some {
			set(tx, x.s.examples, e.DocumentID+"\x00"+string(e.Field), copyExample(e))
		}
		all := sortedKeys(x.s.examples, func(a, b document.Example) int {
			return cmp.Or(b.At.Compare(a.At), cmp.Compare(b.DocumentID, a.DocumentID), cmp.Compare(b.Field, a.Field))
		})
		for _, key := range all[min(keep, len(all)):] {
			remove(tx, x.s.examples, key)
		}
		return nil
	})
}

func (x examples) Each(ctx context.Context, visit func(*document.Example) error) error {
	var all []document.Example
	err := x.s.do(ctx, func(*transaction) error {
		for _, key := range sortedKeys(x.s.examples, func(a, b document.Example) int {
			return cmp.Or(cmp.Compare(a.DocumentID, b.DocumentID), cmp.Compare(a.Field, b.Field))
		}) {
			all = append(all, copyExample(x.s.examples[key]))
		}
		return nil
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

// sortedKeys returns the keys of a map in the order of its values.
func sortedKeys[V any](m map[string]V, compare func(a, b V) int) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b string) int { return compare(m[a], m[b]) })
	return keys
}
