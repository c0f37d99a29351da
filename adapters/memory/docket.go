package memory

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/cotejo/cotejo/core/docket"
	"github.com/cotejo/cotejo/core/listing"
)

// cases implements ports.Cases.
type cases struct{ s *Store }

func (c cases) Create(ctx context.Context, added docket.Case) error {
	return c.s.do(ctx, func(tx *transaction) error {
		if _, taken := c.s.cases[added.ID]; taken {
			return errTaken
		}
		for _, other := range c.s.cases {
			if docket.NumberKey(other.Number) == docket.NumberKey(added.Number) {
				return docket.ErrNumberTaken
			}
		}
		added.CreatedAt = moment(added.CreatedAt)
		set(tx, c.s.cases, added.ID, added)
		return nil
	})
}

func (c cases) Get(ctx context.Context, id string) (docket.Case, error) {
	return get(ctx, c.s, c.s.cases, id, docket.ErrCaseNotFound)
}

func (c cases) List(ctx context.Context, f docket.CaseFilter, page listing.Request) (listing.Of[docket.Case], error) {
	return list(ctx, c.s, c.s.cases, f.Takes, page, func(c docket.Case) (time.Time, string) { return c.CreatedAt, c.ID })
}

// subjects implements ports.Subjects.
type subjects struct{ s *Store }

func (u subjects) Create(ctx context.Context, added docket.Subject) error {
	return u.s.do(ctx, func(tx *transaction) error {
		if _, taken := u.s.subjects[added.ID]; taken {
			return errTaken
		}
		added.CreatedAt = moment(added.CreatedAt)
		set(tx, u.s.subjects, added.ID, added)
		return nil
	})
}

func (u subjects) Get(ctx context.Context, id string) (docket.Subject, error) {
	return get(ctx, u.s, u.s.subjects, id, docket.ErrSubjectNotFound)
}

func (u subjects) List(ctx context.Context, f docket.SubjectFilter, page listing.Request) (listing.Of[docket.Subject], error) {
	return list(ctx, u.s, u.s.subjects, f.Takes, page, func(s docket.Subject) (time.Time, string) { return s.CreatedAt, s.ID })
}

// notifications implements ports.Notifications.
type notifications struct{ s *Store }

func (n notifications) Create(ctx context.Context, added docket.Notification) error {
	return n.s.do(ctx, func(tx *transaction) error {
		if _, taken := n.s.notifications[added.ID]; taken {
			return errTaken
		}
		set(tx, n.s.notifications, added.ID,
			docket.NewNotification(added.ID, added.CaseID, added.SubjectID, added.Channel, added.Remark, added.CreatedBy, moment(added.CreatedAt)))
		return nil
	})
}

func (n notifications) Get(ctx context.Context, id string) (docket.Notification, error) {
	found, err := get(ctx, n.s, n.s.notifications, id, docket.ErrNotificationNotFound)
	return copyNotification(found), err
}

func (n notifications) Move(ctx context.Context, id string, decide func(n docket.Notification) (docket.Movement, error)) (docket.Notification, error) {
	var moved docket.Notification
	err := n.s.do(ctx, func(tx *transaction) error {
		found, ok := n.s.notifications[id]
		if !ok {
			return docket.ErrNotificationNotFound
		}
		m, err := decide(copyNotification(found))
		if err != nil {
			return err
		}
		m.At = moment(m.At)
		found.Apply(m)
		set(tx, n.s.notifications, id, found)
		moved = copyNotification(found)
		return nil
	})
	return moved, err
}

func (n notifications) List(ctx context.Context, f docket.NotificationFilter, page listing.Request) (listing.Of[docket.Notification], error) {
	l, err := list(ctx, n.s, n.s.notifications, f.Takes, page, func(n docket.Notification) (time.Time, string) { return n.CreatedAt, n.ID })
	for i := range l.Items {
		l.Items[i] = copyNotification(l.Items[i])
	}
	return l, err
}

// get returns an entry of one of the maps.
func get[V any](ctx context.Context, s *Store, m map[string]V, id string, missing error) (found V, err error) {
	err = s.do(ctx, func(*transaction) error {
		var ok bool
		if found, ok = m[id]; !ok {
			return missing
		}
		return nil
	})
	return found, err
}

// list returns one page of the entries that takes accepts, newest first by
// what age says.
func list[V any](ctx context.Context, s *Store, m map[string]V, takes func(*V) bool, page listing.Request, age func(V) (time.Time, string)) (listing.Of[V], error) {
	found := listing.Of[V]{Page: page}
	err := s.do(ctx, func(*transaction) error {
		var all []V
		for _, v := range m {
			if takes(&v) {
				all = append(all, v)
			}
		}
		sortNewestFirst(all, age)
		found.Total, found.Items = len(all), pageOf(all, page)
		return nil
	})
	return found, err
}

func sortNewestFirst[V any](all []V, age func(V) (time.Time, string)) {
	slices.SortFunc(all, func(a, b V) int {
		atA, idA := age(a)
		atB, idB := age(b)
		return cmp.Or(atB.Compare(atA), cmp.Compare(idB, idA))
	})
}
