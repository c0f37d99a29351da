package notifyapi_test

import (
	"bytes"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/testkit/apitest"
)

// hostile is text that must come back harmless, and what comes back.
const (
	hostile = `<script>alert(1)</script>O'Neil & Cía <img src=x onerror=y>A < B`
	cleaned = `O'Neil & Cía A < B`
)

func TestCases(t *testing.T) {
	h := build(t)
	post := func(name, radicado, description, courtID string, status int, json string) apitest.Row {
		return apitest.Row{Name: name, Method: "POST", Path: "/procesos", Token: h.ana, Status: status, JSON: json,
			Body: map[string]string{"radicado": radicado, "descripcion": description, "juzgado_id": courtID}}
	}
	h.Run(t, []apitest.Row{
		post("a new one", " 11001-31-03-001-2026-00123-00 ", hostile, strings.ToUpper(court), 201,
			`{"id":"*","radicado":"11001-31-03-001-2026-00123-00","descripcion":"`+cleaned+`","estado":"ACTIVO","juzgado_id":"`+court+`","fecha_creacion":"*","creado_por":"ana@juzgado.gov.co","advertencias":[]}`),
		post("the same number", "11001310300120260012300", "x", court, 400, `{"code":"case_number_taken","status":400}`),
		post("an odd number", "01001-31-03-001-1900-00123-00", "x", court, 201, `{"advertencias":["*","*"]}`),
		post("a sign in the number", "ABC#1", "x", court, 422, `{"errors":[{"location":"body.radicado","value":"ABC#1"}]}`),
		post("thirty-one characters", strings.Repeat("1", 31), "x", court, 422, `{"errors":[{"location":"body.radicado"}]}`),
		post("a blank number", " ", "x", court, 422, `{"errors":[{"location":"body.radicado"}]}`),
		post("a description of tags", "7", "<b></b>", court, 422, `{"errors":[{"location":"body.descripcion"}]}`),
		post("no court", "7", "x", "1", 422, `{"errors":[{"location":"body.juzgado_id"}]}`),
		{Name: "a misspelt key", Method: "POST", Path: "/procesos", Token: h.ana, Body: `{"radicado":"8","descripción":"x","juzgado_id":"` + court + `"}`, Status: 422,
			JSON:       `{"errors":[{"location":"body.descripcion"}]}`,
			WantHeader: map[string]string{"Warning": `299 - "El campo 'descripci%C3%B3n' no se conoce y no tiene efecto; quiso decir 'descripcion'?"`}},
		{Name: "null", Method: "POST", Path: "/procesos", Token: h.ana, Body: `{"radicado":null,"descripcion":"x","juzgado_id":"` + court + `"}`, Status: 422},
		{Name: "nothing", Method: "POST", Path: "/procesos", Token: h.ana, Body: `{}`, Status: 422,
			JSON: `{"errors":[{"location":"body.descripcion"},{"location":"body.juzgado_id"},{"location":"body.radicado"}]}`},
		{Name: "unknown", Path: "/procesos/" + unknown, Token: h.ana, Status: 404, JSON: `{"code":"case_not_found"}`},
		{Name: "no identifier", Path: "/procesos/%27%20OR%201", Token: h.ana, Status: 422},
		{Name: "notifications of an unknown one", Path: "/procesos/" + unknown + "/notificaciones", Token: h.ana, Status: 404},
	})
	id := h.create(t, "/procesos", map[string]string{"radicado": "2026-7", "descripcion": "x", "juzgado_id": court})
	h.Do(t, apitest.Row{Path: "/procesos/" + strings.ToUpper(id), Token: h.ana, Status: 200, JSON: `{"id":"` + id + `","fecha_creacion":"*"}`})
	h.Run(t, []apitest.Row{
		{Name: "list", Path: "/procesos", Token: h.ana, Status: 200, JSON: `{"items":[{"id":"` + id + `"},"*","*"],"total":3,"page":1,"page_size":20}`},
		{Name: "second page", Path: "/procesos?page=2&page_size=2", Token: h.ana, Status: 200, JSON: `{"items":["*"],"total":3,"page":2,"page_size":2}`},
		{Name: "past the end", Path: "/procesos?page=2147483647&page_size=100", Token: h.ana, Status: 200, JSON: `{"items":[],"total":3}`},
		{Name: "by number, however written", Path: "/procesos?radicado=20267", Token: h.ana, Status: 200, JSON: `{"items":[{"id":"` + id + `"}],"total":1}`},
		{Name: "by a part of the number", Path: "/procesos?q=26-7", Token: h.ana, Status: 200, JSON: `{"items":[{"id":"` + id + `"}],"total":1}`},
		{Name: "by court", Path: "/procesos?juzgado_id=" + unknown, Token: h.ana, Status: 200, JSON: `{"items":[],"total":0}`},
		{Name: "by status", Path: "/procesos?estado=ACTIVO", Token: h.ana, Status: 200, JSON: `{"total":3}`},
		{Name: "by a status that is none", Path: "/procesos?estado=CERRADO", Token: h.ana, Status: 422},
	})
}

