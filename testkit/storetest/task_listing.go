package storetest

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/document"
)

func testTaskListing(t *testing.T, open func(t *testing.T) Stores) {
	later := epoch.Add(time.Hour)
	list := func(t *testing.T, ctx context.Context, s Stores, status document.TaskStatus, n, size int) (ids []string, total int) {
		t.Helper()
		page := document.PageRequest{Number: n, Size: size}
		l, err := s.Tasks.List(ctx, document.TaskFilter{Status: status}, later, page)
		must(t, err)
		wantEqual(t, l.Page, page)
		for _, task := range l.Items {
			ids = append(ids, task.ID)
		}
		return ids, l.Total
	}
	runRules(t, open, []rule{
		{"a row is the whole task", func(t *testing.T, ctx context.Context, s Stores) {
			want := fullTask("t1")
			must(t, s.Tasks.Create(ctx, want))
			l, err := s.Tasks.List(ctx, document.TaskFilter{}, later, document.PageRequest{Number: 1, Size: 10})
			must(t, err)
			wantEqual(t, l.Items, []document.Task{want})
		}},
		{"tasks are listed by status, newest first, every page once", func(t *testing.T, ctx context.Context, s Stores) {
			statuses := []document.TaskStatus{document.TaskPending, document.TaskFailed, document.TaskCompleted}
			for i := range 9 {
				must(t, s.Tasks.Create(ctx, document.Task{ID: fmt.Sprint("t", i), Status: statuses[i%3], CreatedAt: epoch.Add(time.Duration(i/2) * time.Second)}))
			}
			ids, total := list(t, ctx, s, "", 1, 100)
			wantEqual(t, ids, []string{"t8", "t7", "t6", "t5", "t4", "t3", "t2", "t1", "t0"})
			wantEqual(t, total, 9)
			ids, total = list(t, ctx, s, document.TaskFailed, 1, 2)
			wantEqual(t, ids, []string{"t7", "t4"})
			wantEqual(t, total, 3)
			ids, _ = list(t, ctx, s, document.TaskFailed, 2, 2)
			wantEqual(t, ids, []string{"t1"})
			for _, n := range []int{3, math.MaxInt} {
				ids, total = list(t, ctx, s, document.TaskFailed, n, 2)
				wantEqual(t, len(ids), 0)
				wantEqual(t, total, 3)
			}
			_, total = list(t, ctx, s, document.TaskProcessing, 1, 2)
			wantEqual(t, total, 0)
		}},
		{"tasks are listed by who sent them, with and without a status", func(t *testing.T, ctx context.Context, s Stores) {
			for i, by := range []string{"ana", "luz", "ana", "Ana"} {
				status := []document.TaskStatus{document.TaskPending, document.TaskFailed, document.TaskFailed, document.TaskFailed}[i]
				must(t, s.Tasks.Create(ctx, document.Task{ID: fmt.Sprint("t", i), Status: status, CreatedBy: by, CreatedAt: epoch.Add(time.Duration(i) * time.Second)}))
			}
			for _, test := range []struct {
				filter document.TaskFilter
				want   []string
			}{
				{document.TaskFilter{CreatedBy: "ana"}, []string{"t2", "t0"}},
				{document.TaskFilter{CreatedBy: "ana", Status: document.TaskFailed}, []string{"t2"}},
				{document.TaskFilter{CreatedBy: "nobody"}, nil},
			} {
				l, err := s.Tasks.List(ctx, test.filter, later, document.PageRequest{Number: 1, Size: 10})
				must(t, err)
				var ids []string
				for _, task := range l.Items {
					ids = append(ids, task.ID)
				}
				wantEqual(t, ids, test.want)
				wantEqual(t, l.Total, len(test.want))
			}
		}},
		{"what has expired is not listed, whether or not it was forgotten", func(t *testing.T, ctx context.Context, s Stores) {
			for id, task := range map[string]document.Task{
				"over":    {Status: document.TaskFailed, ExpiresAt: later},
				"kept":    {Status: document.TaskFailed, ExpiresAt: later.Add(time.Microsecond)},
				"endless": {Status: document.TaskFailed},
				"working": {Status: document.TaskProcessing, ExpiresAt: epoch},
			} {
				task.ID = id
				must(t, s.Tasks.Create(ctx, task))
			}
			ids, total := list(t, ctx, s, "", 1, 10)
			wantEqual(t, ids, []string{"working", "kept", "endless"})
			wantEqual(t, total, 3)
		}},
		{"an original is forgotten by the tasks that name it alone", func(t *testing.T, ctx context.Context, s Stores) {
			want := fullTask("t1")
			must(t, s.Tasks.Create(ctx, want))
			must(t, s.Tasks.Create(ctx, fullTask("t2")))
			for _, key := range []string{want.OriginalKey, want.OriginalKey, "", "nobody's"} {
				must(t, s.Tasks.ForgetOriginal(ctx, key))
			}
			want.OriginalKey = ""
			got, err := s.Tasks.Get(ctx, "t1")
			must(t, err)
			wantEqual(t, got, want)
			got, err = s.Tasks.Get(ctx, "t2")
			must(t, err)
			wantEqual(t, got, fullTask("t2"))
		}},
	})
}
