package memory

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/cotejo/cotejo/core/docket"
)

// outbox implements ports.Outbox.
type outbox struct{ s *Store }

func (o outbox) Add(ctx context.Context, d docket.Dispatch) error {
	return o.s.do(ctx, func(tx *transaction) error {
		if _, taken := o.s.dispatches[d.ID]; taken {
			return errTaken
		}
		for _, other := range o.s.dispatches {
			if other.NotificationID == d.NotificationID && !other.State.Ended() {
				return docket.ErrOnItsWay
			}
		}
		d.State, d.Tries = docket.Queued, 0
		d.CreatedAt, d.DueAt, d.ChangedAt = moment(d.CreatedAt), moment(d.DueAt), moment(d.ChangedAt)
		set(tx, o.s.dispatches, d.ID, d)
		return nil
	})
}

func (o outbox) Take(ctx context.Context, now time.Time) (taken docket.Dispatch, ok bool, err error) {
	err = o.s.do(ctx, func(tx *transaction) error {
		for _, d := range o.s.dispatches {
			if d.State == docket.Queued && !d.DueAt.After(now) && (!ok || before(d, taken)) {
				taken, ok = d, true
			}
		}
		if !ok {
			return nil
		}
		taken.State, taken.Reason = docket.Sending, ""
		taken.Tries++
		taken.ChangedAt = moment(now)
		set(tx, o.s.dispatches, taken.ID, taken)
		return nil
	})
	return taken, ok, err
}

// before orders dispatches by when they are due.
func before(a, b docket.Dispatch) bool {
	return cmp.Or(a.DueAt.Compare(b.DueAt), cmp.Compare(a.ID, b.ID)) < 0
}

func (o outbox) Settle(ctx context.Context, d docket.Dispatch) error {
	return o.s.do(ctx, func(tx *transaction) error {
		found, ok := o.s.dispatches[d.ID]
		if !ok || found.State != docket.Sending {
			return docket.ErrNotSending
		}
		found.State, found.DueAt, found.Reason, found.ChangedAt = d.State, moment(d.DueAt), d.Reason, moment(d.ChangedAt)
		set(tx, o.s.dispatches, d.ID, found)
		return nil
	})
}

func (o outbox) InFlight(ctx context.Context) (found []docket.Dispatch, err error) {
	err = o.s.do(ctx, func(*transaction) error {
		for _, d := range o.s.dispatches {
			if d.State == docket.Sending {
				found = append(found, d)
			}
		}
		slices.SortFunc(found, byAge)
		return nil
	})
	return found, err
}

func (o outbox) Latest(ctx context.Context, notificationIDs []string) (map[string]docket.Dispatch, error) {
	latest := map[string]docket.Dispatch{}
	err := o.s.do(ctx, func(*transaction) error {
		for _, d := range o.s.dispatches {
			if !slices.Contains(notificationIDs, d.NotificationID) {
				continue
			}
			if known, ok := latest[d.NotificationID]; !ok || byAge(known, d) < 0 {
				latest[d.NotificationID] = d
			}
		}
		return nil
	})
	return latest, err
}

func byAge(a, b docket.Dispatch) int {
	return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID))
}
