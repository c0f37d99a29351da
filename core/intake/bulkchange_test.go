package intake_test

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/ports"
	"github.com/cotejo/cotejo/testkit/mock"
)

// bulk changes documents and returns what became of each, as "changed", "unchanged" or the code of the refusal.
func (h *house) bulk(t *testing.T, c document.BulkChange, ids ...string) (outcomes []string) {
	t.Helper()
	for _, id := range ids {
		c.Documents = append(c.Documents, document.BulkDocument{ID: id})
	}
	results, err := h.service.ChangeMany(t.Context(), clerk, c)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range results {
		if r.ID != c.Documents[i].ID {
			t.Errorf("result %d is about %s", i, r.ID)
		}
		switch {
		case r.Changed:
			outcomes = append(outcomes, "changed")
		case r.Refusal != nil:
			outcomes = append(outcomes, r.Refusal.Code)
		default:
			outcomes = append(outcomes, "unchanged")
		}
		if r.Refusal == nil {
			if d := h.document(t, r.ID); r.Revision != d.Revision() {
				t.Errorf("result %d has the revision %q, the document %q", i, r.Revision, d.Revision())
			}
		}
	}
	return outcomes
}

// lines returns the history of a document, oldest first.
func (h *house) lines(t *testing.T, id string) (lines []string) {
	t.Helper()
	for _, c := range h.history(t, id) {
		lines = append([]string{fmt.Sprintf("%s %s: %q → %q", c.By, c.Field, c.From, c.To)}, lines...)
	}
	return lines
}

// put stores a change of a document that the service does not offer.
func (h *house) put(t *testing.T, id string, change func(*document.Document)) {
	t.Helper()
	if err := h.Documents().Update(t.Context(), id, func(d *document.Document) error { change(d); return nil }); err != nil {
		t.Fatal(err)
	}
}

func TestSeveralAreApprovedAndTheOthersSayWhyNot(t *testing.T) {
	h := newHouse(t, nil)
	good, doubtful, repeating, poor := h.enter(t, nil), h.enter(t, nil), h.enter(t, nil), h.enter(t, nil)
	h.put(t, doubtful.ID, func(d *document.Document) {
		d.Doubts = []document.Doubt{{Field: document.FieldCedula}, {Field: document.FieldEmail}}
	})
	h.put(t, repeating.ID, func(d *document.Document) { d.DuplicateState = document.OpenDuplicate })
	h.put(t, poor.ID, func(d *document.Document) { d.NeedsReview = true })
	approve := document.BulkChange{Action: document.BulkApprove}
	got := h.bulk(t, approve, good.ID, doubtful.ID, "none", repeating.ID, poor.ID)
	if want := []string{"changed", "doubtful_fields", "document_not_found", "undecided_duplicate", "needs_review"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v", got)
	}
	if again := h.bulk(t, approve, good.ID); again[0] != "already_approved" {
		t.Errorf("again: %v", again)
	}
	if d := h.document(t, good.ID); d.Status != document.Validated || d.ValidatedBy != "ana" {
		t.Errorf("approved: %+v", d)
	}
	if lines := h.lines(t, good.ID); !reflect.DeepEqual(lines, []string{`ana status: "manual_entry" → "validated"`}) {
		t.Errorf("history %v", lines)
	}
	for _, id := range []string{doubtful.ID, repeating.ID, poor.ID} {
		if d := h.document(t, id); d.Status != document.ManualEntry || len(h.history(t, id)) != 0 {
			t.Errorf("it was not to be approved: %+v", d)
		}
	}
	results, err := h.service.ChangeMany(t.Context(), clerk, document.BulkChange{Action: document.BulkApprove, Documents: []document.BulkDocument{{ID: doubtful.ID}}})
	if want := []document.Field{document.FieldCedula, document.FieldEmail}; err != nil || !reflect.DeepEqual(results[0].Fields, want) {
		t.Errorf("doubtful fields %+v, %v", results, err)
	}
}

