package notify_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/notify"
	"github.com/cotejo/cotejo/testkit/mock"
)

// post is a registry that sends, and a mail server whose answers a test sets.
type post struct {
	*registry
	sender *notify.Sender
	answer error
	sent   []notification.Dispatch // as the mail server saw them
}

func openPost(t testing.TB) *post {
	t.Helper()
	p := &post{registry: openWith(notify.Options{Sending: true})}
	p.sender = p.newSender()
	return p
}

func (p *post) newSender() *notify.Sender {
	return notify.NewSender(notify.SenderDeps{
		Tx: p.store, Notifications: p.store.Notifications(), Outbox: p.store.Outbox(), Attachments: p.store.Attachments(),
		Mailer: &mock.MailerMock{SendFunc: func(_ context.Context, d notification.Dispatch) error {
			p.sent = append(p.sent, d)
			return p.answer
		}},
		Now: func() time.Time { return p.now }, Logger: slog.New(slog.DiscardHandler),
	})
}

// asked registers a notification and asks for its e-mail.
func (p *post) asked(t testing.TB) notification.Notification {
	t.Helper()
	n := p.addressed(t, "juan@x.co")
	n, err := p.Send(context.Background(), clerk, n.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// addressed registers a notification to somebody with that e-mail.
func (p *post) addressed(t testing.TB, email string) notification.Notification {
	t.Helper()
	ctx := context.Background()
	n := p.notification(t, notification.Email)
	s, err := p.EnterSubject(ctx, clerk, notification.SubjectDraft{Name: "Juan Pérez", Email: email})
	if err != nil {
		t.Fatal(err)
	}
	n, err = p.Notify(ctx, clerk, notification.NotificationDraft{CaseID: n.CaseID, SubjectID: s.ID, Channel: notification.Email, Remark: "Tiene tres días."})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func (p *post) step(t testing.TB, worked bool) {
	t.Helper()
	if got, err := p.sender.Step(context.Background()); err != nil || got != worked {
		t.Fatalf("worked: %v, %v, want %v", got, err, worked)
	}
}

func (p *post) get(t testing.TB, id string) notification.Notification {
	t.Helper()
	n, err := p.Notification(context.Background(), clerk, id)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestAnEmailIsSentOnceItsServerTookIt(t *testing.T) {
	p := openPost(t)
	n := p.asked(t)
	if n.State != notification.InProcess || n.Dispatch == nil || n.Dispatch.State != notification.Queued || n.SentAt != (time.Time{}) {
		t.Fatalf("asked for: %+v", n)
	}
	p.step(t, true)
	p.step(t, false)
	n = p.get(t, n.ID)
	if n.State != notification.Sent || n.Dispatch.State != notification.Delivered || len(n.History) != 2 || n.History[1].User != "system" || n.Attempts != 1 {
		t.Errorf("%+v", n)
	}
	if len(p.sent) != 1 || p.sent[0].To != "juan@x.co" || !strings.Contains(p.sent[0].Body, "Tiene tres días.") || !strings.Contains(p.sent[0].Subject, "2026-") {
		t.Errorf("%+v", p.sent)
	}
}

func TestWhatAnAnswerDoesToANotification(t *testing.T) {
	for _, c := range []struct {
		name     string
		answer   error
		state    notification.State
		dispatch notification.DispatchState
		reason   string
	}{
		{"refused", fault.New(fault.Unprocessable, "mail_refused", "No existe ese buzón."), notification.Failed, notification.Refused, "No existe ese buzón."},
		{"postponed", fault.New(fault.Unavailable, "mail_postponed", "Lleno."), notification.InProcess, notification.Queued, "Lleno."},
		{"nobody knows", errors.New("connection reset"), notification.InProcess, notification.Uncertain, "compruebe si el correo llegó"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := openPost(t)
			p.answer = c.answer
			n := p.asked(t)
			p.step(t, true)
			p.step(t, false)
			n = p.get(t, n.ID)
			if n.State != c.state || n.Dispatch.State != c.dispatch || !strings.Contains(n.Dispatch.Reason, c.reason) {
				t.Errorf("%+v, dispatch %+v", n, n.Dispatch)
			}
			if c.state == notification.Failed && !strings.Contains(n.History[1].Remark, c.reason) {
				t.Errorf("the history does not say why: %+v", n.History)
			}
		})
	}
}

func TestAPostponedEmailIsTriedFiveTimesEachLater(t *testing.T) {
	p := openPost(t)
	p.answer = fault.New(fault.Unavailable, "mail_postponed", "Lleno.")
	n := p.asked(t)
	for i, pause := range []time.Duration{0, time.Minute, 2 * time.Minute, 4 * time.Minute, 8 * time.Minute} {
		if pause > 0 {
			p.now = p.now.Add(pause - time.Second)
			p.step(t, false)
			p.now = p.now.Add(time.Second)
		}
		p.step(t, true)
		if len(p.sent) != i+1 {
			t.Fatalf("try %d: %d were made", i+1, len(p.sent))
		}
	}
	if n = p.get(t, n.ID); n.State != notification.Failed || n.Dispatch.State != notification.Refused || n.Dispatch.Tries != 5 {
		t.Errorf("%+v, dispatch %+v", n, n.Dispatch)
	}
}

// What was left while it was being sent is flagged and never sent again; a
// person says what became of it.
func TestAnEmailLeftBehindIsFlagged(t *testing.T) {
	p := openPost(t)
	n := p.asked(t)
	if _, _, err := p.store.Outbox().Take(t.Context(), p.now); err != nil { // and the program is killed
		t.Fatal(err)
	}
	if _, err := p.Move(t.Context(), clerk, n.ID, notification.Sent, ""); fault.KindOf(err) != fault.RuleViolated {
		t.Errorf("moved while it is being sent: %v", err)
	}
	if err := p.newSender().Recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.step(t, false)
	n = p.get(t, n.ID)
	if n.State != notification.InProcess || n.Dispatch.State != notification.Uncertain || len(p.sent) != 0 {
		t.Errorf("%+v, dispatch %+v", n, n.Dispatch)
	}
	if n, err := p.Move(t.Context(), clerk, n.ID, notification.Sent, "el servidor lo tiene"); err != nil || n.State != notification.Sent || n.Dispatch == nil {
		t.Errorf("%+v, %v", n, err)
	}
}

func TestWhatCannotBeSent(t *testing.T) {
	p := openPost(t)
	asked, sent, phone, nowhere := p.asked(t), p.addressed(t, "juan@x.co"), p.notification(t, notification.Phone), p.addressed(t, "")
	if _, err := p.Move(t.Context(), clerk, sent.ID, notification.Sent, ""); err != nil {
		t.Fatal(err)
	}
	for name, id := range map[string]string{"what is being sent": asked.ID, "what was sent": sent.ID, "what goes by another channel": phone.ID, "to nobody": nowhere.ID} {
		if _, err := p.Send(t.Context(), clerk, id, ""); fault.KindOf(err) != fault.RuleViolated {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := p.Send(t.Context(), clerk, court, "")
	wantKind(t, err, fault.NotFound)
	r := open()
	n := r.notification(t, notification.Email)
	if _, err := r.Send(t.Context(), clerk, n.ID, ""); fault.KindOf(err) != fault.RuleViolated || !strings.Contains(err.Error(), "NOTIFY_SMTP_URL") {
		t.Errorf("where nothing is sent: %v", err)
	}
	p.step(t, true)
	p.step(t, false)
	if len(p.sent) != 1 {
		t.Errorf("%d e-mails", len(p.sent))
	}
}

func TestAskingTwiceWithOneKeySendsOnce(t *testing.T) {
	p := openPost(t)
	n := p.addressed(t, "juan@x.co")
	for range 2 {
		if got, err := p.Send(t.Context(), clerk, n.ID, "k"); err != nil || got.ID != n.ID || got.State != notification.InProcess {
			t.Errorf("%+v, %v", got, err)
		}
	}
	p.step(t, true)
	p.step(t, false)
	if len(p.sent) != 1 {
		t.Errorf("%d e-mails", len(p.sent))
	}
}

// Sending was switched off, somebody moved the notification, and it was
// switched on again: nothing goes out.
func TestWhatMovedOnMeanwhileIsNotSent(t *testing.T) {
	p := openPost(t)
	n := p.asked(t)
	if _, err := p.store.Notifications().Move(t.Context(), n.ID, func(n notification.Notification) (notification.Movement, error) {
		return notification.Movement{From: n.State, To: notification.Cancelled, At: p.now}, nil
	}); err != nil {
		t.Fatal(err)
	}
	p.step(t, true)
	if n = p.get(t, n.ID); n.State != notification.Cancelled || n.Dispatch.State != notification.Refused || len(p.sent) != 0 {
		t.Errorf("%+v, dispatch %+v, %d e-mails", n, n.Dispatch, len(p.sent))
	}
}

// However the server answers and wherever the program is killed, no e-mail
// reaches the server again once it may have it, and only what it took counts
// as sent.
func TestNothingIsSentTwice(t *testing.T) {
	answers := []error{nil, fault.New(fault.Unprocessable, "x", "No."), fault.New(fault.Unavailable, "x", "Luego."), errors.New("cut off")}
	rapid.Check(t, func(r *rapid.T) {
		p := openPost(t)
		n := p.asked(t)
		var last error
		final := false // the server has it, or may have it
		for range rapid.IntRange(1, 8).Draw(r, "steps") {
			p.now = p.now.Add(time.Hour)
			if rapid.Bool().Draw(r, "killed between") {
				if _, ok, _ := p.store.Outbox().Take(context.Background(), p.now); ok {
					final = true
				}
				p.sender = p.newSender()
				if err := p.sender.Recover(context.Background()); err != nil {
					r.Fatal(err)
				}
				continue
			}
			last = rapid.SampledFrom(answers).Draw(r, "answer")
			p.answer = last
			worked, err := p.sender.Step(context.Background())
			if err != nil || worked && final {
				r.Fatalf("worked: %v after the end, %v", worked, err)
			}
			final = final || worked && fault.KindOf(last) != fault.Unavailable
		}
		if got := p.get(t, n.ID); (got.State == notification.Sent) != (got.Dispatch.State == notification.Delivered) {
			r.Errorf("%s with a dispatch that is %s", got.State, got.Dispatch.State)
		}
	})
}

func TestStopReturnsNotificationToPending(t *testing.T) {
	p := openPost(t)
	n := p.asked(t)
	stopped, err := p.Stop(t.Context(), clerk, n.ID)
	if err != nil || stopped.State != notification.Pending || stopped.Dispatch == nil || stopped.Dispatch.State != notification.Stopped ||
		!strings.Contains(stopped.Dispatch.Reason, clerk.Username) {
		t.Fatalf("%+v, dispatch %+v, %v", stopped, stopped.Dispatch, err)
	}
	p.step(t, false)
	n = p.get(t, n.ID)
	last := n.History[len(n.History)-1]
	if len(p.sent) != 0 || last.To != notification.Pending || last.User != clerk.Username || !strings.Contains(last.Remark, "juan@x.co") || n.Attempts != 0 {
		t.Errorf("%+v, %d e-mails", n, len(p.sent))
	}
	if _, err := p.Stop(t.Context(), clerk, n.ID); !errors.Is(err, notification.ErrNotQueued) {
		t.Errorf("stopped twice: %v", err)
	}
	if _, err := p.Send(t.Context(), clerk, n.ID, "another"); err != nil {
		t.Errorf("it cannot be sent any more: %v", err)
	}
	p.step(t, true)
	if n = p.get(t, n.ID); n.State != notification.Sent || len(p.sent) != 1 {
		t.Errorf("%+v, %d e-mails", n, len(p.sent))
	}
}

func TestStopRefusesWhatIsNotQueued(t *testing.T) {
	p := openPost(t)
	unasked, sent, phone := p.addressed(t, "juan@x.co"), p.asked(t), p.notification(t, notification.Phone)
	p.step(t, true)
	for name, id := range map[string]string{"never queued": unasked.ID, "sent": sent.ID, "by phone": phone.ID} {
		before := p.get(t, id)
		if _, err := p.Stop(t.Context(), clerk, id); !errors.Is(err, notification.ErrNotQueued) {
			t.Errorf("%s: %v", name, err)
		}
		if after := p.get(t, id); after.State != before.State || len(after.History) != len(before.History) {
			t.Errorf("%s: %+v", name, after)
		}
	}
	_, err := p.Stop(t.Context(), clerk, court)
	wantKind(t, err, fault.NotFound)
	n := p.asked(t)
	if _, _, err := p.store.Outbox().Take(t.Context(), p.now); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Stop(t.Context(), clerk, n.ID); !errors.Is(err, notification.ErrNotQueued) {
		t.Errorf("while it is being sent: %v", err)
	}
}

// Sending was switched off and somebody moved the notification; what is queued can still be
// stopped, and the notification stays as it is.
func TestStopLeavesMovedNotificationAlone(t *testing.T) {
	p := openPost(t)
	n := p.asked(t)
	if _, err := p.store.Notifications().Move(t.Context(), n.ID, func(n notification.Notification) (notification.Movement, error) {
		return notification.Movement{From: n.State, To: notification.Cancelled, At: p.now}, nil
	}); err != nil {
		t.Fatal(err)
	}
	stopped, err := p.Stop(t.Context(), clerk, n.ID)
	if err != nil || stopped.ID != n.ID || stopped.State != notification.Cancelled || stopped.Dispatch.State != notification.Stopped {
		t.Errorf("%+v, %v", stopped, err)
	}
	p.step(t, false)
}

func TestPreviewIsWhatIsSent(t *testing.T) {
	p := openPost(t)
	n := p.addressed(t, "juan@x.co")
	seen, err := p.Preview(t.Context(), clerk, n.ID)
	if err != nil || !strings.Contains(seen.Body, "Tiene tres días.") {
		t.Fatalf("%+v, %v", seen, err)
	}
	if n = p.get(t, n.ID); n.State != notification.Pending || n.Dispatch != nil {
		t.Errorf("a preview changed %+v", n)
	}
	if _, err := p.Send(t.Context(), clerk, n.ID, ""); err != nil {
		t.Fatal(err)
	}
	email := "otra@x.co" // the queued e-mail keeps its address
	if _, err := p.CorrectSubject(t.Context(), clerk, n.SubjectID, notification.SubjectChange{Email: &email}); err != nil {
		t.Fatal(err)
	}
	queued, err := p.Preview(t.Context(), clerk, n.ID)
	p.step(t, true)
	for _, d := range []notification.Dispatch{queued, p.sent[0]} {
		if err != nil || d.To != seen.To || d.Subject != seen.Subject || d.Body != seen.Body {
			t.Errorf("%+v, %v, want %+v", d, err, seen)
		}
	}
	if _, err := p.Preview(t.Context(), clerk, n.ID); fault.KindOf(err) != fault.RuleViolated {
		t.Errorf("after it was sent: %v", err)
	}
	_, err = p.Preview(t.Context(), clerk, p.addressed(t, "").ID)
	wantKind(t, err, fault.RuleViolated)
}
