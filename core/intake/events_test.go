package intake_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/cotejo/cotejo/core/account"
	"github.com/cotejo/cotejo/core/document"
	"github.com/cotejo/cotejo/core/fault"
	"github.com/cotejo/cotejo/core/intake"
)

// lately is an ActivityStore that returns what a test puts in it.
type lately struct {
	now   document.Activity
	err   error
	asked int
}

func (l *lately) Activity(context.Context, time.Time, int) (document.Activity, error) {
	l.asked++
	return l.now, l.err
}

// told returns the events that a listener received since the last call, a word for each.
func told(events <-chan document.Event) (words []string) {
	for {
		select {
		case e, open := <-events:
			if !open {
				return append(words, "closed")
			}
			word := string(e.Kind)
			if e.Kind == document.TaskEvent {
				word += " " + e.Task.ID + " " + string(e.Task.Status)
			}
			for _, id := range e.Documents {
				word += " " + id
			}
			words = append(words, word)
		default:
			return words
		}
	}
}

func TestFeedTellsWhatIsNew(t *testing.T) {
	store := &lately{now: document.Activity{Tasks: []document.Task{{ID: "old", Status: document.TaskCompleted}}, Stored: []string{"d0"}, Total: 1,
		Changes: []document.Change{{DocumentID: "d0", Field: document.FieldCedula}}}}
	feed := &intake.Feed{Store: store, Now: time.Now}
	events, stop, err := feed.Listen(account.Actor{Username: "ana"})
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		rule   string
		change func(a *document.Activity)
		want   []string
	}{
		{"what was before is not told", func(*document.Activity) {}, []string{"ready"}},
		{"nothing new", func(*document.Activity) {}, nil},
		{"a task comes in", func(a *document.Activity) {
			a.Tasks = append(a.Tasks, document.Task{ID: "t1", Status: document.TaskPending})
		}, []string{"task t1 pending"}},
		{"it begins", func(a *document.Activity) { a.Tasks[1].Status = document.TaskProcessing }, []string{"task t1 processing"}},
		{"a page is read", func(a *document.Activity) { a.Tasks[1].PagesDone = 1 }, []string{"task t1 processing"}},
		{"an attempt is counted, which nobody sees", func(a *document.Activity) { a.Tasks[1].Attempts = 2 }, nil},
		{"another fails", func(a *document.Activity) {
			a.Tasks = append(a.Tasks, document.Task{ID: "t2", Status: document.TaskFailed, CompletedAt: time.UnixMilli(1000)})
		}, []string{"task t2 failed"}},
		{"that is retried and fails again in the meantime", func(a *document.Activity) { a.Tasks[2].CompletedAt = time.UnixMilli(1500) }, []string{"task t2 failed"}},
		{"the first ends, and its document repeats another", func(a *document.Activity) {
			a.Tasks[1].Status, a.Tasks[1].Progress = document.TaskCompleted, 1
			a.Stored, a.Paired, a.Total = []string{"d1", "d0"}, []string{"d1"}, 2
		}, []string{"task t1 completed", "documents d1", "pairs d1"}},
		{"a document is corrected", func(a *document.Activity) {
			a.Changes = append([]document.Change{{DocumentID: "d1", Field: document.FieldStatus}, {DocumentID: "d1", Field: document.FieldCourt}}, a.Changes...)
		}, []string{"documents d1"}},
		{"a pair is decided", func(a *document.Activity) {
			a.Changes = append([]document.Change{{DocumentID: "d1", Field: document.FieldDecision}, {DocumentID: "d0", Field: document.FieldDecision}}, a.Changes...)
		}, []string{"documents d1 d0", "pairs d1 d0"}},
		{"a document is deleted", func(a *document.Activity) {
			a.Stored, a.Total = []string{"d1"}, 1
			a.Changes = append([]document.Change{{DocumentID: "d0", Field: document.FieldStatus, To: "deleted"}}, a.Changes...)
		}, []string{"documents"}},
		{"it is restored", func(a *document.Activity) {
			a.Total = 2
			a.Changes = append([]document.Change{{DocumentID: "d0", Field: document.FieldStatus, From: "deleted", To: "processed"}}, a.Changes...)
		}, []string{"documents d0"}},
		{"it is deleted again and erased", func(a *document.Activity) {
			a.Changes = append([]document.Change{{DocumentID: "d0", Field: document.FieldStatus, From: "deleted", To: "erased"},
				{DocumentID: "d0", Field: document.FieldStatus, From: "processed", To: "deleted"}}, a.Changes...)
		}, []string{"documents"}},
		{"time passes", func(a *document.Activity) { *a = document.Activity{Total: 2} }, nil},
	} {
		step.change(&store.now)
		if err := feed.Look(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := told(events); !slices.Equal(got, step.want) {
			t.Errorf("%s: told %q, want %q", step.rule, got, step.want)
		}
	}
	stop()
	stop()
	if got := told(events); !slices.Equal(got, []string{"closed"}) {
		t.Errorf("told %q after the end", got)
	}
}

