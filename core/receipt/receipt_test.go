package receipt_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/receipt"
)

// report returns a delivery report on one recipient.
func report(fields ...string) receipt.Message {
	m := receipt.Message{Header: header("From", "MAILER-DAEMON@mx.x.co"), Delivery: []receipt.Fields{header("Reporting-MTA", "dns; mx.x.co"), header(fields...)},
		Returned: []receipt.Fields{header("Message-ID", "<1@juzgado.gov.co>")}}
	return m
}

func header(pairs ...string) (f receipt.Fields) {
	for pair := range slices.Chunk(pairs, 2) {
		f = append(f, receipt.Field{Name: pair[0], Value: pair[1]})
	}
	return f
}

func TestDeliveryReport(t *testing.T) {
	for _, c := range []struct {
		rule   string
		fields []string
		kind   receipt.Kind
		status string
		reason string // a part of it
	}{
		{"a failed action is final", []string{"Action", "failed", "Status", "5.1.1"}, receipt.Failure, "5.1.1", "no existe"},
		{"a failed action is final with a transient code", []string{"Action", "failed", "Status", "4.4.7"}, receipt.Failure, "4.4.7", "plazo"},
		{"an action has a comment", []string{"Action", "Failed (permanent)", "Status", "5.2.2 (mailbox full)"}, receipt.Failure, "5.2.2", "lleno"},
		{"a delayed action is no failure", []string{"Action", "delayed", "Status", "4.4.1"}, receipt.Delay, "4.4.1", "no respondió"},
		{"a delivered action proves delivery", []string{"Action", "delivered", "Status", "2.0.0"}, receipt.Delivered, "2.0.0", ""},
		{"a relayed action proves nothing", []string{"Action", "relayed", "Status", "2.0.0"}, receipt.Relayed, "2.0.0", ""},
		{"an expanded action proves nothing", []string{"Action", "expanded", "Status", "2.0.0"}, receipt.Relayed, "2.0.0", ""},
		{"the class decides without an action", []string{"Status", "5.1.2", "Final-Recipient", "rfc822; a@x.co"}, receipt.Failure, "5.1.2", "dominio"},
		{"the class is transient without an action", []string{"Status", "4.2.2"}, receipt.Delay, "4.2.2", "lleno"},
		{"an unknown action without a code is unclear", []string{"Action", "perhaps"}, receipt.Unclear, "", ""},
		{"the diagnostic has the precise code", []string{"Action", "failed", "Status", "5.0.0",
			"Diagnostic-Code", "smtp; 550 5.1.1 no"}, receipt.Failure, "5.1.1", "no existe"},
		{"a code of another class is no precise one", []string{"Action", "failed", "Status", "5.0.0",
			"Diagnostic-Code", "smtp; 450 4.2.2 full"}, receipt.Failure, "5.0.0", ""},
		{"the diagnostic explains a generic code", []string{"Action", "failed", "Status", "5.0.0",
			"Diagnostic-Code", "smtp; 552 mailbox is full"}, receipt.Failure, "5.0.0", "lleno"},
		{"the diagnostic explains spam", []string{"Action", "failed", "Status", "5.7.1",
			"Diagnostic-Code", "smtp; 550 5.7.1 blocked as spam"}, receipt.Failure, "5.7.1", "no deseado"},
		{"a policy is a policy", []string{"Action", "failed", "Status", "5.7.1",
			"Diagnostic-Code", "smtp; 550 5.7.1 Access denied"}, receipt.Failure, "5.7.1", "políticas"},
		{"authentication is named", []string{"Action", "failed", "Status", "5.7.26"}, receipt.Failure, "5.7.26", "SPF"},
		{"a message is too large", []string{"Action", "failed", "Status", "5.3.4"}, receipt.Failure, "5.3.4", "grande"},
		{"an unknown detail has the reason of its subject", []string{"Action", "failed", "Status", "5.4.99"}, receipt.Failure, "5.4.99", "llegar al servidor"},
		{"a failure without a code says so", []string{"Action", "failed"}, receipt.Failure, "", "no dijo por qué"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			o := receipt.Judge(report(c.fields...)).First()
			if o.Kind != c.kind || o.Status != c.status || !strings.Contains(o.Reason, c.reason) || c.reason == "" && c.kind != receipt.Failure && o.Reason != "" {
				t.Errorf("%+v", o)
			}
		})
	}
}

