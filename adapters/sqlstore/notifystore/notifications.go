package notifystore

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/pagination"
)

// notifications implements ports.Notifications.
type notifications struct{ db *DB }

type notificationRow struct {
	bun.BaseModel `bun:"table:notifications"`

	ID         string       `bun:"id,pk"`
	CaseID     string       `bun:"case_id"`
	SubjectID  string       `bun:"subject_id"`
	Channel    string       `bun:"channel"`
	State      string       `bun:"state"`
	Attempts   int          `bun:"attempts"`
	CreatedAt  sqldb.Moment `bun:"created_at"`
	CreatedBy  string       `bun:"created_by"`
	UpdatedAt  sqldb.Moment `bun:"updated_at"`
	SentAt     sqldb.Moment `bun:"sent_at"`
	ReceivedAt sqldb.Moment `bun:"received_at"`
	Remark     string       `bun:"remark"`
}

// movementRow is a line of history. Seq puts lines in their order, whatever
// the clock said when they were written.
type movementRow struct {
	bun.BaseModel `bun:"table:movements"`

	Seq            int64        `bun:"seq,pk,autoincrement"`
	NotificationID string       `bun:"notification_id"`
	From           string       `bun:"from_state"`
	To             string       `bun:"to_state"`
	MovedAt        sqldb.Moment `bun:"moved_at"`
	Username       string       `bun:"username"`
	Remark         string       `bun:"remark"`
}

func (s notifications) Create(ctx context.Context, n notification.Notification) error {
	row := newNotificationRow(notification.NewNotification(n.ID, n.CaseID, n.SubjectID, n.Channel, n.Remark, n.CreatedBy, n.CreatedAt))
	return s.db.Write(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewInsert().Model(&row).Exec(ctx)
		return err
	})
}

func (s notifications) Get(ctx context.Context, id string) (n notification.Notification, err error) {
	err = s.db.View(ctx, func(q bun.IDB) error {
		n, err = s.db.getNotification(ctx, q, id)
		return err
	})
	return n, err
}

func (s notifications) Move(
	ctx context.Context,
	id string,
	decide func(n notification.Notification) (notification.Movement, error),
) (notification.Notification, error) {
	var moved notification.Notification
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
			MovedAt: sqldb.MomentOf(m.At), Username: m.User, Remark: m.Remark}
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
		return notification.Notification{}, err
	}
	return moved, nil
}

func (s notifications) List(ctx context.Context, f notification.NotificationFilter, page pagination.Request) (pagination.Of[notification.Notification], error) {
	var rows []notificationRow
	var total int
	histories := map[string][]notification.Movement{}
	err := s.db.View(ctx, func(q bun.IDB) (err error) {
		total = -1
		if f.CaseID == "" && f.SubjectID == "" && f.OpenBefore.IsZero() && f.OpenFrom.IsZero() {
			if total, err = tallied(ctx, q, "notifications", string(f.State), string(f.Channel)); err != nil {
				return err
			}
		}
		if f.OldestFirst {
			rows, total, err = oldestFirst(ctx, q, page, chosenNotifications(f), total)
		} else {
			rows, total, err = sqldb.PageOf[notificationRow](ctx, q, page, chosenNotifications(f), total)
		}
		if err != nil {
			return err
		}
		ids := make([]string, len(rows))
		for i, r := range rows {
			ids[i] = r.ID
		}
		return readHistories(ctx, q, ids, histories)
	})
	return sqldb.ListingOf(rows, total, page, func(r notificationRow) notification.Notification { return r.value(histories[r.ID]) }), err
}

func chosenNotifications(f notification.NotificationFilter) sqldb.Where {
	return func(q *bun.SelectQuery) *bun.SelectQuery {
		for _, c := range []struct{ column, value string }{
			{"state", string(f.State)}, {"channel", string(f.Channel)}, {"case_id", f.CaseID}, {"subject_id", f.SubjectID},
		} {
			if c.value != "" {
				q.Where("? = ?", bun.Ident(c.column), c.value)
			}
		}
		if !f.OpenBefore.IsZero() || !f.OpenFrom.IsZero() {
			q.Where(isOpen)
		}
		if !f.OpenBefore.IsZero() {
			q.Where("created_at < ?", sqldb.MomentOf(f.OpenBefore))
		}
		if !f.OpenFrom.IsZero() {
			q.Where("created_at >= ?", sqldb.MomentOf(f.OpenFrom))
		}
		return q
	}
}

