package main

import (
	"fmt"
	"time"

	"github.com/cotejo/cotejo/testkit/proc"
)

// measure does a step and prints how long it took, how much of that the process
// pid computed, and how much memory it and its children held at most in the meantime.
func measure(pid int, name string, do func() (string, error)) error {
	if err := proc.ForgetPeak(pid); err != nil {
		return err
	}
	before, busyBefore := proc.MemoryOf(pid).Now, proc.Busy(pid)
	done, most := make(chan struct{}), make(chan int)
	go func() {
		children := 0
		for {
			for _, child := range proc.Children(pid) {
				children = max(children, proc.MemoryOf(child).Most)
			}
			select {
			case <-done:
				most <- children
				return
			case <-time.After(50 * time.Millisecond):
			}
		}
	}()
	began := time.Now()
	said, err := do()
	took := time.Since(began)
	close(done)
	children := <-most
	if err != nil {
		return err
	}
	fmt.Printf("%-17s %6.1f s (%.1f s of a core)   server %3d MB at most (%d before), reader %3d MB   %s\n",
		name, took.Seconds(), (proc.Busy(pid) - busyBefore).Seconds(), proc.MemoryOf(pid).Most, before, children, said)
	return nil
}
