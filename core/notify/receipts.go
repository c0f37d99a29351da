package notify

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/pagination"
	"github.com/cotejo/cotejo/core/receipt"
	"github.com/cotejo/cotejo/core/sanitize"
)

// maxHeaderShown bounds what is stored of a field of a receipt, in code points.
const maxHeaderShown = 300

// errReceiptEarly means that the outcome of the e-mail is not stored yet. The receipt can be taken
// afterwards.
var errReceiptEarly = fault.New(fault.Unavailable, "receipt_early", "El correo al que responde aún se está enviando; el recibo se lee después.")

// TakeMessage implements ports.MessageTaker; see TakeReceipt.
func (s *Service) TakeMessage(ctx context.Context, _ document.MailboxMessage, content io.Reader) (document.TakenMessage, error) {
	message, err := io.ReadAll(io.LimitReader(content, notification.MaxReceipt+1))
	if err != nil {
		return document.TakenMessage{}, err
	}
	r, err := s.TakeReceipt(ctx, message)
	return document.TakenMessage{ID: r.ID}, err
}

// TakeReceipt stores a message that came back for an e-mail, and moves the notification if the
// rules of notification.Receipt.Decide allow it. The same message is stored once. Faults:
// notification.ErrReceiptTooLarge and ErrNotReceipt, for messages that stay in the mailbox;
// Unprocessable for one that cannot be read; Unavailable while the e-mail is being sent.
func (s *Service) TakeReceipt(ctx context.Context, content []byte) (notification.Receipt, error) {
	if len(content) > notification.MaxReceipt {
		return notification.Receipt{}, notification.ErrReceiptTooLarge
	}
	sum := sha256.Sum256(content)
	digest := hex.EncodeToString(sum[:])
	if known, ok, err := s.Receipts.WithDigest(ctx, digest); ok || err != nil {
		return known, err
	}
	m, err := s.ReceiptReader.ReadReceipt(content)
	if err != nil {
		return notification.Receipt{}, err
	}
	v := receipt.Judge(m)
	r := notification.Receipt{ID: s.NewID(), Digest: digest, MessageIDs: v.MessageIDs, Size: int64(len(content)), CreatedAt: s.now(), ArrivedAt: m.ArrivedAt(),
		Sender: sanitize.Excerpt(m.Header.Get("From"), maxHeaderShown), Subject: sanitize.Excerpt(m.Header.Get("Subject"), maxHeaderShown)}
	err = s.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := s.settleReceipt(ctx, &r, v); err != nil {
			return err
		}
		return s.Receipts.Add(ctx, r, content)
	})
	if errors.Is(err, notification.ErrReceiptKnown) { // another program stored it meanwhile
		r, _, err = s.Receipts.WithDigest(ctx, digest)
	}
	if err != nil {
		return notification.Receipt{}, err
	}
	return r, nil
}

// settleReceipt finds the e-mail of a receipt and moves its notification.
func (s *Service) settleReceipt(ctx context.Context, r *notification.Receipt, v receipt.Verdict) error {
	d, err := s.dispatchOf(ctx, v)
	if err != nil {
		return err
	}
	matched := r.Match(v, d)
	if r.ArrivedAt.IsZero() || r.ArrivedAt.After(r.CreatedAt) || d != nil && r.ArrivedAt.Before(d.CreatedAt) {
		r.ArrivedAt = r.CreatedAt
	}
	if !matched {
		if !r.IsWorthKeeping() {
			return notification.ErrNotReceipt
		}
		return nil
	}
	_, err = s.Notifications.Move(ctx, d.NotificationID, func(n notification.Notification) (notification.Movement, error) {
		latest, err := s.latestDispatch(ctx, n.ID)
		if err != nil {
			return notification.Movement{}, err
		}
		if latest == nil {
			return notification.Movement{}, fmt.Errorf("notification %s has no e-mail, but one of it was found", n.ID)
		}
		if latest.ID == d.ID {
			d = latest // as it is since the notification is locked
		}
		if d.State == notification.Sending {
			return notification.Movement{}, errReceiptEarly
		}
		m, moves := r.Decide(n, *d, *latest, s.now())
		if !moves {
			return m, errStays
		}
		return m, notification.CheckTransition(m.From, m.To, n.Channel)
	})
	if errors.Is(err, errStays) {
		return nil
	}
	return err
}

// errStays ends a move that changes nothing.
var errStays = errors.New("the notification stays as it is")

// dispatchOf returns the e-mail that a message is about: the first one whose recipient the message
// names, otherwise the first one that was sent from here, otherwise nil.
func (s *Service) dispatchOf(ctx context.Context, v receipt.Verdict) (*notification.Dispatch, error) {
	found, err := s.Outbox.WithMessageID(ctx, v.MessageIDs)
	if err != nil {
		return nil, err
	}
	var first *notification.Dispatch
	for _, id := range v.MessageIDs {
		for _, d := range found {
			if !d.HasMessageID(id) {
				continue
			}
			if _, ok := v.For(d.To); ok {
				return &d, nil
			}
			if first == nil {
				first = &d
			}
		}
	}
	return first, nil
}

// ListReceipts implements ports.NotificationService.
func (s *Service) ListReceipts(
	ctx context.Context,
	_ account.Actor,
	f notification.ReceiptFilter,
	page pagination.Request,
) (pagination.Of[notification.Receipt], error) {
	return s.Receipts.List(ctx, f, page)
}

// Receipt implements ports.NotificationService.
func (s *Service) Receipt(ctx context.Context, _ account.Actor, id string) (notification.Receipt, error) {
	return s.Receipts.Get(ctx, id)
}

// ReceiptMessage implements ports.NotificationService.
func (s *Service) ReceiptMessage(ctx context.Context, _ account.Actor, id string) ([]byte, error) {
	return s.Receipts.Content(ctx, id)
}

// SettleReceipt implements ports.NotificationService.
func (s *Service) SettleReceipt(ctx context.Context, by account.Actor, id, notificationID string) (settled notification.Receipt, err error) {
	err = s.Tx.InTx(ctx, func(ctx context.Context) error {
		if notificationID != "" {
			if _, err := s.Notifications.Get(ctx, notificationID); err != nil {
				return err
			}
		}
		settled, err = s.Receipts.Settle(ctx, id, func(r *notification.Receipt) error {
			r.SettledBy = by.Username
			if r.NotificationID = notificationID; notificationID == "" {
				r.Effect, r.Note = notification.Dismissed, "Una persona lo descartó."
			} else {
				r.Effect, r.Note = notification.Kept, "Una persona lo asignó; el cambio de estado se registra aparte."
			}
			return nil
		})
		return err
	})
	return settled, err
}

// withReceipts adds to a notification its latest receipts, and the day that follows from the one that
// moved it.
func (s *Service) withReceipts(ctx context.Context, n notification.Notification) (notification.Notification, error) {
	f := notification.ReceiptFilter{NotificationID: n.ID}
	latest, err := s.Receipts.List(ctx, f, pagination.Request{Number: 1, Size: notification.MaxReceiptsShown})
	if err != nil {
		return n, err
	}
	f.Effect = notification.Moved // may be older than the latest ones: anybody who has the e-mail can send more
	last, err := s.Receipts.List(ctx, f, pagination.Request{Number: 1, Size: 1})
	if err != nil {
		return n, err
	}
	var moved *notification.Receipt
	if len(last.Items) > 0 {
		moved = &last.Items[0]
	}
	n.Receipts, n.Deemed = latest.Items, n.DeemedMade(moved, s.opts.Calendar)
	return n, nil
}
