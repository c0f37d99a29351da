package storetest

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/pagination"
	"github.com/cotejo/cotejo/ports"
)

// DocketStores are the stores of one database of the notification service. All
// are required.
type DocketStores struct {
	Transactor    ports.Transactor
	Viewer        ports.Viewer
	Courts        ports.Courts
	MailTemplates ports.MailTemplates
	Cases         ports.Cases
	Subjects      ports.Subjects
	Corrections   ports.Corrections
	Notifications ports.Notifications
	Outbox        ports.Outbox
	Receipts      ports.Receipts
	Attachments   ports.Attachments
	Users         ports.UserRegister
	UserEvents    ports.UserEvents
	Lockouts      ports.Lockouts
	Sessions      ports.Sessions
	Claims        ports.Claims
	Pinger        ports.Pinger
}

// RunDocket is Run for the stores of the notification service.
func RunDocket(t *testing.T, open func(t *testing.T) DocketStores) {
	for _, topic := range []struct {
		name string
		test func(t *testing.T, open func(t *testing.T) DocketStores)
	}{
		{"Courts", testCourts},
		{"MailTemplates", testMailTemplates},
		{"Cases", testCases},
		{"Subjects", testSubjects},
		{"Corrections", testCorrections},
		{"Notifications", testNotifications},
		{"NotificationFilters", testNotificationFilters},
		{"Moves", testMoves},
		{"Outbox", testOutbox},
		{"Receipts", testReceipts},
		{"Attachments", testAttachments},
		{"Users", testUsers},
		{"UserEvents", testUserEvents},
		{"Lockouts", testLockouts},
		{"Transactions", testDocketTransactions},
	} {
		t.Run(topic.name, func(t *testing.T) {
			t.Parallel()
			topic.test(t, open)
		})
	}
	shared := func(t *testing.T) Stores {
		s := open(t)
		return Stores{Transactor: s.Transactor, Sessions: s.Sessions, Claims: s.Claims, Pinger: s.Pinger}
	}
	t.Run("Sessions", func(t *testing.T) { testSessions(t, shared) })
	t.Run("Claims", func(t *testing.T) { testClaims(t, shared) })
	t.Run("Ping", func(t *testing.T) { must(t, shared(t).Pinger.Ping(t.Context())) })
}

type docketRule = ruleOf[DocketStores]

// unknownIDs are IDs that no store may find, or fail on in another way.
var unknownIDs = []string{"x", "", "'; DROP TABLE cases; --", "\x00", "c1\x00"}

// prepareDocket makes the cases c1 and c2 and the subjects s1 and s2.
func prepareDocket(t *testing.T, ctx context.Context, s DocketStores) {
	t.Helper()
	for i := 1; i <= 2; i++ {
		must(t, s.Cases.Create(ctx, notification.Case{ID: fmt.Sprint("c", i), Number: fmt.Sprint(i), Status: notification.Active, CreatedAt: epoch}))
		must(t, s.Subjects.Create(ctx, notification.Subject{ID: fmt.Sprint("s", i), Name: "Ana", CreatedAt: epoch}))
	}
}

// pending returns a new notification of c1 to s1.
func pending(id string) notification.Notification {
	return notification.NewNotification(id, "c1", "s1", notification.Email, "Auto admisorio", "eva@x.co", epoch)
}

// shuffledAges returns n IDs and times of creation, of which some are the same,
// in no order, and the IDs as a list has them: newest first.
func shuffledAges(n int) (ids []string, at map[string]time.Time, newestFirst []string) {
	at = map[string]time.Time{}
	for i := range n {
		id := fmt.Sprintf("n%02d", i*7%n) // 7 and n have no common divisor
		ids = append(ids, id)
		at[id] = epoch.Add(time.Duration(i/3*5%n) * time.Second)
	}
	newestFirst = slices.Clone(ids)
	slices.SortFunc(newestFirst, func(a, b string) int {
		if c := at[b].Compare(at[a]); c != 0 {
			return c
		}
		if a < b {
			return 1
		}
		return -1
	})
	return ids, at, newestFirst
}

// wantPages walks a list in pages of several sizes, and past its end.
func wantPages[T any](t *testing.T, want []string, id func(T) string, list func(page pagination.Request) (pagination.Of[T], error)) {
	t.Helper()
	for _, size := range []int{1, 3, 5, 100} {
		var got []string
		for number := 1; number <= (len(want)+size-1)/size+1; number++ {
			page := pagination.Request{Number: number, Size: size}
			l, err := list(page)
			must(t, err)
			wantEqual(t, l.Page, page)
			wantEqual(t, l.Total, len(want))
			for _, item := range l.Items {
				got = append(got, id(item))
			}
			if len(l.Items) > size {
				t.Fatalf("a page of %d has %d items", size, len(l.Items))
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("in pages of %d got\n\t%v\nwant\n\t%v", size, got, want)
		}
	}
	for _, number := range []int{math.MaxInt, math.MaxInt / 5, 0, -1} {
		l, err := list(pagination.Request{Number: number, Size: 5})
		must(t, err)
		wantEqual(t, len(l.Items), 0)
		wantEqual(t, l.Total, len(want))
	}
}
