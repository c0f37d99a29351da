package notifystore_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/notify"
	"github.com/cotejo/cotejo/ports"
)

// steppedAttachments calls step between the check of a notification and the addition of its file.
type steppedAttachments struct {
	ports.Attachments
	step func()
}

func (s steppedAttachments) List(ctx context.Context, id string) ([]notification.Attachment, error) {
	s.step()
	return s.Attachments.List(ctx, id)
}

// TestEmailIsQueuedBeforeOrAfterAttaching requests an e-mail while a file is being added: the request
// waits until the file is there, so that no file comes after what a person saw.
func TestEmailIsQueuedBeforeOrAfterAttaching(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, fresh func(t *testing.T) sqldb.Options) {
		db, clerk := open(t, fresh(t)), account.Actor{Username: "ana@juzgado.gov.co", Role: account.Notifier}
		var ids atomic.Int64
		deps := notify.Deps{
			Tx: db, View: db, Courts: db.Courts(), MailTemplates: db.MailTemplates(), Cases: db.Cases(), Subjects: db.Subjects(),
			Notifications: db.Notifications(), Outbox: db.Outbox(), Attachments: db.Attachments(), Claims: db.Claims(), Now: time.Now,
			NewID: func() string { return fmt.Sprintf("0195f0a0-0000-7000-8000-%012d", ids.Add(1)) },
		}
		service := notify.New(deps, &notify.Options{Sending: true})
		c, err := service.OpenCase(t.Context(), clerk, notification.CaseDraft{Number: "2026-00001", Description: "Tutela", CourtID: deps.NewID()})
		if err != nil {
			t.Fatal(err)
		}
		subject, err := service.EnterSubject(t.Context(), clerk, notification.SubjectDraft{Name: "Juan Pérez", Email: "juan@x.co"})
		if err != nil {
			t.Fatal(err)
		}
		n, err := service.Notify(t.Context(), clerk, notification.NotificationDraft{CaseID: c.ID, SubjectID: subject.ID, Channel: notification.Email})
		if err != nil {
			t.Fatal(err)
		}

		sent := make(chan error, 1)
		deps.Attachments = steppedAttachments{db.Attachments(), func() {
			go func() {
				_, err := service.Send(t.Context(), clerk, n.ID, "")
				sent <- err
			}()
			select {
			case err := <-sent:
				t.Errorf("the e-mail was queued meanwhile, %v", err)
				sent <- err
			case <-time.After(200 * time.Millisecond):
			}
		}}
		if _, err := notify.New(deps, &notify.Options{Sending: true}).Attach(t.Context(), clerk, n.ID, "auto.pdf", []byte("%PDF-1.7")); err != nil {
			t.Error(err)
		}
		if err := <-sent; err != nil {
			t.Error(err)
		}
	})
}
