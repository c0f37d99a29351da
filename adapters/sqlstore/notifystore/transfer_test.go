package notifystore_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/adapters/sqlstore/notifystore"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/adapters/sqlstore/transfer"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/pagination"
	"github.com/cotejo/cotejo/testkit/postgres"
)

// TestATransferThereAndBack copies a register to the other kind of database and
// back, cut short again and again: what comes back is what was there,
// and both copies find, count and guard as the source does.
func TestATransferThereAndBack(t *testing.T) {
	t.Parallel()
	from, server, back := inFile(t), sqldb.Options{URL: postgres.New(t)}, inFile(t)
	db := open(t, from)
	fill(t, db)
	want := contents(t, db)

	there := transferred(t, from, server)
	copied := open(t, server)
	if got := contents(t, copied); !reflect.DeepEqual(got, want) {
		t.Errorf("the copy holds\n%v\nand the source\n%v", got, want)
	}
	if err := copied.Close(); err != nil {
		t.Fatal(err)
	}
	if and := transferred(t, server, back); !slices.Equal(and, there) {
		t.Errorf("there %v\nback %v", there, and)
	}
	for _, tb := range there {
		if tb.Rows == 0 {
			t.Errorf("%s had no row to be copied", tb.Name)
		}
	}
	last := open(t, back)
	if got := contents(t, last); !reflect.DeepEqual(got, want) {
		t.Errorf("the copy of the copy holds\n%v\nand the source\n%v", got, want)
	}
	guardWhatHappened(t, last)
	guardWhatHappened(t, open(t, server))
}

func TestATransferKeepsToItsOwnService(t *testing.T) {
	t.Parallel()
	register, intake := inFile(t), inFile(t)
	fill(t, open(t, register))
	store, err := sqlstore.Open(t.Context(), intake)
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	for name, pair := range map[string][2]sqldb.Options{"a register onto another service": {register, intake}, "another service onto a register": {intake, register}} {
		if copying, err := notifystore.BeginTransfer(t.Context(), pair[0], pair[1]); err == nil {
			copying.Close()
			t.Errorf("%s was begun", name)
		}
	}
}

// transferred copies a register; it is cut short at every fourth report of progress.
func transferred(t *testing.T, from, to sqldb.Options) []transfer.Table {
	t.Helper()
	for limit := 1; ; limit += 4 {
		ctx, cut := context.WithCancel(t.Context())
		copying, err := notifystore.BeginTransfer(ctx, from, to)
		if err != nil {
			t.Fatal(err)
		}
		told := 0
		copying.Progress = func(string, int, int) {
			if told++; told == limit {
				cut()
			}
		}
		err = copying.Copy(ctx)
		var tables []transfer.Table
		if err == nil {
			tables, err = copying.Finish(ctx, nil)
		}
		interrupted := ctx.Err() != nil
		cut()
		if err := copying.Close(); err != nil {
			t.Fatal(err)
		}
		if err == nil {
			return tables
		}
		if !interrupted {
			t.Fatal(err)
		}
	}
}

