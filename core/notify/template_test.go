package notify_test

import (
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/notification"
)

var ownTemplate = notification.Template{Subject: "{juzgado}: {radicado}", Body: "Señor {destinatario}:\n{contenido}\n{firma}\n", Signature: "Ana Ñáñez"}

// ofCourt registers a notification of a case before a court that is registered, too.
func (p *post) ofCourt(t testing.TB, name string) (n notification.Notification, courtID string) {
	t.Helper()
	n = p.addressed(t, "juan@x.co")
	registered, err := p.RegisterCourt(t.Context(), clerk, notification.CourtDraft{Name: name})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.CorrectCase(t.Context(), clerk, n.CaseID, notification.CaseChange{CourtID: &registered.ID}); err != nil {
		t.Fatal(err)
	}
	return n, registered.ID
}

func TestEmailsHaveTheTemplateOfTheirCourt(t *testing.T) {
	p := openPost(t)
	n, courtID := p.ofCourt(t, "Juzgado 1 Civil")
	other, _ := p.ofCourt(t, "Juzgado 2 Civil")
	unregistered := p.addressed(t, "juan@x.co")
	if _, err := p.SetMailTemplate(t.Context(), boss, courtID, ownTemplate); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		rule, id, subject, body string
	}{
		{"its own", n.ID, "Juzgado 1 Civil: 2026-", "Señor Juan Pérez:\nTutela\n\nTiene tres días.\nAna Ñáñez\n"},
		{"the default, where another court has its own", other.ID, "Notificación judicial", "Juan Pérez:\n\nSe le notifica"},
		{"the default, where the court is not registered", unregistered.ID, "Notificación judicial", "Juan Pérez:\n\nSe le notifica"},
	} {
		d, err := p.Preview(t.Context(), clerk, c.id)
		if err != nil || !strings.HasPrefix(d.Subject, c.subject) || !strings.HasPrefix(d.Body, c.body) {
			t.Errorf("%s: %+v, %v", c.rule, d, err)
		}
	}
}

// TestQueuedEmailKeepsItsText changes the template between the request and the delivery.
func TestQueuedEmailKeepsItsText(t *testing.T) {
	p := openPost(t)
	n, courtID := p.ofCourt(t, "Juzgado 1 Civil")
	if _, err := p.SetMailTemplate(t.Context(), boss, courtID, ownTemplate); err != nil {
		t.Fatal(err)
	}
	seen, err := p.Preview(t.Context(), clerk, n.ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Send(t.Context(), clerk, n.ID, ""); err != nil {
		t.Fatal(err)
	}
	if err := p.ResetMailTemplate(t.Context(), boss, courtID); err != nil {
		t.Fatal(err)
	}
	queued, err := p.Preview(t.Context(), clerk, n.ID)
	p.step(t, true)
	for _, d := range []notification.Dispatch{queued, p.sent[0]} {
		if err != nil || d.Subject != seen.Subject || d.Body != seen.Body || !strings.HasPrefix(d.Subject, "Juzgado 1 Civil") {
			t.Errorf("%+v, %v, want %+v", d, err, seen)
		}
	}
}

func TestTemplateIsOfAdministrators(t *testing.T) {
	p := openPost(t)
	_, courtID := p.ofCourt(t, "Juzgado 1 Civil")
	bad := notification.Template{Subject: "a", Body: "{x}"}
	for _, c := range []struct {
		rule, court string
		by          account.Actor
		t           notification.Template
		kind        fault.Kind
	}{
		{"a notifier sets none", courtID, clerk, ownTemplate, fault.Forbidden},
		{"an unknown court has none", court, boss, ownTemplate, fault.NotFound},
		{"a wrong one is refused", courtID, boss, bad, fault.Unprocessable},
	} {
		t.Run(c.rule, func(t *testing.T) {
			_, err := p.SetMailTemplate(t.Context(), c.by, c.court, c.t)
			wantKind(t, err, c.kind)
		})
	}
	wantKind(t, p.ResetMailTemplate(t.Context(), clerk, courtID), fault.Forbidden)
	wantKind(t, p.ResetMailTemplate(t.Context(), boss, court), fault.NotFound)
	_, err := p.MailTemplate(t.Context(), clerk, court)
	wantKind(t, err, fault.NotFound)
	_, err = p.PreviewMailTemplate(t.Context(), clerk, court, ownTemplate)
	wantKind(t, err, fault.NotFound)
	_, err = p.PreviewMailTemplate(t.Context(), clerk, courtID, bad)
	wantKind(t, err, fault.Unprocessable)
	if got, err := p.MailTemplate(t.Context(), clerk, courtID); err != nil || got != notification.DefaultCourtTemplate(courtID) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestChangesOfATemplateAreRecorded(t *testing.T) {
	p := openPost(t)
	_, courtID := p.ofCourt(t, "Juzgado 1 Civil")
	set, err := p.SetMailTemplate(t.Context(), boss, courtID, ownTemplate)
	want := notification.CourtTemplate{CourtID: courtID, Template: ownTemplate, ChangedAt: start, ChangedBy: boss.Username}
	if err != nil || set != want {
		t.Fatalf("%+v, %v", set, err)
	}
	if got, err := p.MailTemplate(t.Context(), clerk, courtID); err != nil || got != want {
		t.Errorf("%+v, %v", got, err)
	}
	again := ownTemplate
	again.Signature = "Eva"
	if _, err := p.SetMailTemplate(t.Context(), boss, courtID, again); err != nil {
		t.Fatal(err)
	}
	if err := p.ResetMailTemplate(t.Context(), boss, courtID); err != nil {
		t.Fatal(err)
	}
	list, err := p.CourtCorrections(t.Context(), clerk, courtID, all)
	var fields []string
	for _, c := range list.Items {
		fields = append(fields, c.Field)
		if c.By != boss.Username || c.At != start {
			t.Errorf("%+v", c)
		}
	}
	const firma, texto, asunto = "correo_firma ", "correo_texto ", "correo_asunto "
	if got := strings.Join(fields, " ") + " "; err != nil || got != firma+texto+asunto+firma+firma+texto+asunto {
		t.Errorf("%q, %v", got, err)
	}
	if c := list.Items[3]; c.From != "Ana Ñáñez" || c.To != "Eva" {
		t.Errorf("%+v", c)
	}
	_, err = p.CourtCorrections(t.Context(), clerk, court, all)
	wantKind(t, err, fault.NotFound)
}
