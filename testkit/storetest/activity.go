package storetest

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/document"
)

func testActivity(t *testing.T, open func(t *testing.T) Stores) {
	before, after := epoch.Add(-time.Hour), epoch.Add(time.Second)
	tasksOf := func(a document.Activity) (ids []string) {
		for _, task := range a.Tasks {
			ids = append(ids, task.ID)
		}
		slices.Sort(ids)
		return ids
	}

	runRules(t, open, []rule{
		{"nothing has happened in an empty store", func(t *testing.T, ctx context.Context, s Stores) {
			got, err := s.Activity.Activity(ctx, before, 10)
			must(t, err)
			wantEqual(t, got, document.Activity{})
		}},
		{"tasks are told that are in work, and those that came in or ended since", func(t *testing.T, ctx context.Context, s Stores) {
			for _, task := range []document.Task{
				{ID: "waiting long", Status: document.TaskPending, CreatedAt: before},
				{ID: "in work long", Status: document.TaskProcessing, CreatedAt: before, PagesDone: 3},
				{ID: "came in", Status: document.TaskPending, CreatedAt: after},
				{ID: "ended long ago", Status: document.TaskCompleted, CreatedAt: before, CompletedAt: before, ExpiresAt: after},
				{ID: "ended", Status: document.TaskFailed, CreatedAt: before, CompletedAt: after, ErrorCode: "x"},
				{ID: "came in and ended", Status: document.TaskCompleted, CreatedAt: after, CompletedAt: after},
			} {
				must(t, s.Tasks.Create(ctx, task))
			}
			got, err := s.Activity.Activity(ctx, epoch, 10)
			must(t, err)
			wantEqual(t, tasksOf(got), []string{"came in", "came in and ended", "ended", "in work long"})
			for _, task := range got.Tasks {
				if task.ID == "in work long" && task.PagesDone != 3 || task.ID == "ended" && task.ErrorCode != "x" {
					t.Errorf("%+v", task)
				}
			}
		}},
		{"a task is told without its result", func(t *testing.T, ctx context.Context, s Stores) {
			want := fullTask("t1")
			want.CreatedAt = after
			must(t, s.Tasks.Create(ctx, want))
			got, err := s.Activity.Activity(ctx, epoch, 10)
			must(t, err)
			want.Result, want.OriginalKey, want.SHA256 = nil, "", ""
			wantEqual(t, got.Tasks, []document.Task{want})
		}},
		{"documents are told newest first, and which are in a pair", func(t *testing.T, ctx context.Context, s Stores) {
			for i, id := range []string{"d1", "d2", "d3", "d4"} {
				must(t, s.Documents.Create(ctx, document.Document{ID: id, CreatedAt: epoch.Add(time.Duration(i) * time.Second)}))
			}
			must(t, s.Pairs.Put(ctx, document.Pair{DocumentID: "d4", EarlierID: "d1", Relation: document.SameFacts}))
			got, err := s.Activity.Activity(ctx, epoch.Add(time.Second), 10)
			must(t, err)
			wantEqual(t, got, document.Activity{Stored: []string{"d4", "d3", "d2"}, Paired: []string{"d4"}, Total: 4})
			must(t, s.Documents.Delete(ctx, "d3"))
			got, err = s.Activity.Activity(ctx, epoch, 10)
			must(t, err)
			slices.Sort(got.Paired)
			wantEqual(t, got, document.Activity{Stored: []string{"d4", "d2", "d1"}, Paired: []string{"d1", "d4"}, Total: 3})
		}},
		{"changes are told newest first", func(t *testing.T, ctx context.Context, s Stores) {
			old := document.Change{DocumentID: "d1", At: before, User: "ana", By: "ana", Field: document.FieldCourt, From: "a", To: "b"}
			first, second := old, old
			first.At, second.At, second.DocumentID = epoch, after, "d2"
			must(t, s.History.Append(ctx, []document.Change{old, first, second}))
			got, err := s.Activity.Activity(ctx, epoch, 10)
			must(t, err)
			wantEqual(t, got.Changes, []document.Change{second, first})
		}},
		{"of each kind no more than the limit is told, the newest", func(t *testing.T, ctx context.Context, s Stores) {
			for i := range 5 {
				id, at := fmt.Sprint("x", i), epoch.Add(time.Duration(i)*time.Second)
				must(t, s.Documents.Create(ctx, document.Document{ID: id, CreatedAt: at}))
				must(t, s.Tasks.Create(ctx, document.Task{ID: id, Status: document.TaskPending, CreatedAt: at}))
				must(t, s.History.Append(ctx, []document.Change{{DocumentID: id, At: at}}))
			}
			got, err := s.Activity.Activity(ctx, before, 2)
			must(t, err)
			wantEqual(t, got.Stored, []string{"x4", "x3"})
			wantEqual(t, tasksOf(got), []string{"x3", "x4"})
			wantEqual(t, len(got.Changes), 2)
			wantEqual(t, got.Changes[0].DocumentID, "x4")
			wantEqual(t, got.Total, 5)
		}},
	})
}
