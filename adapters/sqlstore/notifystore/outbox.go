package notifystore

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/notification"
)

// outbox implements ports.Outbox.
type outbox struct{ db *DB }

type dispatchRow struct {
	bun.BaseModel `bun:"table:outbox"`

	ID             string       `bun:"id,pk"`
	NotificationID string       `bun:"notification_id"`
	To             string       `bun:"recipient"`
	Subject        string       `bun:"subject"`
	RequestedBy    string       `bun:"requested_by"`
	CreatedAt      sqldb.Moment `bun:"created_at"`
	State          string       `bun:"state"`
	DueAt          sqldb.Moment `bun:"due_at"`
	Tries          int          `bun:"tries"`
	Reason         string       `bun:"reason"`
	ChangedAt      sqldb.Moment `bun:"changed_at"`
	Body           string       `bun:"body"`
	MessageID      string       `bun:"message_id"`
}

func (s outbox) Add(ctx context.Context, d notification.Dispatch) error {
	row := dispatchRow{ID: d.ID, NotificationID: d.NotificationID, To: d.To, Subject: d.Subject, Body: d.Body,
		RequestedBy: d.RequestedBy, CreatedAt: sqldb.MomentOf(d.CreatedAt), State: string(notification.Queued),
		DueAt: sqldb.MomentOf(d.DueAt), Reason: d.Reason, ChangedAt: sqldb.MomentOf(d.ChangedAt), MessageID: d.MessageID}
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		res, err := tx.NewInsert().Model(&row).
			On("CONFLICT (notification_id) WHERE state IN ('EN_COLA', 'ENVIANDO') DO NOTHING").Exec(ctx)
		return sqldb.RequireRow(res, err, notification.ErrOnItsWay)
	})
}

func (s outbox) Take(ctx context.Context, now time.Time) (d notification.Dispatch, ok bool, err error) {
	var row dispatchRow
	err = s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		err := tx.NewRaw(`UPDATE outbox SET state = 'ENVIANDO', tries = tries + 1, reason = '', changed_at = ?0
			WHERE id = (SELECT id FROM outbox WHERE state = 'EN_COLA' AND due_at <= ?0 ORDER BY due_at, id LIMIT 1 ?1)
			RETURNING *`, sqldb.MomentOf(now), bun.Safe(s.db.SkipLocked())).Scan(ctx, &row)
		ok = err == nil
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		return err
	})
	if err != nil || !ok {
		return notification.Dispatch{}, false, err
	}
	return row.value(), true, nil
}

func (s outbox) Settle(ctx context.Context, d notification.Dispatch) error {
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		res, err := tx.NewRaw(`UPDATE outbox SET state = ?, due_at = ?, reason = ?, changed_at = ?
			WHERE id = ? AND state = 'ENVIANDO'`,
			string(d.State), sqldb.MomentOf(d.DueAt), d.Reason, sqldb.MomentOf(d.ChangedAt), d.ID).Exec(ctx)
		return sqldb.RequireRow(res, err, notification.ErrNotSending)
	})
}

func (s outbox) Stop(ctx context.Context, notificationID, reason string, now time.Time) (notification.Dispatch, error) {
	var row dispatchRow
	err := s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		err := tx.NewRaw(`UPDATE outbox SET state = 'DETENIDO', reason = ?, changed_at = ?
			WHERE notification_id = ? AND state = 'EN_COLA' RETURNING *`,
			reason, sqldb.MomentOf(now), notificationID).Scan(ctx, &row)
		if errors.Is(err, sql.ErrNoRows) {
			return notification.ErrNotQueued
		}
		return err
	})
	if err != nil {
		return notification.Dispatch{}, err
	}
	return row.value(), nil
}

func (s outbox) InFlight(ctx context.Context) ([]notification.Dispatch, error) {
	var rows []dispatchRow
	err := s.db.View(ctx, func(q bun.IDB) error {
		return q.NewSelect().Model(&rows).Where("state = 'ENVIANDO'").Order("created_at", "id").Scan(ctx)
	})
	var all []notification.Dispatch
	for _, r := range rows {
		all = append(all, r.value())
	}
	return all, err
}

// idsPerQuery bounds the length of a statement that lists IDs.
const idsPerQuery = 500

func (s outbox) Latest(ctx context.Context, notificationIDs []string) (map[string]notification.Dispatch, error) {
	latest := make(map[string]notification.Dispatch, len(notificationIDs))
	err := s.db.View(ctx, func(q bun.IDB) error {
		for some := range slices.Chunk(notificationIDs, idsPerQuery) {
			var rows []dispatchRow
			err := q.NewRaw(`SELECT * FROM outbox AS o WHERE notification_id IN (?) AND id =
				(SELECT id FROM outbox WHERE notification_id = o.notification_id ORDER BY created_at DESC, id DESC LIMIT 1)`,
				bun.List(some)).Scan(ctx, &rows)
			if err != nil {
				return err
			}
			for _, r := range rows {
				latest[r.NotificationID] = r.value()
			}
		}
		return nil
	})
	return latest, err
}

func (s outbox) WithMessageID(ctx context.Context, ids []string) ([]notification.Dispatch, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	var own []string // of older programs, see notification.Dispatch.HasMessageID
	for _, id := range ids {
		if left, _, ok := strings.Cut(id, "@"); ok {
			own = append(own, left)
		}
	}
	var rows []dispatchRow
	err := s.db.View(ctx, func(q bun.IDB) error {
		return q.NewRaw(`SELECT * FROM outbox WHERE message_id IN (?0) AND message_id <> ''
			UNION ALL SELECT * FROM outbox WHERE id IN (?1) AND message_id = ''`, bun.List(ids), bun.List(own)).Scan(ctx, &rows)
	})
	var all []notification.Dispatch
	for _, r := range rows {
		all = append(all, r.value())
	}
	return all, err
}

func (r dispatchRow) value() notification.Dispatch {
	return notification.Dispatch{ID: r.ID, NotificationID: r.NotificationID, To: r.To, Subject: r.Subject, Body: r.Body,
		RequestedBy: r.RequestedBy, CreatedAt: r.CreatedAt.Time(), State: notification.DispatchState(r.State), DueAt: r.DueAt.Time(),
		Tries: r.Tries, Reason: r.Reason, ChangedAt: r.ChangedAt.Time(), MessageID: r.MessageID}
}
