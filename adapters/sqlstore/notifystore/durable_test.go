package notifystore_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/adapters/sqlstore/notifystore"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/docket"
	"github.com/cotejo/cotejo/core/fault"
)

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

// sendOne makes the notification n1 and the case and the subject it needs, and
// moves it to Sent.
func sendOne(ctx context.Context, db *notifystore.DB) error {
	if err := db.Cases().Create(ctx, docket.Case{ID: "c1", Number: "1"}); err != nil {
		return err
	}
	if err := db.Subjects().Create(ctx, docket.Subject{ID: "s1", Name: "Ana"}); err != nil {
		return err
	}
	if err := db.Notifications().Create(ctx, docket.NewNotification("n1", "c1", "s1", docket.Email, "", "", noon)); err != nil {
		return err
	}
	_, err := db.Notifications().Move(ctx, "n1", func(n docket.Notification) (docket.Movement, error) {
		return docket.Movement{From: n.State, To: docket.Sent, At: noon}, nil
	})
	return err
}

// Whoever gets at the database with another program still cannot rewrite what
// happened.
func TestTheDatabaseGuardsWhatHappened(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "notify.db"))
	if err := sendOne(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	if err := db.UserEvents().Append(t.Context(), account.Event{Username: "eva"}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ rule, statement, refusal string }{
		{"history is not changed", "UPDATE movements SET remark = 'otra'", "never changed"},
		{"history is not deleted", "DELETE FROM movements", "never deleted"},
		{"history is not replaced", "REPLACE INTO movements VALUES (1, 'n1', 'ENVIADA', 'FALLIDA', 0, '', '')", "never changed"},
		{"history is not replaced by an upsert", "INSERT INTO movements VALUES (1, 'n1', 'ENVIADA', 'FALLIDA', 0, '', '') ON CONFLICT DO UPDATE SET remark = 'otra'", "never changed"},
		{"history has no gap", "INSERT INTO movements VALUES (NULL, 'n1', 'PENDIENTE', 'FALLIDA', 0, '', '')", "begins where its notification is"},
		{"history is of a notification", "INSERT INTO movements VALUES (NULL, 'n9', 'PENDIENTE', 'FALLIDA', 0, '', '')", "begins where its notification is"},
		{"no state without history", "UPDATE notifications SET state = 'RECIBIDA'", "where its last movement ends"},
		{"no notification changes its ID", "UPDATE notifications SET id = 'n2'", "where its last movement ends"},
		{"no notification begins but as pending", "INSERT INTO notifications SELECT 'n2', case_id, subject_id, channel, 'RECIBIDA', 0, 0, '', 0, 0, 0, '' FROM notifications", "begins as PENDIENTE"},
		{"no notification is replaced", "REPLACE INTO notifications SELECT id, case_id, subject_id, channel, 'PENDIENTE', 0, 0, '', 0, 0, 0, '' FROM notifications", "begins as PENDIENTE"},
		{"no notification is deleted", "DELETE FROM notifications", "never deleted"},
		{"no case with notifications is deleted", "DELETE FROM cases", "FOREIGN KEY"},
		{"no subject with notifications is deleted", "DELETE FROM subjects", "FOREIGN KEY"},
		{"events are not changed", "UPDATE user_events SET done_by = 'otra'", "never changed"},
		{"events are not deleted", "DELETE FROM user_events", "never deleted"},
		{"events are not replaced", "REPLACE INTO user_events VALUES (1, '', '', '', 0)", "never changed"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			_, err := db.Writer().ExecContext(t.Context(), c.statement)
			if err == nil || !strings.Contains(err.Error(), c.refusal) {
				t.Errorf("got %v, want a refusal that says %q", err, c.refusal)
			}
		})
	}
	n, err := db.Notifications().Get(t.Context(), "n1")
	if err != nil || n.State != docket.Sent || len(n.History) != 1 || n.History[0].Remark != "" {
		t.Errorf("the notification became %+v, %v", n, err)
	}
}

func TestRestartKeepsALock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notify.db")
	rule := account.Lockout{Attempts: 5, Lock: 15 * time.Minute}
	granted := func(at time.Time) (ok bool) {
		db, err := notifystore.Open(t.Context(), sqlstore.Options{Path: path})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, ok, err = db.Lockouts().Reserve(t.Context(), "eva", rule, at); err != nil {
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
	path := filepath.Join(t.TempDir(), "cotejo.db")
	intake, err := sqlstore.Open(t.Context(), sqlstore.Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	if err := intake.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := notifystore.Open(t.Context(), sqlstore.Options{Path: path})
	if err == nil {
		db.Close()
	}
	if fault.KindOf(err) != fault.Conflict {
		t.Errorf("got %v, want a conflict", err)
	}
}
