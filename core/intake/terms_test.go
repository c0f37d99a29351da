package intake_test

import (
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/intake"
	"github.com/cotejo/cotejo/core/terms"
)

// withTerms returns a house with the statutory terms on 2 March 2026, a Monday.
func withTerms(t *testing.T) *house {
	h := newHouse(t, &intake.Options{Terms: terms.NewTable(terms.Calendar{})})
	h.clock.now = time.Date(2026, 3, 2, 15, 0, 0, 0, time.UTC)
	h.worker = h.bounded(intake.WorkerOptions{TempDir: t.TempDir(), Terms: terms.NewTable(terms.Calendar{})})
	return h
}

// typeIn stores a tutela that a person typed in.
func (h *house) typeIn(t *testing.T, acta string) document.Document {
	t.Helper()
	d, err := h.service.Enter(t.Context(), clerk, document.Entry{Fields: map[document.Field]string{
		document.FieldActa: acta, document.FieldPlaintiff: "Ana", document.FieldDefendant: "EPS"}})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestTermBeginsOnDayOfReceipt(t *testing.T) {
	h := withTerms(t)
	if d := h.typeIn(t, "1"); d.Due.String() != "2026-03-16" {
		t.Errorf("typed in: due on %s", d.Due)
	}
	task := h.submit(t, pdf)
	if err := h.worker.Work(t.Context(), task.ID); err != nil {
		t.Fatal(err)
	}
	d, err := h.service.Document(t.Context(), clerk, task.DocumentID)
	if err != nil || d.Due.String() != "2026-03-16" {
		t.Errorf("read: due on %s, %v", d.Due, err)
	}
	if term := h.service.Term(&d); term.Left != 10 || term.Rule.Purpose != "Fallo" {
		t.Errorf("got %+v", term)
	}
}

// Neither a queue that is worked on a day later nor a mailbox that is read late moves a term.
func TestTermBeginsOnDayOfArrival(t *testing.T) {
	h := withTerms(t)
	tomorrow := h.clock.now.AddDate(0, 0, 1)
	friday := h.clock.now.AddDate(0, 0, -3)
	h.unpacks("", document.Part{Name: "a.pdf", Content: []byte(pdf)})
	for _, c := range []struct {
		rule    string
		arrived time.Time // of a message of a mailbox; zero for an upload
		due     string
	}{
		{"an upload is read a day later", time.Time{}, "2026-03-16"},
		{"a mailbox is read after a weekend", friday, "2026-03-13"},
		{"a mail server whose clock is ahead", tomorrow.AddDate(0, 0, 1), "2026-03-16"},
	} {
		h.clock.now = tomorrow.AddDate(0, 0, -1)
		task := document.Task{}
		if c.arrived.IsZero() {
			task = h.submit(t, pdf)
		} else {
			u := mailed("")
			u.FromMailbox, u.ArrivedAt = true, c.arrived
			h.unpacks(c.rule, document.Part{Name: c.rule + ".pdf", Content: []byte(pdf + c.rule)})
			d, err := h.service.Deliver(t.Context(), account.System, u)
			if err != nil || d.Known {
				t.Fatalf("%s: %+v, %v", c.rule, d, err)
			}
			task = h.task(t, d.Parts[0].TaskID)
		}
		h.clock.now = tomorrow
		h.work(t, task)
		if d := h.document(t, task.DocumentID); d.Type != document.Tutela || d.Due.String() != c.due {
			t.Errorf("%s: %s due on %s", c.rule, d.Type, d.Due)
		}
	}
}

func TestCorrectionOfTypeChangesTermUnlessSetByHand(t *testing.T) {
	h := withTerms(t)
	d := h.typeIn(t, "1")
	for _, c := range []struct {
		rule   string
		fields map[document.Field]string
		due    string
	}{
		{"approval leaves the term", nil, "2026-03-16"},
		{"another type has its own", map[document.Field]string{document.FieldType: "sentencia"}, "2026-03-05"},
		{"a type without a rule has none", map[document.Field]string{document.FieldType: "otro"}, ""},
		{"a person sets the day", map[document.Field]string{document.FieldDue: "2026-03-03"}, "2026-03-03"},
		{"and it stays when the type changes", map[document.Field]string{document.FieldType: "tutela"}, "2026-03-03"},
		{"a person ends the term", map[document.Field]string{document.FieldDue: ""}, ""},
	} {
		d, err := h.service.Validate(t.Context(), clerk, d.ID, document.Correction{Fields: c.fields})
		if err != nil || d.Field(document.FieldDue) != c.due {
			t.Errorf("%s: due on %q, want %q (%v)", c.rule, d.Field(document.FieldDue), c.due, err)
		}
	}
}

func TestUrgencyIsRelativeToToday(t *testing.T) {
	h := withTerms(t)
	first := h.typeIn(t, "1")
	h.clock.now = h.clock.now.AddDate(0, 0, 3)
	second := h.typeIn(t, "2") // due on Thursday the 19th
	for _, c := range []struct {
		rule    string
		today   string
		urgency document.Urgency
		want    []string
	}{
		{"all that have a term", "2026-03-06", document.HasTerm, []string{first.ID, second.ID}},
		{"none is due the week before", "2026-03-13", document.DueThisWeek, nil},
		{"both in the week", "2026-03-16", document.DueThisWeek, []string{first.ID, second.ID}},
		{"one on the day", "2026-03-16", document.DueToday, []string{first.ID}},
		{"none is overdue on the day", "2026-03-16", document.Overdue, nil},
		{"one the day after", "2026-03-17", document.Overdue, []string{first.ID}},
	} {
		today, err := document.ParseDay(c.today)
		if err != nil {
			t.Fatal(err)
		}
		h.clock.now = today.Begin().Add(9 * time.Hour)
		list, err := h.service.List(t.Context(), clerk, document.Filter{Urgency: c.urgency, ByDue: true}, document.PageRequest{Number: 1, Size: 10})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, item := range list.Items {
			got = append(got, item.ID)
		}
		if len(got) != len(c.want) || len(got) > 0 && got[0] != c.want[0] {
			t.Errorf("%s: got %v, want %v", c.rule, got, c.want)
		}
		a, err := h.service.Activity(t.Context(), clerk, 0, 0)
		if err != nil || c.urgency != document.HasTerm && a.Due[c.urgency] != len(c.want) {
			t.Errorf("%s: the dashboard counts %v (%v)", c.rule, a.Due, err)
		}
	}
}
