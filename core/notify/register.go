package notify

import (
	"context"
	"fmt"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/idempotency"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/pagination"
)

// OpenCase implements ports.NotificationService.
func (s *Service) OpenCase(ctx context.Context, by account.Actor, d notification.CaseDraft) (notification.Case, error) {
	d, err := d.Checked()
	if err != nil {
		return notification.Case{}, err
	}
	return create(ctx, s, by, d.Key, idempotency.Digest("case", d.Number, d.Description, d.CourtID), s.newCase(by, d), s.Cases.Create)
}

func (s *Service) newCase(by account.Actor, d notification.CaseDraft) notification.Case {
	return notification.Case{ID: s.NewID(), Number: d.Number, Description: d.Description, Status: notification.Active,
		CourtID: d.CourtID, CreatedAt: s.now(), CreatedBy: by.Username}
}

// RegisterCourt implements ports.NotificationService.
func (s *Service) RegisterCourt(ctx context.Context, by account.Actor, d notification.CourtDraft) (notification.Court, error) {
	d, err := d.Checked()
	if err != nil {
		return notification.Court{}, err
	}
	court := notification.Court{ID: s.NewID(), Name: d.Name, CreatedAt: s.now(), CreatedBy: by.Username}
	return create(ctx, s, by, d.Key, idempotency.Digest("court", d.Name), court, s.Courts.Create)
}

// ListCourts implements ports.NotificationService.
func (s *Service) ListCourts(ctx context.Context, _ account.Actor) ([]notification.Court, error) {
	return s.Courts.All(ctx)
}

// Case implements ports.NotificationService.
func (s *Service) Case(ctx context.Context, _ account.Actor, id string) (notification.Case, error) {
	return s.Cases.Get(ctx, id)
}

// ListCases implements ports.NotificationService.
func (s *Service) ListCases(
	ctx context.Context,
	_ account.Actor,
	f notification.CaseFilter,
	page pagination.Request,
) (pagination.Of[notification.Case], error) {
	return s.Cases.List(ctx, f, page)
}

// EnterSubject implements ports.NotificationService.
func (s *Service) EnterSubject(ctx context.Context, by account.Actor, d notification.SubjectDraft) (notification.Subject, error) {
	d, err := d.Checked()
	if err != nil {
		return notification.Subject{}, err
	}
	digest := idempotency.Digest("subject", d.Name, string(d.DocumentType), d.DocumentNumber, d.Email, d.Phone, d.Address, string(d.Part))
	return create(ctx, s, by, d.Key, digest, s.newSubject(by, d), s.Subjects.Create)
}

func (s *Service) newSubject(by account.Actor, d notification.SubjectDraft) notification.Subject {
	return notification.Subject{ID: s.NewID(), Name: d.Name, DocumentType: d.DocumentType, DocumentNumber: d.DocumentNumber, Email: d.Email,
		Phone: d.Phone, Address: d.Address, Part: d.Part, CreatedAt: s.now(), CreatedBy: by.Username}
}

// Subject implements ports.NotificationService.
func (s *Service) Subject(ctx context.Context, _ account.Actor, id string) (notification.Subject, error) {
	return s.Subjects.Get(ctx, id)
}

// ListSubjects implements ports.NotificationService.
func (s *Service) ListSubjects(
	ctx context.Context,
	_ account.Actor,
	f notification.SubjectFilter,
	page pagination.Request,
) (pagination.Of[notification.Subject], error) {
	return s.Subjects.List(ctx, f, page)
}

// Notify implements ports.NotificationService.
func (s *Service) Notify(ctx context.Context, by account.Actor, d notification.NotificationDraft) (notification.Notification, error) {
	d, err := d.Checked()
	if err != nil {
		return notification.Notification{}, err
	}
	n := notification.NewNotification(s.NewID(), d.CaseID, d.SubjectID, d.Channel, d.Remark, by.Username, s.now())
	digest := idempotency.Digest("notification", d.CaseID, d.SubjectID, string(d.Channel), d.Remark)
	return create(ctx, s, by, d.Key, digest, n, func(ctx context.Context, n notification.Notification) error {
		if _, err := s.Cases.Get(ctx, n.CaseID); err != nil {
			return err
		}
		if _, err := s.Subjects.Get(ctx, n.SubjectID); err != nil {
			return err
		}
		return s.Notifications.Create(ctx, n)
	})
}

// Notification implements ports.NotificationService.
func (s *Service) Notification(ctx context.Context, _ account.Actor, id string) (n notification.Notification, err error) {
	err = s.View.InView(ctx, func(ctx context.Context) error {
		if n, err = s.Notifications.Get(ctx, id); err != nil {
			return err
		}
		if n, err = s.withDispatch(ctx, n); err != nil {
			return err
		}
		if n.Attachments, err = s.Attachments.List(ctx, id); err != nil {
			return err
		}
		n, err = s.withReceipts(ctx, n)
		return err
	})
	return n, err
}

// ListNotifications implements ports.NotificationService.
func (s *Service) ListNotifications(
	ctx context.Context,
	_ account.Actor,
	r notification.ListRequest,
	page pagination.Request,
) (list pagination.Of[notification.Notification], err error) {
	f := s.due(r)
	err = s.View.InView(ctx, func(ctx context.Context) error {
		if list, err = s.Notifications.List(ctx, f, page); err != nil {
			return err
		}
		return s.withDispatches(ctx, list.Items)
	})
	return list, err
}

// Move implements ports.NotificationService.
func (s *Service) Move(ctx context.Context, by account.Actor, id string, to notification.State, remark string) (notification.Notification, error) {
	to, err := notification.ParseState(string(to))
	if err != nil {
		return notification.Notification{}, err
	}
	remark, err = notification.CheckedRemark(remark)
	if err != nil {
		return notification.Notification{}, err
	}
	var moved notification.Notification
	err = s.Tx.InTx(ctx, func(ctx context.Context) (err error) {
		var latest *notification.Dispatch
		// The outbox is read while the notification is locked. Read before, it could lack an e-mail
		// that another request adds until the lock is granted.
		moved, err = s.Notifications.Move(ctx, id, func(n notification.Notification) (notification.Movement, error) {
			if latest, err = s.latestDispatch(ctx, id); err != nil {
				return notification.Movement{}, err
			}
			if s.onItsWay(latest) {
				return notification.Movement{}, errBeingSent
			}
			if err := notification.CheckTransition(n.State, to, n.Channel); err != nil {
				return notification.Movement{}, err
			}
			return notification.Movement{From: n.State, To: to, Remark: remark, User: by.Username, At: s.now()}, nil
		})
		moved.Dispatch = latest
		return err
	})
	if err != nil {
		return notification.Notification{}, err
	}
	return moved, nil
}

// create stores a new record, once for each idempotency key.
func create[T any](ctx context.Context, s *Service, by account.Actor, key, digest string, made T, store func(context.Context, T) error) (T, error) {
	return idempotency.Do(ctx, &s.keys, by.Username, key, digest, func(note func(context.Context, T) error) (T, error) {
		err := s.Tx.InTx(ctx, func(ctx context.Context) error {
			if err := store(ctx, made); err != nil {
				return fmt.Errorf("storing: %w", err)
			}
			return note(ctx, made)
		})
		return made, err
	})
}