// Every list has the same bounds.
func TestPaging(t *testing.T) {
	h := build(t)
	_, caseID, _ := h.notification(t, "1", "EMAIL")
	for _, list := range []string{"/procesos", "/notificaciones", "/sujetos", "/usuarios", "/procesos/" + caseID + "/notificaciones", "/procesos/" + caseID + "/historial", "/usuarios/" + h.anaID + "/historial", "/recibos",
		"/juzgados/" + h.create(t, "/juzgados", map[string]string{"nombre": "Juzgado 1"}) + "/historial"} {
		for query, status := range map[string]int{"page=1": 200, "page=0": 422, "page=-1": 422, "page=x": 422, "page=99999999999999999999": 422,
			"page_size=1": 200, "page_size=100": 200, "page_size=0": 422, "page_size=101": 422, "page_size=1.5": 422} {
			h.Do(t, apitest.Row{Path: list + "?" + query, Token: h.boss, Status: status})
		}
	}
}

func TestSubjects(t *testing.T) {
	h := build(t)
	post := func(name, body string, status int, json string) apitest.Row {
		return apitest.Row{Name: name, Method: "POST", Path: "/sujetos", Token: h.ana, Body: body, Status: status, JSON: json}
	}
	h.Run(t, []apitest.Row{
		post("all that there is", `{"nombre":"José Ñáñez","tipo_documento":"CC","numero_documento":"1.020.304","correo":"jose@x.co","telefono":"300 123","direccion":"Calle 1 # 2-3","tipo":"DEMANDANTE"}`, 201,
			`{"id":"*","nombre":"José Ñáñez","tipo_documento":"CC","numero_documento":"1.020.304","correo":"jose@x.co","telefono":"300 123","direccion":"Calle 1 # 2-3","tipo":"DEMANDANTE","fecha_creacion":"*","advertencias":["El teléfono tiene menos de 7 cifras."]}`),
		post("a name alone, the rest null", `{"nombre":"EPS","tipo_documento":null,"correo":null,"tipo":null}`, 201, `{"nombre":"EPS","tipo_documento":null,"correo":null,"tipo":null,"advertencias":[]}`),
		post("a cédula that is none", `{"nombre":"x","tipo_documento":"CC","numero_documento":"abc"}`, 201, `{"numero_documento":"abc","advertencias":["*"]}`),
		post("no name", `{"correo":"a@x.co"}`, 422, `{"errors":[{"location":"body.nombre"}]}`),
		post("an unknown type", `{"nombre":"x","tipo_documento":"DNI"}`, 422, `{"errors":[{"location":"body.tipo_documento"}]}`),
		post("an unknown part", `{"nombre":"x","tipo":"JUEZ"}`, 422, `{"errors":[{"location":"body.tipo"}]}`),
		post("an e-mail that begins a header", `{"nombre":"x","correo":"a@x.co\r\nBcc: b@x.co"}`, 422, `{"errors":[{"location":"body.correo"}]}`),
		post("hostile", `{"nombre":"<svg onload=x>`+"\u202e"+`Ana"}`, 201, `{"nombre":"Ana"}`),
		{Name: "by words", Path: "/sujetos?q=nanez+JOSE", Token: h.ana, Status: 200, JSON: `{"items":[{"nombre":"José Ñáñez"}],"total":1}`},
		{Name: "by number", Path: "/sujetos?numero_documento=1020304", Token: h.ana, Status: 200, JSON: `{"total":1}`},
		{Name: "by what nobody has", Path: "/sujetos?q=%25", Token: h.ana, Status: 200, JSON: `{"total":0}`},
		{Name: "unknown", Path: "/sujetos/" + unknown, Token: h.ana, Status: 404, JSON: `{"code":"subject_not_found"}`},
	})
	id := h.create(t, "/sujetos", map[string]string{"nombre": "Eva"})
	h.Do(t, apitest.Row{Path: "/sujetos/" + id, Token: h.ana, Status: 200, JSON: `{"id":"` + id + `","nombre":"Eva"}`})
}

func TestCourts(t *testing.T) {
	h := build(t)
	post := func(name, body string, status int, json string) apitest.Row {
		return apitest.Row{Name: name, Method: "POST", Path: "/juzgados", Token: h.ana, Body: body, Status: status, JSON: json}
	}
	h.Run(t, []apitest.Row{
		{Name: "none", Path: "/juzgados", Token: h.ana, Status: 200, JSON: `{"items":[]}`},
		post("a new one", `{"nombre":" Juzgado 2 Civil de Cali "}`, 201, `{"id":"*","nombre":"Juzgado 2 Civil de Cali","creado_por":"ana@juzgado.gov.co"}`),
		post("the same name", `{"nombre":"JUZGADO 02 CIVIL CALI"}`, 400, `{"code":"court_taken"}`),
		post("no name", `{"nombre":"<b></b>"}`, 422, `{"errors":[{"location":"body.nombre"}]}`),
		{Name: "all", Path: "/juzgados", Token: h.ana, Status: 200, JSON: `{"items":[{"nombre":"Juzgado 2 Civil de Cali"}]}`},
		{Name: "without a token", Path: "/juzgados", Status: 401},
	})
}

