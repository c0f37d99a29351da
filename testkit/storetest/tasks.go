package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/dedup"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/ner"
)

func testTasks(t *testing.T, open func(t *testing.T) Stores) {
	runRules(t, open, []rule{
		{"what is created comes back whole", func(t *testing.T, ctx context.Context, s Stores) {
			for _, want := range []document.Task{fullTask("t1"), {ID: "t2"}} {
				must(t, s.Tasks.Create(ctx, want))
				got, err := s.Tasks.Get(ctx, want.ID)
				must(t, err)
				wantEqual(t, got, want)
			}
		}},
		{"a taken ID is a conflict", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Tasks.Create(ctx, fullTask("t1")))
			wantKind(t, s.Tasks.Create(ctx, document.Task{ID: "t1"}), fault.Conflict)
		}},
		{"an unknown ID is not found", func(t *testing.T, ctx context.Context, s Stores) {
			_, err := s.Tasks.Get(ctx, "t1")
			wantKind(t, err, fault.NotFound)
			wantKind(t, s.Tasks.Update(ctx, "t1", func(*document.Task) error { return nil }), fault.NotFound)
		}},
		{"an update stores what change did", func(t *testing.T, ctx context.Context, s Stores) {
			want := fullTask("t1")
			result := want.Result
			want.Result = nil
			must(t, s.Tasks.Create(ctx, want))
			must(t, s.Tasks.Update(ctx, "t1", func(d *document.Task) error {
				d.Status, d.Result, d.Progress = document.TaskCompleted, result, 1
				return nil
			}))
			want.Status, want.Result, want.Progress = document.TaskCompleted, result, 1
			got, err := s.Tasks.Get(ctx, "t1")
			must(t, err)
			wantEqual(t, got, want)
		}},
		{"a failed update stores nothing", func(t *testing.T, ctx context.Context, s Stores) {
			want := fullTask("t1")
			must(t, s.Tasks.Create(ctx, want))
			wantEqual(t, s.Tasks.Update(ctx, "t1", func(d *document.Task) error {
				d.Progress, d.Result.Duplicates[0].Reasons[0].Text = 0, "otra"
				return errChange
			}), errChange)
			got, err := s.Tasks.Get(ctx, "t1")
			must(t, err)
			wantEqual(t, got, want)
		}},
		{"tasks are found by the documents that they make", func(t *testing.T, ctx context.Context, s Stores) {
			for _, id := range []string{"t1", "t2", "t3"} {
				must(t, s.Tasks.Create(ctx, fullTask(id)))
			}
			got, err := s.Tasks.ByDocument(ctx, []string{"d-t1", "d-t3", "d-t1", "d-t4", "t2", "", "'"})
			must(t, err)
			want := map[string]document.Task{"d-t1": fullTask("t1"), "d-t3": fullTask("t3")}
			for id, task := range want {
				task.Result = nil
				want[id] = task
			}
			wantEqual(t, got, want)
			got, err = s.Tasks.ByDocument(ctx, nil)
			must(t, err)
			wantEqual(t, len(got), 0)
		}},
		{"only tasks that ended and whose time is over are forgotten", func(t *testing.T, ctx context.Context, s Stores) {
			past, future := epoch.Add(-time.Microsecond), epoch.Add(time.Microsecond)
			for id, task := range map[string]document.Task{
				"ended":   {Status: document.TaskCompleted, ExpiresAt: past},
				"failed":  {Status: document.TaskFailed, ExpiresAt: past},
				"kept":    {Status: document.TaskCompleted, ExpiresAt: future},
				"endless": {Status: document.TaskCompleted},
				"waiting": {Status: document.TaskPending},
				"working": {Status: document.TaskProcessing},
			} {
				task.ID = id
				must(t, s.Tasks.Create(ctx, task))
			}
			n, err := s.Tasks.DeleteExpired(ctx, epoch)
			must(t, err)
			wantEqual(t, n, 2)
			for id, kept := range map[string]bool{"ended": false, "failed": false, "kept": true, "endless": true, "waiting": true, "working": true} {
				if _, err := s.Tasks.Get(ctx, id); (err == nil) != kept {
					t.Errorf("%s: got %v, want kept %t", id, err, kept)
				}
			}
		}},
		{"the backlog is the tasks that have not ended, when the first of them came and when one last moved", func(t *testing.T, ctx context.Context, s Stores) {
			for i, status := range []document.TaskStatus{document.TaskCompleted, document.TaskFailed, document.TaskProcessing,
				document.TaskPending, document.TaskPending} {
				must(t, s.Tasks.Create(ctx, document.Task{ID: string(rune('a' + i)), Status: status, CreatedAt: epoch.Add(time.Duration(i) * time.Second),
					MovedAt: epoch.Add(time.Duration(60-i) * time.Second)}))
			}
			b, err := s.Tasks.Backlog(ctx)
			must(t, err)
			wantEqual(t, b, document.Backlog{Tasks: 3, Oldest: epoch.Add(2 * time.Second), Moved: epoch.Add(58 * time.Second)})
		}},
		{"without tasks that have not ended the backlog is zero", func(t *testing.T, ctx context.Context, s Stores) {
			must(t, s.Tasks.Create(ctx, document.Task{ID: "a", Status: document.TaskFailed, CreatedAt: epoch}))
			b, err := s.Tasks.Backlog(ctx)
			must(t, err)
			wantEqual(t, b, document.Backlog{})
		}},
	})
}

