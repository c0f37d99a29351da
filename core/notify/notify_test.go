package notify_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/notify"
	"github.com/cotejo/cotejo/core/pagination"
	"github.com/cotejo/cotejo/core/spreadsheet"
	"github.com/cotejo/cotejo/testkit/memstore"
	"github.com/cotejo/cotejo/testkit/mock"
)

var (
	start = time.Date(2026, 3, 4, 15, 0, 0, 0, time.UTC) // a Wednesday
	clerk = account.Actor{Username: "ana@juzgado.gov.co", Role: account.Notifier}
	boss  = account.Actor{Username: "jefa@juzgado.gov.co", Role: account.Administrator}
	all   = pagination.Request{Number: 1, Size: 100}
)

const court = "0195f0a0-0000-7000-8000-00000000ffff"

// registry is a service over a store in memory.
type registry struct {
	*notify.Service
	store *memstore.Store
	now   time.Time
	ids   int
	mu    sync.Mutex
}

func open() *registry { return openWith(notify.Options{OverdueDays: 3}) }

func openWith(opts notify.Options) *registry {
	r := &registry{store: memstore.New(), now: start}
	r.Service = notify.New(notify.Deps{
		Tx: r.store, View: r.store, Courts: r.store.Courts(), MailTemplates: r.store.MailTemplates(), Cases: r.store.Cases(), Subjects: r.store.Subjects(), Corrections: r.store.Corrections(), Notifications: r.store.Notifications(), Outbox: r.store.Outbox(), Attachments: r.store.Attachments(),
		Receipts: r.store.Receipts(), ReceiptReader: messages{},
		Users: r.store.Users(), UserEvents: r.store.UserEvents(), Lockouts: r.store.Lockouts(), Sessions: r.store.Sessions(), Claims: r.store.Claims(),
		Passwords: &mock.PasswordsMock{MatchesFunc: func(ctx context.Context, _ account.Caller, password string, hashOf func(context.Context) (string, error)) (bool, error) {
			hash, err := hashOf(ctx)
			return hash == "hash of "+password, err
		}},
		Hasher:    &mock.PasswordHasherMock{HashFunc: func(password string) (string, error) { return "hash of " + password, nil }},
		Workbooks: book{},
		Now:       func() time.Time { return r.now },
		NewID: func() string {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.ids++
			return fmt.Sprintf("0195f0a0-0000-7000-8000-%012d", r.ids)
		},
	}, &opts)
	return r
}

// book writes workbooks that can be read here: the first and the last cell of
// a row, a line a row.
type book struct{}

func (book) Write(_ context.Context, w io.Writer, _ spreadsheet.Table, rows func(func([]spreadsheet.Cell) error) error) error {
	return rows(func(cells []spreadsheet.Cell) error {
		_, err := fmt.Fprintln(w, cells[0].Value, cells[len(cells)-1].Value)
		return err
	})
}