func TestMailTemplate(t *testing.T) {
	h := build(t)
	id := h.create(t, "/juzgados", map[string]string{"nombre": "Juzgado 2 Civil de Cali"})
	path := "/juzgados/" + id + "/plantilla-correo"
	get := func(name, path string, status int, json string) apitest.Row {
		return apitest.Row{Name: name, Path: path, Token: h.ana, Status: status, JSON: json}
	}
	put := func(name, path, body string, status int, json string) apitest.Row {
		return apitest.Row{Name: "set " + name, Method: "PUT", Path: path, Token: h.boss, Body: body, Status: status, JSON: json}
	}
	preview := func(name, path, body string, status int, json string) apitest.Row {
		return apitest.Row{Name: "preview " + name, Method: "POST", Path: path + "/vista-previa", Token: h.ana, Body: body, Status: status, JSON: json}
	}
	reset := func(name, path string, status int) apitest.Row {
		return apitest.Row{Name: "reset " + name, Method: "DELETE", Path: path, Token: h.boss, Status: status}
	}
	none := "/juzgados/" + unknown + "/plantilla-correo"
	const own = `{"asunto":"{juzgado}, {radicado}","texto":"Señor {destinatario}:\n{contenido}\n{firma}","firma":"Ana Ñáñez"}`
	h.Run(t, []apitest.Row{
		get("the default", path, 200, `{"asunto":"Notificación judicial, radicado {radicado}","texto":"*","firma":"","predeterminada":true,"fecha_actualizacion":null,"actualizado_por":null,
			"campos":[{"campo":"{juzgado}","descripcion":"*","en_asunto":true},"*","*","*","*",{"campo":"{contenido}","en_asunto":false},"*","*","*"]}`),
		get("of an unknown court", none, 404, `{"code":"court_not_found"}`),
		get("without an identifier", "/juzgados/1/plantilla-correo", 422, ""),
		preview("before it is set", path, own, 200, `{"para":"jose@ejemplo.co","asunto":"Juzgado 2 Civil de Cali, 11001-31-03-001-2026-00123-00",
			"texto":"Señor José Peña Núñez:\nAuto que admite la demanda de María Muñoz contra Transportes Ñandú S.A.S.\n\nTiene tres días para contestar.\nAna Ñáñez\n"}`),
		preview("of an unknown placeholder", path, `{"asunto":"a","texto":"{contenido} {telefono}"}`, 422, `{"code":"validation_failed","errors":[{"location":"body.texto","message":"*"}]}`),
		preview("of an unknown court", none, own, 404, `{"code":"court_not_found"}`),
		preview("of nothing", path, `{}`, 422, `{"errors":[{"location":"body.asunto"},{"location":"body.texto"}]}`),
		get("a preview stores nothing", path, 200, `{"predeterminada":true}`),
		put("one", path, own, 200, `{"asunto":"{juzgado}, {radicado}","texto":"Señor {destinatario}:\n{contenido}\n{firma}\n","firma":"Ana Ñáñez","predeterminada":false,"fecha_actualizacion":"*","actualizado_por":"`+bossEmail+`"}`),
		get("the own one", "/juzgados/"+strings.ToUpper(id)+"/plantilla-correo", 200, `{"asunto":"{juzgado}, {radicado}","predeterminada":false}`),
		put("a subject of two lines", path, `{"asunto":"a\nb","texto":"{contenido}"}`, 422, `{"errors":[{"location":"body.asunto"}]}`),
		put("a text without what is notified", path, `{"asunto":"a","texto":"b"}`, 422, `{"errors":[{"location":"body.texto"}]}`),
		put("one of an unknown court", none, own, 404, `{"code":"court_not_found"}`),
		{Name: "set one as a notifier", Method: "PUT", Path: path, Token: h.ana, Body: own, Status: 403},
		get("what was refused changes nothing", path, 200, `{"asunto":"{juzgado}, {radicado}"}`),
		put("one without a signature", path, `{"asunto":"{juzgado}, {radicado}","texto":"{contenido}","firma":null}`, 200, `{"firma":""}`),
		{Name: "reset as a notifier", Method: "DELETE", Path: path, Token: h.ana, Status: 403},
		reset("", path, 204), reset("again", path, 204), reset("an unknown one", none, 404),
		get("the default again", path, 200, `{"asunto":"Notificación judicial, radicado {radicado}","predeterminada":true}`),
		get("the history", "/juzgados/"+id+"/historial?page_size=2", 200, `{"total":7,"items":[{"campo":"correo_texto","de":"{contenido}\n","a":"*","usuario":"`+bossEmail+`","fecha":"*"},{"campo":"correo_asunto"}]}`),
		get("the history of an unknown court", "/juzgados/"+unknown+"/historial", 404, `{"code":"court_not_found"}`),
	})
}

