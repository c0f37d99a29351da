package blackbox

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/http"
	"net/mail"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/testkit/postgres"
	"github.com/cotejo/cotejo/testkit/smtptest"
)

// mailed is what became of the e-mail of a notification.
type mailed struct {
	Estado string
	Envio  *struct{ Estado, Motivo string }
}

// await waits until a notification's e-mail has come to an end.
func (r registry) await(t *testing.T, id string) mailed {
	t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		var n mailed
		r.want(t, 200, "GET", "/notificaciones/"+id, nil, &n)
		if n.Envio != nil && n.Envio.Estado != "EN_COLA" && n.Envio.Estado != "ENVIANDO" {
			return n
		}
		if time.Now().After(deadline) {
			t.Fatalf("%+v", n)
		}
	}
}

func TestNotificationsAreSentThroughAMailServer(t *testing.T) {
	onDatabases(t, "NOTIFY_DATABASE_URL", true, everyDatabase, sendThroughAMailServer)
}

func sendThroughAMailServer(t *testing.T, database ...string) {
	folder, server := t.TempDir(), smtptest.Start(t)
	env := []string{"NOTIFY_SMTP_URL=" + server.URL(), "NOTIFY_MAIL_FROM=Juzgado <j@x.co>", "NOTIFY_ADMIN_PASSWORD=una clave larga"}
	env = append(env, database...)
	p := startNotify(t, folder, env...)
	boss := enter(t, p.URL, adminEmail, "una clave larga")
	send := func(number, status int) string {
		t.Helper()
		id := boss.notification(t, number, "EMAIL")
		boss.want(t, status, "POST", "/notificaciones/"+id+"/enviar", nil, nil)
		return id
	}

	if n := boss.await(t, send(1, 202)); n.Estado != "ENVIADA" || n.Envio.Estado != "ENTREGADO" {
		t.Errorf("taken: %+v", n)
	}
	if got := server.Messages(); len(got) != 1 || got[0].To != "juan@x.co" || !strings.Contains(got[0].Data, "2026-00001") {
		t.Fatalf("%+v", got)
	}
	server.Answer("RCPT", "550 no such user")
	if n := boss.await(t, send(2, 202)); n.Estado != "FALLIDA" || !strings.Contains(n.Envio.Motivo, "no such user") {
		t.Errorf("refused: %+v", n)
	}
	server.Answer("RCPT", "")

	// The server has the message and the program is killed before it hears so.
	held := make(chan struct{})
	server.Hold(held)
	id := send(3, 202)
	for len(server.Messages()) < 2 {
		time.Sleep(20 * time.Millisecond)
	}
	p.Kill()
	close(held)
	server.Hold(nil)
	p = startNotify(t, folder, env...)
	boss.url = p.URL
	n := boss.await(t, id)
	if n.Estado != "EN_PROCESO" || n.Envio.Estado != "INCIERTO" || n.Envio.Motivo == "" {
		t.Errorf("killed in between: %+v", n)
	}
	if n := boss.await(t, send(4, 202)); n.Estado != "ENVIADA" { // by now it would have been sent again
		t.Errorf("after the restart: %+v", n)
	}
	if got := len(server.Messages()); got != 3 {
		t.Errorf("%d messages reached the server, want 3", got)
	}
	boss.want(t, 200, "PATCH", "/notificaciones/"+id+"/estado", fields{"nuevo_estado": "ENVIADA", "observacion": "el servidor lo tiene"}, nil)
	stop(t, p)
	if len(database) == 0 {
		sound(t, filepath.Join(folder, "data", "database", "cotejo-notify.db"))
	}

	p = startNotify(t, folder, env[2:]...) // without a mail server
	boss.url = p.URL
	send(5, 400)
}

// TestEmailHasTemplateOfItsCourt reads what arrives at the mail server: the words of the court, the
// values of the notification, and for a queued e-mail the text that its preview showed.
func TestEmailHasTemplateOfItsCourt(t *testing.T) {
	onDatabases(t, "NOTIFY_DATABASE_URL", true, everyDatabase, sendByTemplate)
}

