package notifyapi_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/notify"
	"github.com/cotejo/cotejo/testkit/apitest"
	"github.com/cotejo/cotejo/testkit/mock"
)

// bounce returns a report that an e-mail to an address failed.
func bounce(messageID, to string) string {
	return fmt.Sprintf("From: MAILER-DAEMON@x.co\r\nSubject: <script>alert(1)</script>Undelivered\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=k\r\n\r\n"+
		"--k\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x.co\r\n\r\nFinal-Recipient: rfc822; %s\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n"+
		"--k\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <%s>\r\n\r\n--k--\r\n", to, messageID)
}

// acknowledgement returns an answer to an e-mail.
func acknowledgement(messageID, from string) string {
	return fmt.Sprintf("From: %s\r\nSubject: RE: Notificación\r\nIn-Reply-To: <%s>\r\n\r\nAcuso recibo.\r\n", from, messageID)
}

// take stores a message that came back and returns the ID of its receipt.
func (h *house) take(t testing.TB, message string) string {
	t.Helper()
	r, err := h.service.TakeReceipt(t.Context(), []byte(message))
	must(t, err)
	return r.ID
}

// mailed registers a notification and e-mails it.
func (h *house) mailed(t testing.TB, number string) (id, messageID string) {
	t.Helper()
	id, _, _ = h.notification(t, number, "EMAIL")
	h.Do(t, apitest.Row{Method: "POST", Path: "/notificaciones/" + id + "/enviar", Token: h.ana, Status: 202})
	sender := notify.NewSender(notify.SenderDeps{Tx: h.service.Tx, Notifications: h.service.Notifications, Outbox: h.service.Outbox, Attachments: h.service.Attachments, Now: h.service.Now, Logger: slog.New(slog.DiscardHandler),
		Mailer: &mock.MailerMock{SendFunc: func(_ context.Context, d notification.Dispatch) error {
			messageID = d.ID + "@juzgado.gov.co"
			return nil
		}}})
	_, err := sender.Step(t.Context())
	must(t, err)
	return id, messageID
}

func TestReceipts(t *testing.T) {
	h := build(t)
	id, messageID := h.mailed(t, "1")
	other, _ := h.mailed(t, "2")
	message := bounce(messageID, "juan@x.co")
	moved, waits := h.take(t, message), h.take(t, acknowledgement(messageID, "abogada@x.co"))
	path, forged := "/recibos/"+waits, "/recibos/"+h.take(t, bounce("forged@x.co", "juan@x.co"))
	settle := func(name, path, body string, status int, json string) apitest.Row {
		return apitest.Row{Name: name, Method: "PATCH", Path: path, Token: h.ana, Body: body, Status: status, JSON: json}
	}
	get := func(name, path, json string) apitest.Row {
		return apitest.Row{Name: name, Path: path, Token: h.ana, Status: 200, JSON: json}
	}
	h.Run(t, []apitest.Row{
		get("one", "/recibos/"+strings.ToUpper(moved), `{"id":"`+moved+`","id_notificacion":"`+id+`","tipo":"FALLO","efecto":"APLICADO","nota":null,"destinatario":"juan@x.co","codigo":"5.1.1",
			"motivo":"*","detalle":"*","remitente":"MAILER-DAEMON@x.co","asunto":"*","bytes":`+fmt.Sprint(len(message))+`,"sha256":"*","fecha_llegada":"*","fecha_creacion":"*","resuelto_por":null}`),
		get("of its notification", "/notificaciones/"+id, `{"id":"`+id+`","estado":"FALLIDA","radicado":"1","recibos":[{"id":"`+moved+`","efecto":"APLICADO"}]}`),
		get("of a notification without any", "/notificaciones/"+other, `{"estado":"ENVIADA","recibos":[]}`),
		get("list, newest first", "/recibos", `{"items":["*",{"id":"`+waits+`"},{"id":"`+moved+`"}],"total":3,"page":1,"page_size":20}`),
		get("second page", "/recibos?page=2&page_size=2", `{"items":[{"id":"`+moved+`"}],"total":3}`),
		get("by notification", "/recibos?id_notificacion="+strings.ToUpper(id), `{"items":[{"id":"`+moved+`"}],"total":1}`),
		get("those that wait", "/recibos?efecto=SIN_ASOCIAR", `{"items":["*",{"id":"`+waits+`","tipo":"ACUSE","id_notificacion":null,"nota":"*","destinatario":"abogada@x.co","codigo":null,"motivo":null}],"total":2}`),
		{Name: "by an effect that is none", Path: "/recibos?efecto=ENTREGADO", Token: h.ana, Status: 422, JSON: `{"errors":[{"location":"query.efecto"}]}`},
		{Name: "by an identifier that is none", Path: "/recibos?id_notificacion=1", Token: h.ana, Status: 422},
		{Name: "unknown", Path: "/recibos/" + unknown, Token: h.ana, Status: 404, JSON: `{"code":"receipt_not_found"}`},
		{Name: "no identifier", Path: "/recibos/1", Token: h.ana, Status: 422},

		settle("to an unknown notification", path, `{"id_notificacion":"`+unknown+`"}`, 404, `{"code":"notification_not_found"}`),
		settle("to no identifier", path, `{"id_notificacion":"1"}`, 422, `{"errors":[{"location":"body.id_notificacion"}]}`),
		settle("to an empty one", path, `{"id_notificacion":""}`, 422, `{"errors":[{"location":"body.id_notificacion"}]}`),
		settle("to nothing", path, `{}`, 422, `{"errors":[{"location":"body.id_notificacion"}]}`),
		settle("an unknown receipt", "/recibos/"+unknown, `{"id_notificacion":null}`, 404, `{"code":"receipt_not_found"}`),
		settle("what moved a notification", "/recibos/"+moved, `{"id_notificacion":null}`, 400, `{"code":"receipt_settled"}`),
		settle("to a notification", path, `{"id_notificacion":"`+strings.ToUpper(other)+`"}`, 200,
			`{"id":"`+waits+`","id_notificacion":"`+other+`","efecto":"CONSTANCIA","tipo":"ACUSE","nota":"*","resuelto_por":"`+anaEmail+`"}`),
		settle("twice", path, `{"id_notificacion":null}`, 400, `{"code":"receipt_settled"}`),
		get("it moves nothing", "/notificaciones/"+other, `{"estado":"ENVIADA","recibos":[{"id":"`+waits+`","efecto":"CONSTANCIA"}]}`),
		settle("dismissed", forged, `{"id_notificacion":null}`, 200, `{"id_notificacion":null,"efecto":"DESCARTADO"}`),
		get("nothing waits", "/recibos?efecto=SIN_ASOCIAR", `{"items":[],"total":0}`),
	})
	for _, effect := range notification.Effects() {
		h.Do(t, apitest.Row{Path: "/recibos?efecto=" + string(effect), Token: h.ana, Status: 200})
	}
}

