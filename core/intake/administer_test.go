package intake_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/intake"
	"github.com/cotejo/cotejo/ports"
)

var chief = account.Actor{Username: "jefa", Role: account.Admin}

// processed has a PDF worked into a document.
func (h *house) processed(t *testing.T) document.Task {
	t.Helper()
	task := h.submit(t, pdf)
	if err := h.worker.Work(t.Context(), task.ID); err != nil {
		t.Fatal(err)
	}
	return h.task(t, task.ID)
}

func TestDeleteRemovesAllButTheTask(t *testing.T) {
	h := newHouse(t, nil)
	kept, gone := h.processed(t), h.processed(t)
	if err := h.service.Delete(t.Context(), chief, gone.DocumentID); err != nil {
		t.Fatal(err)
	}
	if _, err := h.service.Document(t.Context(), clerk, gone.DocumentID); fault.KindOf(err) != fault.NotFound {
		t.Errorf("the document: %v", err)
	}
	if _, err := h.Index().Get(t.Context(), gone.DocumentID); fault.KindOf(err) != fault.NotFound {
		t.Errorf("its fingerprint: %v", err)
	}
	if _, _, err := h.blobs.Open(t.Context(), gone.OriginalKey); fault.KindOf(err) != fault.NotFound {
		t.Errorf("its original: %v", err)
	}
	task, err := h.service.Task(t.Context(), clerk, gone.ID)
	if err != nil || task.Result == nil || task.OriginalKey != "" {
		t.Errorf("its task: %+v, %v", task, err)
	}
	if _, err := h.service.Document(t.Context(), clerk, kept.DocumentID); err != nil || h.originals(t) != 1 {
		t.Errorf("the other document: %v", err)
	}
	if found, err := h.service.Duplicates(t.Context(), clerk, kept.DocumentID); err != nil || len(found.Duplicates) != 0 {
		t.Errorf("the other document has the duplicates %v, %v", found, err)
	}
	if err := h.service.Delete(t.Context(), chief, gone.DocumentID); fault.KindOf(err) != fault.NotFound {
		t.Errorf("once more: %v", err)
	}
}

func TestDeleteIsForAdministrators(t *testing.T) {
	h := newHouse(t, nil)
	task := h.processed(t)
	for _, by := range []account.Actor{clerk, {}, {Username: "x", Role: "Admin"}} {
		if err := h.service.Delete(t.Context(), by, task.DocumentID); fault.KindOf(err) != fault.Forbidden {
			t.Errorf("%+v: %v", by, err)
		}
	}
	if _, err := h.service.Document(t.Context(), clerk, task.DocumentID); err != nil || h.originals(t) != 1 {
		t.Errorf("it is gone: %v", err)
	}
}

// stubborn is a blob store that fails to delete.
type stubborn struct{ ports.Blobs }

func (stubborn) Delete(context.Context, string) error { return io.ErrClosedPipe }

func TestAnOriginalThatCouldNotBeDeletedIsSweptUp(t *testing.T) {
	h := newHouse(t, nil)
	task := h.processed(t)
	h.service.Deps.Blobs = stubborn{h.blobs}
	if err := h.service.Delete(t.Context(), chief, task.DocumentID); err != nil {
		t.Fatalf("the document is deleted all the same: %v", err)
	}
	sweeper := intake.Sweeper{Tasks: h.Tasks(), Sessions: h.Sessions(), Attempts: attempts{}, Blobs: h.blobs, Spool: h.spool, Originals: h.Originals(), Bin: h.Bin(),
		Now: func() time.Time { return h.clock.Now().Add(25 * time.Hour) }}
	if swept, err := sweeper.Sweep(t.Context()); err != nil || swept.Originals != 1 || h.originals(t) != 0 {
		t.Errorf("%+v, %v", swept, err)
	}
	if _, err := h.Tasks().Get(t.Context(), task.ID); err != nil {
		t.Errorf("the task: %v", err)
	}
}