func sendByTemplate(t *testing.T, database ...string) {
	server := smtptest.Start(t)
	env := []string{"NOTIFY_SMTP_URL=" + server.URL(), "NOTIFY_MAIL_FROM=Juzgado <j@x.co>", "NOTIFY_ADMIN_PASSWORD=una clave larga"}
	p := startNotify(t, t.TempDir(), append(env, database...)...)
	boss := enter(t, p.URL, adminEmail, "una clave larga")
	var court, c, s made
	boss.want(t, 201, "POST", "/juzgados", fields{"nombre": "Juzgado 1 Civil de Nariño"}, &court)
	boss.want(t, 201, "POST", "/procesos", fields{"radicado": "2026-00001", "descripcion": "Auto del {radicado}: «admítase»", "juzgado_id": court.ID}, &c)
	boss.want(t, 201, "POST", "/sujetos", fields{"nombre": "Íngrid Muñoz", "correo": "ingrid@x.co", "tipo": "DEMANDADO"}, &s)
	template := "/juzgados/" + court.ID + "/plantilla-correo"
	boss.want(t, 200, "PUT", template, fields{"asunto": "{juzgado}: citación de {destinatario} ({tipo})", "firma": "José Peña 😀\nSecretario",
		"texto": "Apreciada {destinatario}:\n\n{contenido}\n.\n\nAño 2026\n{firma}"}, nil)
	boss.want(t, 422, "PUT", template, fields{"asunto": "a", "texto": "{contenido} {correo}"}, nil)
	send := func() (seen struct{ Asunto, Texto string }) {
		t.Helper()
		var n made
		boss.want(t, 201, "POST", "/notificaciones", fields{"id_proceso": c.ID, "id_sujeto": s.ID, "canal": "EMAIL", "observacion": "Tiene tres días."}, &n)
		attachTo(t, boss, n.ID, "Auto que admite, Ñáñez.pdf", ruling)
		boss.want(t, 200, "GET", "/notificaciones/"+n.ID+"/vista-previa", nil, &seen)
		boss.want(t, 202, "POST", "/notificaciones/"+n.ID+"/enviar", nil, nil)
		boss.want(t, 200, "PUT", template, fields{"asunto": "otro", "texto": "{contenido}"}, nil) // too late for this e-mail
		if n := boss.await(t, n.ID); n.Estado != "ENVIADA" {
			t.Fatalf("%+v", n)
		}
		return seen
	}

	seen := send()
	wantMessage(t, server.Messages()[0].Data, seen.Asunto, seen.Texto)
	wantMessage(t, server.Messages()[0].Data, "Juzgado 1 Civil de Nariño: citación de Íngrid Muñoz (demandado)",
		"Apreciada Íngrid Muñoz:\n\nAuto del {radicado}: «admítase»\n\nTiene tres días.\n.\n\nAño 2026\nJosé Peña 😀\nSecretario\n")
	boss.want(t, 204, "DELETE", template, nil, nil)
	seen = send()
	wantMessage(t, server.Messages()[1].Data, "Notificación judicial, radicado 2026-00001", seen.Texto)
}

// wantMessage decodes a message as a mail program does.
func wantMessage(t *testing.T, data, subject, body string) {
	t.Helper()
	message, err := mail.ReadMessage(strings.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	got, err := new(mime.WordDecoder).DecodeHeader(message.Header.Get("Subject"))
	if err != nil || got != subject {
		t.Errorf("the subject is %q, %v, want %q", got, err, subject)
	}
	kind, parameters, err := mime.ParseMediaType(message.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/mixed" {
		t.Fatalf("%s, %v, %v", kind, parameters, err)
	}
	parts := multipart.NewReader(message.Body, parameters["boundary"])
	part, err := parts.NextRawPart()
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(quotedprintable.NewReader(part))
	if err != nil || strings.TrimRight(string(text), "\r\n") != strings.TrimRight(body, "\n") {
		t.Errorf("the text is %q, %v, want %q", text, err, body)
	}
	if kind, parameters, err := mime.ParseMediaType(part.Header.Get("Content-Type")); err != nil || kind != "text/plain" || parameters["charset"] != "UTF-8" {
		t.Errorf("%s, %v, %v", kind, parameters, err)
	}
	if part, err = parts.NextRawPart(); err != nil {
		t.Fatal(err)
	}
	file, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, part))
	if err != nil || string(file) != ruling || part.FileName() != "Auto que admite, Ñáñez.pdf" || part.Header.Get("Content-Type") != "application/pdf" {
		t.Errorf("the file is %v with %d bytes, %v", part.Header, len(file), err)
	}
	if _, err := parts.NextRawPart(); err != io.EOF {
		t.Errorf("behind the file: %v", err)
	}
}

// ruling is a file that no encoding of text leaves as it is.
var ruling = "%PDF-1.7\r\n.\n\x00\xff" + strings.Repeat("auto\r", 50_000)

// attachTo adds a file to a notification.
func attachTo(t *testing.T, r registry, id, name, content string) {
	t.Helper()
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part, err := w.CreateFormFile("archivo", name)
	if err == nil {
		_, err = io.WriteString(part, content)
	}
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), "POST", r.url+"/notificaciones/"+id+"/adjuntos", &form)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", w.FormDataContentType())
	request.Header.Set("Authorization", "Bearer "+r.token)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != 201 {
		said, _ := io.ReadAll(answer.Body)
		t.Fatalf("%s: %s", answer.Status, said)
	}
}

