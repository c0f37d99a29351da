package intake_test

import (
	"context"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/intake"
	"github.com/cotejo/cotejo/core/ner"
	"github.com/cotejo/cotejo/testkit/filings"
)

var someParties dedup.Parties

// bundle is a file of three filings, as it was read.
type bundle struct {
	document.Document
	filings []filings.Filing
	begins  []int // pages of the filings, from 1
}

// newBundle reads a file of three filings.
func (h *house) newBundle(t *testing.T) bundle {
	t.Helper()
	made := filings.New(3, filings.Tuning())
	var b bundle
	var texts []string
	for range 3 {
		f := made.Of(document.Tutela)
		b.filings, b.begins = append(b.filings, f), append(b.begins, len(texts)+1)
		texts = append(texts, pagesOf(f)...)
	}
	h.reader.texts = texts
	h.drawer.pages = len(texts)
	b.Document = h.worked(t, h.submit(t, pdf+"bundle"))
	if len(b.Filings()) != 3 {
		t.Fatalf("%d filings were found", len(b.Filings()))
	}
	return b
}

func pagesOf(f filings.Filing) []string { return strings.Split(f.Text, document.PageBreak) }

func (h *house) split(t *testing.T, id string) document.Division {
	t.Helper()
	division, err := h.service.Split(t.Context(), clerk, document.Split{DocumentID: id})
	if err != nil {
		t.Fatal(err)
	}
	return division
}

// makeParts has the worker make the parts of a division.
func (h *house) makeParts(t *testing.T, division document.Division) (parts []document.Document) {
	t.Helper()
	h.reader.texts = nil // they are in the spool
	for _, p := range division.Parts {
		parts = append(parts, h.worked(t, h.task(t, p.TaskID)))
	}
	return parts
}

// Each filing of a divided file is a document with its own person, pages and original.
func TestSplitMakesEachFilingADocument(t *testing.T) {
	h := newBinHouse(t)
	b := h.newBundle(t)
	read := len(h.reader.read)
	h.clock.now = h.clock.now.Add(48 * time.Hour)
	division := h.split(t, b.ID)
	if division.DocumentID != b.ID || division.FileName != b.FileName || len(division.Parts) != 3 {
		t.Fatalf("%+v", division)
	}
	if _, err := h.service.Document(t.Context(), clerk, b.ID); fault.KindOf(err) != fault.NotFound {
		t.Errorf("the divided document: %v", err)
	}
	for i, d := range h.makeParts(t, division) {
		f, p := b.filings[i], division.Parts[i]
		if d.ID != p.DocumentID || !f.Gold.Has(ner.Plaintiff, d.Plaintiff) || d.Type != document.Tutela || !strings.Contains(d.Text, pagesOf(f)[0]) ||
			len(d.Pages) != len(pagesOf(f)) || d.Pages[0].Number != 1 || len(d.Filings()) != 1 {
			t.Errorf("part %d: %q of %+v, %d pages", i, d.Plaintiff, f.Gold, len(d.Pages))
		}
		if p.Pages.First != b.begins[i] || p.Pages.Last != b.begins[i]+len(d.Pages)-1 {
			t.Errorf("part %d has the pages %v", i, p.Pages)
		}
		original, err := h.service.Original(t.Context(), clerk, d.ID)
		if err != nil {
			t.Fatal(err)
		}
		content, _ := io.ReadAll(original.Content)
		original.Content.Close()
		if want := fmt.Sprintf("%sbundle pages %d to %d", pdf, p.Pages.First, p.Pages.Last); string(content) != want || original.SHA256 != d.SHA256 || d.SHA256 == b.SHA256 {
			t.Errorf("original of part %d: %q", i, content)
		}
		if want := fmt.Sprintf("%s (%d de 3).pdf", strings.TrimSuffix(b.FileName, ".pdf"), i+1); d.FileName != want || original.FileName != want {
			t.Errorf("part %d is named %q and %q", i, d.FileName, original.FileName)
		}
		if !d.ArrivedAt.Equal(b.ArrivedAt) || d.CreatedAt.Equal(b.CreatedAt) {
			t.Errorf("part %d arrived at %s, was made at %s", i, d.ArrivedAt, d.CreatedAt)
		}
		if got, err := h.service.DivisionOf(t.Context(), clerk, d.ID); err != nil || !reflect.DeepEqual(got, division) {
			t.Errorf("part of %+v, %v", got, err)
		}
	}
	if len(h.reader.read) != read {
		t.Error("pages that had been read were read again")
	}
	if got := h.binned(t); !slices.Equal(got, []string{b.ID}) {
		t.Errorf("in the bin: %v", got)
	}
	if h.sweepAt(t, 365*day); !slices.Equal(h.binned(t), []string{b.ID}) {
		t.Error("the divided document expired")
	}
	if got, err := h.service.DivisionOf(t.Context(), clerk, "unknown"); err != nil || !reflect.DeepEqual(got, document.Division{}) {
		t.Errorf("%+v, %v", got, err)
	}
}