// What was corrected stays.
func TestApprovalIsTakenBack(t *testing.T) {
	h := newHouse(t, nil)
	a, b := h.enter(t, nil), h.enter(t, nil)
	reopen := document.BulkChange{Action: document.BulkReopen}
	if _, err := h.service.Validate(t.Context(), clerk, a.ID, document.Correction{Fields: map[document.Field]string{document.FieldRemarks: "urgente"}}); err != nil {
		t.Fatal(err)
	}
	stale := document.BulkChange{Action: document.BulkReopen, Documents: []document.BulkDocument{{ID: a.ID, Revisions: []string{a.Revision()}}}}
	if results, err := h.service.ChangeMany(t.Context(), clerk, stale); err != nil || results[0].Refusal == nil || results[0].Refusal.Code != "document_changed" {
		t.Errorf("as it was before the approval: %+v, %v", results, err)
	}
	if got := h.bulk(t, reopen, a.ID, b.ID, "none"); !reflect.DeepEqual(got, []string{"changed", "unchanged", "document_not_found"}) {
		t.Errorf("got %v", got)
	}
	if d := h.document(t, a.ID); d.Status != document.ManualEntry || d.Remarks != "urgente" || !d.ValidatedAt.IsZero() || d.ValidatedBy != "" {
		t.Errorf("got %+v", d)
	}
	want := []string{`ana observaciones: "" → "urgente"`, `ana status: "manual_entry" → "validated"`, `ana status: "validated" → "manual_entry"`}
	if lines := h.lines(t, a.ID); !reflect.DeepEqual(lines, want) {
		t.Errorf("history %q", lines)
	}
	if got := h.bulk(t, document.BulkChange{Action: document.BulkApprove}, a.ID); got[0] != "changed" {
		t.Errorf("approved again: %v", got)
	}
}

// A doubt about a party counts again where documents are compared.
func TestTakenBackApprovalBringsDoubtsBack(t *testing.T) {
	h := newHouse(t, nil)
	task := h.processed(t)
	h.put(t, task.DocumentID, func(d *document.Document) {
		d.Doubts = []document.Doubt{{Field: document.FieldPlaintiff, Value: d.Plaintiff, Chance: .5}}
		d.NeedsReview = true
	})
	if _, err := h.service.Validate(t.Context(), clerk, task.DocumentID, document.Correction{}); err != nil {
		t.Fatal(err)
	}
	if d := h.document(t, task.DocumentID); d.NeedsReview || len(d.OpenDoubts()) != 0 {
		t.Fatalf("approved with a doubt: %+v", d)
	}
	compared := func() dedup.Fingerprint {
		fp, err := h.Index().Get(t.Context(), task.DocumentID)
		if err != nil {
			t.Fatal(err)
		}
		return fp
	}
	approved := compared()
	if got := h.bulk(t, document.BulkChange{Action: document.BulkReopen}, task.DocumentID); got[0] != "changed" {
		t.Fatal(got)
	}
	if d := h.document(t, task.DocumentID); d.Status != document.Processed || !d.NeedsReview || len(d.OpenDoubts()) != 1 {
		t.Errorf("got %+v", d)
	}
	if reflect.DeepEqual(compared(), approved) {
		t.Error("it is compared as if somebody had checked it")
	}
}

func TestSeveralGetAType(t *testing.T) {
	h := newHouse(t, nil)
	a, b, c := h.enter(t, nil), h.enter(t, map[document.Field]string{document.FieldActa: "8"}), h.enter(t, nil)
	h.put(t, c.ID, func(d *document.Document) {
		d.Type, d.Suggested = document.Demanda, document.Suggestion{Type: document.Tutela, Confidence: .9}
	})
	change := document.BulkChange{Action: document.BulkType, TypeName: " Demanda "}
	if got := h.bulk(t, change, a.ID, b.ID, a.ID); !reflect.DeepEqual(got, []string{"changed", "changed"}) {
		t.Errorf("got %v", got)
	}
	if got := h.bulk(t, change, a.ID, c.ID, c.ID); !reflect.DeepEqual(got, []string{"unchanged", "changed"}) {
		t.Errorf("again: %v", got)
	}
	if d := h.document(t, a.ID); d.Type != document.Demanda || d.Status != document.ManualEntry || !d.ValidatedAt.IsZero() {
		t.Errorf("got %+v", d)
	}
	if lines := h.lines(t, a.ID); !reflect.DeepEqual(lines, []string{`ana document_type: "tutela" → "demanda"`}) {
		t.Errorf("history %v", lines)
	}
	if lines := h.lines(t, c.ID); !reflect.DeepEqual(lines, []string{`ana document_type: "demanda" → "demanda"`}) {
		t.Errorf("history of a confirmation %v", lines)
	}
}

