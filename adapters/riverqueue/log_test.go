package riverqueue_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cotejo/cotejo/adapters/riverqueue"
	"github.com/cotejo/cotejo/core/document"
)

// worked is a worker that fails once.
type worked struct {
	failed bool
	done   chan struct{}
}

func (w *worked) Work(context.Context, string) error {
	if !w.failed {
		w.failed = true
		return errors.New("the disk is gone")
	}
	close(w.done)
	return nil
}

// The log names tasks, which is what people ask for, and has nothing to say
// while all goes well.
func TestLogNamesTheTaskThatFailed(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	w := &worked{done: make(chan struct{})}
	q, stop := start(t, opened(t, filepath.Join(t.TempDir(), "queue.db")), riverqueue.Options{Worker: w,
		Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	if err := q.Enqueue(t.Context(), "task-7", "", document.Interactive); err != nil {
		t.Fatal(err)
	}
	<-w.done
	stop()
	lines := strings.Split(strings.TrimSpace(log.String()), "\n")
	if len(lines) != 1 || !strings.Contains(lines[0], `task=task-7 retry_in=10ms error="the disk is gone"`) || !strings.Contains(lines[0], "level=WARN") {
		t.Errorf("log:\n%s", log.String())
	}
}
