package intake_test

import (
	"context"
	"fmt"
	"io"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

// entry is a document typed in, with more fields where given.
func entry(more map[document.Field]string) document.Entry {
	fields := map[document.Field]string{document.FieldActa: "2026-7", document.FieldPlaintiff: "Ana López Ruiz", document.FieldDefendant: "Nueva EPS"}
	for f, v := range more {
		fields[f] = v
	}
	return document.Entry{Fields: fields}
}

// enter stores a document typed in and fails the test when it is refused.
func (h *house) enter(t *testing.T, more map[document.Field]string) document.Document {
	t.Helper()
	d, err := h.service.Enter(t.Context(), clerk, entry(more))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func (h *house) document(t *testing.T, id string) document.Document {
	t.Helper()
	d, err := h.service.Document(t.Context(), clerk, id)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func (h *house) history(t *testing.T, id string) []document.Change {
	t.Helper()
	l, err := h.service.History(t.Context(), clerk, id, document.PageRequest{Number: 1, Size: 100})
	if err != nil {
		t.Fatal(err)
	}
	return l.Items
}

func TestEnterStoresWhatWasTypedSanitised(t *testing.T) {
	h := newHouse(t, nil)
	d := h.enter(t, map[document.Field]string{
		document.FieldPlaintiff: "  <b>O'Neil</b> & Cía\x00 ", document.FieldRemarks: "línea 1\nA < B <script>alert(1)</script>",
		document.FieldTags: "salud, menor,, salud", document.FieldEmail: "ana@x.co",
	})
	got := h.document(t, d.ID)
	want := document.Document{ID: d.ID, FileName: "Acta 2026-7", Type: document.Tutela, Status: document.ManualEntry, ActaNumber: "2026-7",
		Plaintiff: "O'Neil & Cía", Defendant: "Nueva EPS", Remarks: "línea 1\nA < B", Tags: []string{"salud", "menor"}, Email: "ana@x.co", TypedIn: true,
		CreatedAt: got.CreatedAt, ArrivedAt: got.CreatedAt}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

func TestEnterRefuses(t *testing.T) {
	h := newHouse(t, nil)
	for _, c := range []struct {
		rule      string
		entry     document.Entry
		code      string
		locations []string
	}{
		{"nothing", document.Entry{}, "validation_failed", []string{"body.numero_acta", "body.demandante", "body.demandado"}},
		{"what is blank once it is clean", entry(map[document.Field]string{document.FieldPlaintiff: " <b>\x00</b>\u202e "}), "validation_failed", []string{"body.demandante"}},
		{"what is too long", entry(map[document.Field]string{document.FieldActa: strings.Repeat("x", 10_001)}), "validation_failed", []string{"body.numero_acta"}},
		{"too many tags", entry(map[document.Field]string{document.FieldTags: manyTags()}), "validation_failed", []string{"body.etiquetas"}},
		{"a type that is a tag", document.Entry{TypeName: "<script>", Fields: entry(nil).Fields}, "invalid_document_type", []string{"body.doc_type"}},
		{"a type that is no slug", document.Entry{TypeName: "a b", Fields: entry(nil).Fields}, "invalid_document_type", []string{"body.doc_type"}},
		{"a type that nobody knows", document.Entry{TypeName: "tutelas", Fields: entry(nil).Fields}, "unknown_document_type", []string{"body.doc_type"}},
	} {
		_, err := h.service.Enter(t.Context(), clerk, c.entry)
		f, ok := fault.As(err)
		if !ok || f.Kind != fault.Unprocessable || f.Code != c.code {
			t.Errorf("%s: got %v", c.rule, err)
			continue
		}
		var locations []string
		for _, d := range f.Details {
			locations = append(locations, d.Location)
		}
		if !reflect.DeepEqual(locations, c.locations) {
			t.Errorf("%s: at %v, want %v", c.rule, locations, c.locations)
		}
	}
	if l, _ := h.service.List(t.Context(), clerk, document.Filter{}, document.PageRequest{Number: 1, Size: 1}); l.Total != 0 {
		t.Error("something was stored")
	}
}

func manyTags() string {
	var b strings.Builder
	for i := range 101 {
		fmt.Fprintf(&b, ",tag%d", i)
	}
	return b.String()
}

func TestWhatIsTypedInIsFoundAsADuplicate(t *testing.T) {
	h := newHouse(t, nil)
	facts := map[document.Field]string{document.FieldCedula: "52.418.903", document.FieldDefendant: "NUEVA EPS S.A.", document.FieldRemarks: filing}
	typed := h.enter(t, facts)
	task := h.submit(t, pdf)
	if err := h.worker.Work(t.Context(), task.ID); err != nil {
		t.Fatal(err)
	}
	found := h.task(t, task.ID).Result.Duplicates
	if len(found) != 1 || found[0].DocumentID != typed.ID {
		t.Errorf("the paper does not find what was typed in: %+v", found)
	}
	again := h.enter(t, facts)
	duplicates, err := h.service.Duplicates(t.Context(), clerk, again.ID)
	if err != nil || len(duplicates.Duplicates) != 2 {
		t.Errorf("got %+v, %v", duplicates, err)
	}
}

func TestValidate(t *testing.T) {
	h := newHouse(t, nil)
	d := h.enter(t, map[document.Field]string{document.FieldCedula: "52418903"})
	h.clock.advance(1e9)
	got, err := h.service.Validate(t.Context(), clerk, d.ID, document.Correction{By: " Juez <b>1</b> ", Fields: map[document.Field]string{
		document.FieldPlaintiff: " Eva  López<br> ", document.FieldCedula: "52418903", document.FieldTags: "urgente", document.FieldType: "habeas_data", document.FieldDefendant: "",
	}})
	if err != nil {
		t.Fatal(err)
	}
	if stored := h.document(t, d.ID); stored.Revision() != got.Revision() || stored.Revision() == d.Revision() {
		t.Errorf("stored %+v, answered %+v", stored, got)
	}
	if got.Status != document.Validated || got.ValidatedBy != "Juez 1" || !got.ValidatedAt.After(d.CreatedAt) ||
		got.Plaintiff != "Eva  López" || got.Defendant != "" || got.Type != document.HabeasData || got.ActaNumber != "2026-7" {
		t.Errorf("got %+v", got)
	}
	var lines []string
	for _, c := range h.history(t, d.ID) {
		if c.DocumentID != d.ID || c.User != "ana" || c.By != "Juez 1" || !c.At.Equal(got.ValidatedAt.Truncate(1000)) {
			t.Errorf("change %+v", c)
		}
		lines = append(lines, fmt.Sprintf("%s: %q → %q", c.Field, c.From, c.To))
	}
	want := []string{`status: "manual_entry" → "validated"`, `document_type: "tutela" → "habeas_data"`, `etiquetas: "" → "urgente"`,
		`demandado: "Nueva EPS" → ""`, `demandante: "Ana López Ruiz" → "Eva  López"`}
	if !reflect.DeepEqual(lines, want) {
		t.Errorf("history\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
}

func TestValidatingTwiceIsOneChange(t *testing.T) {
	h := newHouse(t, nil)
	d := h.enter(t, nil)
	c := document.Correction{Fields: map[document.Field]string{document.FieldCourt: "Juzgado 1"}}
	for range 2 {
		if _, err := h.service.Validate(t.Context(), clerk, d.ID, c); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(h.history(t, d.ID)); n != 2 { // court and status
		t.Errorf("%d changes, want 2", n)
	}
	if got := h.document(t, d.ID).ValidatedBy; got != "ana" {
		t.Errorf("validated by %q, want the caller", got)
	}
}

func TestValidateRefusesAndChangesNothing(t *testing.T) {
	h := newHouse(t, nil)
	d := h.enter(t, nil)
	court := map[document.Field]string{document.FieldCourt: "x"}
	for _, c := range []struct {
		rule       string
		id         string
		correction document.Correction
		kind       fault.Kind
		code       string
	}{
		{"an unknown field beside a known one", d.ID, document.Correction{Fields: map[document.Field]string{document.FieldCourt: "x", "text": "y"}}, fault.Unprocessable, "validation_failed"},
		{"a type that nobody knows", d.ID, document.Correction{Fields: map[document.Field]string{document.FieldType: "tutelas"}}, fault.Unprocessable, "validation_failed"},
		{"a bad value", d.ID, document.Correction{Fields: map[document.Field]string{document.FieldType: "a b"}}, fault.Unprocessable, "validation_failed"},
		{"an unknown document", "none", document.Correction{Fields: court}, fault.NotFound, "document_not_found"},
		{"another revision", d.ID, document.Correction{Fields: court, Revisions: []string{"x", ""}}, fault.Stale, "document_changed"},
		{"no good revision", d.ID, document.Correction{Fields: court, Revisions: []string{}}, fault.Stale, "document_changed"},
	} {
		_, err := h.service.Validate(t.Context(), clerk, c.id, c.correction)
		if f, ok := fault.As(err); !ok || f.Kind != c.kind || f.Code != c.code {
			t.Errorf("%s: got %v", c.rule, err)
		}
	}
	if got := h.document(t, d.ID); got.Revision() != d.Revision() || len(h.history(t, d.ID)) != 0 {
		t.Errorf("changed: %+v", got)
	}
	if _, err := h.service.Validate(t.Context(), clerk, d.ID, document.Correction{Fields: court, Revisions: []string{"x", d.Revision()}}); err != nil {
		t.Errorf("the right revision: %v", err)
	}
}

// Approving is validating without a correction. What was typed in stays so.
func TestApprovalKeepsOrigin(t *testing.T) {
	h := newHouse(t, nil)
	d := h.enter(t, nil)
	got, err := h.service.Validate(t.Context(), clerk, d.ID, document.Correction{})
	if err != nil || got.Status != document.Validated || !got.TypedIn || !h.document(t, d.ID).TypedIn {
		t.Errorf("got %+v, %v", got, err)
	}
	if lines := h.history(t, d.ID); len(lines) != 1 || lines[0].Field != document.FieldStatus {
		t.Errorf("history %+v", lines)
	}
	if stats, err := h.service.Processing(t.Context(), clerk); err != nil || stats.Manual != 1 {
		t.Errorf("statistics %+v, %v", stats, err)
	}
}

// Without a revision twenty corrections of one field are all made.
func TestParallelCorrectionsOfOneField(t *testing.T) {
	h := newHouse(t, nil)
	d := h.enter(t, nil)
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			if _, err := h.service.Validate(context.Background(), clerk, d.ID, document.Correction{Fields: map[document.Field]string{document.FieldCourt: fmt.Sprint("Juzgado ", i)}}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := len(h.history(t, d.ID)); n != 21 { // and the status
		t.Errorf("%d changes, want 21", n)
	}
}

// Of those who saw the same state one wins.
func TestParallelCorrectionsOfOneRevision(t *testing.T) {
	h := newHouse(t, nil)
	d := h.enter(t, nil)
	var all sync.WaitGroup
	var mu sync.Mutex
	kinds := map[fault.Kind]int{}
	for i := range 8 {
		all.Go(func() {
			_, err := h.service.Validate(context.Background(), clerk, d.ID, document.Correction{Revisions: []string{d.Revision()},
				Fields: map[document.Field]string{document.FieldCourt: fmt.Sprint("Juzgado ", i)}})
			mu.Lock()
			kinds[fault.KindOf(err)]++
			mu.Unlock()
		})
	}
	all.Wait()
	if kinds[""] != 1 || kinds[fault.Stale] != 7 {
		t.Errorf("got %v", kinds)
	}
	if n := len(h.history(t, d.ID)); n != 2 {
		t.Errorf("%d changes, want 2", n)
	}
}

// Without a revision all of them are kept, one after the other.
func TestParallelCorrectionsOfDifferentFields(t *testing.T) {
	h := newHouse(t, nil)
	d := h.enter(t, nil)
	var all sync.WaitGroup
	for _, f := range []document.Field{document.FieldCourt, document.FieldRadicado, document.FieldCedula} {
		all.Go(func() {
			if _, err := h.service.Validate(context.Background(), clerk, d.ID, document.Correction{Fields: map[document.Field]string{f: "9"}}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got := h.document(t, d.ID); got.Court != "9" || got.Radicado != "9" || got.Cedula != "9" {
		t.Errorf("something was lost: %+v", got)
	}
}

func TestACorrectionMovesFingerprintAndKeys(t *testing.T) {
	h := newHouse(t, nil)
	d := h.enter(t, map[document.Field]string{document.FieldCedula: "52418903", document.FieldRemarks: filing})
	other := h.enter(t, map[document.Field]string{document.FieldCedula: "52418903", document.FieldRemarks: filing})
	if found, err := h.service.Duplicates(t.Context(), clerk, other.ID); err != nil || len(found.Duplicates) != 1 {
		t.Fatalf("before: %v, %v", found, err)
	}
	if _, err := h.service.Validate(t.Context(), clerk, d.ID, document.Correction{Fields: map[document.Field]string{
		document.FieldCedula: "79111222", document.FieldPlaintiff: "Pedro Gómez Díaz", document.FieldRemarks: "Otra cosa."}}); err != nil {
		t.Fatal(err)
	}
	if found, err := h.service.Duplicates(t.Context(), clerk, other.ID); err != nil || len(found.Duplicates) != 0 {
		t.Errorf("after: %v, %v", found, err)
	}
	for cedula, want := range map[string]int{"52.418.903": 0, "79.111.222": 1} {
		found, err := h.service.Recurring(t.Context(), clerk, other.ID, document.Person{Cedula: cedula})
		if err != nil || found.Cedula.Total != want {
			t.Errorf("cédula %s: %+v, %v", cedula, found, err)
		}
	}
}

// When the history cannot be written, nothing is.
func TestACorrectionIsOneCommit(t *testing.T) {
	h := newHouse(t, nil)
	d := h.enter(t, nil)
	before, err := h.Index().Get(t.Context(), d.ID)
	if err != nil {
		t.Fatal(err)
	}
	h.service.Deps.Changes = fullHistory{}
	if _, err := h.service.Validate(t.Context(), clerk, d.ID, document.Correction{Fields: map[document.Field]string{document.FieldPlaintiff: "Eva Ruiz"}}); err == nil {
		t.Fatal("no error")
	}
	after, err := h.Index().Get(t.Context(), d.ID)
	stored := h.document(t, d.ID)
	if err != nil || !reflect.DeepEqual(after, before) || stored.Revision() != d.Revision() {
		t.Error("a part was stored")
	}
}

type fullHistory struct{}

func (fullHistory) Append(context.Context, []document.Change) error { return io.ErrShortWrite }
func (fullHistory) List(context.Context, string, document.PageRequest) (document.ChangeListing, error) {
	return document.ChangeListing{}, nil
}

func TestRecurring(t *testing.T) {
	h := newHouse(t, nil)
	first := h.enter(t, map[document.Field]string{document.FieldCedula: "52.418.903", document.FieldEmail: "ANA@x.co"})
	second := h.enter(t, map[document.Field]string{document.FieldPlaintiff: "LOPEZ RUIZ, ANA", document.FieldCedula: "52418903"})
	h.enter(t, map[document.Field]string{document.FieldPlaintiff: "Eva"})
	got, err := h.service.Recurring(t.Context(), clerk, first.ID, document.Person{Cedula: "C.C. 52 418 903", Email: "ana@x.co", Plaintiff: "ana lópez ruiz"})
	if err != nil {
		t.Fatal(err)
	}
	if got.Cedula.Total != 1 || got.Cedula.Items[0].ID != second.ID || got.Plaintiff.Total != 1 || got.Email.Total != 0 {
		t.Errorf("got %+v", got)
	}
	for rule, p := range map[string]document.Person{"nothing": {}, "blanks": {Cedula: " . ", Email: "\x00", Plaintiff: ";;"}} {
		if got, err := h.service.Recurring(t.Context(), clerk, first.ID, p); err != nil || !reflect.DeepEqual(got, document.Recurrence{}) {
			t.Errorf("%s: %+v, %v", rule, got, err)
		}
		if _, err := h.service.Recurring(t.Context(), clerk, "none", p); fault.KindOf(err) != fault.NotFound {
			t.Errorf("%s, unknown document: %v", rule, err)
		}
	}
	if _, err := h.service.Recurring(t.Context(), clerk, "none", document.Person{Cedula: "1"}); fault.KindOf(err) != fault.NotFound {
		t.Errorf("unknown document: %v", err)
	}
	if _, err := h.service.Recurring(t.Context(), clerk, first.ID, document.Person{Plaintiff: strings.ReplaceAll(manyTags(), ",", ";")}); fault.KindOf(err) != fault.Unprocessable {
		t.Errorf("a crowd: %v", err)
	}
}

func TestOriginal(t *testing.T) {
	h := newHouse(t, nil)
	task := h.submit(t, pdf)
	if err := h.worker.Work(t.Context(), task.ID); err != nil {
		t.Fatal(err)
	}
	o, err := h.service.Original(t.Context(), account.Actor{}, task.DocumentID)
	if err != nil {
		t.Fatal(err)
	}
	content, _ := io.ReadAll(o.Content)
	if o.Content.Close() != nil || string(content) != pdf || o.Size != int64(len(pdf)) || o.FileName != "tutela.pdf" || len(o.SHA256) != 64 {
		t.Errorf("got %+v, %q", o, content)
	}
	for id, code := range map[string]string{"none": "document_not_found", h.enter(t, nil).ID: "original_not_found"} {
		_, err := h.service.Original(t.Context(), clerk, id)
		if f, ok := fault.As(err); !ok || f.Kind != fault.NotFound || f.Code != code {
			t.Errorf("%s: %v", code, err)
		}
	}
	if _, err := h.service.History(t.Context(), clerk, "none", document.PageRequest{Number: 1, Size: 1}); fault.KindOf(err) != fault.NotFound {
		t.Errorf("history of an unknown document: %v", err)
	}
}