func TestSeveralGetAndLoseATag(t *testing.T) {
	h := newHouse(t, nil)
	a, b := h.enter(t, nil), h.enter(t, map[document.Field]string{document.FieldTags: "salud"})
	if got := h.bulk(t, document.BulkChange{Action: document.BulkTag, Tag: " salud "}, a.ID, b.ID); !reflect.DeepEqual(got, []string{"changed", "unchanged"}) {
		t.Errorf("adding: %v", got)
	}
	if got := h.bulk(t, document.BulkChange{Action: document.BulkUntag, Tag: "salud"}, a.ID, b.ID); !reflect.DeepEqual(got, []string{"changed", "changed"}) {
		t.Errorf("removing: %v", got)
	}
	if d := h.document(t, a.ID); len(d.Tags) != 0 || d.Status != document.ManualEntry {
		t.Errorf("got %+v", d)
	}
	if lines := h.lines(t, a.ID); !reflect.DeepEqual(lines, []string{`ana etiquetas: "" → "salud"`, `ana etiquetas: "salud" → ""`}) {
		t.Errorf("history %v", lines)
	}
}

func TestSeveralAreAssigned(t *testing.T) {
	h := newHouse(t, nil)
	h.service.Deps.Users = &mock.UsersMock{FindFunc: func(_ context.Context, username string) (account.User, error) {
		switch username {
		case "eva":
			return account.User{Username: "eva"}, nil
		case "luz":
			return account.User{Username: "luz", Disabled: true}, nil
		}
		return account.User{}, fault.New(fault.NotFound, "user_not_found", "No existe.")
	}}
	a, b := h.enter(t, nil), h.enter(t, nil)
	assign := func(to string) document.BulkChange {
		return document.BulkChange{Action: document.BulkAssign, Assignee: to}
	}
	if got := h.bulk(t, assign("eva"), a.ID, b.ID); !reflect.DeepEqual(got, []string{"changed", "changed"}) {
		t.Errorf("to another: %v", got)
	}
	if got := h.bulk(t, assign("eva"), a.ID); got[0] != "unchanged" {
		t.Errorf("again: %v", got)
	}
	if got := h.bulk(t, assign("ana"), b.ID); got[0] != "changed" {
		t.Errorf("to oneself: %v", got)
	}
	if d := h.document(t, a.ID); d.Assignee != "eva" || d.Revision() != a.Revision() || d.Status != document.ManualEntry {
		t.Errorf("got %+v", d)
	}
	list, err := h.service.List(t.Context(), clerk, document.Filter{Assignee: "eva"}, document.PageRequest{Number: 1, Size: 10})
	if err != nil || list.Total != 1 || list.Items[0].Assignee != "eva" {
		t.Errorf("assigned to eva: %+v, %v", list, err)
	}
	if got := h.bulk(t, assign(""), a.ID); got[0] != "changed" || h.document(t, a.ID).Assignee != "" {
		t.Errorf("to nobody: %v", got)
	}
	if lines := h.lines(t, a.ID); !reflect.DeepEqual(lines, []string{`ana assignee: "" → "eva"`, `ana assignee: "eva" → ""`}) {
		t.Errorf("history %v", lines)
	}
	for _, to := range []string{"nadie", "luz"} {
		change := assign(to)
		change.Documents = []document.BulkDocument{{ID: a.ID}}
		if _, err := h.service.ChangeMany(t.Context(), clerk, change); fault.KindOf(err) != fault.Unprocessable {
			t.Errorf("to %s: %v", to, err)
		}
	}
}

