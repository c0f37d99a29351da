package main

import (
	"fmt"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/cotejo/cotejo/core/ner"
)

// reportSpeed prints how much text a core reads a second of processor time,
// filing by filing and in one text of ten megabytes.
func reportSpeed(s study) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	e := ensemble(nil)
	var texts []string
	for _, p := range s.papers(readings[0]) {
		texts = append(texts, p.Text)
	}
	one := strings.Join(texts, "\n\f")
	e.Extract(texts[0])
	spent := processor(func() {
		for _, t := range texts {
			e.Extract(t)
		}
	})
	fmt.Printf("\nSpeed, one core\n%d filings, %.1f MB: %.2f MB/s, %.1f ms a filing (goal 2 MB/s)\n",
		len(texts), mega(len(one)), mega(len(one))/spent.Seconds(), 1e3*spent.Seconds()/float64(len(texts)))
	const long = 10 << 20
	text := strings.Repeat(one, long/len(one)+1)[:long]
	spent = processor(func() { e.Extract(strings.ToValidUTF8(text, "")) })
	fmt.Printf("one text of %.1f MB: %.1f s (goal 6 s)\n", mega(long), spent.Seconds())
	for _, x := range ner.Extractors() {
		only := alone(x.Name())
		spent = processor(func() {
			for _, t := range texts {
				only.Extract(t)
			}
		})
		fmt.Printf("%-12s alone %6.2f MB/s\n", x.Name(), mega(len(one))/spent.Seconds())
	}
}

func mega(n int) float64 { return float64(n) / (1 << 20) }

// processor returns the processor time that f takes, the collector's included.
func processor(f func()) time.Duration {
	before := used()
	f()
	return used() - before
}

func used() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		fail("%v", err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
