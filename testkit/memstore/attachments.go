package memstore

import (
	"bytes"
	"context"

	"github.com/cotejo/cotejo/core/notification"
)

// attachments implements ports.Attachments.
type attachments struct {
	*table[notification.Attachment]
	contents *table[[]byte]
}

func (a attachments) Add(ctx context.Context, added notification.Attachment, content []byte) error {
	return a.s.do(ctx, func() error {
		for _, other := range a.rows {
			if other.NotificationID == added.NotificationID && other.SHA256 == added.SHA256 {
				return notification.ErrAttachmentKnown
			}
		}
		if err := a.add(added); err != nil {
			return err
		}
		a.contents.put(added.ID, bytes.Clone(content))
		return nil
	})
}

func (a attachments) Content(ctx context.Context, id string) ([]byte, error) {
	return a.contents.Get(ctx, id)
}

func (a attachments) List(ctx context.Context, notificationID string) ([]notification.Attachment, error) {
	return ask(ctx, a.s, func() ([]notification.Attachment, error) {
		list := a.sorted(func(o *notification.Attachment) bool { return o.NotificationID == notificationID })
		return clone(list), nil
	})
}

func (a attachments) Remove(ctx context.Context, id string) error {
	return a.s.do(ctx, func() error {
		if _, err := a.find(id); err != nil {
			return err
		}
		a.drop(id)
		a.contents.drop(id)
		return nil
	})
}
