package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// measure does a step and prints how long it took, how much of that the process
// pid computed, and how much memory it and its children held at most meanwhile.
func measure(pid int, name string, do func() (string, error)) error {
	// Linux counts a new peak from here on.
	if err := os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", pid), []byte("5"), 0); err != nil {
		return fmt.Errorf("this is measured on Linux alone: %w", err)
	}
	before, busyBefore := status(pid, "VmRSS:"), busy(pid)
	done, most := make(chan struct{}), make(chan int)
	go func() {
		children := 0
		for {
			for _, child := range childrenOf(pid) {
				children = max(children, status(child, "VmHWM:"))
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
		name, took.Seconds(), (busy(pid) - busyBefore).Seconds(), status(pid, "VmHWM:"), before, children, said)
	return nil
}

// status reads a figure of a process, in MB; 0 when it is gone.
func status(pid int, name string) int {
	content, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(content)) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == name {
			kilobytes, _ := strconv.Atoi(fields[1])
			return kilobytes / 1000
		}
	}
	return 0
}

// ticks is how many units of time of /proc make a second: 100 wherever Linux runs.
const ticks = 100

// busy is how long a process has been computing so far, its children not
// included: on a machine that does other things as well, the fairer figure.
func busy(pid int) time.Duration {
	content, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(content), ") ")
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * time.Second / ticks
}

func childrenOf(pid int) (children []int) {
	paths, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		// The name of the program, in brackets, may hold anything.
		_, rest, found := strings.Cut(string(content), ") ")
		if fields := strings.Fields(rest); found && len(fields) > 1 && fields[1] == strconv.Itoa(pid) {
			if child, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil {
				children = append(children, child)
			}
		}
	}
	return children
}
