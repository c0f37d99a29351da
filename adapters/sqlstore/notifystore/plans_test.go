package notifystore

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/sqlitedialect"

	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/pagination"
)

// Pages of lists are found in an index that is in the order of the list and
// narrowed by what the fewest rows share, whichever end of the list is nearer.
func TestPagesAreFoundInIndexes(t *testing.T) {
	t.Parallel()
	db, err := Open(t.Context(), sqldb.Options{Path: filepath.Join(t.TempDir(), "notify.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	at := time.Unix(1_700_000_000, 0)
	for _, c := range []struct {
		filter notification.NotificationFilter
		index  string
	}{
		{notification.NotificationFilter{}, "notifications_newest"},
		{notification.NotificationFilter{State: notification.Sent}, "notifications_of_state (state=?)"},
		{notification.NotificationFilter{Channel: notification.Email}, "notifications_of_channel (channel=?)"},
		{notification.NotificationFilter{State: notification.Sent, Channel: notification.Email}, "notifications_of_kind (state=? AND channel=?)"},
		{notification.NotificationFilter{CaseID: "c"}, "notifications_of_case (case_id=?)"},
		{notification.NotificationFilter{SubjectID: "s"}, "notifications_of_subject (subject_id=?)"},
		{notification.NotificationFilter{CaseID: "c", SubjectID: "s"}, "notifications_of_case (case_id=?)"},
		{notification.NotificationFilter{CaseID: "c", State: notification.Sent, Channel: notification.Email}, "notifications_of_case (case_id=?)"},
		{notification.NotificationFilter{SubjectID: "s", State: notification.Sent, Channel: notification.Email}, "notifications_of_subject (subject_id=?)"},
		{notification.NotificationFilter{OpenBefore: at}, "notifications_open (created_at<?)"},
		{notification.NotificationFilter{OpenBefore: at, Channel: notification.Email}, "notifications_open (created_at<?)"},
		{notification.NotificationFilter{OpenBefore: at, CaseID: "c"}, "notifications_of_case (case_id=? AND created_at<?)"},
	} {
		wantIndex[notificationRow](t, db, chosenNotifications(c.filter), fmt.Sprintf("%+v", c.filter), c.index)
	}
	for _, c := range []struct {
		filter notification.CaseFilter
		index  string
	}{
		{notification.CaseFilter{}, "cases_newest"},
		{notification.CaseFilter{Status: notification.Active}, "cases_of_status (status=?)"},
		{notification.CaseFilter{CourtID: "j"}, "cases_of_court (court_id=?)"},
		{notification.CaseFilter{CourtID: "j", Status: notification.Active}, "cases_of_court (court_id=?)"},
	} {
		wantIndex[caseRow](t, db, db.chosenCases(c.filter), fmt.Sprintf("%+v", c.filter), c.index)
	}
	for _, c := range []struct {
		filter notification.ReceiptFilter
		index  string
	}{
		{notification.ReceiptFilter{}, "receipts_newest"},
		{notification.ReceiptFilter{Effect: notification.Unmatched}, "receipts_of_effect (effect=?)"},
		{notification.ReceiptFilter{NotificationID: "n"}, "receipts_of (notification_id=?)"},
		{notification.ReceiptFilter{NotificationID: "n", Effect: notification.Moved}, "receipts_of (notification_id=?)"},
	} {
		wantIndex[receiptRow](t, db, chosenReceipts(c.filter), fmt.Sprintf("%+v", c.filter), c.index)
	}
	wantIndex[subjectRow](t, db, subjects{db}.chosen(notification.SubjectFilter{}), "subjects", "subjects_newest")
	wantIndex[subjectRow](t, db, subjects{db}.chosen(notification.SubjectFilter{DocumentKey: "1"}), "subjects by document", "subjects_of_document (document_key=?)")
}

// wantIndex expects pages near both ends of a long list to be read from an
// index, without sorting more than what is shown.
func wantIndex[Row any](t *testing.T, db *DB, chosen sqldb.Where, what, index string) {
	t.Helper()
	asked := &recorder{}
	q := bun.NewDB(db.Writer(), sqlitedialect.New()).WithQueryHook(asked)
	const total = 20_000
	for _, number := range []int{1, total/20 - 1} {
		if _, _, err := sqldb.PageOf[Row](t.Context(), q, pagination.Request{Number: number, Size: 20}, chosen, total); err != nil {
			t.Fatal(err)
		}
	}
	for _, query := range asked.queries {
		plan := planOf(t, db, query)
		if !strings.Contains(plan, "INDEX "+index+"\n") || strings.Count(plan, "TEMP B-TREE") != 1 {
			t.Errorf("%s\n%s\n%swant index %s and one sort", what, query, plan, index)
		}
	}
}

// recorder keeps what is asked of a database.
type recorder struct{ queries []string }

func (r *recorder) BeforeQuery(ctx context.Context, _ *bun.QueryEvent) context.Context { return ctx }

func (r *recorder) AfterQuery(_ context.Context, e *bun.QueryEvent) {
	r.queries = append(r.queries, e.Query)
}

// planOf returns the steps in which a query is answered, a line each.
func planOf(t *testing.T, db *DB, query string) string {
	t.Helper()
	rows, err := db.Writer().QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var plan strings.Builder
	for rows.Next() {
		var id, parent, unused int
		var step string
		if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
			t.Fatal(err)
		}
		plan.WriteString(step + "\n")
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return plan.String()
}
