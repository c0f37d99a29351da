package notify

import (
	"context"
	"fmt"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/docket"
	"github.com/cotejo/cotejo/core/listing"
	"github.com/cotejo/cotejo/core/once"
)

// OpenCase implements ports.Docket.
func (s *Service) OpenCase(ctx context.Context, by account.Actor, d docket.CaseDraft) (docket.Case, error) {
	d, err := d.Checked()
	if err != nil {
		return docket.Case{}, err
	}
	return create(ctx, s, by, d.Key, once.Digest("case", d.Number, d.Description, d.CourtID), s.newCase(by, d), s.Cases.Create)
}

func (s *Service) newCase(by account.Actor, d docket.CaseDraft) docket.Case {
	return docket.Case{ID: s.NewID(), Number: d.Number, Description: d.Description, Status: docket.Active,
		CourtID: d.CourtID, CreatedAt: s.now(), CreatedBy: by.Username}
}

// ListCourts returns the courts that are known by name, in the order of their names.
func (s *Service) ListCourts(ctx context.Context, _ account.Actor) ([]docket.Court, error) {
	return s.Courts.All(ctx)
}

// Case implements ports.Docket.
func (s *Service) Case(ctx context.Context, _ account.Actor, id string) (docket.Case, error) {
	return s.Cases.Get(ctx, id)
}

// ListCases implements ports.Docket.
func (s *Service) ListCases(ctx context.Context, _ account.Actor, f docket.CaseFilter, page listing.Request) (listing.Of[docket.Case], error) {
	return s.Cases.List(ctx, f, page)
}

// EnterSubject implements ports.Docket.
func (s *Service) EnterSubject(ctx context.Context, by account.Actor, d docket.SubjectDraft) (docket.Subject, error) {
	d, err := d.Checked()
	if err != nil {
		return docket.Subject{}, err
	}
	digest := once.Digest("subject", d.Name, string(d.DocumentType), d.DocumentNumber, d.Email, d.Phone, d.Address, string(d.Part))
	return create(ctx, s, by, d.Key, digest, s.newSubject(by, d), s.Subjects.Create)
}

func (s *Service) newSubject(by account.Actor, d docket.SubjectDraft) docket.Subject {
	return docket.Subject{ID: s.NewID(), Name: d.Name, DocumentType: d.DocumentType, DocumentNumber: d.DocumentNumber, Email: d.Email,
		Phone: d.Phone, Address: d.Address, Part: d.Part, CreatedAt: s.now(), CreatedBy: by.Username}
}

// Subject implements ports.Docket.
func (s *Service) Subject(ctx context.Context, _ account.Actor, id string) (docket.Subject, error) {
	return s.Subjects.Get(ctx, id)
}

// ListSubjects implements ports.Docket.
func (s *Service) ListSubjects(ctx context.Context, _ account.Actor, f docket.SubjectFilter, page listing.Request) (listing.Of[docket.Subject], error) {
	return s.Subjects.List(ctx, f, page)
}

// Notify implements ports.Docket.
func (s *Service) Notify(ctx context.Context, by account.Actor, d docket.NotificationDraft) (docket.Notification, error) {
	d, err := d.Checked()
	if err != nil {
		return docket.Notification{}, err
	}
	n := docket.NewNotification(s.NewID(), d.CaseID, d.SubjectID, d.Channel, d.Remark, by.Username, s.now())
	digest := once.Digest("notification", d.CaseID, d.SubjectID, string(d.Channel), d.Remark)
	return create(ctx, s, by, d.Key, digest, n, func(ctx context.Context, n docket.Notification) error {
		if _, err := s.Cases.Get(ctx, n.CaseID); err != nil {
			return err
		}
		if _, err := s.Subjects.Get(ctx, n.SubjectID); err != nil {
			return err
		}
		return s.Notifications.Create(ctx, n)
	})
}

// Notification implements ports.Docket.
func (s *Service) Notification(ctx context.Context, _ account.Actor, id string) (n docket.Notification, err error) {
	err = s.View.InView(ctx, func(ctx context.Context) error {
		if n, err = s.Notifications.Get(ctx, id); err != nil {
			return err
		}
		n, err = s.withDispatch(ctx, n)
		return err
	})
	return n, err
}

// ListNotifications implements ports.Docket.
func (s *Service) ListNotifications(ctx context.Context, _ account.Actor, f docket.NotificationFilter, overdue bool, page listing.Request) (list listing.Of[docket.Notification], err error) {
	if overdue {
		f.OpenBefore = s.opts.Calendar.OverdueBefore(s.now(), s.opts.OverdueDays)
	}
	err = s.View.InView(ctx, func(ctx context.Context) error {
		if list, err = s.Notifications.List(ctx, f, page); err != nil {
			return err
		}
		return s.withDispatches(ctx, list.Items)
	})
	return list, err
}

// Move implements ports.Docket.
func (s *Service) Move(ctx context.Context, by account.Actor, id string, to docket.State, remark string) (docket.Notification, error) {
	to, err := docket.ParseState(string(to))
	if err != nil {
		return docket.Notification{}, err
	}
	remark, err = docket.CheckedRemark(remark)
	if err != nil {
		return docket.Notification{}, err
	}
	var moved docket.Notification
	err = s.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := s.free(ctx, id); err != nil {
			return err
		}
		moved, err = s.Notifications.Move(ctx, id, func(n docket.Notification) (docket.Movement, error) {
			if err := docket.Move(n.State, to, n.Channel); err != nil {
				return docket.Movement{}, err
			}
			return docket.Movement{From: n.State, To: to, Remark: remark, User: by.Username, At: s.now()}, nil
		})
		return err
	})
	if err != nil {
		return docket.Notification{}, err
	}
	return s.withDispatch(ctx, moved)
}

// create stores a new thing, once for each key.
func create[T any](ctx context.Context, s *Service, by account.Actor, key, digest string, made T, store func(context.Context, T) error) (T, error) {
	return once.Do(ctx, &s.keys, by.Username, key, digest, func(note func(context.Context, T) error) (T, error) {
		err := s.Tx.InTx(ctx, func(ctx context.Context) error {
			if err := store(ctx, made); err != nil {
				return fmt.Errorf("storing: %w", err)
			}
			return note(ctx, made)
		})
		return made, err
	})
}