// A paper that came in between is later than the parts of a file that had arrived before it, also when nobody remembers its task.
func TestPartsArrivedWithTheirFile(t *testing.T) {
	for rule, wait := range map[string]time.Duration{"soon": time.Hour, "after the life of tasks": 10 * day} {
		t.Run(rule, func(t *testing.T) {
			h := newBinHouse(t)
			b := h.newBundle(t)
			h.clock.now = h.clock.now.Add(time.Hour)
			h.reader.texts = pagesOf(b.filings[1])
			later := h.worked(t, h.submit(t, pdf+"copy of the second"))
			h.clock.now = h.clock.now.Add(wait)
			h.sweepAt(t, 0)
			parts := h.makeParts(t, h.split(t, b.ID))
			p, err := h.Pairs().Get(t.Context(), later.ID, parts[1].ID)
			if err != nil || p.Relation != document.SameFacts {
				t.Errorf("%+v, %v", p, err)
			}
			if d := h.document(t, later.ID); d.DuplicateState != document.OpenDuplicate {
				t.Errorf("the later paper is %q", d.DuplicateState)
			}
			for _, d := range parts {
				if d := h.document(t, d.ID); d.DuplicateState != document.NoDuplicate {
					t.Errorf("%s is %q", d.FileName, d.DuplicateState)
				}
			}
		})
	}
}

func TestJoinBringsTheDividedDocumentBack(t *testing.T) {
	for rule, opts := range map[string]intake.Options{"with a bin": {BinTTL: 30 * day}, "without a bin": {}} {
		t.Run(rule, func(t *testing.T) {
			h := newHouse(t, &opts)
			b := h.newBundle(t)
			want := h.document(t, b.ID)
			division := h.split(t, b.ID)
			h.reader.texts = nil
			done := h.worked(t, h.task(t, division.Parts[0].TaskID)) // the others are not read yet
			got, err := h.service.Join(t.Context(), clerk, b.ID)
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("%+v, %v", got, err)
			}
			h.checkComparable(t, b)
			for _, p := range division.Parts {
				if _, err := h.service.Document(t.Context(), clerk, p.DocumentID); fault.KindOf(err) != fault.NotFound {
					t.Errorf("a part is still there: %v", err)
				}
			}
			for _, p := range division.Parts[1:] {
				h.work(t, h.task(t, p.TaskID)) // the queue still has it
				if task := h.task(t, p.TaskID); task.Status != document.TaskFailed || task.ErrorCode != "cancelled" {
					t.Errorf("task of a part: %s %s", task.Status, task.ErrorCode)
				}
				if _, err := h.service.RetryTask(t.Context(), clerk, document.Retry{TaskID: p.TaskID}); fault.KindOf(err) != fault.Conflict {
					t.Errorf("a part can be retried: %v", err)
				}
			}
			var kept []string
			if opts.BinTTL > 0 {
				kept = []string{done.ID}
			}
			if got := h.binned(t); !slices.Equal(got, kept) {
				t.Errorf("in the bin: %v", got)
			}
			if _, _, err := h.blobs.Open(t.Context(), done.OriginalKey); (err == nil) != (opts.BinTTL > 0) {
				t.Errorf("original of a part: %v", err)
			}
			if _, err := h.service.Join(t.Context(), clerk, b.ID); fault.KindOf(err) != fault.NotFound {
				t.Errorf("joined twice: %v", err)
			}
			h.split(t, b.ID) // again
		})
	}
}

// checkComparable checks that a copy of the second filing of a bundle is found to repeat it.
func (h *house) checkComparable(t *testing.T, b bundle) {
	t.Helper()
	related, err := h.service.Verify(t.Context(), clerk, b.filings[1].Text, document.Tutela)
	if err != nil || len(related.Duplicates) == 0 || related.Duplicates[0].DocumentID != b.ID {
		t.Errorf("duplicates %+v, %v", related.Duplicates, err)
	}
}

func TestRestoringADividedDocumentJoinsIt(t *testing.T) {
	h := newBinHouse(t)
	b := h.newBundle(t)
	parts := h.makeParts(t, h.split(t, b.ID))
	h.restore(t, b.ID)
	if got := h.binned(t); len(got) != len(parts) {
		t.Errorf("in the bin: %v", got)
	}
	list, err := h.service.List(t.Context(), clerk, document.Filter{}, document.PageRequest{Number: 1, Size: 10})
	if err != nil || list.Total != 1 {
		t.Errorf("%d documents, %v", list.Total, err)
	}
}

