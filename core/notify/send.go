package notify

import (
	"context"
	"errors"
	"fmt"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/idempotency"
	"github.com/cotejo/cotejo/core/notification"
)

// Send implements ports.NotificationService. One transaction puts the e-mail in the outbox and
// moves the notification to InProcess; Sender delivers the e-mail.
func (s *Service) Send(ctx context.Context, by account.Actor, id, key string) (notification.Notification, error) {
	if !s.opts.Sending {
		return notification.Notification{}, errSendingDisabled
	}
	return idempotency.Do(
		ctx,
		&s.keys,
		by.Username,
		key,
		idempotency.Digest("send", id),
		func(note func(context.Context, notification.Notification) error) (notification.Notification, error) {
			var sent notification.Notification
			err := s.Tx.InTx(ctx, func(ctx context.Context) (err error) {
				if sent, err = s.enqueue(ctx, by, id); err != nil {
					return err
				}
				return note(ctx, sent)
			})
			return sent, err
		},
	)
}

var (
	errSendingDisabled = fault.New(fault.RuleViolated, "sending_disabled",
		"Este servicio no envía correos; envíelo por su cuenta y registre el cambio de estado, o pida que se configure NOTIFY_SMTP_URL.")
	errBeingSent = fault.New(fault.RuleViolated, "being_sent",
		"Esta notificación se está enviando por correo; espere el resultado, o deténgala mientras el correo esté en cola.")
)

// unsent returns why a notification cannot be e-mailed, judged by the notification alone; "" if it
// can.
func (s *Service) unsent(n notification.Notification) string {
	if n.Channel != notification.Email || n.State != notification.Pending {
		return fmt.Sprintf(
			"Solo se envía una notificación por %s que está en %s; esta es por %s y está en %s.",
			notification.Email,
			notification.Pending,
			n.Channel,
			n.State,
		)
	}
	if !s.opts.Sending {
		return errSendingDisabled.Message
	}
	return ""
}

// Preview implements ports.NotificationService.
func (s *Service) Preview(ctx context.Context, _ account.Actor, id string) (d notification.Dispatch, err error) {
	err = s.View.InView(ctx, func(ctx context.Context) error {
		n, err := s.Notifications.Get(ctx, id)
		if err != nil {
			return err
		}
		latest, err := s.latestDispatch(ctx, id)
		if err != nil {
			return err
		}
		if latest != nil && !latest.State.Ended() {
			d = *latest
		} else if d, err = s.compose(ctx, n); err != nil {
			return err
		}
		list, err := s.Attachments.List(ctx, id)
		d.Attachments = attached(list)
		return err
	})
	return d, err
}

// compose returns the e-mail of a notification as it would be sent now.
func (s *Service) compose(ctx context.Context, n notification.Notification) (notification.Dispatch, error) {
	if why := s.unsent(n); why != "" {
		return notification.Dispatch{}, fault.New(fault.RuleViolated, "not_to_be_sent", why)
	}
	c, err := s.Cases.Get(ctx, n.CaseID)
	if err != nil {
		return notification.Dispatch{}, err
	}
	subject, err := s.Subjects.Get(ctx, n.SubjectID)
	if err != nil {
		return notification.Dispatch{}, err
	}
	if !account.ValidEmail(subject.Email) {
		return notification.Dispatch{}, fault.New(fault.RuleViolated, "subject_without_email",
			"El sujeto no tiene un correo al que enviar; notifíquelo por otro canal.")
	}
	t, err := s.MailTemplates.Get(ctx, c.CourtID)
	if err != nil {
		return notification.Dispatch{}, err
	}
	l := notification.Letter{Notification: n, Case: c, To: subject, At: s.now()}
	if !t.IsDefault() { // the default template names no court, which need not be registered
		court, err := s.Courts.Get(ctx, c.CourtID)
		if err != nil {
			return notification.Dispatch{}, err
		}
		l.Court = court.Name
	}
	return t.Compose(l), nil
}

// enqueue puts the e-mail of a notification in the outbox and moves the notification.
func (s *Service) enqueue(ctx context.Context, by account.Actor, id string) (notification.Notification, error) {
	n, err := s.Notifications.Get(ctx, id)
	if err != nil {
		return n, err
	}
	d, err := s.compose(ctx, n)
	if err != nil {
		return n, err
	}
	d.ID, d.RequestedBy, d.CreatedAt = s.NewID(), by.Username, s.now()
	d.DueAt, d.ChangedAt = d.CreatedAt, d.CreatedAt
	if s.opts.MailFrom != "" {
		d.MessageID = notification.NewMessageID(d.ID, s.opts.MailFrom)
	}
	if err := s.Outbox.Add(ctx, d); err != nil {
		return n, err
	}
	n, err = s.Notifications.Move(ctx, id, func(n notification.Notification) (notification.Movement, error) {
		return notification.Movement{From: n.State, To: notification.InProcess, Remark: "Envío solicitado a " + d.To, User: by.Username, At: s.now()},
			notification.CheckTransition(n.State, notification.InProcess, n.Channel)
	})
	n.Dispatch = &d
	return n, err
}

// Stop implements ports.NotificationService.
func (s *Service) Stop(ctx context.Context, by account.Actor, id string) (notification.Notification, error) {
	var stopped notification.Notification
	err := s.Tx.InTx(ctx, func(ctx context.Context) error {
		n, err := s.Notifications.Get(ctx, id)
		if err != nil {
			return err
		}
		// The outbox is locked before the notification, as by Send and by Sender.
		d, err := s.Outbox.Stop(ctx, id, "Lo detuvo "+by.Username+".", s.now())
		if err != nil {
			return err
		}
		stopped, err = s.Notifications.Move(ctx, id, func(current notification.Notification) (notification.Movement, error) {
			n = current
			if n.State != notification.InProcess { // sending was disabled for a time
				return notification.Movement{}, errStays
			}
			return notification.Movement{From: n.State, To: notification.Pending, Remark: "Se detuvo el envío a " + d.To, User: by.Username, At: s.now()},
				notification.CheckTransition(n.State, notification.Pending, n.Channel)
		})
		if errors.Is(err, errStays) {
			stopped, err = n, nil
		}
		stopped.Dispatch = &d
		return err
	})
	if err != nil {
		return notification.Notification{}, err
	}
	return stopped, nil
}

// withDispatches fills in the latest e-mail of each notification.
func (s *Service) withDispatches(ctx context.Context, notifications []notification.Notification) error {
	var ids []string
	for _, n := range notifications {
		if n.Channel == notification.Email {
			ids = append(ids, n.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	latest, err := s.Outbox.Latest(ctx, ids)
	for i, n := range notifications {
		if d, ok := latest[n.ID]; ok {
			notifications[i].Dispatch = &d
		}
	}
	return err
}

func (s *Service) withDispatch(ctx context.Context, n notification.Notification) (notification.Notification, error) {
	one := []notification.Notification{n}
	err := s.withDispatches(ctx, one)
	return one[0], err
}

// latestDispatch returns the latest e-mail of a notification, or nil. An unfinished e-mail decides
// the next state of the notification.
func (s *Service) latestDispatch(ctx context.Context, id string) (*notification.Dispatch, error) {
	latest, err := s.Outbox.Latest(ctx, []string{id})
	if d, ok := latest[id]; ok {
		return &d, err
	}
	return nil, err
}

// onItsWay reports whether an e-mail may still be delivered; d may be nil.
func (s *Service) onItsWay(d *notification.Dispatch) bool {
	return d != nil && (d.State == notification.Sending || d.State == notification.Queued && s.opts.Sending)
}
