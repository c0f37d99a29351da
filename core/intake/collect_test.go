package intake_test

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
)

func found(source, content string) document.FoundFile {
	sum := sha256.Sum256([]byte(content))
	return document.FoundFile{Upload: upload("tutela.pdf", content, ""), Source: source, SHA256: hex.EncodeToString(sum[:])}
}

// collect takes a file in and fails the test when it is refused.
func (h *house) collect(t *testing.T, f document.FoundFile) document.Collected {
	t.Helper()
	c, err := h.service.Collect(t.Context(), clerk, f)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (h *house) work(t *testing.T, task document.Task) {
	t.Helper()
	if err := h.worker.Work(t.Context(), task.ID); err != nil {
		t.Fatal(err)
	}
}

func TestAFoundFileIsTakenInOnce(t *testing.T) {
	h := newHouse(t, nil)
	first := h.collect(t, found("/in/a.pdf", pdf))
	if again := h.collect(t, found("/in/a.pdf", pdf)); first.Before || !again.Before || again.Task.ID != first.Task.ID {
		t.Errorf("%+v, then %+v", first, again)
	}
	h.work(t, first.Task)
	if again := h.collect(t, found("/in/a.pdf", pdf)); !again.Before || again.Task.Status != document.TaskCompleted || h.originals(t) != 1 {
		t.Errorf("once it is read: %+v", again)
	}
	for _, other := range []document.FoundFile{found("/in/b.pdf", pdf), found("/in/a.pdf", pdf+"2")} {
		if c := h.collect(t, other); c.Before || c.Task.ID == first.Task.ID {
			t.Errorf("%s %s was not taken in: %+v", other.Source, other.SHA256, c)
		}
	}
}

func TestOfProcessesThatFindOneFileTogetherOneTakesItIn(t *testing.T) {
	h := newHouse(t, nil)
	var all sync.WaitGroup
	tasks := make([]string, 8)
	for i := range tasks {
		all.Go(func() {
			c, err := h.service.Collect(t.Context(), clerk, found("/in/a.pdf", pdf))
			if err != nil {
				t.Error(err)
			}
			tasks[i] = c.Task.ID
		})
	}
	all.Wait()
	for _, id := range tasks {
		if id == "" || id != tasks[0] {
			t.Errorf("tasks %v", tasks)
		}
	}
	if n := h.originals(t); n != 1 {
		t.Errorf("%d originals", n)
	}
}

func TestAFoundFileIsKnownWhenItsTaskIsForgotten(t *testing.T) {
	h := newHouse(t, nil)
	first := h.collect(t, found("/in/a.pdf", pdf))
	h.work(t, first.Task)
	worked := h.task(t, first.Task.ID).Result
	h.clock.advance(400 * 24 * time.Hour)
	if _, err := h.Tasks().DeleteExpired(t.Context(), h.clock.Now()); err != nil {
		t.Fatal(err)
	}
	again := h.collect(t, found("/in/a.pdf", pdf))
	if !again.Before || again.Task.Status != document.TaskCompleted || again.Task.Result == nil || again.Task.Result.Plaintiff != worked.Plaintiff || worked.Plaintiff == "" {
		t.Errorf("%+v", again)
	}

	if err := h.service.Delete(t.Context(), chief, first.Task.DocumentID); err != nil {
		t.Fatal(err)
	}
	_, err := h.service.Collect(t.Context(), clerk, found("/in/a.pdf", pdf))
	if f, ok := fault.As(err); !ok || f.Kind != fault.Conflict || f.Code != "collected_gone" {
		t.Errorf("once its document is deleted: %v", err)
	}
	wanted := found("/in/a.pdf", pdf)
	wanted.Again = true
	if c := h.collect(t, wanted); c.Before || c.Task.ID == first.Task.ID {
		t.Errorf("on request: %+v", c)
	}
}

func TestAFoundFileThatCouldNotBeReadIsTriedAgain(t *testing.T) {
	h := newHouse(t, nil)
	h.reader.faults = []error{fault.New(fault.Unprocessable, "damaged", "El PDF está dañado.")}
	first := h.collect(t, found("/in/a.pdf", pdf))
	h.work(t, first.Task)
	if c, err := h.service.Collected(t.Context(), clerk, "/in/a.pdf", first.Task.SHA256); err != nil || c.Task.Status != document.TaskFailed {
		t.Fatalf("%+v, %v", c, err)
	}
	locked := found("/in/a.pdf", pdf)
	locked.Password = func() string { return "clave" }
	again := h.collect(t, locked)
	if again.Before || again.Task.ID != first.Task.ID || again.Task.Status != document.TaskPending || h.originals(t) != 1 {
		t.Fatalf("%+v", again)
	}
	h.work(t, again.Task)
	if opened := h.reader.passwords; !slices.Contains(opened, "clave") {
		t.Errorf("it was opened with %q", opened)
	}
	if task := h.task(t, first.Task.ID); task.Status != document.TaskCompleted {
		t.Errorf("%+v", task)
	}
}

func TestAFileThatChangesWhileItIsReadIsNotTakenIn(t *testing.T) {
	h := newHouse(t, nil)
	f := found("/in/a.pdf", pdf)
	f.Upload = upload("a.pdf", pdf+"more", "")
	if _, err := h.service.Collect(t.Context(), clerk, f); fault.KindOf(err) != fault.Stale {
		t.Errorf("%v", err)
	}
	if n := h.originals(t); n != 0 {
		t.Errorf("%d originals", n)
	}
	if _, err := h.service.Collected(t.Context(), clerk, f.Source, f.SHA256); fault.KindOf(err) != fault.NotFound {
		t.Errorf("it is known: %v", err)
	}
}
