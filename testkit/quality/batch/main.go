// Command batch measures «cotejo dedup» on a large collection of invented
// filings: how long each stage takes on the clock and of the processors, the
// most memory that was resident, and how many of the pairs it finds are right.
//
//	go run ./testkit/genfilings -stream -n 1000000 -size 7000 -out DIR
//	go run ./testkit/quality/batch -program bin/cotejo -folder DIR
//
// It ends with a fault when precision or recall fall below what -least says.
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

func main() {
	program := flag.String("program", "bin/cotejo", "the program to measure")
	folder := flag.String("folder", "", "where filings.jsonl and pairs.jsonl are")
	memory := flag.String("memory", "2GB", "what the program is told that it may use")
	least := flag.Float64("least", 0.98, "the least F1")
	flag.Parse()
	if err := run(context.Background(), *program, *folder, *memory, *least); err != nil {
		fmt.Fprintln(os.Stderr, "batch:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, program, folder, memory string, least float64) error {
	filings := filepath.Join(folder, "filings.jsonl")
	info, err := os.Stat(filings)
	if err != nil {
		return err
	}
	results, err := os.MkdirTemp(folder, "results-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(results)
	found, groups := filepath.Join(results, "pairs.jsonl"), filepath.Join(results, "clusters.jsonl")
	fmt.Printf("%s: %.2f GB, --memory %s\n\n", filings, float64(info.Size())/1e9, memory)
	c := exec.CommandContext(ctx, program, "dedup", filings, "--out", found, "--clusters", groups, "--memory", memory)
	if err := measure(c); err != nil {
		return err
	}
	verdict, err := judge(filepath.Join(folder, "pairs.jsonl"), found)
	if err != nil {
		return err
	}
	size, clusters, err := largest(groups)
	if err != nil {
		return err
	}
	fmt.Printf("clusters  %d, the largest of %d\n%s", clusters, size, verdict)
	if verdict.f1() < least {
		return fmt.Errorf("F1 %.4f is below %.4f", verdict.f1(), least)
	}
	return nil
}

// duration is the time that a process has taken so far.
type duration struct{ clock, processor time.Duration }

// measure runs the program and prints what each stage took, as its remarks tell
// them apart: to about two seconds, in which it says nothing.
func measure(c *exec.Cmd) error {
	remarks, err := c.StderrPipe()
	if err != nil {
		return err
	}
	start := time.Now()
	if err := c.Start(); err != nil {
		return err
	}
	var (
		stage string
		since duration
	)
	report := func(now duration) {
		if stage != "" {
			row(stage, now.clock-since.clock, now.processor-since.processor)
		}
		since = now
	}
	summary := ""
	for lines := bufio.NewScanner(remarks); lines.Scan(); {
		text := strings.TrimPrefix(lines.Text(), "cotejo: ")
		name, _, ok := strings.Cut(text, ": ")
		if !ok || strings.ContainsAny(name, "0123456789") {
			summary = text
			continue
		}
		if name != stage {
			report(duration{time.Since(start), processorOf(c.Process.Pid)})
			stage = name
		}
	}
	_, _ = io.Copy(io.Discard, remarks)
	if err := c.Wait(); err != nil {
		return fmt.Errorf("%w: %s", err, summary)
	}
	usage := c.ProcessState.SysUsage().(*syscall.Rusage)
	all := duration{time.Since(start), c.ProcessState.UserTime() + c.ProcessState.SystemTime()}
	report(all)
	row("all", all.clock, all.processor)
	fmt.Printf("\nmost memory resident: %d MB (1024 × 1024)\n%s\n", usage.Maxrss/1024, summary)
	return nil
}

func row(name string, clock, processor time.Duration) {
	fmt.Printf("%-18s %7.1f s on the clock, %7.1f s of processors\n", name, clock.Seconds(), processor.Seconds())
}

// processorOf returns the processor time of a running process on Linux; 0 elsewhere.
func processorOf(pid int) time.Duration {
	const perSecond = 100 // USER_HZ
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	// The name of the program, in brackets, may hold blanks.
	fields := strings.Fields(string(data[max(0, strings.LastIndexByte(string(data), ')')):]))
	ticks := 0
	for _, i := range []int{12, 13} { // utime and stime, counted from the bracket
		if i < len(fields) {
			n, _ := strconv.Atoi(fields[i])
			ticks += n
		}
	}
	return time.Duration(ticks) * time.Second / perSecond
}