func TestReportNamesRecipients(t *testing.T) {
	m := report("Action", "failed", "Status", "5.1.1", "Original-Recipient", "rfc822;Ana+2Bjuzgado@x.co", "Final-Recipient", "rfc822; otra@y.co")
	m.Delivery = append(m.Delivery, header("Action", "delivered", "Status", "2.0.0", "Final-Recipient", "rfc822; luz@x.co"))
	v := receipt.Judge(m)
	for address, kind := range map[string]receipt.Kind{"ana+juzgado@x.co": receipt.Failure, "OTRA@y.co": receipt.Failure, "luz@x.co": receipt.Delivered} {
		if o, ok := v.For(address); !ok || o.Kind != kind {
			t.Errorf("%s: %+v %t", address, o, ok)
		}
	}
	if _, ok := v.For("eva@x.co"); ok {
		t.Error("a report on others is of everybody")
	}
	if o, ok := receipt.Judge(report("Action", "failed")).For("eva@x.co"); !ok || o.Kind != receipt.Failure {
		t.Errorf("a report that names nobody: %+v %t", o, ok)
	}
}

func TestDispositionNotice(t *testing.T) {
	for disposition, kind := range map[string]receipt.Kind{
		"manual-action/MDN-sent-manually; displayed":           receipt.Read,
		"automatic-action/MDN-sent-automatically; displayed":   receipt.Read,
		"manual-action/MDN-sent-automatically;displayed/error": receipt.Read,
		"manual-action/MDN-sent-automatically; deleted":        receipt.Unread,
		"automatic-action/MDN-sent-automatically; processed":   receipt.Unread,
		"manual-action/MDN-sent-manually; denied":              receipt.Unread,
		"":          receipt.Unclear,
		"displayed": receipt.Unclear,
		"manual-action/MDN-sent-manually; deleted (displayed)":   receipt.Unclear,
		"manual-action/MDN-sent-manually; something; displayed ": receipt.Unclear,
	} {
		v := receipt.Judge(receipt.Message{Disposition: header("Final-Recipient", "rfc822; ana@x.co",
			"Original-Message-ID", " <1@j.co> ", "Disposition", disposition)})
		if v.First().Kind != kind || !slices.Equal(v.MessageIDs, []string{"1@j.co"}) {
			t.Errorf("%q: %+v", disposition, v)
		}
	}
}