func TestAFailedDeleteRemovesNothing(t *testing.T) {
	h := newHouse(t, nil)
	task := h.processed(t)
	h.service.Deps.Index = brokenIndex{h.Index()}
	if err := h.service.Delete(t.Context(), chief, task.DocumentID); !errors.Is(err, io.ErrClosedPipe) {
		t.Fatal(err)
	}
	if d, err := h.service.Document(t.Context(), clerk, task.DocumentID); err != nil || d.OriginalKey != task.OriginalKey || h.originals(t) != 1 {
		t.Errorf("%+v, %v", d, err)
	}
	if got := h.task(t, task.ID); got.OriginalKey != task.OriginalKey {
		t.Error("the task has forgotten its original")
	}
}

type brokenIndex struct{ dedup.Index }

func (brokenIndex) Delete(context.Context, string) error { return io.ErrClosedPipe }

func TestAFailedTaskIsRetriedAsIfItHadJustComeIn(t *testing.T) {
	h := newHouse(t, nil)
	h.reader.faults = []error{fault.New(fault.Unprocessable, "damaged", "El PDF está dañado.")}
	fresh := h.submit(t, pdf)
	fresh.Tags, fresh.ArrivedAt = []string{"salud"}, fresh.CreatedAt.Add(-time.Hour) // as of a message of a mailbox
	if err := h.Tasks().Update(t.Context(), fresh.ID, func(stored *document.Task) error { *stored = fresh; return nil }); err != nil {
		t.Fatal(err)
	}
	fresh = h.task(t, fresh.ID) // stores keep no nanoseconds
	if err := h.worker.Work(t.Context(), fresh.ID); err != nil {
		t.Fatal(err)
	}
	if got := h.task(t, fresh.ID); got.Status != document.TaskFailed {
		t.Fatalf("%+v", got)
	}
	got, err := h.service.RetryTask(t.Context(), clerk, document.Retry{TaskID: fresh.ID, Password: "clave"})
	if err != nil {
		t.Fatal(err)
	}
	if stored := h.task(t, fresh.ID); !reflect.DeepEqual(stored, fresh) || got.Status != stored.Status {
		t.Errorf("%+v instead of %+v", stored, fresh)
	}

	if n := len(h.queue.queued); n == 0 || h.queue.queued[n-1] != fresh.ID {
		t.Fatalf("it was not queued: %v", h.queue.queued)
	}
	if err := h.worker.Work(t.Context(), fresh.ID); err != nil {
		t.Fatal(err)
	}
	if want := []string{"", "clave"}; !slices.Equal(h.reader.passwords, want) {
		t.Errorf("the reader got %q, want %q", h.reader.passwords, want)
	}
	if kept, err := h.spool.Password(t.Context(), fresh.ID); kept != "" {
		t.Errorf("the password is kept: %q, %v", kept, err)
	}
	if d, err := h.service.Document(t.Context(), clerk, fresh.DocumentID); err != nil || d.SHA256 != fresh.SHA256 {
		t.Errorf("%+v, %v", d, err)
	}
}

