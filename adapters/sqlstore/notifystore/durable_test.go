package notifystore_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/adapters/sqlstore/notifystore"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/testkit/postgres"
)

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

// sendOne makes the notification n1 and the case and the subject it needs, and
// moves it to Sent.
func sendOne(ctx context.Context, db *notifystore.DB) error {
	if err := db.Cases().Create(ctx, notification.Case{ID: "c1", Number: "1"}); err != nil {
		return err
	}
	if err := db.Subjects().Create(ctx, notification.Subject{ID: "s1", Name: "Ana"}); err != nil {
		return err
	}
	if err := db.Notifications().Create(ctx, notification.NewNotification("n1", "c1", "s1", notification.Email, "", "", noon)); err != nil {
		return err
	}
	_, err := db.Notifications().Move(ctx, "n1", func(n notification.Notification) (notification.Movement, error) {
		return notification.Movement{From: n.State, To: notification.Sent, At: noon}, nil
	})
	return err
}

// Anyone who gets at the database with another program still cannot rewrite what
// happened.
func TestTheDatabaseGuardsWhatHappened(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, fresh func(t *testing.T) sqldb.Options) { guardWhatHappened(t, open(t, fresh(t))) })
}

func guardWhatHappened(t *testing.T, db *notifystore.DB) {
	if err := sendOne(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	if err := db.UserEvents().Append(t.Context(), account.Event{Username: "eva"}); err != nil {
		t.Fatal(err)
	}
	for _, r := range []notification.Receipt{{ID: "r1", Digest: "1", Effect: notification.Unmatched}, {ID: "r2", Digest: "2", NotificationID: "n1", Effect: notification.Kept}} {
		if err := db.Receipts().Add(t.Context(), r, []byte("de "+r.ID)); err != nil {
			t.Fatal(err)
		}
	}
	for _, a := range []notification.Attachment{{ID: "a1", NotificationID: "n1"}, {ID: "a2", NotificationID: "n2"}} {
		if a.NotificationID == "n2" {
			if err := db.Notifications().Create(t.Context(), notification.NewNotification("n2", "c1", "s1", notification.Email, "", "", noon)); err != nil {
				t.Fatal(err)
			}
		}
		if err := db.Attachments().Add(t.Context(), a, []byte("de "+a.ID)); err != nil {
			t.Fatal(err)
		}
	}
	const each = "" // engine
	for _, c := range []struct{ engine, rule, statement, refusal string }{
		{each, "history is not changed", "UPDATE movements SET remark = 'otra'", "never changed"},
		{each, "history is not deleted", "DELETE FROM movements", "deleted"},
		{"postgres", "history is not emptied", "TRUNCATE movements", "never changed or deleted"},
		{"sqlite", "history is not replaced", "REPLACE INTO movements VALUES (1, 'n1', 'ENVIADA', 'FALLIDA', 0, '', '')", "never changed"},
		{"sqlite", "history is not replaced by an upsert", "INSERT INTO movements VALUES (1, 'n1', 'ENVIADA', 'FALLIDA', 0, '', '') ON CONFLICT DO UPDATE SET remark = 'otra'", "never changed"},
		{"postgres", "history is not replaced by an upsert", "INSERT INTO movements VALUES (1, 'n1', 'ENVIADA', 'FALLIDA', 0, '', '') ON CONFLICT (seq) DO UPDATE SET remark = 'otra'", "never changed"},
		{each, "history has no gap", "INSERT INTO movements VALUES (99, 'n1', 'PENDIENTE', 'FALLIDA', 0, '', '')", "begins where its notification is"},
		{each, "history is of a notification", "INSERT INTO movements VALUES (99, 'n9', 'PENDIENTE', 'FALLIDA', 0, '', '')", "begins where its notification is"},
		{each, "no state without history", "UPDATE notifications SET state = 'RECIBIDA' WHERE id = 'n1'", "where its last movement ends"},
		{each, "no notification changes its ID", "UPDATE notifications SET id = 'n3' WHERE id = 'n1'", "where its last movement ends"},
		{each, "no notification begins but as pending", "INSERT INTO notifications SELECT 'n3', case_id, subject_id, channel, 'RECIBIDA', 0, 0, '', 0, 0, 0, '' FROM notifications WHERE id = 'n1'", "begins as PENDIENTE"},
		{"sqlite", "no notification is replaced", "REPLACE INTO notifications SELECT id, case_id, subject_id, channel, 'PENDIENTE', 0, 0, '', 0, 0, 0, '' FROM notifications WHERE id = 'n1'", "begins as PENDIENTE"},
		{each, "no notification is deleted", "DELETE FROM notifications", "deleted"},
		{"postgres", "notifications are not emptied", "TRUNCATE notifications CASCADE", "never changed or deleted"},
		{"sqlite", "no case with notifications is deleted", "DELETE FROM cases", "FOREIGN KEY"},
		{"sqlite", "no subject with notifications is deleted", "DELETE FROM subjects", "FOREIGN KEY"},
		{"postgres", "no case with notifications is deleted", "DELETE FROM cases", "foreign key"},
		{"postgres", "no subject with notifications is deleted", "DELETE FROM subjects", "foreign key"},
		{each, "events are not changed", "UPDATE user_events SET done_by = 'otra'", "never changed"},
		{each, "events are not deleted", "DELETE FROM user_events", "deleted"},
		{"postgres", "events are not emptied", "TRUNCATE user_events", "never changed or deleted"},
		{each, "receipts are not deleted", "DELETE FROM receipts", "deleted"},
		{"postgres", "receipts are not emptied", "TRUNCATE receipts CASCADE", "never changed or deleted"},
		{each, "what a receipt says is not changed while it waits", "UPDATE receipts SET status = '2.0.0' WHERE id = 'r1'", "never changed"},
		{each, "a receipt that is matched is not changed", "UPDATE receipts SET notification_id = NULL WHERE id = 'r2'", "never changed"},
		{each, "messages are not changed", "UPDATE receipt_messages SET content = ''", "never changed"},
		{each, "messages are not deleted", "DELETE FROM receipt_messages", "deleted"},
		{"sqlite", "messages are not replaced", "REPLACE INTO receipt_messages VALUES ('r1', x'00')", "never changed"},
		{each, "attachments are not changed", "UPDATE attachments SET name = 'otro.pdf'", "never changed"},
		{each, "contents of attachments are not changed, even before the e-mail", "UPDATE attachment_contents SET content = '' WHERE attachment_id = 'a2'", "never changed"},
		{each, "attachments of an e-mail are not deleted", "DELETE FROM attachments WHERE id = 'a1'", "never deleted"},
		{each, "contents of attachments of an e-mail are not deleted", "DELETE FROM attachment_contents WHERE attachment_id = 'a1'", "never deleted"},
		{"sqlite", "contents of attachments are not replaced", "REPLACE INTO attachment_contents VALUES ('a1', x'00')", "never changed"},
		{"postgres", "attachments are not emptied", "TRUNCATE attachments CASCADE", "never changed or deleted"},
		{"postgres", "contents of attachments are not emptied", "TRUNCATE attachment_contents", "never changed or deleted"},
		{"sqlite", "a receipt is of a notification that exists", "UPDATE receipts SET notification_id = 'n9', effect = 'CONSTANCIA' WHERE id = 'r1'", "FOREIGN KEY"},
		{"postgres", "a receipt is of a notification that exists", "UPDATE receipts SET notification_id = 'n9', effect = 'CONSTANCIA' WHERE id = 'r1'", "foreign key"},
		{"sqlite", "events are not replaced", "REPLACE INTO user_events VALUES (1, '', '', '', 0)", "never changed"},
	} {
		if c.engine != each && c.engine != db.Engine() {
			continue
		}
		t.Run(c.rule, func(t *testing.T) {
			_, err := db.Writer().ExecContext(t.Context(), c.statement)
			if err == nil || !strings.Contains(err.Error(), c.refusal) {
				t.Errorf("got %v, want a refusal that says %q", err, c.refusal)
			}
		})
	}
	n, err := db.Notifications().Get(t.Context(), "n1")
	if err != nil || n.State != notification.Sent || len(n.History) != 1 || n.History[0].Remark != "" {
		t.Errorf("the notification became %+v, %v", n, err)
	}
}

func TestRestartKeepsALock(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, fresh func(t *testing.T) sqldb.Options) { keepALock(t, fresh(t)) })
}

