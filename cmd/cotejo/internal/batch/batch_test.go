package batch

import (
	"context"
	"errors"
	"iter"
	"sync/atomic"
	"testing"
	"time"
)

func count(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func TestInOrderKeepsTheOrderAndTheLimit(t *testing.T) {
	t.Parallel()
	var now, most atomic.Int32
	next := 0
	err := inOrder(t.Context(), 3, count(200), func(i int) int {
		n := now.Add(1)
		for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
		}
		time.Sleep(time.Duration(i%3) * 100 * time.Microsecond)
		now.Add(-1)
		return i
	}, func(i int) error {
		if i != next {
			t.Fatalf("result %d came when %d was due", i, next)
		}
		next++
		return nil
	})
	if err != nil || next != 200 || most.Load() > 3 {
		t.Errorf("%d results, %d at once, %v", next, most.Load(), err)
	}
}

func TestInOrderEndsWithTheFirstFailureOfEmit(t *testing.T) {
	t.Parallel()
	stop := errors.New("stop")
	var started, ended atomic.Int32
	err := inOrder(t.Context(), 2, count(1000), func(i int) int {
		started.Add(1)
		defer ended.Add(1)
		return i
	}, func(i int) error {
		if i == 5 {
			return stop
		}
		return nil
	})
	if !errors.Is(err, stop) || started.Load() != ended.Load() || started.Load() > 100 {
		t.Errorf("%v, %d started, %d ended", err, started.Load(), ended.Load())
	}
}

func TestInOrderDoesNotWaitForItemsThatNeverCome(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	forever := make(chan struct{})
	defer close(forever)
	err := inOrder(ctx, 2, func(yield func(int) bool) {
		yield(1)
		<-forever
	}, func(i int) int { return i }, func(int) error { cancel(); return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
