package notify

import (
	"context"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/pagination"
)

// MailTemplate implements ports.NotificationService.
func (s *Service) MailTemplate(ctx context.Context, _ account.Actor, courtID string) (t notification.CourtTemplate, err error) {
	err = s.View.InView(ctx, func(ctx context.Context) error {
		if _, err := s.Courts.Get(ctx, courtID); err != nil {
			return err
		}
		t, err = s.MailTemplates.Get(ctx, courtID)
		return err
	})
	return t, err
}

// SetMailTemplate implements ports.NotificationService.
func (s *Service) SetMailTemplate(ctx context.Context, by account.Actor, courtID string, t notification.Template) (notification.CourtTemplate, error) {
	if err := by.RequireAdmin(); err != nil {
		return notification.CourtTemplate{}, err
	}
	t, err := t.Checked()
	if err != nil {
		return notification.CourtTemplate{}, err
	}
	return s.replaceTemplate(ctx, by, notification.CourtTemplate{CourtID: courtID, Template: t, ChangedAt: s.now(), ChangedBy: by.Username})
}

// ResetMailTemplate implements ports.NotificationService.
func (s *Service) ResetMailTemplate(ctx context.Context, by account.Actor, courtID string) error {
	if err := by.RequireAdmin(); err != nil {
		return err
	}
	_, err := s.replaceTemplate(ctx, by, notification.DefaultCourtTemplate(courtID))
	return err
}

func (s *Service) replaceTemplate(ctx context.Context, by account.Actor, t notification.CourtTemplate) (notification.CourtTemplate, error) {
	return correct(ctx, s, t.CourtID, s.MailTemplates.Update, func(current *notification.CourtTemplate) ([]notification.Correction, error) {
		return current.Replace(t, by.Username, s.now()), nil
	})
}

// PreviewMailTemplate implements ports.NotificationService.
func (s *Service) PreviewMailTemplate(ctx context.Context, _ account.Actor, courtID string, t notification.Template) (notification.Dispatch, error) {
	court, err := s.Courts.Get(ctx, courtID)
	if err != nil {
		return notification.Dispatch{}, err
	}
	if t, err = t.Checked(); err != nil {
		return notification.Dispatch{}, err
	}
	return t.Compose(notification.SampleLetter(court.Name, s.now())), nil
}

// CourtCorrections implements ports.NotificationService.
func (s *Service) CourtCorrections(ctx context.Context, _ account.Actor, id string, page pagination.Request,
) (pagination.Of[notification.Correction], error) {
	return corrections(ctx, s, id, page, s.Courts.Get)
}
