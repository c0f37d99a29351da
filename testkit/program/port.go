package program

import (
	"fmt"
	"math/rand/v2"
	"net"
	"sync"
	"testing"
)

// Ports that the system gives nobody by itself: Linux takes those of outgoing connections,
// and of programs that ask for any, from 32768 upwards.
const firstPort, endPort = 20000, 32768

// held has a name for each port that was given: the system forgets it with the process.
var held sync.Map

// FreePort is a port of 127.0.0.1 for a program that cannot be asked which one it was
// given, or that must have the same one when it starts again. Nothing listens on it, and
// no other test gets it before this one's process has ended.
func FreePort(t testing.TB) int {
	t.Helper()
	var err error
	for range 1000 {
		port := firstPort + rand.IntN(endPort-firstPort)
		var name, l net.Listener
		if name, err = net.Listen("unix", fmt.Sprintf("@cotejo-test-port-%d", port)); err != nil {
			continue
		}
		held.Store(port, name)
		if l, err = net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			l.Close()
			return port
		}
	}
	t.Fatalf("no free port between %d and %d: %v", firstPort, endPort, err)
	return 0
}

// FreeAddress is 127.0.0.1 with a FreePort.
func FreeAddress(t testing.TB) string {
	t.Helper()
	return fmt.Sprintf("127.0.0.1:%d", FreePort(t))
}