func TestFeedAsksOnceForAllListenersAndNotForNone(t *testing.T) {
	store := &lately{}
	feed := &intake.Feed{Store: store, Now: time.Now}
	look := func(want int) {
		t.Helper()
		if err := feed.Look(t.Context()); err != nil || store.asked != want {
			t.Errorf("asked %d times, want %d; %v", store.asked, want, err)
		}
	}
	look(0)
	var stops []func()
	for range 5 {
		_, stop, err := feed.Listen(account.Actor{Username: "ana"})
		if err != nil {
			t.Fatal(err)
		}
		stops = append(stops, stop)
	}
	look(1)
	look(2)
	for _, stop := range stops {
		stop()
	}
	look(2)
	store.now.Stored, store.now.Total = []string{"d1"}, 1
	events, _, err := feed.Listen(account.Actor{})
	if err != nil {
		t.Fatal(err)
	}
	look(3)
	if got := told(events); !slices.Equal(got, []string{"ready"}) {
		t.Errorf("what happened while nobody listened is told: %q", got)
	}
}

func TestFeedSurvivesAStoreThatFails(t *testing.T) {
	store := &lately{}
	feed := &intake.Feed{Store: store, Now: time.Now}
	events, _, err := feed.Listen(account.Actor{})
	if err != nil || feed.Look(t.Context()) != nil {
		t.Fatal(err)
	}
	store.err, store.now.Total = errors.New("database is locked"), 1
	if err := feed.Look(t.Context()); !errors.Is(err, store.err) {
		t.Errorf("%v", err)
	}
	store.err = nil
	if err := feed.Look(t.Context()); err != nil {
		t.Error(err)
	}
	if got := told(events); !slices.Equal(got, []string{"ready", "documents"}) {
		t.Errorf("told %q", got)
	}
}

func TestSlowListenerIsLetGo(t *testing.T) {
	store := &lately{}
	feed := &intake.Feed{Store: store, Now: time.Now}
	slow, _, err := feed.Listen(account.Actor{})
	if err != nil {
		t.Fatal(err)
	}
	quick, _, err := feed.Listen(account.Actor{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 1000 {
		store.now.Total = i
		if err := feed.Look(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := told(quick); len(got) > 1 || i > 0 && len(got) == 0 {
			t.Fatalf("the quick one is told %q", got)
		}
	}
	got := told(slow)
	if got[len(got)-1] != "closed" {
		t.Errorf("the slow one is kept after %d events", len(got))
	}
}

func TestListenersAreBounded(t *testing.T) {
	feed := &intake.Feed{Store: &lately{}, Now: time.Now}
	listen := func(name string) (func(), error) {
		_, stop, err := feed.Listen(account.Actor{Username: name})
		return stop, err
	}
	granted := 0
	var stop func()
	for range 100 {
		if s, err := listen("ana"); err == nil {
			granted, stop = granted+1, s
		} else if f, _ := fault.As(err); f == nil || f.Kind != fault.Unavailable || f.RetryAfter == 0 {
			t.Fatalf("%v", err)
		}
	}
	if granted != 20 {
		t.Errorf("one user has %d streams", granted)
	}
	if _, err := listen("eva"); err != nil {
		t.Errorf("another user is refused: %v", err)
	}
	stop()
	if _, err := listen("ana"); err != nil {
		t.Errorf("the place of one that ended is not free: %v", err)
	}
	for i := range 1000 {
		if _, err := listen(string(rune('a'+i%26)) + string(rune('a'+i/26))); err == nil {
			granted++
		}
	}
	if granted > 256 {
		t.Errorf("%d streams at once", granted)
	}
}
