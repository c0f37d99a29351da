package notify

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/docket"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
)

// SenderDeps is what a Sender needs; all of it is required.
type SenderDeps struct {
	Tx            ports.Transactor
	Notifications ports.Notifications
	Outbox        ports.Outbox
	Mailer        ports.Mailer

	Now    func() time.Time
	Logger *slog.Logger
}

// Sender hands e-mails of the outbox to the mail server, one at a time. An
// e-mail is marked before the server sees it and again afterwards: whatever was
// left between the two is flagged for a person and never sent twice.
type Sender struct{ SenderDeps }

// NewSender returns a sender over deps. One at a time may work on an outbox.
func NewSender(deps SenderDeps) *Sender { return &Sender{deps} }

const (
	maxTries   = 5
	firstPause = time.Minute // doubled with each try

	// sendTimeout bounds one hand-over; it is not cut short when the program is
	// asked to end, since nobody would know what became of it.
	sendTimeout = 20 * time.Second
)

// Recover flags what an earlier program left behind while it was sending. Call
// it once before Step.
func (s *Sender) Recover(ctx context.Context) error {
	left, err := s.Outbox.InFlight(ctx)
	if err != nil {
		return fmt.Errorf("looking for e-mails left behind: %w", err)
	}
	for _, d := range left {
		err := s.settle(ctx, d, docket.Uncertain, "El programa se detuvo mientras enviaba; compruebe si el correo llegó y registre el resultado.")
		if err != nil {
			return err
		}
		s.Logger.WarnContext(ctx, "an e-mail may or may not have been sent", "dispatch", d.ID, "notification", d.NotificationID)
	}
	return nil
}

// Step sends the e-mail that is due first; worked is false when none is.
func (s *Sender) Step(ctx context.Context) (worked bool, err error) {
	d, ok, err := s.Outbox.Take(ctx, s.now())
	if err != nil || !ok {
		return false, err
	}
	// Its outcome must be written down even if the program is asked to end.
	ctx = context.WithoutCancel(ctx)
	n, err := s.Notifications.Get(ctx, d.NotificationID)
	if err != nil {
		return true, err
	}
	if n.State != docket.InProcess { // sending was switched off for a time
		return true, s.settle(ctx, d, docket.Refused, "La notificación cambió de estado antes de enviarse.")
	}
	sending, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	return true, s.conclude(ctx, d, s.Mailer.Send(sending, d))
}

// conclude writes down what became of a dispatch.
func (s *Sender) conclude(ctx context.Context, d docket.Dispatch, sent error) error {
	var told string
	if f, ok := fault.As(sent); ok {
		told = f.Message
	}
	switch kind := fault.KindOf(sent); {
	case sent == nil:
		return s.end(ctx, d, docket.Delivered, "", docket.Sent, "Aceptada por el servidor de correo para "+d.To)
	case kind == fault.Unprocessable, kind == fault.Unavailable && d.Tries >= maxTries:
		return s.end(ctx, d, docket.Refused, told, docket.Failed, told)
	case kind == fault.Unavailable:
		d.DueAt = s.now().Add(firstPause << (d.Tries - 1))
		return s.settle(ctx, d, docket.Queued, told)
	}
	s.Logger.WarnContext(ctx, "an e-mail may or may not have been sent", "dispatch", d.ID, "notification", d.NotificationID, "error", sent)
	return s.settle(ctx, d, docket.Uncertain, "La conexión se cortó mientras se enviaba; compruebe si el correo llegó y registre el resultado.")
}

// end settles a dispatch and moves its notification, together.
func (s *Sender) end(ctx context.Context, d docket.Dispatch, state docket.DispatchState, reason string, to docket.State, remark string) error {
	return s.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := s.settle(ctx, d, state, reason); err != nil {
			return err
		}
		_, err := s.Notifications.Move(ctx, d.NotificationID, func(n docket.Notification) (docket.Movement, error) {
			return docket.Movement{From: n.State, To: to, Remark: remark, User: account.System.Username, At: s.now()}, docket.Move(n.State, to, n.Channel)
		})
		return err
	})
}

func (s *Sender) settle(ctx context.Context, d docket.Dispatch, state docket.DispatchState, reason string) error {
	d.State, d.Reason, d.ChangedAt = state, reason, s.now()
	if err := s.Outbox.Settle(ctx, d); err != nil {
		return fmt.Errorf("settling a dispatch: %w", err)
	}
	return nil
}

func (s *Sender) now() time.Time { return s.Now().UTC().Truncate(time.Microsecond) }
