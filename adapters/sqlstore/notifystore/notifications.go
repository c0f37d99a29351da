package notifystore

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/core/docket"
	"github.com/cotejo/cotejo/core/listing"
)

// notifications implements ports.Notifications.
type notifications struct{ db *DB }

type notificationRow struct {
	bun.BaseModel `bun:"table:notifications"`

	ID         string          `bun:"id,pk"`
	CaseID     string          `bun:"case_id"`
	SubjectID  string          `bun:"subject_id"`
	Channel    string          `bun:"channel"`
	State      string          `bun:"state"`
	Attempts   int             `bun:"attempts"`
	CreatedAt  sqlstore.Moment `bun:"created_at"`
	CreatedBy  string          `bun:"created_by"`
	UpdatedAt  sqlstore.Moment `bun:"updated_at"`
	SentAt     sqlstore.Moment `bun:"sent_at"`
	ReceivedAt sqlstore.Moment `bun:"received_at"`
	Remark     string          `bun:"remark"`
}

// movementRow is a line of history. Seq puts lines in their order, whatever
// the clock said when they were written.
type movementRow struct {
	bun.BaseModel `bun:"table:movements"`

	Seq            int64           `bun:"seq,pk,autoincrement"`
	NotificationID string          `bun:"notification_id"`
	From           string          `bun:"from_state"`
	To             string          `bun:"to_state"`
	MovedAt        sqlstore.Moment `bun:"moved_at"`
	Username       string          `bun:"username"`
	Remark         string          `bun:"remark"`
}

func (s notifications) Create(ctx context.Context, n docket.Notification) error {
	row := newNotificationRow(docket.NewNotification(n.ID, n.CaseID, n.SubjectID, n.Channel, n.Remark, n.CreatedBy, n.CreatedAt))
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewInsert().Model(&row).Exec(ctx)
		return err
	})
}

func (s notifications) Get(ctx context.Context, id string) (n docket.Notification, err error) {
	err = s.db.View(ctx, func(q bun.IDB) error {
		n, err = s.db.getNotification(ctx, q, id)
		return err
	})
	return n, err
}

func (s notifications) Move(ctx context.Context, id string, decide func(n docket.Notification) (docket.Movement, error)) (docket.Notification, error) {
	var moved docket.Notification
	err := s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		n, err := s.db.getNotification(ctx, tx, id)
		if err != nil {
			return err
		}
		m, err := decide(n)
		if err != nil {
			return err
		}
		line := movementRow{NotificationID: id, From: string(m.From), To: string(m.To),
			MovedAt: sqlstore.MomentOf(m.At), Username: m.User, Remark: m.Remark}
		n.Apply(line.value())
		if _, err := tx.NewInsert().Model(&line).Exec(ctx); err != nil {
			return err
		}
		row := newNotificationRow(n)
		if _, err := tx.NewUpdate().Model(&row).Column("state", "attempts", "updated_at", "sent_at", "received_at").WherePK().Exec(ctx); err != nil {
			return err
		}
		moved = n
		return nil
	})
	if err != nil {
		return docket.Notification{}, err
	}
	return moved, nil
}

func (s notifications) List(ctx context.Context, f docket.NotificationFilter, page listing.Request) (listing.Of[docket.Notification], error) {
	var rows []notificationRow
	var total int
	histories := map[string][]docket.Movement{}
	err := s.db.View(ctx, func(q bun.IDB) (err error) {
		total = -1
		if f.CaseID == "" && f.SubjectID == "" && f.OpenBefore.IsZero() {
			if total, err = tallied(ctx, q, "notifications", string(f.State), string(f.Channel)); err != nil {
				return err
			}
		}
		if rows, total, err = sqlstore.PageOf[notificationRow](ctx, q, page, chosenNotifications(f), total); err != nil {
			return err
		}
		ids := make([]string, len(rows))
		for i, r := range rows {
			ids[i] = r.ID
		}
		return readHistories(ctx, q, ids, histories)
	})
	return sqlstore.Listed(rows, total, page, func(r notificationRow) docket.Notification { return r.value(histories[r.ID]) }), err
}

func chosenNotifications(f docket.NotificationFilter) sqlstore.Narrow {
	return func(q *bun.SelectQuery) *bun.SelectQuery {
		for _, c := range []struct{ column, value string }{
			{"state", string(f.State)}, {"channel", string(f.Channel)}, {"case_id", f.CaseID}, {"subject_id", f.SubjectID},
		} {
			if c.value != "" {
				q.Where("? = ?", bun.Ident(c.column), c.value)
			}
		}
		if !f.OpenBefore.IsZero() {
			// In the words of the partial index, so that it is used.
			q.Where("state IN ('PENDIENTE', 'EN_PROCESO')").Where("created_at < ?", sqlstore.MomentOf(f.OpenBefore))
		}
		return q
	}
}

func (db *DB) getNotification(ctx context.Context, q bun.IDB, id string) (docket.Notification, error) {
	var row notificationRow
	err := db.Held(ctx, q.NewSelect().Model(&row).Where("id = ?", id)).Scan(ctx)
	if err := sqlstore.Missing(err, docket.ErrNotificationNotFound); err != nil {
		return docket.Notification{}, err
	}
	histories := map[string][]docket.Movement{}
	if err := readHistories(ctx, q, []string{id}, histories); err != nil {
		return docket.Notification{}, err
	}
	return row.value(histories[id]), nil
}

// readHistories adds the histories of notifications to into, oldest line first.
func readHistories(ctx context.Context, q bun.IDB, ids []string, into map[string][]docket.Movement) error {
	if len(ids) == 0 {
		return nil
	}
	var lines []movementRow
	err := q.NewSelect().Model(&lines).Where("notification_id IN (?)", bun.List(ids)).Order("notification_id", "seq").Scan(ctx)
	for _, l := range lines {
		into[l.NotificationID] = append(into[l.NotificationID], l.value())
	}
	return err
}

func newNotificationRow(n docket.Notification) notificationRow {
	return notificationRow{ID: n.ID, CaseID: n.CaseID, SubjectID: n.SubjectID, Channel: string(n.Channel), Remark: n.Remark,
		CreatedAt: sqlstore.MomentOf(n.CreatedAt), CreatedBy: n.CreatedBy, State: string(n.State), Attempts: n.Attempts,
		UpdatedAt: sqlstore.MomentOf(n.UpdatedAt), SentAt: sqlstore.MomentOf(n.SentAt), ReceivedAt: sqlstore.MomentOf(n.ReceivedAt)}
}

func (r notificationRow) value(history []docket.Movement) docket.Notification {
	return docket.Notification{ID: r.ID, CaseID: r.CaseID, SubjectID: r.SubjectID, Channel: docket.Channel(r.Channel), Remark: r.Remark,
		CreatedAt: r.CreatedAt.Time(), CreatedBy: r.CreatedBy, State: docket.State(r.State), Attempts: r.Attempts,
		UpdatedAt: r.UpdatedAt.Time(), SentAt: r.SentAt.Time(), ReceivedAt: r.ReceivedAt.Time(), History: history}
}

func (r movementRow) value() docket.Movement {
	return docket.Movement{From: docket.State(r.From), To: docket.State(r.To), Remark: r.Remark, User: r.Username, At: r.MovedAt.Time()}
}
