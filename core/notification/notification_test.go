package notification_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/terms"
)

var morning = time.Date(2026, 3, 4, 14, 0, 0, 0, time.UTC)

func TestWhatMovesLeaveBehind(t *testing.T) {
	for _, c := range []struct {
		name           string
		moves          []notification.State
		attempts       int
		sent, received int // number of the move whose time it is; 0: never
	}{
		{"nothing done", nil, 0, 0, 0},
		{"taken up and put back", []notification.State{notification.InProcess, notification.Pending}, 0, 0, 0},
		{"sent and received", []notification.State{notification.Sent, notification.Received}, 1, 1, 2},
		{"received in person", []notification.State{notification.Received}, 1, 0, 1},
		{"tried in vain", []notification.State{notification.InProcess, notification.Failed}, 1, 0, 0},
		{"sent in vain is one attempt", []notification.State{notification.Sent, notification.Failed}, 1, 1, 0},
		{"sent twice", []notification.State{notification.Sent, notification.Failed, notification.Pending, notification.Sent}, 2, 4, 0},
		{"cancelled", []notification.State{notification.Cancelled}, 0, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := notification.NewNotification("n", "c", "s", notification.Email, "", "ana", morning)
			at := func(i int) time.Time {
				if i == 0 {
					return time.Time{}
				}
				return morning.Add(time.Duration(i) * time.Hour)
			}
			for i, to := range c.moves {
				n.Apply(notification.Movement{From: n.State, To: to, At: at(i + 1)})
			}
			if n.Attempts != c.attempts || !n.SentAt.Equal(at(c.sent)) || !n.ReceivedAt.Equal(at(c.received)) {
				t.Errorf("attempts %d, sent %v, received %v", n.Attempts, n.SentAt, n.ReceivedAt)
			}
		})
	}
}

// Whatever moves were made, replaying the history on a new notification gives
// the notification; and applying one changes no copy made before.
func TestReplayedHistoryGivesTheNotification(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		fresh := func() notification.Notification {
			return notification.NewNotification("n", "c", "s", notification.Phone, "r", "ana", morning)
		}
		n, before := fresh(), []notification.Notification{}
		for i := range rapid.IntRange(0, 30).Draw(r, "moves") {
			next := notification.Next(n.State, n.Channel)
			if len(next) == 0 {
				break
			}
			before = append(before, n)
			n.Apply(notification.Movement{From: n.State, To: rapid.SampledFrom(next).Draw(r, "to"), User: "eva", At: morning.Add(time.Duration(i) * time.Minute)})
		}
		again := fresh()
		for i, m := range n.History {
			if !reflect.DeepEqual(again, before[i]) {
				r.Fatalf("after %d moves %+v, was %+v", i, again, before[i])
			}
			again.Apply(m)
		}
		if !reflect.DeepEqual(again, n) {
			r.Fatalf("%+v, want %+v", again, n)
		}
	})
}

func TestWhichNotificationsAFilterTakes(t *testing.T) {
	n := notification.NewNotification("n", "c1", "s1", notification.Email, "", "ana", morning)
	sent := n
	sent.Apply(notification.Movement{From: notification.Pending, To: notification.Sent, At: morning})
	for _, c := range []struct {
		name   string
		filter notification.NotificationFilter
		of     notification.Notification
		want   bool
	}{
		{"everything", notification.NotificationFilter{}, n, true},
		{"all that it is", notification.NotificationFilter{State: notification.Pending, Channel: notification.Email, CaseID: "c1", SubjectID: "s1"}, n, true},
		{"another state", notification.NotificationFilter{State: notification.Sent}, n, false},
		{"another channel", notification.NotificationFilter{Channel: notification.Phone}, n, false},
		{"another case", notification.NotificationFilter{CaseID: "c2"}, n, false},
		{"another subject", notification.NotificationFilter{SubjectID: "s2"}, n, false},
		{"open and old", notification.NotificationFilter{OpenBefore: morning.Add(1)}, n, true},
		{"open, made at that very instant", notification.NotificationFilter{OpenBefore: morning}, n, false},
		{"old, but sent", notification.NotificationFilter{OpenBefore: morning.Add(1)}, sent, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.filter.Takes(&c.of); got != c.want {
				t.Errorf("%v", got)
			}
		})
	}
}

