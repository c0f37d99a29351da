package notifyapi_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/testkit/apitest"
)

// form writes a file as multipart/form-data, byte for byte.
func form(field, name, content string) string {
	return fmt.Sprintf("--b\r\nContent-Disposition: form-data; name=%q; filename=\"%s\"\r\n\r\n%s\r\n--b--\r\n", field, name, content)
}

var formHeader = map[string]string{"Content-Type": "multipart/form-data; boundary=b"}

func TestAttachments(t *testing.T) {
	h := build(t)
	id, _, _ := h.notification(t, "1", "EMAIL")
	inPerson, _, _ := h.notification(t, "2", "PRESENCIAL")
	path := "/notificaciones/" + id + "/adjuntos"
	post := func(name, path, body string, status int, json string) apitest.Row {
		return apitest.Row{Name: "attach " + name, Method: "POST", Path: path, Token: h.ana, Header: formHeader, Body: body, Status: status, JSON: json}
	}
	get := func(name, path string, status int, json string) apitest.Row {
		return apitest.Row{Name: name, Path: path, Token: h.ana, Status: status, JSON: json}
	}
	const file = "%PDF-1.7\nAuto\x00\xff"
	sum := sha256.Sum256([]byte(file))
	digest := hex.EncodeToString(sum[:])
	var a struct{ ID string }
	decode(t, h.Do(t, post("", path, form("archivo", `C:\autos\Auto ñ.pdf`, file), 201,
		`{"id":"*","nombre":"Auto ñ.pdf","tipo":"application/pdf","tamano":15,"sha256":"`+digest+`","agregado_por":"ana@juzgado.gov.co","fecha":"*"}`)), &a)
	one := `{"id":"` + a.ID + `","nombre":"Auto ñ.pdf","tamano":15}`
	remove := func(name, token, path string, status int, json string) apitest.Row {
		return apitest.Row{Name: "remove " + name, Method: "DELETE", Path: path, Token: token, Status: status, JSON: json}
	}
	large := "%PDF-1.7\n" + strings.Repeat("x", notification.MaxAttachment)
	h.Run(t, []apitest.Row{
		post("the same content", path, form("archivo", "otro.pdf", file), 201, one),
		post("another kind", path, form("archivo", "a.pdf", "<html>"), 422, `{"code":"not_a_pdf"}`),
		post("nothing", path, form("archivo", "a.pdf", ""), 422, `{"code":"empty_file"}`),
		post("another field", path, form("file", "a.pdf", file), 422, `{"code":"file_missing"}`),
		post("too much", path, form("archivo", "a.pdf", large), 413, `{"code":"upload_too_large"}`),
		post("the largest", path, form("archivo", "a.pdf", large[:notification.MaxAttachment]), 201, `{"nombre":"a.pdf","tamano":10485760}`),
		post("too much together", path, form("archivo", "b.pdf", "%PDF-"+large[:notification.MaxAttachment-5]), 400, `{"code":"attachments_too_large"}`),
		post("to another channel", "/notificaciones/"+inPerson+"/adjuntos", form("archivo", "a.pdf", file), 400, `{"code":"attachments_fixed"}`),
		post("to none", "/notificaciones/"+unknown+"/adjuntos", form("archivo", "a.pdf", file), 404, `{"code":"notification_not_found"}`),
		{Name: "attach no form", Method: "POST", Path: path, Token: h.ana, Body: `{}`, Status: 422, JSON: `{"code":"not_multipart"}`},
		get("list", path, 200, `{"items":[`+one+`,{"nombre":"a.pdf"}]}`),
		get("with the notification", "/notificaciones/"+id, 200, `{"adjuntos":[`+one+`,"*"]}`),
		get("in the preview", "/notificaciones/"+id+"/vista-previa", 200, `{"adjuntos":[`+one+`,"*"]}`),
		get("list of none", "/notificaciones/"+unknown+"/adjuntos", 404, `{"code":"notification_not_found"}`),
		get("of another notification", "/notificaciones/"+inPerson+"/adjuntos/"+a.ID, 404, `{"code":"attachment_not_found"}`),
		get("unknown", path+"/"+unknown, 404, `{"code":"attachment_not_found"}`),
		get("no identifier", path+"/1", 422, ""),
	})
	got := h.Do(t, apitest.Row{Path: "/notificaciones/" + strings.ToUpper(id) + "/adjuntos/" + strings.ToUpper(a.ID), Token: h.ana, Status: 200,
		WantHeader: map[string]string{"Content-Type": "application/pdf", "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "*",
			"Content-Disposition": `attachment; filename="Auto _.pdf"; filename*=UTF-8''Auto%20%C3%B1.pdf`}})
	if string(got) != file {
		t.Errorf("%q", got)
	}
	h.Run(t, []apitest.Row{
		remove("one through another notification", h.ana, "/notificaciones/"+inPerson+"/adjuntos/"+a.ID, 400, `{"code":"attachments_fixed"}`),
		remove("as nobody", "", path+"/"+a.ID, 401, ""),
		{Name: "send", Method: "POST", Path: "/notificaciones/" + id + "/enviar", Token: h.ana, Status: 202},
		remove("one that is queued", h.ana, path+"/"+a.ID, 400, `{"code":"attachments_fixed"}`),
		post("to what is queued", path, form("archivo", "c.pdf", "%PDF-c"), 400, `{"code":"attachments_fixed"}`),
		get("in the preview of what is queued", "/notificaciones/"+id+"/vista-previa", 200, `{"adjuntos":[`+one+`,"*"]}`),
		{Name: "stop", Method: "POST", Path: "/notificaciones/" + id + "/detener", Token: h.ana, Status: 200},
		remove("one", h.ana, path+"/"+a.ID, 204, ""),
		remove("it again", h.ana, path+"/"+a.ID, 404, `{"code":"attachment_not_found"}`),
		get("what is left", path, 200, `{"items":[{"nombre":"a.pdf"}]}`),
	})
}