func TestCorrections(t *testing.T) {
	h := build(t)
	notification, caseID, subjectID := h.notification(t, "1", "CORREO_FISICO")
	h.create(t, "/procesos", map[string]string{"radicado": "2", "descripcion": "Otro", "juzgado_id": unknown})
	patch := func(name, path, body string, status int, json string) apitest.Row {
		return apitest.Row{Name: name, Method: "PATCH", Path: path, Token: h.boss, Body: body, Status: status, JSON: json}
	}
	get := func(name, path, json string) apitest.Row {
		return apitest.Row{Name: name, Path: path, Token: h.ana, Status: 200, JSON: json}
	}
	h.Run(t, []apitest.Row{
		get("without an address", "/notificaciones/"+notification, `{"advertencias":["El sujeto no tiene dirección: corríjalo o cambie de canal."]}`),
		patch("an address", "/sujetos/"+subjectID, `{"direccion":" Calle 1 # 2-3 "}`, 200, `{"nombre":"Juan Ñáñez","direccion":"Calle 1 # 2-3"}`),
		get("with an address", "/notificaciones/"+notification, `{"advertencias":[]}`),
		patch("name and document, and no phone", "/sujetos/"+subjectID, `{"nombre":"Ana Ñáñez","tipo_documento":"CC","correo":"ana@x.co","telefono":null}`, 200, `{"nombre":"Ana Ñáñez","tipo_documento":"CC","correo":"ana@x.co","telefono":null,"direccion":"Calle 1 # 2-3"}`),
		patch("what it is already", "/sujetos/"+subjectID, `{"nombre":"Ana Ñáñez"}`, 200, `{"nombre":"Ana Ñáñez"}`),
		patch("nothing", "/sujetos/"+subjectID, `{}`, 200, `{"nombre":"Ana Ñáñez"}`),
		get("found by the new name", "/sujetos?q=ana+nanez", `{"total":1}`),
		get("and not by the old one", "/sujetos?q=juan", `{"total":0}`),
		patch("no name", "/sujetos/"+subjectID, `{"nombre":null}`, 422, `{"errors":[{"location":"body.nombre"}]}`),
		patch("an unknown type", "/sujetos/"+subjectID, `{"tipo_documento":"DNI"}`, 422, `{"errors":[{"location":"body.tipo_documento"}]}`),
		patch("a number for a name", "/sujetos/"+subjectID, `{"nombre":7}`, 422, `{"errors":[{"location":"body.nombre"}]}`),
		patch("an unknown subject", "/sujetos/"+unknown, `{"nombre":"x"}`, 404, `{"code":"subject_not_found"}`),
		get("the history of the subject", "/sujetos/"+subjectID+"/historial", `{"total":4,"items":["*","*","*",{"campo":"direccion","de":null,"a":"Calle 1 # 2-3","usuario":"`+bossEmail+`","fecha":"*"}]}`),

		patch("a radicado", "/procesos/"+caseID, `{"radicado":"11-7"}`, 200, `{"radicado":"11-7","estado":"ACTIVO"}`),
		patch("a taken one", "/procesos/"+caseID, `{"radicado":"2"}`, 400, `{"code":"case_number_taken"}`),
		patch("no radicado", "/procesos/"+caseID, `{"radicado":null}`, 422, `{"errors":[{"location":"body.radicado"}]}`),
		patch("no court", "/procesos/"+caseID, `{"juzgado_id":"Cali"}`, 422, `{"errors":[{"location":"body.juzgado_id"}]}`),
		patch("an unknown case", "/procesos/"+unknown, `{"radicado":"9"}`, 404, `{"code":"case_not_found"}`),
		get("the history of the case", "/procesos/"+caseID+"/historial", `{"total":1,"items":[{"campo":"radicado","de":"1","a":"11-7"}]}`),
		{Name: "the history of an unknown case", Path: "/procesos/" + unknown + "/historial", Token: h.ana, Status: 404},
		{Name: "the history of an unknown subject", Path: "/sujetos/" + unknown + "/historial", Token: h.ana, Status: 404},
		{Name: "without a token", Method: "PATCH", Path: "/procesos/" + caseID, Body: `{"radicado":"3"}`, Status: 401},
	})
}

// A notification says by when something must be done, and what may be.
func TestDueAndMoves(t *testing.T) {
	h := build(t) // a Wednesday; five business days
	id, _, _ := h.notification(t, "1", "EMAIL")
	h.Run(t, []apitest.Row{
		{Name: "in time", Path: "/notificaciones/" + id, Token: h.ana, Status: 200,
			JSON: `{"radicado":"1","nombre_sujeto":"Juan Ñáñez","vence":"2026-03-11","dias_habiles":5,"vencida":false,"no_se_envia":null,"cambios":[{"a":"EN_PROCESO","permitido":true,"motivo":null},{"a":"ENVIADA","permitido":true},{"a":"RECIBIDA","permitido":false,"motivo":"Primero hay que enviarla; solo en persona o por teléfono se recibe sin enviar."},{"a":"FALLIDA","permitido":true},{"a":"CANCELADA","permitido":true}]}`},
		{Name: "by due day", Path: "/notificaciones?vence=2026-03-11&orden=antiguas", Token: h.ana, Status: 200, JSON: `{"items":[{"id":"` + id + `","radicado":"1"}],"total":1}`},
		{Name: "another day", Path: "/notificaciones?vence=2026-03-12", Token: h.ana, Status: 200, JSON: `{"total":0}`},
		{Name: "open", Path: "/notificaciones?abiertas=true", Token: h.ana, Status: 200, JSON: `{"total":1}`},
		{Name: "no such day", Path: "/notificaciones?vence=2026-02-30", Token: h.ana, Status: 422, JSON: `{"errors":[{"location":"query.vence"}]}`},
		{Name: "calendar", Path: "/calendario?desde=2026-03-11&hasta=2026-03-14", Token: h.ana, Status: 200,
			JSON: `{"dias":[{"fecha":"2026-03-11","habil":true,"motivo":null,"vencen":1},{"vencen":0},"*",{"habil":false,"motivo":"Sábado"}]}`},
		{Name: "a calendar of two years", Path: "/calendario?desde=2026-01-01&hasta=2027-12-31", Token: h.ana, Status: 422, JSON: `{"code":"invalid_date_range"}`},
		{Name: "a calendar without days", Path: "/calendario", Token: h.ana, Status: 422},
	})
}

