package notifystore

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/notification"
)

// attachments implements ports.Attachments.
type attachments struct{ db *DB }

type attachmentRow struct {
	bun.BaseModel `bun:"table:attachments"`

	ID             string       `bun:"id,pk"`
	NotificationID string       `bun:"notification_id"`
	Name           string       `bun:"name"`
	MediaType      string       `bun:"media_type"`
	Size           int64        `bun:"size"`
	SHA256         string       `bun:"sha256"`
	AddedBy        string       `bun:"added_by"`
	AddedAt        sqldb.Moment `bun:"added_at"`
}

type attachmentContentRow struct {
	bun.BaseModel `bun:"table:attachment_contents"`

	AttachmentID string `bun:"attachment_id,pk"`
	Content      []byte `bun:"content"`
}

func (s attachments) Add(ctx context.Context, a notification.Attachment, content []byte) error {
	row := attachmentRow{ID: a.ID, NotificationID: a.NotificationID, Name: a.Name, MediaType: a.MediaType, Size: a.Size, SHA256: a.SHA256,
		AddedBy: a.AddedBy, AddedAt: sqldb.MomentOf(a.AddedAt)}
	if content == nil {
		content = []byte{}
	}
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		res, err := tx.NewInsert().Model(&row).On("CONFLICT (notification_id, sha256) DO NOTHING").Exec(ctx)
		if err := sqldb.RequireRow(res, err, notification.ErrAttachmentKnown); err != nil {
			return err
		}
		_, err = tx.NewInsert().Model(&attachmentContentRow{AttachmentID: a.ID, Content: content}).Exec(ctx)
		return err
	})
}

func (s attachments) Get(ctx context.Context, id string) (notification.Attachment, error) {
	var row attachmentRow
	err := s.db.View(ctx, func(q bun.IDB) error { return q.NewSelect().Model(&row).Where("id = ?", id).Scan(ctx) })
	if err := sqldb.MapNoRows(err, notification.ErrAttachmentNotFound); err != nil {
		return notification.Attachment{}, err
	}
	return row.value(), nil
}

func (s attachments) Content(ctx context.Context, id string) ([]byte, error) {
	var row attachmentContentRow
	err := s.db.View(ctx, func(q bun.IDB) error { return q.NewSelect().Model(&row).Where("attachment_id = ?", id).Scan(ctx) })
	return row.Content, sqldb.MapNoRows(err, notification.ErrAttachmentNotFound)
}

func (s attachments) List(ctx context.Context, notificationID string) ([]notification.Attachment, error) {
	var rows []attachmentRow
	err := s.db.View(ctx, func(q bun.IDB) error {
		return q.NewSelect().Model(&rows).Where("notification_id = ?", notificationID).Order("added_at", "id").Scan(ctx)
	})
	var list []notification.Attachment
	for _, r := range rows {
		list = append(list, r.value())
	}
	return list, err
}

func (s attachments) Remove(ctx context.Context, id string) error {
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		if _, err := tx.NewDelete().Model((*attachmentContentRow)(nil)).Where("attachment_id = ?", id).Exec(ctx); err != nil {
			return err
		}
		res, err := tx.NewDelete().Model((*attachmentRow)(nil)).Where("id = ?", id).Exec(ctx)
		return sqldb.RequireRow(res, err, notification.ErrAttachmentNotFound)
	})
}

func (r attachmentRow) value() notification.Attachment {
	return notification.Attachment{ID: r.ID, NotificationID: r.NotificationID, Name: r.Name, MediaType: r.MediaType, Size: r.Size, SHA256: r.SHA256,
		AddedBy: r.AddedBy, AddedAt: r.AddedAt.Time()}
}