// isOpen is in the words of the partial index, so that it is used.
const isOpen = "state IN ('PENDIENTE', 'EN_PROCESO')"

// oldestFirst is sqldb.PageOf the other way around.
func oldestFirst(ctx context.Context, q bun.IDB, page pagination.Request, chosen sqldb.Where, total int) (rows []notificationRow, _ int, err error) {
	if total < 0 {
		n, err := chosen(q.NewSelect().Model((*notificationRow)(nil))).Count(ctx)
		if err != nil {
			return nil, 0, err
		}
		total = int(n)
	}
	if page.Number < 1 || page.Size < 1 || page.Offset() < 0 || page.Offset() >= total {
		return nil, total, nil
	}
	ids := chosen(q.NewSelect().Model((*notificationRow)(nil)).Column("id")).Order("created_at", "id").Limit(int64(page.Size)).Offset(int64(page.Offset()))
	err = q.NewSelect().Model(&rows).Where("id IN (?)", ids).Order("created_at", "id").Scan(ctx)
	return rows, total, err
}

func (s notifications) OpenPerDay(ctx context.Context, first, last document.Day) (map[document.Day]int, error) {
	var rows []struct {
		Day int64
		N   int
	}
	begin := first.Begin()
	err := s.db.View(ctx, func(q bun.IDB) error {
		const day = 24 * 60 * 60 * 1_000_000 // in Colombia all days are as long
		return q.NewSelect().Model((*notificationRow)(nil)).ColumnExpr("(created_at - ?) / ? AS day", sqldb.MomentOf(begin), day).ColumnExpr("count(*) AS n").
			Where(isOpen).Where("created_at >= ?", sqldb.MomentOf(begin)).Where("created_at < ?", sqldb.MomentOf((last+1).Begin())).
			GroupExpr("1").Scan(ctx, &rows)
	})
	days := map[document.Day]int{}
	for _, r := range rows {
		days[first+document.Day(r.Day)] = r.N
	}
	return days, err
}

// byID returns those of the existing rows.
func byID[Row any](ctx context.Context, db *DB, ids []string) (rows []Row, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	err = db.View(ctx, func(q bun.IDB) error { return q.NewSelect().Model(&rows).Where("id IN (?)", bun.List(ids)).Scan(ctx) })
	return rows, err
}

func (db *DB) getNotification(ctx context.Context, q bun.IDB, id string) (notification.Notification, error) {
	var row notificationRow
	err := db.ForUpdate(ctx, q.NewSelect().Model(&row).Where("id = ?", id)).Scan(ctx)
	if err := sqldb.MapNoRows(err, notification.ErrNotificationNotFound); err != nil {
		return notification.Notification{}, err
	}
	histories := map[string][]notification.Movement{}
	if err := readHistories(ctx, q, []string{id}, histories); err != nil {
		return notification.Notification{}, err
	}
	return row.value(histories[id]), nil
}

// readHistories adds the histories of notifications to into, oldest line first.
func readHistories(ctx context.Context, q bun.IDB, ids []string, into map[string][]notification.Movement) error {
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

func newNotificationRow(n notification.Notification) notificationRow {
	return notificationRow{ID: n.ID, CaseID: n.CaseID, SubjectID: n.SubjectID, Channel: string(n.Channel), Remark: n.Remark,
		CreatedAt: sqldb.MomentOf(n.CreatedAt), CreatedBy: n.CreatedBy, State: string(n.State), Attempts: n.Attempts,
		UpdatedAt: sqldb.MomentOf(n.UpdatedAt), SentAt: sqldb.MomentOf(n.SentAt), ReceivedAt: sqldb.MomentOf(n.ReceivedAt)}
}

func (r notificationRow) value(history []notification.Movement) notification.Notification {
	return notification.Notification{ID: r.ID, CaseID: r.CaseID, SubjectID: r.SubjectID, Channel: notification.Channel(r.Channel), Remark: r.Remark,
		CreatedAt: r.CreatedAt.Time(), CreatedBy: r.CreatedBy, State: notification.State(r.State), Attempts: r.Attempts,
		UpdatedAt: r.UpdatedAt.Time(), SentAt: r.SentAt.Time(), ReceivedAt: r.ReceivedAt.Time(), History: history}
}

func (r movementRow) value() notification.Movement {
	return notification.Movement{From: notification.State(r.From), To: notification.State(r.To), Remark: r.Remark, User: r.Username, At: r.MovedAt.Time()}
}