func TestNotifications(t *testing.T) {
	h := build(t)
	id, caseID, subjectID := h.notification(t, "1", "EMAIL")
	other, _, _ := h.notification(t, "2", "PRESENCIAL")
	post := func(name, body string, status int, json string) apitest.Row {
		body = strings.NewReplacer("CASE", caseID, "SUBJECT", subjectID, "NONE", unknown).Replace(body)
		return apitest.Row{Name: name, Method: "POST", Path: "/notificaciones", Token: h.ana, Body: body, Status: status, JSON: json}
	}
	move := func(name, id, body string, status int, json string) apitest.Row {
		return apitest.Row{Name: name, Method: "PATCH", Path: "/notificaciones/" + id + "/estado", Token: h.ana, Body: body, Status: status, JSON: json}
	}
	h.Run(t, []apitest.Row{
		post("no such case", `{"id_proceso":"NONE","id_sujeto":"SUBJECT","canal":"EMAIL"}`, 404, `{"code":"case_not_found"}`),
		post("no such subject", `{"id_proceso":"CASE","id_sujeto":"NONE","canal":"EMAIL"}`, 404, `{"code":"subject_not_found"}`),
		post("no such channel", `{"id_proceso":"CASE","id_sujeto":"SUBJECT","canal":"FAX"}`, 422, `{"errors":[{"location":"body.canal"}]}`),
		post("no identifiers", `{"id_proceso":"1","id_sujeto":"","canal":"EMAIL"}`, 422, `{"errors":[{"location":"body.id_proceso"},{"location":"body.id_sujeto"}]}`),
		post("nothing", `{}`, 422, `{"errors":["*","*","*"]}`),
		{Name: "as it begins", Path: "/notificaciones/" + id, Token: h.ana, Status: 200,
			JSON: `{"id":"` + id + `","id_proceso":"` + caseID + `","id_sujeto":"` + subjectID + `","canal":"EMAIL","estado":"PENDIENTE","observacion":"","fecha_creacion":"*","fecha_actualizacion":"*","fecha_envio":null,"fecha_recepcion":null,"intentos":0,"historial":[]}`},
		move("forbidden, with what is allowed", id, `{"nuevo_estado":"RECIBIDA"}`, 400,
			`{"code":"move_not_allowed","detail":"Una notificación por EMAIL que está en PENDIENTE no puede pasar a RECIBIDA. Puede pasar a: EN_PROCESO, ENVIADA, FALLIDA, CANCELADA."}`),
		move("the same state", id, `{"nuevo_estado":"PENDIENTE"}`, 400, `{"code":"move_not_allowed"}`),
		move("in person, at once", other, `{"nuevo_estado":"RECIBIDA","observacion":"firmó"}`, 200, `{"estado":"RECIBIDA","intentos":1,"fecha_recepcion":"*"}`),
		move("final", other, `{"nuevo_estado":"PENDIENTE"}`, 400, `{"code":"move_not_allowed"}`),
		move("sent", id, `{"nuevo_estado":"ENVIADA","observacion":"`+strings.ReplaceAll(hostile, `"`, `\"`)+`"}`, 200,
			`{"estado":"ENVIADA","intentos":1,"fecha_envio":"*","historial":[{"de":"PENDIENTE","a":"ENVIADA","observacion":"`+cleaned+`","usuario":"ana@juzgado.gov.co","fecha":"*"}]}`),
		move("what was sent cannot be cancelled", id, `{"nuevo_estado":"CANCELADA"}`, 400, `{"code":"move_not_allowed"}`),
		move("a state that is none", id, `{"nuevo_estado":"LEIDA"}`, 422, `{"errors":[{"location":"body.nuevo_estado"}]}`),
		move("no state", id, `{"observacion":"x"}`, 422, `{"errors":[{"location":"body.nuevo_estado"}]}`),
		move("a remark that is too long", id, `{"nuevo_estado":"RECIBIDA","observacion":"`+strings.Repeat("x", 5001)+`"}`, 422, `{"errors":[{"location":"body.observacion"}]}`),
		move("unknown", unknown, `{"nuevo_estado":"ENVIADA"}`, 404, `{"code":"notification_not_found"}`),
		{Name: "another method", Method: "PUT", Path: "/notificaciones/" + id + "/estado", Token: h.ana, Body: `{}`, Status: 405, JSON: `{"code":"method_not_allowed"}`},
		{Name: "list, newest first", Path: "/notificaciones", Token: h.ana, Status: 200, JSON: `{"items":[{"id":"` + other + `"},{"id":"` + id + `","historial":["*"]}],"total":2}`},
		{Name: "by state", Path: "/notificaciones?estado=ENVIADA", Token: h.ana, Status: 200, JSON: `{"items":[{"id":"` + id + `"}]}`},
		{Name: "by channel", Path: "/notificaciones?canal=PRESENCIAL", Token: h.ana, Status: 200, JSON: `{"items":[{"id":"` + other + `"}]}`},
		{Name: "by case", Path: "/notificaciones?id_proceso=" + strings.ToUpper(caseID), Token: h.ana, Status: 200, JSON: `{"items":[{"id":"` + id + `"}]}`},
		{Name: "by subject", Path: "/notificaciones?id_sujeto=" + unknown, Token: h.ana, Status: 200, JSON: `{"items":[]}`},
		{Name: "of the case", Path: "/procesos/" + caseID + "/notificaciones", Token: h.ana, Status: 200, JSON: `{"items":[{"id":"` + id + `"}],"total":1}`},
		{Name: "by a filter that is none", Path: "/notificaciones?canal=FAX", Token: h.ana, Status: 422},
		{Name: "by an identifier that is none", Path: "/notificaciones?id_proceso=1", Token: h.ana, Status: 422},
		{Name: "unknown notification", Path: "/notificaciones/" + unknown, Token: h.ana, Status: 404},
	})
}

