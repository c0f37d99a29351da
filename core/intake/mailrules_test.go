package intake_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// rules stores rules of the mailbox.
func (h *house) rules(t *testing.T, rules ...document.MailRule) {
	t.Helper()
	for i := range rules {
		rules[i].Enabled = true
	}
	if _, err := h.service.SetMailRules(t.Context(), chief, rules, nil); err != nil {
		t.Fatal(err)
	}
}

// arrives delivers the message of a mailbox.
func (h *house) arrives(t *testing.T) document.Delivered {
	t.Helper()
	u := mailed("")
	u.FromMailbox = true
	d, err := h.service.Deliver(t.Context(), account.System, u)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

var (
	ignoresAna = document.MailRule{Name: "Ana", Sender: []string{"ANA@"}, Action: document.MailIgnore, Reason: "No es un escrito."}
	paper      = document.Part{Name: "a.pdf", Content: []byte(pdf)}
)

func (h *house) ignored(t *testing.T) int {
	t.Helper()
	list, err := h.service.ListDeliveries(t.Context(), clerk, document.DeliveryFilter{Ignored: true}, document.PageRequest{Number: 1, Size: 20})
	if err != nil {
		t.Fatal(err)
	}
	return list.Total
}

func TestIgnoredMessageMakesNoDocument(t *testing.T) {
	h := newHouse(t, nil)
	h.unpacks(longBody, paper)
	h.rules(t, ignoresAna)
	d := h.arrives(t)
	if !d.IsIgnored() || d.Known || d.IgnoredBy != "Ana" || d.IgnoredReason != "No es un escrito." || !slices.Equal(d.Rules, []string{"Ana"}) {
		t.Errorf("%+v", d)
	}
	if got := outcomes(d.Delivery); !slices.Equal(got, []string{"left_out a.pdf", "left_out"}) || len(h.queue.queued) != 0 || h.originals(t) != 1 {
		t.Errorf("%q, queued %d, originals %d", got, len(h.queue.queued), h.originals(t))
	}
	if again := h.arrives(t); !again.Known || !again.IsIgnored() || again.ID != d.ID || h.originals(t) != 1 {
		t.Errorf("again: %+v", again)
	}
	if n := h.ignored(t); n != 1 {
		t.Errorf("%d are ignored", n)
	}
}

// TestIgnoredMessageIsTakenIn in each of the ways in which that is done.
func TestIgnoredMessageIsTakenIn(t *testing.T) {
	for way, take := range map[string]func(t *testing.T, h *house, id string) (document.Delivery, string){
		"by a person": func(t *testing.T, h *house, id string) (document.Delivery, string) {
			d, err := h.service.TakeDelivery(t.Context(), clerk, id)
			if err != nil {
				t.Fatal(err)
			}
			return d, clerk.Username
		},
		"by an upload": func(t *testing.T, h *house, _ string) (document.Delivery, string) {
			return h.deliver(t, "").Delivery, clerk.Username
		},
		"by other rules": func(t *testing.T, h *house, _ string) (document.Delivery, string) {
			h.rules(t, document.MailRule{Name: "Ana", Sender: []string{"ana@"}, Action: document.MailTake}, ignoresAna2())
			return h.arrives(t).Delivery, account.System.Username
		},
	} {
		t.Run(way, func(t *testing.T) {
			h := newHouse(t, nil)
			h.unpacks("", paper)
			h.rules(t, ignoresAna)
			before := h.arrives(t)
			d, by := take(t, h, before.ID)
			stored, err := h.service.Delivery(t.Context(), clerk, before.ID)
			if err != nil || d.ID != before.ID || stored.IsIgnored() || stored.IgnoredBy != "Ana" || stored.TakenBy != by || stored.TakenAt.IsZero() {
				t.Errorf("%+v, %v", stored, err)
			}
			if got := outcomes(stored); !slices.Equal(got, []string{"accepted a.pdf 1"}) || len(h.queue.queued) != 1 || h.originals(t) != 2 {
				t.Errorf("%q, queued %d, originals %d", got, len(h.queue.queued), h.originals(t))
			}
			if stored.OriginalKey != before.OriginalKey || stored.Subject != before.Subject {
				t.Errorf("%+v", stored)
			}
			list, err := h.service.ListDeliveries(t.Context(), clerk, document.DeliveryFilter{DocumentID: stored.Parts[0].DocumentID}, document.PageRequest{Number: 1, Size: 20})
			if err != nil || list.Total != 1 || h.ignored(t) != 0 {
				t.Errorf("%+v, %v", list, err)
			}
			if _, err := h.service.TakeDelivery(t.Context(), clerk, before.ID); fault.KindOf(err) != fault.Conflict {
				t.Errorf("taken in twice: %v", err)
			}
			h.rules(t, ignoresAna)
			if again := h.arrives(t); again.IsIgnored() || !again.Known {
				t.Errorf("ignored after it was taken in: %+v", again)
			}
		})
	}
}

// ignoresAna2 ignores the same under another name.
func ignoresAna2() document.MailRule {
	r := ignoresAna
	r.Name = "Otra"
	return r
}

func TestFailedTakingInLeavesMessageIgnored(t *testing.T) {
	h := newHouse(t, nil)
	h.unpacks("", paper)
	h.rules(t, ignoresAna)
	d := h.arrives(t)
	h.queue.err = errors.New("no queue")
	if _, err := h.service.TakeDelivery(t.Context(), clerk, d.ID); err == nil || h.ignored(t) != 1 {
		t.Errorf("%v, %d are ignored", err, h.ignored(t))
	}
	h.queue.err = nil
	if _, err := h.service.TakeDelivery(t.Context(), clerk, d.ID); err != nil || h.ignored(t) != 0 {
		t.Errorf("%v, %d are ignored", err, h.ignored(t))
	}
	if _, err := h.service.TakeDelivery(t.Context(), clerk, "none"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("%v", err)
	}
}

func TestRulesGiveTypeAndTags(t *testing.T) {
	h := newHouse(t, nil)
	h.unpacks("", paper)
	h.rules(t, document.MailRule{Name: "tipo", Subject: []string{"tutela"}, Action: document.MailType, Type: document.Desacato},
		document.MailRule{Name: "etiqueta", Attachment: []string{"A.PDF"}, Action: document.MailTag, Tag: "salud"})
	d := h.arrives(t)
	if !slices.Equal(d.Rules, []string{"tipo", "etiqueta"}) || d.IsIgnored() || len(h.queue.queued) != 1 {
		t.Fatalf("%+v", d)
	}
	task := h.task(t, d.Parts[0].TaskID)
	if err := h.worker.Work(t.Context(), task.ID); err != nil {
		t.Fatal(err)
	}
	if got := h.document(t, task.DocumentID); got.Type != document.Desacato || !slices.Equal(got.Tags, []string{"salud"}) {
		t.Errorf("%s, %q", got.Type, got.Tags)
	}
}

func TestRulesAreOfMailboxesAlone(t *testing.T) {
	h := newHouse(t, nil)
	h.unpacks("", paper)
	h.rules(t, ignoresAna)
	if d := h.deliver(t, ""); d.IsIgnored() || len(d.Rules) > 0 || len(h.queue.queued) != 1 {
		t.Errorf("%+v", d)
	}
}

func TestMailRulesAreVersioned(t *testing.T) {
	h := newHouse(t, nil)
	set := func(by account.Actor, versions []int, rules ...document.MailRule) (document.MailRuling, error) {
		return h.service.SetMailRules(t.Context(), by, rules, versions)
	}
	if _, err := set(clerk, nil, ignoresAna); fault.KindOf(err) != fault.Forbidden {
		t.Errorf("a clerk: %v", err)
	}
	if _, err := set(chief, nil, document.MailRule{}); fault.KindOf(err) != fault.Unprocessable {
		t.Errorf("no rule: %v", err)
	}
	first, err := set(chief, []int{0}, ignoresAna)
	if err != nil || first.Number != 1 || first.By != chief.Username || first.At.IsZero() {
		t.Fatalf("%+v, %v", first, err)
	}
	if _, err := set(chief, []int{0}); fault.KindOf(err) != fault.Stale {
		t.Errorf("of an older version: %v", err)
	}
	if _, err := set(chief, []int{}); fault.KindOf(err) != fault.Stale {
		t.Errorf("of no version: %v", err)
	}
	if same, err := set(chief, []int{1}, ignoresAna); err != nil || same.Number != 1 {
		t.Errorf("no change: %+v, %v", same, err)
	}
	if _, err := set(chief, []int{1}); err != nil {
		t.Fatal(err)
	}
	if _, err := h.service.UndoMailRules(t.Context(), clerk); fault.KindOf(err) != fault.Forbidden {
		t.Errorf("a clerk: %v", err)
	}
	back, err := h.service.UndoMailRules(t.Context(), chief)
	if err != nil || back.Number != 3 || !back.Config.Equal(first.Config) {
		t.Errorf("%+v, %v", back, err)
	}
	now, err := h.service.MailRules(t.Context(), clerk)
	if err != nil || now.Number != 3 {
		t.Errorf("%+v, %v", now, err)
	}
	list, err := h.service.MailRulesHistory(t.Context(), chief, document.PageRequest{Number: 1, Size: 2})
	if err != nil || list.Total != 3 || list.Items[1].Number != 2 {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestMailRulesAreTried(t *testing.T) {
	h := newHouse(t, nil)
	h.unpacks("", paper)
	d := h.arrives(t)
	if _, err := h.service.TryMailRules(t.Context(), clerk, document.MailRules{ignoresAna}); fault.KindOf(err) != fault.Forbidden {
		t.Errorf("a clerk: %v", err)
	}
	r := ignoresAna
	r.Enabled, r.Attachment = true, []string{"a.pdf"}
	trials, err := h.service.TryMailRules(t.Context(), chief, document.MailRules{r})
	if err != nil || len(trials) != 1 || trials[0].Delivery.ID != d.ID || !trials[0].Verdict.Ignored || trials[0].Verdict.Reason != r.Reason {
		t.Errorf("%+v, %v", trials, err)
	}
	if now, err := h.service.MailRules(t.Context(), chief); err != nil || now.Number != 0 {
		t.Errorf("stored: %+v, %v", now, err)
	}
	if _, err := h.service.TryMailRules(t.Context(), chief, document.MailRules{{}}); fault.KindOf(err) != fault.Unprocessable {
		t.Errorf("no rule: %v", err)
	}
}