// notification registers a case, a subject and a notification between them.
func (r *registry) notification(t testing.TB, channel notification.Channel) notification.Notification {
	t.Helper()
	ctx := context.Background()
	c, err := r.OpenCase(ctx, clerk, notification.CaseDraft{Number: fmt.Sprintf("2026-%05d", r.ids), Description: "Tutela", CourtID: court})
	if err != nil {
		t.Fatal(err)
	}
	s, err := r.EnterSubject(ctx, clerk, notification.SubjectDraft{Name: "Juan Pérez"})
	if err != nil {
		t.Fatal(err)
	}
	n, err := r.Notify(ctx, clerk, notification.NotificationDraft{CaseID: c.ID, SubjectID: s.ID, Channel: channel})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func wantKind(t testing.TB, err error, kind fault.Kind) {
	t.Helper()
	if fault.KindOf(err) != kind {
		t.Errorf("got %v, want a fault of kind %q", err, kind)
	}
}

func TestACaseNumberIsTakenHoweverItIsWritten(t *testing.T) {
	r := open()
	draft := notification.CaseDraft{Number: "2026-00123", Description: "Tutela <b>urgente</b>", CourtID: strings.ToUpper(court)}
	c, err := r.OpenCase(t.Context(), clerk, draft)
	want := notification.Case{ID: c.ID, Number: "2026-00123", Description: "Tutela urgente", Status: notification.Active, CourtID: court,
		CreatedAt: start, CreatedBy: clerk.Username}
	if err != nil || c != want {
		t.Fatalf("%+v, %v", c, err)
	}
	if got, err := r.Case(t.Context(), clerk, c.ID); err != nil || got != c {
		t.Errorf("%+v, %v", got, err)
	}
	for _, number := range []string{"2026-00123", "202600123", "2026 00123"} {
		draft.Number = number
		if _, err := r.OpenCase(t.Context(), clerk, draft); !errors.Is(err, notification.ErrNumberTaken) {
			t.Errorf("%q again: %v", number, err)
		}
	}
}

func TestANotificationNeedsItsCaseAndItsSubject(t *testing.T) {
	r := open()
	n := r.notification(t, notification.Email)
	for name, d := range map[string]notification.NotificationDraft{
		"no such case":    {CaseID: court, SubjectID: n.SubjectID, Channel: notification.Email},
		"no such subject": {CaseID: n.CaseID, SubjectID: n.CaseID, Channel: notification.Email},
	} {
		if _, err := r.Notify(t.Context(), clerk, d); fault.KindOf(err) != fault.NotFound {
			t.Errorf("%s: %v", name, err)
		}
	}
	if list, err := r.ListNotifications(t.Context(), clerk, notification.ListRequest{}, all); err != nil || list.Total != 1 {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestMoves(t *testing.T) {
	r := open()
	n := r.notification(t, notification.Email)
	r.now = start.Add(time.Hour)
	moved, err := r.Move(t.Context(), clerk, n.ID, notification.Sent, " por correo\u202e ")
	line := notification.Movement{From: notification.Pending, To: notification.Sent, Remark: "por correo", User: clerk.Username, At: r.now}
	if err != nil || moved.State != notification.Sent || !reflect.DeepEqual(moved.History, []notification.Movement{line}) {
		t.Fatalf("%+v, %v", moved, err)
	}
	_, err = r.Move(t.Context(), clerk, n.ID, notification.Cancelled, "")
	wantKind(t, err, fault.RuleViolated)
	if !strings.Contains(err.Error(), "RECIBIDA") {
		t.Errorf("%v does not tell what is allowed", err)
	}
	_, err = r.Move(t.Context(), clerk, n.ID, "LEIDA", "")
	wantKind(t, err, fault.Unprocessable)
	_, err = r.Move(t.Context(), clerk, n.ID, notification.Received, strings.Repeat("x", 5001))
	wantKind(t, err, fault.Unprocessable)
	_, err = r.Move(t.Context(), clerk, court, notification.Received, "")
	wantKind(t, err, fault.NotFound)
	if got, err := r.Notification(t.Context(), clerk, n.ID); err != nil || !reflect.DeepEqual(got, moved) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestOutlook(t *testing.T) {
	r := open() // three business days
	n := r.notification(t, notification.Email)
	for _, c := range []struct {
		day     time.Time
		left    int
		overdue bool
	}{
		{start, 3, false},
		{time.Date(2026, 3, 8, 15, 0, 0, 0, time.UTC), 1, false}, // a Sunday
		{time.Date(2026, 3, 9, 15, 0, 0, 0, time.UTC), 0, false},
		{time.Date(2026, 3, 11, 15, 0, 0, 0, time.UTC), -2, true},
	} {
		r.now = c.day
		o := r.Outlook(n)
		if o.Due.String() != "2026-03-09" || o.Left != c.left || o.Overdue != c.overdue || !strings.Contains(o.Unsent, "NOTIFY_SMTP_URL") {
			t.Errorf("%s: %+v", c.day, o)
		}
	}
	n.Apply(notification.Movement{From: notification.Pending, To: notification.Sent, At: start})
	if o := r.Outlook(n); o.Due != 0 || o.Overdue || len(o.Moves) != 5 || !strings.Contains(o.Unsent, "PENDIENTE") {
		t.Errorf("sent: %+v", o)
	}
}

func TestNothingMovesWhileItIsBeingSent(t *testing.T) {
	r := openWith(notify.Options{Sending: true})
	n := r.notification(t, notification.Email)
	n.State, n.Dispatch = notification.InProcess, &notification.Dispatch{State: notification.Queued}
	for _, m := range r.Outlook(n).Moves {
		if !strings.Contains(m.Refusal, "se está enviando") {
			t.Errorf("%+v", m)
		}
	}
}

// The calendar counts on each day what is due, and the list of that day has them.
func TestCalendarCountsWhatIsDue(t *testing.T) {
	r := open()
	for _, at := range []time.Time{start, start, start.AddDate(0, 0, 3), start.AddDate(0, 0, 4)} { // Wednesday, Saturday, Sunday
		r.now = at
		r.notification(t, notification.Email)
	}
	sent := r.notification(t, notification.Email)
	if _, err := r.Move(t.Context(), clerk, sent.ID, notification.Sent, ""); err != nil {
		t.Fatal(err)
	}
	first := document.DayOf(start)
	days, err := r.Calendar(t.Context(), clerk, first, first+9)
	if err != nil || len(days) != 10 {
		t.Fatalf("%v, %v", days, err)
	}
	for _, d := range days {
		list, err := r.ListNotifications(t.Context(), clerk, notification.ListRequest{DueOn: d.Day}, all)
		want := map[string]int{"2026-03-09": 2, "2026-03-11": 2}[d.Day.String()]
		if err != nil || list.Total != d.Due || d.Due != want {
			t.Errorf("%s: %d due, %d listed, want %d; %v", d.Day, d.Due, list.Total, want, err)
		}
		if weekend := d.Day.String() == "2026-03-07" || d.Day.String() == "2026-03-08"; weekend != (d.ClosedFor != "") || d.Today != (d.Day == first+4) {
			t.Errorf("%+v", d)
		}
	}
	for _, to := range []document.Day{first - 1, first + 366} {
		_, err := r.Calendar(t.Context(), clerk, first, to)
		wantKind(t, err, fault.Unprocessable)
	}
	open, err := r.ListNotifications(t.Context(), clerk, notification.ListRequest{Open: true, NotificationFilter: notification.NotificationFilter{OldestFirst: true}}, all)
	if err != nil || open.Total != 4 || open.Items[0].CreatedAt.After(open.Items[3].CreatedAt) {
		t.Errorf("%+v, %v", open, err)
	}
}

// Whatever is asked for in parallel, what was granted is a way through the
// table, and replaying it gives the state.
func TestHistoryReplaysToTheState(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := open()
		n := r.notification(t, rapid.SampledFrom(notification.Channels()).Draw(rt, "channel"))
		asked := rapid.SliceOfN(rapid.SampledFrom(notification.States()), 1, 24).Draw(rt, "moves")
		granted := make([]bool, len(asked))
		var done sync.WaitGroup
		for i, to := range asked {
			done.Go(func() {
				_, err := r.Move(context.Background(), clerk, n.ID, to, "")
				if granted[i] = err == nil; err != nil && fault.KindOf(err) != fault.RuleViolated {
					t.Error(err)
				}
			})
		}
		done.Wait()
		after, err := r.Notification(context.Background(), clerk, n.ID)
		if err != nil {
			rt.Fatal(err)
		}
		count := 0
		for _, ok := range granted {
			if ok {
				count++
			}
		}
		replayed := n
		for _, m := range after.History {
			if m.From != replayed.State || notification.CheckTransition(m.From, m.To, n.Channel) != nil {
				rt.Fatalf("%s → %s is in the history of %s", m.From, m.To, n.Channel)
			}
			replayed.Apply(m)
		}
		replayed.Deemed = after.Deemed // follows from the calendar, too
		if !reflect.DeepEqual(replayed, after) || len(after.History) != count {
			rt.Fatalf("replayed %+v, is %+v; %d moves were granted", replayed, after, count)
		}
	})
}

func TestOverdueAreTheOpenOnesBeyondTheDays(t *testing.T) {
	r := open()
	old, sent := r.notification(t, notification.Email), r.notification(t, notification.Email)
	if _, err := r.Move(t.Context(), clerk, sent.ID, notification.Sent, ""); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		day  int // of March 2026; the 4th is a Wednesday
		want int
	}{{4, 0}, {9, 0}, {10, 1}} {
		r.now = time.Date(2026, 3, step.day, 15, 0, 0, 0, time.UTC)
		if step.day > 4 {
			r.notification(t, notification.Email) // of today, so in time
		}
		list, err := r.ListNotifications(t.Context(), clerk, notification.ListRequest{Overdue: true}, all)
		if err != nil || list.Total != step.want || step.want > 0 && list.Items[0].ID != old.ID {
			t.Errorf("on the %dth: %+v, %v", step.day, list, err)
		}
	}
}

func TestAWorkbookHasEachNotificationOfItsCaseOnce(t *testing.T) {
	r := open()
	n, other := r.notification(t, notification.Email), r.notification(t, notification.Email)
	want := map[string]bool{n.ID: true}
	for range 230 {
		more, err := r.Notify(t.Context(), clerk, notification.NotificationDraft{CaseID: n.CaseID, SubjectID: other.SubjectID, Channel: notification.Phone})
		if err != nil {
			t.Fatal(err)
		}
		want[more.ID] = true
	}
	w, err := r.Workbook(t.Context(), clerk, n.CaseID)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Fields(string(w.Content))
	for i := 1; i < len(lines); i += 2 {
		if !want[lines[i]] {
			t.Errorf("%s is no notification of the case, or there twice", lines[i])
		}
		delete(want, lines[i])
	}
	if len(want) > 0 || w.Name != "notificaciones 202600000.xlsx" {
		t.Errorf("%d are missing from %s", len(want), w.Name)
	}
	_, err = r.Workbook(t.Context(), clerk, court)
	wantKind(t, err, fault.NotFound)
}

func TestARequestWithAKeyIsDoneOnce(t *testing.T) {
	r := open()
	n := r.notification(t, notification.Email)
	for name, do := range map[string]func(key, text string) (string, error){
		"case": func(key, text string) (string, error) {
			c, err := r.OpenCase(t.Context(), clerk, notification.CaseDraft{Key: key, Number: "1", Description: text, CourtID: court})
			return c.ID, err
		},
		"subject": func(key, text string) (string, error) {
			s, err := r.EnterSubject(t.Context(), clerk, notification.SubjectDraft{Key: key, Name: text})
			return s.ID, err
		},
		"notification": func(key, text string) (string, error) {
			n, err := r.Notify(t.Context(), clerk, notification.NotificationDraft{Key: key, CaseID: n.CaseID, SubjectID: n.SubjectID, Channel: notification.Email, Remark: text})
			return n.ID, err
		},
		"user": func(key, text string) (string, error) {
			u, err := r.Register(t.Context(), boss, account.Draft{Key: key, Email: "eva@x.co", Password: "una clave larga", Name: text, Role: account.Notifier})
			return u.ID, err
		},
		"user's password": func(key, text string) (string, error) {
			u, err := r.Register(t.Context(), boss, account.Draft{Key: key, Email: "leo@x.co", Password: "la clave es " + text, Name: "Leo", Role: account.Notifier})
			return u.ID, err
		},
	} {
		t.Run(name, func(t *testing.T) {
			first, err := do(name, "a")
			if err != nil {
				t.Fatal(err)
			}
			if again, err := do(name, "a"); err != nil || again != first {
				t.Errorf("again: %q, %v, want %q", again, err, first)
			}
			_, err = do(name, "b")
			wantKind(t, err, fault.Unprocessable)
		})
	}
}

// The first answer comes again, even if the notification has moved on.
func TestTheFirstAnswerComesAgain(t *testing.T) {
	r := open()
	n := r.notification(t, notification.Email)
	d := notification.NotificationDraft{Key: "k", CaseID: n.CaseID, SubjectID: n.SubjectID, Channel: notification.Email}
	first, err := r.Notify(t.Context(), clerk, d)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Move(t.Context(), clerk, first.ID, notification.Sent, ""); err != nil {
		t.Fatal(err)
	}
	if again, err := r.Notify(t.Context(), clerk, d); err != nil || !reflect.DeepEqual(again, first) {
		t.Errorf("%+v, %v, want %+v", again, err, first)
	}
}

func Example() {
	r := open() // notify.New over the stores of a program
	ctx := context.Background()
	c, _ := r.OpenCase(ctx, clerk, notification.CaseDraft{Number: "2026-00123", Description: "Tutela", CourtID: court})
	s, _ := r.EnterSubject(ctx, clerk, notification.SubjectDraft{Name: "Juan Pérez", Email: "juan@x.co"})
	n, _ := r.Notify(ctx, clerk, notification.NotificationDraft{CaseID: c.ID, SubjectID: s.ID, Channel: notification.Email})
	fmt.Println(n.State)
	_, err := r.Move(ctx, clerk, n.ID, notification.Received, "")
	fmt.Println(err)
	n, _ = r.Move(ctx, clerk, n.ID, notification.Sent, "enviada a las 3")
	fmt.Println(n.State, n.Attempts)
	// Output:
	// PENDIENTE
	// move_not_allowed: Una notificación por EMAIL que está en PENDIENTE no puede pasar a RECIBIDA. Puede pasar a: EN_PROCESO, ENVIADA, FALLIDA, CANCELADA.
	// ENVIADA 1
}
