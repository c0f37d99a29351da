package program

import (
	"fmt"
	"net"
	"runtime"
	"testing"
)

func TestAFreePortIsGivenOnceAndIsNoneThatTheSystemGives(t *testing.T) {
	given := map[int]bool{}
	for range 200 {
		port := FreePort(t)
		if given[port] {
			t.Fatalf("port %d was given twice", port)
		}
		given[port] = true
	}
	runtime.GC() // what is no longer held would be closed
	for port := range given {
		if l, err := net.Listen("unix", fmt.Sprintf("@cotejo-test-port-%d", port)); err == nil {
			l.Close()
			t.Fatalf("another process could get port %d", port)
		}
	}
	for range 200 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		if port := l.Addr().(*net.TCPAddr).Port; port >= firstPort && port < endPort {
			t.Fatalf("the system gives port %d by itself", port)
		}
	}
}
