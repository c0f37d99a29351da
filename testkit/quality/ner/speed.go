package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/cotejo/cotejo/core/ner"
)

// reportSpeed prints how much text a core reads a second of processor time,
// filing by filing and in one text of ten megabytes, and what texts cost that
// are made to be hard.
func reportSpeed(s study) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	e := ensemble(nil)
	var texts []string
	for _, p := range s.papers(readings[0]) {
		texts = append(texts, p.Text)
	}
	one := strings.Join(texts, "\n\f")
	e.Extract(texts[0])
	var passes [9]time.Duration // a virtual machine's pace varies between them
	for i := range passes {
		passes[i] = processor(func() {
			for _, t := range texts {
				e.Extract(t)
			}
		})
	}
	slices.Sort(passes[:])
	pace := func(d time.Duration) float64 { return mega(len(one)) / d.Seconds() }
	middle := passes[len(passes)/2]
	fmt.Printf("\nSpeed, one core\n%d filings, %.1f MB: %.2f MB/s, %.1f ms a filing (goal 2 MB/s); in %d passes %.2f to %.2f MB/s\n",
		len(texts), mega(len(one)), pace(middle), 1e3*middle.Seconds()/float64(len(texts)), len(passes), pace(passes[len(passes)-1]), pace(passes[0]))
	const long = 10 << 20
	text := strings.Repeat(one, long/len(one)+1)[:long]
	text = strings.ToValidUTF8(text, "")
	spent := processor(func() { e.Extract(text) })
	fmt.Printf("one text of %.1f MB: %.1f s (goal 6 s); beside the text at most %.1f MB of memory, of its first megabyte %.1f MB\n", mega(long), spent.Seconds(),
		mega(highest(func() { e.Extract(text) })), mega(highest(func() { e.Extract(text[:1<<20]) })))
	for _, x := range ner.Extractors() {
		only := alone(x.Name())
		spent = processor(func() {
			for _, t := range texts {
				only.Extract(t)
			}
		})
		fmt.Printf("%-12s alone %6.2f MB/s\n", x.Name(), mega(len(one))/spent.Seconds())
	}
	reportGrowth(e, one)
}

// hardest are texts of which an extractor might make more work than their
// length is worth.
var hardest = []struct{ name, piece string }{
	{"one party", "ACCIONANTE: María Fernanda López Ruiz\nACCIONADO: NUEVA EPS S.A.\n"},
	{"Yo, Yo,", "Yo, "}, {"@", "@"}, {"addresses", "a@b.co "}, {"digits", "1"}, {"cédulas", "C.C. 52.000.111 "}, {"labels", "ACCIONANTE:\n"},
}

// reportGrowth prints what ten times the text costs: ten times as much, or the
// reading is not linear.
func reportGrowth(e *ner.Ensemble, filings string) {
	fmt.Printf("\n%-16s %8s %8s  %s\n", "one text of", "1 MB", "10 MB", "memory allocated, bytes a byte of text")
	for _, h := range append(hardest, struct{ name, piece string }{"no line ends", strings.ReplaceAll(filings, "\n", " ")}) {
		fmt.Printf("%-16s", h.name)
		for _, size := range [...]int{1 << 20, 10 << 20} {
			text := strings.ToValidUTF8(strings.Repeat(h.piece, size/len(h.piece)+1)[:size], "")
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			spent := processor(func() { e.Extract(text) })
			runtime.ReadMemStats(&after)
			fmt.Printf(" %6.2f s", spent.Seconds())
			if size == 10<<20 {
				fmt.Printf("  %.0f", float64(after.TotalAlloc-before.TotalAlloc)/float64(size))
			}
		}
		fmt.Println()
	}
}

func mega(n int) float64 { return float64(n) / 1e6 }

// processor returns the processor time that f takes, the collector's included.
func processor(f func()) time.Duration {
	before := used()
	f()
	return used() - before
}

// highest returns by how many bytes of objects, dead ones that were not collected
// yet among them, the heap grows at most while f runs.
func highest(f func()) int {
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	objects := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	now := func() uint64 { metrics.Read(objects); return objects[0].Value.Uint64() }
	runtime.GC()
	before, most := now(), uint64(0)
	done, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			most = max(most, now())
			select {
			case <-done:
				return
			case <-time.After(time.Millisecond):
			}
		}
	}()
	f()
	close(done)
	<-stopped
	return int(most) - int(before)
}

func used() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		fail("%v", err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
