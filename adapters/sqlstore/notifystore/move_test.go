package notifystore_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/notify"
	"github.com/cotejo/cotejo/ports"
)

// steppedOutbox calls read after the first call of Latest.
type steppedOutbox struct {
	ports.Outbox
	once *sync.Once
	read func()
}

func (o steppedOutbox) Latest(ctx context.Context, ids []string) (map[string]notification.Dispatch, error) {
	latest, err := o.Outbox.Latest(ctx, ids)
	o.once.Do(o.read)
	return latest, err
}

// An e-mail is requested right after a move has read the outbox: it must wait for the move.
func TestMoveExcludesSend(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, fresh func(t *testing.T) sqldb.Options) {
		db, clerk := open(t, fresh(t)), account.Actor{Username: "ana@juzgado.gov.co", Role: account.Notifier}
		var ids atomic.Int64
		deps := notify.Deps{
			Tx: db, View: db, Courts: db.Courts(), Cases: db.Cases(), Subjects: db.Subjects(), Notifications: db.Notifications(), Outbox: db.Outbox(), Attachments: db.Attachments(),
			Users: db.Users(), UserEvents: db.UserEvents(), Lockouts: db.Lockouts(), Sessions: db.Sessions(), Claims: db.Claims(),
			Now:   time.Now,
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
		deps.Outbox = steppedOutbox{db.Outbox(), new(sync.Once), func() {
			go func() {
				_, err := service.Send(t.Context(), clerk, n.ID, "")
				sent <- err
			}()
			select {
			case err := <-sent:
				sent <- err
			case <-time.After(200 * time.Millisecond):
			}
		}}
		moved, err := notify.New(deps, &notify.Options{Sending: true}).Move(t.Context(), clerk, n.ID, notification.Cancelled, "")
		if err != nil || moved.State != notification.Cancelled {
			t.Errorf("moved to %q, %v", moved.State, err)
		}
		if err := <-sent; fault.KindOf(err) != fault.RuleViolated {
			t.Errorf("the e-mail was requested: %v", err)
		}
		latest, err := db.Outbox().Latest(t.Context(), []string{n.ID})
		if err != nil || len(latest) != 0 {
			t.Errorf("the outbox has %+v, %v", latest, err)
		}
	})
}
