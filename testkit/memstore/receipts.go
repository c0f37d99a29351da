package memstore

import (
	"bytes"
	"context"

	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/pagination"
)

// receipts implements ports.Receipts.
type receipts struct {
	*table[notification.Receipt]
	contents *table[[]byte]
}

func (r receipts) Add(ctx context.Context, added notification.Receipt, content []byte) error {
	return r.s.do(ctx, func() error {
		for _, other := range r.rows {
			if other.Digest == added.Digest {
				return notification.ErrReceiptKnown
			}
		}
		if err := r.add(added); err != nil {
			return err
		}
		r.contents.put(added.ID, bytes.Clone(content))
		return nil
	})
}

func (r receipts) Content(ctx context.Context, id string) ([]byte, error) {
	return r.contents.Get(ctx, id)
}

func (r receipts) WithDigest(ctx context.Context, digest string) (found notification.Receipt, ok bool, err error) {
	err = r.s.do(ctx, func() error {
		for _, row := range r.rows {
			if row.Digest == digest {
				found, ok = clone(row), true
			}
		}
		return nil
	})
	return found, ok, err
}

func (r receipts) Settle(ctx context.Context, id string, change func(r *notification.Receipt) error) (settled notification.Receipt, err error) {
	err = r.Update(ctx, id, func(found *notification.Receipt) error {
		if found.Effect != notification.Unmatched {
			return notification.ErrReceiptSettled
		}
		changed := clone(*found)
		if err := change(&changed); err != nil {
			return err
		}
		found.NotificationID, found.Effect, found.Note, found.SettledBy = changed.NotificationID, changed.Effect, changed.Note, changed.SettledBy
		settled = clone(*found)
		return nil
	})
	return settled, err
}

func (r receipts) List(ctx context.Context, f notification.ReceiptFilter, page pagination.Request) (pagination.Of[notification.Receipt], error) {
	return r.list(ctx, f.Takes, page)
}