func TestWorkbookOfACase(t *testing.T) {
	h := build(t)
	id, caseID, _ := h.notification(t, "2026-7", "EMAIL")
	h.Do(t, apitest.Row{Method: "PATCH", Path: "/notificaciones/" + id + "/estado", Token: h.ana, Body: `{"nuevo_estado":"ENVIADA","observacion":"=1+1"}`, Status: 200})
	path := "/procesos/" + caseID + "/notificaciones/excel"
	book := h.Do(t, apitest.Row{Path: path, Token: h.ana, Status: 200, WantHeader: map[string]string{
		"Content-Type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "Content-Disposition": `attachment; filename="notificaciones 20267.xlsx"; filename*=UTF-8''notificaciones%2020267.xlsx`}})
	f, err := excelize.OpenReader(bytes.NewReader(book))
	must(t, err)
	rows, err := f.GetRows("Notificaciones")
	must(t, err)
	if len(rows) != 2 || rows[0][0] != "Radicado" || rows[1][0] != "2026-7" || rows[1][1] != "Juan Ñáñez" || rows[1][5] != "ENVIADA" ||
		rows[1][7] != "2026-03-04 10:04:05" || !strings.Contains(rows[1][11], "de PENDIENTE a ENVIADA, ana@juzgado.gov.co: =1+1") || rows[1][12] != id {
		t.Errorf("%q", rows)
	}
	h.Run(t, []apitest.Row{
		{Name: "unknown", Path: "/procesos/" + unknown + "/notificaciones/excel", Token: h.ana, Status: 404, JSON: `{"code":"case_not_found"}`},
		{Name: "no identifier", Path: "/procesos/x/notificaciones/excel", Token: h.ana, Status: 422},
		{Name: "nobody", Path: path, Status: 401},
		{Name: "a part of it", Path: path, Token: h.ana, Header: map[string]string{"Range": "bytes=0-1"}, Status: 206},
	})
	empty := h.create(t, "/procesos", map[string]string{"radicado": "2026-8", "descripcion": "x", "juzgado_id": court})
	h.Do(t, apitest.Row{Path: "/procesos/" + empty + "/notificaciones/excel", Token: h.ana, Status: 200})
}

func TestSending(t *testing.T) {
	h := build(t)
	id, _, _ := h.notification(t, "1", "EMAIL")
	phone, _, _ := h.notification(t, "2", "TELEFONO")
	send := func(name, id, key string, status int, json string) apitest.Row {
		return apitest.Row{Name: name, Method: "POST", Path: "/notificaciones/" + id + "/enviar", Token: h.ana,
			Header: map[string]string{"Idempotency-Key": key}, Status: status, JSON: json}
	}
	stop := func(name, id string, status int, json string) apitest.Row {
		return apitest.Row{Name: "stop " + name, Method: "POST", Path: "/notificaciones/" + id + "/detener", Token: h.ana, Status: status, JSON: json}
	}
	queued := `{"id":"` + id + `","estado":"EN_PROCESO","envio":{"estado":"EN_COLA","para":"juan@x.co","asunto":"*","intentos":0,"motivo":null,"fecha":"*"},"historial":["*"]}`
	preview := func(name, id string, status int, json string) apitest.Row {
		return apitest.Row{Name: "preview " + name, Path: "/notificaciones/" + id + "/vista-previa", Token: h.ana, Status: status, JSON: json}
	}
	h.Run(t, []apitest.Row{
		preview("before it is asked for", id, 200, `{"para":"juan@x.co","asunto":"Notificación judicial, radicado 1","texto":"*"}`),
		preview("of another channel", phone, 400, `{"code":"not_to_be_sent"}`),
		preview("of none", unknown, 404, `{"code":"notification_not_found"}`),
		preview("without an identifier", "1", 422, ""),
		{Name: "nothing asked for", Path: "/notificaciones/" + id, Token: h.ana, Status: 200, JSON: `{"envio":null}`},
		{Name: "asked for", Method: "POST", Path: "/notificaciones/" + id + "/enviar", Token: h.ana, Header: map[string]string{"Idempotency-Key": "k"}, Status: 202, JSON: queued,
			WantHeader: map[string]string{"Location": "/notificaciones/" + id, "Retry-After": "1"}},
		send("the same key", id, "k", 202, queued),
		send("again", id, "", 400, `{"code":"not_to_be_sent"}`),
		send("by another channel", phone, "", 400, `{"code":"not_to_be_sent"}`),
		send("unknown", unknown, "", 404, `{"code":"notification_not_found"}`),
		send("no identifier", "1", "", 422, ""),
		{Name: "on the list", Path: "/notificaciones?canal=EMAIL", Token: h.ana, Status: 200, JSON: `{"items":[{"envio":{"estado":"EN_COLA"}}]}`},
		{Name: "nobody moves it meanwhile", Method: "PATCH", Path: "/notificaciones/" + id + "/estado", Token: h.ana, Body: `{"nuevo_estado":"CANCELADA"}`, Status: 400, JSON: `{"code":"being_sent"}`},
		preview("of what is queued", id, 200, `{"para":"juan@x.co","asunto":"*","texto":"*"}`),
		stop("what is queued", id, 200, `{"id":"`+id+`","estado":"PENDIENTE","envio":{"estado":"DETENIDO","motivo":"Lo detuvo ana@juzgado.gov.co.","fecha":"*"},
			"historial":["*",{"de":"EN_PROCESO","a":"PENDIENTE","observacion":"Se detuvo el envío a juan@x.co","usuario":"ana@juzgado.gov.co","fecha":"*"}]}`),
		stop("again", id, 400, `{"code":"dispatch_not_queued"}`),
		stop("what has no e-mail", phone, 400, `{"code":"dispatch_not_queued"}`),
		stop("unknown", unknown, 404, `{"code":"notification_not_found"}`),
		stop("no identifier", "1", 422, ""),
		send("after it was stopped", id, "", 202, `{"estado":"EN_PROCESO","envio":{"estado":"EN_COLA"}}`),
	})
}

func TestOverdue(t *testing.T) {
	h := build(t)
	pending, _, _ := h.notification(t, "1", "EMAIL")
	sent, _, _ := h.notification(t, "2", "EMAIL")
	h.Do(t, apitest.Row{Method: "PATCH", Path: "/notificaciones/" + sent + "/estado", Token: h.ana, Body: `{"nuevo_estado":"ENVIADA"}`, Status: 200})
	h.Do(t, apitest.Row{Path: "/notificaciones?vencidas=true", Token: h.ana, Status: 200, JSON: `{"items":[],"total":0}`})
	h.later.Store(int64(8 * 24 * time.Hour)) // Thursday of the next week: six business days
	token := h.login(t, anaEmail)
	h.Run(t, []apitest.Row{
		{Name: "the one still open", Path: "/notificaciones?vencidas=true", Token: token, Status: 200, JSON: `{"items":[{"id":"` + pending + `"}],"total":1}`},
		{Name: "not asked for", Path: "/notificaciones?vencidas=false", Token: token, Status: 200, JSON: `{"total":2}`},
		{Name: "neither yes nor no", Path: "/notificaciones?vencidas=quizas", Token: token, Status: 422},
	})
}

func TestUsers(t *testing.T) {
	h := build(t)
	post := func(name, body string, status int, json string) apitest.Row {
		return apitest.Row{Name: name, Method: "POST", Path: "/usuarios", Token: h.boss, Body: body, Status: status, JSON: json, Lacks: []string{"$2a$", "clave"}}
	}
	h.Run(t, []apitest.Row{
		post("a new one", `{"email":" Eva@X.co","password":"otra clave larga","nombre":"Eva","rol":"NOTIFICADOR"}`, 201,
			`{"id":"*","email":"eva@x.co","nombre":"Eva","rol":"NOTIFICADOR","activo":true,"bloqueado_hasta":null,"fecha_creacion":"*"}`),
		post("the same e-mail", `{"email":"EVA@x.co","password":"otra clave larga","nombre":"Eva","rol":"NOTIFICADOR"}`, 400, `{"code":"email_taken"}`),
		post("a short password", `{"email":"e@x.co","password":"clave corta","nombre":"Eva","rol":"NOTIFICADOR"}`, 422, `{"errors":[{"location":"body.password"}]}`),
		post("a password of 73 bytes", `{"email":"e@x.co","password":"`+strings.Repeat("x", 73)+`","nombre":"Eva","rol":"NOTIFICADOR"}`, 422, `{"errors":[{"location":"body.password"}]}`),
		post("no e-mail", `{"email":"eva","password":"otra clave larga","nombre":"Eva","rol":"NOTIFICADOR"}`, 422, `{"errors":[{"location":"body.email"}]}`),
		post("a role that is none", `{"email":"e@x.co","password":"otra clave larga","nombre":"Eva","rol":"admin"}`, 422, `{"errors":[{"location":"body.rol"}]}`),
		post("nothing", `{}`, 422, `{"errors":["*","*","*","*"]}`),
		{Name: "list", Path: "/usuarios", Token: h.boss, Status: 200, JSON: `{"items":[{"email":"eva@x.co"},{"email":"ana@juzgado.gov.co"},{"email":"jefa@juzgado.gov.co"}],"total":3}`, Lacks: []string{"$2a$", "hash"}},
		{Name: "by role", Path: "/usuarios?rol=ADMINISTRADOR", Token: h.boss, Status: 200, JSON: `{"total":1}`},
		{Name: "unknown", Path: "/usuarios/" + unknown, Token: h.boss, Status: 404, JSON: `{"code":"user_not_found"}`},
	})
}

func TestWhatIsDoneToAUserOnTheCommandLineIsToldHere(t *testing.T) {
	h := build(t)
	_, err := h.service.SetPassword(t.Context(), account.System, h.anaID, "otra clave larga")
	must(t, err)
	h.Do(t, apitest.Row{Path: "/usuarios/" + h.anaID + "/historial", Token: h.boss, Status: 200, JSON: `{"items":[{"accion":"CLAVE_CAMBIADA","usuario":"system"},"*"]}`})
}

// Each route that asks for a token refuses anyone who has none; those of users
// refuse notifiers before they look at anything else.
func TestRoles(t *testing.T) {
	h := build(t)
	id, caseID, subjectID := h.notification(t, "1", "EMAIL")
	receipt := h.take(t, bounce("forged@x.co", "juan@x.co"))
	for _, r := range []struct {
		method, path string
		admin        bool
	}{
		{"GET", "/procesos", false}, {"POST", "/procesos", false}, {"GET", "/procesos/" + caseID, false}, {"GET", "/procesos/" + caseID + "/notificaciones", false},
		{"GET", "/procesos/" + caseID + "/notificaciones/excel", false},
		{"GET", "/notificaciones", false}, {"POST", "/notificaciones", false}, {"GET", "/notificaciones/" + id, false}, {"PATCH", "/notificaciones/" + id + "/estado", false},
		{"POST", "/notificaciones/" + unknown + "/enviar", false}, {"POST", "/notificaciones/" + unknown + "/detener", false},
		{"GET", "/notificaciones/" + unknown + "/vista-previa", false},
		{"GET", "/notificaciones/" + id + "/adjuntos", false}, {"POST", "/notificaciones/" + id + "/adjuntos", false},
		{"GET", "/notificaciones/" + id + "/adjuntos/" + unknown, false}, {"DELETE", "/notificaciones/" + unknown + "/adjuntos/" + unknown, false},
		{"GET", "/recibos", false}, {"GET", "/recibos/" + receipt, false}, {"GET", "/recibos/" + receipt + "/mensaje", false}, {"PATCH", "/recibos/" + receipt, false},
		{"GET", "/juzgados/" + unknown + "/historial", false}, {"GET", "/juzgados/" + unknown + "/plantilla-correo", false},
		{"POST", "/juzgados/" + court + "/plantilla-correo/vista-previa", false}, {"PUT", "/juzgados/" + court + "/plantilla-correo", true},
		{"DELETE", "/juzgados/" + unknown + "/plantilla-correo", true},
		{"PATCH", "/procesos/" + caseID, false}, {"GET", "/procesos/" + caseID + "/historial", false}, {"PATCH", "/sujetos/" + subjectID, false}, {"GET", "/sujetos/" + subjectID + "/historial", false},
		{"GET", "/sujetos", false}, {"POST", "/sujetos", false}, {"GET", "/sujetos/" + subjectID, false},
		{"GET", "/usuarios", true}, {"POST", "/usuarios", true}, {"GET", "/usuarios/" + h.anaID, true}, {"GET", "/usuarios/" + h.anaID + "/historial", true},
		{"POST", "/usuarios/" + unknown + "/desbloquear", true}, {"POST", "/usuarios/" + unknown + "/desactivar", true},
		{"POST", "/usuarios/" + unknown + "/terminar-sesiones", true},
	} {
		success := map[string]int{"GET": 200, "POST": 422, "PATCH": 422, "PUT": 422}[r.method] // without a body
		if strings.Contains(r.path, unknown) {
			success = 404
		}
		notifier := success
		if r.admin {
			notifier = 403
		}
		for _, c := range []struct {
			name, token string
			status      int
		}{{"nobody", "", 401}, {"garbage", "x.y.z", 401}, {"notifier", h.ana, notifier}, {"administrator", h.boss, success}} {
			h.Run(t, []apitest.Row{{Name: fmt.Sprintf("%s %s %s", r.method, r.path, c.name), Method: r.method, Path: r.path, Token: c.token, Status: c.status}})
		}
	}
}

func TestIdempotency(t *testing.T) {
	h := build(t)
	key := func(key string) map[string]string { return map[string]string{"Idempotency-Key": key} }
	post := func(name, k, body string, status int, json string) apitest.Row {
		return apitest.Row{Name: name, Method: "POST", Path: "/sujetos", Token: h.ana, Header: key(k), Body: body, Status: status, JSON: json}
	}
	var first struct{ ID string }
	decode(t, h.Do(t, post("", "k", `{"nombre":"Ana"}`, 201, "")), &first)
	h.Run(t, []apitest.Row{
		post("again", "k", `{"nombre":"Ana"}`, 201, `{"id":"`+first.ID+`"}`),
		post("another body", "k", `{"nombre":"Eva"}`, 422, `{"code":"idempotency_key_reused"}`),
		post("another key", "l", `{"nombre":"Ana"}`, 201, ""),
		post("a key that is too long", strings.Repeat("k", 256), `{"nombre":"Ana"}`, 422, `{"errors":[{"location":"header.Idempotency-Key"}]}`),
		{Name: "two were made", Path: "/sujetos", Token: h.ana, Status: 200, JSON: `{"total":2}`},
	})
}

func TestTimesHaveNoZone(t *testing.T) {
	h := build(t)
	id, _, _ := h.notification(t, "1", "EMAIL")
	var n struct {
		Created string `json:"fecha_creacion"`
	}
	decode(t, h.Do(t, apitest.Row{Path: "/notificaciones/" + id, Token: h.ana, Status: 200}), &n)
	if at, err := time.Parse("2006-01-02T15:04:05.000", n.Created); err != nil || at.Before(start) || at.After(start.Add(time.Minute)) {
		t.Errorf("created %q: %v", n.Created, err)
	}
}

func TestCaseNumbersOfOtherForms(t *testing.T) {
	h := build(t)
	for _, number := range []string{"T-9.876.543", "2026/A 7"} {
		h.Do(t, apitest.Row{Method: "POST", Path: "/procesos", Token: h.ana, Status: 201, JSON: `{"radicado":"` + number + `","advertencias":[]}`,
			Body: map[string]string{"radicado": number, "descripcion": "x", "juzgado_id": court}})
		h.Do(t, apitest.Row{Path: "/procesos?radicado=" + url.QueryEscape(number), Token: h.ana, Status: 200, JSON: `{"total":1}`})
	}
}