func TestRetryRefuses(t *testing.T) {
	for _, c := range []struct {
		rule    string
		prepare func(t *testing.T, h *house, task *document.Task)
		kind    fault.Kind
		code    string
	}{
		{"a task that waits", func(_ *testing.T, _ *house, task *document.Task) { task.Status = document.TaskPending }, fault.Conflict, "task_unfinished"},
		{"a task in work", func(_ *testing.T, _ *house, task *document.Task) { task.Status = document.TaskProcessing }, fault.Conflict, "task_unfinished"},
		{"a task that went well", func(_ *testing.T, _ *house, task *document.Task) { task.Status = document.TaskCompleted }, fault.Conflict, "task_completed"},
		{"a task whose original is gone", func(t *testing.T, h *house, task *document.Task) {
			if err := h.blobs.Delete(t.Context(), task.OriginalKey); err != nil {
				t.Fatal(err)
			}
		}, fault.Conflict, "original_gone"},
		{"a task that names no original", func(_ *testing.T, _ *house, task *document.Task) { task.OriginalKey = "" }, fault.Conflict, "original_gone"},
		{"a task whose time is over", func(_ *testing.T, h *house, task *document.Task) { task.ExpiresAt = h.clock.Now() }, fault.NotFound, "task_not_found"},
		{"a task when the service drains", func(_ *testing.T, h *house, _ *document.Task) { h.service.Drain() }, fault.Unavailable, "draining"},
		{"a task that cannot be queued", func(_ *testing.T, h *house, _ *document.Task) {
			h.queue.err = fault.New(fault.Unavailable, "no_queue", "Espere.")
		}, fault.Unavailable, "no_queue"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			h := newHouse(t, nil)
			task := h.submit(t, pdf)
			task.Status, task.Error, task.ExpiresAt = document.TaskFailed, "Falló.", h.clock.Now().Add(time.Hour)
			c.prepare(t, h, &task)
			if err := h.Tasks().Update(t.Context(), task.ID, func(stored *document.Task) error { *stored = task; return nil }); err != nil {
				t.Fatal(err)
			}
			before := h.task(t, task.ID)
			_, err := h.service.RetryTask(t.Context(), clerk, document.Retry{TaskID: task.ID, Password: "clave"})
			if f, ok := fault.As(err); !ok || f.Kind != c.kind || f.Code != c.code {
				t.Errorf("got %v, want %s %s", err, c.kind, c.code)
			}
			if kept, err := h.spool.Password(t.Context(), task.ID); kept != "" {
				t.Errorf("the password is kept: %q, %v", kept, err)
			}
			if after := h.task(t, task.ID); after.Status != before.Status || after.Error != before.Error {
				t.Errorf("the task became %+v", after)
			}
		})
	}
	if _, err := newHouse(t, nil).service.RetryTask(t.Context(), clerk, document.Retry{TaskID: "none"}); fault.KindOf(err) != fault.NotFound {
		t.Errorf("a task that is not there: %v", err)
	}
}

func TestSetDedupConfig(t *testing.T) {
	set := func(f func(c *dedup.Config)) func(*dedup.Config) { return f }
	for _, c := range []struct {
		rule   string
		change func(*dedup.Config)
		code   string
		places []string
	}{
		{"weights may miss 1 by a millionth", set(func(c *dedup.Config) {
			c.Weights = dedup.Weights{MinHash: 0.3333333, TFIDF: 0.3333333, Entity: 0.3333333}
		}), "", nil},
		{"the ends are allowed", set(func(c *dedup.Config) {
			c.Weights, c.Thresholds = dedup.Weights{Entity: 1}, dedup.Thresholds{Tutela: 0, Habeas: 1, Default: 1}
		}), "", nil},
		{"weights that sum to less", set(func(c *dedup.Config) { c.Weights.MinHash -= 0.00001 }), "dedup_weights_sum", []string{"body.weights"}},
		{"weights that sum to more", set(func(c *dedup.Config) { c.Weights.MinHash += 0.1 }), "dedup_weights_sum", []string{"body.weights"}},
		{"a negative weight", set(func(c *dedup.Config) { c.Weights.MinHash, c.Weights.Entity = -0.1, 0.8 }), "dedup_number_out_of_range", []string{"body.minhash_weight"}},
		{"what is no number", set(func(c *dedup.Config) { c.Weights.TFIDF, c.Thresholds.Habeas = math.NaN(), math.Inf(1) }), "dedup_number_out_of_range",
			[]string{"body.tfidf_weight", "body.habeas_threshold"}},
	} {
		t.Run(c.rule, func(t *testing.T) {
			h := newHouse(t, nil)
			want := dedup.DefaultConfig()
			got, err := h.service.SetDedupConfig(t.Context(), chief, c.change)
			if c.code == "" {
				c.change(&want)
				if err != nil || got != want {
					t.Errorf("%+v, %v", got, err)
				}
			} else {
				f, ok := fault.As(err)
				if !ok || f.Kind != fault.Unprocessable || f.Code != c.code || len(f.Details) != len(c.places) {
					t.Fatalf("got %#v", err)
				}
				for i, d := range f.Details {
					if d.Location != c.places[i] {
						t.Errorf("detail %+v, want %s", d, c.places[i])
					}
				}
			}
			if stored, err := h.service.DedupConfig(t.Context(), clerk); err != nil || stored != want {
				t.Errorf("in force %+v, %v, want %+v", stored, err, want)
			}
		})
	}
	h := newHouse(t, nil)
	if _, err := h.service.SetDedupConfig(t.Context(), clerk, func(*dedup.Config) { t.Error("a user changes it") }); fault.KindOf(err) != fault.Forbidden {
		t.Errorf("by a user: %v", err)
	}
}