func TestErasedDividedDocumentLeavesItsParts(t *testing.T) {
	h := newBinHouse(t)
	b := h.newBundle(t)
	parts := h.makeParts(t, h.split(t, b.ID))
	if err := h.service.Erase(t.Context(), chief, b.ID); err != nil {
		t.Fatal(err)
	}
	for _, d := range parts {
		h.document(t, d.ID)
		if division, err := h.service.DivisionOf(t.Context(), clerk, d.ID); err != nil || division.DocumentID != "" {
			t.Errorf("part of %+v, %v", division, err)
		}
	}
	if _, err := h.service.Join(t.Context(), clerk, b.ID); fault.KindOf(err) != fault.NotFound {
		t.Error(err)
	}
}

// The parts of a file count before they are made: a division never makes the queue longer than it may be.
func TestQueueHoldsThePartsOfADivision(t *testing.T) {
	h := newHouse(t, &intake.Options{BinTTL: 30 * day, QueueLimit: 3})
	b := h.newBundle(t)
	waiting := h.submit(t, pdf+"another")
	_, err := h.service.Split(t.Context(), clerk, document.Split{DocumentID: b.ID})
	if f, _ := fault.As(err); f == nil || f.Code != "queue_full" {
		t.Fatalf("divided: %v", err)
	}
	h.document(t, b.ID)
	h.work(t, waiting)
	h.split(t, b.ID)
}

// An approval is taken back before its document is divided, as before a division is undone.
func TestApprovedDocumentIsNotDivided(t *testing.T) {
	h := newBinHouse(t)
	b := h.newBundle(t)
	if _, err := h.service.Validate(t.Context(), clerk, b.ID, document.Correction{}); err != nil {
		t.Fatal(err)
	}
	_, err := h.service.Split(t.Context(), clerk, document.Split{DocumentID: b.ID})
	if f, _ := fault.As(err); f == nil || f.Kind != fault.Conflict || f.Code != "document_approved" {
		t.Fatalf("divided: %v", err)
	}
	h.document(t, b.ID)
	change := document.BulkChange{Action: document.BulkReopen, Documents: []document.BulkDocument{{ID: b.ID}}}
	if results, err := h.service.ChangeMany(t.Context(), clerk, change); err != nil || !results[0].Changed {
		t.Fatalf("%+v, %v", results, err)
	}
	h.split(t, b.ID)
}

// Undoing a division neither deletes what a person has approved nor forgets the parts of parts.
func TestJoinKeepsWhatIsApprovedOrDividedAgain(t *testing.T) {
	h := newBinHouse(t)
	b := h.newBundle(t)
	parts := h.makeParts(t, h.split(t, b.ID))
	join := func(id, code string) {
		t.Helper()
		_, err := h.service.Join(t.Context(), clerk, id)
		if f, _ := fault.As(err); code == "" && err != nil || code != "" && (f == nil || f.Code != code) {
			t.Errorf("joined: %v, want %q", err, code)
		}
	}
	if _, err := h.service.Validate(t.Context(), clerk, parts[0].ID, document.Correction{Fields: map[document.Field]string{document.FieldTags: "salud"}}); err != nil {
		t.Fatal(err)
	}
	join(b.ID, "part_approved")
	h.document(t, parts[0].ID)
	h.document(t, parts[1].ID)
	change := document.BulkChange{Action: document.BulkReopen, Documents: []document.BulkDocument{{ID: parts[0].ID}}}
	if results, err := h.service.ChangeMany(t.Context(), clerk, change); err != nil || !results[0].Changed {
		t.Fatalf("%+v, %v", results, err)
	}
	again, err := h.service.Split(t.Context(), clerk, document.Split{DocumentID: parts[1].ID, Begins: []int{2}})
	if err != nil {
		t.Fatal(err)
	}
	h.makeParts(t, again)
	join(b.ID, "part_divided")
	join(parts[1].ID, "")
	join(b.ID, "")
}