// assessment returns an assessment with every field.
func assessment(reason string) dedup.Assessment {
	r := dedup.Reason{Code: "code", Text: reason, Left: "52.418.903", Right: "52.418.908", Weight: 4}
	i := dedup.Identity{Score: 0.7, Verdict: dedup.Partly, Evidence: []dedup.Reason{r}}
	return dedup.Assessment{MinHash: 0.7, TFIDF: 0.6, Entity: 0.5, Ensemble: 0.6, Similarity: 0.8, Parties: i, Facts: i, Claims: i, Reasons: []dedup.Reason{r},
		Adjustments: []dedup.Adjustment{{Rule: "retold", Before: 0.6, After: 0.8, Reason: "otra redacción"}}}
}

func fullTask(id string) document.Task {
	return document.Task{
		ID: id, DocumentID: "d-" + id, Status: document.TaskProcessing, Stage: document.StageReading,
		Progress: 1.0 / 3, PagesDone: 1, PagesTotal: 3, FileName: "a.pdf", Type: document.HabeasCorpus, Tags: []string{"salud", "niñez"},
		OriginalKey: "originals/" + id, SHA256: "ab", Size: 1 << 40, CreatedBy: "clerk", Priority: document.Bulk, Attempts: 2,
		Result: &document.TaskResult{DocumentID: "d-" + id, FileName: "a.pdf", Type: document.HabeasCorpus,
			PoorlyRead: true, Doubts: []document.Doubt{{Field: document.FieldEmail, Chance: .5, Reason: ner.ReasonMissing}},
			Suggested: document.Suggestion{Type: document.Tutela, Confidence: 0.6, Reasons: []string{"acción de tutela"}},
			Plaintiff: "José", Defendant: "EPS", OCRConfidence: 0.9, Pages: 3, ProcessingTime: 1234567891,
			NeedsReview: true, Warnings: []string{"La página 3 no tiene texto legible."},
			Related: document.Related{
				Duplicates: []document.Duplicate{{DocumentID: "d0", FileName: "b.pdf", Assessment: assessment("la misma cédula")},
					{DocumentID: "d1", FileName: "a.pdf", Assessment: document.SameFileAssessment()}},
				Unlisted:  7,
				NewClaims: []document.Duplicate{{DocumentID: "d8", FileName: "d.pdf", Assessment: assessment("pide otra cosa")}},
				Mass:      []document.Duplicate{{DocumentID: "d9", FileName: "c.pdf", Assessment: assessment("mismo formato de escrito")}}}},
		Error: "Falló.", ErrorCode: "failed",
		CreatedAt: epoch, ArrivedAt: epoch.Add(-time.Hour),
		StartedAt: epoch.Add(1000), MovedAt: epoch.Add(4000), CompletedAt: epoch.Add(2000), ExpiresAt: epoch.Add(3000),
	}
}