func TestANewConfigurationIsInForceAtOnce(t *testing.T) {
	h := newHouse(t, nil)
	h.processed(t)
	verify := func() int {
		t.Helper()
		found, err := h.service.Verify(t.Context(), clerk, filing+" El dolor sigue.", document.Tutela)
		if err != nil {
			t.Fatal(err)
		}
		return len(found.Duplicates)
	}
	if verify() != 1 {
		t.Fatal("the filing is not found under the default")
	}
	if _, err := h.service.SetDedupConfig(t.Context(), chief, func(c *dedup.Config) { c.Thresholds.Tutela = 1 }); err != nil {
		t.Fatal(err)
	}
	if verify() != 0 {
		t.Error("the old threshold is still in force")
	}
}

func TestStatistics(t *testing.T) {
	h := newHouse(t, nil)
	h.clock.now = time.Date(2026, 3, 8, 15, 0, 0, 0, time.UTC) // a Sunday
	if p, err := h.service.Processing(t.Context(), clerk); err != nil || p != (document.Processing{}) {
		t.Errorf("of nothing: %+v, %v", p, err)
	}
	if d, err := h.service.Dashboard(t.Context(), clerk); err != nil || d.Documents != 0 || d.OCRConfidence != 0 || len(d.PerDay) != 30 {
		t.Errorf("of nothing: %+v, %v", d, err)
	}
	today := document.DayOf(h.clock.now)
	for id, d := range map[string]document.Document{
		"a": {Type: document.Tutela, Status: document.Processed, SHA256: "x", ProcessingTime: time.Second, OCRConfidence: 0.8, CreatedAt: today.Begin(), Duplicates: 3},
		"f": {Type: document.Tutela, Status: document.Processed, SHA256: "z", ProcessingTime: 3 * time.Second, CreatedAt: today.Begin().Add(-1), NeedsReview: true},
		"b": {Type: document.Tutela, Status: document.Validated, SHA256: "y", ProcessingTime: 2 * time.Second, OCRConfidence: 0.9, CreatedAt: today.Begin().Add(-1)},
		"c": {Type: document.Desacato, Status: document.ManualEntry, TypedIn: true, OCRConfidence: 1, CreatedAt: today.Monday().Begin()},
		"d": {Type: document.Desacato, Status: document.Validated, TypedIn: true, CreatedAt: today.Monday().Begin().Add(-1)},
		"e": {Type: document.Otro, Status: document.Imported, CreatedAt: (today - 30).Begin()},
	} {
		d.ID = id
		if err := h.Documents().Create(t.Context(), d); err != nil {
			t.Fatal(err)
		}
	}
	p, err := h.service.Processing(t.Context(), clerk)
	if want := (document.Processing{Documents: 6, Read: 3, Manual: 2, Average: 2 * time.Second, Today: 1, ThisWeek: 4}); err != nil || p != want {
		t.Errorf("%+v, %v, want %+v", p, err, want)
	}
	d, err := h.service.Dashboard(t.Context(), clerk)
	if err != nil || d.Documents != 6 || d.ByType[document.Tutela] != 3 || d.ByType[document.Otro] != 1 || d.ByStatus[document.Validated] != 2 ||
		d.PendingValidation != 4 || d.Duplicated != 1 || math.Abs(d.OCRConfidence-0.85) > 1e-9 {
		t.Errorf("%+v, %v", d, err)
	}
	counted := 0
	for i, c := range d.PerDay {
		if want := today - 29 + document.Day(i); c.Day != want {
			t.Errorf("day %d is %s, want %s", i, c.Day, want)
		}
		counted += c.Count
	}
	if len(d.PerDay) != 30 || counted != 5 || d.PerDay[29].Count != 1 {
		t.Errorf("%+v", d.PerDay)
	}
}

