package notification_test

import (
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/receipt"
	"github.com/cotejo/cotejo/core/terms"
)

// inBogota returns a time that is written as there.
func inBogota(t testing.TB, s string) time.Time {
	t.Helper()
	at, err := time.Parse("2006-01-02 15:04 -0700", s+" -0500")
	if err != nil {
		t.Fatal(err)
	}
	return at.UTC()
}

func TestDeemedMade(t *testing.T) {
	for _, c := range []struct {
		rule           string
		sent, received string // the movements
		kind           receipt.Kind
		arrived        string
		want, basis    string
	}{
		{"the receipt comes at once", "2026-03-04 10:00", "2026-03-04 10:01", receipt.Delivered, "2026-03-04 10:01", "2026-03-06", "la entregó en el buzón"},
		{"the receipt comes on the second day", "2026-03-04 10:00", "2026-03-06 08:00", receipt.Read, "2026-03-06 08:00", "2026-03-06", "la mostró"},
		{"the receipt comes later", "2026-03-04 10:00", "2026-03-11 08:00", receipt.Acknowledged, "2026-03-11 08:00", "2026-03-11", "acusó recibo"},
		{"the receipt is read days after it came", "2026-03-04 10:00", "2026-03-20 08:00", receipt.Acknowledged, "2026-03-10 08:00", "2026-03-10", "el 2026-03-10 acusó"},
		{"the receipt comes on a Sunday", "2026-03-04 10:00", "2026-03-08 08:00", receipt.Read, "2026-03-08 08:00", "2026-03-08", ""},
		{"over a weekend", "2026-03-06 10:00", "2026-03-06 10:01", receipt.Read, "2026-03-06 10:01", "2026-03-10", "el segundo es el 2026-03-10"},
		{"sent on a Saturday", "2026-03-07 10:00", "2026-03-07 10:01", receipt.Read, "2026-03-07 10:01", "2026-03-10", "enviada el 2026-03-07"},
		{"over a holiday", "2026-03-20 10:00", "2026-03-20 10:01", receipt.Read, "2026-03-20 10:01", "2026-03-25", ""},
		{"over Holy Week", "2026-03-27 10:00", "2026-03-27 10:01", receipt.Read, "2026-03-27 10:01", "2026-04-07", ""},
		{"over the collective holidays", "2026-12-18 10:00", "2026-12-18 10:01", receipt.Read, "2026-12-18 10:01", "2027-01-13", ""},
		{"over a day of closure", "2026-05-04 10:00", "2026-05-04 10:01", receipt.Read, "2026-05-04 10:01", "2026-05-07", ""},
		{"in the evening, tomorrow in UTC", "2026-03-04 23:30", "2026-03-04 23:31", receipt.Read, "2026-03-04 23:31", "2026-03-06", "enviada el 2026-03-04"},
		{"a person registers it at once", "2026-03-04 10:00", "2026-03-04 15:00", receipt.None, "", "2026-03-06", "una persona registró"},
		{"a person registers it later", "2026-03-04 10:00", "2026-03-12 15:00", receipt.None, "", "2026-03-12", "el 2026-03-12 una persona"},
		{"a person, after an earlier bounce", "2026-03-04 10:00", "2026-03-12 15:00", receipt.Failure, "2026-03-02 10:00", "2026-03-12", "una persona"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			n := emailed(inBogota(t, c.sent), inBogota(t, c.received))
			var moved *notification.Receipt
			if c.kind != receipt.None {
				moved = &notification.Receipt{Kind: c.kind, Effect: notification.Moved, ArrivedAt: inBogota(t, c.arrived)}
			}
			closed, err := document.ParseDay("2026-05-05")
			if err != nil {
				t.Fatal(err)
			}
			got := n.DeemedMade(moved, terms.NewCalendar(closed))
			if got.Day.String() != c.want || !strings.HasPrefix(got.Basis, "Ley 2213 de 2022, art. 8: ") || !strings.Contains(got.Basis, c.basis) {
				t.Errorf("%s: %s", got.Day, got.Basis)
			}
		})
	}
}

// emailed returns a notification that was sent and received at these times.
func emailed(sent, received time.Time) notification.Notification {
	n := notification.NewNotification("n", "c", "s", notification.Email, "", "ana", sent)
	n.Apply(notification.Movement{From: notification.Pending, To: notification.Sent, At: sent})
	n.Apply(notification.Movement{From: notification.Sent, To: notification.Received, At: received})
	return n
}

func TestNothingIsDeemedMadeWithoutProof(t *testing.T) {
	sent, later := inBogota(t, "2026-03-04 10:00"), inBogota(t, "2026-06-04 10:00")
	onlySent := notification.NewNotification("n", "c", "s", notification.Email, "", "ana", sent)
	pending := onlySent
	onlySent.Apply(notification.Movement{From: notification.Pending, To: notification.Sent, At: sent})
	failed := onlySent
	failed.Apply(notification.Movement{From: notification.Sent, To: notification.Failed, At: later})
	inPerson := emailed(sent, later)
	inPerson.Channel = notification.InPerson
	for name, n := range map[string]notification.Notification{"pending": pending, "sent": onlySent, "failed": failed, "another channel": inPerson} {
		if got := n.DeemedMade(&notification.Receipt{Kind: receipt.Read, ArrivedAt: later}, terms.Calendar{}); got != (notification.Deemed{}) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
