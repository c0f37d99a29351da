package notify_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/notify"
	"github.com/cotejo/cotejo/core/receipt"
)

// messages reads what encoded wrote.
type messages struct{}

func (messages) ReadReceipt(content []byte) (m receipt.Message, err error) {
	if err := json.Unmarshal(content, &m); err != nil {
		return m, fault.New(fault.Unprocessable, "message_damaged", "El correo está dañado.")
	}
	return m, nil
}

func encoded(t testing.TB, m receipt.Message) []byte {
	t.Helper()
	content, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// bounce returns a report on an e-mail; action is that of RFC 3464.
func bounce(id, action, status, to string) receipt.Message {
	group := receipt.Fields{{Name: "Action", Value: action}, {Name: "Status", Value: status}}
	if to != "" {
		group = append(group, receipt.Field{Name: "Final-Recipient", Value: "rfc822; " + to})
	}
	return receipt.Message{Header: receipt.Fields{{Name: "From", Value: "MAILER-DAEMON@x.co"}, {Name: "Subject", Value: "Undelivered"}},
		Delivery: []receipt.Fields{group}, Returned: []receipt.Fields{{{Name: "Message-ID", Value: "<" + id + ">"}}}}
}

func answer(id, from, text string, more ...receipt.Field) receipt.Message {
	return receipt.Message{Header: append(receipt.Fields{{Name: "From", Value: from}, {Name: "In-Reply-To", Value: "<" + id + ">"}}, more...), Text: text}
}

func notice(id, from, disposition string) receipt.Message {
	return receipt.Message{Header: receipt.Fields{{Name: "From", Value: from}}, Disposition: receipt.Fields{{Name: "Final-Recipient", Value: "rfc822; " + from},
		{Name: "Original-Message-ID", Value: "<" + id + ">"}, {Name: "Disposition", Value: "manual-action/MDN-sent-manually; " + disposition}}}
}

// openReceiving returns a registry whose e-mails have a Message-ID of juzgado.gov.co.
func openReceiving(t testing.TB) *post {
	t.Helper()
	p := &post{registry: openWith(notify.Options{Sending: true, MailFrom: "n@juzgado.gov.co"})}
	p.sender = p.newSender()
	return p
}

// mailed sends the e-mail of a notification.
func (p *post) mailed(t testing.TB) (n notification.Notification, messageID string) {
	t.Helper()
	n = p.asked(t)
	p.step(t, true)
	p.now = p.now.Add(time.Hour)
	return p.get(t, n.ID), p.sent[len(p.sent)-1].MessageID
}

func (p *post) take(t testing.TB, m receipt.Message) notification.Receipt {
	t.Helper()
	r, err := p.TakeReceipt(context.Background(), encoded(t, m))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestReceiptMovesNotification(t *testing.T) {
	for _, c := range []struct {
		rule    string
		message func(id string) receipt.Message
		state   notification.State
		effect  notification.Effect
		text    string // part of the remark in the history, or of the note
	}{
		{"a final failure", func(id string) receipt.Message {
			return bounce(id, "failed", "5.1.1", "juan@x.co")
		}, notification.Failed, notification.Moved, "no existe. (5.1.1"},
		{"a failure that names nobody", func(id string) receipt.Message {
			return bounce(id, "failed", "5.2.2", "")
		}, notification.Failed, notification.Moved, "lleno"},
		{"a delivery", func(id string) receipt.Message {
			return bounce(id, "delivered", "2.0.0", "Juan@X.co")
		}, notification.Received, notification.Moved, "Entregada"},
		{"a display", func(id string) receipt.Message { return notice(id, "juan@x.co", "displayed") }, notification.Received, notification.Moved, "Mostrada"},
		{"an answer", func(id string) receipt.Message {
			return answer(id, "juan@x.co", "Acuso recibo.")
		}, notification.Received, notification.Moved, "acusó recibo"},
		{"a delay", func(id string) receipt.Message { return bounce(id, "delayed", "4.4.1", "juan@x.co") }, notification.Sent, notification.Kept, "demora"},
		{"a relay", func(id string) receipt.Message {
			return bounce(id, "relayed", "2.0.0", "juan@x.co")
		}, notification.Sent, notification.Kept, "no confirma"},
		{"a deletion", func(id string) receipt.Message { return notice(id, "juan@x.co", "deleted") }, notification.Sent, notification.Kept, "descartó"},
		{"another answer", func(id string) receipt.Message {
			return answer(id, "juan@x.co", "No soy yo.")
		}, notification.Sent, notification.Kept, "no acusa recibo"},
		{"out of office", func(id string) receipt.Message {
			return answer(id, "juan@x.co", "Acuso recibo.", receipt.Field{Name: "Auto-Submitted", Value: "auto-replied"})
		}, notification.Sent, notification.Kept, "automática"},
		{"a failure for somebody else", func(id string) receipt.Message {
			return bounce(id, "failed", "5.1.1", "eva@x.co")
		}, notification.Sent, notification.Unmatched, "otro destinatario"},
		{"an answer of somebody else", func(id string) receipt.Message {
			return answer(id, "eva@x.co", "Acuso recibo.")
		}, notification.Sent, notification.Unmatched, "otro destinatario"},
		{"a forged Message-ID", func(id string) receipt.Message {
			return bounce("0"+id, "failed", "5.1.1", "juan@x.co")
		}, notification.Sent, notification.Unmatched, "ningún correo"},
		{"another domain", func(id string) receipt.Message {
			return bounce(strings.Replace(id, "juzgado", "evil", 1), "failed", "5.1.1", "juan@x.co")
		}, notification.Sent, notification.Unmatched, "ningún correo"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			p := openReceiving(t)
			n, id := p.mailed(t)
			r := p.take(t, c.message(id))
			n = p.get(t, n.ID)
			last := n.History[len(n.History)-1]
			if n.State != c.state || r.Effect != c.effect || !strings.Contains(last.Remark+r.Note, c.text) ||
				r.Effect == notification.Moved && (r.Note != "" || last.User != "system" || !strings.Contains(last.Remark, "mensaje de "+r.Sender)) {
				t.Errorf("%+v\n%+v", n, r)
			}
			if matched := r.Effect != notification.Unmatched; matched != (r.NotificationID == n.ID) || !matched && r.NotificationID != "" {
				t.Errorf("%+v is of %q", r, r.NotificationID)
			}
			if content, err := p.ReceiptMessage(t.Context(), clerk, r.ID); err != nil || int64(len(content)) != r.Size {
				t.Errorf("%d bytes, %v", len(content), err)
			}
		})
	}
}

func TestReceiptLeavesWhatAPersonMoved(t *testing.T) {
	p := openReceiving(t)
	n, id := p.mailed(t)
	if _, err := p.Move(t.Context(), clerk, n.ID, notification.Received, "Lo dijo por teléfono"); err != nil {
		t.Fatal(err)
	}
	if r := p.take(t, bounce(id, "failed", "5.1.1", "juan@x.co")); r.Effect != notification.Kept || !strings.Contains(r.Note, "RECIBIDA") ||
		p.get(t, n.ID).State != notification.Received {
		t.Errorf("%+v", r)
	}

	// Nobody knows whether the e-mail left, and a person registers that it did.
	p.answer = context.DeadlineExceeded
	n = p.asked(t)
	p.step(t, true)
	id = p.sent[len(p.sent)-1].MessageID
	if r := p.take(t, bounce(id, "delivered", "2.0.0", "juan@x.co")); r.Effect != notification.Kept || !strings.Contains(r.Note, "compruebe el envío") {
		t.Errorf("%+v", r)
	}
	if _, err := p.Move(t.Context(), clerk, n.ID, notification.Sent, ""); err != nil {
		t.Fatal(err)
	}
	if r := p.take(t, bounce(id, "failed", "5.1.1", "juan@x.co")); r.Effect != notification.Kept || p.get(t, n.ID).State != notification.Sent {
		t.Errorf("%+v", r)
	}
}

func TestFirstReceiptOfTheLatestEmailCounts(t *testing.T) {
	p := openReceiving(t)
	n, first := p.mailed(t)
	p.take(t, bounce(first, "failed", "5.1.1", "juan@x.co"))
	if r := p.take(t, notice(first, "juan@x.co", "displayed")); r.Effect != notification.Kept || !strings.Contains(r.Note, "FALLIDA") ||
		p.get(t, n.ID).State != notification.Failed {
		t.Errorf("%+v", r)
	}
	if _, err := p.Move(t.Context(), clerk, n.ID, notification.Pending, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Send(t.Context(), clerk, n.ID, ""); err != nil {
		t.Fatal(err)
	}
	p.step(t, true)
	p.now = p.now.Add(time.Hour)
	if r := p.take(t, bounce(first, "failed", "5.4.7", "juan@x.co")); r.Effect != notification.Kept || !strings.Contains(r.Note, "anterior") {
		t.Errorf("%+v", r)
	}
	if r := p.take(t, notice(p.sent[1].MessageID, "juan@x.co", "displayed")); r.Effect != notification.Moved || p.get(t, n.ID).State != notification.Received {
		t.Errorf("%+v", r)
	}
	list, err := p.ListReceipts(t.Context(), clerk, notification.ReceiptFilter{NotificationID: n.ID}, all)
	if err != nil || list.Total != 4 {
		t.Errorf("%d receipts, %v", list.Total, err)
	}
}

func TestSameReceiptIsStoredOnce(t *testing.T) {
	p := openReceiving(t)
	n, id := p.mailed(t)
	m := bounce(id, "delivered", "2.0.0", "juan@x.co")
	first := p.take(t, m)
	if again := p.take(t, m); again.ID != first.ID || again.Effect != notification.Moved {
		t.Errorf("%+v", again)
	}
	list, err := p.ListReceipts(t.Context(), clerk, notification.ReceiptFilter{}, all)
	if err != nil || list.Total != 1 || len(p.get(t, n.ID).History) != 3 {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestReceiptOfOlderProgramIsMatchedByDispatch(t *testing.T) {
	p := openPost(t) // its e-mails have no Message-ID of their own
	n := p.asked(t)
	p.step(t, true)
	if r := p.take(t, bounce(p.sent[0].ID+"@juzgado.gov.co", "failed", "5.1.1", "juan@x.co")); r.Effect != notification.Moved || r.NotificationID != n.ID {
		t.Errorf("%+v", r)
	}
}

func TestReceiptDuringDeliveryWaits(t *testing.T) {
	p := openReceiving(t)
	n := p.asked(t)
	d, ok, err := p.store.Outbox().Take(t.Context(), p.now)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	_, err = p.TakeReceipt(t.Context(), encoded(t, bounce(d.MessageID, "failed", "5.1.1", "juan@x.co")))
	if fault.KindOf(err) != fault.Unavailable || p.get(t, n.ID).State != notification.InProcess {
		t.Errorf("%v", err)
	}
	if list, err := p.ListReceipts(t.Context(), clerk, notification.ReceiptFilter{}, all); err != nil || list.Total != 0 {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestMessageThatIsNoReceiptStaysInTheMailbox(t *testing.T) {
	p := openReceiving(t)
	p.mailed(t)
	for name, content := range map[string][]byte{
		"a letter":               encoded(t, receipt.Message{Header: receipt.Fields{{Name: "From", Value: "eva@x.co"}}, Text: "Acuso recibo"}),
		"an answer to a letter":  encoded(t, answer("other@x.co", "eva@x.co", "¿Cuándo?")),
		"a message that is none": []byte("{"),
		"a large message":        make([]byte, notification.MaxReceipt+1),
		"a large one of an e-mail that nobody sent from here": encoded(t, answer("other@x.co", "eva@x.co", "Acuso recibo."+strings.Repeat(" ", 300<<10))),
	} {
		if r, err := p.TakeReceipt(t.Context(), content); fault.KindOf(err) != fault.Unprocessable && fault.KindOf(err) != fault.TooLarge {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
	// One that claims to be a receipt waits for a person.
	if r := p.take(t, answer("other@x.co", "eva@x.co", "Acuso recibo.")); r.Effect != notification.Unmatched {
		t.Errorf("%+v", r)
	}
}

func TestArrivalOfReceipt(t *testing.T) {
	for received, want := range map[string]time.Duration{
		"by mail.x.co; Wed, 4 Mar 2026 10:30:00 -0500": 30 * time.Minute,
		"by mail.x.co; Wed, 4 Mar 2026 09:00:00 -0500": time.Hour, // before the e-mail
		"by mail.x.co; Wed, 4 Mar 2027 10:30:00 -0500": time.Hour, // in the future
		"by mail.x.co": time.Hour,
		"":             time.Hour,
	} {
		p := openReceiving(t)
		_, id := p.mailed(t)
		m := bounce(id, "delivered", "2.0.0", "juan@x.co")
		m.Header = append(m.Header, receipt.Field{Name: "Received", Value: received},
			receipt.Field{Name: "Received", Value: "by y.co; Wed, 4 Mar 2026 10:31:00 -0500"})
		if r := p.take(t, m); !r.ArrivedAt.Equal(start.Add(want)) {
			t.Errorf("%q: arrived at %s", received, r.ArrivedAt)
		}
	}
}

func TestPersonSettlesReceipt(t *testing.T) {
	p := openReceiving(t)
	n, id := p.mailed(t)
	r := p.take(t, answer(id, "abogada@x.co", "Acuso recibo."))
	if _, err := p.SettleReceipt(t.Context(), clerk, r.ID, "0"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("%v", err)
	}
	settled, err := p.SettleReceipt(t.Context(), clerk, r.ID, n.ID)
	if err != nil || settled.Effect != notification.Kept || settled.NotificationID != n.ID ||
		settled.SettledBy != clerk.Username || p.get(t, n.ID).State != notification.Sent {
		t.Errorf("%+v, %v", settled, err)
	}
	if _, err := p.SettleReceipt(t.Context(), clerk, r.ID, ""); fault.KindOf(err) != fault.RuleViolated {
		t.Errorf("settled twice: %v", err)
	}
	other := p.take(t, bounce("x@y.co", "failed", "5.1.1", ""))
	if other, err = p.SettleReceipt(t.Context(), clerk, other.ID, ""); err != nil || other.Effect != notification.Dismissed {
		t.Errorf("%+v, %v", other, err)
	}
}

// Anybody who has the e-mail can send more receipts than are shown.
func TestFloodOfReceiptsLeavesTheDayOfTheProof(t *testing.T) {
	p := openReceiving(t)
	n, id := p.mailed(t)
	p.take(t, notice(id, "juan@x.co", "displayed"))
	want := p.get(t, n.ID).Deemed
	for i := range notification.MaxReceiptsShown {
		p.now = p.now.Add(time.Hour)
		p.take(t, answer(id, "juan@x.co", strings.Repeat("No. ", i+1)))
	}
	n = p.get(t, n.ID)
	if n.Deemed != want || want.Day.String() != "2026-03-06" || len(n.Receipts) != notification.MaxReceiptsShown || n.Receipts[99].Effect != notification.Kept {
		t.Errorf("%+v, want %+v, %d receipts", n.Deemed, want, len(n.Receipts))
	}
}