func TestWhereAFileIsDivided(t *testing.T) {
	for _, c := range []struct {
		rule   string
		begins []int
		want   string // pages, or the code of the fault
	}{
		{"its filings", nil, "1-2 3-4"},
		{"other pages, in any order", []int{4, 2, 4}, "1-1 2-3 4-4"},
		{"the first page begins the first part in any case", []int{1, 3}, "bad_pages"},
		{"a page that is not there", []int{5}, "bad_pages"},
		{"no page", []int{-1}, "bad_pages"},
	} {
		d := document.Document{Pages: []document.PageInfo{{}, {}, {Begins: &someParties}, {}}}
		parts, err := d.PartPages(c.begins)
		var got []string
		for _, p := range parts {
			got = append(got, fmt.Sprintf("%d-%d", p.First, p.Last))
		}
		if f, ok := fault.As(err); ok {
			got = []string{f.Code}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v", c.rule, got)
		}
	}
	one := document.Document{Pages: make([]document.PageInfo, 3)}
	if _, err := one.PartPages(nil); fault.KindOf(err) != fault.Unprocessable {
		t.Errorf("a file of one filing: %v", err)
	}
	long := document.Document{Pages: make([]document.PageInfo, 2*document.MaxParts)}
	for i := range long.Pages {
		long.Pages[i].Begins = &someParties
	}
	if _, err := long.PartPages(nil); fault.KindOf(err) != fault.Unprocessable {
		t.Errorf("too many parts: %v", err)
	}
}

// A division that fails leaves the document, and neither originals nor tasks.
func TestSplitThatFailsChangesNothing(t *testing.T) {
	for _, c := range []struct {
		rule  string
		split document.Split
		harm  func(h *house, b bundle)
		kind  fault.Kind
	}{
		{"somebody changed it meanwhile", document.Split{Revisions: []string{"another"}}, nil, fault.Stale},
		{"no such page", document.Split{Begins: []int{2, 99}}, nil, fault.Unprocessable},
		{"an original that cannot be opened", document.Split{}, func(h *house, b bundle) { h.drawer.excerpts = fault.New(fault.Unprocessable, "page_encrypted", "") }, fault.Unprocessable},
		{"an original that is missing", document.Split{}, func(h *house, b bundle) { _ = h.blobs.Delete(context.Background(), b.OriginalKey) }, fault.NotFound},
		{"a full disk", document.Split{}, func(h *house, _ bundle) { h.space.free = 1 }, fault.Unavailable},
		{"another document", document.Split{DocumentID: "unknown"}, nil, fault.NotFound},
	} {
		t.Run(c.rule, func(t *testing.T) {
			h := newHouse(t, nil)
			b := h.newBundle(t)
			if c.harm != nil {
				c.harm(h, b)
			}
			stored := h.originals(t)
			if c.split.DocumentID == "" {
				c.split.DocumentID = b.ID
			}
			if _, err := h.service.Split(t.Context(), clerk, c.split); fault.KindOf(err) != c.kind {
				t.Errorf("got %v, want %s", err, c.kind)
			}
			if got := h.document(t, b.ID); !reflect.DeepEqual(got, b.Document) {
				t.Error("the document changed")
			}
			backlog, err := h.Tasks().Backlog(t.Context())
			if n := h.originals(t); err != nil || backlog.Tasks != 0 || n != stored {
				t.Errorf("%d tasks, %d originals, %v", backlog.Tasks, n, err)
			}
		})
	}
}

// What came in a message came in it when it is divided, too.
func TestPartsOfAnAttachmentCameInItsMessage(t *testing.T) {
	h := newBinHouse(t)
	made := filings.New(3, filings.Tuning())
	first, second := made.Of(document.Tutela), made.Of(document.Tutela)
	h.reader.texts = slices.Concat(pagesOf(first), pagesOf(second))
	h.unpacks("", document.Part{Name: "escritos.pdf", Content: []byte(pdf)})
	sent, err := h.service.Deliver(t.Context(), account.System, mailed(""))
	if err != nil {
		t.Fatal(err)
	}
	b := h.worked(t, h.task(t, sent.Parts[0].TaskID))
	parts := h.makeParts(t, h.split(t, b.ID))
	again, err := h.service.Split(t.Context(), clerk, document.Split{DocumentID: parts[0].ID, Begins: []int{2}})
	if err != nil {
		t.Fatal(err)
	}
	parts = append(h.makeParts(t, again), parts[1])
	for _, d := range parts {
		list, err := h.service.ListDeliveries(t.Context(), clerk, document.DeliveryFilter{DocumentID: d.ID}, document.PageRequest{Number: 1, Size: 1})
		if err != nil || list.Total != 1 || list.Items[0].ID != sent.ID {
			t.Errorf("%s came in %+v, %v", d.FileName, list.Items, err)
		}
	}
	got, err := h.service.Delivery(t.Context(), clerk, sent.ID)
	if err != nil || len(got.Parts) != 3 || got.Parts[0].DocumentID != parts[0].ID || got.Parts[2].DocumentID != parts[2].ID || got.Parts[1].Name != "escritos.pdf" {
		t.Errorf("it brought %+v, %v", got.Parts, err)
	}
}
