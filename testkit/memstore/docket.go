package memstore

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/pagination"
)

// courts implements ports.Courts.
type courts struct{ *table[notification.Court] }

func (c courts) Create(ctx context.Context, added notification.Court) error {
	return c.s.do(ctx, func() error {
		for _, other := range c.rows {
			if other.ID != added.ID && notification.CourtKey(other.Name) == notification.CourtKey(added.Name) {
				return notification.ErrCourtTaken
			}
		}
		return c.add(added)
	})
}

func (c courts) Named(ctx context.Context, name string) (notification.Court, error) {
	return ask(ctx, c.s, func() (notification.Court, error) {
		for _, court := range c.rows {
			if notification.CourtKey(court.Name) == notification.CourtKey(name) {
				return clone(court), nil
			}
		}
		return notification.Court{}, notification.ErrCourtNotFound
	})
}

func (c courts) All(ctx context.Context) ([]notification.Court, error) {
	return ask(ctx, c.s, func() ([]notification.Court, error) {
		all := c.sorted(func(*notification.Court) bool { return true })
		slices.SortFunc(all, func(a, b notification.Court) int {
			return cmp.Compare(notification.CourtKey(a.Name), notification.CourtKey(b.Name))
		})
		return clone(all), nil
	})
}

// mailTemplates implements ports.MailTemplates.
type mailTemplates struct {
	*table[notification.CourtTemplate]
	courts courts
}

func (m mailTemplates) Get(ctx context.Context, courtID string) (notification.CourtTemplate, error) {
	return ask(ctx, m.s, func() (notification.CourtTemplate, error) { return m.of(courtID), nil })
}

// of returns the template of a court.
func (m mailTemplates) of(courtID string) notification.CourtTemplate {
	if t, ok := m.rows[courtID]; ok {
		return clone(t)
	}
	return notification.DefaultCourtTemplate(courtID)
}

func (m mailTemplates) Update(ctx context.Context, courtID string, change func(t *notification.CourtTemplate) error) (t notification.CourtTemplate, err error) {
	err = m.s.do(ctx, func() error {
		if _, err := m.courts.find(courtID); err != nil {
			return err
		}
		t = m.of(courtID)
		if err := change(&t); err != nil {
			return err
		}
		t.CourtID = courtID
		if t.IsDefault() {
			m.drop(courtID)
			t = notification.DefaultCourtTemplate(courtID)
		} else {
			m.put(courtID, t)
		}
		return nil
	})
	return t, err
}

// cases implements ports.Cases.
type cases struct{ *table[notification.Case] }

func (c cases) Create(ctx context.Context, added notification.Case) error {
	return c.s.do(ctx, func() error {
		for _, other := range c.rows {
			if other.ID != added.ID && notification.NumberKey(other.Number) == notification.NumberKey(added.Number) {
				return notification.ErrNumberTaken
			}
		}
		return c.add(added)
	})
}

func (c cases) List(ctx context.Context, f notification.CaseFilter, page pagination.Request) (pagination.Of[notification.Case], error) {
	return c.list(ctx, f.Takes, page)
}

func (c cases) Update(ctx context.Context, id string, change func(c *notification.Case) error) (changed notification.Case, err error) {
	err = c.table.Update(ctx, id, func(found *notification.Case) error {
		if err := change(found); err != nil {
			return err
		}
		for _, other := range c.rows {
			if other.ID != id && notification.NumberKey(other.Number) == notification.NumberKey(found.Number) {
				return notification.ErrNumberTaken
			}
		}
		changed = clone(*found)
		return nil
	})
	return changed, err
}

// subjects implements ports.Subjects.
type subjects struct{ *table[notification.Subject] }

func (u subjects) Update(ctx context.Context, id string, change func(s *notification.Subject) error) (changed notification.Subject, err error) {
	err = u.table.Update(ctx, id, func(found *notification.Subject) error {
		err := change(found)
		changed = clone(*found)
		return err
	})
	return changed, err
}

// corrections implements ports.Corrections.
type corrections struct{ log[notification.Correction] }

func (c corrections) Append(ctx context.Context, recordID string, made []notification.Correction) error {
	return c.s.do(ctx, func() error {
		c.put(recordID, slices.Concat(c.rows[recordID], made))
		return nil
	})
}

func (c corrections) List(ctx context.Context, recordID string, page pagination.Request) (pagination.Of[notification.Correction], error) {
	return c.page(ctx, recordID, page)
}

func (u subjects) List(ctx context.Context, f notification.SubjectFilter, page pagination.Request) (pagination.Of[notification.Subject], error) {
	return u.list(ctx, f.Takes, page)
}

// notifications implements ports.Notifications.
type notifications struct {
	*table[notification.Notification]
}

