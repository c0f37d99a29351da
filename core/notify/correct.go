package notify

import (
	"context"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/pagination"
)

// CorrectCase implements ports.NotificationService.
func (s *Service) CorrectCase(ctx context.Context, by account.Actor, id string, change notification.CaseChange,
) (notification.Case, error) {
	return correct(ctx, s, id, s.Cases.Update, func(c *notification.Case) ([]notification.Correction, error) {
		return change.Apply(c, by.Username, s.now())
	})
}

// CorrectSubject implements ports.NotificationService.
func (s *Service) CorrectSubject(ctx context.Context, by account.Actor, id string, change notification.SubjectChange,
) (notification.Subject, error) {
	return correct(ctx, s, id, s.Subjects.Update, func(u *notification.Subject) ([]notification.Correction, error) {
		return change.Apply(u, by.Username, s.now())
	})
}

// correct updates a record and stores the corrections that apply made, in one transaction.
func correct[T any](ctx context.Context, s *Service, id string, update func(context.Context, string, func(*T) error) (T, error),
	apply func(*T) ([]notification.Correction, error),
) (corrected T, err error) {
	err = s.Tx.InTx(ctx, func(ctx context.Context) error {
		var made []notification.Correction
		if corrected, err = update(ctx, id, func(t *T) (err error) {
			made, err = apply(t)
			return err
		}); err != nil {
			return err
		}
		return s.Corrections.Append(ctx, id, made)
	})
	return corrected, err
}

// CaseCorrections implements ports.NotificationService.
func (s *Service) CaseCorrections(ctx context.Context, _ account.Actor, id string, page pagination.Request,
) (pagination.Of[notification.Correction], error) {
	return corrections(ctx, s, id, page, s.Cases.Get)
}

// SubjectCorrections implements ports.NotificationService.
func (s *Service) SubjectCorrections(ctx context.Context, _ account.Actor, id string, page pagination.Request,
) (pagination.Of[notification.Correction], error) {
	return corrections(ctx, s, id, page, s.Subjects.Get)
}

// corrections lists those of a record, which get finds.
func corrections[T any](ctx context.Context, s *Service, id string, page pagination.Request, get func(context.Context, string) (T, error),
) (list pagination.Of[notification.Correction], err error) {
	err = s.View.InView(ctx, func(ctx context.Context) error {
		if _, err := get(ctx, id); err != nil {
			return err
		}
		list, err = s.Corrections.List(ctx, id, page)
		return err
	})
	return list, err
}
