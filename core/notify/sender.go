package notify

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/ports"
)

// SenderDeps are the dependencies of a Sender; all are required.
type SenderDeps struct {
	Tx            ports.Transactor
	Notifications ports.Notifications
	Outbox        ports.Outbox
	Attachments   ports.Attachments
	Mailer        ports.Mailer

	Now    func() time.Time
	Logger *slog.Logger
}

// Sender delivers the e-mails of the outbox to the mail server, one at a time. It marks an e-mail
// before and after the delivery. An e-mail between the two marks is flagged for a person and never
// sent twice.
type Sender struct{ SenderDeps }

// NewSender returns a sender over deps. Only one may run on an outbox.
func NewSender(deps SenderDeps) *Sender { return &Sender{deps} }

const (
	maxTries   = 5
	firstPause = time.Minute // doubled after each try

	// sendTimeout bounds one delivery without attachments. Shutdown does not interrupt it, because
	// its outcome would be unknown.
	sendTimeout = 20 * time.Second
)

// Recover flags e-mails whose delivery an earlier process did not finish. Call it once before
// Step.
func (s *Sender) Recover(ctx context.Context) error {
	left, err := s.Outbox.InFlight(ctx)
	if err != nil {
		return fmt.Errorf("looking for interrupted e-mails: %w", err)
	}
	for _, d := range left {
		err := s.settle(ctx, d, notification.Uncertain, "El programa se detuvo mientras enviaba; compruebe si el correo llegó y registre el resultado.")
		if err != nil {
			return err
		}
		s.Logger.WarnContext(ctx, "an e-mail may or may not have been sent", "dispatch", d.ID, "notification", d.NotificationID)
	}
	return nil
}

// Step sends the e-mail that is due first; worked is false if none is due.
func (s *Sender) Step(ctx context.Context) (worked bool, err error) {
	d, ok, err := s.Outbox.Take(ctx, s.now())
	if err != nil || !ok {
		return false, err
	}
	// The outcome must be stored even during shutdown.
	ctx = context.WithoutCancel(ctx)
	n, err := s.Notifications.Get(ctx, d.NotificationID)
	if err != nil {
		return true, err
	}
	if n.State != notification.InProcess { // sending was disabled for a time
		return true, s.settle(ctx, d, notification.Refused, "La notificación cambió de estado antes de enviarse.")
	}
	size, err := s.readAttachments(ctx, &d)
	if err != nil {
		s.Logger.WarnContext(ctx, "an e-mail is put off", "dispatch", d.ID, "notification", d.NotificationID, "error", err)
		return true, s.conclude(ctx, d, errAttachmentsUnread)
	}
	sending, cancel := context.WithTimeout(ctx, sendTimeout+notification.UploadTime(size))
	defer cancel()
	return true, s.conclude(ctx, d, s.Mailer.Send(sending, d))
}

// errAttachmentsUnread puts an e-mail off before anything of it is sent.
var errAttachmentsUnread = fault.New(fault.Unavailable, "attachments_unread", "No se pudieron leer los archivos adjuntos.")

// readAttachments adds to an e-mail the files of its notification and returns their size. It holds
// the files of one e-mail at a time, at most notification.MaxAttachedBytes. They were fixed when the
// e-mail was queued.
func (s *Sender) readAttachments(ctx context.Context, d *notification.Dispatch) (size int64, err error) {
	list, err := s.Attachments.List(ctx, d.NotificationID)
	if err != nil {
		return 0, fmt.Errorf("reading attachments: %w", err)
	}
	d.Attachments = attached(list)
	for i := range d.Attachments {
		a := &d.Attachments[i]
		if a.Content, err = s.Attachments.Content(ctx, a.ID); err != nil {
			return 0, fmt.Errorf("reading attachment %s: %w", a.ID, err)
		}
		size += int64(len(a.Content))
	}
	return size, nil
}

// conclude stores the outcome of a dispatch.
func (s *Sender) conclude(ctx context.Context, d notification.Dispatch, sent error) error {
	var told string
	if f, ok := fault.As(sent); ok {
		told = f.Message
	}
	switch kind := fault.KindOf(sent); {
	case sent == nil:
		return s.end(ctx, d, notification.Delivered, "", notification.Sent, "Aceptada por el servidor de correo para "+d.To)
	case kind == fault.Unprocessable, kind == fault.Unavailable && d.Tries >= maxTries:
		return s.end(ctx, d, notification.Refused, told, notification.Failed, told)
	case kind == fault.Unavailable:
		d.DueAt = s.now().Add(firstPause << (d.Tries - 1))
		return s.settle(ctx, d, notification.Queued, told)
	}
	s.Logger.WarnContext(ctx, "an e-mail may or may not have been sent", "dispatch", d.ID, "notification", d.NotificationID, "error", sent)
	return s.settle(ctx, d, notification.Uncertain, "La conexión se cortó mientras se enviaba; compruebe si el correo llegó y registre el resultado.")
}

// end stores the final state of a dispatch and moves its notification in one transaction.
func (s *Sender) end(
	ctx context.Context,
	d notification.Dispatch,
	state notification.DispatchState,
	reason string,
	to notification.State,
	remark string,
) error {
	return s.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := s.settle(ctx, d, state, reason); err != nil {
			return err
		}
		_, err := s.Notifications.Move(ctx, d.NotificationID, func(n notification.Notification) (notification.Movement, error) {
			return notification.Movement{
					From:   n.State,
					To:     to,
					Remark: remark,
					User:   account.System.Username,
					At:     s.now(),
				}, notification.CheckTransition(
					n.State,
					to,
					n.Channel,
				)
		})
		return err
	})
}

func (s *Sender) settle(ctx context.Context, d notification.Dispatch, state notification.DispatchState, reason string) error {
	d.State, d.Reason, d.ChangedAt = state, reason, s.now()
	if err := s.Outbox.Settle(ctx, d); err != nil {
		return fmt.Errorf("settling a dispatch: %w", err)
	}
	return nil
}

func (s *Sender) now() time.Time { return s.Now().UTC().Truncate(time.Microsecond) }