func TestFreeReport(t *testing.T) {
	for _, c := range []struct {
		rule, from, subject, text string
		kind                      receipt.Kind
		status, reason            string
		recipients                []string
	}{
		{"qmail gives up", "MAILER-DAEMON@x.co", "failure notice",
			"Hi. This is the qmail-send program at x.co.\nI'm afraid I wasn't able to deliver your message to the following addresses.\n" +
				"This is a permanent error; I've given up. Sorry it didn't work out.\n\n<ana@x.co>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n" +
				"--- Below this line is a copy of the message.\n\nReturn-Path: <n@juzgado.gov.co>\nMessage-ID: <1@juzgado.gov.co>\nTo: otra@x.co\n",
			receipt.Failure, "5.1.1", "no existe", []string{"ana@x.co"}},
		{"a Spanish report without a code", "postmaster@y.co", "No se puede entregar: Notificación judicial",
			"No se pudo entregar el mensaje a ana@y.co.\n" +
				"El buzón está lleno.\n\nMensaje original\nMessage-ID:\n <1@juzgado.gov.co>\n", receipt.Failure, "", "lleno", nil},
		{"a warning is no failure", "Mail Delivery System <mailer-daemon@x.co>", "Warning: message 1rX delayed 24 hours",
			"This message was created automatically by mail delivery software.\nA message that you sent has not yet been delivered to one or more of its recipients " +
				"after more than 24 hours.\nNo action is required on your part. Delivery attempts will continue for some time\n  ana@x.co\n    Delay reason: timed out\n" +
				"Message-ID: <1@juzgado.gov.co>\n", receipt.Delay, "", "no respondió", []string{"ana@x.co"}},
		{"the reply code of a host explains", "mailer-daemon@x.co", "Mail delivery failed: returning message to sender",
			"  ana@x.co\n    host mx.x.co [192.0.2.1]\n    SMTP error from remote mail server after RCPT TO:<ana@x.co>:\n    550 No such recipient here\n" +
				"------ This is a copy of the message, including all the headers. ------\n" +
				"Message-ID: <1@juzgado.gov.co>\n", receipt.Failure, "", "no existe", []string{"ana@x.co"}},
		{"an IP address is no code", "postmaster@x.co", "Aviso", "Su mensaje pasó por el servidor 10.5.1.10 [192.5.4.3], Exim 4.96.2.\nMessage-ID: <1@juzgado.gov.co>\n",
			receipt.Unclear, "", "", nil},
		{"nor does it hide that a system gives up", "MAILER-DAEMON@x.co", "failure notice",
			"<ana@x.co>:\nConnected to 10.2.1.1 but sender was rejected. I'm giving up.\nMessage-ID: <1@juzgado.gov.co>\n", receipt.Failure, "", "", []string{"ana@x.co"}},
		{"what a daemon says else is unclear", "postmaster@x.co", "Informe semanal", "Se recibieron 20 mensajes.\nMessage-ID: <1@juzgado.gov.co>\n",
			receipt.Unclear, "", "", nil},
	} {
		t.Run(c.rule, func(t *testing.T) {
			v := receipt.Judge(receipt.Message{Header: header("From", c.from, "Subject", c.subject), Text: c.text})
			o := v.First()
			if o.Kind != c.kind || o.Status != c.status || !strings.Contains(o.Reason, c.reason) || !slices.Equal(o.Recipients, c.recipients) {
				t.Errorf("%+v", o)
			}
			if !slices.Equal(v.MessageIDs, []string{"1@juzgado.gov.co"}) {
				t.Errorf("Message-IDs %q", v.MessageIDs)
			}
		})
	}
}

func TestAnswer(t *testing.T) {
	const quoted = "\n\nEl mié, 4 de mar de 2026, Juzgado <n@juzgado.gov.co> escribió:\n> Acuso recibo\n"
	for _, c := range []struct {
		rule, text string
		header     []string
		kind       receipt.Kind
	}{
		{"acuso recibo", "Buenos días, acuso recibo de la notificación." + quoted, nil, receipt.Acknowledged},
		{"accents and capitals do not matter", "ACUSO RECIBÍDO" + quoted, nil, receipt.Acknowledged},
		{"recibido alone", "Buenas tardes. Recibido, muchas gracias." + quoted, nil, receipt.Acknowledged},
		{"me doy por notificado", "Por medio del presente me doy por notificada.", nil, receipt.Acknowledged},
		{"hemos recibido su correo", "Hemos recibido su correo y lo remitiremos al área jurídica.", nil, receipt.Acknowledged},
		{"what is quoted acknowledges nothing", "¿De qué se trata?" + quoted, nil, receipt.Answer},
		{"what Outlook quotes acknowledges nothing", "¿Quién es?\n\nDe: Juzgado <n@j.co>\nEnviado: miércoles\nAcuso recibo", nil, receipt.Answer},
		{"a denial is no receipt", "No acuso recibo de nada.", nil, receipt.Answer},
		{"the wrong person is no receipt", "Acuso recibo por error, no soy esa persona.", nil, receipt.Answer},
		{"a request for it is no receipt", "Por favor acusar recibo. Favor confirmar: acuso recibo.", nil, receipt.Answer},
		{"a question is no receipt", "¿Acuse de recibo?", nil, receipt.Answer},
		{"to wait for one is no receipt", "Adjunto contestación. Quedo atento al acuse de recibo.", nil, receipt.Answer},
		{"to hope for one is no receipt", "Espero que acuse recibo de este escrito.", nil, receipt.Answer},
		{"its name alone is no receipt", "Acuse de recibo de la contestación", nil, receipt.Answer},
		{"a counter of claims is no receipt", "Se ha recibido su solicitud. Radicado No. 2026-1.", nil, receipt.Answer},
		{"not having received is no receipt", "No he recibido el anexo. Acuso recibo del resto.", nil, receipt.Answer},
		{"a note of confidentiality is no receipt", "Ver anexo.\n\nAviso legal\nSi usted recibió el mensaje por equivocación. Acuso recibo.", nil, receipt.Answer},
		{"out of office by its header", "Acuso recibo", []string{"Auto-Submitted", "auto-replied"}, receipt.Automatic},
		{"Auto-Submitted: no is a person", "Acuso recibo", []string{"Auto-Submitted", "no"}, receipt.Acknowledged},
		{"out of office by its text", "Acuso recibo. Me encuentro fuera de la oficina hasta el lunes.", nil, receipt.Automatic},
		{"out of office by its subject", "Gracias por su mensaje.", []string{"Subject", "Respuesta automática: Notificación judicial"}, receipt.Automatic},
		{"a mailing is automatic", "Recibido", []string{"Precedence", "bulk"}, receipt.Automatic},
	} {
		t.Run(c.rule, func(t *testing.T) {
			h := append(header(c.header...), header("From", "Ana <Ana@x.co>", "In-Reply-To", "<1@j.co>", "References", "<0@j.co> <1@j.co>")...)
			v := receipt.Judge(receipt.Message{Header: h, Text: c.text})
			if v.First().Kind != c.kind {
				t.Errorf("%+v, want %s", v, c.kind)
			}
			if !slices.Equal(v.MessageIDs, []string{"1@j.co", "0@j.co"}) || !slices.Equal(v.First().Recipients, []string{"ana@x.co"}) {
				t.Errorf("%+v", v)
			}
		})
	}
}

