package blackbox

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/testkit/dovecot"
	"github.com/cotejo/cotejo/testkit/smtptest"
)

// TestReceiptsMoveNotifications sends e-mails and puts what comes back for them into the mailbox.
func TestReceiptsMoveNotifications(t *testing.T) {
	onDatabases(t, "NOTIFY_DATABASE_URL", true, everyDatabase, moveByReceipts)
}

func moveByReceipts(t *testing.T, database ...string) {
	server, box := smtptest.Start(t), dovecot.Start(t).Account(t, "notificaciones")
	env := append(notifyReadsMail(t, box), "NOTIFY_SMTP_URL="+server.URL(), "NOTIFY_MAIL_FROM=Juzgado <j@x.co>", "NOTIFY_ADMIN_PASSWORD=una clave larga")
	p := startNotify(t, t.TempDir(), append(env, database...)...)
	boss := enter(t, p.URL, adminEmail, "una clave larga")
	send := func(number int) (id, messageID string) {
		t.Helper()
		id = boss.notification(t, number, "EMAIL")
		boss.want(t, 202, "POST", "/notificaciones/"+id+"/enviar", nil, nil)
		boss.await(t, id)
		messages := server.Messages()
		_, rest, _ := strings.Cut(messages[len(messages)-1].Data, "Message-ID: ")
		messageID, _, _ = strings.Cut(rest, "\r\n")
		return id, messageID
	}
	failed, bounced := send(1)
	received, answered := send(2)
	untouched, _ := send(3)
	box.Append(t, "INBOX", []byte("Subject: Consulta\r\nFrom: eva@x.co\r\n\r\nAcuso recibo\r\n"), report("<forged@x.co>"), report(bounced),
		[]byte("From: Juan <juan@x.co>\r\nSubject: RE: Notificación\r\nIn-Reply-To: "+answered+"\r\n\r\nRecibido, gracias.\r\n"))
	for id, want := range map[string]string{failed: "FALLIDA", received: "RECIBIDA"} {
		boss.awaitState(t, id, want)
	}
	if got := dovecot.Subjects(box.Await(t, "Cotejo/por-revisar", 1)); got[0] != "Consulta" {
		t.Errorf("set aside: %q", got)
	}
	box.Await(t, "Cotejo/recibidos", 3)
	if _, health, err := boss.send("GET", "/health", nil); err != nil || !strings.Contains(string(health), `"mailbox","status":"ok","detail":"Leído por última vez`) {
		t.Errorf("health lacks the mailbox: %s, %v", health, err)
	}
	boss.awaitState(t, untouched, "ENVIADA")
	boss.settlesForged(t, untouched)
}

// notifyReadsMail returns the settings of a notification service that reads a mailbox.
func notifyReadsMail(t *testing.T, box dovecot.Account) (settings []string) {
	t.Helper()
	for _, setting := range readsMail(t, box.URL("")) {
		settings = append(settings, strings.Replace(setting, "SVC_", "NOTIFY_", 1))
	}
	return settings
}

// settlesForged assigns the receipt that waits, whose message is the forged report, to a notification.
func (r registry) settlesForged(t *testing.T, id string) {
	t.Helper()
	type receipts struct {
		Items []struct{ ID, Efecto string }
		Total int
	}
	var list receipts
	r.want(t, 200, "GET", "/recibos?efecto=SIN_ASOCIAR", nil, &list)
	if list.Total != 1 {
		t.Fatalf("%+v waits", list)
	}
	path := "/recibos/" + list.Items[0].ID
	if status, message, err := r.send("GET", path+"/mensaje", nil); err != nil || status != 200 || !bytes.Equal(message, report("<forged@x.co>")) {
		t.Errorf("status %d, %v: %q", status, err, message)
	}
	settle := map[string]string{"id_notificacion": id}
	r.want(t, 200, "PATCH", path, settle, nil)
	r.want(t, 400, "PATCH", path, settle, nil)
	var n struct {
		Estado  string
		Recibos []struct{ ID, Efecto string }

		Realizada *struct{ Base string } `json:"se_entiende_realizada"`
	}
	r.want(t, 200, "GET", "/notificaciones/"+id, nil, &n)
	if n.Estado != "ENVIADA" || len(n.Recibos) != 1 || n.Recibos[0].ID != list.Items[0].ID || n.Recibos[0].Efecto != "CONSTANCIA" || n.Realizada != nil {
		t.Errorf("%+v", n)
	}
}

// report returns a bounce of the e-mail with a Message-ID to juan@x.co.
func report(messageID string) []byte {
	return fmt.Appendf(nil, "From: MAILER-DAEMON@x.co\r\nSubject: Undelivered\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=k\r\n\r\n"+
		"--k\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x.co\r\n\r\nFinal-Recipient: rfc822; juan@x.co\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n"+
		"--k\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: %s\r\n\r\n--k--\r\n", messageID)
}

// awaitState waits until a notification is in a state.
func (r registry) awaitState(t *testing.T, id, state string) {
	t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		var n mailed
		r.want(t, 200, "GET", "/notificaciones/"+id, nil, &n)
		if n.Estado == state {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s is in %s, want %s", id, n.Estado, state)
		}
	}
}
