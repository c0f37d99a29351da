package read_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/adapters/sqlstore"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/testkit/cotejo"
)

// TestTaskCancel cancels a queued task with the server stopped; one that has ended
// cannot be cancelled, and an unknown one is reported as such.
func TestTaskCancel(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path := filepath.Join(folder, "cotejo.db")
	db, err := sqlstore.Open(t.Context(), sqlstore.Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	const id = "0198c1f0-7a52-7c1e-9d3b-2f6f0d1c8a11"
	if err := db.Tasks().Create(t.Context(), document.Task{ID: id, DocumentID: "d", Status: document.TaskPending, Stage: document.StageQueued}); err != nil {
		t.Fatal(err)
	}
	cancel := func(id string) cotejo.Result {
		return cotejo.Invocation{Folder: folder, Env: []string{"SVC_DATABASE_PATH=" + path}, Args: []string{"task", "cancel", "--json", id}}.Run(t)
	}
	for _, tc := range []struct {
		rule, id string
		status   int
		says     string
	}{
		{"a queued task, its identifier in capitals", strings.ToUpper(id), 0, `"status":"failed","error_code":"cancelled"`},
		{"a task that has ended", id, 5, "ya terminó"},
		{"no task", "nada", 3, "No existe una tarea"},
	} {
		if got := cancel(tc.id); got.Status != tc.status || !strings.Contains(got.Stdout+got.Stderr, tc.says) {
			t.Errorf("%s: %+v", tc.rule, got)
		}
	}
	if task, err := db.Tasks().Get(t.Context(), id); err != nil || task.Status != document.TaskFailed {
		t.Errorf("stored is %+v, %v", task, err)
	}
}
