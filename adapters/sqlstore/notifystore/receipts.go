package notifystore

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/pagination"
	"github.com/cotejo/cotejo/core/receipt"
)

// receipts implements ports.Receipts.
type receipts struct{ db *DB }

type receiptRow struct {
	bun.BaseModel `bun:"table:receipts"`

	ID             string       `bun:"id,pk"`
	Digest         string       `bun:"digest"`
	NotificationID string       `bun:"notification_id,nullzero"`
	DispatchID     string       `bun:"dispatch_id"`
	Kind           string       `bun:"kind"`
	Effect         string       `bun:"effect"`
	Note           string       `bun:"note"`
	Recipient      string       `bun:"recipient"`
	Status         string       `bun:"status"`
	Reason         string       `bun:"reason"`
	Detail         string       `bun:"detail"`
	MessageIDs     string       `bun:"message_ids"`
	Sender         string       `bun:"sender"`
	Subject        string       `bun:"subject"`
	Size           int64        `bun:"size"`
	ArrivedAt      sqldb.Moment `bun:"arrived_at"`
	CreatedAt      sqldb.Moment `bun:"created_at"`
	SettledBy      string       `bun:"settled_by"`
}

type receiptMessageRow struct {
	bun.BaseModel `bun:"table:receipt_messages"`

	ReceiptID string `bun:"receipt_id,pk"`
	Content   []byte `bun:"content"`
}

func (s receipts) Add(ctx context.Context, r notification.Receipt, content []byte) error {
	row := newReceiptRow(r)
	if content == nil {
		content = []byte{}
	}
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		res, err := tx.NewInsert().Model(&row).On("CONFLICT (digest) DO NOTHING").Exec(ctx)
		if err := sqldb.RequireRow(res, err, notification.ErrReceiptKnown); err != nil {
			return err
		}
		_, err = tx.NewInsert().Model(&receiptMessageRow{ReceiptID: r.ID, Content: content}).Exec(ctx)
		return err
	})
}

func (s receipts) Get(ctx context.Context, id string) (r notification.Receipt, err error) {
	var row receiptRow
	err = s.db.View(ctx, func(q bun.IDB) error { return q.NewSelect().Model(&row).Where("id = ?", id).Scan(ctx) })
	return row.value(), sqldb.MapNoRows(err, notification.ErrReceiptNotFound)
}

func (s receipts) Content(ctx context.Context, id string) ([]byte, error) {
	var row receiptMessageRow
	err := s.db.View(ctx, func(q bun.IDB) error { return q.NewSelect().Model(&row).Where("receipt_id = ?", id).Scan(ctx) })
	return row.Content, sqldb.MapNoRows(err, notification.ErrReceiptNotFound)
}

func (s receipts) WithDigest(ctx context.Context, digest string) (notification.Receipt, bool, error) {
	var row receiptRow
	err := s.db.View(ctx, func(q bun.IDB) error { return q.NewSelect().Model(&row).Where("digest = ?", digest).Scan(ctx) })
	if errors.Is(err, sql.ErrNoRows) {
		return notification.Receipt{}, false, nil
	}
	return row.value(), err == nil, err
}

func (s receipts) Settle(ctx context.Context, id string, change func(r *notification.Receipt) error) (settled notification.Receipt, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		var row receiptRow
		err := s.db.ForUpdate(ctx, tx.NewSelect().Model(&row).Where("id = ?", id)).Scan(ctx)
		if err := sqldb.MapNoRows(err, notification.ErrReceiptNotFound); err != nil {
			return err
		}
		r := row.value()
		if r.Effect != notification.Unmatched {
			return notification.ErrReceiptSettled
		}
		if err := change(&r); err != nil {
			return err
		}
		row.NotificationID, row.Effect, row.Note, row.SettledBy = r.NotificationID, string(r.Effect), r.Note, r.SettledBy
		settled = row.value()
		_, err = tx.NewUpdate().Model(&row).Column("notification_id", "effect", "note", "settled_by").WherePK().Exec(ctx)
		return err
	})
	if err != nil {
		return notification.Receipt{}, err
	}
	return settled, nil
}

func (s receipts) List(ctx context.Context, f notification.ReceiptFilter, page pagination.Request) (pagination.Of[notification.Receipt], error) {
	var rows []receiptRow
	var total int
	err := s.db.View(ctx, func(q bun.IDB) (err error) {
		rows, total, err = sqldb.PageOf[receiptRow](ctx, q, page, chosenReceipts(f), -1)
		return err
	})
	return sqldb.ListingOf(rows, total, page, receiptRow.value), err
}

func chosenReceipts(f notification.ReceiptFilter) sqldb.Where {
	return func(q *bun.SelectQuery) *bun.SelectQuery {
		if f.Effect != "" {
			q.Where("effect = ?", string(f.Effect))
		}
		if f.NotificationID != "" {
			q.Where("notification_id = ?", f.NotificationID)
		}
		return q
	}
}

func newReceiptRow(r notification.Receipt) receiptRow {
	return receiptRow{ID: r.ID, Digest: r.Digest, NotificationID: r.NotificationID, DispatchID: r.DispatchID, Kind: string(r.Kind),
		Effect: string(r.Effect), Note: r.Note, Recipient: r.Recipient, Status: r.Status, Reason: r.Reason, Detail: r.Detail,
		MessageIDs: strings.Join(r.MessageIDs, "\n"), Sender: r.Sender, Subject: r.Subject, Size: r.Size,
		ArrivedAt: sqldb.MomentOf(r.ArrivedAt), CreatedAt: sqldb.MomentOf(r.CreatedAt), SettledBy: r.SettledBy}
}

func (r receiptRow) value() notification.Receipt {
	v := notification.Receipt{ID: r.ID, Digest: r.Digest, NotificationID: r.NotificationID, DispatchID: r.DispatchID, Kind: receipt.Kind(r.Kind),
		Effect: notification.Effect(r.Effect), Note: r.Note, Recipient: r.Recipient, Status: r.Status, Reason: r.Reason, Detail: r.Detail,
		Sender: r.Sender, Subject: r.Subject, Size: r.Size, ArrivedAt: r.ArrivedAt.Time(), CreatedAt: r.CreatedAt.Time(), SettledBy: r.SettledBy}
	if r.MessageIDs != "" {
		v.MessageIDs = strings.Split(r.MessageIDs, "\n")
	}
	return v
}
