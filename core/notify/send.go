package notify

import (
	"context"
	"fmt"
	"strings"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/docket"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/once"
)

// Send implements ports.Docket. The e-mail is put in the outbox in the
// transaction that takes the notification to InProcess: a Sender does the rest.
func (s *Service) Send(ctx context.Context, by account.Actor, id, key string) (docket.Notification, error) {
	if !s.opts.Sending {
		return docket.Notification{}, fault.New(fault.RuleViolated, "sending_disabled",
			"Este servicio no envía correos; envíelo por su cuenta y registre el cambio de estado, o pida que se configure NOTIFY_SMTP_URL.")
	}
	return once.Do(ctx, &s.keys, by.Username, key, once.Digest("send", id), func(note func(context.Context, docket.Notification) error) (docket.Notification, error) {
		var sent docket.Notification
		err := s.Tx.InTx(ctx, func(ctx context.Context) (err error) {
			if sent, err = s.enqueue(ctx, by, id); err != nil {
				return err
			}
			return note(ctx, sent)
		})
		return sent, err
	})
}

// enqueue writes the e-mail of a notification and takes the notification up.
func (s *Service) enqueue(ctx context.Context, by account.Actor, id string) (docket.Notification, error) {
	n, err := s.Notifications.Get(ctx, id)
	if err != nil {
		return n, err
	}
	if n.Channel != docket.Email || n.State != docket.Pending {
		return n, fault.New(fault.RuleViolated, "not_to_be_sent", fmt.Sprintf(
			"Solo se envía una notificación por %s que está en %s; esta es por %s y está en %s.", docket.Email, docket.Pending, n.Channel, n.State))
	}
	c, err := s.Cases.Get(ctx, n.CaseID)
	if err != nil {
		return n, err
	}
	subject, err := s.Subjects.Get(ctx, n.SubjectID)
	if err != nil {
		return n, err
	}
	if !account.ValidEmail(subject.Email) {
		return n, fault.New(fault.RuleViolated, "subject_without_email", "El sujeto no tiene un correo al que enviar; notifíquelo por otro canal.")
	}
	d := letter(n, c, subject)
	d.ID, d.RequestedBy, d.CreatedAt = s.NewID(), by.Username, s.now()
	d.DueAt, d.ChangedAt = d.CreatedAt, d.CreatedAt
	if err := s.Outbox.Add(ctx, d); err != nil {
		return n, err
	}
	n, err = s.Notifications.Move(ctx, id, func(n docket.Notification) (docket.Movement, error) {
		return docket.Movement{From: n.State, To: docket.InProcess, Remark: "Envío solicitado a " + d.To, User: by.Username, At: s.now()},
			docket.Move(n.State, docket.InProcess, n.Channel)
	})
	n.Dispatch = &d
	return n, err
}

// letter writes what the subject reads.
func letter(n docket.Notification, c docket.Case, to docket.Subject) docket.Dispatch {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:\n\nSe le notifica en el proceso con radicado %s.\n\n%s\n", to.Name, c.Number, c.Description)
	if n.Remark != "" {
		fmt.Fprintf(&b, "\n%s\n", n.Remark)
	}
	fmt.Fprintf(&b, "\nIdentificador de la notificación: %s\n", n.ID)
	return docket.Dispatch{NotificationID: n.ID, To: to.Email, Subject: "Notificación judicial, radicado " + c.Number, Body: b.String(), State: docket.Queued}
}

// withDispatches fills in what became of their e-mails.
func (s *Service) withDispatches(ctx context.Context, notifications []docket.Notification) error {
	var ids []string
	for _, n := range notifications {
		if n.Channel == docket.Email {
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

func (s *Service) withDispatch(ctx context.Context, n docket.Notification) (docket.Notification, error) {
	one := []docket.Notification{n}
	err := s.withDispatches(ctx, one)
	return one[0], err
}

// free is a fault while an e-mail of the notification is on its way, since its
// outcome decides where the notification goes.
func (s *Service) free(ctx context.Context, id string) error {
	latest, err := s.Outbox.Latest(ctx, []string{id})
	if err != nil {
		return err
	}
	d, any := latest[id]
	if any && (d.State == docket.Sending || d.State == docket.Queued && s.opts.Sending) {
		return fault.New(fault.RuleViolated, "being_sent", "Esta notificación se está enviando por correo; espere el resultado.")
	}
	return nil
}
