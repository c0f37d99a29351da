package notify

import (
	"context"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/pagination"
)

// CorrectCase implements ports.NotificationService.
func (s *Service) CorrectCase(ctx context.Context, by account.Actor, id string, change notification.CaseChange) (c notification.Case, err error) {
	err = s.Tx.InTx(ctx, func(ctx context.Context) error {
		var made []notification.Correction
		if c, err = s.Cases.Update(ctx, id, func(c *notification.Case) (err error) {
			made, err = change.Apply(c, by.Username, s.now())
			return err
		}); err != nil {
			return err
		}
		return s.Corrections.Append(ctx, id, made)
	})
	return c, err
}

// CorrectSubject implements ports.NotificationService.
func (s *Service) CorrectSubject(ctx context.Context, by account.Actor, id string, change notification.SubjectChange) (u notification.Subject, err error) {
	err = s.Tx.InTx(ctx, func(ctx context.Context) error {
		var made []notification.Correction
		if u, err = s.Subjects.Update(ctx, id, func(u *notification.Subject) (err error) {
			made, err = change.Apply(u, by.Username, s.now())
			return err
		}); err != nil {
			return err
		}
		return s.Corrections.Append(ctx, id, made)
	})
	return u, err
}

// CaseCorrections implements ports.NotificationService.
func (s *Service) CaseCorrections(
	ctx context.Context,
	_ account.Actor,
	id string,
	page pagination.Request,
) (list pagination.Of[notification.Correction], err error) {
	err = s.View.InView(ctx, func(ctx context.Context) error {
		if _, err := s.Cases.Get(ctx, id); err != nil {
			return err
		}
		list, err = s.Corrections.List(ctx, id, page)
		return err
	})
	return list, err
}

// SubjectCorrections implements ports.NotificationService.
func (s *Service) SubjectCorrections(
	ctx context.Context,
	_ account.Actor,
	id string,
	page pagination.Request,
) (list pagination.Of[notification.Correction], err error) {
	err = s.View.InView(ctx, func(ctx context.Context) error {
		if _, err := s.Subjects.Get(ctx, id); err != nil {
			return err
		}
		list, err = s.Corrections.List(ctx, id, page)
		return err
	})
	return list, err
}
