package intakeapi_test

import (
	"testing"

	"github.com/cotejo/cotejo/testkit/apitest"
)

func TestMailRules(t *testing.T) {
	const bulletin = `{"name":"Boletín","sender":["BOLETIN@"],"action":"ignore","reason":"No es un escrito."}`
	put := func(name, body string, status int, fragment string) apitest.Row {
		return apitest.Row{Name: name, Method: "PUT", Token: adminToken, Body: body, Status: status, JSON: fragment}
	}
	try := func(name, body string, status int, fragment string) apitest.Row {
		row := put(name, body, status, fragment)
		row.Method, row.Path = "POST", "/preview"
		return row
	}
	stale := put("of another version", `{"rules":[]}`, 412, `{"code":"mail_rules_changed"}`)
	stale.Header = map[string]string{"If-Match": `"0"`}
	fresh := put("of this version", `{"rules":[]}`, 200, `{"data":{"number":2,"rules":[]}}`)
	fresh.Header = map[string]string{"If-Match": `"1"`}
	build(t, nil).Run(t, under("/config/mail-rules", []apitest.Row{
		{Name: "anyone may see them", Token: goodToken, Status: 200, JSON: `{"data":{"number":0,"at":null,"by":"","rules":[]}}`},
		{Name: "nobody sees them without a token", Status: 401},
		{Name: "a user does not change them", Method: "PUT", Token: goodToken, Body: `{"rules":[]}`, Status: 403, JSON: `{"code":"admin_only"}`},
		{Name: "a user does not try them", Method: "POST", Path: "/preview", Token: goodToken, Body: `{"rules":[]}`, Status: 403},
		{Name: "a user does not undo them", Method: "POST", Path: "/undo", Token: goodToken, Status: 403},
		put("a rule", `{"rules":[`+bulletin+`]}`, 200, `{"data":{"number":1,"by":"jefa","origin":"manual","rules":[{"name":"Boletín","enabled":true,"sender":["BOLETIN@"],`+
			`"recipient":[],"subject":[],"attachment":[],"action":"ignore","reason":"No es un escrito."}]}}`),
		stale, fresh,
		put("another action", `{"rules":[{"name":"a","sender":["b"],"action":"delete"}]}`, 422, `{"errors":[{"location":"body.rules[0].action"}]}`),
		put("too many", `{"rules":[`+repeat(bulletin+",", 100)+bulletin+`]}`, 422, `{"errors":[{"location":"body.rules"}]}`),
		put("no rules", `{}`, 422, `{"errors":[{"location":"body.rules"}]}`),
		try("a trial", `{"rules":[`+bulletin+`]}`, 200, `{"data":{"ignored":1,"matched":1,"messages":[{"sender":"boletin@correo.example","subject":"Boletín","attachments":["a.pdf"],`+
			`"state":"taken","outcome":"ignore","rules":["Boletín"],"decided_by":"Boletín","reason":"No es un escrito.","type":"","tags":[]}]}}`),
		try("a trial of rules that are off", `{"rules":[{"name":"a","enabled":false,"sender":["boletin"],"action":"take"}]}`, 200,
			`{"data":{"ignored":0,"matched":0,"messages":[{"outcome":"take","rules":[],"decided_by":"","type":"auto"}]}}`),
		{Name: "history", Path: "/history?page=2", Token: goodToken, Status: 200, JSON: `{"data":[{"number":2,"rules":[]}]}`},
		{Name: "nothing to undo", Method: "POST", Path: "/undo", Token: adminToken, Status: 409, JSON: `{"code":"nothing_to_undo"}`},
	}))
}
