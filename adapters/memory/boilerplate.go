package memory

import (
	"bytes"
	"context"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/fault"
)

var errOtherEdition = fault.New(fault.Conflict, "boilerplate_replaced", "Otro proceso ya aprendió de la colección; no hay nada más que hacer.")

// boilerplate implements ports.Boilerplate.
type boilerplate struct{ s *Store }

func (b boilerplate) Edition(ctx context.Context) (dedup.Edition, error) {
	e, _, err := b.Load(ctx)
	return e, err
}

func (b boilerplate) Load(ctx context.Context) (e dedup.Edition, table []byte, err error) {
	err = b.s.do(ctx, func(*transaction) error {
		e, table = b.s.edition, bytes.Clone(b.s.table)
		return nil
	})
	return e, table, err
}

func (b boilerplate) Replace(ctx context.Context, e dedup.Edition, table []byte) error {
	return b.s.do(ctx, func(tx *transaction) error {
		before, replaced := b.s.edition, b.s.table
		if e.Number != before.Number+1 {
			return errOtherEdition
		}
		tx.undo = append(tx.undo, func() { b.s.edition, b.s.table = before, replaced })
		e.LearnedAt = moment(e.LearnedAt)
		b.s.edition, b.s.table = e, bytes.Clone(table)
		return nil
	})
}