// The receipt comes on the day of sending, a Wednesday; a person registers another one a week later.
func TestDayOnWhichANotificationCounts(t *testing.T) {
	h := build(t)
	acknowledged, messageID := h.mailed(t, "1")
	registered, _ := h.mailed(t, "2")
	inPerson, _, _ := h.notification(t, "3", "PRESENCIAL")
	get := func(name, id, json string) apitest.Row {
		return apitest.Row{Name: name, Path: "/notificaciones/" + id, Token: h.ana, Status: 200, JSON: json}
	}
	receive := func(name, id string) apitest.Row {
		return apitest.Row{Name: name, Method: "PATCH", Path: "/notificaciones/" + id + "/estado", Token: h.ana, Body: `{"nuevo_estado":"RECIBIDA"}`, Status: 200}
	}
	h.Do(t, get("sent", acknowledged, `{"estado":"ENVIADA","se_entiende_realizada":null}`))
	h.take(t, acknowledgement(messageID, "juan@x.co"))
	h.Do(t, get("acknowledged", acknowledged, `{"estado":"RECIBIDA","se_entiende_realizada":{"fecha":"2026-03-06","base":"Ley 2213 de 2022, art. 8: se entiende realizada una vez transcurridos dos días hábiles siguientes al envío `+
		`(enviada el 2026-03-04; el segundo es el 2026-03-06), y los términos empiezan a contarse cuando hay acuse de recibo o consta el acceso al mensaje (el 2026-03-04 acusó recibo). `+
		`Se toma la fecha posterior; es una ayuda, y decide el despacho."}}`))
	h.later.Store(int64(7 * 24 * time.Hour))
	h.ana = h.login(t, anaEmail)
	h.Run(t, []apitest.Row{
		receive("a person registers it", registered),
		get("a week later", registered, `{"se_entiende_realizada":{"fecha":"2026-03-11","base":"*"}}`),
		receive("in person", inPerson),
		get("another channel", inPerson, `{"se_entiende_realizada":null}`),
	})
}

// A stranger wrote the message: a browser saves it and never shows it.
func TestMessageOfReceiptIsDownload(t *testing.T) {
	h := build(t)
	message := "From: eva@x.co\r\nContent-Type: text/html\r\nIn-Reply-To: <a@x.co>\r\n\r\n<script>alert(1)</script>Acuso recibo.\r\n"
	id := h.take(t, message)
	path := "/recibos/" + id + "/mensaje"
	got := h.Do(t, apitest.Row{Path: path, Token: h.ana, Status: 200, WantHeader: map[string]string{
		"Content-Type": "message/rfc822", "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "*",
		"Content-Disposition": `attachment; filename="recibo ` + id + `.eml"; filename*=UTF-8''recibo%20` + id + `.eml`}})
	if string(got) != message {
		t.Errorf("%q", got)
	}
	h.Run(t, []apitest.Row{
		{Name: "unknown", Path: "/recibos/" + unknown + "/mensaje", Token: h.ana, Status: 404, JSON: `{"code":"receipt_not_found"}`},
		{Name: "nobody", Path: path, Status: 401},
	})
}
