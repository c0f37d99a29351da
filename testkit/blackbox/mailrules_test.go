package blackbox

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/testkit/dovecot"
	"github.com/cotejo/cotejo/testkit/service"
)

// TestMailRulesDecideAboutMessages has a mailbox whose rules ignore a message and give another a type and a tag. Then
// the ignored one is taken in.
func TestMailRulesDecideAboutMessages(t *testing.T) {
	onUsualDatabase(t, applyMailRules)
}

func applyMailRules(t *testing.T, database ...string) {
	account := dovecot.Start(t).Account(t, "reparto")
	p := start(t, t.TempDir(), append(database, readsMail(t, account.URL("INBOX"))...)...)
	c := login(t, p, p.Password)
	const rules = `{"rules":[{"name":"Boletín","sender":["ANA@correo"],"subject":["tutela 1","otro"],"attachment":["P0"],"action":"ignore","reason":"No es un escrito."},
		{"name":"Desacatos","subject":["Tutéla 2"],"action":"type","type":"desacato"},{"name":"Salud","recipient":["reparto@"],"action":"tag","tag":"salud"}]}`
	call(t, c, "POST", "/users", `{"username":"bea","password":"una clave larga"}`, 201)
	bea, err := service.Login(t.Context(), p.URL, "bea", "una clave larga")
	if err != nil {
		t.Fatal(err)
	}
	call(t, bea, "PUT", "/config/mail-rules", rules, 403)
	call(t, bea, "POST", "/config/mail-rules/preview", rules, 403)
	call(t, c, "PUT", "/config/mail-rules", rules, 200)
	if got := string(call(t, bea, "GET", "/config/mail-rules", "", 200)); !strings.Contains(got, `"by":"admin"`) || !strings.Contains(got, "Boletín") {
		t.Errorf("%s", got)
	}

	bulletin := filed(t, 1, 1)
	account.Append(t, "INBOX", bulletin, filed(t, 2, 1))
	account.Await(t, "Cotejo/ignorados", 1)
	account.Await(t, "Cotejo/recibidos", 1)
	var list struct {
		Data []struct {
			ID, State, Subject string
			IgnoredBy          string `json:"ignored_by"`
			IgnoredReason      string `json:"ignored_reason"`
			Rules              []string
		}
	}
	decode := func(body []byte, to any) {
		t.Helper()
		if err := json.Unmarshal(body, to); err != nil {
			t.Fatal(err)
		}
	}
	decode(call(t, bea, "GET", "/deliveries?state=ignored", "", 200), &list)
	if len(list.Data) != 1 || list.Data[0].Subject != "tutela 1" || list.Data[0].IgnoredBy != "Boletín" || list.Data[0].IgnoredReason != "No es un escrito." {
		t.Fatalf("%+v", list)
	}
	var trial struct {
		Data struct {
			Ignored, Matched int
			Messages         []struct {
				Subject, Outcome, State string
				Attachments             []string
			}
		}
	}
	decode(call(t, c, "POST", "/config/mail-rules/preview", `{"rules":[{"name":"a","subject":["tutela 2"],"action":"ignore","reason":"x"}]}`, 200), &trial)
	if got := trial.Data; got.Ignored != 1 || got.Matched != 1 || len(got.Messages) != 2 {
		t.Errorf("%+v", got)
	}
	for _, m := range trial.Data.Messages {
		if ignored := m.Subject == "tutela 2"; ignored != (m.Outcome == "ignore") || ignored != (m.State == "taken") || len(m.Attachments) != 1 {
			t.Errorf("%+v", m)
		}
	}

	// Back in the mailbox, the message is ignored again; a person takes it in.
	id := list.Data[0].ID
	account.Append(t, "INBOX", bulletin)
	account.Await(t, "Cotejo/ignorados", 2)
	call(t, bea, "POST", "/deliveries/"+id+"/take", "", 202)
	call(t, bea, "POST", "/deliveries/"+id+"/take", "", 409)
	for _, d := range deliveries(t, c) {
		for _, part := range d.Parts {
			if part.DocumentID == "" {
				continue
			}
			await(t, func() bool {
				res, err := c.Do(t.Context(), "GET", "/documents/"+part.DocumentID, "", nil)
				return err == nil && res.Status == 200
			})
			got := string(call(t, c, "GET", "/documents/"+part.DocumentID, "", 200))
			if tagged := strings.Contains(got, `"salud"`); tagged != (d.Subject == "tutela 2") || tagged != strings.Contains(got, `"document_type":"desacato"`) {
				t.Errorf("%s: %s", d.Subject, got)
			}
		}
	}
	if got := len(deliveries(t, c)); got != 2 {
		t.Errorf("%d deliveries", got)
	}
}
