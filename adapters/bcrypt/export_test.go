package bcrypt

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"golang.org/x/crypto/bcrypt"
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
