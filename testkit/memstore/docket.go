package memstore

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/cotejo/cotejo/core/docket"
	"github.com/cotejo/cotejo/core/listing"
)

// courts implements ports.Courts.
type courts struct{ *table[docket.Court] }

func (c courts) Create(ctx context.Context, added docket.Court) error {
	return c.s.do(ctx, func() error {
		for _, other := range c.rows {
			if other.ID != added.ID && docket.CourtKey(other.Name) == docket.CourtKey(added.Name) {
				return docket.ErrCourtTaken
			}
		}
		return c.add(added)
	})
}

func (c courts) Named(ctx context.Context, name string) (docket.Court, error) {
	return ask(ctx, c.s, func() (docket.Court, error) {
		for _, court := range c.rows {
			if docket.CourtKey(court.Name) == docket.CourtKey(name) {
				return clone(court), nil
			}
		}
		return docket.Court{}, docket.ErrCourtNotFound
	})
}

func (c courts) All(ctx context.Context) ([]docket.Court, error) {
	return ask(ctx, c.s, func() ([]docket.Court, error) {
		all := c.sorted(func(*docket.Court) bool { return true })
		slices.SortFunc(all, func(a, b docket.Court) int { return cmp.Compare(docket.CourtKey(a.Name), docket.CourtKey(b.Name)) })
		return clone(all), nil
	})
}

// cases implements ports.Cases.
type cases struct{ *table[docket.Case] }

func (c cases) Create(ctx context.Context, added docket.Case) error {
	return c.s.do(ctx, func() error {
		for _, other := range c.rows {
			if other.ID != added.ID && docket.NumberKey(other.Number) == docket.NumberKey(added.Number) {
				return docket.ErrNumberTaken
			}
		}
		return c.add(added)
	})
}

func (c cases) List(ctx context.Context, f docket.CaseFilter, page listing.Request) (listing.Of[docket.Case], error) {
	return c.list(ctx, f.Takes, page)
}

// subjects implements ports.Subjects.
type subjects struct{ *table[docket.Subject] }

func (u subjects) List(ctx context.Context, f docket.SubjectFilter, page listing.Request) (listing.Of[docket.Subject], error) {
	return u.list(ctx, f.Takes, page)
}

// notifications implements ports.Notifications.
type notifications struct{ *table[docket.Notification] }

func (n notifications) Create(ctx context.Context, added docket.Notification) error {
	return n.table.Create(ctx, docket.NewNotification(added.ID, added.CaseID, added.SubjectID, added.Channel, added.Remark, added.CreatedBy, clone(added.CreatedAt)))
}

func (n notifications) Move(ctx context.Context, id string, decide func(n docket.Notification) (docket.Movement, error)) (moved docket.Notification, err error) {
	err = n.Update(ctx, id, func(found *docket.Notification) error {
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

func (n notifications) List(ctx context.Context, f docket.NotificationFilter, page listing.Request) (listing.Of[docket.Notification], error) {
	return n.list(ctx, f.Takes, page)
}

// outbox implements ports.Outbox.
type outbox struct{ *table[docket.Dispatch] }

func (o outbox) Add(ctx context.Context, d docket.Dispatch) error {
	return o.s.do(ctx, func() error {
		for _, other := range o.rows {
			if other.ID != d.ID && other.NotificationID == d.NotificationID && !other.State.Ended() {
				return docket.ErrOnItsWay
			}
		}
		d.State, d.Tries = docket.Queued, 0
		return o.add(d)
	})
}

func (o outbox) Take(ctx context.Context, now time.Time) (taken docket.Dispatch, ok bool, err error) {
	err = o.s.do(ctx, func() error {
		due := o.sorted(func(d *docket.Dispatch) bool { return d.State == docket.Queued && !d.DueAt.After(now) })
		if ok = len(due) > 0; !ok {
			return nil
		}
		taken = slices.MinFunc(due, func(a, b docket.Dispatch) int {
			return cmp.Or(a.DueAt.Compare(b.DueAt), cmp.Compare(a.ID, b.ID))
		})
		taken.State, taken.Reason, taken.ChangedAt = docket.Sending, "", now
		taken.Tries++
		taken = clone(taken)
		o.put(taken.ID, taken)
		return nil
	})
	return taken, ok, err
}

func (o outbox) Settle(ctx context.Context, d docket.Dispatch) error {
	return o.Update(ctx, d.ID, func(found *docket.Dispatch) error {
		if found.State != docket.Sending {
			return docket.ErrNotSending
		}
		found.State, found.DueAt, found.Reason, found.ChangedAt = d.State, d.DueAt, d.Reason, d.ChangedAt
		return nil
	})
}

func (o outbox) InFlight(ctx context.Context) ([]docket.Dispatch, error) {
	return ask(ctx, o.s, func() ([]docket.Dispatch, error) {
		return o.sorted(func(d *docket.Dispatch) bool { return d.State == docket.Sending }), nil
	})
}

func (o outbox) Latest(ctx context.Context, notificationIDs []string) (map[string]docket.Dispatch, error) {
	return ask(ctx, o.s, func() (map[string]docket.Dispatch, error) {
		latest := map[string]docket.Dispatch{}
		for _, d := range o.sorted(func(d *docket.Dispatch) bool { return slices.Contains(notificationIDs, d.NotificationID) }) {
			latest[d.NotificationID] = d
		}
		return latest, nil
	})
}