// An assignment while somebody corrects the document is not lost.
func TestCorrectionKeepsAssignmentMadeMeanwhile(t *testing.T) {
	h := newHouse(t, nil)
	d := h.enter(t, nil)
	h.service.Deps.Documents = meanwhile{h.Documents(), func() { h.put(t, d.ID, func(d *document.Document) { d.Assignee = "eva" }) }}
	if _, err := h.service.Validate(t.Context(), clerk, d.ID, document.Correction{}); err != nil {
		t.Fatal(err)
	}
	if after, err := h.Documents().Get(t.Context(), d.ID); err != nil || after.Assignee != "eva" || after.Status != document.Validated {
		t.Errorf("got %+v", after)
	}
}

// meanwhile does something after a document was read and before it is changed.
type meanwhile struct {
	ports.Documents
	do func()
}

func (m meanwhile) Get(ctx context.Context, id string) (document.Document, error) {
	d, err := m.Documents.Get(ctx, id)
	m.do()
	return d, err
}

func TestBulkChangesRefuseWithNothingChanged(t *testing.T) {
	h := newHouse(t, nil)
	d := h.enter(t, nil)
	one := []document.BulkDocument{{ID: d.ID}}
	for _, c := range []struct {
		rule string
		c    document.BulkChange
		code string
	}{
		{"another action", document.BulkChange{Action: "delete", Documents: one}, "unknown_action"},
		{"no documents", document.BulkChange{Action: document.BulkApprove}, "too_many_documents"},
		{"too many", document.BulkChange{Action: document.BulkApprove, Documents: make([]document.BulkDocument, document.MaxBulk+1)}, "too_many_documents"},
		{"a type that nobody knows", document.BulkChange{Action: document.BulkType, TypeName: "tutelas", Documents: one}, "unknown_document_type"},
		{"no type", document.BulkChange{Action: document.BulkType, Documents: one}, "invalid_document_type"},
		{"two tags", document.BulkChange{Action: document.BulkTag, Tag: "a, b", Documents: one}, "invalid_tag"},
		{"no tag", document.BulkChange{Action: document.BulkUntag, Tag: " ", Documents: one}, "invalid_tag"},
	} {
		_, err := h.service.ChangeMany(t.Context(), clerk, c.c)
		if f, ok := fault.As(err); !ok || f.Kind != fault.Unprocessable || f.Code != c.code || len(f.Details) == 0 && c.code != "unknown_action" {
			t.Errorf("%s: %v", c.rule, err)
		}
	}
	stale := document.BulkChange{Action: document.BulkTag, Tag: "salud", Documents: []document.BulkDocument{{ID: d.ID, Revisions: []string{"x"}}}}
	results, err := h.service.ChangeMany(t.Context(), clerk, stale)
	if err != nil || results[0].Refusal == nil || results[0].Refusal.Code != "document_changed" || results[0].Revision != d.Revision() {
		t.Errorf("another revision: %+v, %v", results, err)
	}
	if after := h.document(t, d.ID); after.Revision() != d.Revision() || len(h.history(t, d.ID)) != 0 {
		t.Errorf("changed: %+v", after)
	}
}

// failingHistory cannot be written for one document.
type failingHistory struct {
	fullHistory
	of string
}

func (f failingHistory) Append(ctx context.Context, changes []document.Change) error {
	if changes[0].DocumentID == f.of {
		return f.fullHistory.Append(ctx, changes)
	}
	return nil
}

func TestOneFailureDoesNotStopTheOthers(t *testing.T) {
	h := newHouse(t, nil)
	a, b, c := h.enter(t, nil), h.enter(t, nil), h.enter(t, nil)
	h.service.Deps.Changes = failingHistory{of: b.ID}
	got := h.bulk(t, document.BulkChange{Action: document.BulkTag, Tag: "salud"}, a.ID, b.ID, c.ID)
	if strings.Join(got, " ") != "changed internal changed" {
		t.Errorf("got %v", got)
	}
	for id, want := range map[string]int{a.ID: 1, b.ID: 0, c.ID: 1} {
		if d := h.document(t, id); len(d.Tags) != want {
			t.Errorf("%s has the tags %v", id, d.Tags)
		}
	}
}