// fill writes to every table.
func fill(t *testing.T, db *notifystore.DB) {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	ctx := t.Context()
	for i := range 12 {
		id := fmt.Sprintf("%s-%02d", []string{"z", "Á", "a"}[i%3], i)
		at := noon.Add(time.Duration(i) * time.Hour)
		must(db.Courts().Create(ctx, notification.Court{ID: "j" + id, Name: fmt.Sprint("Juzgado ", i, " «ñ»"), CreatedAt: at, CreatedBy: "eva"}))
		_, err := db.MailTemplates().Update(ctx, "j"+id, func(t *notification.CourtTemplate) error {
			t.Body, t.ChangedAt, t.ChangedBy = "«ñ»\n{contenido}\n", at, "eva"
			return nil
		})
		must(err)
		must(db.Cases().Create(ctx, notification.Case{ID: "c" + id, Number: fmt.Sprint("2026-", i), Description: "«ñ»\n😀", Status: notification.Active, CreatedAt: at}))
		must(db.Subjects().Create(ctx, notification.Subject{ID: "s" + id, Name: fmt.Sprint("Ángela Ñustes ", i), DocumentNumber: fmt.Sprint("1.020.", i), Email: "a@x.co", CreatedAt: at}))
		must(db.Notifications().Create(ctx, notification.NewNotification("n"+id, "c"+id, "s"+id, notification.Email, "observación", "eva", at)))
		must(db.Attachments().Add(ctx, notification.Attachment{ID: "a" + id, NotificationID: "n" + id, Name: "«ñ».pdf", Size: 3, SHA256: id, AddedAt: at}, []byte{0, 0xff, byte(i)}))
		if i%2 == 0 {
			_, err := db.Notifications().Move(ctx, "n"+id, func(n notification.Notification) (notification.Movement, error) {
				return notification.Movement{From: n.State, To: notification.InProcess, User: "eva", At: at.Add(time.Minute)}, nil
			})
			must(err)
			must(db.Outbox().Add(ctx, notification.Dispatch{ID: "d" + id, NotificationID: "n" + id, To: "a@x.co", Body: "Señora:\n", State: notification.Queued, CreatedAt: at, DueAt: at}))
		}
		receipt := notification.Receipt{ID: "r" + id, Digest: id, NotificationID: []string{"", "n" + id}[i%2], Effect: notification.Effects()[i%2+1], Reason: "«ñ»", MessageIDs: []string{id}, CreatedAt: at}
		must(db.Receipts().Add(ctx, receipt, []byte{0, 0xff, byte(i)}))
		must(db.Users().Create(ctx, account.User{ID: "u" + id, Username: fmt.Sprint(i, "@x.co"), Role: account.Admin, Disabled: i%2 == 0, PasswordHash: "$2a$", CreatedAt: at}))
		must(db.Corrections().Append(ctx, "c"+id, []notification.Correction{{Field: "radicado", From: "1", To: "2", By: "eva", At: at}}))
		must(db.UserEvents().Append(ctx, account.Event{Username: fmt.Sprint(i, "@x.co"), By: "eva", At: at}))
		_, _, err = db.Lockouts().Reserve(ctx, fmt.Sprint(i, "@x.co"), []string{"", "192.0.2.1/32"}[i%2], account.Lockout{Attempts: 1, Lock: time.Hour}, at)
		must(err)
		must(db.Sessions().Create(ctx, account.Session{ID: "l" + id, Username: "0@x.co", CreatedAt: at, ExpiresAt: at.AddDate(9, 0, 0)}))
		_, _, err = db.Claims().Claim(ctx, document.Claim{Owner: "eva", Key: id, Digest: "x", ExpiresAt: at.AddDate(9, 0, 0)}, at)
		must(err)
	}
}

// contents is what the stores say of all that fill wrote.
func contents(t *testing.T, db *notifystore.DB) map[string]any {
	t.Helper()
	ctx, all, page := t.Context(), map[string]any{}, pagination.Request{Number: 1, Size: 50}
	keep := func(name string, value any, err error) {
		t.Helper()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all[name] = value
	}
	cases, err := db.Cases().List(ctx, notification.CaseFilter{}, page)
	keep("cases", cases, err)
	subjects, err := db.Subjects().List(ctx, notification.SubjectFilter{}, page)
	keep("subjects", subjects, err)
	for _, word := range []string{"ustes", "nustes 1", "a@x", "102011", "é"} {
		found, err := db.Subjects().List(ctx, notification.SubjectFilter{Words: notification.Words(word)}, page)
		keep("subjects with "+word, found, err)
	}
	var ids []string
	for _, state := range []notification.State{"", notification.Pending, notification.InProcess} {
		list, err := db.Notifications().List(ctx, notification.NotificationFilter{State: state}, page)
		keep("notifications "+string(state), list, err)
		for _, n := range list.Items {
			ids = append(ids, n.ID)
			one, err := db.Notifications().Get(ctx, n.ID)
			keep("notification "+n.ID, one, err)
		}
	}
	dispatches, err := db.Outbox().Latest(ctx, ids)
	keep("outbox", dispatches, err)
	receipts, err := db.Receipts().List(ctx, notification.ReceiptFilter{}, page)
	keep("receipts", receipts, err)
	template, err := db.MailTemplates().Get(ctx, "jz-00")
	keep("template", template, err)
	message, err := db.Receipts().Content(ctx, "rz-00")
	keep("message", message, err)
	attachments, err := db.Attachments().List(ctx, "nz-00")
	keep("attachments", attachments, err)
	file, err := db.Attachments().Content(ctx, "az-00")
	keep("attachment", file, err)
	users, err := db.Users().List(ctx, account.UserFilter{}, page)
	keep("users", users, err)
	events, err := db.UserEvents().List(ctx, "1@x.co", page)
	keep("events", events, err)
	session, err := db.Sessions().Get(ctx, "lz-00")
	keep("session", session, err)
	return all
}
