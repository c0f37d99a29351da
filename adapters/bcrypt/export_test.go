package bcrypt

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"golang.org/x/crypto/bcrypt"

	"github.com/cotejo/cotejo/core/account"
)

// DecoyCost returns what a comparison without a hash costs now.
func DecoyCost(h *Hasher) int {
	cost, err := bcrypt.Cost(fmt.Appendf(nil, decoy, h.inUse.Load()))
	if err != nil {
		panic(err)
	}
	return cost
}

// Enter takes a turn of h until leave is called.
func Enter(t testing.TB, h *Hasher) (leave func()) {
	t.Helper()
	leave, err := h.line.enter(context.Background(), account.Caller{})
	if err != nil {
		t.Fatal(err)
	}
	return leave
}

// AwaitQueue returns when n run or wait.
func AwaitQueue(h *Hasher, n int) {
	for {
		h.line.mu.Lock()
		got := h.line.running + len(h.line.trusted) + len(h.line.suspect)
		h.line.mu.Unlock()
		if got >= n {
			return
		}
		runtime.Gosched()
	}
}

// SuspectsWaiting returns how many suspect callers wait.
func SuspectsWaiting(h *Hasher) int {
	h.line.mu.Lock()
	defer h.line.mu.Unlock()
	return len(h.line.suspect)
}
