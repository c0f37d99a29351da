package notifystore_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/cotejo/cotejo/adapters/sqlstore/notifystore"
	"github.com/cotejo/cotejo/adapters/sqlstore/sqldb"
	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/pagination"
)

func openBench(b *testing.B) *notifystore.DB {
	b.Helper()
	db, err := notifystore.Open(b.Context(), sqldb.Options{Path: filepath.Join(b.TempDir(), "notify.db")})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	return db
}

// BenchmarkMany lists a million notifications of five years: a tenth of them
// to one subject, an EPS, and five a case; ten thousand are still open.
func BenchmarkMany(b *testing.B) {
	const total = 1_000_000
	db := openBench(b)
	for _, statement := range []string{
		`WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 199999)
			INSERT INTO cases SELECT 'c' || i, i, i, '', 'ACTIVO', 'j' || (i % 500), 1600000000000000 + i * 750000000, '' FROM n`,
		`WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 199999)
			INSERT INTO subjects SELECT i + 1, 's' || i, 'Persona Número ' || i, 'CC', i, i, '', '', '', '', 1600000000000000 + i * 750000000, '',
				CASE i WHEN 0 THEN 'nueva eps' ELSE 'persona numero ' || i || ' ' || hex(i * 7919) END FROM n`,
		`WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999999)
			INSERT INTO notifications SELECT printf('n%035d', i), 'c' || (i / 5), CASE i % 10 WHEN 0 THEN 's0' ELSE 's' || (i * 7919 % 200000) END,
				CASE i % 5 WHEN 0 THEN 'EMAIL' WHEN 1 THEN 'WHATSAPP' WHEN 2 THEN 'PRESENCIAL' WHEN 3 THEN 'TELEFONO' ELSE 'CORREO_FISICO' END,
				'PENDIENTE', 0, 1600000000000000 + i * 150000000, '', 0, 0, 0, '' FROM n`,
		`INSERT INTO movements (notification_id, from_state, to_state, moved_at, username, remark)
			SELECT id, 'PENDIENTE', 'ENVIADA', created_at, '', '' FROM notifications WHERE id < printf('n%035d', 990000)`,
		`UPDATE notifications SET state = 'ENVIADA' WHERE id < printf('n%035d', 990000)`,
	} {
		if _, err := db.Writer().Exec(statement); err != nil {
			b.Fatal(err)
		}
	}
	for _, c := range []struct {
		name   string
		filter notification.NotificationFilter
		pages  []int
	}{
		{"all", notification.NotificationFilter{}, []int{1, total / 40, total / 20}},
		{"state", notification.NotificationFilter{State: notification.Sent}, []int{1, 20_000}},
		{"state and channel", notification.NotificationFilter{State: notification.Sent, Channel: notification.Email}, []int{1, 5000}},
		{"case", notification.NotificationFilter{CaseID: "c100000"}, []int{1}},
		{"case and state", notification.NotificationFilter{CaseID: "c100000", State: notification.Sent, Channel: notification.Email}, []int{1}},
		{"EPS", notification.NotificationFilter{SubjectID: "s0"}, []int{1}},
		{"EPS and state", notification.NotificationFilter{SubjectID: "s0", State: notification.Sent}, []int{1}},
		{"overdue", notification.NotificationFilter{OpenBefore: time.Unix(2_000_000_000, 0)}, []int{1, 250}},
		{"overdue by channel", notification.NotificationFilter{OpenBefore: time.Unix(2_000_000_000, 0), Channel: notification.Email}, []int{1}},
	} {
		for _, number := range c.pages {
			b.Run(fmt.Sprintf("%s, page %d", c.name, number), func(b *testing.B) {
				for b.Loop() {
					l, err := db.Notifications().List(b.Context(), c.filter, pagination.Request{Number: number, Size: 20})
					if err != nil || len(l.Items) == 0 {
						b.Fatal(l.Total, err)
					}
				}
			})
		}
	}
	for _, query := range []string{"nueva eps", "numero 123456", "persona", "zzz", "12"} {
		b.Run("subjects with "+query, func(b *testing.B) {
			for b.Loop() {
				if _, err := db.Subjects().List(b.Context(), notification.SubjectFilter{Words: notification.Words(query)}, pagination.Request{Number: 1, Size: 20}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkMove(b *testing.B) {
	db := openBench(b)
	if err := sendOne(b.Context(), db); err != nil {
		b.Fatal(err)
	}
	i := 0
	for b.Loop() {
		// A notification of its own for every ten moves: histories stay short.
		id := fmt.Sprint("n", 2+i/10)
		if i%10 == 0 {
			if err := db.Notifications().Create(b.Context(), notification.NewNotification(id, "c1", "s1", notification.Email, "", "", noon)); err != nil {
				b.Fatal(err)
			}
		}
		if _, err := db.Notifications().Move(b.Context(), id, func(n notification.Notification) (notification.Movement, error) {
			return notification.Movement{From: n.State, To: []notification.State{notification.InProcess, notification.Pending}[i%2], At: noon}, nil
		}); err != nil {
			b.Fatal(err)
		}
		i++
	}
}

func BenchmarkReserve(b *testing.B) {
	db := openBench(b)
	for b.Loop() {
		if _, _, err := db.Lockouts().Reserve(b.Context(), "eva", "", account.Lockout{Attempts: 1 << 30, Lock: time.Minute}, noon); err != nil {
			b.Fatal(err)
		}
	}
}