func TestActivity(t *testing.T) {
	h := newHouse(t, nil)
	today := document.DayOf(h.clock.now)
	for id, d := range map[string]document.Document{
		"a": {Type: document.Tutela, SHA256: "x", OCRConfidence: 0.8, ProcessingTime: time.Second, CreatedAt: today.Begin(), NeedsReview: true},
		"b": {Type: document.Desacato, CreatedAt: today.Begin()},
		"c": {Type: document.Tutela, CreatedAt: (today - 29).Begin()},
		"d": {Type: document.Tutela, CreatedAt: (today - 30).Begin()},
	} {
		d.ID = id
		if err := h.Documents().Create(t.Context(), d); err != nil {
			t.Fatal(err)
		}
	}
	for i, p := range []document.Pair{{ReceivedAt: today.Begin()}, {ReceivedAt: today.Begin(), Decision: document.Decision{Verdict: document.IsDuplicate, At: h.clock.now}}, {ReceivedAt: (today - 30).Begin()}} {
		p.DocumentID, p.EarlierID = fmt.Sprint("later", i), "earlier"
		if err := h.Pairs().Put(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	for i, task := range []document.Task{
		{Status: document.TaskCompleted, DocumentID: "a", PagesTotal: 2, StartedAt: h.clock.now, CompletedAt: h.clock.now.Add(time.Second)},
		{Status: document.TaskPending}, {Status: document.TaskFailed}, {Status: document.TaskPending},
	} {
		task.ID, task.CreatedAt, task.ExpiresAt = fmt.Sprint("t", i), h.clock.now, h.clock.now.Add(time.Hour)
		if err := h.Tasks().Create(t.Context(), task); err != nil {
			t.Fatal(err)
		}
	}
	a, err := h.service.Activity(t.Context(), clerk, 0, 0)
	if err != nil || a.From != today-29 || a.To != today || len(a.Days) != 3 || a.Days[0].Day != today-29 || a.Days[1].Type != document.Desacato {
		t.Errorf("%+v, %v", a, err)
	}
	if !maps.Equal(a.Pairs, map[document.PairState]int{"open": 1, "decided": 1, "duplicate": 1, "not_duplicate": 0, "new_claim": 0}) ||
		!maps.Equal(a.Queue, map[document.TaskStatus]int{"pending": 2, "processing": 0, "failed": 1}) || a.ToReview != 1 {
		t.Errorf("%+v", a)
	}
	if len(a.Recent) != 1 || a.Recent[0].DocumentID != "a" || a.Recent[0].Pages != 2 || a.Recent[0].Took != time.Second {
		t.Errorf("%+v", a.Recent)
	}
	if a, err = h.service.Activity(t.Context(), clerk, today-30, today-30); err != nil || len(a.Days) != 1 || a.Pairs[document.PairOpen] != 1 {
		t.Errorf("%+v, %v", a, err)
	}
	for _, days := range [][2]document.Day{{today, today - 1}, {today - 366, today}} {
		if _, err := h.service.Activity(t.Context(), clerk, days[0], days[1]); fault.KindOf(err) != fault.Unprocessable {
			t.Errorf("%v: %v", days, err)
		}
	}
}

func TestTheDashboardCountsWhatCameInTwice(t *testing.T) {
	h := newHouse(t, nil)
	h.processed(t)
	h.processed(t)
	if d, err := h.service.Dashboard(t.Context(), clerk); err != nil || d.Documents != 2 || d.Duplicated != 1 {
		t.Errorf("%+v, %v", d, err)
	}
}