func TestUnrelatedMessageSaysNothing(t *testing.T) {
	for _, m := range []receipt.Message{
		{},
		{Header: header("From", "ana@x.co", "Subject", "Consulta"), Text: "Acuso recibo"},
		{Header: header("From", "ventas@x.co", "Subject", "Undeliverable package"), Text: "could not be delivered: pay here"},
		{Header: header("From", "ventas@x.co", "Auto-Submitted", "auto-generated")},
	} {
		if v := receipt.Judge(m); v.First().Kind != receipt.None || len(v.MessageIDs) > 0 {
			t.Errorf("%+v says %+v", m, v)
		}
	}
}

func TestVerdictIsBounded(t *testing.T) {
	many := strings.Repeat("<a@b.co> ", 10_000)
	m := receipt.Message{Header: header("From", "mailer-daemon@x.co", "References", many),
		Text: strings.Repeat("ana@x.co:\n550 5.1.1 "+strings.Repeat("x", 2000)+"\n", 500)}
	for range 1000 {
		m.Delivery = append(m.Delivery, header("Action", "failed", "Diagnostic-Code", strings.Repeat("no ", 10_000)))
		m.Returned = append(m.Returned, header("Message-ID", "<"+strings.Repeat("x", 2000)+"@b.co>"))
	}
	for _, m := range []receipt.Message{m, {Header: m.Header, Text: m.Text}} {
		v := receipt.Judge(m)
		if len(v.MessageIDs) > 50 || len(v.Outcomes) > 50 || len([]rune(v.First().Detail)) > 301 {
			t.Errorf("%d IDs, %d outcomes", len(v.MessageIDs), len(v.Outcomes))
		}
	}
}

func BenchmarkJudge(b *testing.B) {
	for name, line := range map[string]string{"addresses": "ana@x.co ", "lines": "El a\n", "brackets": "<<a@b", "signs": ">\n", "words": "acuso recibo "} {
		text := strings.Repeat(line, 256<<10/len(line))
		for _, from := range []string{"ana@x.co", "mailer-daemon@x.co"} {
			b.Run(name+"/"+from, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					receipt.Judge(receipt.Message{Header: header("From", from, "In-Reply-To", "<1@x.co>", "References", text), Text: text})
				}
			})
		}
	}
}