func (n notifications) Create(ctx context.Context, added notification.Notification) error {
	return n.table.Create(
		ctx,
		notification.NewNotification(added.ID, added.CaseID, added.SubjectID, added.Channel, added.Remark, added.CreatedBy, clone(added.CreatedAt)),
	)
}

func (n notifications) Move(
	ctx context.Context,
	id string,
	decide func(n notification.Notification) (notification.Movement, error),
) (moved notification.Notification, err error) {
	err = n.Update(ctx, id, func(found *notification.Notification) error {
		m, err := decide(clone(*found))
		if err != nil {
			return err
		}
		found.Apply(clone(m))
		moved = clone(*found)
		return nil
	})
	return moved, err
}

func (n notifications) List(ctx context.Context, f notification.NotificationFilter, page pagination.Request) (pagination.Of[notification.Notification], error) {
	if f.OldestFirst {
		return ask(ctx, n.s, func() (pagination.Of[notification.Notification], error) {
			return oldestFirst(n.sorted(f.Takes), page), nil
		})
	}
	return n.list(ctx, f.Takes, page)
}

func (n notifications) OpenPerDay(ctx context.Context, first, last document.Day) (map[document.Day]int, error) {
	return ask(ctx, n.s, func() (map[document.Day]int, error) {
		days := map[document.Day]int{}
		for _, row := range n.rows {
			if d := document.DayOf(row.CreatedAt); row.State.Open() && first <= d && d <= last {
				days[d]++
			}
		}
		return days, nil
	})
}

// outbox implements ports.Outbox.
type outbox struct{ *table[notification.Dispatch] }

func (o outbox) Add(ctx context.Context, d notification.Dispatch) error {
	return o.s.do(ctx, func() error {
		for _, other := range o.rows {
			if other.ID != d.ID && other.NotificationID == d.NotificationID && !other.State.Ended() {
				return notification.ErrOnItsWay
			}
		}
		d.State, d.Tries = notification.Queued, 0
		return o.add(d)
	})
}

func (o outbox) Take(ctx context.Context, now time.Time) (taken notification.Dispatch, ok bool, err error) {
	err = o.s.do(ctx, func() error {
		due := o.sorted(func(d *notification.Dispatch) bool { return d.State == notification.Queued && !d.DueAt.After(now) })
		if ok = len(due) > 0; !ok {
			return nil
		}
		taken = slices.MinFunc(due, func(a, b notification.Dispatch) int {
			return cmp.Or(a.DueAt.Compare(b.DueAt), cmp.Compare(a.ID, b.ID))
		})
		taken.State, taken.Reason, taken.ChangedAt = notification.Sending, "", now
		taken.Tries++
		taken = clone(taken)
		o.put(taken.ID, taken)
		return nil
	})
	return taken, ok, err
}

func (o outbox) Settle(ctx context.Context, d notification.Dispatch) error {
	return o.Update(ctx, d.ID, func(found *notification.Dispatch) error {
		if found.State != notification.Sending {
			return notification.ErrNotSending
		}
		found.State, found.DueAt, found.Reason, found.ChangedAt = d.State, d.DueAt, d.Reason, d.ChangedAt
		return nil
	})
}

func (o outbox) Stop(ctx context.Context, notificationID, reason string, now time.Time) (stopped notification.Dispatch, err error) {
	err = o.s.do(ctx, func() error {
		queued := o.sorted(func(d *notification.Dispatch) bool {
			return d.NotificationID == notificationID && d.State == notification.Queued
		})
		if len(queued) == 0 {
			return notification.ErrNotQueued
		}
		stopped = clone(queued[0])
		stopped.State, stopped.Reason, stopped.ChangedAt = notification.Stopped, reason, now
		o.put(stopped.ID, stopped)
		return nil
	})
	return stopped, err
}

func (o outbox) InFlight(ctx context.Context) ([]notification.Dispatch, error) {
	return ask(ctx, o.s, func() ([]notification.Dispatch, error) {
		return o.sorted(func(d *notification.Dispatch) bool { return d.State == notification.Sending }), nil
	})
}

func (o outbox) WithMessageID(ctx context.Context, ids []string) ([]notification.Dispatch, error) {
	return ask(ctx, o.s, func() ([]notification.Dispatch, error) {
		return o.sorted(func(d *notification.Dispatch) bool { return slices.ContainsFunc(ids, d.HasMessageID) }), nil
	})
}

func (o outbox) Latest(ctx context.Context, notificationIDs []string) (map[string]notification.Dispatch, error) {
	return ask(ctx, o.s, func() (map[string]notification.Dispatch, error) {
		latest := map[string]notification.Dispatch{}
		for _, d := range o.sorted(func(d *notification.Dispatch) bool { return slices.Contains(notificationIDs, d.NotificationID) }) {
			latest[d.NotificationID] = d
		}
		return latest, nil
	})
}