func TestWhichSubjectsAFilterTakes(t *testing.T) {
	s := notification.Subject{Name: "José Ñáñez", Email: "jose@x.co", DocumentNumber: "1.020.304-5"}
	for _, c := range []struct {
		name   string
		filter notification.SubjectFilter
		want   bool
	}{
		{"everything", notification.SubjectFilter{Words: notification.Words("  ")}, true},
		{"words in any order, without accents", notification.SubjectFilter{Words: notification.Words("NANEZ jose")}, true},
		{"part of the e-mail", notification.SubjectFilter{Words: notification.Words("@x")}, true},
		{"the number without dots", notification.SubjectFilter{Words: notification.Words("10203045")}, true},
		{"a word that is not there", notification.SubjectFilter{Words: notification.Words("jose perez")}, false},
		{"the number, written otherwise", notification.SubjectFilter{DocumentKey: notification.DocumentKey("1020304-5")}, true},
		{"a part of the number", notification.SubjectFilter{DocumentKey: notification.DocumentKey("1020")}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.filter.Takes(&s); got != c.want {
				t.Errorf("%v", got)
			}
		})
	}
}

func ExampleNotification_Apply() {
	n := notification.NewNotification("n1", "c1", "s1", notification.Email, "", "ana@juzgado.gov.co", morning)
	n.Apply(notification.Movement{From: notification.Pending, To: notification.Sent, User: "ana@juzgado.gov.co", At: morning.Add(time.Hour)})
	fmt.Println(n.State, n.Attempts, n.SentAt.Format(time.Kitchen))
	// Output: ENVIADA 1 3:00PM
}

func ExampleNumberKey() {
	fmt.Println(notification.NumberKey("11001-31-03-001-2026-00123-00"))
	// Output: 11001310300120260012300
}

func TestSubjectWarnings(t *testing.T) {
	for _, c := range []struct {
		subject notification.Subject
		odd     int
	}{
		{notification.Subject{}, 0},
		{notification.Subject{DocumentType: notification.CitizenCard, DocumentNumber: "1.020.304.050", Phone: "601 234 56 78 ext. 9"}, 0},
		{notification.Subject{DocumentType: notification.CitizenCard}, 0},
		{notification.Subject{DocumentType: notification.CitizenCard, DocumentNumber: "abc"}, 1},
		{notification.Subject{DocumentType: notification.Passport, DocumentNumber: "abc"}, 0},
		{notification.Subject{DocumentNumber: "abc"}, 0},
		{notification.Subject{DocumentType: notification.TaxNumber, DocumentNumber: "12", Phone: "no tiene"}, 2},
	} {
		if odd := c.subject.Warnings(); len(odd) != c.odd {
			t.Errorf("%+v: %q", c.subject, odd)
		}
	}
}

// A notification that is sent an hour before midnight in Colombia is of another day in UTC.
func TestDaysAroundMidnightAreColombian(t *testing.T) {
	late := time.Date(2026, 3, 5, 4, 0, 0, 0, time.UTC)
	n := notification.Notification{CreatedAt: late, SentAt: late, State: notification.Sent,
		History: []notification.Movement{{From: notification.Pending, To: notification.Sent, At: late, User: "ana"}}}
	row := notification.NotificationRow(n, notification.Case{}, notification.Subject{})
	for i, c := range notification.NotificationTable().Columns {
		text, _ := row[i].Plain(false, false)
		switch c.Name {
		case "fecha_creacion", "fecha_envio":
			if !strings.HasPrefix(text, "2026-03-04") {
				t.Errorf("%s is %q", c.Name, text)
			}
		case "historial":
			if !strings.HasPrefix(text, "2026-03-04 23:00:") {
				t.Errorf("%s is %q", c.Name, text)
			}
		}
	}
	var calendar terms.Calendar
	if due := calendar.DueDay(document.DayOf(late), 1); due.String() != "2026-03-05" {
		t.Errorf("due on %s", due)
	}
	if at := calendar.OverdueBefore(late.Add(time.Hour), 0); !late.Before(at) || late.Before(calendar.OverdueBefore(late.Add(59*time.Minute), 0)) {
		t.Error("overdue at another hour than midnight in Colombia")
	}
}
