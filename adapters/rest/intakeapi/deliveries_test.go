package intakeapi_test

import (
	"cmp"
	"context"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/testkit/apitest"
)

func TestDeliveries(t *testing.T) {
	const id, paper = "01980000-0000-7000-8000-000000000001", "01980000-0000-7000-8000-000000000002"
	h := build(t, nil)
	d := document.Delivery{ID: id, FileName: "a.eml", Sender: "ana@correo.example", Subject: "tutela", Body: "Adjunto.", SentAt: time.Unix(0, 0), Links: []string{"https://x.example/descarga"},
		Parts: []document.DeliveredPart{{Name: "a.pdf", Outcome: document.PartAccepted, DocumentID: paper}, {Outcome: document.PartLeftOut, Reason: "Es el texto del correo."}}}
	h.intake.DeliveryFunc = func(_ context.Context, _ account.Actor, asked string) (document.Delivery, error) {
		if asked != id {
			return document.Delivery{}, fault.New(fault.NotFound, "delivery_not_found", "Ese envío no existe.")
		}
		return d, nil
	}
	h.intake.ListDeliveriesFunc = func(_ context.Context, _ account.Actor, f document.DeliveryFilter, page document.PageRequest) (document.DeliveryListing, error) {
		if f.DocumentID != "" && f.DocumentID != paper || f.Ignored {
			return document.DeliveryListing{Page: page}, nil
		}
		return document.DeliveryListing{Items: []document.Delivery{d}, Total: 1, Page: page}, nil
	}
	h.intake.TakeDeliveryFunc = func(_ context.Context, by account.Actor, asked string) (document.Delivery, error) {
		taken := d
		taken.FromMailbox, taken.Rules, taken.IgnoredBy, taken.IgnoredReason = true, []string{"x"}, "boletín", "No es un escrito."
		taken.TakenAt, taken.TakenBy = time.Unix(0, 0), by.Username
		return taken, nil
	}
	list := func(items string) string { return `{"data":[` + items + `]}` }
	one := `{"id":"` + id + `","sender":"ana@correo.example","subject":"tutela","sent_at":"1970-01-01T00:00:00.000Z","links":["https://x.example/descarga"]}`
	rows := []apitest.Row{
		{Name: "all", Path: "/deliveries", Status: 200, JSON: list(one)},
		{Name: "that of a document", Path: "/deliveries?document=" + paper, Status: 200, JSON: list(one)},
		{Name: "that of another document", Path: "/deliveries?document=" + id, Status: 200, JSON: list("")},
		{Name: "that of no document", Path: "/deliveries?document=x", Status: 422},
		{Name: "one", Path: "/deliveries/" + id, Status: 200, JSON: `{"data":{"body":"Adjunto.","parts":[{"name":"a.pdf","outcome":"accepted","document_id":"` + paper +
			`","task_id":null},{"name":"","outcome":"left_out","document_id":null,"reason":"Es el texto del correo."}]}}`},
		{Name: "none", Path: "/deliveries/" + paper, Status: 404, JSON: `{"code":"delivery_not_found"}`},
		{Name: "no identifier", Path: "/deliveries/x", Status: 404},
		{Name: "those that are ignored", Path: "/deliveries?state=ignored", Status: 200, JSON: list("")},
		{Name: "another state", Path: "/deliveries?state=x", Status: 422},
		{Name: "taking in", Method: "POST", Path: "/deliveries/" + id + "/take", Status: 202, JSON: `{"data":{"id":"` + id + `","state":"taken","from_mailbox":true,"rules":["x"],` +
			`"ignored_by":"boletín","ignored_reason":"No es un escrito.","taken_at":"1970-01-01T00:00:00.000Z","taken_by":"ana"}}`},
	}
	for i := range rows {
		rows[i].Method, rows[i].Path, rows[i].Token = cmp.Or(rows[i].Method, "GET"), prefix+rows[i].Path, goodToken
	}
	h.Run(t, rows)
}
