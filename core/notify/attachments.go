package notify

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/notification"
)

// Attach implements ports.NotificationService.
func (s *Service) Attach(ctx context.Context, by account.Actor, id, name string, content []byte) (notification.Attachment, error) {
	if !s.opts.Sending {
		return notification.Attachment{}, errSendingDisabled
	}
	a, err := notification.NewAttachment(name, content)
	if err != nil {
		return a, err
	}
	sum := sha256.Sum256(content)
	a.SHA256 = hex.EncodeToString(sum[:])
	err = s.Tx.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.lockAttachable(ctx, id); err != nil {
			return err
		}
		others, err := s.Attachments.List(ctx, id)
		if err != nil {
			return err
		}
		var known bool
		if a, known, err = a.Join(others); known || err != nil {
			return err
		}
		a.ID, a.NotificationID, a.AddedBy, a.AddedAt = s.NewID(), id, by.Username, s.now()
		return s.Attachments.Add(ctx, a, content)
	})
	if err != nil {
		return notification.Attachment{}, err
	}
	return a, nil
}

// lockAttachable returns a notification whose attachments may change. It stays so until the
// transaction of ctx ends, since its e-mail is queued by a move.
func (s *Service) lockAttachable(ctx context.Context, id string) (n notification.Notification, err error) {
	_, err = s.Notifications.Move(ctx, id, func(current notification.Notification) (notification.Movement, error) {
		n = current
		latest, err := s.latestDispatch(ctx, id)
		if err == nil {
			err = n.CheckAttachable(latest)
		}
		if err == nil {
			err = errStays
		}
		return notification.Movement{}, err
	})
	if errors.Is(err, errStays) {
		err = nil
	}
	return n, err
}

// ListAttachments implements ports.NotificationService.
func (s *Service) ListAttachments(ctx context.Context, _ account.Actor, id string) (list []notification.Attachment, err error) {
	err = s.View.InView(ctx, func(ctx context.Context) error {
		if _, err := s.Notifications.Get(ctx, id); err != nil {
			return err
		}
		list, err = s.Attachments.List(ctx, id)
		return err
	})
	return list, err
}

// Attachment implements ports.NotificationService.
func (s *Service) Attachment(ctx context.Context, _ account.Actor, id, attachmentID string) (f notification.AttachedFile, err error) {
	err = s.View.InView(ctx, func(ctx context.Context) error {
		if f.Attachment, err = s.attachmentOf(ctx, id, attachmentID); err != nil {
			return err
		}
		f.Content, err = s.Attachments.Content(ctx, attachmentID)
		return err
	})
	return f, err
}

// attachmentOf returns an attachment if the notification has it.
func (s *Service) attachmentOf(ctx context.Context, id, attachmentID string) (notification.Attachment, error) {
	a, err := s.Attachments.Get(ctx, attachmentID)
	if err == nil && a.NotificationID != id {
		err = notification.ErrAttachmentNotFound
	}
	return a, err
}

// Detach implements ports.NotificationService.
func (s *Service) Detach(ctx context.Context, _ account.Actor, id, attachmentID string) error {
	return s.Tx.InTx(ctx, func(ctx context.Context) error {
		n, err := s.lockAttachable(ctx, id)
		if err != nil {
			return err
		}
		a, err := s.attachmentOf(ctx, id, attachmentID)
		if err != nil {
			return err
		}
		if n.WentOut(a) {
			return notification.ErrAttachmentWentOut
		}
		return s.Attachments.Remove(ctx, attachmentID)
	})
}

// attached returns the attachments of an e-mail without their contents.
func attached(list []notification.Attachment) []notification.AttachedFile {
	var files []notification.AttachedFile
	for _, a := range list {
		files = append(files, notification.AttachedFile{Attachment: a})
	}
	return files
}
