package notify_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/notification"
	"github.com/cotejo/cotejo/core/notify"
	"github.com/cotejo/cotejo/ports"
)

// pdf returns the content of a file that is another one for each text.
func pdf(text string) []byte { return []byte("%PDF-1.7\n" + text) }

// attach adds a file to a notification.
func (p *post) attach(t testing.TB, id, name string, content []byte) notification.Attachment {
	t.Helper()
	a, err := p.Attach(context.Background(), clerk, id, name, content)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func wantCode(t testing.TB, rule string, err error, code string) {
	t.Helper()
	if f, ok := fault.As(err); !ok || f.Code != code {
		t.Errorf("%s: %v, want %s", rule, err, code)
	}
}

// names returns those of the attachments of a notification.
func (p *post) names(t testing.TB, id string) (names []string) {
	t.Helper()
	list, err := p.ListAttachments(context.Background(), clerk, id)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range list {
		names = append(names, a.Name)
	}
	return names
}

// TestEmailCarriesAttachments follows the files of a notification through a preview, a delivery that
// is put off, and the next one.
func TestEmailCarriesAttachments(t *testing.T) {
	p := openPost(t)
	n, other := p.addressed(t, "juan@x.co"), p.addressed(t, "eva@x.co")
	first := p.attach(t, n.ID, "Auto ñ.pdf", pdf("a"))
	p.now = p.now.Add(time.Second)
	p.attach(t, n.ID, "auto Ñ.pdf", pdf("b"))
	p.attach(t, other.ID, "Otro.pdf", pdf("a"))
	if again := p.attach(t, n.ID, "copia.pdf", pdf("a")); again != first {
		t.Errorf("the same content became %+v", again)
	}
	want := []string{"Auto ñ.pdf", "auto Ñ (2).pdf"}
	seen, err := p.Preview(t.Context(), clerk, n.ID)
	if err != nil || !slices.Equal(namesOf(seen), want) || seen.Attachments[0].Content != nil {
		t.Errorf("preview: %v %+v", err, seen.Attachments)
	}
	if shown := p.get(t, n.ID); len(shown.Attachments) != 2 || shown.Attachments[0] != first || first.AddedBy != clerk.Username {
		t.Errorf("shown: %+v", shown.Attachments)
	}
	if _, err := p.Send(t.Context(), clerk, n.ID, ""); err != nil {
		t.Fatal(err)
	}
	p.answer = fault.New(fault.Unavailable, "mail_postponed", "Lleno.")
	p.step(t, true)
	p.answer, p.now = nil, p.now.Add(time.Hour)
	p.step(t, true)
	if len(p.sent) != 2 {
		t.Fatalf("%d deliveries", len(p.sent))
	}
	for i, d := range p.sent {
		if !slices.Equal(namesOf(d), want) || string(d.Attachments[0].Content) != string(pdf("a")) || string(d.Attachments[1].Content) != string(pdf("b")) {
			t.Errorf("delivery %d: %+v", i, d.Attachments)
		}
	}
}

func namesOf(d notification.Dispatch) (names []string) {
	for _, a := range d.Attachments {
		names = append(names, a.Name)
	}
	return names
}

func TestAttachmentsAreFixedOnceQueued(t *testing.T) {
	p := openPost(t)
	n := p.addressed(t, "juan@x.co")
	a := p.attach(t, n.ID, "auto.pdf", pdf("a"))
	refused := func(rule, code string) {
		t.Helper()
		_, err := p.Attach(t.Context(), clerk, n.ID, "b.pdf", pdf("b"))
		wantCode(t, rule+", attach", err, code)
		wantCode(t, rule+", detach", p.Detach(t.Context(), clerk, n.ID, a.ID), code)
		if got := p.names(t, n.ID); !slices.Equal(got, []string{"auto.pdf"}) {
			t.Errorf("%s: %q", rule, got)
		}
	}
	if _, err := p.Send(t.Context(), clerk, n.ID, ""); err != nil {
		t.Fatal(err)
	}
	refused("queued", "attachments_fixed")

	if _, err := p.Stop(t.Context(), clerk, n.ID); err != nil {
		t.Fatal(err)
	}
	b := p.attach(t, n.ID, "b.pdf", pdf("b"))
	if err := p.Detach(t.Context(), clerk, n.ID, b.ID); err != nil { // it never left
		t.Error(err)
	}
	if _, err := p.Send(t.Context(), clerk, n.ID, ""); err != nil {
		t.Fatal(err)
	}
	p.step(t, true)
	refused("sent", "attachments_fixed")

	for _, to := range []notification.State{notification.Failed, notification.Pending} {
		if _, err := p.Move(t.Context(), clerk, n.ID, to, ""); err != nil {
			t.Fatal(err)
		}
	}
	p.now = p.now.Add(time.Minute)
	wantCode(t, "an earlier e-mail had it", p.Detach(t.Context(), clerk, n.ID, a.ID), "attachment_went_out")
	c := p.attach(t, n.ID, "c.pdf", pdf("c"))
	if err := p.Detach(t.Context(), clerk, n.ID, c.ID); err != nil {
		t.Errorf("one that no e-mail had: %v", err)
	}
}

func TestAttachmentBelongsToItsNotification(t *testing.T) {
	p := openPost(t)
	n, other := p.addressed(t, "juan@x.co"), p.addressed(t, "eva@x.co")
	a := p.attach(t, n.ID, "auto.pdf", pdf("a"))
	f, err := p.Attachment(t.Context(), clerk, n.ID, a.ID)
	if err != nil || f.Attachment != a || string(f.Content) != string(pdf("a")) {
		t.Errorf("%+v, %v", f, err)
	}
	_, err = p.Attachment(t.Context(), clerk, other.ID, a.ID)
	wantCode(t, "read through another", err, "attachment_not_found")
	wantCode(t, "detached through another", p.Detach(t.Context(), clerk, other.ID, a.ID), "attachment_not_found")
	_, err = p.Attach(t.Context(), clerk, "x", "auto.pdf", pdf("a"))
	wantCode(t, "attached to none", err, "notification_not_found")
	_, err = p.ListAttachments(t.Context(), clerk, "x")
	wantCode(t, "those of none", err, "notification_not_found")
	if err := p.Detach(t.Context(), clerk, n.ID, a.ID); err != nil {
		t.Fatal(err)
	}
	_, err = p.Attachment(t.Context(), clerk, n.ID, a.ID)
	wantCode(t, "after it is detached", err, "attachment_not_found")
	if got := p.names(t, n.ID); len(got) != 0 {
		t.Errorf("left: %q", got)
	}
}

func TestWhatIsNotAttached(t *testing.T) {
	p := openPost(t)
	n := p.addressed(t, "juan@x.co")
	_, err := p.Attach(t.Context(), clerk, n.ID, "a.exe", []byte("MZ"))
	wantCode(t, "another kind of file", err, "not_a_pdf")
	inPerson := p.notification(t, notification.InPerson)
	_, err = p.Attach(t.Context(), clerk, inPerson.ID, "a.pdf", pdf("a"))
	wantCode(t, "another channel", err, "attachments_fixed")
	large := strings.Repeat("x", notification.MaxAttachment-100)
	p.attach(t, n.ID, "a.pdf", pdf(large))
	p.attach(t, n.ID, "b.pdf", pdf(large+"b"))
	_, err = p.Attach(t.Context(), clerk, n.ID, "c.pdf", pdf(large[:1000]))
	wantCode(t, "too much together", err, "attachments_too_large")

	silent := &post{registry: openWith(notify.Options{})}
	n = silent.notification(t, notification.Email)
	_, err = silent.Attach(t.Context(), clerk, n.ID, "a.pdf", pdf("a"))
	wantCode(t, "where nothing is sent", err, "sending_disabled")
}

// unreadable is a store whose contents cannot be read.
type unreadable struct{ ports.Attachments }

func (unreadable) Content(context.Context, string) ([]byte, error) { return nil, errors.New("disk") }

func TestEmailWaitsForItsAttachments(t *testing.T) {
	p := openPost(t)
	n := p.addressed(t, "juan@x.co")
	p.attach(t, n.ID, "auto.pdf", pdf("a"))
	if _, err := p.Send(t.Context(), clerk, n.ID, ""); err != nil {
		t.Fatal(err)
	}
	stored := p.sender.Attachments
	p.sender.Attachments = unreadable{stored}
	p.step(t, true)
	if n := p.get(t, n.ID); len(p.sent) != 0 || n.Dispatch.State != notification.Queued || n.Dispatch.Reason != "No se pudieron leer los archivos adjuntos." {
		t.Errorf("sent %d, %+v", len(p.sent), n.Dispatch)
	}
	p.sender.Attachments, p.now = stored, p.now.Add(time.Hour)
	p.step(t, true)
	if len(p.sent) != 1 || string(p.sent[0].Attachments[0].Content) != string(pdf("a")) {
		t.Errorf("sent %+v", p.sent)
	}
}
