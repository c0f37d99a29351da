// Package proc looks at processes as the kernel describes them under /proc: what
// memory they hold, how long they have computed, which are whose children. Of a
// process that is gone, and elsewhere than on Linux, everything is nothing.
package proc

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Memory is how much of a process is resident, in MB (10^6 bytes).
type Memory struct {
	Now  int
	Most int // since it began, or since ForgetPeak
}

// MemoryOf returns that of a process.
func MemoryOf(pid int) (m Memory) {
	content, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return m
	}
	for line := range strings.Lines(string(content)) {
		fields := strings.Fields(line)
		if len(fields) < 2 {
			continue
		}
		kilobytes, _ := strconv.Atoi(fields[1])
		switch fields[0] {
		case "VmRSS:":
			m.Now = kilobytes * 1024 / 1e6
		case "VmHWM:":
			m.Most = kilobytes * 1024 / 1e6
		}
	}
	return m
}

// ForgetPeak has Linux count a new peak from here on.
func ForgetPeak(pid int) error {
	if err := os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", pid), []byte("5"), 0); err != nil {
		return fmt.Errorf("this is measured on Linux alone: %w", err)
	}
	return nil
}

// ticks is how many units of time of /proc make a second: 100 wherever Linux runs.
const ticks = 100

// Busy is how long a process has been computing so far, its children not
// included: on a machine that does other things as well, the fairer figure.
func Busy(pid int) time.Duration {
	fields := stat(pid)
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * time.Second / ticks
}

// Children returns the living children of a process.
func Children(pid int) (children []int) {
	folders, _ := filepath.Glob("/proc/[0-9]*")
	for _, folder := range folders {
		child, err := strconv.Atoi(filepath.Base(folder))
		if err != nil {
			continue
		}
		if fields := stat(child); len(fields) > 1 && fields[1] == strconv.Itoa(pid) && fields[0] != "Z" {
			children = append(children, child)
		}
	}
	return children
}

// Arguments are those that a process was started with, its name the first.
func Arguments(pid int) []string {
	line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	if err != nil || len(line) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(line), "\x00"), "\x00")
}

// stat are the fields behind the name of the program, which may hold anything.
func stat(pid int) []string {
	content, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	text := string(content)
	return strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
}
