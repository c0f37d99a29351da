package idempotency

import (
	"context"
	"testing"
)

func TestWhoWaitsForALockMayGiveUp(t *testing.T) {
	var l locks
	unlock, err := l.lock(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.lock(ctx, "a"); err != context.Canceled {
		t.Errorf("waiting for a lock that is held: %v", err)
	}
	other, err := l.lock(ctx, "b")
	if err != nil {
		t.Errorf("a lock of another name: %v", err)
	}
	other()
	unlock()
	if unlock, err = l.lock(ctx, "a"); err != nil {
		t.Errorf("a lock that is free again: %v", err)
	}
	unlock()
	if len(l.held) != 0 {
		t.Errorf("%d locks are kept", len(l.held))
	}
}
