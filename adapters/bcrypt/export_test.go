package bcrypt

import (
	"context"
	"runtime"
	"testing"
)

// Enter takes a turn of h until leave is called.
func Enter(t testing.TB, h *Hasher) (leave func()) {
	t.Helper()
	leave, err := h.enter(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return leave
}

// AwaitQueue returns when n run or wait.
func AwaitQueue(h *Hasher, n int) {
	for len(h.queue) < n {
		runtime.Gosched()
	}
}