func keepALock(t *testing.T, o sqldb.Options) {
	rule := account.Lockout{Attempts: 5, Lock: 15 * time.Minute}
	granted := func(at time.Time) (ok bool) {
		db, err := notifystore.Open(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, ok, err = db.Lockouts().Reserve(t.Context(), "eva", "", rule, at); err != nil {
			t.Fatal(err)
		}
		return ok
	}
	for i := range 5 {
		if !granted(noon) {
			t.Fatalf("attempt %d was refused", i+1)
		}
	}
	for _, c := range []struct {
		after time.Duration
		want  bool
	}{{0, false}, {-time.Hour, false}, {rule.Lock - time.Microsecond, false}, {rule.Lock, true}} {
		if got := granted(noon.Add(c.after)); got != c.want {
			t.Errorf("%s after the lock: granted %v", c.after, got)
		}
	}
}

func TestTheDatabaseOfAnotherServiceIsRefused(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]sqldb.Options{"SQLite": inFile(t), "PostgreSQL": {URL: postgres.New(t)}} {
		t.Run(name, func(t *testing.T) { refuseAnotherService(t, o) })
	}
}

func refuseAnotherService(t *testing.T, o sqldb.Options) {
	intake, err := sqlstore.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if err := intake.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := notifystore.Open(t.Context(), o)
	if err == nil {
		db.Close()
	}
	if fault.KindOf(err) != fault.Conflict {
		t.Errorf("got %v, want a conflict", err)
	}
}