// TestOneOfSeveralServersSends has two servers with one register. Each e-mail is
// sent once, also while the one that sends is killed over one that the mail
// server has: that one is flagged for a person, and the other server goes on.
func TestOneOfSeveralServersSends(t *testing.T) {
	t.Parallel()
	server := smtptest.Start(t)
	env := []string{"NOTIFY_SMTP_URL=" + server.URL(), "NOTIFY_MAIL_FROM=Juzgado <j@x.co>", "NOTIFY_ADMIN_PASSWORD=una clave larga",
		"NOTIFY_DATABASE_URL=" + postgres.New(t), "NOTIFY_JWT_SECRET=" + tokenSecret}
	first := startNotify(t, t.TempDir(), env...)
	boss := enter(t, first.URL, adminEmail, "una clave larga")
	sent := func(number int, by string) (id string) {
		t.Helper()
		boss.url = by
		id = boss.notification(t, number, "EMAIL")
		boss.want(t, 202, "POST", "/notificaciones/"+id+"/enviar", nil, nil)
		return id
	}
	boss.await(t, sent(1, first.URL)) // the first is the one that sends
	second := startNotify(t, t.TempDir(), env...)
	var ids []string
	for n := range 6 {
		ids = append(ids, sent(2+n, []string{first.URL, second.URL}[n%2]))
	}
	for _, id := range ids {
		if n := boss.await(t, id); n.Estado != "ENVIADA" {
			t.Errorf("%+v", n)
		}
	}
	if got := len(server.Messages()); got != 7 {
		t.Errorf("%d messages of 7", got)
	}

	held := make(chan struct{})
	server.Hold(held)
	id := sent(8, second.URL)
	for len(server.Messages()) < 8 {
		time.Sleep(20 * time.Millisecond)
	}
	first.Kill()
	close(held)
	server.Hold(nil)
	if n := boss.await(t, id); n.Estado != "EN_PROCESO" || n.Envio.Estado != "INCIERTO" {
		t.Errorf("of the killed server: %+v", n)
	}
	if n := boss.await(t, sent(9, second.URL)); n.Estado != "ENVIADA" {
		t.Errorf("by the other server: %+v", n)
	}
	if got := len(server.Messages()); got != 9 {
		t.Errorf("%d messages of 9", got)
	}
}

// TestEmailsAreEitherStoppedOrSent stops e-mails while others are being sent. What the mail server
// has cannot be stopped, and what was stopped never reaches it.
func TestEmailsAreEitherStoppedOrSent(t *testing.T) {
	onDatabases(t, "NOTIFY_DATABASE_URL", true, everyDatabase, stopWhileSending)
}

func stopWhileSending(t *testing.T, database ...string) {
	server := smtptest.Start(t)
	held := make(chan struct{})
	server.Hold(held)
	env := []string{"NOTIFY_SMTP_URL=" + server.URL(), "NOTIFY_MAIL_FROM=Juzgado <j@x.co>", "NOTIFY_ADMIN_PASSWORD=una clave larga"}
	p := startNotify(t, t.TempDir(), append(env, database...)...)
	boss := enter(t, p.URL, adminEmail, "una clave larga")
	const mails, stoppedFirst = 16, 4
	ids := make([]string, mails)
	for i := range ids {
		ids[i] = boss.notification(t, i, "EMAIL")
	}
	stopOf := func(i int) string { return "/notificaciones/" + ids[i] + "/detener" }

	// The first one is with the mail server, which does not answer yet.
	boss.want(t, 202, "POST", "/notificaciones/"+ids[0]+"/enviar", nil, nil)
	for n := (mailed{}); n.Envio == nil || n.Envio.Estado != "ENVIANDO"; {
		boss.want(t, 200, "GET", "/notificaciones/"+ids[0], nil, &n)
	}
	boss.want(t, 400, "POST", stopOf(0), nil, nil)
	for _, id := range ids[1:] {
		boss.want(t, 202, "POST", "/notificaciones/"+id+"/enviar", nil, nil)
	}
	stopped := make([]bool, mails)
	for i := 1; i <= stoppedFirst; i++ { // while none of them can be sent
		boss.want(t, 200, "POST", stopOf(i), nil, nil)
		stopped[i] = true
	}

	// From here on the sender and the requests race for the others: it takes the oldest first, they the newest.
	server.Hold(nil)
	close(held)
	for i := mails - 1; i > stoppedFirst; i-- {
		status, body, err := boss.send("POST", stopOf(i), nil)
		if err != nil || status != 200 && (status != 400 || !strings.Contains(string(body), "dispatch_not_queued")) {
			t.Fatalf("%d %s, %v", status, body, err)
		}
		stopped[i] = status == 200
	}
	for _, id := range ids {
		boss.await(t, id)
	}
	arrived := make([]bool, mails)
	for _, m := range server.Messages() {
		for i := range ids {
			arrived[i] = arrived[i] || strings.Contains(m.Data, fmt.Sprintf("2026-%05d", i))
		}
	}
	for i, id := range ids {
		var n struct {
			Estado    string
			Envio     struct{ Estado string }
			Historial []struct{ A, Usuario string }
		}
		boss.want(t, 200, "GET", "/notificaciones/"+id, nil, &n)
		want, by := "ENVIADA ENTREGADO", "system"
		if stopped[i] {
			want, by = "PENDIENTE DETENIDO", adminEmail
		}
		last := n.Historial[len(n.Historial)-1]
		if n.Estado+" "+n.Envio.Estado != want || last.A != n.Estado || last.Usuario != by || arrived[i] == stopped[i] {
			t.Errorf("e-mail %d (stopped: %v, arrived: %v): %+v", i, stopped[i], arrived[i], n)
		}
	}
}
