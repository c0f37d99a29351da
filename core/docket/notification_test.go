package docket_test

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/cotejo/cotejo/core/docket"
)

var morning = time.Date(2026, 3, 4, 14, 0, 0, 0, time.UTC)

func TestWhatMovesLeaveBehind(t *testing.T) {
	for _, c := range []struct {
		name           string
		moves          []docket.State
		attempts       int
		sent, received int // number of the move whose time it is; 0: never
	}{
		{"nothing done", nil, 0, 0, 0},
		{"taken up and put back", []docket.State{docket.InProcess, docket.Pending}, 0, 0, 0},
		{"sent and received", []docket.State{docket.Sent, docket.Received}, 1, 1, 2},
		{"received in person", []docket.State{docket.Received}, 1, 0, 1},
		{"tried in vain", []docket.State{docket.InProcess, docket.Failed}, 1, 0, 0},
		{"sent in vain is one attempt", []docket.State{docket.Sent, docket.Failed}, 1, 1, 0},
		{"sent twice", []docket.State{docket.Sent, docket.Failed, docket.Pending, docket.Sent}, 2, 4, 0},
		{"cancelled", []docket.State{docket.Cancelled}, 0, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := docket.NewNotification("n", "c", "s", docket.Email, "", "ana", morning)
			at := func(i int) time.Time {
				if i == 0 {
					return time.Time{}
				}
				return morning.Add(time.Duration(i) * time.Hour)
			}
			for i, to := range c.moves {
				n.Apply(docket.Movement{From: n.State, To: to, At: at(i + 1)})
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
		fresh := func() docket.Notification {
			return docket.NewNotification("n", "c", "s", docket.Phone, "r", "ana", morning)
		}
		n, before := fresh(), []docket.Notification{}
		for i := range rapid.IntRange(0, 30).Draw(r, "moves") {
			next := docket.Next(n.State, n.Channel)
			if len(next) == 0 {
				break
			}
			before = append(before, n)
			n.Apply(docket.Movement{From: n.State, To: rapid.SampledFrom(next).Draw(r, "to"), User: "eva", At: morning.Add(time.Duration(i) * time.Minute)})
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
	n := docket.NewNotification("n", "c1", "s1", docket.Email, "", "ana", morning)
	sent := n
	sent.Apply(docket.Movement{From: docket.Pending, To: docket.Sent, At: morning})
	for _, c := range []struct {
		name   string
		filter docket.NotificationFilter
		of     docket.Notification
		want   bool
	}{
		{"everything", docket.NotificationFilter{}, n, true},
		{"all that it is", docket.NotificationFilter{State: docket.Pending, Channel: docket.Email, CaseID: "c1", SubjectID: "s1"}, n, true},
		{"another state", docket.NotificationFilter{State: docket.Sent}, n, false},
		{"another channel", docket.NotificationFilter{Channel: docket.Phone}, n, false},
		{"another case", docket.NotificationFilter{CaseID: "c2"}, n, false},
		{"another subject", docket.NotificationFilter{SubjectID: "s2"}, n, false},
		{"open and old", docket.NotificationFilter{OpenBefore: morning.Add(1)}, n, true},
		{"open, made at that very instant", docket.NotificationFilter{OpenBefore: morning}, n, false},
		{"old, but sent", docket.NotificationFilter{OpenBefore: morning.Add(1)}, sent, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.filter.Takes(&c.of); got != c.want {
				t.Errorf("%v", got)
			}
		})
	}
}

func TestWhichSubjectsAFilterTakes(t *testing.T) {
	s := docket.Subject{Name: "José Ñáñez", Email: "jose@x.co", DocumentNumber: "1.020.304-5"}
	for _, c := range []struct {
		name   string
		filter docket.SubjectFilter
		want   bool
	}{
		{"everything", docket.SubjectFilter{Words: docket.Words("  ")}, true},
		{"words in any order, without accents", docket.SubjectFilter{Words: docket.Words("NANEZ jose")}, true},
		{"part of the e-mail", docket.SubjectFilter{Words: docket.Words("@x")}, true},
		{"the number without dots", docket.SubjectFilter{Words: docket.Words("10203045")}, true},
		{"a word that is not there", docket.SubjectFilter{Words: docket.Words("jose perez")}, false},
		{"the number, written otherwise", docket.SubjectFilter{DocumentKey: docket.DocumentKey("1020304-5")}, true},
		{"a part of the number", docket.SubjectFilter{DocumentKey: docket.DocumentKey("1020")}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.filter.Takes(&s); got != c.want {
				t.Errorf("%v", got)
			}
		})
	}
}

func ExampleNotification_Apply() {
	n := docket.NewNotification("n1", "c1", "s1", docket.Email, "", "ana@juzgado.gov.co", morning)
	n.Apply(docket.Movement{From: docket.Pending, To: docket.Sent, User: "ana@juzgado.gov.co", At: morning.Add(time.Hour)})
	fmt.Println(n.State, n.Attempts, n.SentAt.Format(time.Kitchen))
	// Output: ENVIADA 1 3:00PM
}

func ExampleNumberKey() {
	fmt.Println(docket.NumberKey("11001-31-03-001-2026-00123-00"))
	// Output: 11001310300120260012300
}
